//! From games to the weights with which setups are judged.

use std::path::PathBuf;

use super::error::TuneError;
use super::fit::{Source, is_held_out, load};
use super::game::Rules;
use super::label::{Blend, End, Labelled, label, sigmoid};
use super::optimize::{Options, optimize};
use super::samples::{Pair, Samples};
use crate::eval::{SETUP_FEATURES, SetupWeights, setup_counts};
use crate::rules::{Color, Variant};

/// The units of the weights in one of log odds.
const UNITS: f64 = 10_000.0;
/// The pull towards zero, in games, and the most steps of the optimiser.
const OPTIMIZE: Options = Options { pull: 10.0, steps: 500, threads: 1 };

/// How the weights of setups are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SetupOptions {
    /// What is predicted.
    pub blend: Blend,
    /// The share of the games that only judges the weights.
    pub hold_out: f64,
}

/// The weights of a variant's setups and how good they are.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedSetup {
    /// The variant.
    pub variant: Variant,
    /// What the games were like, file by file.
    pub rules: Vec<Rules>,
    /// How many games the weights were fitted to.
    pub training: usize,
    /// How many games played to the end were held out.
    pub held_out: usize,
    /// By how much the mean cross-entropy with the results of these is less than that of a constant.
    pub gain: f64,
    /// The standard error of the gain.
    pub error: f64,
    /// The weights.
    pub weights: SetupWeights,
}

impl FittedSetup {
    /// Its worth in one line.
    pub fn summary(&self) -> String {
        let Self { variant, training, held_out, gain, error, .. } = self;
        let name = variant.name();
        format!("{name}: {training} games; {held_out} held out, loss {gain:+.5} +- {error:.5} less than a constant's")
    }
}

/// Fits the weights of setups for each variant that there are games of, the smallest first.
///
/// # Errors
/// A file cannot be used, there are too few games, or the optimiser gives up.
pub fn fit_setups(paths: &[PathBuf], options: &SetupOptions) -> Result<Vec<FittedSetup>, TuneError> {
    load(paths)?.iter().map(|source| fit_variant(source, options)).collect()
}

fn fit_variant(source: &Source, options: &SetupOptions) -> Result<FittedSetup, TuneError> {
    let variant = source.variant;
    let mut samples = Samples::default();
    let mut constant = Samples::default();
    let mut judges = Vec::new();
    for game in &source.games {
        // The last label is that of the earliest position.
        let Some(first) = label(game, variant, false).pop().filter(is_first) else { continue };
        let counts = setup_counts(variant, first.position.shooters());
        match first.end {
            End::Won(winner) if is_held_out(game.number, options.hold_out) => {
                judges.push((counts, f64::from(u8::from(winner == Color::Black))));
            }
            _ => {
                let sparse: Vec<(u16, i16)> = (0..).zip(counts.map(|count| count as i16)).collect();
                samples.push(&sparse, 0.0, options.blend.target(&first) as f32);
                if let End::Won(winner) = first.end {
                    constant.push(&[(0, 1)], 0.0, f32::from(u8::from(winner == Color::Black)));
                }
            }
        }
    }
    if samples.is_empty() || constant.is_empty() {
        return Err(TuneError::Few { variant: variant.name() });
    }
    let found = optimize(&samples, &[[0.0; 2]; SETUP_FEATURES], OPTIMIZE)?.weights;
    let usual = optimize(&constant, &[[0.0; 2]], OPTIMIZE)?.weights[0][0];
    let (gain, error) = gain(&judges, &found, usual);
    let weights = std::array::from_fn(|i| (found[i][0] * UNITS).round().clamp(-1e6, 1e6) as i32);
    let (rules, training, held_out) = (source.rules.clone(), samples.len(), judges.len());
    Ok(FittedSetup { variant, rules, training, held_out, gain, error, weights })
}

/// Whether nothing but the setup has been played.
fn is_first(labelled: &Labelled) -> bool {
    Color::ALL.into_iter().all(|color| labelled.position.stones(color).is_empty())
}

/// How much less the loss is than that of `usual` log odds, and the standard error.
fn gain(judges: &[(SetupWeights, f64)], weights: &[Pair], usual: f64) -> (f64, f64) {
    let loss = |odds: f64, won: f64| -(if won > 0.5 { sigmoid(odds) } else { sigmoid(-odds) }).ln();
    let odds = |counts: &SetupWeights| counts.iter().zip(weights).map(|(&c, w)| f64::from(c) * w[0]).sum::<f64>();
    let gains: Vec<f64> = judges.iter().map(|(counts, won)| loss(usual, *won) - loss(odds(counts), *won)).collect();
    let count = gains.len().max(1) as f64;
    let mean = gains.iter().sum::<f64>() / count;
    let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / count;
    (mean, (variance / count).sqrt())
}
