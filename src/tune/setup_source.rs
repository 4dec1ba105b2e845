//! The weights of setups as Rust source.

use super::setup::{FittedSetup, SetupOptions};
use super::source::{add_variant, named_rows, old_origin, old_rows};
use crate::eval::{SETUP_NAMES, SetupWeights, setup_weights};
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

/// What begins the table.
const TABLE: &str = "static SETUP_FITTED:";

/// The source with the `fitted` weights. Variants without keep the weights of the `old` source, which may be newer than those
/// that this program was built with, and what it says of their origin.
pub fn setup_source(fitted: &[FittedSetup], options: &SetupOptions, old: &str) -> String {
    let new = |variant| fitted.iter().find(|fitted| fitted.variant == variant);
    let mut text = String::from(HEAD);
    text.extend(Variant::ALL.map(|variant| match new(variant) {
        Some(fitted) => origin(fitted, options),
        None => old_origin(variant, old),
    }));
    text.push_str(USES);
    for variant in Variant::ALL {
        let rows = match new(variant) {
            Some(fitted) => rows(&fitted.weights),
            None => old_rows(variant, TABLE, old).unwrap_or_else(|| rows(setup_weights(variant))),
        };
        add_variant(&mut text, variant, &rows);
    }
    text.push_str("];\n");
    text
}

fn rows(weights: &SetupWeights) -> String {
    let named = weights.iter().zip(SETUP_NAMES).map(|(weight, name)| (weight.to_string(), name.to_string()));
    named_rows(&named.collect::<Vec<_>>())
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
