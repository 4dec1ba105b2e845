//! What the commands answer, one by one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "it is a test")]

mod dialogue;

use dialogue::{Engine, S, S_FEN, best_moves, field};

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
