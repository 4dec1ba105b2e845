//! Records as text.

use std::fmt::Write;

use super::{GameRecord, MoveRecord, RecordScore};
use crate::rules::Color;

/// The width that lines of moves keep to where they can.
const WIDTH: usize = 110;

/// The game as text: tags, a blank line, the moves with comments, and a blank line.
///
/// A comment reads `{score/depth time}`, then `n=` the nodes and `t=` the milliseconds that the engine itself counted;
/// what the engine did not say is `-` or left out.
pub fn write_game(game: &GameRecord) -> String {
    let result = result(game.winner);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} \"{}\"]", escape(value));
    };
    tag("Event", &game.configuration);
    tag("Date", &game.date);
    tag("Round", &game.number.to_string());
    tag("Pair", &game.pair.to_string());
    tag("Black", &game.black);
    tag("White", &game.white);
    tag("Result", result);
    tag("Variant", &game.variant);
    tag("SetUp", "1");
    tag("FEN", &game.opening);
    tag("TimeControl", &game.time_control);
    tag("Termination", game.termination.cause.name());
    tag("Reason", &game.termination.reason);
    tag("Seed", &game.seed.to_string());
    tag("PlyCount", &game.moves.len().to_string());
    text.push('\n');
    let mut column = 0;
    let first = game.opening.split_whitespace().nth(3).and_then(|turn| turn.parse::<u64>().ok()).unwrap_or(1);
    let moves = (first..).zip(&game.moves).map(|(turn, mv)| format!("{turn}. {} {}", mv.mv, comment(mv)));
    for word in moves.chain([result.into()]) {
        if column > 0 {
            let fits = column + 1 + word.len() <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(&word);
        column += word.len();
    }
    text.push_str("\n\n");
    text
}

/// The result as PGN writes it.
pub(super) fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "*",
    }
}

fn comment(mv: &MoveRecord) -> String {
    let score = match mv.score {
        None => "-".into(),
        Some(RecordScore::Cp(cp)) => {
            let sign = if cp < 0 { '-' } else { '+' };
            format!("{sign}{}.{:02}", cp.unsigned_abs() / 100, cp.unsigned_abs() % 100)
        }
        Some(RecordScore::Mate(plies)) => {
            format!("{}M{}", if plies < 0 { '-' } else { '+' }, plies.unsigned_abs())
        }
    };
    let depth = mv.depth.map_or("-".into(), |depth| depth.to_string());
    let mut text = format!("{{{score}/{depth} {}.{:06}s", mv.time_us / 1_000_000, mv.time_us % 1_000_000);
    if let Some(nodes) = mv.nodes {
        let _ = write!(text, " n={nodes}");
    }
    if let Some(own) = mv.own_time_ms {
        let _ = write!(text, " t={own}");
    }
    text.push('}');
    text
}

/// A tag's value stays on its line and between its quotation marks.
fn escape(value: &str) -> String {
    value.chars().fold(String::new(), |mut text, c| {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            _ => text.push(c),
        }
        text
    })
}
