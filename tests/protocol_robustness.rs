//! Whatever comes in, the engine goes on answering and no refused line changes anything.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "it is a test")]

mod dialogue;

use dialogue::{Engine, S, S_FEN};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Lines that are good, to be damaged.
const GOOD: [&str; 28] = [
    S,
    "position startpos",
    "position fen 10/4s5/2s4s2/10/10/4s3s1/10/10/1s3s4/10 b 0 3 moves e6",
    "position fen 2s1s2/7/7/7/s6/7/7 b 0 3",
    "position fen 7/7/bwsBW2/7/7/7/7 b 0 5 moves c4",
    "moves e6",
    "moves b2-b7/f7 e6",
    "query p1turn",
    "query legal e6",
    "go depth 1",
    "go movetime 1",
    "go nodes 5 searchmoves e6 f6",
    "go btime 10 wtime 10 binc 1 winc 1 movestogo 3",
    "go infinite",
    "go ponder mate 1",
    "go perft 1",
    "perft 1 playing",
    "ponderhit",
    "setoption name MultiPV value 3",
    "setoption name Variant value 9x9",
    "setoption name UCI_Elo value 500",
    "setoption name Clear Hash",
    "ucinewgame",
    "ugi",
    "d",
    "flip",
    "undo",
    "debug on",
];

/// Words, pieces of words and characters that may hurt.
const BAITS: [&str; 24] = [
    "go",
    "position",
    "moves",
    "fen",
    "value",
    "name",
    "searchmoves",
    "0000",
    "-1",
    "99999999999999999999999",
    "e6",
    "k11",
    "a1,a1",
    "/",
    "s",
    "\u{0}",
    "\u{1b}[2J",
    "\t",
    "\u{2028}",
    "\u{feff}",
    "\u{1f600}",
    "`",
    "é",
    " ",
];

/// What would end the session, eat the memory of the machine or write files is left out.
fn is_harmless(line: &str) -> bool {
    let line = line.to_lowercase();
    !["quit", "hash value", "log file", "threads", "bench"].iter().any(|word| line.contains(word))
}

/// A good line with a few bytes replaced, removed, doubled, or exchanged for bait.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<u16>(), 0..4_u8, any::<u8>(), select(&BAITS[..]));
    (select(&GOOD[..]), vec(edit, 0..4)).prop_map(|(line, edits)| {
        let mut bytes = line.as_bytes().to_vec();
        for (at, kind, byte, bait) in edits {
            let at = usize::from(at) % (bytes.len() + 1);
            match kind {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 => bytes.truncate(at),
                _ => drop(bytes.splice(at..at, bait.bytes())),
            }
        }
        bytes
    })
}

/// Words that fit nowhere in particular.
fn jumble() -> impl Strategy<Value = Vec<u8>> {
    let good = GOOD.iter().flat_map(|line| line.split(' '));
    let words: Vec<&str> = good.chain(BAITS).collect();
    vec(select(words), 0..12).prop_map(|words| words.join(" ").into_bytes())
}

/// A board that no game has.
fn broken_fen() -> impl Strategy<Value = Vec<u8>> {
    let rank = vec(select(&["b", "w", "s", "B", "W", "1", "2", "7", "10", "0", "x"][..]), 0..11);
    (vec(rank, 0..12), select(&["b", "w", "r", ""][..]), any::<i16>(), any::<i64>()).prop_map(
        |(ranks, side, hand, turn)| {
            let ranks: Vec<String> = ranks.into_iter().map(|rank| rank.concat()).collect();
            format!("position fen {} {side} {hand} {turn}", ranks.join("/")).into_bytes()
        },
    )
}

fn line() -> impl Strategy<Value = String> {
    let line = prop_oneof![4 => damaged(), 2 => jumble(), 1 => broken_fen(), 1 => vec(any::<u8>(), 0..60)];
    // As the reader of the input does it.
    let text = line.prop_map(|bytes| String::from_utf8_lossy(&bytes).replace('\n', " "));
    text.prop_filter("harmful", |line| is_harmless(line))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_line_does_harm(lines in vec(line(), 1..60)) {
        let mut engine = Engine::new();
        let mut before = engine.fen();
        for line in lines {
            // `stop` first: then an unlimited search refuses nothing and everything is settled at `readyok`.
            engine.send("stop");
            let answers = engine.ask(&line);
            engine.send("stop");
            let after = engine.fen();
            for answer in answers.iter().filter(|answer| answer.starts_with("info string error")) {
                let about_the_board = answer.contains("error: move ") || answer.contains("error: bad FEN");
                prop_assert!(!about_the_board || after == before, "{line:?} changed the position: {answer}");
            }
            before = after;
        }
        engine.send_all(&["stop", "setoption name Variant value 10x10"]);
        prop_assert!(engine.ask(S).iter().all(|answer| !answer.contains("error")));
        prop_assert_eq!(engine.fen(), S_FEN);
        engine.quit();
    }
}
