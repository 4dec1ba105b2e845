//! An engine for tests of the arena: it plays the first or a random legal move, and misbehaves where its arguments say.
//!
//! Each argument is `DEED` or `DEED@N`, where N counts the `go` commands of the process from 1 (without it: always):
//! `crash`, `exit`, `stall`, `deaf` (reads nothing more), `flood` (prints for ever, no answer), `longline` (a line
//! without an end), `illegal`, `null`, `nonsense`, `nomove` (an empty `bestmove`), `twice` (two answers),
//! `late=MS` (answers after so long), `garbage` (noise between the lines), `lie` (about the result),
//! `silent` (no handshake), `hello` (ends before the handshake), `stubborn` (ignores `quit`),
//! `marker=FILE` (misbehaves only while there is no such file, and makes it when it does), `first` (no randomness),
//! `log=FILE` (appends what it hears).

use std::fs::OpenOptions;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

use veletas::notation::{parse_fen, read_move};
use veletas::rules::{Color, Move, Position, Variant};

/// What the arguments say.
struct Script {
    deeds: Vec<(String, Option<u64>)>,
}

impl Script {
    fn read() -> Self {
        let deed = |argument: String| match argument.split_once('@') {
            Some((deed, number)) => (deed.into(), number.parse().ok()),
            None => (argument, None),
        };
        Self { deeds: std::env::args().skip(1).map(deed).collect() }
    }

    /// Whether a deed is due at the `go` of that number. With a marker file, only the first time.
    fn does(&self, deed: &str, number: u64) -> bool {
        let due = self.deeds.iter().any(|(name, at)| name == deed && at.is_none_or(|at| at == number));
        match self.value("marker") {
            Some(file) if due => std::fs::File::create_new(file).is_ok(),
            _ => due,
        }
    }

    /// What stands behind `NAME=`.
    fn value(&self, name: &str) -> Option<&str> {
        self.deeds.iter().find_map(|(deed, _)| deed.strip_prefix(name)?.strip_prefix('='))
    }

    fn late(&self, number: u64) -> Duration {
        let due = |at: &Option<u64>| at.is_none_or(|at| at == number);
        let late = self.deeds.iter().filter(|(_, at)| due(at)).find_map(|(deed, _)| deed.strip_prefix("late="));
        Duration::from_millis(late.and_then(|ms| ms.parse().ok()).unwrap_or(0))
    }
}

fn say(line: &str) {
    // A closed pipe is how the arena ends an engine that does not quit.
    if writeln!(stdout(), "{line}").and_then(|()| stdout().flush()).is_err() {
        std::process::exit(0);
    }
}

fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

fn position(words: &str) -> Option<Position> {
    let (fen, moves) = words.strip_prefix("fen ")?.split_once(" moves ").unwrap_or((&words[4..], ""));
    let start = parse_fen(fen).ok()?;
    moves.split_whitespace().try_fold(start, |position, word| Some(position.play(read_move(word, &position).ok()?)))
}

/// A legal move that the position alone decides.
fn choose(position: &Position, first: bool) -> Option<Move> {
    if position.is_setup() {
        let mut setup = None;
        let mut skip = if first { 0 } else { position.hash() % 20 };
        let _ = position.for_each_setup(|squares| {
            setup = Move::setup(squares);
            skip = skip.saturating_sub(1);
            if skip == 0 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
        });
        return setup;
    }
    let moves = position.moves();
    let index = if first { 0 } else { position.hash() % (moves.len().max(1) as u64) };
    moves.get(index as usize).copied()
}

fn go(script: &Script, position: &Position, number: u64) {
    if script.does("crash", number) {
        eprintln!("scripted: crashing as asked");
        std::process::abort();
    }
    if script.does("exit", number) {
        std::process::exit(3);
    }
    if script.does("stall", number) || script.does("deaf", number) {
        sleep_for_ever();
    }
    if script.does("flood", number) {
        loop {
            say("blah blah blah");
            say("response none");
            say("info depth 1");
        }
    }
    if script.does("longline", number) {
        loop {
            let _ = stdout().write_all(&[b'x'; 4096]);
        }
    }
    std::thread::sleep(script.late(number));
    say(&format!("info depth 3 multipv 1 score cp {} nodes 42 time 1 pv x", position.hash() % 100));
    let best = choose(position, script.does("first", 0)).map_or("0000".into(), |mv| mv.to_string());
    let words = [("illegal", "bestmove a1-a1/a1"), ("null", "bestmove 0000"), ("nomove", "bestmove")];
    let wrong = words.iter().find(|(deed, _)| script.does(deed, number)).map(|(_, answer)| *answer);
    if script.does("nonsense", number) {
        say("bestmove \u{1b}[31mO-O-O\u{7}");
    } else {
        say(&wrong.map_or_else(|| format!("bestmove {best} ponder {best}"), String::from));
    }
    if script.does("twice", number) {
        say(&format!("bestmove {best}"));
    }
}

fn result(position: &Position, lie: bool) -> &'static str {
    match (position.winner(), lie) {
        (None, _) => "none",
        (Some(Color::Black), false) | (Some(Color::White), true) => "p1win",
        (Some(Color::White), false) | (Some(Color::Black), true) => "p2win",
    }
}

fn main() {
    let script = Script::read();
    if script.does("hello", 0) {
        return;
    }
    let mut current = Position::start(Variant::Ten);
    let mut number = 0;
    for line in stdin().lock().lines() {
        let Ok(line) = line else { return };
        if let Some(file) = script.value("log")
            && let Ok(mut log) = OpenOptions::new().append(true).create(true).open(file)
        {
            let _ = writeln!(log, "{line}");
        }
        if script.does("garbage", 0) {
            let _ = stdout()
                .write_all(b"\xff\xfe\0noise\r\n\n\nbest move\ninfo\ninfo score\ninfo depth x score cp\noption\nid\n");
        }
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "ugi" | "uci" if !script.does("silent", 0) => {
                say("id name Scripted");
                say("option name Variant type combo default 10x10 var 7x7 var 9x9 var 10x10");
                say("option name Move Overhead type spin default 10 min 0 max 100");
                say(&format!("{word}ok"));
            }
            "isready" => say("readyok"),
            "position" => match position(rest) {
                Some(position) => current = position,
                None => say("info string error: bad position"),
            },
            "query" => say(&format!("response {}", result(&current, script.does("lie", 0)))),
            "go" => {
                number += 1;
                go(&script, &current, number);
            }
            "quit" if !script.does("stubborn", 0) => return,
            _ => {}
        }
    }
    if script.does("stubborn", 0) {
        sleep_for_ever();
    }
}
