//! What the features of the evaluation are worth, in hundredths of a shooter.

use super::features::FEATURES;
use super::fitted::FITTED;
use crate::rules::Variant;

/// A worth that changes evenly from the first stone of a game to its usual end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The worth on a board without stones.
    pub opening: i32,
    /// The worth at the usual end of a game.
    pub late: i32,
}

/// The weights of all features.
pub type Weights = [Weight; FEATURES];

pub(super) const fn weight(opening: i32, late: i32) -> Weight {
    Weight { opening, late }
}

/// The phase runs from 0 on a board without stones to this.
pub const PHASE_MAX: i32 = 64;
const PHASES: usize = PHASE_MAX as usize + 1;

impl Weight {
    /// The worth in a phase.
    pub const fn at(self, phase: i32) -> i32 {
        self.opening + (self.late - self.opening) * phase / PHASE_MAX
    }
}

/// What each feature is worth in one phase of one variant.
pub(super) type Prices = [i16; FEATURES];

/// [`Weight::at`] of all features for each variant and phase.
static PRICES: [[Prices; PHASES]; Variant::ALL.len()] = {
    let mut prices = [[[0; FEATURES]; PHASES]; Variant::ALL.len()];
    let mut variant = 0;
    while variant < prices.len() {
        let mut phase = 0;
        while phase < PHASES {
            let mut feature = 0;
            while feature < FEATURES {
                prices[variant][phase][feature] = FITTED[variant][feature].at(phase as i32) as i16;
                feature += 1;
            }
            phase += 1;
        }
        variant += 1;
    }
    prices
};

/// The weights that the engine plays a variant with.
pub fn weights(variant: Variant) -> &'static Weights {
    &FITTED[variant as usize]
}

/// What the features are worth in a phase, which must not exceed [`PHASE_MAX`].
#[inline]
pub(super) fn prices(variant: Variant, phase: i32) -> &'static Prices {
    &PRICES[variant as usize][phase as usize]
}
