//! Cases from other engines' bug reports: what is sent, and what is right.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "it is a test")]

mod dialogue;

use std::time::{Duration, Instant};

use dialogue::{Engine, PATIENCE, S, S_FEN, best_moves, field};
use veletas::notation::{parse_fen, read_move};

/// A 7x7 board with three empty squares, on which nobody has won.
const LAST_SQUARES: &str = "s1bwbws/bwbwbw1/wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/1swbwbw b 0 46";

/// On 7x7, Black has claimed two shooters.
const OVER: &str = "B6/7/2B4/7/4s2/7/7 w 0 9";

#[test]
fn a_bad_position_leaves_the_old_one() {
    let mut engine = Engine::new();
    engine.silent(S);
    let ranks = "10/10/10/10/10/10/10/10/10";
    for (fen, reason) in [
        ("startpos".to_owned(), "`startpos` has 1 rank"),
        (format!("{ranks} b"), "10 squares instead of 9"),
        (format!("{}/11 b", ranks), "`11`"),
        (format!("{ranks}/9x b"), "`x`"),
        (format!("{ranks}/10 r"), "`r`"),
        (format!("{ranks}/10 b 99999999999"), "99999999999"),
        (String::new(), "empty"),
    ] {
        let error = engine.refused(&format!("position fen {fen}"));
        assert!(error.contains(reason), "{fen}: {error}");
        assert_eq!(engine.fen(), S_FEN);
    }
    for (line, reason) in [
        ("position startpos moves b2,e5,h8 b2,c8,e9,f2", "move 2: `b2,c8,e9,f2` is illegal: b2 is not empty"),
        ("position startpos moves b2,e5,h8 c8,e9,f2,i5 0000", "move 3: `0000`"),
        ("position startpos moves xyz", "move 1: `xyz` is not a move"),
        ("position startpos b2,e5,h8", "unexpected `b2,e5,h8`"),
        ("position", "`startpos` or `fen`"),
        ("position here", "not `here`"),
        ("moves a1 a1", "move 2: `a1`"),
    ] {
        let error = engine.refused(line);
        assert!(error.contains(reason), "{line}: {error}");
        assert_eq!(engine.fen(), S_FEN, "{line}");
    }
}

#[test]
fn short_fens_are_filled_in() {
    let mut engine = Engine::new();
    engine.silent("position fen 10/10/10/10/10/10/10/10/10/10 b");
    assert_eq!(engine.fen(), "10/10/10/10/10/10/10/10/10/10 b 7 1");
    engine.silent("position startpos moves ");
    engine.silent("position startpos moves");
    engine.silent("position\tstartpos  moves\tH8,e5,b2");
    engine.silent("moves c8,e9,f2,i5");
    assert_eq!(engine.fen(), S_FEN);
}

#[test]
fn a_search_changes_nothing() {
    let mut engine = Engine::new();
    engine.silent(S);
    let before = engine.ask("d");
    assert!(before.contains(&format!("FEN: {S_FEN}")), "{before:?}");
    engine.send("go depth 3");
    engine.best();
    assert_eq!(engine.ask("d"), before);
}

#[test]
fn unknown_words_are_quoted_and_passed_over() {
    let mut engine = Engine::new();
    let error = engine.refused("joho isready-");
    assert!(error.contains("`joho isready-`"), "{error}");
    engine.send("joho isready");
    assert!(engine.line().contains("`joho`"));
    assert_eq!(engine.line(), "readyok");
    for line in ["", "   \t ", "# isready", "  # go", "debug on", "debug off"] {
        engine.silent(line);
    }
    assert!(engine.refused("ISREADY").contains("`ISREADY`"));
    assert!(engine.refused("debug maybe").contains("`maybe`"));
}

#[test]
fn searchmoves_restrict_the_search() {
    let mut engine = Engine::ugi();
    engine.silent(S);
    let start = Instant::now();
    engine.send("go searchmoves e6 movetime 100");
    assert_eq!(engine.best().pop().unwrap(), "bestmove e6");
    assert!(start.elapsed() < Duration::from_secs(1));
    engine.send("go depth 2 searchmoves a1 e6 nodes 1000");
    assert!(["bestmove a1", "bestmove e6"].contains(&engine.best().pop().unwrap().as_str()));
}

#[test]
fn every_limit_is_survived() {
    let mut engine = Engine::ugi();
    engine.silent(S);
    let position = parse_fen(S_FEN).unwrap();
    let huge = "9".repeat(30);
    let mut limits: Vec<String> = ["movetime 0", "nodes 1", "depth 0", "btime 1", "wtime 1", "p1time 1 p2time 1"]
        .iter()
        .map(|&limit| limit.to_owned())
        .collect();
    for keyword in ["depth", "nodes", "movetime", "btime", "wtime", "mate"] {
        limits.push(format!("{keyword} -5 depth 1"));
        limits.push(format!("{keyword} {huge} movetime 10"));
    }
    limits.push(format!("btime {huge} binc {huge} movestogo 0 depth 1"));
    limits.push(format!("btime -{huge} winc {huge} movestogo {huge}"));
    for limit in limits {
        let start = Instant::now();
        engine.send(&format!("go {limit}"));
        let lines = engine.best();
        assert!(start.elapsed() < Duration::from_secs(2), "{limit}");
        assert!(lines.iter().any(|line| line.starts_with("info ") && line.contains(" score ")), "{limit}");
        let best = lines[lines.len() - 1].strip_prefix("bestmove ").unwrap();
        read_move(best, &position).unwrap_or_else(|e| panic!("{limit}: {e}"));
    }
}

#[test]
fn the_first_line_ever_may_be_go() {
    let mut engine = Engine::new();
    engine.send("go depth 1");
    let best = engine.best().pop().unwrap();
    read_move(&best["bestmove ".len()..], &parse_fen("10/10/10/10/10/10/10/10/10/10 b").unwrap()).unwrap();
}

#[test]
fn stop_is_answered_once() {
    let mut engine = Engine::new();
    engine.send_all(&["go infinite", "ucinewgame", "isready", "stop"]);
    let lines = engine.best();
    assert!(lines.contains(&"readyok".into()) && lines.iter().any(|line| line.contains("`ucinewgame`")));
    engine.send_all(&["go infinite", "stop", "stop"]);
    engine.best();
    engine.silent("stop");
    assert_eq!(engine.quit(), Vec::<String>::new());
    let mut engine = Engine::process(&[]);
    engine.send_all(&["ugi", "stop", "quit"]);
    assert_eq!(engine.rest().pop().unwrap(), "ugiok");
}

#[test]
fn a_search_waits_for_the_one_before() {
    let mut engine = Engine::ugi();
    engine.send_all(&[S, "go movetime 50", "go depth 4"]);
    engine.best();
    let lines = engine.best();
    assert!(lines.iter().any(|line| field(line, "depth") == Some("4")), "{lines:?}");
}

#[test]
fn deep_searches_of_small_rests_end() {
    let mut engine = Engine::ugi();
    engine.silent(&format!("position fen {LAST_SQUARES}"));
    engine.send("go depth 60");
    assert!(engine.best().len() > 1);
}

#[test]
fn an_unlimited_search_hears() {
    let mut engine = Engine::process(&[]);
    engine.send("go infinite");
    engine.ready();
    assert_eq!(best_moves(&engine.ready()), 0);
    let start = Instant::now();
    assert_eq!(best_moves(&engine.quit()), 1);
    assert!(start.elapsed() < Duration::from_millis(1000) && PATIENCE > start.elapsed());
}

#[test]
fn the_last_info_is_exact_and_agrees_with_the_move() {
    let mut engine = Engine::ugi();
    engine.silent(S);
    for go in ["go p1time 100 p2time 100", "go depth 3", "go nodes 2000", "go movetime 30"] {
        engine.send(go);
        let lines = engine.best();
        let last = &lines[lines.len() - 2];
        assert!(last.starts_with("info ") && !last.contains("bound"), "{go}: {last}");
        let best = lines[lines.len() - 1].strip_prefix("bestmove ").unwrap();
        assert_eq!(field(last, "pv"), Some(best));
        for pv in lines.iter().filter_map(|line| line.split_once(" pv ")) {
            let mut position = parse_fen(S_FEN).unwrap();
            for word in pv.1.split(' ') {
                let mv = read_move(word, &position).unwrap();
                assert_eq!(mv.to_string(), word, "canonical");
                position = position.play(mv);
            }
        }
    }
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    let mut engine = Engine::ugi();
    engine.silent(&format!("position fen {OVER}"));
    engine.send("go movetime 100");
    let expected = ["info depth 0 score mate 0", "info string the game is over: Black has won", "bestmove 0000"];
    assert_eq!(engine.best(), expected);
    engine.silent("go infinite");
    engine.send("stop");
    assert_eq!(engine.best(), expected);
    engine.silent("go ponder movetime 10");
    engine.send("ponderhit");
    assert_eq!(engine.best(), expected);
    assert_eq!(engine.ask("query gameover"), ["response true"]);
    assert_eq!(engine.ask("query result"), ["response p1win"]);
    assert_eq!(engine.ask("legal"), ["legal 0"]);
    assert!(engine.refused("moves a1").contains("the game is over"));
    engine.send("go searchmoves a1");
    assert_eq!(best_moves(&engine.best()), 1);
}
