//! How good a position is for the player to move.

use std::fmt;
use std::ops::Neg;

/// The most plies that a search looks ahead, and more than any game has turns left.
pub const PLY_MAX: usize = 120;

/// The value of having won already.
const WIN: i32 = 32_000;

/// A value from the mover's view: hundredths of a shooter, or a proven win or loss with its distance in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Below every score.
    pub const MIN: Self = Self(-WIN - 1);
    /// Above every score.
    pub const MAX: Self = Self(WIN + 1);
    /// Neither side is better.
    pub const ZERO: Self = Self(0);
    /// The best value that is no proven win.
    pub const ESTIMATE_MAX: Self = Self(WIN - PLY_MAX as i32 - 1);
    /// The worst value that is no proven loss.
    pub const ESTIMATE_MIN: Self = Self(-Self::ESTIMATE_MAX.0);

    /// An estimate in hundredths of a shooter, kept apart from the proven values.
    pub fn estimate(centishooters: i32) -> Self {
        Self(centishooters.clamp(Self::ESTIMATE_MIN.0, Self::ESTIMATE_MAX.0))
    }

    /// The mover wins after that many plies at the latest.
    pub const fn win_in(plies: usize) -> Self {
        Self(WIN - plies as i32)
    }

    /// The mover loses after that many plies at the latest.
    pub const fn loss_in(plies: usize) -> Self {
        Self(plies as i32 - WIN)
    }

    /// The score as a number.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score of a number that came from [`Score::value`].
    pub const fn from_value(value: i32) -> Self {
        Self(value)
    }

    /// Whether the mover has a proven win.
    pub fn is_win(self) -> bool {
        self > Self::ESTIMATE_MAX
    }

    /// Whether the mover has a proven loss.
    pub fn is_loss(self) -> bool {
        self < Self::ESTIMATE_MIN
    }

    /// The distance in plies of a proven win (positive or 0) or loss (negative, or 0 if it has happened).
    pub fn proven_plies(self) -> Option<i32> {
        if self.is_win() {
            Some(WIN - self.0)
        } else if self.is_loss() {
            Some(-WIN - self.0)
        } else {
            None
        }
    }

    /// Plus that many units.
    pub(crate) const fn plus(self, units: i32) -> Self {
        Self(self.0 + units)
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.proven_plies() {
            Some(plies) => write!(f, "mate in {plies} plies"),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_values_stand_apart_from_estimates() {
        assert_eq!(Score::win_in(3).proven_plies(), Some(3));
        assert_eq!(Score::loss_in(4).proven_plies(), Some(-4));
        assert_eq!(-Score::win_in(3), Score::loss_in(3));
        assert!(Score::win_in(PLY_MAX) > Score::estimate(i32::MAX / 2));
        assert_eq!(Score::estimate(1_000_000).proven_plies(), None);
        assert!(Score::loss_in(0) > Score::MIN && Score::win_in(0) < Score::MAX);
    }
}
