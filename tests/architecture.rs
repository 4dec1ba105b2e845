//! The rooms of the house know only those before them, and only the session and the programs print.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "it is a test")]

use std::fs;
use std::path::{Path, PathBuf};

/// Each room may use only what stands left of it.
const ROOMS: [&str; 8] = ["rules", "notation", "eval", "search", "tools", "tune", "protocol", "arena"];

/// Who may write to the standard output; the programs in `src/bin` may, too.
const PRINTERS: [&str; 2] = ["protocol/session.rs", "main.rs"];

/// What writes to the standard output.
const PRINTING: [&str; 3] = ["println!", "print!", "stdout()"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The lines of a text without comments, with each `use` on the line where it begins.
fn code_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut open = None;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default().trim_end();
        let begins = line.trim_start();
        let is_use = begins.starts_with("use ") || begins.starts_with("pub use ") || begins.starts_with("pub(");
        if let Some(first) = open {
            let first: &mut String = &mut lines[first];
            first.push_str(line.trim());
            lines.push(String::new());
        } else {
            lines.push(line.to_owned());
        }
        if line.ends_with(';') {
            open = None;
        } else if is_use && line.contains("use ") && open.is_none() {
            open = Some(lines.len() - 1);
        }
    }
    lines
}

/// The file's path below `src` and its code.
fn code() -> Vec<(String, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 30);
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        (path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/"), code_lines(&text))
    };
    files.iter().map(read).collect()
}

/// The rooms that a line names after `crate::`, also as `use crate::{...}`.
fn rooms_named(line: &str) -> Vec<&str> {
    let mut rooms = Vec::new();
    for rest in line.split("crate::").skip(1) {
        let list = rest.strip_prefix('{').map_or(rest, |list| list);
        let names = if list.len() < rest.len() { list.split(',').collect() } else { vec![rest] };
        rooms.extend(names.into_iter().map(|name| {
            let name = name.trim();
            let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len());
            &name[..end]
        }));
    }
    rooms
}

/// What is wrong with the line of a file in a room.
fn fault(room: &str, depth: usize, line: &str) -> Option<String> {
    let rank = |name: &str| ROOMS.iter().position(|room| *room == name);
    let own = rank(room)?;
    if let Some(later) = rooms_named(line).into_iter().find(|name| rank(name).is_some_and(|other| other > own)) {
        return Some(format!("{room} uses {later}"));
    }
    // `super` in the file of a room is the room itself, once more it would be the crate.
    let climbed = line.split(|c: char| c.is_whitespace() || "({[&<".contains(c));
    let highest = climbed.map(|path| path.matches("super::").count()).max().unwrap_or(0);
    (highest > depth).then(|| format!("{room} leaves its room by `super`: {line}"))
}

#[test]
fn rooms_know_only_those_before_them() {
    let mut faults = Vec::new();
    for (path, lines) in code() {
        let folders: Vec<&str> = path.split('/').collect();
        let room = folders[0].trim_end_matches(".rs");
        if !ROOMS.contains(&room) {
            assert!(["lib.rs", "main.rs", "bin"].contains(&folders[0]), "{path} is in no room");
            continue;
        }
        // Every `mod` in a file, such as that of its tests, is one level more.
        let file = if path.ends_with("/mod.rs") { folders.len() - 2 } else { folders.len() - 1 };
        let mut inner = 0;
        for (i, line) in lines.iter().enumerate() {
            inner += usize::from(line.trim_start().starts_with("mod ") && line.ends_with('{'));
            faults.extend(fault(room, file + inner, line).map(|fault| format!("{path}:{}: {fault}", i + 1)));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn turned_arrows_are_found() {
    let lines = code_lines("use crate::{\n    rules::Move, // crate::arena\n    search::{Score, Line},\n};\nfn f() {}");
    assert!(
        fault("notation", 1, &lines[0]).is_some() && lines[4] == "fn f() {}" && !lines[0].contains("arena"),
        "{lines:?}"
    );
    assert!(fault("rules", 1, "use crate::search::Score;").is_some());
    assert!(fault("search", 1, "    let x = crate::tools::bench(crate::rules::y());").is_some());
    assert!(fault("search", 1, "use crate::{rules::Move, protocol::Session};").is_some());
    assert!(fault("search", 1, "use super::super::tools::bench;").is_some());
    assert!(fault("tools", 1, "use crate::search::Searcher;").is_none());
    assert!(fault("tools", 2, "use super::super::bench;").is_none());
}

#[test]
fn only_the_session_and_the_programs_print() {
    for (path, lines) in code() {
        if PRINTERS.contains(&path.as_str()) || path.starts_with("bin/") {
            continue;
        }
        for line in lines {
            // `eprintln!` is an error stream's; logs have their own way.
            let line = line.replace("eprint", "");
            assert!(!PRINTING.iter().any(|word| line.contains(word)), "{path} prints: {line}");
        }
    }
}
