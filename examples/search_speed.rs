//! How fast positions are evaluated and searched: `cargo run --release --example search_speed`.
//!
//! Each figure is the median of many runs on 10x10, and the best of them in brackets: machines are noisy. The positions are
//! those of `perft_speed`, with 0, 20 and 40 stones.

use std::time::Instant;

use veletas::eval::{Groups, evaluate_with};
use veletas::notation::parse_fen;
use veletas::search::{Control, Limits, Request, Searcher};

const FENS: [&str; 3] = [
    "10/6s3/10/6s3/1s2s5/10/10/2s7/6s3/3s6 b 0 3",
    "2b4b1b/6wb2/7w2/2bs6/1w1ww5/1s4b3/2w3sww1/1s3s3s/6b1ww/1b3bb2s b 0 23",
    "2b1bb3b/w7w1/s3bwb3/1bsw4w1/3wbw1bww/1wwbbb2s1/1wb1sw1bb1/1w1bw4b/w1ws2w1ws/b3wbs2b b 0 43",
];

/// Runs per figure, and how much each of them does.
const RUNS: usize = 15;
const EVALUATIONS: u32 = 500_000;
const NODES: u64 = 100_000;

/// The median and the best of the speeds, in thousands per second.
fn measure(mut run: impl FnMut() -> f64) -> (f64, f64) {
    let mut speeds: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run() / start.elapsed().as_secs_f64() / 1e3
        })
        .collect();
    speeds.sort_by(f64::total_cmp);
    (speeds[RUNS / 2], speeds[RUNS - 1])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut searcher = Searcher::new(16, 1)?;
    for fen in FENS {
        let position = parse_fen(fen)?;
        let groups = Groups::of(&position);
        println!("{fen}");
        let (median, best) = measure(|| {
            for _ in 0..EVALUATIONS {
                std::hint::black_box(evaluate_with(std::hint::black_box(&position), &groups));
            }
            f64::from(EVALUATIONS)
        });
        println!("  {median:8.0} thousand evaluations per second ({best:.0})");
        let (median, best) = measure(|| {
            searcher.clear();
            let request = Request::new(Limits { nodes: Some(NODES), ..Limits::default() });
            searcher.search(&position, &request, &Control::new(), &mut |_| ()).effort.nodes as f64
        });
        println!("  {median:8.0} thousand nodes per second ({best:.0})");
    }
    Ok(())
}
