//! The lines that the arena sends and understands, in both dialects.

use std::fmt::Write;
use std::time::Duration;

use super::clock::Clock;
use super::engine::Proto;
use super::player::{Identity, Turn};
use crate::rules::Color;

/// Takes in a line of the handshake.
pub fn learn(identity: &mut Identity, line: &str) {
    let mut words = line.split_whitespace();
    match (words.next(), words.next()) {
        (Some("id"), Some("name")) => identity.name = words.collect::<Vec<_>>().join(" "),
        (Some("option"), Some("name")) => {
            identity.options.push(words.take_while(|&word| word != "type").collect::<Vec<_>>().join(" "));
        }
        _ => {}
    }
}

/// A button has no value.
pub fn set_option(name: &str, value: &str) -> String {
    if value.is_empty() { format!("setoption name {name}\n") } else { format!("setoption name {name} value {value}\n") }
}

/// Sets up the position of a turn.
pub fn position(turn: &Turn<'_>) -> String {
    let mut line = format!("position fen {}", turn.opening);
    if !turn.moves.is_empty() {
        line.push_str(" moves");
    }
    for mv in turn.moves {
        line.push(' ');
        line.push_str(mv);
    }
    line.push('\n');
    line
}

/// What stands behind `go` for the player of `color`: both players' times, Black's first, and the mover's limits.
pub fn go(color: Color, clocks: &[Clock; 2], proto: Proto) -> String {
    let mut words = String::new();
    let [mine, other] = [&clocks[color.index()], &clocks[(!color).index()]];
    if mine.time().is_some() || (mine.limits().is_empty() && other.time().is_some()) {
        for (clock, (ugi, uci)) in clocks.iter().zip([("p1", "b"), ("p2", "w")]) {
            let Some((time, increment)) = clock.time() else { continue };
            let (time, increment) = (ms(time), ms(increment));
            let _ = match proto {
                Proto::Ugi => write!(words, "{ugi}time {time} {ugi}inc {increment} "),
                Proto::Uci => write!(words, "{uci}time {time} {uci}inc {increment} "),
            };
        }
    }
    let limits = mine.limits();
    let parts = [
        limits.movetime.map(|time| format!("movetime {}", ms(time).max(1))),
        limits.nodes.map(|nodes| format!("nodes {nodes}")),
        limits.depth.map(|depth| format!("depth {depth}")),
    ];
    words.push_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "));
    words.trim_end().into()
}

fn ms(time: Duration) -> u128 {
    time.as_millis()
}

/// The word behind `bestmove`; `None` if the line is none, `Some(None)` if the word is missing.
pub fn best_move(line: &str) -> Option<Option<String>> {
    let mut words = line.split_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().map(String::from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::limits::Limits;

    fn clock(words: &[(&str, &str)]) -> Clock {
        let mut limits = Limits::default();
        words.iter().for_each(|(key, value)| assert!(limits.set(key, value).unwrap()));
        Clock::new(limits, Duration::ZERO)
    }

    #[test]
    fn go_names_both_clocks_and_the_movers_limits() {
        let clocks = [clock(&[("tc", "10+0.1")]), clock(&[("tc", "5"), ("depth", "9")])];
        let black = "p1time 10000 p1inc 100 p2time 5000 p2inc 0";
        assert_eq!(go(Color::Black, &clocks, Proto::Ugi), black);
        let white = "btime 10000 binc 100 wtime 5000 winc 0 depth 9";
        assert_eq!(go(Color::White, &clocks, Proto::Uci), white);
        let clocks = [clock(&[("tc", "10+0.1")]), clock(&[("nodes", "1000"), ("movetime", "1")])];
        assert_eq!(go(Color::White, &clocks, Proto::Ugi), "movetime 1 nodes 1000");
    }

    #[test]
    fn options_and_names_are_learnt() {
        let mut identity = Identity::default();
        for line in ["id name Some Engine 1.0", "option name Move Overhead type spin default 10", "id", "option name"] {
            learn(&mut identity, line);
        }
        assert_eq!(identity.name, "Some Engine 1.0");
        assert!(identity.has_option("move overhead") && !identity.has_option("hash"));
    }

    #[test]
    fn best_moves_are_found() {
        assert_eq!(best_move("bestmove f4 ponder g5"), Some(Some("f4".into())));
        assert_eq!(best_move("bestmove"), Some(None));
        assert_eq!(best_move("bestmovef4"), None);
    }

    #[test]
    fn positions_hold_all_moves() {
        let moves = ["d4".into(), "a1,g7".into()];
        let mut turn = Turn { opening: "7/7/7/7/7/7/7 b 3 1", moves: &[], go: "", deadline: None };
        assert_eq!(position(&turn), "position fen 7/7/7/7/7/7/7 b 3 1\n");
        turn.moves = &moves;
        assert_eq!(position(&turn), "position fen 7/7/7/7/7/7/7 b 3 1 moves d4 a1,g7\n");
    }
}
