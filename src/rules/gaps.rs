//! Which stones claim: a shooter is shut in when the last empty square around it is filled.

use super::bitboard::Bitboard;
use super::position::SHOOTERS_MAX;
use super::square::Square;

/// What can immobilize a shooter at the end of a turn whose shooter has already moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gaps {
    /// Whether some unclaimed shooter is shut in already, wherever the stone goes.
    pub shut: bool,
    /// The squares that are the last empty neighbour of some unclaimed shooter.
    pub last: Bitboard,
}

impl Gaps {
    /// No shooter can be shut in by the coming stone.
    pub const NONE: Self = Self { shut: false, last: Bitboard::EMPTY };

    /// The gaps of `shooters` when these squares are `empty`.
    pub fn of(shooters: Bitboard, empty: Bitboard) -> Self {
        shooters.into_iter().fold(Self::NONE, |gaps, shooter| gaps.with(shooter.neighbours() & empty))
    }

    /// With one more shooter, around which these squares are empty.
    #[inline]
    fn with(mut self, around: Bitboard) -> Self {
        if around.is_empty() {
            self.shut = true;
        } else if around.is_single() {
            self.last |= around;
        }
        self
    }

    /// Of these stones, those that leave some shooter immobilized.
    #[inline]
    pub fn claiming(self, stones: Bitboard) -> Bitboard {
        if self.shut { stones } else { stones & self.last }
    }
}

/// The shooters that the step of one mover and a stone together can shut in: those with at most two empty neighbours
/// once the mover has left. Made once per mover, it gives the gaps of each of its steps in a few instructions.
#[derive(Clone, Copy, Debug)]
pub struct Tight {
    around: [Bitboard; SHOOTERS_MAX],
    len: usize,
    /// What is empty while the mover is lifted.
    empty: Bitboard,
}

impl Tight {
    /// The tight ones among `shooters` when `mover`, one of them, leaves its square; `empty` is the board before.
    #[inline]
    pub fn without(mover: Square, shooters: Bitboard, empty: Bitboard) -> Self {
        let empty = empty | mover.into();
        let mut tight = Self { around: [Bitboard::EMPTY; SHOOTERS_MAX], len: 0, empty };
        for shooter in shooters & !Bitboard::from(mover) {
            let around = shooter.neighbours() & empty;
            if around.count() <= 2 && tight.len < SHOOTERS_MAX {
                tight.around[tight.len] = around;
                tight.len += 1;
            }
        }
        tight
    }

    /// The empty squares around the tight shooters.
    #[inline]
    pub fn around(&self) -> Bitboard {
        self.around[..self.len].iter().fold(Bitboard::EMPTY, |all, &around| all | around)
    }

    /// The gaps once the mover has arrived on `to`.
    #[inline]
    pub fn gaps(&self, to: Square) -> Gaps {
        let arrived = Bitboard::from(to);
        let own = Gaps::NONE.with(to.neighbours() & self.empty);
        self.around[..self.len].iter().fold(own, |gaps, &around| gaps.with(around & !arrived))
    }
}
