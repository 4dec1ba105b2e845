//! Matches and tournaments between programs that speak the protocol, and what their results say.

pub mod statistics;
