//! The game and nothing else: no text, no input or output, no search.
//!
//! [`Layout`] is what stands where, unchecked; [`Position`] is a checked layout that can be played on. Moves come
//! from [`Position`] as a stream of [`MoveSet`]s, as a list, or as a mere number.

mod bitboard;
mod color;
mod count;
mod gaps;
mod layout;
mod movegen;
mod moves;
mod position;
mod rays;
mod square;
mod variant;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use gaps::{Gaps, Tight};
pub use layout::{InvalidPosition, Layout, Reason, TURN_MAX};
pub use movegen::MoveSet;
pub use moves::{Move, SETUP_MAX, Step};
pub use position::{Position, SHOOTERS_MAX};
pub use rays::queen;
pub use square::{SIZE_MAX, SQUARES, Square};
pub use variant::Variant;
