//! How fast moves are counted, listed and played: `cargo run --release --example perft_speed`.
//!
//! Each figure is the median of many runs of perft 2 on 10x10, and the best of them in brackets: machines are noisy. The
//! positions have 0, 20 and 40 stones, and the median number of moves among random games of that length.

use std::time::Instant;

use veletas::notation::parse_fen;
use veletas::search::Control;
use veletas::tools::{Method, perft};

const FENS: [&str; 3] = [
    "10/6s3/10/6s3/1s2s5/10/10/2s7/6s3/3s6 b 0 3",
    "2b4b1b/6wb2/7w2/2bs6/1w1ww5/1s4b3/2w3sww1/1s3s3s/6b1ww/1b3bb2s b 0 23",
    "2b1bb3b/w7w1/s3bwb3/1bsw4w1/3wbw1bww/1wwbbb2s1/1wb1sw1bb1/1w1bw4b/w1ws2w1ws/b3wbs2b b 0 43",
];

/// Runs per figure, and about how many leaves each of them counts.
const RUNS: usize = 25;

fn leaves_per_run(method: Method) -> u64 {
    match method {
        Method::Counting => 400_000_000,
        Method::Listing => 20_000_000,
        Method::Playing => 4_000_000,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for fen in FENS {
        let position = parse_fen(fen)?;
        let count = |method| perft(&position, 2, method, &Control::new()).unwrap_or(0);
        let leaves = count(Method::Counting);
        println!("{} moves, {leaves} leaves: {fen}", position.count_moves());
        for method in Method::ALL {
            let repeat = 1 + leaves_per_run(method) / leaves;
            let mut speeds: Vec<f64> = (0..RUNS)
                .map(|_| {
                    let start = Instant::now();
                    for _ in 0..repeat {
                        std::hint::black_box(count(method));
                    }
                    (leaves * repeat) as f64 / start.elapsed().as_secs_f64() / 1e6
                })
                .collect();
            speeds.sort_by(f64::total_cmp);
            let (median, best) = (speeds[RUNS / 2], speeds[RUNS - 1]);
            println!("  {:8} {median:8.0} million leaves per second ({best:.0})", method.name());
        }
    }
    Ok(())
}
