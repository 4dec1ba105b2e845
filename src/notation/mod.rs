//! Positions and moves as text, and text as positions and moves.
//!
//! What is written is canonical; what is read may use the aliases too. Reading is two steps with two errors: syntax,
//! which needs no position, and legality.

mod fen;
mod moves;
mod quote;
mod record;
#[cfg(test)]
mod vectors;

pub use fen::{FenError, Problem, parse_fen, write_fen};
pub use moves::{Illegal, MoveError, MoveText, NULL_MOVE, parse_move, read_move};
pub use quote::quote;
pub use record::{Cause, GameRecord, MoveRecord, RecordError, RecordScore, Termination, read_games, write_game};
#[cfg(test)]
pub(crate) use vectors::vector_positions;
