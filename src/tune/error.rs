//! What can go wrong with a command.

use std::io;
use std::path::PathBuf;

use super::record::RecordError;
use crate::notation::quote;
use crate::search::TableError;

/// A command cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The system refuses.
    #[error("{}: {reason}", quote(&.path.to_string_lossy()))]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// Another program is at work on the file.
    #[error("{} is being written by another veletas-tune", quote(&.0.to_string_lossy()))]
    Busy(PathBuf),
    /// The file does not begin as files of games do.
    #[error("{} holds no self-play: its first line is {}", quote(&.path.to_string_lossy()), quote(.line))]
    Header {
        /// The file.
        path: PathBuf,
        /// Its first line.
        line: String,
    },
    /// The file was begun with other options.
    #[error(
        "{} was begun with other options: {}. Give the same options or another --out",
        quote(&.path.to_string_lossy()),
        .differences.join("; ")
    )]
    Different {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
    /// The file was begun by an engine that plays otherwise.
    #[error(
        "{}: this engine plays game {game} in another way than the engine that began the file. Give another --out",
        quote(&.path.to_string_lossy())
    )]
    Engine {
        /// The file.
        path: PathBuf,
        /// A game that is in the file.
        game: u64,
    },
    /// A game in the file is none.
    #[error("{}, byte {offset}: {reason}", quote(&.path.to_string_lossy()))]
    Record {
        /// The file.
        path: PathBuf,
        /// Where the game begins.
        offset: usize,
        /// What is wrong with it.
        reason: RecordError,
    },
    /// Nothing to learn from.
    #[error("the games of {variant} have no position to fit weights to")]
    Few {
        /// The variant.
        variant: &'static str,
    },
    /// The optimiser gives up.
    #[error("the optimiser gives up: {0}")]
    Optimizer(#[from] argmin::core::Error),
    /// No memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The terminal is gone.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}
