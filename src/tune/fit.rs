//! From games to weights.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::error::TuneError;
use super::file::read;
use super::game::Rules;
use super::label::{Blend, End, label};
use super::optimize::{Options, calibrate, optimize};
use super::record::Game;
use super::samples::{Pair, Samples, in_parallel};
use crate::eval::{FINENESS, Model, PHASE_MAX, Weight, sketch_weights, trace, weights};
use crate::rules::{Color, Variant};

/// Games that one thread works through at once.
const GAMES: usize = 64;

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitOptions {
    /// What is predicted.
    pub blend: Blend,
    /// The share of the games that only judges the weights.
    pub hold_out: f64,
    /// Whether positions are left out in which the move played claims a shooter.
    pub skip_claims: bool,
    /// How the weights are looked for.
    pub optimize: Options,
}

/// How good weights are for some of the games; losses are mean cross-entropies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// How many games there are.
    pub games: usize,
    /// How many positions.
    pub positions: usize,
    /// The least loss that any prediction could have.
    pub floor: f64,
    /// The loss of the weights that the engine plays with.
    pub before: f64,
    /// The loss of the new weights.
    pub after: f64,
    /// The loss of the new weights before they were rounded.
    pub unrounded: f64,
}

/// The weights of a variant and how good they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The variant.
    pub variant: Variant,
    /// What the games were like, file by file.
    pub rules: Vec<Rules>,
    /// The scale with which the searches' estimates explain the results best.
    pub best_scale: f64,
    /// The new weights of the evaluation.
    pub evaluation: FittedModel,
    /// The new weights of the sketch.
    pub sketch: FittedModel,
}

/// The weights of a model and how good they are.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedModel {
    /// The games that the weights were fitted to.
    pub training: Part,
    /// The games that were held out.
    pub held_out: Part,
    /// How many features occur in the former.
    pub features: usize,
    /// How many steps the optimiser made.
    pub steps: u64,
    /// Why it ended.
    pub reason: String,
    /// How long it took, but for reading the files.
    pub time: Duration,
    /// The new weights.
    pub weights: Vec<Weight>,
}

/// The games of a variant.
pub(super) struct Source {
    pub(super) variant: Variant,
    pub(super) rules: Vec<Rules>,
    pub(super) games: Vec<Game>,
}

/// Fits the weights of each variant that there are games of, the smallest first.
///
/// # Errors
/// A file cannot be used, there are too few games, or the optimiser gives up.
pub fn fit(paths: &[PathBuf], options: &FitOptions) -> Result<Vec<Fitted>, TuneError> {
    let sources = load(paths)?;
    sources.iter().map(|source| fit_variant(source, options)).collect()
}

/// The games of each variant that there are files of, the smallest first.
pub(super) fn load(paths: &[PathBuf]) -> Result<Vec<Source>, TuneError> {
    let empty = |variant| Source { variant, rules: Vec::new(), games: Vec::new() };
    let mut sources = Variant::ALL.map(empty);
    for path in paths {
        let mut file = read(path)?;
        let source = &mut sources[file.rules.variant as usize];
        source.rules.push(file.rules);
        source.games.append(&mut file.games);
    }
    Ok(sources.into_iter().filter(|source| !source.rules.is_empty()).collect())
}

fn fit_variant(source: &Source, options: &FitOptions) -> Result<Fitted, TuneError> {
    let variant = source.variant;
    let (evaluation, best_scale) = fit_model(source, Model::Evaluation, weights(variant), options)?;
    let (sketch, _) = fit_model(source, Model::Sketch, sketch_weights(variant), options)?;
    Ok(Fitted { variant, rules: source.rules.clone(), best_scale, evaluation, sketch })
}

/// Fits the weights of a model, which plays with the `old` ones now; and the best scale of the searches' estimates.
fn fit_model(
    source: &Source,
    model: Model,
    old: &[Weight],
    options: &FitOptions,
) -> Result<(FittedModel, f64), TuneError> {
    let (start, threads) = (Instant::now(), options.optimize.threads);
    let data = Data::of(source, model, options);
    let samples = &data.training.samples;
    if samples.is_empty() {
        return Err(TuneError::Few { variant: source.variant.name() });
    }
    let scale = options.blend.scale * parts(model);
    let pairs = |weights: &[Weight]| -> Vec<Pair> {
        weights.iter().map(|weight| [weight.opening, weight.late].map(|worth| f64::from(worth) / scale)).collect()
    };
    let round = |[opening, late]: Pair| Weight { opening: rounded(opening * scale), late: rounded(late * scale) };

    let old = pairs(old);
    let found = optimize(samples, &old, options.optimize)?;
    let weights: Vec<Weight> = found.weights.iter().copied().map(round).collect();
    let new = pairs(&weights);
    let judge = |half: &Half| Part {
        games: half.games,
        positions: half.samples.len(),
        floor: half.samples.floor(),
        before: half.samples.loss(&old, threads),
        after: half.samples.loss(&new, threads),
        unrounded: half.samples.loss(&found.weights, threads),
    };
    let fitted = FittedModel {
        training: judge(&data.training),
        held_out: judge(&data.held_out),
        features: samples.features(),
        steps: found.steps,
        reason: found.reason,
        time: start.elapsed(),
        weights,
    };
    Ok((fitted, calibrate(&data.results)?))
}

/// What the weights of a model count in, in parts of a hundredth.
fn parts(model: Model) -> f64 {
    match model {
        Model::Evaluation => f64::from(FINENESS),
        Model::Sketch => 1.0,
    }
}

/// The engine keeps a weight in 16 bits.
fn rounded(worth: f64) -> i16 {
    worth.round().clamp(-30_000.0, 30_000.0) as i16
}

/// The games that weights are fitted to, or those that are held out.
#[derive(Default)]
struct Half {
    games: usize,
    samples: Samples,
}

impl Half {
    fn append(&mut self, other: &Self) {
        self.games += other.games;
        self.samples.append(&other.samples);
    }
}

/// What the games teach.
#[derive(Default)]
struct Data {
    training: Half,
    held_out: Half,
    /// Estimates of searches from Black's view, with 1 for games that Black won and 0 for others.
    results: Vec<(f64, f64)>,
}

impl Data {
    fn of(source: &Source, model: Model, options: &FitOptions) -> Self {
        let parts: Vec<&[Game]> = source.games.chunks(GAMES).collect();
        let learn = |games: &&[Game]| {
            let mut data = Self::default();
            games.iter().for_each(|game| data.add(game, source.variant, model, options));
            data
        };
        let mut all = Self::default();
        for part in in_parallel(&parts, options.optimize.threads, learn) {
            all.training.append(&part.training);
            all.held_out.append(&part.held_out);
            all.results.extend(part.results);
        }
        all
    }

    fn add(&mut self, game: &Game, variant: Variant, model: Model, options: &FitOptions) {
        let held_out = is_held_out(game.number, options.hold_out);
        let half = if held_out { &mut self.held_out } else { &mut self.training };
        half.games += 1;
        for labelled in label(game, variant, options.skip_claims) {
            let trace = trace(&labelled.position, model);
            let late = trace.phase as f32 / PHASE_MAX as f32;
            let target = options.blend.target(&labelled) as f32;
            half.samples.push(&trace.counts, late, target);
            if let End::Won(winner) = labelled.end {
                self.results.push((labelled.estimate, f64::from(u8::from(winner == Color::Black))));
            }
        }
    }
}

/// Whether a game only judges the weights: evenly spread, whole games, and the same ones each time.
pub(super) fn is_held_out(number: u64, share: f64) -> bool {
    let count = |number: u64| (number as f64 * share).floor();
    count(number + 1) > count(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_is_held_out() {
        let held: Vec<u64> = (0..40).filter(|&number| is_held_out(number, 0.1)).collect();
        assert_eq!(held.len(), 4, "{held:?}");
        assert!(!(0..1000).any(|number| is_held_out(number, 0.0)));
        assert_eq!((0..1000).filter(|&number| is_held_out(number, 0.25)).count(), 250);
    }
}
