//! The result of a game for one player, and counts of results.

use std::ops::AddAssign;

use crate::rules::Color;

/// How a game ended for one of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Worth nothing.
    Loss,
    /// Worth half a point. Veletas knows no draws; a game broken off by the arena may count as one.
    Draw,
    /// Worth a point.
    Win,
}

impl Outcome {
    /// The outcome for the player of `color` when `winner` won, or nobody.
    pub fn of(winner: Option<Color>, color: Color) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == color => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// What the game is worth in half points: 0, 1 or 2.
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

/// Counts of single games for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Results {
    /// Counts one more game.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Loss => self.losses += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Win => self.wins += 1,
        }
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points: 1 for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, from 0 to 1; a half without games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Counts of single games for one player, by the player's colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    by_color: [Results; 2],
}

impl Tally {
    /// Counts one more game, played with `color`.
    pub fn add(&mut self, color: Color, outcome: Outcome) {
        self.by_color[color.index()].add(outcome);
    }

    /// The games played with `color`.
    pub fn with(&self, color: Color) -> Results {
        self.by_color[color.index()]
    }

    /// The games of both colours.
    pub fn total(&self) -> Results {
        let [mut total, white] = self.by_color;
        total += white;
        total
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        for (mine, other) in self.by_color.iter_mut().zip(other.by_color) {
            *mine += other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_count_for_the_colour_they_were_played_with() {
        let mut tally = Tally::default();
        tally.add(Color::Black, Outcome::of(Some(Color::Black), Color::Black));
        tally.add(Color::White, Outcome::of(Some(Color::Black), Color::White));
        tally.add(Color::White, Outcome::of(None, Color::White));
        assert_eq!(tally.with(Color::Black), Results { wins: 1, draws: 0, losses: 0 });
        assert_eq!(tally.with(Color::White), Results { wins: 0, draws: 1, losses: 1 });
        assert_eq!((tally.total().games(), tally.total().points(), tally.total().score()), (3, 1.5, 0.5));
        assert_eq!(Results::default().score(), 0.5);
    }
}
