//! An engine's process. Nothing here waits without a deadline.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::engine::EngineSpec;
use super::interrupt::Interrupt;
use super::reader::{Heard, Tail, listen};

/// How many lines may wait; an engine that prints more without being asked waits for its reader.
const LINES: usize = 64;

/// How often a long wait looks whether the run was broken off.
const SLICE: Duration = Duration::from_millis(100);

/// How long a process may take to end and a killed one to vanish.
const GONE: Duration = Duration::from_secs(1);

/// A running program with pipes to it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Heard>,
    /// A line that came after the deadline of whoever waited.
    late: Option<Heard>,
    errors: Tail,
}

/// Why a line could not be sent, or none came.
#[derive(Debug, thiserror::Error)]
pub enum Silence {
    /// It was not in time.
    #[error("no answer in time")]
    Timeout,
    /// The program has closed its pipe, usually by ending.
    #[error("the program has ended")]
    Ended,
    /// The run is broken off.
    #[error("the run was broken off")]
    Interrupted,
}

impl Process {
    /// Starts the program of an engine.
    ///
    /// # Errors
    /// The system refuses.
    pub fn start(spec: &EngineSpec) -> io::Result<Self> {
        let mut command = Command::new(program(&spec.cmd)?);
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        // A group of its own: Ctrl-C at the terminal does not reach the engine, and what it starts dies with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, lines) = sync_channel(LINES);
        let errors = Tail::default();
        // From here on dropping it kills the child, also when a thread cannot be started.
        let process = Self { child, stdin, lines, late: None, errors: errors.clone() };
        #[cfg(unix)]
        if let Some(stdin) = &process.stdin {
            rustix::io::ioctl_fionbio(stdin, true)?;
        }
        let proto = spec.proto;
        if let Some(stdout) = stdout {
            thread::Builder::new()
                .name(format!("{} output", spec.name))
                .spawn(move || listen(stdout, proto, &sender))?;
        }
        if let Some(stderr) = stderr {
            thread::Builder::new().name(format!("{} errors", spec.name)).spawn(move || errors.follow(stderr))?;
        }
        Ok(process)
    }

    /// Sends lines, of which each ends with `\n`.
    ///
    /// # Errors
    /// The engine has not taken them before `deadline`, or has ended.
    pub fn send(&mut self, lines: &str, deadline: Instant) -> Result<(), Silence> {
        log::trace!("say {}", lines.trim_end());
        let Some(stdin) = &mut self.stdin else { return Err(Silence::Ended) };
        let mut rest = lines.as_bytes();
        while !rest.is_empty() {
            match stdin.write(rest) {
                Ok(0) => return Err(Silence::Ended),
                Ok(written) => rest = &rest[written..],
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => wait_until_writable(stdin, deadline)?,
                Err(_) => return Err(Silence::Ended),
            }
        }
        Ok(())
    }

    /// The next line of the engine that matters and was complete before `deadline`. A later one is kept for the next
    /// call, so that an engine cannot talk for ever instead of answering, and a late answer is still heard.
    ///
    /// # Errors
    /// None has come before `deadline`, none will come, or the run is broken off.
    pub fn next(&mut self, deadline: Instant, interrupt: &Interrupt) -> Result<Heard, Silence> {
        loop {
            if interrupt.is_abort() {
                return Err(Silence::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let heard = self.late.take().map_or_else(|| self.lines.recv_timeout(left.min(SLICE)), Ok);
            match heard {
                Ok(heard) if heard.at <= deadline => return Ok(heard),
                Ok(heard) => {
                    self.late = Some(heard);
                    return Err(Silence::Timeout);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) if left <= SLICE => return Err(Silence::Timeout),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// A line that has come already.
    pub fn heard(&mut self) -> Option<Heard> {
        self.late.take().or_else(|| self.lines.try_recv().ok())
    }

    /// What is known about the end of a program that has closed its output.
    pub fn obituary(&mut self) -> String {
        let status = self.wait(GONE).map_or("closed its output but runs on".into(), |status| status.to_string());
        // The last words may still be on their way.
        let deadline = Instant::now() + Duration::from_millis(100);
        while self.errors.last_line().is_none() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        match self.errors.last_line() {
            Some(line) => format!("{status}; last words: {line}"),
            None => status,
        }
    }

    /// Asks the engine to quit and kills it when it has not ended within `patience`.
    pub fn quit(mut self, patience: Duration) {
        let asked = self.send("quit\n", Instant::now() + patience);
        self.stdin = None;
        if asked.is_ok() && self.wait(patience).is_none() {
            log::debug!("an engine does not quit and is killed");
        }
    }

    /// Waits for the end of the program.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(pause),
                Ok(None) | Err(_) => return None,
            }
            pause = (2 * pause).min(Duration::from_millis(20));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The group outlives its leader if it has left children behind.
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
            && let Err(reason) = rustix::process::kill_process_group(group, rustix::process::Signal::KILL)
        {
            log::trace!("no process left to be killed: {reason}");
        }
        drop(self.child.kill());
        self.wait(GONE);
    }
}

/// A program named by a path is looked for from here, wherever the engine will run.
fn program(cmd: &str) -> io::Result<std::path::PathBuf> {
    let path = Path::new(cmd);
    if path.components().count() > 1 && path.is_relative() { std::path::absolute(path) } else { Ok(path.into()) }
}

#[cfg(unix)]
fn wait_until_writable(stdin: &ChildStdin, deadline: Instant) -> Result<(), Silence> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(Silence::Timeout);
    }
    let timeout = Timespec::try_from(left).map_err(|_| Silence::Timeout)?;
    let mut fds = [PollFd::new(stdin, PollFlags::OUT)];
    match poll(&mut fds, Some(&timeout)) {
        Ok(0) => Err(Silence::Timeout),
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(_) => Err(Silence::Ended),
    }
}

#[cfg(not(unix))]
fn wait_until_writable(_: &ChildStdin, _: Instant) -> Result<(), Silence> {
    Err(Silence::Timeout)
}
