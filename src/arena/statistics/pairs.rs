//! Counts of pair results.

use std::ops::AddAssign;

use super::likelihood::Sample;
use super::outcome::Outcome;

/// How often a player made 0, a half, 1, one and a half and 2 points of the two games of a pair (the *pentanomial*).
///
/// The player is usually an engine. Taken as Black's points of each pair instead, the same counts measure how much
/// the colour is worth.
///
/// ```
/// use veletas::arena::statistics::{Outcome, Pairs};
/// let mut pairs = Pairs::default();
/// pairs.add_pair(Outcome::Win, Outcome::Win);
/// pairs.add_pair(Outcome::Loss, Outcome::Win);
/// assert_eq!((pairs.count(), pairs.points()), (2, 3.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    bins: [u64; 5],
}

impl Pairs {
    /// The given counts, from pairs with 0 points to pairs with 2 points.
    pub const fn from_bins(bins: [u64; 5]) -> Self {
        Self { bins }
    }

    /// The counts, from pairs with 0 points to pairs with 2 points.
    pub const fn bins(&self) -> [u64; 5] {
        self.bins
    }

    /// Counts one more pair by the player's outcome of its two games, in any order.
    pub fn add_pair(&mut self, first: Outcome, second: Outcome) {
        self.bins[first.half_points() + second.half_points()] += 1;
    }

    /// How many pairs were counted.
    pub fn count(&self) -> u64 {
        self.bins.iter().sum()
    }

    /// The player's points in all games of the pairs.
    pub fn points(&self) -> f64 {
        (0..5_u64).zip(self.bins).map(|(half_points, pairs)| half_points * pairs).sum::<u64>() as f64 / 2.0
    }

    /// The same pairs seen by the other player.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut bins = self.bins;
        bins.reverse();
        Self { bins }
    }

    /// The counts as a sample of scores per game.
    pub(super) fn sample(&self) -> Sample<5> {
        Sample::new(self.bins)
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Self) {
        for (mine, other) in self.bins.iter_mut().zip(other.bins) {
            *mine += other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_falls_into_the_bin_of_its_points() {
        use Outcome::{Draw, Loss, Win};
        let mut pairs = Pairs::default();
        for (first, second) in [(Loss, Loss), (Draw, Loss), (Win, Loss), (Draw, Draw), (Draw, Win), (Win, Win)] {
            pairs.add_pair(first, second);
        }
        assert_eq!(pairs.bins(), [1, 1, 2, 1, 1]);
        assert_eq!((pairs.count(), pairs.points()), (6, 6.0));

        pairs.add_pair(Win, Win);
        assert_eq!(pairs.reversed().bins(), [2, 1, 2, 1, 1]);
        let mut sum = pairs;
        sum += pairs;
        assert_eq!(sum.bins(), [2, 2, 4, 2, 4]);
    }
}
