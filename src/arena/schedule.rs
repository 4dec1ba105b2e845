//! Who plays whom, with which opening and which colours. Pure: a game's number decides all of it.

use std::fmt;
use std::str::FromStr;

use crate::notation::quote;

/// Which engines meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The first two engines.
    Match,
    /// Everybody meets everybody.
    RoundRobin,
    /// The first engine meets everybody else.
    Gauntlet,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Match => "match",
            Self::RoundRobin => "roundrobin",
            Self::Gauntlet => "gauntlet",
        })
    }
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fixture {
    /// The number of the game, from 1.
    pub number: u64,
    /// The number of its pair, from 1.
    pub pair: u64,
    /// The number of the opening, from 0. All pairings of a round have the same.
    pub opening: u64,
    /// The index of the engine that plays Black.
    pub black: usize,
    /// The index of the engine that plays White.
    pub white: usize,
}

/// All games of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: u64,
}

impl Schedule {
    /// The games of `engines` engines; every pairing plays `rounds` pairs of games, one in each round. What more rounds
    /// add comes last.
    pub fn new(kind: Kind, engines: usize, rounds: u64) -> Self {
        let pairings = match kind {
            Kind::Match => vec![(0, 1)],
            Kind::Gauntlet => (1..engines).map(|other| (0, other)).collect(),
            Kind::RoundRobin => (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect(),
        };
        Self { pairings, rounds }
    }

    /// How many pairs of games there are.
    pub fn pairs(&self) -> u64 {
        self.rounds.saturating_mul(self.pairings.len() as u64)
    }

    /// The two games of a pair, numbered from 1; the first engine of the pairing begins as Black. `None` when there is
    /// no such pair.
    pub fn pair(&self, pair: u64) -> Option<[Fixture; 2]> {
        let index = pair.checked_sub(1)?;
        let round = index / self.pairings.len() as u64;
        if round >= self.rounds {
            return None;
        }
        let &(a, b) = self.pairings.get((index % self.pairings.len() as u64) as usize)?;
        let game = |number, black, white| Fixture { number, pair, opening: round, black, white };
        Some([game(2 * pair - 1, a, b), game(2 * pair, b, a)])
    }
}

/// A part of a schedule: of every `of` consecutive pairs, one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub part: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Shard {
    /// The whole schedule.
    pub const ALL: Self = Self { part: 1, of: 1 };

    /// Whether this part has the pair of that number. Both games of a pair are in the same part.
    pub fn has(self, pair: u64) -> bool {
        pair % self.of == self.part % self.of
    }
}

/// A shard is unreadable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is no shard: `2/4` means the second of four parts", quote(.0))]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let read = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match read {
            Some((part, of)) if part >= 1 && part <= of => Ok(Self { part, of }),
            _ => Err(ShardError(text.into())),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn games(schedule: &Schedule) -> Vec<Fixture> {
        (1..=schedule.pairs()).flat_map(|pair| schedule.pair(pair).unwrap()).collect()
    }

    #[test]
    fn a_pair_has_one_opening_and_swapped_colours() {
        let schedule = Schedule::new(Kind::Match, 2, 3);
        let numbers: Vec<_> =
            games(&schedule).iter().map(|g| (g.number, g.pair, g.opening, g.black, g.white)).collect();
        let expected =
            [(1, 1, 0, 0, 1), (2, 1, 0, 1, 0), (3, 2, 1, 0, 1), (4, 2, 1, 1, 0), (5, 3, 2, 0, 1), (6, 3, 2, 1, 0)];
        assert_eq!(numbers, expected);
        assert_eq!((schedule.pair(0), schedule.pair(4)), (None, None));
    }

    #[test]
    fn everybody_meets_everybody_as_often_with_each_colour() {
        let schedule = Schedule::new(Kind::RoundRobin, 5, 4);
        let mut counts = BTreeMap::new();
        for game in games(&schedule) {
            *counts.entry((game.black, game.white)).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 20);
        assert!(counts.iter().all(|(&(black, white), &n)| black != white && n == 4), "{counts:?}");
    }

    #[test]
    fn a_gauntlet_is_one_against_the_others() {
        let schedule = Schedule::new(Kind::Gauntlet, 4, 2);
        let games = games(&schedule);
        assert_eq!(games.len(), 2 * 3 * 2);
        assert!(games.iter().all(|game| (game.black == 0) != (game.white == 0)));
    }

    #[test]
    fn more_rounds_only_add_games() {
        let (short, long) = (Schedule::new(Kind::RoundRobin, 4, 2), Schedule::new(Kind::RoundRobin, 4, 5));
        let (short, long) = (games(&short), games(&long));
        assert_eq!(short, long[..short.len()]);
    }

    #[test]
    fn shards_divide_the_schedule() {
        let schedule = Schedule::new(Kind::RoundRobin, 3, 7);
        let all: BTreeSet<u64> = (1..=schedule.pairs()).collect();
        for of in 1..6 {
            let mut seen = BTreeSet::new();
            for part in 1..=of {
                let shard = Shard { part, of };
                let mine: Vec<u64> = all.iter().copied().filter(|&pair| shard.has(pair)).collect();
                assert!(mine.len().abs_diff(all.len() / of as usize) <= 1, "{shard} has {}", mine.len());
                assert!(mine.into_iter().all(|pair| seen.insert(pair)), "{shard} has a pair of another's");
            }
            assert_eq!(seen, all);
        }
    }

    #[test]
    fn shards_are_read_and_refused() {
        assert_eq!("2/4".parse(), Ok(Shard { part: 2, of: 4 }));
        for bad in ["", "4", "0/4", "5/4", "1/0", "-1/4", "a/b"] {
            let error = bad.parse::<Shard>().unwrap_err().to_string();
            assert!(error.starts_with(&quote(bad)), "{error}");
        }
    }
}
