//! The weights with the least loss.

use std::sync::{Mutex, PoisonError};

use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::brent::BrentOpt;
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

use super::samples::{Pair, Samples};

/// How many steps L-BFGS remembers.
const MEMORY: usize = 20;
/// A step that gains less than this ends the search.
const GAIN_MIN: f64 = 1e-9;

/// How the least loss is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The pull of each weight towards zero, in positions.
    pub pull: f64,
    /// The most steps.
    pub steps: u64,
    /// The threads.
    pub threads: usize,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimum {
    /// The weights.
    pub weights: Vec<Pair>,
    /// How many steps it took.
    pub steps: u64,
    /// Why there were no more.
    pub reason: String,
}

/// The loss of weights, which are laid out as opening, late, opening, late...
///
/// The optimiser sees each weight in a unit of its own, in which it matters as much as the others: rare features would
/// take it hundreds of steps otherwise.
struct Problem<'a> {
    samples: &'a Samples,
    options: Options,
    units: Vec<f64>,
    /// The optimiser asks for loss and slope of the same weights one after the other.
    last: Mutex<Option<Visit>>,
}

/// A point that the optimiser has asked about.
#[derive(Clone)]
struct Visit {
    point: Vec<f64>,
    loss: f64,
    slope: Vec<f64>,
}

impl<'a> Problem<'a> {
    fn new(samples: &'a Samples, weights: usize, options: Options) -> Self {
        let pull = options.pull / samples.len().max(1) as f64;
        let units = samples.curvature(weights).as_flattened().iter().map(|c| 1.0 / (c + pull).sqrt()).collect();
        Self { samples, options, units, last: Mutex::new(None) }
    }

    fn at(&self, point: &[f64]) -> Visit {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(visit) = last.as_ref().filter(|visit| visit.point == point) {
            return visit.clone();
        }
        let weights: Vec<f64> = point.iter().zip(&self.units).map(|(x, unit)| x * unit).collect();
        let (mut loss, slope) = self.samples.loss_and_gradient(weights.as_chunks().0, self.options.threads);
        let pull = self.options.pull / self.samples.len().max(1) as f64;
        loss += pull / 2.0 * weights.iter().map(|weight| weight * weight).sum::<f64>();
        let slopes = slope.as_flattened().iter().zip(&weights).zip(&self.units);
        let slope: Vec<f64> = slopes.map(|((slope, weight), unit)| (slope + pull * weight) * unit).collect();
        last.insert(Visit { point: point.to_vec(), loss, slope }).clone()
    }
}

impl CostFunction for Problem<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, weights: &Vec<f64>) -> Result<f64, Error> {
        Ok(self.at(weights).loss)
    }
}

impl Gradient for Problem<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, weights: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(self.at(weights).slope)
    }
}

/// Looks for the weights with the least loss, beginning with `start`. The loss is convex, so there is only one least.
///
/// # Errors
/// The optimiser gives up.
pub fn optimize(samples: &Samples, start: &[Pair], options: Options) -> Result<Optimum, Error> {
    let problem = Problem::new(samples, start.len(), options);
    let units = problem.units.clone();
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY).with_tolerance_cost(GAIN_MIN)?;
    let start: Vec<f64> = start.as_flattened().iter().zip(&units).map(|(weight, unit)| weight / unit).collect();
    let executor = Executor::new(problem, solver).configure(|state| state.param(start).max_iters(options.steps));
    let state = executor.run()?.state;
    let best = state.get_best_param().into_iter().flatten();
    let weights: Vec<f64> = best.zip(&units).map(|(x, unit)| x * unit).collect();
    let reason = state.get_termination_reason().map(ToString::to_string).unwrap_or_default();
    Ok(Optimum { weights: weights.as_chunks().0.to_vec(), steps: state.get_iter(), reason })
}

/// Estimates with what came of them.
struct Calibration<'a>(&'a [(f64, f64)]);

impl CostFunction for Calibration<'_> {
    type Param = f64;
    type Output = f64;

    fn cost(&self, log_scale: &f64) -> Result<f64, Error> {
        let scale = log_scale.exp();
        let loss = |&(estimate, result): &(f64, f64)| {
            let odds = estimate / scale;
            odds.max(0.0) + (-odds.abs()).exp().ln_1p() - result * odds
        };
        Ok(self.0.iter().map(loss).sum::<f64>() / self.0.len().max(1) as f64)
    }
}

/// The scale with which estimates explain results (1 for Black's win, 0 for White's) best.
///
/// # Errors
/// The optimiser gives up.
pub fn calibrate(estimates: &[(f64, f64)]) -> Result<f64, Error> {
    let solver = BrentOpt::new(10_f64.ln(), 10_000_f64.ln());
    let executor = Executor::new(Calibration(estimates), solver).configure(|state| state.max_iters(100));
    let state = executor.run()?.state;
    Ok(state.get_best_param().copied().unwrap_or(f64::NAN).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::random::{below, rng};
    use crate::tune::label::sigmoid;

    const OPTIONS: Options = Options { pull: 1e-6, steps: 500, threads: 2 };

    /// Positions of a game whose weights are known, the last of which never occurs.
    fn samples(weights: &[Pair]) -> Samples {
        let mut rng = rng(1, 1);
        let mut samples = Samples::default();
        for _ in 0..20_000 {
            // Some features are rare, some count by the dozen.
            let mut row = Vec::new();
            for feature in 0..weights.len() - 1 {
                if below(&mut rng, 2 << feature) == 0 {
                    row.push((feature as u16, below(&mut rng, 3 + 4 * feature) as i16 - 1));
                }
            }
            let late = below(&mut rng, 65) as f64 / 64.0;
            let odds: f64 = row
                .iter()
                .map(|&(f, count)| {
                    let [opening, end] = weights[usize::from(f)];
                    f64::from(count) * (opening * (1.0 - late) + end * late)
                })
                .sum();
            samples.push(&row, late as f32, sigmoid(odds) as f32);
        }
        samples
    }

    #[test]
    fn known_weights_are_found() {
        let weights = [[0.5, -0.2], [1.0, 0.3], [-0.1, 0.0], [0.04, 0.1], [0.0, -0.3], [0.7, 0.7]];
        let samples = samples(&weights);
        let found = optimize(&samples, &[[0.3, 0.3]; 6], OPTIONS).unwrap();
        for (expected, found) in weights[..5].as_flattened().iter().zip(found.weights.as_flattened()) {
            assert!((expected - found).abs() < 0.01, "{found} instead of {expected}");
        }
        // Nothing but the pull acts on a feature that never occurs.
        assert!(found.weights[5].iter().all(|weight| weight.abs() < 0.05), "{found:?}");
        assert!(samples.loss(&found.weights, 1) - samples.floor() < 1e-5);
        assert!(samples.loss(&weights, 1) - samples.floor() < 1e-6);
        assert_eq!(samples.features(), 5);
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let weights = [[0.5, -0.2], [1.0, 0.3], [-0.1, 0.0], [0.0, 0.0]];
        let samples = samples(&weights);
        let problem = Problem::new(&samples, 4, Options { pull: 50.0, ..OPTIONS });
        let point = vec![0.3, 0.1, -0.2, 0.4, 0.0, 0.1, 0.2, -0.1];
        let slope = problem.at(&point).slope;
        for (i, slope) in slope.into_iter().enumerate() {
            let [below, above] = [-1e-5, 1e-5].map(|step| {
                let mut point = point.clone();
                point[i] += step;
                problem.at(&point).loss
            });
            assert!((slope - (above - below) / 2e-5).abs() < 1e-6, "{i}");
        }
    }

    #[test]
    fn the_scale_of_estimates_is_found() {
        // At 70 hundredths Black wins 3 games of 4, and at -70 one of four.
        let estimates = [(70.0, 1.0), (70.0, 1.0), (70.0, 1.0), (70.0, 0.0), (-70.0, 0.0), (-70.0, 0.0)];
        let estimates = [estimates.as_slice(), &[(-70.0, 0.0), (-70.0, 1.0)]].concat();
        assert!((calibrate(&estimates).unwrap() - 70.0 / 3_f64.ln()).abs() < 0.01);
    }
}
