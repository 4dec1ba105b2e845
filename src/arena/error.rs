//! What can go wrong with a command.

use std::io;
use std::path::PathBuf;

use super::engine::EngineError;
use super::file::FileError;
use super::journal::JournalError;
use super::merge::MergeError;
use super::openings::OpeningError;
use super::player::Failure;
use super::statistics::SprtError;
use crate::notation::{FenError, MoveError, quote};

/// After so many games in a row that ended before the first move, a run is given up.
pub(super) const STILLBORN_MAX: usize = 20;

/// A command cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// An engine is described in a wrong way.
    #[error("{option}: {reason}")]
    Engine {
        /// Where.
        option: String,
        /// Why.
        reason: EngineError,
    },
    /// The engines are not described well enough.
    #[error(transparent)]
    Engines(#[from] EngineError),
    /// The engine file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// Too few or too many engines.
    #[error("{command} takes {expected} engines, not {count}; give each with --engine or in --config FILE")]
    Count {
        /// The command.
        command: &'static str,
        /// How many it takes.
        expected: &'static str,
        /// How many there are.
        count: usize,
    },
    /// An odd number of games.
    #[error("--games {0} is no even number above 0: every opening is played twice with colours swapped")]
    Games(u64),
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The test cannot be made as asked.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// An engine does not work.
    #[error("engine {}: {reason}", quote(.name))]
    Start {
        /// The engine.
        name: String,
        /// Why.
        reason: Failure,
    },
    /// Engines do not work any more.
    #[error("given up: {STILLBORN_MAX} games in a row ended before the first move; the last one: {0}")]
    Stillborn(String),
    /// The games of shards cannot be pooled.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// Shards were played with other settings.
    #[error("{} and {} do not belong together: {}", quote(.first), quote(.second), .differences.join("; "))]
    Shards {
        /// The first file.
        first: String,
        /// Another file.
        second: String,
        /// What differs.
        differences: Vec<String>,
    },
    /// A position cannot be drawn.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A file cannot be read or written.
    #[error("{}: {reason}", quote(&.path.to_string_lossy()))]
    Path {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// The files of the run cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
}
