//! The lines that the engine answers, in either dialect.

use crate::notation::NULL_MOVE;
use crate::rules::{Color, Move};
use crate::search::{Bound, Effort, Line, Outcome, Score};
use crate::tools::BenchStep;

use super::options::{Options, option_lines};

/// The two ways to talk. They differ in the handshake, in `bestmove`, and in what `mate` counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The chess engines' protocol: mates are counted in turns of the player to move.
    Uci,
    /// Its game-agnostic sister: mates are counted in plies, and `bestmove` is two words.
    Ugi,
}

/// The score, in hundredths of a shooter, at which the chance to win is e to 1. The weights of the evaluation are fitted to
/// that scale, with which searches explain the results of self-play best.
const WDL_SCALE: f64 = 128.0;

impl Dialect {
    /// The answer to the handshake.
    pub fn handshake(self) -> Vec<String> {
        let mut lines = vec![
            format!("id name Veletas {}", env!("CARGO_PKG_VERSION")),
            "id author The Veletas engine authors".to_owned(),
        ];
        lines.extend(option_lines());
        lines.push(if self == Self::Uci { "uciok".into() } else { "ugiok".into() });
        lines
    }

    /// The plies that `number` after `mate` stands for.
    pub fn plies(self, number: u32) -> u32 {
        match self {
            Self::Uci => number.saturating_mul(2),
            Self::Ugi => number,
        }
    }

    /// `cp` and an estimate, or `mate` and a distance.
    pub fn score(self, score: Score) -> String {
        match (score.proven_plies(), self) {
            (None, _) => format!("cp {}", score.value()),
            (Some(plies), Self::Ugi) => format!("mate {plies}"),
            (Some(plies), Self::Uci) => format!("mate {}", (plies.abs() + 1) / 2 * plies.signum()),
        }
    }

    /// A line of play. Without `effort` there is nothing to say about the way to it.
    pub fn info(self, line: &Line, effort: &Effort, options: &Options) -> String {
        let Line { rank, depth, seldepth, score, bound, pv } = line;
        let bound = match bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let wdl = if options.show_wdl { wdl(*score) } else { String::new() };
        let Effort { nodes, time, hashfull } = effort;
        let mut text = format!(
            "info depth {depth} seldepth {seldepth} multipv {rank} score {}{bound}{wdl} nodes {nodes} nps {} \
             hashfull {} time {}",
            self.score(*score),
            effort.nps(),
            hashfull.min(&1000),
            time.as_millis()
        );
        if !pv.is_empty() {
            text.push_str(" pv");
        }
        for mv in pv {
            text.push(' ');
            text.push_str(&mv.to_string());
        }
        text
    }

    /// The end of a search.
    pub fn best_move(self, outcome: &Outcome, options: &Options) -> String {
        let Some(best) = outcome.best else {
            return null_move();
        };
        let expected = outcome.lines.first().and_then(|line| line.pv.get(1));
        match expected {
            Some(expected) if options.ponder && self == Self::Uci => format!("bestmove {best} ponder {expected}"),
            _ => format!("bestmove {best}"),
        }
    }
}

/// What is answered when there is no move.
pub fn null_move() -> String {
    format!("bestmove {NULL_MOVE}")
}

/// ` wdl W D L`, in thousandths. No game is drawn.
fn wdl(score: Score) -> String {
    let wins = if score.is_win() {
        1000
    } else if score.is_loss() {
        0
    } else {
        (1000.0 / (1.0 + (-f64::from(score.value()) / WDL_SCALE).exp())).round() as u32
    };
    format!(" wdl {wins} 0 {}", 1000 - wins)
}

/// The move that is being looked at.
pub fn current_move(depth: u32, mv: Move, number: usize) -> String {
    format!("info depth {depth} currmove {mv} currmovenumber {number}")
}

/// The result of a game that is over before the search.
pub fn game_over(winner: Color) -> Vec<String> {
    vec!["info depth 0 score mate 0".into(), info_string(&format!("the game is over: {winner} has won"))]
}

/// Anything for people.
pub fn info_string(text: &str) -> String {
    format!("info string {text}")
}

/// A complaint.
pub fn error(reason: &dyn std::fmt::Display) -> String {
    info_string(&format!("error: {reason}"))
}

/// The answer to a `query` for a yes or no.
pub fn response(answer: impl std::fmt::Display) -> String {
    format!("response {answer}")
}

/// Who has won, as arenas ask.
pub fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::Black) => "p1win",
        Some(Color::White) => "p2win",
        None => "none",
    }
}

/// The leaves below one move.
pub fn perft_move(mv: Move, count: u64) -> String {
    format!("{mv}: {count}")
}

/// The sum of the leaves, and how fast they were counted.
pub fn perft_total(nodes: u64, effort: &Effort, method: &str) -> Vec<String> {
    let rate = effort.nps() as f64 / 1e6;
    let seconds = effort.time.as_secs_f64();
    vec![
        format!("Nodes searched: {nodes}"),
        info_string(&format!("time {seconds:.3} s, {rate:.1} million leaves per second, method {method}")),
    ]
}

/// One position of the benchmark.
pub fn bench_step(step: &BenchStep) -> String {
    let BenchStep { number, fen, depth, nodes } = step;
    format!("position {number} depth {depth} nodes {nodes} fen {fen}")
}

/// The sum of the benchmark.
pub fn bench_total(effort: &Effort) -> String {
    format!("{} nodes {} nps", effort.nodes, effort.nps())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_plies_or_turns() {
        let cases = [
            (Score::win_in(1), "mate 1", "mate 1"),
            (Score::win_in(2), "mate 2", "mate 1"),
            (Score::win_in(3), "mate 3", "mate 2"),
            (Score::loss_in(1), "mate -1", "mate -1"),
            (Score::loss_in(4), "mate -4", "mate -2"),
            (Score::loss_in(0), "mate 0", "mate 0"),
            (Score::estimate(-42), "cp -42", "cp -42"),
        ];
        for (score, ugi, uci) in cases {
            assert_eq!(Dialect::Ugi.score(score), ugi);
            assert_eq!(Dialect::Uci.score(score), uci);
        }
    }

    #[test]
    fn chances_to_win_grow_with_the_score() {
        assert_eq!(wdl(Score::ZERO), " wdl 500 0 500");
        assert_eq!(wdl(Score::estimate(128)), " wdl 731 0 269");
        assert_eq!(wdl(Score::win_in(5)), " wdl 1000 0 0");
        assert_eq!(wdl(Score::loss_in(6)), " wdl 0 0 1000");
    }
}
