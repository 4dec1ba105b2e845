//! The weights of setups as Rust source.

use super::setup::{FittedSetup, SetupOptions};
use super::source::{add_weights, old_origin};
use crate::eval::{SETUP_NAMES, setup_weights};
use crate::rules::Variant;

const HEAD: &str = "\
//! Weights fitted to self-play. Written by `veletas-tune setup`, not by hand; see docs/tuning.md.
//!
";

const USES: &str = "
use super::setup::SetupWeights;

/// In the order of [`Variant::ALL`](crate::rules::Variant::ALL).
pub(super) static SETUP_FITTED: [SetupWeights; 3] = [
";

/// The source with the `fitted` weights. Variants without keep those that the engine plays with, and what the `old`
/// source says of their origin.
pub fn setup_source(fitted: &[FittedSetup], options: &SetupOptions, old: &str) -> String {
    let new = |variant| fitted.iter().find(|fitted| fitted.variant == variant);
    let mut text = String::from(HEAD);
    text.extend(Variant::ALL.map(|variant| match new(variant) {
        Some(fitted) => origin(fitted, options),
        None => old_origin(variant, old),
    }));
    text.push_str(USES);
    for variant in Variant::ALL {
        let weights = new(variant).map_or(*setup_weights(variant), |fitted| fitted.weights);
        let rows = weights.iter().zip(SETUP_NAMES).map(|(weight, name)| (weight.to_string(), name.to_string()));
        add_weights(&mut text, variant, &rows.collect::<Vec<_>>(), &[]);
    }
    text.push_str("];\n");
    text
}

/// What the weights were fitted to.
fn origin(fitted: &FittedSetup, options: &SetupOptions) -> String {
    let rules: Vec<String> = fitted.rules.iter().map(|r| format!("{} nodes, seed {}", r.nodes, r.seed)).collect();
    let SetupOptions { blend, hold_out } = options;
    format!(
        "//! * {} ({}), from\n//!   `setup --result-share {} --scale {} --hold-out {hold_out}`.\n",
        fitted.summary(),
        rules.join("; "),
        blend.result_share,
        blend.scale,
    )
}
