//! Matches and tournaments between programs that speak the protocol, and what their results say.

mod board;
mod merge;
mod pairing;
mod report;
pub mod statistics;
mod summary;

pub use board::board_svg;
pub use merge::{MergeError, Pool, Shard, merge};
pub use pairing::{PlayedPair, count_pairs, played_pairs};
pub use report::{ReportSubject, report_html};
pub use summary::{EngineSummary, PHASE_TURNS, Phase, Quartiles, SCORE_LIMIT, Spread, Summary};
