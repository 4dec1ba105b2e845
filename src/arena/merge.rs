//! Pools the games of shards: parts of one schedule that were played apart, perhaps on several machines.

use std::collections::BTreeMap;

use crate::notation::{GameRecord, quote};

/// The games of one shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardFile {
    /// What people call it; its file.
    pub name: String,
    /// Its games.
    pub games: Vec<GameRecord>,
    /// Whether the last line was torn, as when the program is killed while it writes, and left out.
    pub torn: bool,
}

/// Why shards cannot be pooled.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A line is no record.
    #[error("{shard}, line {line}: {reason}, in {}", quote(.text))]
    Line {
        /// The shard.
        shard: String,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: serde_json::Error,
        /// The line.
        text: String,
    },
    /// The engines, their options or the settings of two shards differ, so that their counts are of different things.
    #[error("{first} and {second} were not played with the same {what}: {} and {}", quote(.ours), quote(.theirs))]
    Different {
        /// What differs.
        what: &'static str,
        /// The first shard.
        first: String,
        /// Another shard.
        second: String,
        /// What the first shard has.
        ours: String,
        /// What the other one has.
        theirs: String,
    },
    /// A game was found twice.
    #[error("game {number} is in {first} and again in {second}")]
    Doubled {
        /// The game's number.
        number: u64,
        /// Where it was found first.
        first: String,
        /// Where it was found again; can be the same shard.
        second: String,
    },
    /// There is nothing to pool.
    #[error("no shard has a finished game")]
    Empty,
}

/// The games of all shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// The finished games by their number.
    pub games: Vec<GameRecord>,
    /// The numbers of the games that are still to be played: those without a finished record, up to the expected
    /// number or else the end of the last pair found.
    pub missing: Vec<u64>,
}

impl ShardFile {
    /// The shard whose file, one JSON record on each line, holds `text`.
    ///
    /// # Errors
    /// A line is no record, unless it is the last one and torn.
    pub fn parse(name: &str, text: &str) -> Result<Self, MergeError> {
        let mut shard = Self { name: name.into(), games: Vec::new(), torn: false };
        let mut lines = text.split_inclusive('\n').zip(1..).filter(|(line, _)| !line.trim().is_empty()).peekable();
        while let Some((line, number)) = lines.next() {
            match GameRecord::from_json(line.trim()) {
                Ok(game) => shard.games.push(game),
                Err(_) if lines.peek().is_none() && !line.ends_with('\n') => shard.torn = true,
                Err(reason) => {
                    let (shard, text) = (name.into(), line.trim().into());
                    return Err(MergeError::Line { shard, line: number, reason, text });
                }
            }
        }
        Ok(shard)
    }
}

/// Pools `shards` of a schedule of `expected` games, if that is known.
///
/// # Errors
/// The shards are not parts of one run, or a game is in two of them.
pub fn merge(shards: &[ShardFile], expected: Option<u64>) -> Result<Pool, MergeError> {
    let mut found: BTreeMap<u64, (&ShardFile, &GameRecord)> = BTreeMap::new();
    let mut first: Option<(&ShardFile, &GameRecord)> = None;
    for shard in shards {
        for game in shard.games.iter().filter(|game| game.winner.is_some()) {
            let (first_shard, first_game) = *first.get_or_insert((shard, game));
            let different = |what, ours: &str, theirs: &str| MergeError::Different {
                what,
                first: first_shard.name.clone(),
                second: shard.name.clone(),
                ours: ours.into(),
                theirs: theirs.into(),
            };
            for (what, ours, theirs) in [
                ("variant", &first_game.variant, &game.variant),
                ("engines and settings", &first_game.configuration, &game.configuration),
            ] {
                if ours != theirs {
                    return Err(different(what, ours, theirs));
                }
            }
            if first_game.seed != game.seed {
                return Err(different("seed", &first_game.seed.to_string(), &game.seed.to_string()));
            }
            if let Some((other, _)) = found.insert(game.number, (shard, game)) {
                let (first, second) = (other.name.clone(), shard.name.clone());
                return Err(MergeError::Doubled { number: game.number, first, second });
            }
        }
    }
    let Some((&last, _)) = found.last_key_value() else { return Err(MergeError::Empty) };
    // The games of a pair have the numbers 2n - 1 and 2n.
    let missing = (1..=expected.unwrap_or(last + last % 2)).filter(|number| !found.contains_key(number)).collect();
    Ok(Pool { games: found.into_values().map(|(_, game)| game.clone()).collect(), missing })
}
