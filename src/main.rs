//! The engine as a program: arguments and standard input to a session.

#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]

use std::io::{self, IsTerminal, Write, stderr, stdin, stdout};
use std::process::ExitCode;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use veletas::protocol::{Alarm, Event, Invocation, Session, SessionError, read_arguments, read_lines};

/// How many events may wait for the session. Few: a reader that is faster must not fill the memory.
const EVENTS: usize = 64;

/// The exit code after a wrong command line.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    env_logger::init();
    // An argument that is no text cannot be a known word.
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    let done = match read_arguments(&arguments) {
        Err(reason) => {
            note(&format!("veletas: {reason} (see `veletas --help`)"));
            return ExitCode::from(USAGE);
        }
        Ok(Invocation::Print(lines)) => print(&lines),
        Ok(Invocation::Run(lines)) => converse(move |session| recite(lines, session)),
        Ok(Invocation::Serve(unknown)) => {
            if !unknown.is_empty() {
                note(&format!("veletas: warning: unknown arguments are ignored: {}", unknown.join(" ")));
            }
            if stdin().is_terminal() && stderr().is_terminal() {
                note(&format!("Veletas {}: type `help` for a list of commands.", env!("CARGO_PKG_VERSION")));
            }
            converse(|session| read_lines(stdin().lock(), session))
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever closes the output does not want to read more, not even a complaint.
        Err(SessionError::Output(reason)) if reason.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(reason) => {
            note(&format!("veletas: {reason}"));
            ExitCode::FAILURE
        }
    }
}

/// Serves the events that `source` sends.
fn converse(source: impl FnOnce(&SyncSender<Event>) + Send + 'static) -> Result<(), SessionError> {
    let (sender, events) = sync_channel(EVENTS);
    let session = Session::new(stdout(), stdout().is_terminal(), events, sender.clone())?;
    let alarm = Alarm(sender);
    thread::Builder::new().name("input".into()).spawn(move || source(&alarm.0)).map_err(SessionError::Thread)?;
    session.run()
}

/// Sends lines as if they had been typed.
fn recite(lines: Vec<String>, session: &SyncSender<Event>) {
    let lines = lines.into_iter().map(|text| Event::Line { at: Instant::now(), text });
    for event in lines.chain([Event::EndOfInput]) {
        if session.send(event).is_err() {
            return;
        }
    }
}

fn print(lines: &[String]) -> Result<(), SessionError> {
    let mut out = stdout().lock();
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(out.flush()?)
}

/// A line on standard error, which may be closed too.
fn note(line: &str) {
    drop(writeln!(stderr(), "{line}"));
}
