//! Finds the pairs in the records of games.

use std::collections::HashMap;

use super::statistics::{Outcome, Pairs};
use crate::notation::GameRecord;
use crate::rules::Color;

/// Two finished games of one opening in which the players swapped colours, the earlier record first.
#[derive(Clone, Copy, Debug)]
pub struct PlayedPair<'a> {
    games: [&'a GameRecord; 2],
}

/// The complete pairs in the order in which their second games ended. A game that was broken off and one whose
/// partner is missing are in none.
pub fn played_pairs<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> Vec<PlayedPair<'a>> {
    let mut waiting: HashMap<u64, &GameRecord> = HashMap::new();
    let mut pairs = Vec::new();
    for game in games.into_iter().filter(|game| game.winner.is_some()) {
        match waiting.remove(&game.pair) {
            Some(first) if first.black == game.white && first.white == game.black => {
                pairs.push(PlayedPair { games: [first, game] });
            }
            _ => {
                waiting.insert(game.pair, game);
            }
        }
    }
    pairs
}

impl<'a> PlayedPair<'a> {
    /// The two players; the first had Black in the game recorded first.
    pub fn players(&self) -> [&'a str; 2] {
        let [first, _] = self.games;
        [&first.black, &first.white]
    }

    /// What `player` made of the two games; `None` for somebody else.
    pub fn outcomes(&self, player: &str) -> Option<[Outcome; 2]> {
        let color = Color::ALL.into_iter().find(|&color| self.games[0].player(color) == player)?;
        Some([Outcome::of(self.games[0].winner, color), Outcome::of(self.games[1].winner, !color)])
    }

    /// What Black made of the two games.
    pub fn black_outcomes(&self) -> [Outcome; 2] {
        self.games.map(|game| Outcome::of(game.winner, Color::Black))
    }
}

/// The counts of `player` in those of the pairs that it played.
pub fn count_pairs(pairs: &[PlayedPair<'_>], player: &str) -> Pairs {
    let mut counts = Pairs::default();
    for [first, second] in pairs.iter().filter_map(|pair| pair.outcomes(player)) {
        counts.add_pair(first, second);
    }
    counts
}
