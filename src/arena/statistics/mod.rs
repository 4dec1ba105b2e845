//! What the results of a match say about strength, with honest error bars. Pure: no clock, no input, no output.
//!
//! Black wins about 60 % of the games between equals, so the two games of an opening with colours swapped are one
//! observation, a *pair*, and everything here is computed from the counts of the five [`Pairs`] results. A pair of
//! one win each says nothing about strength, however much the colour helped.
//!
//! Estimates, intervals and tests all come from one function, the likelihood of the counts when the expected score
//! is held fixed ([`Pairs::elo`], [`Pairs::likelihood_of_superiority`], [`Sprt`]). So they agree with each other,
//! never leave the scale, and stay finite when a bin is empty or all games are won.

mod elo;
mod likelihood;
mod outcome;
mod pairs;
mod sprt;

pub use elo::{ELO_LIMIT, Estimate, elo_of_score, score_of_elo};
pub use outcome::{Outcome, Results, Tally};
pub use pairs::Pairs;
pub use sprt::{Decision, Model, Sprt, SprtError};
