//! The search. It never prints and never reads: reports go to a callback, the stop flag comes from [`Control`].
//!
//! A [`Searcher`] splits a [`Request`] over its workers; each deepens iteratively (`worker`) over the root moves
//! (`root`) by alpha-beta (`alphabeta`), whose moves come from `ordering` and whose leaves are judged by
//! `quiescence`. Threads share the table, the history and what they are just doing (`siblings`). Setup turns go their own
//! way (`setup`).

mod alphabeta;
mod clock;
mod control;
mod history;
mod limits;
#[cfg(test)]
mod negamax;
mod node;
mod ordering;
mod quiescence;
pub mod random;
mod report;
mod root;
mod score;
mod searcher;
mod setup;
mod siblings;
mod skill;
mod table;
mod worker;

pub use control::Control;
pub use limits::{Limits, Request};
pub use report::{Bound, Effort, Line, Outcome, Report};
pub use score::{PLY_MAX, Score};
pub use searcher::Searcher;
pub use skill::Skill;
pub use table::TableError;
