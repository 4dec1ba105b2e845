//! Talking to the engine, in memory or as a process.
#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "it is a test")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use veletas::protocol::{Event, Session, SessionError};

/// Longer than anything may take.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Two setup turns on the full board.
pub const S: &str = "position startpos moves b2,e5,h8 c8,e9,f2,i5";

/// The position after [`S`].
pub const S_FEN: &str = "10/4s5/2s4s2/10/10/4s3s1/10/10/1s3s4/10 b 0 3";

/// An engine to talk to.
pub struct Engine {
    input: Input,
    lines: Receiver<String>,
}

enum Input {
    Memory(SyncSender<Event>, JoinHandle<Result<(), SessionError>>),
    Process(Option<ChildStdin>, Child),
}

/// Cuts what a session writes into lines.
struct Lines(Sender<String>, Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.1.extend_from_slice(bytes);
        while let Some(end) = self.1.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            // The test may be over already.
            drop(self.0.send(String::from_utf8(line[..end].to_vec()).unwrap()));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Engine {
    /// A session on a thread of the test.
    pub fn new() -> Self {
        let (sender, events) = sync_channel(64);
        let (output, lines) = channel();
        let own = sender.clone();
        let session = thread::spawn(move || Session::new(Lines(output, Vec::new()), false, events, own)?.run());
        Self { input: Input::Memory(sender, session), lines }
    }

    /// The real program.
    pub fn process(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_veletas"));
        let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let (output, lines) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| output.send(line)));
        Self { input: Input::Process(child.stdin.take(), child), lines }
    }

    /// An engine that has answered the UGI handshake.
    pub fn ugi() -> Self {
        let mut engine = Self::new();
        engine.send("ugi");
        engine.until(|line| line == "ugiok");
        engine
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        match &mut self.input {
            Input::Memory(sender, _) => {
                drop(sender.send(Event::Line { at: Instant::now(), text: line.into() }));
            }
            Input::Process(stdin, _) => drop(writeln!(stdin.as_mut().unwrap(), "{line}")),
        }
    }

    /// Sends lines without waiting for anything.
    pub fn send_all(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.send(line));
    }

    /// The next line, `None` at the end of the output.
    pub fn next(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                assert_eq!(line.trim_end(), line, "trailing space");
                assert!(!line.contains('\r'), "{line:?}");
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no answer"),
        }
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.next().expect("the output has ended")
    }

    /// The lines up to the first for which `last` holds.
    pub fn until(&mut self, last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if last(&lines[lines.len() - 1]) {
                return lines;
            }
        }
    }

    /// The lines up to `bestmove`.
    pub fn best(&mut self) -> Vec<String> {
        self.until(|line| line.starts_with("bestmove"))
    }

    /// What comes before `readyok`.
    pub fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until(|line| line == "readyok");
        lines.pop();
        lines
    }

    /// Sends a line and returns the answers until the engine is ready again.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.ready()
    }

    /// Sends a line that must be answered by exactly one error line, which is returned.
    pub fn refused(&mut self, line: &str) -> String {
        let lines = self.ask(line);
        assert!(lines.len() == 1 && lines[0].starts_with("info string error: "), "{line}: {lines:?}");
        lines[0].clone()
    }

    /// The position.
    pub fn fen(&mut self) -> String {
        self.send("query fen");
        let line = self.until(|line| line.starts_with("response ")).pop().unwrap();
        line["response ".len()..].to_owned()
    }

    /// Sends a line that must be answered by nothing.
    pub fn silent(&mut self, line: &str) {
        assert_eq!(self.ask(line), Vec::<String>::new(), "{line}");
    }

    /// The processor time that a process has used, where the system tells.
    pub fn ticks(&self) -> Option<u64> {
        let Input::Process(_, child) = &self.input else { return None };
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    }

    /// Ends the input.
    pub fn end_input(&mut self) {
        match &mut self.input {
            Input::Memory(sender, _) => drop(sender.send(Event::EndOfInput)),
            Input::Process(stdin, _) => drop(stdin.take()),
        }
    }

    /// The rest of the output of an engine that leaves by itself, which it must do without an error.
    pub fn rest(mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.next() {
            lines.push(line);
        }
        match self.input {
            Input::Memory(_, session) => session.join().expect("the session panicked").unwrap(),
            Input::Process(_, mut child) => assert_eq!(child.wait().unwrap().code(), Some(0)),
        }
        lines
    }

    /// The rest of the output after `quit`.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.rest()
    }
}

/// How many of the lines are best moves.
pub fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove ")).count()
}

/// What follows `key` in an `info` line.
pub fn field<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|word| *word == key)?;
    words.next()
}
