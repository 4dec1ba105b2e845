//! Whole runs of the program: nothing is lost, nothing is played twice, and wrong commands say why.

mod arena_common;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use arena_common::scripted;
use veletas::notation::{Cause, GameRecord, parse_fen, read_games, read_move, write_fen};
use veletas::rules::Color;

/// A command of the arena in a folder of its own, with two scripted engines.
fn arena(folder: &Path, command: &str, deeds: [&str; 2], words: &[&str]) -> Command {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_veletas-arena"));
    arena.current_dir(folder).arg(command);
    for (name, deeds) in ["a", "b"].iter().zip(deeds) {
        let (cmd, args) = (format!("cmd={}", scripted().display()), format!("args={deeds}"));
        arena.args(["--engine", &format!("name={name}"), &cmd, &args]);
    }
    arena.args(["--variant", "7x7", "--nodes", "1", "--out", "run"]).args(words);
    arena.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    arena
}

fn done(mut command: Command, code: i32) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert_eq!(status.code(), Some(code), "{stdout}{stderr}");
    format!("{stdout}{stderr}")
}

/// The games of a run, by number, once it has been seen that both files say the same and every game is legal.
fn games(folder: &Path, name: &str) -> BTreeMap<u64, GameRecord> {
    let lines = std::fs::read_to_string(folder.join(format!("{name}.jsonl"))).unwrap();
    let mut games = BTreeMap::new();
    for line in lines.lines() {
        let game = GameRecord::from_json(line).unwrap();
        let start = parse_fen(&game.opening).unwrap();
        let end = game.moves.iter().fold(start, |position, mv| position.play(read_move(&mv.mv, &position).unwrap()));
        if game.termination.cause == Cause::Normal {
            assert_eq!(end.winner(), game.winner);
        }
        assert!(games.insert(game.number, game).is_none(), "a game was played twice");
    }
    let text = std::fs::read_to_string(folder.join(format!("{name}.pgn"))).unwrap();
    let (mut written, length) = read_games(&text).unwrap();
    written.sort_by_key(|game| game.number);
    assert_eq!((written, length), (games.values().cloned().collect(), text.len()));
    games
}

/// What does not depend on when a game was played.
fn essence(game: &GameRecord) -> (u64, u64, String, String, String, Vec<String>, Option<Color>) {
    let moves = game.moves.iter().map(|mv| mv.mv.clone()).collect();
    (game.number, game.pair, game.black.clone(), game.white.clone(), game.opening.clone(), moves, game.winner)
}

fn wait_for_games(folder: &Path, count: usize, run: &mut Child) {
    let deadline = Instant::now() + Duration::from_secs(30);
    let counted = || std::fs::read_to_string(folder.join("run.jsonl")).map_or(0, |text| text.lines().count());
    while counted() < count {
        assert!(Instant::now() < deadline, "no games");
        assert!(run.try_wait().unwrap().is_none(), "the run has ended");
        std::thread::sleep(Duration::from_millis(3));
    }
}

#[test]
fn a_match_plays_every_opening_twice() {
    let folder = tempfile::tempdir().unwrap();
    let said = done(arena(folder.path(), "match", ["", ""], &["--games", "8", "--concurrency", "2"]), 0);
    let games = games(folder.path(), "run");
    assert_eq!(games.keys().copied().collect::<Vec<_>>(), (1..=8).collect::<Vec<_>>());
    for pair in 1..=4 {
        let (one, two) = (&games[&(2 * pair - 1)], &games[&(2 * pair)]);
        assert_eq!((one.pair, two.pair, &one.opening), (pair, pair, &two.opening));
        assert_eq!((one.black.as_str(), one.white.as_str()), ("a", "b"));
        assert_eq!((two.black.as_str(), two.white.as_str()), ("b", "a"));
        // Equal engines play the same game with either colours.
        assert_eq!(essence(one).5, essence(two).5);
        assert_eq!(parse_fen(&one.opening).unwrap().turn(), 5);
    }
    assert!(games.values().all(|game| game.termination.cause == Cause::Normal && game.time_control == "nodes=1"));
    assert!(said.contains("a against b: 4 - 4 of 8 games"), "{said}");
    assert!(said.contains("pairs with 0, 1/2, 1, 3/2, 2 points: 0, 0, 4, 0, 0"), "{said}");
    let black = games.values().filter(|game| game.winner == Some(Color::Black)).count();
    assert!(said.contains(&format!("Black won {black} of 8 games")), "{said}");
}

#[test]
fn a_killed_run_goes_on_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let run = || arena(folder.path(), "match", ["late=1", "late=1"], &["--games", "40", "--concurrency", "2"]);
    for (kill, torn) in [(3, ""), (9, "{\"number\":39,\"pair"), (17, "")] {
        let mut child = run().spawn().unwrap();
        wait_for_games(folder.path(), kill, &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
        // What a kill in the middle of writing leaves behind.
        let append = |name: &str, text: &[u8]| {
            let file = std::fs::OpenOptions::new().append(true).open(folder.path().join(name));
            file.unwrap().write_all(text).unwrap();
        };
        append("run.jsonl", torn.as_bytes());
        if !torn.is_empty() {
            append("run.pgn", b"[Event \"torn\"]\n[Date \"20");
        }
    }
    let said = done(run(), 0);
    assert!(said.contains("of 40 games were finished before"), "{said}");
    assert_eq!(games(folder.path(), "run").len(), 40);
    // The text is mended from the lines, whatever happened to it.
    std::fs::write(folder.path().join("run.pgn"), "nothing that I know\n\n[x").unwrap();
    done(run(), 0);
    let mended = games(folder.path(), "run");
    let straight = tempfile::tempdir().unwrap();
    done(arena(straight.path(), "match", ["late=1", "late=1"], &["--games", "40", "--concurrency", "2"]), 0);
    let straight = games(straight.path(), "run");
    assert_eq!(mended.values().map(essence).collect::<Vec<_>>(), straight.values().map(essence).collect::<Vec<_>>());
}

#[test]
fn shards_together_are_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--games", "20", "--openings", "random", "--plies", "3", "--seed", "9"];
    done(arena(folder.path(), "match", ["", "first"], &words), 0);
    let whole = games(folder.path(), "run");
    let mut parts = BTreeMap::new();
    for part in ["1/3", "2/3", "3/3"] {
        let name = format!("part{}", &part[..1]);
        let mut shard = arena(folder.path(), "match", ["", "first"], &words);
        shard.args(["--shard", part, "--out", &name]);
        // The last --out counts.
        done(shard, 0);
        for (number, game) in games(folder.path(), &name) {
            assert_eq!(game.configuration, whole[&number].configuration);
            assert!(parts.insert(number, game).is_none(), "game {number} is in two shards");
        }
    }
    assert_eq!(parts.values().map(essence).collect::<Vec<_>>(), whole.values().map(essence).collect::<Vec<_>>());
}

#[test]
fn a_run_is_not_resumed_with_other_settings() {
    let folder = tempfile::tempdir().unwrap();
    done(arena(folder.path(), "match", ["", ""], &["--games", "2"]), 0);
    for (words, reason) in [
        (&["--seed", "2"][..], "seed is `2`, not `1`"),
        (&["--each", "option.Move Overhead=3"], "engine 1: option Move Overhead is `3`, not unset"),
        (&["--margin", "9"], "margin is `9ms`, not `5ms`"),
        (&["--shard", "1/2"], "shard is `1/2`, not `1/1`"),
    ] {
        let mut words = words.to_vec();
        words.extend(["--games", "2"]);
        let said = done(arena(folder.path(), "match", ["", ""], &words), 1);
        assert!(said.contains("was begun with other settings") && said.contains(reason), "{said}");
    }
    let said = done(arena(folder.path(), "match", ["", "first"], &["--games", "2"]), 1);
    assert!(said.contains("engine 2: arguments is `first`, not ``"), "{said}");
    assert_eq!(games(folder.path(), "run").len(), 2);
    // More games of the same kind are welcome, and so is a new start.
    done(arena(folder.path(), "match", ["", ""], &["--games", "6"]), 0);
    assert_eq!(games(folder.path(), "run").len(), 6);
    done(arena(folder.path(), "match", ["", "first"], &["--games", "4", "--fresh"]), 0);
    assert_eq!(games(folder.path(), "run").len(), 4);
}

#[test]
fn two_arenas_do_not_write_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let run = || arena(folder.path(), "match", ["late=5", ""], &["--games", "100"]);
    let mut first = run().spawn().unwrap();
    wait_for_games(folder.path(), 1, &mut first);
    let said = done(run(), 1);
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(said.contains("`run.jsonl` is being written by another arena"), "{said}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_finishes_the_games_that_run() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = tempfile::tempdir().unwrap();
    let run = |late| arena(folder.path(), "match", [late, late], &["--games", "40", "--concurrency", "2"]);
    let mut child = run("late=5").spawn().unwrap();
    wait_for_games(folder.path(), 3, &mut child);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{said}");
    let count = games(folder.path(), "run").len();
    assert!((3..20).contains(&count), "{count}");
    assert!(said.contains(&format!("of {count} games, score")), "{said}");
    assert!(said.contains(&format!("ended early after {count} of 40 games; the same command goes on")), "{said}");

    // A second Ctrl-C drops them, however long they would take.
    let folder = tempfile::tempdir().unwrap();
    let mut child = arena(folder.path(), "match", ["late=60000@3", ""], &["--games", "2"]).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while !folder.path().join("run.run.json").exists() {
        assert!(Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(3));
    }
    std::thread::sleep(Duration::from_millis(300));
    for _ in 0..2 {
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        std::thread::sleep(Duration::from_millis(100));
    }
    let asked = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
    assert_eq!(games(folder.path(), "run").len(), 0);
}

#[test]
fn a_match_goes_on_after_crashes_and_counts_them() {
    let folder = tempfile::tempdir().unwrap();
    let said = done(arena(folder.path(), "match", ["", "crash@2"], &["--games", "4"]), 0);
    let games = games(folder.path(), "run");
    assert!(games.values().all(|game| game.termination.cause == Cause::Crash && game.winner.is_some()));
    assert!(games.values().all(|game| game.player(game.winner.unwrap()) == "a"));
    assert!(said.contains("game 1: b loses by crash. White: the program ended before `bestmove`"), "{said}");
    assert!(said.contains("b lost 4 by crash"), "{said}");
}

#[test]
fn a_hopeless_run_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let said = done(arena(folder.path(), "match", ["crash@1", "crash@1"], &["--games", "100"]), 1);
    assert!(said.contains("given up: 20 games in a row ended before the first move; the last one: Black:"), "{said}");
}

#[test]
fn an_sprt_stops_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--elo0", "0", "--elo1", "50", "--concurrency", "2"];
    let said = done(arena(folder.path(), "sprt", ["", "illegal"], &words), 0);
    let count = games(folder.path(), "run").len();
    assert!((10..100).contains(&count), "{count}");
    assert!(said.contains("H1 accepted: a gain"), "{said}");
    // The same command again has nothing left to do.
    let again = done(arena(folder.path(), "sprt", ["", "illegal"], &words), 0);
    assert!(again.contains("H1 accepted: a gain"), "{again}");
    assert_eq!(games(folder.path(), "run").len(), count);
    let folder = tempfile::tempdir().unwrap();
    let said = done(arena(folder.path(), "sprt", ["illegal", ""], &words), 0);
    assert!(said.contains("H0 accepted"), "{said}");
}

#[test]
fn a_tournament_has_a_cross_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engines.toml");
    let cmd = scripted().display().to_string();
    std::fs::write(
        &file,
        format!(
            "[each]\ncmd = {cmd:?}\nnodes = 1\n[[engine]]\nname = \"good\"\n[[engine]]\nname = \"bad\"\nargs = \
             [\"illegal\"]\n[[engine]]\nname = \"uci\"\nproto = \"uci\"\n"
        ),
    )
    .unwrap();
    let run = |words: &[&str]| {
        let mut arena = Command::new(env!("CARGO_BIN_EXE_veletas-arena"));
        arena
            .current_dir(folder.path())
            .args(["tournament", "--config", "engines.toml", "--variant", "7x7"])
            .args(words);
        done(arena, 0)
    };
    let said = run(&["--games", "4", "--out", "robin"]);
    assert_eq!(games(folder.path(), "robin").len(), 12);
    assert!(said.contains(" 3. bad         8       0  0.0 %"), "{said}");
    assert!(said.contains("bad lost 8 by illegal move"), "{said}");
    run(&["--games", "2", "--kind", "gauntlet", "--out", "gauntlet"]);
    let gauntlet = games(folder.path(), "gauntlet");
    assert!(gauntlet.len() == 4 && gauntlet.values().all(|game| game.black == "good" || game.white == "good"));
}

#[test]
fn openings_come_from_a_list_or_from_the_engines() {
    let folder = tempfile::tempdir().unwrap();
    let fens = ["7/3s3/7/3s3/5sb/7/5w1 b 0 5", "7/7/3s3/5w1/6s/1b1s3/7 b 0 5"];
    std::fs::write(folder.path().join("book.fen"), format!("# two\n{}\n\n{}\n", fens[0], fens[1])).unwrap();
    done(arena(folder.path(), "match", ["", ""], &["--games", "4", "--openings", "book.fen"]), 0);
    let mut seen: Vec<String> = games(folder.path(), "run").into_values().map(|game| game.opening).collect();
    seen.sort();
    assert_eq!(seen, [fens[0], fens[0], fens[1], fens[1]]);
    assert_eq!(write_fen(&parse_fen(fens[0]).unwrap()), fens[0]);
    done(arena(folder.path(), "match", ["", ""], &["--games", "2", "--openings", "engines", "--fresh"]), 0);
    let games = games(folder.path(), "run");
    assert!(games.values().all(|game| game.opening == "7/7/7/7/7/7/7 b 3 1" && game.moves[1].mv.contains(',')));
}

#[test]
fn wrong_commands_say_why() {
    let folder = tempfile::tempdir().unwrap();
    for (words, code, reason) in [
        (&["--games", "7"][..], 1, "--games 7 is no even number above 0"),
        (&["--each", "tc=soon"], 1, "--each: tc=`soon` is not a time control"),
        (&["--engine", "name=c", "cmd=x"], 1, "match takes two engines, not 3"),
        (&["--engine", "name"], 1, "--engine 3: `name` is not of the form key=value"),
        (&["--movetime", "0"], 1, "--movetime: movetime=`0` is not"),
        (&["--openings", "nowhere.fen"], 1, "the openings `nowhere.fen` cannot be read"),
        (&["--config", "nowhere.toml"], 1, "`nowhere.toml`: No such file"),
        (&["--variant", "8x8"], 2, "`8x8` is no variant"),
        (&["--bogus"], 2, "--bogus"),
    ] {
        let said = done(arena(folder.path(), "match", ["", ""], words), code);
        assert!(said.contains(reason), "{said}");
    }
    let said = done(arena(folder.path(), "match", ["hello", ""], &["--games", "2"]), 1);
    assert!(said.contains("engine `a`: the program ended before"), "{said}");
    let said = done(arena(folder.path(), "match", ["", ""], &["--games", "2", "--each", "option.Nonsense=1"]), 0);
    assert!(said.contains("warning: engine `b` does not know option `Nonsense`"), "{said}");
}

/// A command that looks at files.
fn look(folder: &Path, words: &[&str], code: i32) -> String {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_veletas-arena"));
    arena.current_dir(folder).args(words);
    done(arena, code)
}

#[test]
fn merged_shards_say_what_the_whole_says() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--games", "12", "--seed", "4"];
    let result = |said: &str| {
        let lines = said.lines().filter(|line| !line.starts_with("games ") && !line.contains(" ms a move"));
        lines.map(String::from).collect::<Vec<_>>()
    };
    let whole = done(arena(folder.path(), "match", ["", "first"], &words), 0);
    for part in ["1", "2"] {
        let mut shard = arena(folder.path(), "match", ["", "first"], &words);
        shard.args(["--shard", &format!("{part}/2"), "--out", &format!("part{part}")]);
        done(shard, 0);
    }
    let merged = look(folder.path(), &["merge", "part1.jsonl", "part2.jsonl", "--games", "12", "--out", "all"], 0);
    assert_eq!(result(&merged), result(&whole));
    let essences = |name| games(folder.path(), name).values().map(essence).collect::<Vec<_>>();
    assert_eq!(essences("all"), essences("run"));
    // The merged run is complete: the command that plays the whole has nothing left to do.
    let mut again = arena(folder.path(), "match", ["", "first"], &words);
    again.args(["--out", "all"]);
    assert!(done(again, 0).contains("12 of 12 games were finished before"));

    let partly = look(folder.path(), &["merge", "part2.jsonl", "--games", "12", "--sprt"], 130);
    assert!(partly.contains("6 games are missing: 1, 2, 5, 6, 9, 10") && partly.contains("LLR "), "{partly}");
    let twice = look(folder.path(), &["merge", "part1.jsonl", "run.jsonl"], 1);
    assert!(twice.contains("game 1 is in part1.jsonl and again in run.jsonl"), "{twice}");
    done(arena(folder.path(), "match", ["", ""], &["--games", "2", "--out", "other"]), 0);
    let other = look(folder.path(), &["merge", "part1.jsonl", "other.jsonl"], 1);
    assert!(other.contains("`part1.jsonl` and `other.jsonl` do not belong together"), "{other}");
    assert!(other.contains("engine 2: arguments is `first`, not ``; seed is `4`, not `1`"), "{other}");
}

#[test]
fn reports_and_boards_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    done(arena(folder.path(), "match", ["", "first"], &["--games", "6"]), 0);
    look(folder.path(), &["report", "run.jsonl", "--out", "page.html", "--title", "A & B", "--sprt"], 0);
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("<h1>A &amp; B</h1>") && page.trim_end().ends_with("</html>") && page.contains("<svg"));
    assert!(!page.contains("http://") || !page.contains("src="), "the page needs the network");

    let svg = look(folder.path(), &["board", "7/7/7/7/7/7/7", "b", "3", "1", "--moves", "d4", "a1,g7"], 0);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    look(folder.path(), &["board", "--out", "start.svg"], 0);
    assert!(std::fs::read_to_string(folder.path().join("start.svg")).unwrap().starts_with("<svg"));
    let bad = look(folder.path(), &["board", "7/7/7/7/7/7/7 b 3 1", "--moves", "d4", "d5,g7"], 1);
    assert!(bad.contains("`d5,g7` is illegal: shooters on d4 and d5 would be adjacent"), "{bad}");
    assert!(look(folder.path(), &["board", "8/8"], 1).contains("bad FEN: the board `8/8` has 2 ranks"));
}
