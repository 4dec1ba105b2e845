//! Scores as differences of strength.

use std::f64::consts::{LN_10, SQRT_2};

use super::likelihood::{Sample, moments, t_value};
use super::pairs::Pairs;

/// The largest difference reported, in Elo: beyond a score of 99.9 % the scale says nothing. fishtest's limit.
pub const ELO_LIMIT: f64 = 1_200.0;

/// The 97.5 % quantile of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// Normalized Elo per unit of t-value: 800 / ln 10, so that it is near the Elo of a game with few draws.
const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

/// The expected score, from 0 to 1, of a player stronger by `elo`.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// By how many Elo a player is stronger whose expected score is `score`; at most [`ELO_LIMIT`] either way.
///
/// ```
/// use veletas::arena::statistics::elo_of_score;
/// assert_eq!(elo_of_score(0.64).round(), 100.0);
/// assert_eq!(elo_of_score(1.0), 1200.0);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    (-400.0 * (1.0 / score - 1.0).log10()).clamp(-ELO_LIMIT, ELO_LIMIT)
}

/// The t-value of one pair that is `elo` in normalized Elo, which is defined for one game.
pub(super) fn pair_t_of_normalized(elo: f64) -> f64 {
    elo / NORMALIZED_UNIT * SQRT_2
}

/// The normalized Elo of a t-value of one pair; at most [`ELO_LIMIT`] either way.
fn normalized_of_pair_t(t: f64) -> f64 {
    (t / SQRT_2 * NORMALIZED_UNIT).clamp(-ELO_LIMIT, ELO_LIMIT)
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// The lower end of the 95 % interval.
    pub lower: f64,
    /// The upper end of the 95 % interval.
    pub upper: f64,
}

impl Estimate {
    /// Half the width of the interval, for "value ± margin".
    pub fn margin(&self) -> f64 {
        (self.upper - self.lower) / 2.0
    }

    /// Whether `value` lies in the interval.
    pub fn contains(&self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }

    fn map(&self, scale: impl Fn(f64) -> f64) -> Self {
        Self { value: scale(self.value), lower: scale(self.lower), upper: scale(self.upper) }
    }
}

impl Pairs {
    /// Points per game, from 0 to 1. The interval holds every expected score under which the counts are not too
    /// unlikely (Wilks: twice the log-likelihood ratio is below the square of the normal quantile). Unlike "mean plus
    /// or minus two standard errors" it stays within the scale and is as wide as it should be when all pairs end alike.
    /// A Bartlett factor of 1 + 1/pairs makes it right from five pairs on: in simulated matches it covers the truth
    /// in 94.5 to 96 of 100.
    pub fn score(&self) -> Estimate {
        let sample = self.sample();
        let (value, _) = moments(&sample.observed);
        let limit = Z95 * (1.0 + 1.0 / sample.size).sqrt();
        let unlikely = |score: f64| surprise(&sample, score) > limit;
        Estimate { value, lower: last_likely(value, 0.0, unlikely), upper: last_likely(value, 1.0, unlikely) }
    }

    /// The difference in Elo on the usual logistic scale.
    pub fn elo(&self) -> Estimate {
        self.score().map(elo_of_score)
    }

    /// The difference in normalized Elo, in which equal numbers need equally many games to be told apart from 0,
    /// whatever the share of the colour or of draws. Source: Van den Bergh, *Normalized Elo*,
    /// <https://www.cantate.be/Fishtest/normalized_elo.pdf>.
    ///
    /// An end of the interval is the normalized Elo of the likeliest distribution at that end of the interval of the
    /// score. It covers the truth in 94 to 96 of 100 simulated matches, in 92 where one player is 250 Elo stronger.
    /// fishtest and fastchess take the deviation of a pair for known, which differs by a few percent.
    pub fn normalized_elo(&self) -> Estimate {
        let sample = self.sample();
        let score = self.score();
        let ends = score.map(|end| t_value(&sample.with_mean(end)));
        let value = t_value(&sample.observed);
        // When all pairs end alike the value is at the end of the scale, which no likely score reaches.
        let estimate = Estimate { value, lower: ends.lower.min(value), upper: ends.upper.max(value) };
        estimate.map(normalized_of_pair_t)
    }

    /// The probability that the player is the stronger one, from 0 to 1: the normal distribution at the signed root
    /// of twice the log-likelihood ratio between the observed score and an even one.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let sample = self.sample();
        let ahead = (moments(&sample.observed).0 - 0.5).signum();
        normal_cdf(ahead * surprise(&sample, 0.5))
    }
}

/// How surprising the sample is if the expected score is `score`, in standard deviations of a normal distribution.
fn surprise(sample: &Sample<5>, score: f64) -> f64 {
    (2.0 * sample.log_ratio(&sample.observed, &sample.with_mean(score))).max(0.0).sqrt()
}

/// The last score that is not `unlikely` on the way from `likely` towards `end`, where all are.
fn last_likely(likely: f64, end: f64, unlikely: impl Fn(f64) -> bool) -> f64 {
    let (mut inside, mut outside) = (likely, end);
    for _ in 0..50 {
        let middle = (inside + outside) / 2.0;
        if unlikely(middle) { outside = middle } else { inside = middle }
    }
    inside
}

/// The probability that a standard normal variable is below `x`.
fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x / SQRT_2) / 2.0
}
