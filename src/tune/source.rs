//! The weights as Rust source.

use std::fmt::Write as _;

use super::fit::{FitOptions, Fitted, FittedModel};
use crate::eval::{SKETCH_FEATURES, Weight, feature_name, sketch_weights, weights};
use crate::rules::Variant;

const HEAD: &str = "\
//! Weights fitted to self-play. Written by `veletas-tune fit`, not by hand; see docs/tuning.md.
";

const USES: &str = "
use super::weights::{SketchWeights, Weights, weight};

/// The weights of the evaluation, in the order of [`Variant::ALL`](crate::rules::Variant::ALL).
#[rustfmt::skip]
pub(super) static EVALUATION: [Weights; 3] = [
";

const SKETCH: &str = "];

/// The weights of the sketch, in the same order.
pub(super) static SKETCH: [SketchWeights; 3] = [
";

/// How many weights of the terrain are written in one line. There are thousands: their names would hide them.
const ROW: usize = 5;

/// The source with the `fitted` weights. Variants without keep those that the engine plays with, and what the `old`
/// source says of their origin.
pub fn source(fitted: &[Fitted], options: &FitOptions, old: &str) -> String {
    let mut text = String::from(HEAD);
    let new = |variant| fitted.iter().find(|fitted| fitted.variant == variant);
    let origins = Variant::ALL.map(|variant| match new(variant) {
        Some(fitted) => origin(fitted, options),
        None => old_origin(variant, old),
    });
    if origins.iter().any(|origin| !origin.is_empty()) {
        text.push_str("//!\n");
        text.extend(origins);
    }
    text.push_str(USES);
    for variant in Variant::ALL {
        let weights = new(variant).map_or(weights(variant).as_slice(), |fitted| &fitted.evaluation.weights);
        let (named, terrain) = weights.split_at(SKETCH_FEATURES);
        let row = |weights: &[Weight]| weights.iter().map(written).collect::<Vec<_>>().join(", ");
        let rest: Vec<String> = terrain.chunks(ROW).map(row).collect();
        add_weights(&mut text, variant, &rows(named), &rest);
    }
    text.push_str(SKETCH);
    for variant in Variant::ALL {
        let weights = new(variant).map_or(sketch_weights(variant).as_slice(), |fitted| &fitted.sketch.weights);
        add_weights(&mut text, variant, &rows(weights), &[]);
    }
    text.push_str("];\n");
    text
}

fn written(weight: &Weight) -> String {
    format!("weight({}, {})", weight.opening, weight.late)
}

/// Weights from the first on with their names.
fn rows(weights: &[Weight]) -> Vec<(String, String)> {
    (0..).zip(weights).map(|(i, weight)| (written(weight), feature_name(i))).collect()
}

/// What the weights were fitted to.
fn origin(fitted: &Fitted, options: &FitOptions) -> String {
    let FittedModel { training, held_out, .. } = &fitted.evaluation;
    let rules: Vec<String> = fitted.rules.iter().map(|r| format!("{} nodes, seed {}", r.nodes, r.seed)).collect();
    let (games, positions) = (training.games + held_out.games, training.positions + held_out.positions);
    let skip = if options.skip_claims { " --skip-claims" } else { "" };
    format!(
        "//! * {}: {games} games ({}), {positions} positions, held-out loss {:.5} (before: {:.5}), from\n\
         //!   `fit --result-share {} --scale {} --pull {} --hold-out {}{skip}`.\n",
        fitted.variant.name(),
        rules.join("; "),
        held_out.after,
        held_out.before,
        options.blend.result_share,
        options.blend.scale,
        options.optimize.pull,
        options.hold_out,
    )
}

/// What the old source says of the origin of a variant's weights.
pub(super) fn old_origin(variant: Variant, old: &str) -> String {
    let first = format!("//! * {}:", variant.name());
    let mut lines = old.lines().skip_while(|line| !line.starts_with(&first));
    let begin = lines.next().into_iter();
    begin.chain(lines.take_while(|line| line.starts_with("//!  "))).map(|line| format!("{line}\n")).collect()
}

/// The weights of a variant, each with its name, the comments in one column as rustfmt puts them; then the rest, line by line.
pub(super) fn add_weights(text: &mut String, variant: Variant, weights: &[(String, String)], rest: &[String]) {
    let width = weights.iter().map(|(weight, _)| weight.len()).max().unwrap_or(0) + 1;
    // Nothing fails to be written to a string.
    let _ = writeln!(text, "    // {}\n    [", variant.name());
    for (weight, name) in weights {
        let _ = writeln!(text, "        {:width$} // {name}", format!("{weight},"));
    }
    for line in rest {
        let _ = writeln!(text, "        {line},");
    }
    text.push_str("    ],\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_of_other_variants_are_kept() {
        let old = "//! Weights.\n//!\n//! * 7x7: 5 games, from\n//!   `fit`.\n//! * 9x9: 6 games, from\n//!   `fit -x`.\n\nuse";
        assert_eq!(old_origin(Variant::Seven, old), "//! * 7x7: 5 games, from\n//!   `fit`.\n");
        assert_eq!(old_origin(Variant::Nine, old), "//! * 9x9: 6 games, from\n//!   `fit -x`.\n");
        assert_eq!(old_origin(Variant::Ten, old), "");
    }
}
