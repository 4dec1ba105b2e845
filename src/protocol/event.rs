//! What a session reacts to.

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
    /// A worker panicked.
    Crashed,
}
