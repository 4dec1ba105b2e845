//! An engine for Veletas, a board game by Luis Bolaños Mures (2013).
//!
//! The rooms of the house, each of which knows only those before it:
//!
//! * [`rules`]: the game.
//! * [`notation`]: positions and moves as text.

pub mod eval;
pub mod notation;
pub mod rules;
pub mod search;
pub mod tools;
