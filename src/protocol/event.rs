//! What a session reacts to.

use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Instant;

use crate::search::{Outcome, Report, Searcher};

/// Something that happened outside the session.
#[derive(Debug)]
pub enum Event {
    /// A line of input.
    Line {
        /// When it was read.
        at: Instant,
        /// Its text without the line end.
        text: String,
    },
    /// A line of input that is too long to keep.
    TooLong,
    /// The end of input.
    EndOfInput,
    /// A search tells how it gets on.
    Report(Report),
    /// A perft or a benchmark has something to print.
    Output(String),
    /// A search is over.
    Searched {
        /// The searcher that was lent.
        searcher: Box<Searcher>,
        /// What it found.
        outcome: Outcome,
    },
    /// A perft or a benchmark is over.
    Counted,
    /// A thread that the session relies on panicked.
    Crashed,
}

/// Held by a thread that sends events: tells the session when the thread panics, where that does not end the whole
/// process anyway.
#[derive(Debug)]
pub struct Alarm(pub SyncSender<Event>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            // A session that is gone needs no alarm.
            drop(self.0.send(Event::Crashed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    #[test]
    fn a_panic_is_told() {
        let (sender, events) = sync_channel(1);
        let alarm = Alarm(sender);
        let thread = thread::spawn(move || {
            let _alarm = alarm;
            panic!("for the test");
        });
        assert!(matches!(events.recv(), Ok(Event::Crashed)));
        assert!(thread.join().is_err());
    }
}
