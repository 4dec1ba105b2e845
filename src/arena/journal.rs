//! The files of a run: every finished game is in them before the next one counts, whatever kills the arena.
//!
//! `NAME.jsonl` is the truth: a line is appended when a game ends. `NAME.pgn` says the same for people and is mended
//! from it. `NAME.run.json` tells what the run was begun with. A line or game that a kill has torn is cut off.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::settings::Identification;
use crate::notation::{GameRecord, quote, read_games, write_game};

/// The open files of a run.
#[derive(Debug)]
pub struct Journal {
    lines: File,
    text: File,
    paths: Paths,
}

/// The files of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// One JSON line per game.
    pub lines: PathBuf,
    /// The games as text.
    pub text: PathBuf,
    /// What the run was begun with.
    pub state: PathBuf,
}

/// What the run was begun with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What its games are like.
    #[serde(flatten)]
    pub identification: Identification,
    /// The part of the schedule that is played here, such as `2/4`.
    pub shard: String,
    /// The fingerprints of the engines' programs, by the engines' names.
    pub programs: BTreeMap<String, String>,
}

/// The files of a run cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system refuses.
    #[error("{}: {reason}", quote(&.path.to_string_lossy()))]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// Another arena is at work.
    #[error("{} is being written by another arena", quote(&.0.to_string_lossy()))]
    Busy(PathBuf),
    /// A line in the middle is no record of this run.
    #[error("line {line} of {} is no record: {reason}", quote(&.path.to_string_lossy()))]
    Line {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// Why.
        reason: String,
    },
    /// The run was begun with something else.
    #[error(
        "{} was begun with other settings: {}. Give the same settings, another --out, or --fresh to start over",
        quote(&.path.to_string_lossy()),
        .differences.join("; ")
    )]
    Different {
        /// The state file.
        path: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
}

impl Paths {
    /// The files of the run called `name`, which may be a path.
    pub fn of(name: &str) -> Self {
        let with = |ending: &str| PathBuf::from(format!("{name}{ending}"));
        Self { lines: with(".jsonl"), text: with(".pgn"), state: with(".run.json") }
    }
}

impl Journal {
    /// Opens the files of a run, new or begun before, and mends them. Returns the finished games, too.
    ///
    /// # Errors
    /// They cannot be used; nothing was changed then, unless by the system.
    pub fn open(paths: Paths, state: &State, fresh: bool) -> Result<(Self, Vec<GameRecord>), JournalError> {
        if let Some(folder) = paths.lines.parent() {
            fs::create_dir_all(folder).map_err(|reason| file(folder, reason))?;
        }
        let mut lines = open(&paths.lines)?;
        lock(&lines, &paths.lines)?;
        let mut text = open(&paths.text)?;
        if fresh {
            for (file_, path) in [(&lines, &paths.lines), (&text, &paths.text)] {
                file_.set_len(0).map_err(|reason| file(path, reason))?;
            }
        } else if let Some(begun) = read_state(&paths.state)? {
            let differences = begun.differences(state);
            if !differences.is_empty() {
                return Err(JournalError::Different { path: paths.state, differences });
            }
        }
        let games = mend_lines(&mut lines, &paths.lines, &state.identification.configuration)?;
        mend_text(&mut text, &games).map_err(|reason| file(&paths.text, reason))?;
        write_state(&paths.state, state)?;
        Ok((Self { lines, text, paths }, games))
    }

    /// Appends a finished game.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        let line = game.to_json().map_err(|e| file(&self.paths.lines, e.into()))? + "\n";
        self.lines.write_all(line.as_bytes()).map_err(|reason| file(&self.paths.lines, reason))?;
        self.text.write_all(write_game(game).as_bytes()).map_err(|reason| file(&self.paths.text, reason))
    }

    /// Where the games are.
    pub fn paths(&self) -> &Paths {
        &self.paths
    }
}

impl State {
    fn differences(&self, now: &Self) -> Vec<String> {
        let mut differences = now.identification.differences(&self.identification);
        if self.shard != now.shard {
            differences.push(format!("shard is `{}`, not `{}`", now.shard, self.shard));
        }
        for (name, program) in &now.programs {
            if self.programs.get(name).is_some_and(|before| before != program) {
                differences.push(format!("the program of engine {} has changed", quote(name)));
            }
        }
        differences
    }
}

/// The records of a file of JSON lines. The last line may be torn; it is left out.
///
/// # Errors
/// The file cannot be read, or another line is no record.
pub fn read_records(path: &Path) -> Result<Vec<GameRecord>, JournalError> {
    let bytes = fs::read(path).map_err(|reason| file(path, reason))?;
    Ok(whole_lines(&bytes, path)?.0)
}

/// The records of the whole lines, and how many bytes these take.
fn whole_lines(bytes: &[u8], path: &Path) -> Result<(Vec<GameRecord>, usize), JournalError> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let text = String::from_utf8_lossy(&bytes[..whole]);
    let games = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()).map(|(line, number)| {
        let bad = |reason: String| JournalError::Line { path: path.into(), line: number, reason };
        GameRecord::from_json(line).map_err(|e| bad(e.to_string()))
    });
    Ok((games.collect::<Result<_, _>>()?, whole))
}

fn mend_lines(lines: &mut File, path: &Path, configuration: &str) -> Result<Vec<GameRecord>, JournalError> {
    let mut bytes = Vec::new();
    lines.read_to_end(&mut bytes).map_err(|reason| file(path, reason))?;
    let (mut games, whole) = whole_lines(&bytes, path)?;
    for (game, line) in games.iter().zip(1..) {
        if game.configuration != configuration {
            let reason = format!("its configuration is {}, not {configuration}", quote(&game.configuration));
            return Err(JournalError::Line { path: path.into(), line, reason });
        }
    }
    if whole < bytes.len() {
        log::warn!("{}: a torn line is cut off", path.display());
        lines.set_len(whole as u64).map_err(|reason| file(path, reason))?;
    }
    lines.seek(SeekFrom::End(0)).map_err(|reason| file(path, reason))?;
    games.sort_by_key(|game| game.number);
    games.dedup_by_key(|game| game.number);
    Ok(games)
}

/// Cuts off what is torn and adds the games that are missing, in whatever way the text differs from the truth.
fn mend_text(text: &mut File, games: &[GameRecord]) -> io::Result<()> {
    let mut bytes = Vec::new();
    text.read_to_end(&mut bytes)?;
    let known = String::from_utf8_lossy(&bytes);
    let (written, whole) = match read_games(&known) {
        Ok((written, whole)) if known.len() == bytes.len() => (written, whole),
        // A user has edited it, or it is something else: it is written anew.
        _ => (Vec::new(), 0),
    };
    text.set_len(whole as u64)?;
    text.seek(SeekFrom::End(0))?;
    if whole > 0 && !known[..whole].ends_with("\n\n") {
        text.write_all(b"\n")?;
    }
    let written: std::collections::BTreeSet<u64> = written.iter().map(|game| game.number).collect();
    let missing: String = games.iter().filter(|game| !written.contains(&game.number)).map(write_game).collect();
    text.write_all(missing.as_bytes())
}

fn open(path: &Path) -> Result<File, JournalError> {
    let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    opened.map_err(|reason| file(path, reason))
}

#[cfg(unix)]
fn lock(lines: &File, path: &Path) -> Result<(), JournalError> {
    use rustix::fs::{FlockOperation, flock};
    flock(lines, FlockOperation::NonBlockingLockExclusive).map_err(|_| JournalError::Busy(path.into()))
}

#[cfg(not(unix))]
fn lock(_: &File, _: &Path) -> Result<(), JournalError> {
    Ok(())
}

/// What is known about a run; `None` if there is none of that name.
///
/// # Errors
/// The file cannot be read.
pub fn read_state(path: &Path) -> Result<Option<State>, JournalError> {
    match fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map(Some).map_err(|e| file(path, e.into())),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(reason) => Err(file(path, reason)),
    }
}

/// Replaces the state file as a whole, so that a kill leaves the old or the new one.
fn write_state(path: &Path, state: &State) -> Result<(), JournalError> {
    let text = serde_json::to_string_pretty(state).map_err(|e| file(path, e.into()))? + "\n";
    let draft = path.with_extension("json.new");
    fs::write(&draft, text).and_then(|()| fs::rename(&draft, path)).map_err(|reason| file(path, reason))
}

fn file(path: &Path, reason: io::Error) -> JournalError {
    JournalError::File { path: path.into(), reason }
}
