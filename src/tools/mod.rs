//! What people type to look inside: move counts, benchmarks, diagrams, evaluation tables.

mod bench;
mod diagram;
mod eval_table;
mod perft;

pub use bench::{BENCH_POSITIONS, BenchStep, bench};
pub use diagram::{describe, diagram};
pub use eval_table::eval_table;
pub use perft::{Method, divide, perft};
