//! Files of games: a first line that says what the games are like, then their records.
//!
//! A game is appended in one piece, so that whatever ends the program tears the last record at worst.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::TuneError;
use super::game::Rules;
use super::record::Game;
use crate::rules::Variant;

/// What the first line begins with; JSON follows.
const MAGIC: &str = "veletas self-play ";
/// The version of the layout.
const FORMAT: u32 = 1;
/// First lines are shorter than this.
const LINE_MAX: usize = 1000;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    format: u32,
    variant: String,
    seed: u64,
    nodes: u64,
    random_turns: u32,
    random_share: u32,
    hash: usize,
}

impl Header {
    fn new(rules: &Rules) -> Self {
        let Rules { variant, seed, nodes, random_turns, random_share } = *rules;
        Self {
            format: FORMAT,
            variant: variant.name().into(),
            seed,
            nodes,
            random_turns,
            random_share,
            hash: super::HASH,
        }
    }

    fn line(&self) -> String {
        // A structure of numbers and words can always be written.
        format!("{MAGIC}{}\n", serde_json::to_string(self).unwrap_or_default())
    }

    fn parse(line: &str) -> Option<Self> {
        serde_json::from_str(line.strip_prefix(MAGIC)?).ok()
    }

    fn rules(&self) -> Option<Rules> {
        let Self { format, ref variant, seed, nodes, random_turns, random_share, hash: _ } = *self;
        let variant = Variant::from_name(variant).filter(|_| format == FORMAT)?;
        Some(Rules { variant, seed, nodes, random_turns, random_share })
    }

    /// What differs from the header `now`, in words.
    fn differences(&self, now: &Self) -> Vec<String> {
        let fields = |header: &Self| match serde_json::to_value(header) {
            Ok(Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let before = fields(self);
        let pairs = fields(now).into_iter().filter_map(|(name, new)| {
            let old = before.get(&name)?;
            (*old != new).then(|| format!("its {} is {old}, not {new}", name.replace('_', " ")))
        });
        pairs.collect()
    }
}

/// A file that games are appended to.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    path: PathBuf,
}

/// The games of a file and what they are like.
#[derive(Clone, Debug, PartialEq)]
pub struct Games {
    /// What they are like.
    pub rules: Rules,
    /// The games, in the order of the file.
    pub games: Vec<Game>,
}

impl GameFile {
    /// Opens a file of games of these rules, new or begun before. Returns the games in it, too; a torn one at the end is
    /// cut off.
    ///
    /// # Errors
    /// It cannot be used; nothing was changed then, unless by the system.
    pub fn open(path: &Path, rules: &Rules) -> Result<(Self, Vec<Game>), TuneError> {
        let io = |reason| file_error(path, reason);
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|reason| file_error(folder, reason))?;
        }
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(io)?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;

        let header = Header::new(rules);
        let line = header.line();
        let mut games = Vec::new();
        let mut whole = 0;
        // A file that was torn within its first line has no games to lose.
        if bytes.len() >= line.len() || !line.as_bytes().starts_with(&bytes) {
            let (begun, rest) = split_header(&bytes, path)?;
            let differences = begun.differences(&header);
            if !differences.is_empty() {
                return Err(TuneError::Different { path: path.into(), differences });
            }
            (games, whole) = read_games(&bytes, bytes.len() - rest.len(), rules.variant, path)?;
        }
        if whole < bytes.len() {
            log::warn!("{}: a torn game is cut off", path.display());
            file.set_len(whole as u64).map_err(io)?;
        }
        file.seek(SeekFrom::End(0)).map_err(io)?;
        if whole == 0 {
            file.write_all(line.as_bytes()).map_err(io)?;
        }
        Ok((Self { file, path: path.into() }, games))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append(&mut self, game: &Game) -> Result<(), TuneError> {
        self.file.write_all(&game.to_bytes()).map_err(|reason| file_error(&self.path, reason))
    }
}

/// Reads a file of games. A torn one at the end is left out.
///
/// # Errors
/// It cannot be read, or is no file of games.
pub fn read(path: &Path) -> Result<Games, TuneError> {
    let bytes = fs::read(path).map_err(|reason| file_error(path, reason))?;
    let (header, rest) = split_header(&bytes, path)?;
    let rules = header.rules().ok_or_else(|| no_header(&bytes, path))?;
    let (games, _) = read_games(&bytes, bytes.len() - rest.len(), rules.variant, path)?;
    Ok(Games { rules, games })
}

fn split_header<'a>(bytes: &'a [u8], path: &Path) -> Result<(Header, &'a [u8]), TuneError> {
    let split = || {
        let end = bytes.iter().take(LINE_MAX).position(|&byte| byte == b'\n')?;
        let header = Header::parse(std::str::from_utf8(&bytes[..end]).ok()?)?;
        Some((header, &bytes[end + 1..]))
    };
    split().ok_or_else(|| no_header(bytes, path))
}

fn no_header(bytes: &[u8], path: &Path) -> TuneError {
    let line = bytes.iter().take(LINE_MAX).take_while(|&&byte| byte != b'\n').copied().collect::<Vec<_>>();
    TuneError::Header { path: path.into(), line: String::from_utf8_lossy(&line).into() }
}

/// The whole games from byte `start` on, and how many bytes there are up to the end of the last.
fn read_games(bytes: &[u8], start: usize, variant: Variant, path: &Path) -> Result<(Vec<Game>, usize), TuneError> {
    let mut games = Vec::new();
    let mut rest = &bytes[start..];
    loop {
        let offset = bytes.len() - rest.len();
        let next = Game::from_bytes(rest, variant);
        match next.map_err(|reason| TuneError::Record { path: path.into(), offset, reason })? {
            None => return Ok((games, offset)),
            Some((game, after)) => {
                games.push(game);
                rest = after;
            }
        }
    }
}

#[cfg(unix)]
fn lock(file: &File, path: &Path) -> Result<(), TuneError> {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive).map_err(|_| TuneError::Busy(path.into()))
}

#[cfg(not(unix))]
fn lock(_: &File, _: &Path) -> Result<(), TuneError> {
    Ok(())
}

fn file_error(path: &Path, reason: std::io::Error) -> TuneError {
    TuneError::File { path: path.into(), reason }
}
