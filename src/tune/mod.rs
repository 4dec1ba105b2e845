//! The evaluation's weights: games of the engine against itself, and the weights that explain them best.
//!
//! [`game`] plays one game, [`selfplay`] many, and [`record`] and [`mod@file`] keep them. [`label`] says what a game
//! teaches about its positions, [`samples`] holds these as features, [`optimize`] finds the weights, [`fit`] puts the
//! three together, and [`source`] writes the weights down. [`setup`] and [`setup_source`] do that for the judgement of
//! setups. [`commands`] is behind the command line of [`cli`].

pub mod cli;
pub mod commands;
mod error;
pub mod file;
pub mod fit;
pub mod game;
pub mod label;
pub mod optimize;
pub mod record;
pub mod samples;
pub mod selfplay;
pub mod setup;
pub mod setup_source;
pub mod source;

pub use error::TuneError;

/// The size in MiB of the table of each game: small, for it is cleared before each.
const HASH: usize = 2;
