//! The commands that look at games that were played: merge, report and board.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::commands::Done;
use super::error::ArenaError;
use super::journal::{Journal, Paths, State, read_state};
use super::merge::{Pool, ShardFile, merge};
use super::report::{ReportSubject, report_html};
use super::settings::Identification;
use super::standings::Standings;
use super::statistics::Sprt;
use super::{board_svg, schedule};
use crate::notation::{parse_fen, read_move};
use crate::rules::{Position, Variant};

/// How a report shall look.
pub struct Page<'a> {
    /// Its file.
    pub path: &'a Path,
    /// Its heading.
    pub title: Option<&'a str>,
    /// Whose progress is drawn.
    pub player: Option<&'a str>,
}

/// Pools shards, tells the result and writes the games to files called `name`.
///
/// # Errors
/// The shards do not belong together, or a file cannot be used.
pub fn merge_files(
    files: &[PathBuf],
    name: Option<&str>,
    games: Option<u64>,
    sprt: Option<Sprt>,
    out: &mut dyn Write,
) -> Result<Done, ArenaError> {
    let (pool, state) = read_pool(files, games)?;
    if let Some(name) = name {
        let configuration = pool.games.first().map(|game| game.configuration.clone()).unwrap_or_default();
        let unknown = Identification { configuration, settings: Default::default() };
        let whole = State {
            identification: state.as_ref().map_or(unknown, |state| state.identification.clone()),
            shard: schedule::Shard::ALL.to_string(),
            programs: state.as_ref().map(|state| state.programs.clone()).unwrap_or_default(),
        };
        let (mut journal, _) = Journal::open(Paths::of(name), &whole, true)?;
        pool.games.iter().try_for_each(|game| journal.append(game))?;
        writeln!(out, "games went to {} and {}", journal.paths().text.display(), journal.paths().lines.display())?;
    }
    let mut standings = Standings::new(names(&pool, state.as_ref()));
    pool.games.iter().for_each(|game| standings.add(game));
    for line in standings.report(sprt.as_ref()) {
        writeln!(out, "{line}")?;
    }
    if pool.missing.is_empty() {
        return Ok(Done::Complete);
    }
    let first: Vec<String> = pool.missing.iter().take(10).map(u64::to_string).collect();
    let more = if pool.missing.len() > first.len() { ", ..." } else { "" };
    writeln!(out, "{} games are missing: {}{more}", pool.missing.len(), first.join(", "))?;
    Ok(Done::Early)
}

/// Writes a page about the games of a run or its shards.
///
/// # Errors
/// The files do not belong together, or one cannot be used.
pub fn report_files(
    files: &[PathBuf],
    page: &Page<'_>,
    sprt: Option<Sprt>,
    out: &mut dyn Write,
) -> Result<Done, ArenaError> {
    let (pool, state) = read_pool(files, None)?;
    let stem = files.first().and_then(|file| file.file_stem()).unwrap_or_default().to_string_lossy();
    let names = names(&pool, state.as_ref());
    let html = report_html(&ReportSubject {
        title: page.title.unwrap_or(&stem),
        games: &pool.games,
        player: page.player.or_else(|| names.first().map(String::as_str)),
        sprt,
    });
    write(page.path, &html)?;
    writeln!(out, "{} games are drawn in {}", pool.games.len(), page.path.display())?;
    Ok(Done::Complete)
}

/// Draws a position, or what a move has made of it.
///
/// # Errors
/// There is no such position, a move is illegal, or the file cannot be written.
pub fn draw_board(
    fen: &str,
    moves: &[String],
    picture: Option<&Path>,
    out: &mut dyn Write,
) -> Result<Done, ArenaError> {
    let mut position = if fen.trim().is_empty() { Position::start(Variant::Ten) } else { parse_fen(fen)? };
    let mut last = None;
    for word in moves {
        let mv = read_move(word, &position)?;
        (position, last) = (position.play(mv), Some(mv));
    }
    let svg = board_svg(&position, last);
    match picture {
        Some(path) => write(path, &svg)?,
        None => writeln!(out, "{}", svg.trim_end())?,
    }
    Ok(Done::Complete)
}

/// The games of all files, and what the first run was begun with if that is known.
fn read_pool(files: &[PathBuf], games: Option<u64>) -> Result<(Pool, Option<State>), ArenaError> {
    let mut shards = Vec::new();
    let mut first: Option<(String, State)> = None;
    for path in files {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|reason| ArenaError::Path { path: path.clone(), reason })?;
        shards.push(ShardFile::parse(&name, &text)?);
        let Some(state) = read_state(&path.with_extension("run.json"))? else { continue };
        match &first {
            None => first = Some((name, state)),
            Some((first, begun)) => {
                let differences = begun.identification.differences(&state.identification);
                if !differences.is_empty() {
                    return Err(ArenaError::Shards { first: first.clone(), second: name, differences });
                }
            }
        }
    }
    Ok((merge(&shards, games)?, first.map(|(_, state)| state)))
}

/// The engines in the order in which they were given, or in which they are met.
fn names(pool: &Pool, state: Option<&State>) -> Vec<String> {
    let settings = state.map(|state| &state.identification.settings);
    let given = (1..).map_while(|i| settings?.get(&format!("engine {i}: name")).cloned());
    let mut names: Vec<String> = given.collect();
    for name in pool.games.iter().flat_map(|game| [&game.black, &game.white]) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn write(path: &Path, text: &str) -> Result<(), ArenaError> {
    fs::write(path, text).map_err(|reason| ArenaError::Path { path: path.into(), reason })
}
