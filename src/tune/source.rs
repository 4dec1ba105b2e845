//! The weights as Rust source.

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

/// What ends the rows of a variant.
const END: &str = "    ],\n";

/// What begins the tables.
const EVALUATION_TABLE: &str = "static EVALUATION:";
const SKETCH_TABLE: &str = "static SKETCH:";

/// The source with the `fitted` weights. Variants without keep the weights of the `old` source, which may be newer than those
/// that this program was built with, and what it says of their origin.
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
        let rows = match new(variant) {
            Some(fitted) => evaluation_rows(&fitted.evaluation.weights),
            None => old_rows(variant, EVALUATION_TABLE, old).unwrap_or_else(|| evaluation_rows(weights(variant))),
        };
        add_variant(&mut text, variant, &rows);
    }
    text.push_str(SKETCH);
    for variant in Variant::ALL {
        let rows = match new(variant) {
            Some(fitted) => rows(&fitted.sketch.weights),
            None => old_rows(variant, SKETCH_TABLE, old).unwrap_or_else(|| rows(sketch_weights(variant))),
        };
        add_variant(&mut text, variant, &rows);
    }
    text.push_str("];\n");
    text
}

fn written(weight: &Weight) -> String {
    format!("weight({}, {})", weight.opening, weight.late)
}

/// The weights of an evaluation: the first ones each with its name, those of the terrain close together.
fn evaluation_rows(weights: &[Weight]) -> String {
    let (first, terrain) = weights.split_at(SKETCH_FEATURES);
    let mut text = rows(first);
    for row in terrain.chunks(ROW) {
        let weights: Vec<String> = row.iter().map(written).collect();
        text.push_str(&format!("        {},\n", weights.join(", ")));
    }
    text
}

/// A line for each of the first weights.
fn rows(weights: &[Weight]) -> String {
    let named = (0..).zip(weights).map(|(i, weight)| (written(weight), feature_name(i)));
    named_rows(&named.collect::<Vec<_>>())
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

/// The rows of a variant's weights in the old source's table that begins with `table`; none if they are not there.
pub(super) fn old_rows(variant: Variant, table: &str, old: &str) -> Option<String> {
    let (_, table) = old.split_once(table)?;
    let (table, _) = table.split_once("\n];\n")?;
    let (_, rows) = table.split_once(&begin(variant))?;
    let (rows, _) = rows.split_once(END)?;
    Some(rows.to_string())
}

/// A line for each weight and its name, the comments in one column as rustfmt puts them.
pub(super) fn named_rows(weights: &[(String, String)]) -> String {
    let width = weights.iter().map(|(weight, _)| weight.len()).max().unwrap_or(0) + 1;
    weights.iter().map(|(weight, name)| format!("        {:width$} // {name}\n", format!("{weight},"))).collect()
}

/// Appends the rows of a variant to a table.
pub(super) fn add_variant(text: &mut String, variant: Variant, rows: &str) {
    text.push_str(&begin(variant));
    text.push_str(rows);
    text.push_str(END);
}

/// What begins the rows of a variant.
fn begin(variant: Variant) -> String {
    format!("    // {}\n    [\n", variant.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::label::Blend;
    use crate::tune::optimize::Options;

    #[test]
    fn origins_of_other_variants_are_kept() {
        let old = "//! Weights.\n//!\n//! * 7x7: 5 games, from\n//!   `fit`.\n//! * 9x9: 6 games, from\n//!   `fit -x`.\n\nuse";
        assert_eq!(old_origin(Variant::Seven, old), "//! * 7x7: 5 games, from\n//!   `fit`.\n");
        assert_eq!(old_origin(Variant::Nine, old), "//! * 9x9: 6 games, from\n//!   `fit -x`.\n");
        assert_eq!(old_origin(Variant::Ten, old), "");
    }

    #[test]
    fn weights_of_other_variants_are_kept() {
        let options = FitOptions {
            blend: Blend { result_share: 0.5, scale: 100.0 },
            optimize: Options { pull: 1.0, steps: 1, threads: 1 },
            hold_out: 0.1,
            skip_claims: false,
        };
        // Without an old source, the weights are those that this program was built with.
        let built = source(&[], &options, "");
        assert!(built.contains(&evaluation_rows(weights(Variant::Ten))));
        // An old source counts more than that, in either table.
        let row = |table| {
            let rows = old_rows(Variant::Seven, table, &built).unwrap();
            rows.lines().next().unwrap().to_string()
        };
        for table in [EVALUATION_TABLE, SKETCH_TABLE] {
            let other = "        weight(12345, -321), // another";
            let old = built.replacen(&row(table), other, 1);
            assert_ne!(old, built);
            assert_eq!(source(&[], &options, &old), old, "{table}");
        }
        assert_eq!(old_rows(Variant::Seven, "static OTHER:", &built), None);
    }
}
