//! What the terms of the evaluation are worth, in hundredths of a shooter.

/// A worth that changes evenly from the first stone of a game to its usual end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    opening: i32,
    late: i32,
}

const fn weight(opening: i32, late: i32) -> Weight {
    Weight { opening, late }
}

/// The phase runs from 0 on a board without stones to this.
pub(super) const PHASE_MAX: i32 = 64;

impl Weight {
    #[inline]
    pub(super) fn at(self, phase: i32) -> i32 {
        self.opening + (self.late - self.opening) * phase / PHASE_MAX
    }
}

/// A claim.
pub(super) const CLAIM: Weight = weight(155, 225);
/// Lacking one claim to the majority.
pub(super) const ONE_SHORT: Weight = weight(30, 60);
/// A shooter whose owner would be this side, by its number of free neighbours: none, 1, 2, 3, 4, more. These and the
/// worth of a claim and of the move were fitted to games of a prototype.
pub(super) const OWNED: [Weight; 6] =
    [weight(0, 0), weight(73, 162), weight(68, 70), weight(33, 35), weight(22, 10), weight(6, -9)];
/// A shooter with one free neighbour that goes to whoever fills it, for the side to move.
pub(super) const HOT: Weight = weight(60, 110);
/// The size of the biggest group, per stone.
pub(super) const SIZE: Weight = weight(4, 2);
/// An empty square beside the biggest group.
pub(super) const LIBERTY: Weight = weight(3, 2);
/// An empty square beside an unclaimed shooter where only this side's biggest group is adjacent, or the bigger one.
pub(super) const GROUND: Weight = weight(6, 8);
/// Having the move.
pub(super) const MOVE: Weight = weight(55, 55);
