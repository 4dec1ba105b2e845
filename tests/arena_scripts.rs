//! The ready-made scripts, run with the scripted engine: real GNU parallel where it is installed, and what a Slurm job
//! would do.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod arena_common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use arena_common::scripted;
use veletas::notation::GameRecord;

fn script(folder: &Path, name: &str, words: &[&str]) -> Command {
    let mut command = Command::new(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name));
    command.current_dir(folder).env("ARENA", env!("CARGO_BIN_EXE_veletas-arena")).args(words);
    command
}

fn done(mut command: Command, code: i32) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert_eq!(status.code(), Some(code), "{said}");
    said
}

/// A match whose names and arguments need quoting.
fn match_words() -> Vec<String> {
    let cmd = format!("cmd={}", scripted().display());
    let words = ["match", "--engine", "name=it's a", &cmd, "--engine", "name=b $HOME", &cmd, "args=first"];
    let rest = ["--variant", "7x7", "--nodes", "1", "--games", "12", "--seed", "3"];
    words.into_iter().chain(rest).map(String::from).collect()
}

fn essences(file: PathBuf) -> Vec<(u64, String, String, Vec<String>)> {
    let text = std::fs::read_to_string(file).unwrap();
    let mut games: Vec<_> = text.lines().map(|line| GameRecord::from_json(line).unwrap()).collect();
    games.sort_by_key(|game| game.number);
    let moves = |game: &GameRecord| game.moves.iter().map(|mv| mv.mv.clone()).collect();
    games.iter().map(|game| (game.number, game.black.clone(), game.opening.clone(), moves(game))).collect()
}

fn straight(folder: &Path) -> Vec<(u64, String, String, Vec<String>)> {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_veletas-arena"));
    arena.current_dir(folder).args(match_words()).args(["--out", "straight"]);
    done(arena, 0);
    essences(folder.join("straight.jsonl"))
}

#[test]
fn wrong_arguments_get_a_usage_line() {
    let folder = tempfile::tempdir().unwrap();
    for (name, words) in [
        ("sprt.sh", &["HEAD"][..]),
        ("tournament.sh", &[]),
        ("tournament.sh", &["many"]),
        ("levels.sh", &[]),
        ("levels.sh", &["many"]),
        ("arena-parallel.sh", &["4", "out"]),
        ("arena-parallel.sh", &["four", "out", "match", "--games"]),
        ("arena-slurm.sh", &["0", "out", "match", "--games"]),
    ] {
        let said = done(script(folder.path(), name, words), 2);
        assert!(said.contains(&format!("usage: {name} ")), "{said}");
    }
}

#[test]
fn gnu_parallel_plays_shards() {
    let found = Command::new("parallel").arg("--version").output();
    if !found.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).starts_with("GNU parallel")) {
        assert!(std::env::var_os("CI").is_none(), "GNU parallel is not installed");
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let words: Vec<String> = ["3", "all"].map(String::from).into_iter().chain(match_words()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let said = done(script(folder.path(), "arena-parallel.sh", &words), 0);
    assert!(said.contains("it's a against b $HOME: ") && said.contains("of 12 games"), "{said}");
    assert_eq!(essences(folder.path().join("all.jsonl")), straight(folder.path()));
    // The same command again resumes finished shards.
    let again = done(script(folder.path(), "arena-parallel.sh", &words), 0);
    assert!(again.contains("shard 1\t4 of 4 games were finished before"), "{again}");
}

#[test]
fn a_slurm_array_plays_shards() {
    let folder = tempfile::tempdir().unwrap();
    let words: Vec<String> = ["2", "all"].map(String::from).into_iter().chain(match_words()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut dry = script(folder.path(), "arena-slurm.sh", &words);
    let jobs = done(
        {
            dry.env("DRY", "1");
            dry
        },
        0,
    );
    let (play, join) = jobs.split_at(jobs.rfind("#!/bin/sh").unwrap());
    assert!(play.contains("--array=1-2") && join.contains("merge"), "{jobs}");
    for task in ["1", "2"] {
        let mut job = Command::new("sh");
        done(
            {
                job.current_dir(folder.path()).args(["-c", play]).env("SLURM_ARRAY_TASK_ID", task);
                job
            },
            0,
        );
    }
    let mut job = Command::new("sh");
    let said = done(
        {
            job.current_dir(folder.path()).args(["-c", join]);
            job
        },
        0,
    );
    assert!(said.contains("of 12 games"), "{said}");
    assert_eq!(essences(folder.path().join("all.jsonl")), straight(folder.path()));
}
