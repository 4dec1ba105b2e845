//! A fixed amount of search, whose node count identifies the behaviour of search and evaluation.

use std::time::Instant;

use crate::notation::parse_fen;
use crate::rules::Position;
use crate::search::{Control, Effort, Limits, Request, Searcher, TableError};

/// The positions and depths of the benchmark: openings, middle games and ends of games of all variants.
pub const BENCH_POSITIONS: [(&str, u32); 2] =
    [("10/6s3/10/6s3/1s2s5/10/10/2s7/6s3/3s6 b 0 3", 4), ("2s1s2/7/7/7/s6/7/7 b 0 3", 5)];

/// The table size of the benchmark in MiB, whatever the options say.
const TABLE: usize = 16;

/// One searched position of the benchmark.
#[derive(Clone, Copy, Debug)]
pub struct BenchStep {
    /// Its number, from 1.
    pub number: usize,
    /// Its FEN.
    pub fen: &'static str,
    /// The depth it was searched to.
    pub depth: u32,
    /// The nodes that took.
    pub nodes: u64,
}

/// Searches the fixed positions with one thread and a fresh table, and shows `each` when it is done. The node count is
/// the same on every run and machine; `None` if `control` stopped it.
///
/// # Errors
/// There is no memory for the table.
pub fn bench(control: &Control, each: &mut dyn FnMut(BenchStep)) -> Result<Option<Effort>, TableError> {
    let start = Instant::now();
    let mut searcher = Searcher::new(TABLE, 1)?;
    let mut nodes = 0;
    let positions = BENCH_POSITIONS.iter().filter_map(|&(fen, depth)| Some((fen, depth, parse_fen(fen).ok()?)));
    for (i, (fen, depth, position)) in positions.enumerate() {
        let step = search_nodes(&mut searcher, &position, depth, control);
        if control.is_stopped() {
            return Ok(None);
        }
        nodes += step;
        each(BenchStep { number: i + 1, fen, depth, nodes: step });
    }
    Ok(Some(Effort { nodes, time: start.elapsed(), hashfull: 0 }))
}

fn search_nodes(searcher: &mut Searcher, position: &Position, depth: u32, control: &Control) -> u64 {
    searcher.clear();
    searcher.search(position, &Request::new(Limits::depth(depth)), control, &mut |_| ()).effort.nodes
}
