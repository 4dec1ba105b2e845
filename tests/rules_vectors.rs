//! Every line of the rule vectors, which two independent implementations agree on.

mod common;

use serde::Deserialize;
use veletas::notation::{parse_fen, read_move, write_fen};
use veletas::rules::{Color, Position};

#[derive(Deserialize)]
struct Line {
    variant: String,
    fen: String,
    legal: Option<u64>,
    legal_hash: Option<String>,
    #[serde(rename = "move")]
    mv: String,
    after: String,
    winner: String,
}

/// FNV-1a, 64 bits, over the moves sorted bytewise and joined with newlines.
fn list_hash(position: &Position) -> String {
    let mut moves: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
    moves.sort_unstable();
    let hash = moves
        .join("\n")
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    format!("{hash:016x}")
}

fn replay(file: &str, lines: usize) {
    let text = common::vector_file(file);
    assert_eq!(text.lines().count(), lines);
    for (number, text) in text.lines().enumerate() {
        let line: Line = serde_json::from_str(text).unwrap();
        let context = format!("{file}:{}: {}", number + 1, line.fen);
        let position = parse_fen(&line.fen).unwrap_or_else(|e| panic!("{context}: {e}"));
        assert_eq!(position.variant().name(), line.variant, "{context}");
        assert_eq!(write_fen(&position), line.fen);
        if let Some(legal) = line.legal {
            assert_eq!(position.count_moves(), legal, "{context}");
        }
        if let Some(hash) = line.legal_hash {
            assert_eq!(list_hash(&position), hash, "{context}");
        }
        let mv = read_move(&line.mv, &position).unwrap_or_else(|e| panic!("{context}: {e}"));
        assert_eq!(mv.to_string(), line.mv, "{context}");
        let after = position.play(mv);
        assert_eq!(write_fen(&after), line.after, "{context} {}", line.mv);
        assert_eq!(after.hash(), after.recomputed_hash(), "{context} {}", line.mv);
        let winner = match after.winner() {
            Some(Color::Black) => "b",
            Some(Color::White) => "w",
            None => "none",
        };
        assert_eq!(winner, line.winner, "{context} {}", line.mv);
    }
}

macro_rules! replays {
    ($($test:ident $file:literal $lines:literal;)*) => {$(
        #[test]
        fn $test() {
            replay($file, $lines);
        }
    )*};
}

replays! {
    games_7x7 "rulebook-games-7x7.jsonl" 1015;
    games_9x9 "rulebook-games-9x9.jsonl" 1667;
    games_10x10 "rulebook-games-10x10.jsonl" 2106;
    constructed_7x7 "rulebook-constructed-7x7.jsonl" 600;
    constructed_9x9 "rulebook-constructed-9x9.jsonl" 600;
    constructed_10x10 "rulebook-constructed-10x10.jsonl" 600;
}
