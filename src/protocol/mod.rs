//! The dialogue with a client, in UCI or UGI: lines in, lines out.
//!
//! [`Line::parse`] makes data of a line, [`Session`] obeys it, and the functions of [`reply`] write the answers. The
//! whole protocol is described in `protocol.md`.

mod cli;
mod command;
mod event;
mod execute;
mod game;
mod go;
mod grammar;
mod help;
mod input;
mod job;
mod options;
mod output;
pub mod reply;
mod session;
mod waiting;
mod words;

pub use cli::{Invocation, UsageError, read_arguments};
pub use command::{Command, CommandError, Line, Order, Query, VERBS, Verb};
pub use event::{Alarm, Event};
pub use game::{Game, GameError};
pub use go::{Go, SearchMoveError};
pub use input::{LINE_MAX, read_lines};
pub use options::{OptionError, Options, Setting, option_lines, read_setting};
pub use reply::Dialect;
pub use session::{Session, SessionError};
