//! The sequential probability ratio test: stops a match as soon as it has shown what it was played for.

use super::elo::{pair_t_of_normalized, score_of_elo};
use super::pairs::Pairs;

/// The largest bound in Elo, either way. Tests of larger differences are decided by a handful of pairs anyway.
const BOUND_MAX: f64 = 100.0;

/// The scale in which the bounds of a test are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// Elo of the expected score.
    Logistic,
    /// Normalized Elo: a test of the same bounds takes about as many games whatever the share of the colour.
    Normalized,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// More pairs are needed.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`.
    AcceptH1,
}

/// Why a test cannot be made as asked.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The bounds are equal or the wrong way round.
    #[error("elo0 {elo0} must be less than elo1 {elo1}")]
    Order {
        /// The bound of the hypothesis H0.
        elo0: f64,
        /// The bound of the hypothesis H1.
        elo1: f64,
    },
    /// A bound is no number or beyond what makes sense.
    #[error("the bound {0} must lie between -{BOUND_MAX} and {BOUND_MAX} Elo")]
    Bound(f64),
    /// A rate of errors is not a probability below a half.
    #[error("{name} {value} must be above 0 and below 0.5")]
    Rate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What was given.
        value: f64,
    },
}

/// A test of the hypothesis H0 that the difference is `elo0` against H1 that it is `elo1`.
///
/// Wald's test with the generalised log-likelihood ratio: of all distributions of pair results that have the
/// difference of a hypothesis, the likeliest stands for it. Sources as in `likelihood.rs`; fishtest's and fastchess's
/// `sprt` compute the same.
///
/// ```
/// use veletas::arena::statistics::{Decision, Model, Pairs, Sprt};
/// let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Normalized)?;
/// assert_eq!(sprt.decision(&Pairs::default()), Decision::Continue);
/// assert_eq!(sprt.decision(&Pairs::from_bins([100, 0, 900, 0, 300])), Decision::AcceptH1);
/// # Ok::<(), veletas::arena::statistics::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl Sprt {
    /// A test that accepts H1 with probability `alpha` at most if the difference is `elo0`, and H0 with probability
    /// `beta` at most if it is `elo1`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Self, SprtError> {
        for bound in [elo0, elo1] {
            if !(-BOUND_MAX..=BOUND_MAX).contains(&bound) {
                return Err(SprtError::Bound(bound));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Rate { name, value });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The differences of H0 and H1, in Elo of the test's model.
    pub fn elo_bounds(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The scale of the bounds.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted (A. Wald, *Sequential Analysis*, 1947).
    pub fn llr_bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much likelier the pairs are under H1 than under H0. Always finite.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        let sample = pairs.sample();
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => sample.with_mean(score_of_elo(elo)),
            Model::Normalized => sample.with_t_value(pair_t_of_normalized(elo)),
        });
        sample.log_ratio(&h1, &h0)
    }

    /// Whether the pairs decide the test.
    pub fn decision(&self, pairs: &Pairs) -> Decision {
        let (lower, upper) = self.llr_bounds();
        let llr = self.llr(pairs);
        if llr <= lower {
            Decision::AcceptH0
        } else if llr >= upper {
            Decision::AcceptH1
        } else {
            Decision::Continue
        }
    }
}
