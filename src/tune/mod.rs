//! The evaluation's weights: games of the engine against itself, and the weights that explain them best.
//!
//! [`game`] plays one game, [`selfplay`] many, and [`record`] and [`file`] keep them. [`commands`] puts them together for
//! the command line of [`cli`].

pub mod cli;
pub mod commands;
mod error;
pub mod file;
pub mod game;
pub mod record;
pub mod selfplay;

pub use error::TuneError;

/// The size in MiB of the table of each game: small, for it is cleared before each.
const HASH: usize = 2;
