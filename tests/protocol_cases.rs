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
fn bad_go_lines_are_answered() {
    let mut engine = Engine::ugi();
    engine.silent(S);
    for (line, reason) in [
        ("go searchmoves", "at least one move"),
        ("go searchmoves movetime 100", "at least one move"),
        ("go searchmoves e6 j1-a1/f4 depth 1", "`searchmoves` 2: `j1-a1/f4`"),
        ("go depth", "`depth` needs a number"),
        ("go depth abc", "not `abc`"),
        ("go movetime 1.5", "not `1.5`"),
        ("go infinite nodes x", "not `x`"),
        ("go wtime depth 3", "not `depth`"),
        ("go perft", "`perft` needs a number"),
    ] {
        let lines = engine.ask(line);
        assert_eq!(lines.len(), 2, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string error: ") && lines[0].contains(reason), "{lines:?}");
        assert_eq!(lines[1], "bestmove 0000");
    }
    engine.send("go deep depth 1 Infinite");
    let lines = engine.best();
    assert!(lines[0].starts_with("info string error: ") && lines[0].contains("`deep Infinite`"), "{lines:?}");
    assert_eq!(best_moves(&lines), 1);
    assert_ne!(lines[lines.len() - 1], "bestmove 0000");
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
fn options_keep_their_values_when_refused() {
    let mut engine = Engine::new();
    for line in [
        "setoption name hAsH value 32",
        "setoption name Clear Hash",
        "setoption name clear  hash value true",
        "setoption name move overhead value 5",
        "setoption name UCI_ShowWDL value TRUE",
        "setoption name Debug Log File value <empty>",
        "setoption name Debug Log File",
        "setoption name ownbook value false",
    ] {
        engine.silent(line);
    }
    for (line, word) in [
        ("setoption Ponder value false", "`Ponder`"),
        ("setoption", "`name`"),
        ("setoption name", "name of an option"),
        ("setoption name value 3", "name of an option"),
        ("setoption name debug value false", "`debug`"),
        ("setoption name Threads value 0", "`0`"),
        ("setoption name Threads value -1", "`-1`"),
        ("setoption name Threads value 99999999999", "`99999999999`"),
        ("setoption name Threads value abc", "`abc`"),
        ("setoption name Threads", "Threads"),
        ("setoption name Variant value 8x8", "`8x8`"),
        ("setoption name Ponder value maybe", "`maybe`"),
        ("setoption name Debug Log File value /no/such/directory/log", "`/no/such/directory/log`"),
    ] {
        let error = engine.refused(line);
        assert!(error.contains(word), "{line}: {error}");
    }
    let lines = engine.quit();
    assert_eq!(lines, Vec::<String>::new());
}

#[test]
fn a_variant_is_what_startpos_means() {
    let mut engine = Engine::new();
    engine.silent("setoption name Variant value 7X7");
    assert_eq!(engine.fen(), "10/10/10/10/10/10/10/10/10/10 b 7 1");
    engine.silent("position startpos");
    assert_eq!(engine.fen(), "7/7/7/7/7/7/7 b 3 1");
    engine.silent("position fen 9/9/9/9/9/9/9/9/9 b");
    engine.silent("ucinewgame");
    assert_eq!(engine.fen(), "7/7/7/7/7/7/7 b 3 1");
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
fn several_best_moves_are_reported_to_the_end() {
    let mut engine = Engine::ugi();
    engine.silent("setoption name MultiPV value 3");
    engine.silent(S);
    engine.send("go depth 2");
    let lines = engine.best();
    let last = &lines[lines.len() - 4..lines.len() - 1];
    for (i, line) in last.iter().enumerate() {
        assert_eq!(field(line, "multipv").unwrap(), (i + 1).to_string(), "{lines:?}");
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

#[test]
fn queries_are_always_answered() {
    let mut engine = Engine::new();
    engine.silent(S);
    for searching in [false, true] {
        if searching {
            engine.send("go infinite");
        }
        for (line, answer) in [
            ("query p1turn", "response true"),
            ("query gameover", "response false"),
            ("query result", "response none"),
            ("query legal e6", "response true"),
            ("query legal e5", "response false"),
            ("query legal nonsense", "response false"),
            ("query legal", "response unknown"),
            ("query", "response unknown"),
            ("query weather", "response unknown"),
        ] {
            engine.send(line);
            let lines = engine.until(|line| line.starts_with("response "));
            assert_eq!(lines[lines.len() - 1], answer, "{line}");
        }
        assert_eq!(engine.fen(), S_FEN);
    }
}

#[test]
fn moves_come_back_and_colours_swap() {
    let mut engine = Engine::new();
    assert!(engine.refused("undo").contains("no move"));
    assert!(engine.refused("flip").contains("setup"));
    engine.silent(S);
    engine.silent("moves e6");
    let after = engine.fen();
    engine.silent("flip");
    assert_ne!(engine.fen(), after);
    engine.silent("flip");
    assert_eq!(engine.fen(), after);
    engine.silent("flip");
    engine.silent("undo");
    assert_eq!(engine.fen(), S_FEN);
    engine.silent("undo");
    engine.silent("undo");
    assert_eq!(engine.fen(), "10/10/10/10/10/10/10/10/10/10 b 7 1");
    engine.refused("undo");
}

#[test]
fn people_see_inside() {
    let mut engine = Engine::new();
    engine.silent("position fen 2s1s2/7/7/7/s6/7/7 b 0 3");
    let legal = engine.ask("legal");
    let words: Vec<&str> = legal[0].split(' ').collect();
    assert_eq!((legal.len(), words[0]), (1, "legal"));
    let number: usize = words[1].parse().unwrap();
    assert_eq!(number, words.len() - 2);
    for line in ["perft 1", "go perft 1", "perft 1 listing", "perft 1 playing"] {
        engine.send(line);
        let lines = engine.until(|line| line.starts_with("info string time"));
        assert_eq!(lines.len(), number + 2);
        assert_eq!(lines[number], format!("Nodes searched: {number}"));
        assert!(lines[..number].iter().all(|line| line.ends_with(": 1")));
    }
    engine.send("perft 0");
    assert_eq!(engine.line(), "Nodes searched: 1");
    engine.line();
    assert!(engine.refused("perft").contains("number"));
    assert!(engine.refused("perft two").contains("`two`"));
    assert!(engine.refused("perft 1 guessing").contains("`guessing`"));
    assert!(!engine.ask("eval").is_empty());
    assert!(engine.ask("compiler")[0].contains("rustc"));
    assert!(engine.ask("help").len() > 20);
    assert!(engine.ask("help go").len() > 3);
    assert!(engine.refused("help me").contains("`me`"));
    engine.send("bench");
    let last = engine.until(|line| line.ends_with(" nps")).pop().unwrap();
    let words: Vec<&str> = last.split(' ').collect();
    assert!(words[0].parse::<u64>().is_ok() && words[1] == "nodes" && words[2].parse::<u64>().is_ok());
    engine.ready();
}

#[test]
fn the_dialects_differ_where_they_should() {
    let mut engine = Engine::new();
    engine.silent("setoption name Ponder value true");
    engine.silent("setoption name UCI_ShowWDL value true");
    for (handshake, words) in [("uci", 4), ("ugi", 2)] {
        engine.send(handshake);
        let lines = engine.until(|line| line == format!("{handshake}ok"));
        assert!(lines[0].starts_with("id name Veletas") && lines[1].starts_with("id author"));
        assert!(lines.len() > 15);
        engine.silent(S);
        engine.send("go depth 2");
        let lines = engine.best();
        assert_eq!(lines[lines.len() - 1].split(' ').count(), words, "{lines:?}");
        let info = &lines[lines.len() - 2];
        let wdl: Vec<u32> =
            info.split(" wdl ").nth(1).unwrap().split(' ').take(3).map(|w| w.parse().unwrap()).collect();
        assert_eq!((wdl[0] + wdl[2], wdl[1]), (1000, 0));
    }
}
