//! A fixed amount of search, whose node count identifies the behaviour of search and evaluation.

use std::time::Instant;

use crate::notation::parse_fen;
use crate::rules::Position;
use crate::search::{Control, Effort, Limits, Request, Searcher, TableError};

/// The positions and depths of the benchmark: openings, middle games and ends of games of all variants.
pub const BENCH_POSITIONS: [(&str, u32); 14] = [
    ("10/6s3/10/6s3/1s2s5/10/10/2s7/6s3/3s6 b 0 3", 8),
    ("1b6wW/8ww/2s1s5/10/7s2/10/1s8/10/s5b3/7sb1 b 0 9", 7),
    ("1b6wW/bs6ww/4s5/ww1b6/s6s2/w9/bs8/10/w5b3/4b2sb1 b 0 17", 8),
    ("1w6b1/6bbww/10/10/10/bb4b3/Bwbs2ww1b/W1w4sb1/wbwwwwwwbB/1b1Wb1bbwW b 0 33", 9),
    ("Bb5bwW/bb5www/Ww5bbb/wwwb2bbwb/2b1s3bs/www1s4w/b7ww/3b4wW/w4bb1ww/4b3b1 b 0 41", 10),
    ("Bb2sb1bwW/bbbb2wwww/Wwwbww1bbb/wwwbbbbbwb/2b4bbB/wwwww4w/b7ww/3b4wW/ww3bb1ww/s3b3b1 b 0 55", 8),
    ("9/9/4s4/9/8s/9/4s4/7s1/2s6 b 0 3", 8),
    ("1ws1wb1b1/w3bws2/2b3w1b/8s/9/9/3s5/2wb5/1bs4w1 b 0 17", 9),
    ("1bs3ws1/1ww1s1w1w/3s5/b2b1ww2/3bwb3/ww1bsb3/bbwb2b2/ww1bw3b/b1w4b1 b 0 33", 10),
    ("1w2wbBbb/wbwwbwbbB/1bb1w1wbb/1b2wbw2/w3ss3/b4ww1w/1bw6/wbwb3ws/1bb4w1 b 0 41", 8),
    ("6s/7/4s2/7/7/7/6s b 0 3", 8),
    ("1w5/6b/4s2/5ws/4s1b/b6/5w1 b 0 9", 9),
    ("1w4b/2s1wbb/4wwb/3s1ws/6b/b4w1/1b3w1 b 0 17", 10),
    ("7/7/7/3s3/7/7/7 w 2 2", 2),
];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read_and_is_reached_once() {
        let fens: std::collections::HashSet<String> =
            BENCH_POSITIONS.iter().map(|(fen, _)| crate::notation::write_fen(&parse_fen(fen).unwrap())).collect();
        assert_eq!(fens.len(), BENCH_POSITIONS.len());
    }
}
