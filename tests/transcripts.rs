//! Replays the dialogues in `protocol.md`, so that the reference cannot go stale.
//!
//! In a block marked `transcript`, a line `> X` is sent and a line `< X` must be answered; `...` in it stands for any
//! text, and `< ...` alone for any number of lines. Nothing else may be answered until the end of the block.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "it is a test")]

mod dialogue;

use std::fs;
use std::path::Path;

use dialogue::Engine;
use veletas::protocol::{VERBS, option_lines};

fn reference() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md")).unwrap()
}

/// The blocks, each with the number of its first line.
fn transcripts(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut blocks: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for (i, line) in text.lines().enumerate() {
        match line {
            "```transcript" => {
                blocks.push((i + 2, Vec::new()));
                inside = true;
            }
            "```" => inside = false,
            _ if inside => blocks.last_mut().unwrap().1.push(line),
            _ => (),
        }
    }
    blocks
}

/// Whether `line` is what `pattern` says, in which `...` stands for any text.
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("...");
    let first = parts.next().unwrap();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// What is wrong with a transcript that begins on line `start`.
fn replay(mut engine: Engine, start: usize, block: &[&str]) -> Result<(), String> {
    // Whether lines that do not match may be passed over.
    let mut any = false;
    for (i, line) in block.iter().enumerate() {
        let at = start + i;
        if *line == "< ..." {
            any = true;
        } else if let Some(text) = line.strip_prefix('>') {
            engine.send(text.strip_prefix(' ').unwrap_or(text));
        } else if let Some(pattern) = line.strip_prefix("< ") {
            loop {
                match engine.next() {
                    None => return Err(format!("line {at}: the engine has left instead of `{pattern}`")),
                    Some(answer) if matches(pattern, &answer) => break,
                    Some(_) if any => (),
                    Some(answer) => return Err(format!("line {at}: `{answer}` instead of `{pattern}`")),
                }
            }
            any = false;
        } else {
            return Err(format!("line {at}: neither `>` nor `<`: {line}"));
        }
    }
    match engine.quit() {
        rest if any || rest.is_empty() => Ok(()),
        rest => Err(format!("after line {}: {rest:#?}", start + block.len() - 1)),
    }
}

fn check(blocks: &[(usize, Vec<&str>)], engine: impl Fn() -> Engine) {
    let faults: Vec<String> =
        blocks.iter().filter_map(|(start, block)| replay(engine(), *start, block).err()).collect();
    assert!(faults.is_empty(), "protocol.md is wrong:\n{}", faults.join("\n"));
}

#[test]
fn the_reference_is_true_in_memory() {
    let text = reference();
    let blocks = transcripts(&text);
    assert!(blocks.len() > 20, "{} transcripts", blocks.len());
    check(&blocks, Engine::new);
}

#[test]
fn the_reference_is_true_of_the_program() {
    let text = reference();
    check(&transcripts(&text), || Engine::process(&[]));
}

#[test]
fn a_wrong_example_is_noticed() {
    let right = ["> query result", "< response none", "> joho isready", "< ...", "< readyok"];
    replay(Engine::new(), 1, &right).unwrap();
    for wrong in [
        &["> query result", "< response draw"][..],
        &["> query result"],
        &["> query result", "< response no"],
        &["> joho isready", "< readyok"],
        &["> quit", "< readyok"],
        &["query result"],
    ] {
        replay(Engine::new(), 1, wrong).unwrap_err();
    }
    assert!(matches("a ... c ...", "a b c d") && matches("...", "") && matches("ab", "ab"));
    assert!(!matches("a ... c", "a b d") && !matches("ab", "abc") && !matches("b...", "ab"));
}

#[test]
fn nothing_is_left_out() {
    let text = reference();
    for (word, _) in VERBS {
        assert!(text.contains(&format!("`{word}`")) || text.contains(&format!("`{word} ")), "{word} is not described");
        assert!(text.contains(&format!("> {word}")), "{word} has no example");
    }
    for line in option_lines() {
        assert!(text.contains(&line), "{line}");
        let name = line["option name ".len()..].split(" type ").next().unwrap();
        assert!(text.contains(&format!("| {name} |")), "{name} is not described");
    }
}
