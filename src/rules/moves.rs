//! Moves: everything that one player does in one turn, in 32 bits.

use std::num::NonZeroU32;

use super::bitboard::Bitboard;
use super::square::Square;

/// The most shooters that one setup turn places.
pub const SETUP_MAX: usize = 4;

/// A shooter's way from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where the shooter stood.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// A legal move of some position: a setup turn, or an optional shooter's step and a stone.
///
/// Four fields of seven bits hold squares, the lowest first; unused ones hold 127. The top four bits tell the
/// kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU32);

const FIELD: u32 = 7;
const NONE: u32 = 127;
const KIND: u32 = 28;
const SHOT: NonZeroU32 = NonZeroU32::MIN.saturating_add((1 << KIND) - 1);
const SETUP: NonZeroU32 = NonZeroU32::MIN.saturating_add((2 << KIND) - 1);

impl Move {
    /// A stone on `stone` after an optional step of a shooter.
    pub fn shot(step: Option<Step>, stone: Square) -> Self {
        let (from, to) = step.map_or((NONE, NONE), |s| (s.from.index() as u32, s.to.index() as u32));
        Self(SHOT | (stone.index() as u32 | to << FIELD | from << (2 * FIELD)))
    }

    /// A setup turn that places shooters on these squares. More than [`SETUP_MAX`] squares do not fit: `None`.
    pub fn setup(squares: Bitboard) -> Option<Self> {
        if squares.count() as usize > SETUP_MAX {
            return None;
        }
        let mut squares = squares.into_iter();
        let fields = (0..SETUP_MAX as u32)
            .fold(0, |bits, i| bits | squares.next().map_or(NONE, |s| s.index() as u32) << (i * FIELD));
        Some(Self(SETUP | fields))
    }

    fn field(self, i: u32) -> Option<Square> {
        let index = self.0.get() >> (i * FIELD) & NONE;
        (index != NONE).then(|| Square::from_index(index as u8))
    }

    /// Whether it is a setup turn.
    pub fn is_setup(self) -> bool {
        self.0.get() >= SETUP.get()
    }

    /// The squares on which a setup turn places shooters; empty for other moves.
    pub fn placed(self) -> Bitboard {
        if self.is_setup() { (0..SETUP_MAX as u32).filter_map(|i| self.field(i)).collect() } else { Bitboard::EMPTY }
    }

    /// The shooter's step, if one is made.
    pub fn step(self) -> Option<Step> {
        if self.is_setup() {
            return None;
        }
        Some(Step { from: self.field(2)?, to: self.field(1)? })
    }

    /// The square of the new stone; `None` for a setup turn.
    pub fn stone(self) -> Option<Square> {
        if self.is_setup() { None } else { self.field(0) }
    }

    /// The move as a number, for storage.
    pub fn bits(self) -> u32 {
        self.0.get()
    }

    /// The move of a number that came from [`Move::bits`]; `None` for 0. It need not be legal anywhere.
    pub fn from_bits(bits: u32) -> Option<Self> {
        NonZeroU32::new(bits).map(Self)
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_setup() {
            write!(f, "Setup({:?})", self.placed())
        } else {
            write!(f, "Shot({:?}, {:?})", self.step(), self.stone())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_back() {
        let square = |f, r| Square::new(f, r).unwrap();
        let (a, b, c) = (square(0, 0), square(9, 9), square(4, 7));
        let plain = Move::shot(None, b);
        assert_eq!((plain.step(), plain.stone(), plain.is_setup()), (None, Some(b), false));
        let step = Step { from: a, to: c };
        let stepped = Move::shot(Some(step), a);
        assert_eq!((stepped.step(), stepped.stone()), (Some(step), Some(a)));
        let squares: Bitboard = [a, b, c].into_iter().collect();
        let setup = Move::setup(squares).unwrap();
        assert_eq!((setup.placed(), setup.is_setup(), setup.stone(), setup.step()), (squares, true, None, None));
        assert_eq!(Move::from_bits(setup.bits()), Some(setup));
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(Move::setup(super::super::Variant::Seven.board()), None);
    }
}
