//! What happens to lines that come while a search runs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "it is a test")]

mod dialogue;

use std::thread;
use std::time::{Duration, Instant};

use dialogue::{Engine, S, S_FEN, best_moves};
use veletas::protocol::{Event, Session, SessionError};

/// Counting that takes about half a second and has few root moves.
const LONG: [&str; 2] = ["position fen 7/7/7/7/7/7/7 b", "perft 3 playing"];

/// An engine with a long, limited search under way.
fn busy() -> Engine {
    let mut engine = Engine::ugi();
    engine.send_all(&[S, "go movetime 800"]);
    engine
}

#[test]
fn some_commands_are_obeyed_at_once() {
    let mut engine = busy();
    let start = Instant::now();
    for (line, last) in [
        ("isready", "readyok"),
        ("query p1turn", "response true"),
        ("joho", "info string error: unknown command `joho`, `help` lists the commands"),
        ("uci", "uciok"),
        ("ugi", "ugiok"),
    ] {
        engine.send(line);
        assert_eq!(best_moves(&engine.until(|line| line == last)), 0);
    }
    for line in ["help", "help go", "compiler", "debug off", "ponderhit", "", "# nothing", "isready"] {
        engine.send(line);
    }
    assert_eq!(best_moves(&engine.until(|line| line == "readyok")), 0);
    let lines = engine.best();
    assert!(start.elapsed() > Duration::from_millis(700));
    assert!(lines.iter().all(|line| line.len() >= 8), "{lines:?}");
}

#[test]
fn other_commands_wait_in_order_behind_a_search_that_ends() {
    let mut engine = busy();
    engine.send_all(&["moves e6", "query fen", "undo", "isready", "query fen", "d", "setoption name Hash value x"]);
    engine.best();
    let fen = format!("response {S_FEN}");
    assert_ne!(engine.line(), fen, "this query waits behind `moves`");
    assert_eq!((engine.line().as_str(), engine.line()), ("readyok", fen));
    engine.until(|line| line.starts_with("Key: "));
    assert!(engine.line().starts_with("info string error: option Hash"));
    assert_eq!(engine.ready(), Vec::<String>::new());
}

#[test]
fn counting_is_waited_for_like_a_search() {
    let mut engine = Engine::new();
    engine.send_all(&LONG);
    engine.send_all(&["isready", "position startpos", "query fen"]);
    let lines = engine.until(|line| line.starts_with("response"));
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
    assert!(place("readyok") < place("Nodes searched: 35651136"));
    assert_eq!(lines[lines.len() - 1], "response 10/10/10/10/10/10/10/10/10/10 b 7 1");
}

#[test]
fn an_unlimited_search_refuses_what_it_cannot_bear() {
    let mut engine = Engine::ugi();
    engine.silent(S);
    for search in
        ["go infinite", "go", "go searchmoves e6 f6", "go ponder movetime 10", "go infinite depth 1 movetime 1"]
    {
        engine.send(search);
        for line in [
            "position startpos",
            "moves e6",
            "go depth 1",
            "setoption name Hash value 1",
            "ucinewgame",
            "uginewgame",
            "d",
            "eval",
            "legal",
            "perft 1",
            "flip",
            "undo",
            "bench",
            "position nonsense",
        ] {
            engine.send(line);
            let lines = engine.until(|line| line.starts_with("info string error: "));
            let word = line.split(' ').next().unwrap();
            assert!(lines[lines.len() - 1].contains(&format!("`{word}` is refused")), "{line}: {lines:?}");
            assert_eq!(best_moves(&lines), 0, "{search}");
        }
        assert_eq!(best_moves(&engine.ready()), 0);
        engine.send("stop");
        engine.best();
        assert_eq!(engine.fen(), S_FEN);
    }
}

#[test]
fn stopped_searches_are_waited_for() {
    let mut engine = Engine::ugi();
    engine.send_all(&[S, "go infinite", "stop", "moves e6", "undo", "query fen"]);
    engine.best();
    assert_eq!(engine.line(), format!("response {S_FEN}"));
}

#[test]
fn stop_belongs_to_the_last_go() {
    let mut engine = busy();
    let start = Instant::now();
    engine.send_all(&["d", "stop"]);
    engine.best();
    assert!(start.elapsed() < Duration::from_millis(600), "a waiting `d` does not hold `stop` up");
    engine.until(|line| line.starts_with("Key: "));

    // This one is for the second search, so the first goes on.
    let start = Instant::now();
    engine.send_all(&["go movetime 300", "go infinite", "stop"]);
    engine.best();
    assert!(start.elapsed() > Duration::from_millis(200), "the first search was stopped");
    engine.best();
    assert_eq!(best_moves(&engine.ready()), 0);
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_waiting_search_whose_stop_has_come_lets_others_wait() {
    let mut engine = busy();
    engine.send_all(&["go infinite", "moves e6", "query p1turn", "stop", "undo", "go depth 1", "query p1turn"]);
    engine.best();
    let lines = engine.best();
    assert!(!lines.iter().any(|line| line.contains("refused")), "{lines:?}");
    assert_eq!(engine.line(), "response false");
    let lines = engine.best();
    assert_eq!(lines.iter().filter(|line| *line == "response true").count(), 1, "{lines:?}");
}

#[test]
fn a_waiting_unlimited_search_refuses_once_it_runs() {
    let mut engine = Engine::ugi();
    engine.send_all(&[S, "go movetime 50", "go infinite", "d"]);
    engine.best();
    engine.until(|line| line.contains("`d` is refused"));
    engine.send("stop");
    engine.best();
}

#[test]
fn a_waiting_ponderer_whose_ponderhit_has_come_plays() {
    let mut engine = Engine::ugi();
    let start = Instant::now();
    engine.send_all(&[S, "go movetime 100", "go ponder movetime 100", "d", "ponderhit"]);
    engine.best();
    engine.best();
    assert!(start.elapsed() < Duration::from_secs(2));
    engine.until(|line| line.starts_with("Key: "));
}

#[test]
fn pondering_waits_for_ponderhit_or_stop() {
    let mut engine = Engine::ugi();
    engine.silent(S);
    for (go, end) in [
        ("go ponder depth 1", "ponderhit"),
        ("go ponder depth 1", "stop"),
        ("go ponder movetime 20", "ponderhit"),
        ("go ponder btime 1000 wtime 1000", "ponderhit"),
        ("go ponder", "stop"),
        ("go infinite depth 1", "stop"),
    ] {
        engine.send(go);
        thread::sleep(Duration::from_millis(60));
        assert_eq!(best_moves(&engine.ready()), 0, "{go}");
        engine.send(end);
        engine.best();
        assert_eq!(best_moves(&engine.ready()), 0, "{go}");
    }
    engine.silent("ponderhit");
    engine.send_all(&["go infinite", "ponderhit"]);
    assert_eq!(best_moves(&engine.ready()), 0);
    engine.send("stop");
    engine.best();
}

#[test]
fn after_ponderhit_the_search_is_limited() {
    let mut engine = Engine::ugi();
    engine.silent(S);
    engine.send("go ponder movetime 300");
    engine.ready();
    engine.send_all(&["d", "ponderhit", "query fen", "moves e6", "query p1turn"]);
    let lines = engine.best();
    assert!(lines.iter().any(|line| line.contains("`d` is refused")));
    assert!(lines.contains(&format!("response {S_FEN}")));
    assert_eq!(engine.line(), "response false");
}

#[test]
fn stop_ends_counting_too() {
    for line in ["perft 9", "go perft 9", "bench"] {
        let mut engine = Engine::new();
        engine.send_all(&["position fen 7/7/7/7/7/7/7 b", line, "stop"]);
        let lines = engine.ask("d");
        assert_eq!(best_moves(&lines), 0);
        assert_eq!(best_moves(&engine.quit()), 0);
    }
}

#[test]
fn quit_drops_what_waits() {
    let mut engine = busy();
    let start = Instant::now();
    engine.send_all(&["d", "go infinite", "isready"]);
    let lines = engine.quit();
    assert!(start.elapsed() < Duration::from_millis(600));
    assert_eq!(best_moves(&lines), 1);
    assert!(lines[lines.len() - 1].starts_with("bestmove "), "{lines:?}");

    let mut engine = Engine::new();
    engine.send_all(&LONG);
    assert_eq!(best_moves(&engine.quit()), 0);
}

#[test]
fn quit_overtakes_what_is_being_caught_up() {
    let mut engine = Engine::new();
    engine.send_all(&LONG);
    (0..20_000).for_each(|_| engine.send("d"));
    engine.until(|line| line.starts_with("Key: "));
    let drawn = engine.quit().iter().filter(|line| line.starts_with("Key: ")).count();
    assert!(drawn < 10_000, "{drawn} of the waiting lines were obeyed");
}

#[test]
fn the_end_of_input_runs_what_waits() {
    let mut engine = busy();
    engine.send_all(&["go infinite", "moves e6", "go ponder", "perft 1", "query p1turn"]);
    engine.end_input();
    let lines = engine.rest();
    assert_eq!(best_moves(&lines), 3);
    assert!(lines.contains(&"response false".into()));
    assert!(lines[lines.len() - 2].starts_with("Nodes searched: "));
}

#[test]
fn the_end_of_input_stops_what_is_unlimited() {
    for go in ["go infinite", "go ponder movetime 10", "go"] {
        let mut engine = Engine::ugi();
        engine.send_all(&[S, go]);
        engine.ready();
        engine.end_input();
        assert_eq!(best_moves(&engine.rest()), 1, "{go}");
    }
    let mut engine = Engine::ugi();
    let start = Instant::now();
    engine.send_all(&[S, "go movetime 200"]);
    engine.end_input();
    assert_eq!(best_moves(&engine.rest()), 1);
    assert!(start.elapsed() > Duration::from_millis(150), "a limited search is finished");
}

#[test]
fn nothing_is_lost_however_fast_lines_come() {
    let mut engine = Engine::ugi();
    engine.silent(S);
    for _ in 0..200 {
        engine.send_all(&["go depth 1", "moves e6", "undo", "go infinite", "stop", "query fen"]);
    }
    engine.send("d");
    let lines = engine.until(|line| line.starts_with("Key: "));
    assert_eq!(best_moves(&lines), 400);
    assert!(!lines.iter().any(|line| line.contains("error")), "{lines:?}");
    let answers: Vec<&String> = lines.iter().filter(|line| line.starts_with("response ")).collect();
    assert_eq!(answers, vec![&format!("response {S_FEN}"); 200]);
}

#[test]
fn a_crash_is_no_silence() {
    let (sender, events) = std::sync::mpsc::sync_channel(1);
    sender.send(Event::Crashed).unwrap();
    let end = Session::new(std::io::sink(), false, events, sender).unwrap().run();
    assert!(matches!(end, Err(SessionError::Crashed)), "{end:?}");
}
