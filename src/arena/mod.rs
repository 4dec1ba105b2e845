//! Matches and tournaments between programs that speak the protocol, and what their results say.
//!
//! [`schedule`] says who plays whom, [`openings`] where a game begins, [`player`] talks to an engine's process, [`game`]
//! is the referee, [`runner`] plays many games at once, [`journal`] keeps them, and [`statistics`] judges.
//! [`Summary`] counts what games were like, [`report_html`] and [`board_svg`] draw, and [`merge()`] pools shards.
//! [`commands`] puts them together for the command line of [`cli`].

mod board;
pub mod cli;
mod clock;
pub mod commands;
pub mod engine;
mod error;
mod file;
pub mod game;
mod info;
mod interrupt;
pub mod journal;
pub mod limits;
mod merge;
pub mod openings;
mod pairing;
mod play_args;
pub mod player;
mod pool;
mod process;
mod progress;
mod reader;
mod report;
pub mod runner;
pub mod schedule;
pub mod settings;
mod standings;
pub mod statistics;
mod summary;
mod talk;

pub use board::board_svg;
pub use error::ArenaError;
pub use info::Info;
pub use interrupt::Interrupt;
pub use merge::{MergeError, Pool, ShardFile, merge};
pub use pairing::{PlayedPair, count_pairs, played_pairs};
pub use play_args::{EngineArgs, Play};
pub use report::{ReportSubject, report_html};
pub use standings::{Meeting, Standings};
pub use summary::{EngineSummary, PHASE_TURNS, Phase, Quartiles, SCORE_LIMIT, Spread, Summary};
