//! The engine as a process: arguments, exit codes, closed pipes, and dialogues as the arenas hold them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "it is a test")]

mod dialogue;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use dialogue::{Engine, S, S_FEN, best_moves};

/// Runs the program on an input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_veletas"));
    let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(String::from).collect()
}

fn serve(input: &[u8]) -> Vec<String> {
    let output = run(&[], input);
    assert_eq!(output.status.code(), Some(0));
    lines(&output.stdout)
}

#[test]
fn silent_until_asked() {
    assert_eq!(serve(b""), Vec::<String>::new());
    assert_eq!(serve(b"\n# hello\n\n"), Vec::<String>::new());
}

#[test]
fn line_ends_and_the_lack_of_them() {
    assert_eq!(serve(b"isready\r\n\tisready\r\nisready"), ["readyok"; 3]);
    let answers = serve(b"ugi\r\nisready\r\n");
    assert_eq!(answers[answers.len() - 2..], ["ugiok", "readyok"]);
    assert_eq!(best_moves(&serve(b"go depth 1")), 1);
    assert!(serve(b"go depth 1\nd\n").pop().unwrap().starts_with("Key: "));
    assert_eq!(best_moves(&serve(b"go infinite")), 1);
}

#[test]
fn monstrous_lines_are_refused() {
    let mut input = b"position startpos moves ".to_vec();
    input.resize(20 << 20, b'a');
    input.extend(b"\nisready\n\xff\xfe\x00\x1b\nisready\n");
    let answers = serve(&input);
    assert_eq!(answers.len(), 4, "{answers:?}");
    assert!(answers[0].starts_with("info string error: ") && answers[0].contains("1048576 bytes"));
    assert!(answers[2].starts_with("info string error: ") && !answers[2].contains('\x1b'));
    assert_eq!((answers[1].as_str(), answers[3].as_str()), ("readyok", "readyok"));
}

#[test]
fn unknown_arguments_are_warned_about() {
    let output = run(&["--game", "ataxx"], b"isready\n");
    assert_eq!((output.status.code(), lines(&output.stdout)), (Some(0), vec!["readyok".into()]));
    let warning = lines(&output.stderr);
    assert!(warning.len() == 1 && warning[0].contains("--game ataxx"), "{warning:?}");
}

#[test]
fn known_words_run_once() {
    let perft = |arguments: &[&str]| lines(&run(arguments, b"").stdout).iter().rev().nth(1).unwrap().clone();
    let small = "7/7/7/7/7/7/7 b";
    assert_eq!(perft(&["perft", "2", small]), "Nodes searched: 35580");
    assert_eq!(perft(&["perft", "2", "listing", small]), "Nodes searched: 35580");
    assert_eq!(perft(&["perft", "playing", "1", "7/7/7/7/7/7/7", "b"]), "Nodes searched: 49");
    assert_eq!(perft(&["perft", "1"]), "Nodes searched: 129984");
    assert!(lines(&run(&["d", small], b"").stdout).contains(&"FEN: 7/7/7/7/7/7/7 b 3 1".into()));
    assert!(lines(&run(&["legal", small], b"").stdout)[0].starts_with("legal 49 a1 a2 "));
    for word in ["--help", "--version", "help", "eval", "compiler"] {
        let output = run(&[word], b"");
        assert!(output.status.success() && !output.stdout.is_empty() && output.stderr.is_empty(), "{word}");
    }
}

#[test]
fn the_benchmark_is_the_same_on_every_run() {
    let nodes = |input: &[u8], arguments: &[&str]| {
        let output = run(arguments, input);
        assert_eq!(output.status.code(), Some(0));
        let last = lines(&output.stdout).pop().unwrap();
        assert!(last.ends_with(" nps"), "{last}");
        last.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let first = nodes(b"", &["bench"]);
    assert_eq!(first, nodes(b"", &["bench"]));
    let disturbed = b"setoption name Threads value 2\nsetoption name Skill Level value 3\ngo depth 2\nbench\n";
    assert_eq!(first, nodes(disturbed, &[]));
}

#[test]
fn wrong_usage_has_a_code_and_a_reason() {
    for (arguments, reason) in [
        (vec!["perft"], "number"),
        (vec!["perft", "two"], "`two`"),
        (vec!["perft", "1", "7/7 b"], "2 ranks"),
        (vec!["bench", "fast"], "`fast`"),
        (vec!["help", "me"], "`me`"),
        (vec!["d", "nonsense"], "`nonsense`"),
    ] {
        let output = run(&arguments, b"");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        let error = lines(&output.stderr);
        assert!(error.len() == 1 && error[0].contains(reason), "{error:?}");
    }
}

#[test]
fn a_closed_output_ends_the_engine_quietly() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_veletas"));
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "isready").unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut String::new()).unwrap();
    drop(stdout);
    // The input stays open: the engine must notice by itself that nobody reads.
    writeln!(stdin, "go infinite\nisready").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn the_dialogue_is_logged_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("the log.txt");
    let name = path.to_str().unwrap();
    serve(format!("setoption name Debug Log File value {name}\nisready\nquit\n").as_bytes());
    serve(format!("setoption name debug log file value {name}\njoho\n").as_bytes());
    let text = fs::read_to_string(path).unwrap();
    let start = ">> isready\n<< readyok\n>> quit\n>> joho\n<< info string error: unknown command `joho`";
    assert!(text.starts_with(start), "{text}");
}

#[test]
fn quit_is_quick() {
    for go in ["go infinite", "go ponder", "perft 9", "bench"] {
        let mut engine = Engine::process(&[]);
        engine.send(go);
        engine.ready();
        let start = Instant::now();
        engine.quit();
        assert!(start.elapsed() < Duration::from_millis(500), "{go}: {:?}", start.elapsed());
    }
}

/// As cutegames talks: two engines, one of them the judge.
#[test]
fn a_game_in_the_manner_of_cutegames() {
    let mut engines = [Engine::process(&["--game", "ataxx"]), Engine::process(&[])];
    for engine in &mut engines {
        engine.send("ugi");
        engine.until(|line| line == "ugiok");
        let settings = [
            "setoption name debug value false",
            "setoption name ownbook value false",
            "setoption name variant value 7x7",
        ];
        engine.send_all(&settings);
        assert_eq!(engine.ready().len(), 1, "one error line for the unknown option");
    }
    for clock in ["p1time 1000 p2time 1000 p1inc 10 p2inc 10", "movetime 5"] {
        for engine in &mut engines {
            assert!(engine.ready().is_empty());
        }
        engines.iter_mut().for_each(|engine| engine.send("uginewgame"));
        let mut moves = String::new();
        loop {
            let position = format!("position startpos{}{moves}", if moves.is_empty() { "" } else { " moves" });
            engines[0].send_all(&[&position, "query p1turn"]);
            let mover = usize::from(engines[0].line() != "response true");
            let engine = &mut engines[mover];
            assert!(engine.ready().is_empty());
            engine.send_all(&[&position, &position, "query gameover"]);
            match engine.line().as_str() {
                "response true" => break,
                answer => assert_eq!(answer, "response false"),
            }
            engine.send(&format!("go {clock}"));
            let best = engine.best().pop().unwrap();
            let words: Vec<&str> = best.split(' ').collect();
            assert_eq!(words.len(), 2);
            moves.push_str(&format!(" {}", words[1]));
        }
        let results = engines.each_mut().map(|engine| {
            engine.send_all(&[&format!("position startpos moves{moves}"), "query gameover", "query result"]);
            assert_eq!(engine.line(), "response true");
            engine.line()
        });
        assert!(results[0] == results[1] && ["response p1win", "response p2win"].contains(&results[0].as_str()));
    }
    for engine in engines {
        assert!(engine.quit().is_empty());
    }
}

/// As cutergames talks: new processes, ten milliseconds a move.
#[test]
fn a_game_in_the_manner_of_cutergames() {
    let mut engines = [Engine::process(&[]), Engine::process(&[])];
    for engine in &mut engines {
        engine.send("ugi");
        engine.until(|line| line == "ugiok");
        engine.ready();
        engine.send(&format!("position fen {S_FEN}"));
    }
    loop {
        engines[0].send("query gameover");
        if engines[0].line() == "response true" {
            break;
        }
        engines[0].send("query p1turn");
        let mover = usize::from(engines[0].line() != "response true");
        assert!(engines[mover].ready().is_empty());
        engines[mover].send("go movetime 10");
        let answers = engines[mover].best();
        assert!(answers.iter().all(|line| line.len() >= 8));
        let mv = answers[answers.len() - 1].strip_prefix("bestmove ").unwrap().to_owned();
        engines.iter_mut().for_each(|engine| engine.send(&format!("moves {mv}")));
    }
    engines[0].send("query result");
    assert!(["response p1win", "response p2win"].contains(&engines[0].line().as_str()));
    for mut engine in engines {
        engine.send("stop");
        assert!(engine.quit().is_empty());
    }
}

#[test]
fn a_big_table_does_not_delay_the_search() {
    let mut engine = Engine::process(&[]);
    engine.send_all(&["ugi", "setoption name Hash value 1024"]);
    engine.ready();
    engine.silent(S);
    let start = Instant::now();
    engine.send("go movetime 10");
    engine.best();
    // Twice the permitted time: other tests run on the same machine.
    assert!(start.elapsed() < Duration::from_millis(40), "{:?}", start.elapsed());
}

#[test]
fn short_searches_keep_their_time() {
    let mut engine = Engine::process(&[]);
    engine.silent(S);
    let mut times: Vec<Duration> = (0..100)
        .map(|_| {
            engine.ready();
            let start = Instant::now();
            engine.send("go movetime 10");
            engine.best();
            start.elapsed()
        })
        .collect();
    times.sort();
    // The slowest may have been disturbed by other tests on the same machine.
    assert!(times[80] < Duration::from_millis(20), "{times:?}");
}

#[test]
fn a_solved_position_is_held_without_work() {
    let mut engine = Engine::process(&[]);
    engine.send("position fen s1bwbws/bwbwbw1/wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/1swbwbw b 0 46");
    for (go, end) in [("go infinite", "stop"), ("go ponder depth 60", "ponderhit")] {
        engine.send(go);
        // Long enough to solve it.
        thread::sleep(Duration::from_millis(1500));
        let before = engine.ticks();
        thread::sleep(Duration::from_millis(500));
        if let (Some(before), Some(after)) = (before, engine.ticks()) {
            assert!(after - before < 10, "{go}: {} ticks", after - before);
        }
        assert_eq!(best_moves(&engine.ready()), 0);
        engine.send(end);
        engine.best();
    }
}
