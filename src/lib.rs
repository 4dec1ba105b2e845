//! An engine for Veletas, a board game by Luis Bolaños Mures (2013).
//!
//! The rooms of the house, each of which knows only those before it:
//!
//! * [`rules`]: the game.
//! * [`notation`]: positions and moves as text.
//! * [`eval`]: how good a position looks.
//! * [`search`]: the best move of a position.
//! * [`tools`]: what people type to look inside.
//! * [`tune`]: games of the engine against itself, and the weights fitted to them.
//! * [`protocol`]: the dialogue with a client over text lines.
//! * [`arena`]: matches and tournaments between programs.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

pub mod arena;
pub mod eval;
pub mod notation;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tools;
pub mod tune;
