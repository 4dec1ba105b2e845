//! A player of games: what the referee needs of it.

use std::time::Duration;

use super::info::Info;
use crate::notation::Cause;
use crate::rules::{Color, Variant};

/// Somebody who answers with moves. The referee believes nothing but the times.
pub trait Player {
    /// Gets ready for a new game.
    ///
    /// # Errors
    /// It cannot play.
    fn begin(&mut self, variant: Variant) -> Result<(), Failure>;

    /// Chooses a move.
    ///
    /// # Errors
    /// It gives no answer that could be a move.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure>;

    /// What it believes about the result of a finished game: `p1win`, `p2win`, `draw` or `none`. `None` if it does
    /// not say.
    fn believed_result(&mut self, game: &Turn<'_>) -> Option<String>;
}

/// A player's turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The FEN at the start of the game.
    pub opening: &'a str,
    /// The moves since.
    pub moves: &'a [String],
    /// What ends the search: what stands behind `go`.
    pub go: &'a str,
    /// When an answer is too late; `None` when time does not matter.
    pub deadline: Option<Duration>,
}

/// An answer in time or not, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What should be a move.
    pub word: String,
    /// How long it took.
    pub took: Duration,
    /// What was said about the search.
    pub info: Info,
}

/// A player cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Failure {
    /// The kind of failure.
    pub cause: Cause,
    /// The particulars.
    pub reason: String,
}

impl Failure {
    pub(super) fn new(cause: Cause, reason: impl Into<String>) -> Self {
        Self { cause, reason: reason.into() }
    }
}

/// How long engines are waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the start of the program to the end of the handshake.
    pub start: Duration,
    /// For everything else: after the time for a move is up, for a move when time does not matter, and for `readyok`.
    pub stall: Duration,
    /// From `quit` to the end of the program.
    pub quit: Duration,
}

/// What an engine said in the handshake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name for itself, and its author if it names one.
    pub name: String,
    /// The names of its options.
    pub options: Vec<String>,
}

impl Identity {
    /// Whether the engine has that option, whatever the case of the letters.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }
}

/// The word for the result in the protocol.
pub fn result_word(winner: Color) -> &'static str {
    if winner == Color::Black { "p1win" } else { "p2win" }
}
