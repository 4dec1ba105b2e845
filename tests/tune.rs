//! Self-play and the weights fitted to it: files that outlive interruptions, and weights that predict better.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "it is a test")]

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use tempfile::TempDir;
use veletas::eval::{FEATURES, SKETCH_FEATURES, Weight, sketch_weights, weights};
use veletas::rules::{Position, Variant};
use veletas::tune::cli::Cli;
use veletas::tune::commands::execute;
use veletas::tune::file::read;
use veletas::tune::fit::{FitOptions, fit};
use veletas::tune::game::Rules;
use veletas::tune::label::Blend;
use veletas::tune::optimize::Options;
use veletas::tune::record::Game;
use veletas::tune::selfplay::run;
use veletas::tune::source::source;

const RULES: Rules = Rules { variant: Variant::Seven, seed: 5, nodes: 50, random_turns: 4, random_share: 50 };

const OPTIONS: FitOptions = FitOptions {
    blend: Blend { result_share: 0.6, scale: 200.0 },
    hold_out: 0.2,
    skip_claims: false,
    optimize: Options { pull: 0.01, steps: 200, threads: 2 },
};

/// A file of so many games in a folder of its own.
fn played(rules: &Rules, games: u64, threads: usize) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/some.games");
    let played = run(&path, rules, games, threads).unwrap();
    assert_eq!((played.before, played.games as u64), (0, games));
    (folder, path)
}

fn sorted(path: &Path) -> Vec<Game> {
    let mut games = read(path).unwrap().games;
    games.sort_by_key(|game| game.number);
    games
}

/// What a command line says, or why it fails.
fn tune(words: &[&str]) -> Result<String, String> {
    let cli = Cli::try_parse_from([&["veletas-tune"], words].concat()).map_err(|e| e.to_string())?;
    let mut out = Vec::new();
    execute(&cli.command, &mut out).map_err(|e| e.to_string())?;
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn games_depend_on_their_number_and_the_rules_alone() {
    let (_one, path) = played(&RULES, 12, 1);
    let (_two, other) = played(&RULES, 12, 2);
    let games = sorted(&path);
    assert_eq!(games, sorted(&other));
    assert!(games.iter().map(|game| game.number).eq(0..12));

    // A run that was torn at any byte of the last record plays what is missing.
    let bytes = fs::read(&path).unwrap();
    let last = games[11].to_bytes().len();
    for cut in [1, 5, last / 2, last - 3, last, last + 1] {
        fs::write(&path, &bytes[..bytes.len() - cut]).unwrap();
        let again = run(&path, &RULES, 12, 2).unwrap();
        assert_eq!((again.before, again.games), if cut <= last { (11, 1) } else { (10, 2) });
        assert_eq!(sorted(&path), games);
    }
    // Nothing is left to do, and a bigger run goes on where this one ended.
    assert_eq!(run(&path, &RULES, 12, 2).unwrap().games, 0);
    assert_eq!(run(&path, &RULES, 14, 2).unwrap().games, 2);
    assert_eq!(sorted(&path)[..12], games);
}

#[test]
fn a_torn_first_line_is_written_again() {
    let (_folder, path) = played(&RULES, 0, 1);
    let line = fs::read(&path).unwrap();
    for length in [0, 1, 30, line.len() - 1] {
        fs::write(&path, &line[..length]).unwrap();
        run(&path, &RULES, 0, 1).unwrap();
        assert_eq!(fs::read(&path).unwrap(), line);
    }
}

#[test]
fn games_are_what_was_asked_for() {
    for variant in Variant::ALL {
        let rules = Rules { variant, random_share: 0, nodes: 100, ..RULES };
        let (_folder, path) = played(&rules, 3, 2);
        let read = read(&path).unwrap();
        assert_eq!(read.rules, rules);
        for game in read.games {
            let random = game.turns.iter().take_while(|turn| turn.is_random()).count();
            assert!((2..=6).contains(&random) && !game.turns[random..].iter().any(|turn| turn.is_random()));
            let end = game.turns.iter().fold(Position::start(variant), |position, turn| position.play(turn.mv));
            // The last move is the mover's view of a proven result, unless it was one itself.
            let mover = !end.side();
            match (end.winner(), game.turns.last().unwrap().score) {
                (Some(winner), _) => assert_eq!(winner, game.winner),
                (None, 32_000) => assert_eq!(mover, game.winner),
                (None, score) => assert_eq!((score, !mover), (-32_000, game.winner)),
            }
        }
    }
}

#[test]
fn other_options_are_refused_with_both_values() {
    let (_folder, path) = played(&RULES, 1, 1);
    let before = fs::read(&path).unwrap();
    let others = [
        (Rules { nodes: 60, ..RULES }, "its nodes is 50, not 60"),
        (Rules { seed: 7, ..RULES }, "its seed is 5, not 7"),
        (Rules { variant: Variant::Nine, ..RULES }, "its variant is \"7x7\", not \"9x9\""),
        (
            Rules { random_turns: 1, random_share: 0, ..RULES },
            "its random share is 50, not 0; its random turns is 4, not 1",
        ),
    ];
    for (rules, reason) in others {
        let error = run(&path, &rules, 2, 1).unwrap_err().to_string();
        assert!(error.contains(reason) && error.contains("some.games"), "{error}");
    }
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn games_of_another_engine_are_not_mixed_in() {
    let (_folder, path) = played(&RULES, 2, 1);
    let bytes = fs::read(&path).unwrap();
    let mut game = read(&path).unwrap().games.pop().unwrap();
    let head = &bytes[..bytes.len() - game.to_bytes().len()];
    let turn = game.turns.iter_mut().find(|turn| !turn.is_random()).unwrap();
    turn.score += 1;
    fs::write(&path, [head, &game.to_bytes()].concat()).unwrap();
    let error = run(&path, &RULES, 3, 1).unwrap_err().to_string();
    assert!(error.contains("plays game 1 in another way"), "{error}");
}

#[test]
fn what_is_no_file_of_games_gets_one_clear_line() {
    let (folder, path) = played(&RULES, 2, 1);
    let bytes = fs::read(&path).unwrap();
    let name = path.to_str().unwrap();
    let out = folder.path().join("fitted.rs");
    let fit = || tune(&["fit", "--data", name, "--out", out.to_str().unwrap()]);
    let newline = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    for i in (0..bytes.len()).step_by(3).chain([newline]) {
        let mut bad = bytes.clone();
        bad[i] ^= 0x41;
        fs::write(&path, bad).unwrap();
        match read(&path) {
            // A digit of the first line, or a length that now reaches beyond the end.
            Ok(games) => assert!(games.rules != RULES || games.games.len() < 2, "byte {i}"),
            Err(reason) => assert!(reason.to_string().lines().count() == 1, "{reason}"),
        }
    }
    let mut bad = bytes.clone();
    bad[newline + 20] ^= 1;
    fs::write(&path, bad).unwrap();
    let error = fit().unwrap_err();
    assert!(error.contains(&format!("byte {}: the checksum of a game is", newline + 1)), "{error}");
    for (text, reason) in [("", "first line is ``"), ("{\"a\": 1}\n", "first line is `{\"a\": 1}`")] {
        fs::write(&path, text).unwrap();
        let error = fit().unwrap_err();
        assert!(error.contains("some.games` holds no self-play") && error.ends_with(reason), "{error}");
    }
    fs::write(&path, &bytes[..newline + 1]).unwrap();
    assert!(fit().unwrap_err().contains("the games of 7x7 have no position"));
    fs::remove_file(&path).unwrap();
    assert!(fit().unwrap_err().contains("some.games`: No such file"));
    assert!(!out.exists());
}

#[test]
fn fitted_weights_explain_the_games_better() {
    let (_folder, path) = played(&RULES, 60, 2);
    let (_other, ten) = played(&Rules { variant: Variant::Ten, nodes: 30, ..RULES }, 5, 2);
    let fitted = fit(&[path.clone(), ten, path], &OPTIONS).unwrap();
    let [seven, ten] = fitted.as_slice() else { panic!("{fitted:?}") };
    assert_eq!((seven.variant, ten.variant), (Variant::Seven, Variant::Ten));
    assert_eq!(
        (seven.sketch.training.games, seven.evaluation.held_out.games, ten.evaluation.held_out.games),
        (96, 24, 1)
    );
    for fitted in [seven, ten] {
        assert!((10.0..10_000.0).contains(&fitted.best_scale), "{fitted:?}");
        for (model, features) in [(&fitted.evaluation, FEATURES), (&fitted.sketch, SKETCH_FEATURES)] {
            let part = model.training;
            assert!(part.positions > 50 && model.features > 20 && model.weights.len() == features, "{model:?}");
            assert!(part.floor < part.unrounded && part.unrounded < part.before, "{model:?}");
            assert!((part.after - part.unrounded).abs() < 0.002, "{model:?}");
        }
        assert!(fitted.evaluation.training.unrounded < fitted.sketch.training.unrounded, "it sees more: {fitted:?}");
    }
    // The number of threads changes nothing.
    let single = FitOptions { optimize: Options { threads: 1, ..OPTIONS.optimize }, ..OPTIONS };
    let (_folder, path) = played(&RULES, 60, 1);
    let weights = |options| fit(std::slice::from_ref(&path), options).unwrap().remove(0).evaluation.weights;
    assert_eq!(weights(&single), weights(&OPTIONS));
}

#[test]
fn the_source_has_the_new_weights_and_keeps_the_others() {
    let (folder, path) = played(&RULES, 10, 2);
    let out = folder.path().join("fitted.rs");
    let words = ["fit", "--data", path.to_str().unwrap(), "--out", out.to_str().unwrap(), "--pull", "3"];
    let said = tune(&words).unwrap();
    assert!(said.contains("7x7: ") && said.contains("held out") && said.contains("The weights are in"), "{said}");
    let text = fs::read_to_string(&out).unwrap();
    assert!(text.contains("//! * 7x7: 10 games (50 nodes, seed 5), "), "{text}");
    assert!(text.contains("--scale 128 --pull 3 --hold-out 0.1`."), "{text}");
    assert_eq!(text.matches("weight(").count(), 3 * (FEATURES + SKETCH_FEATURES));
    assert!(text.lines().all(|line| line.len() <= 120));

    // Once more without games: the file keeps what it says.
    assert_eq!(source(&[], &OPTIONS, &text), text);

    // A new file has the engine's own weights for boards without games.
    let pair = |item: &str| {
        let (opening, late) = item.split_once(')').unwrap().0.split_once(", ").unwrap();
        Weight { opening: opening.parse().unwrap(), late: late.parse().unwrap() }
    };
    let found: Vec<Weight> = text.split("weight(").skip(1).map(pair).collect();
    let (evaluation, sketch) = found.split_at(Variant::ALL.len() * FEATURES);
    let others = [Variant::Nine, Variant::Ten];
    assert!(evaluation[FEATURES..].iter().eq(others.iter().flat_map(|&variant| weights(variant))));
    assert!(sketch[SKETCH_FEATURES..].iter().eq(others.iter().flat_map(|&variant| sketch_weights(variant))));
    assert!(evaluation[..FEATURES] != weights(Variant::Seven)[..]);
}

#[test]
fn wrong_words_are_quoted() {
    for (words, reason) in [
        ("selfplay --games 1 --out x --variant 8x8", "`8x8` is no variant"),
        ("selfplay --games 1 --out x --random-share 1001", "1001"),
        ("selfplay --games 1 --out x --nodes 0", "0 is not in"),
        ("selfplay --out x", "--games"),
        ("fit --data x --result-share 1.5", "`1.5` is no share between 0 and 1"),
        ("fit --data x --scale -5", "-5"),
        ("fit --data x --pull nan", "`nan` is no positive number"),
        ("fit", "--data"),
    ] {
        let error = tune(&words.split(' ').collect::<Vec<_>>()).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn setups_are_fitted_and_other_variants_keep_theirs() {
    let (folder, path) = played(&Rules { random_turns: 0, random_share: 0, ..RULES }, 40, 2);
    let out = folder.path().join("setup.rs");
    let say = tune(&["setup", "--data", path.to_str().unwrap(), "--out", out.to_str().unwrap()]).unwrap();
    assert!(say.starts_with("7x7: 32 games; 8 held out, loss "), "{say}");
    let text = fs::read_to_string(&out).unwrap();
    assert!(text.contains("//! * 7x7: 32 games"), "{text}");
    let weights: Vec<i32> = text.lines().filter_map(|line| line.trim().split_once(',')?.0.parse().ok()).collect();
    let kept = [Variant::Nine, Variant::Ten].map(|variant| *veletas::eval::setup_weights(variant));
    assert_eq!(weights.len(), 30);
    assert_eq!(weights[10..], kept.concat());
    assert_ne!(weights[..10], veletas::eval::setup_weights(Variant::Seven)[..]);
}
