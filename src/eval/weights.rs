//! What the features are worth, in hundredths of a shooter.

use super::features::SKETCH_FEATURES;
use super::fitted::{EVALUATION, SKETCH};
use super::terrain::{FEATURES, SQUARE, SQUARE_CLASSES};
use crate::rules::Variant;

/// The weights of the evaluation are in so many parts of a hundredth, for many of them are added up; those of the sketch in
/// whole hundredths.
pub const FINENESS: i32 = 16;

/// A worth that changes evenly from the first stone of a game to its usual end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The worth on a board without stones.
    pub opening: i16,
    /// The worth at the usual end of a game.
    pub late: i16,
}

/// The weights of all features of the evaluation.
pub type Weights = [Weight; FEATURES];

/// The weights of all features of the sketch.
pub type SketchWeights = [Weight; SKETCH_FEATURES];

pub(super) const fn weight(opening: i16, late: i16) -> Weight {
    Weight { opening, late }
}

/// The phase runs from 0 on a board without stones to this.
pub const PHASE_MAX: i32 = 64;
const PHASES: usize = PHASE_MAX as usize + 1;

/// A worth in a phase, from what it is worth in the opening and late.
pub(super) const fn blend(opening: i32, late: i32, phase: i32) -> i32 {
    (opening * (PHASE_MAX - phase) + late * phase) / PHASE_MAX
}

/// What each feature of the sketch is worth in one phase of one variant.
pub(super) type Prices = [i16; SKETCH_FEATURES];

/// The worth of all features of the sketch for each variant and phase.
static PRICES: [[Prices; PHASES]; Variant::ALL.len()] = {
    let mut prices = [[[0; SKETCH_FEATURES]; PHASES]; Variant::ALL.len()];
    let mut variant = 0;
    while variant < prices.len() {
        let mut phase = 0;
        while phase < PHASES {
            let mut feature = 0;
            while feature < SKETCH_FEATURES {
                let Weight { opening, late } = SKETCH[variant][feature];
                prices[variant][phase][feature] = blend(opening as i32, late as i32, phase as i32) as i16;
                feature += 1;
            }
            phase += 1;
        }
        variant += 1;
    }
    prices
};

/// The weights that positions of a variant are evaluated with.
pub fn weights(variant: Variant) -> &'static Weights {
    &EVALUATION[variant as usize]
}

/// The two weights of a feature in one number, and sums of such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed(i64);

impl Packed {
    pub(super) const ZERO: Self = Self(0);

    const fn of(weight: Weight) -> Self {
        Self(((weight.opening as i64) << 32) + weight.late as i64)
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The sums of the weights for the opening and late.
    #[inline]
    pub(super) fn parts(self) -> (i32, i32) {
        let late = self.0 as i32;
        (((self.0 - i64::from(late)) >> 32) as i32, late)
    }
}

/// The weights of empty squares by their classes; numbers that are no class are worth nothing.
pub(super) type SquareWeights = [Packed; 1 << u8::BITS];

static SQUARE_WEIGHTS: [SquareWeights; Variant::ALL.len()] = {
    let mut packed = [[Packed::ZERO; 1 << u8::BITS]; Variant::ALL.len()];
    let mut variant = 0;
    while variant < packed.len() {
        let mut class = 0;
        while class < SQUARE_CLASSES {
            packed[variant][class] = Packed::of(EVALUATION[variant][SQUARE + class]);
            class += 1;
        }
        variant += 1;
    }
    packed
};

/// What empty squares of a variant are worth.
pub(super) fn square_weights(variant: Variant) -> &'static SquareWeights {
    &SQUARE_WEIGHTS[variant as usize]
}

/// The weights that positions of a variant are sketched with.
pub fn sketch_weights(variant: Variant) -> &'static SketchWeights {
    &SKETCH[variant as usize]
}

/// What the features of the sketch are worth in a phase, which must not exceed [`PHASE_MAX`].
#[inline]
pub(super) fn prices(variant: Variant, phase: i32) -> &'static Prices {
    &PRICES[variant as usize][phase as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::feature_name;

    /// A fit that forgot a variant would leave an engine that plays it without any idea.
    #[test]
    fn every_variant_has_weights() {
        for variant in Variant::ALL {
            let claim = (0..).position(|feature| feature_name(feature) == "claims 1 : 0").unwrap();
            let name = variant.name();
            assert!(weights(variant)[claim].late > 100 * FINENESS as i16, "{name}: evaluation");
            assert!(sketch_weights(variant)[claim].late > 100, "{name}: sketch");
            let used = weights(variant).iter().filter(|w| w.opening != 0 || w.late != 0).count();
            assert!(used > FEATURES / 2, "{name}: {used} weights are used");
        }
    }
}
