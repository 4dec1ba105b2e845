//! What a search tells while it runs and at its end.

use std::time::Duration;

use super::score::Score;
use crate::rules::Move;

/// How a reported score is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// At least that.
    Lower,
    /// At most that.
    Upper,
}

/// A line of play with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The rank of the line among the best moves, from 1.
    pub rank: usize,
    /// The iteration.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Its value for the player to move.
    pub score: Score,
    /// How the score is to be read.
    pub bound: Bound,
    /// The moves, all legal; empty only when the game is over.
    pub pv: Vec<Move>,
}

/// The effort so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Visited positions of all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub time: Duration,
    /// Entries of the table written by this search, in thousandths.
    pub hashfull: u32,
}

impl Effort {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        let nanos = self.time.as_nanos().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000_000 / nanos).unwrap_or(u64::MAX)
    }
}

/// A message of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// A line of play was found or confirmed.
    Line(Line, Effort),
    /// A move of the root is being looked at.
    CurrentMove {
        /// The iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number, from 1.
        number: usize,
    },
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move to play; `None` when the game is over.
    pub best: Option<Move>,
    /// The best lines; the first begins with `best`. A rank that the last iteration did not reach keeps the line of the one
    /// before, and a line whose search was broken off above its window the value it had reached. When the game is
    /// over, one line without moves that holds the result.
    pub lines: Vec<Line>,
    /// The whole effort.
    pub effort: Effort,
}
