//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::square::{SQUARES, STRIDE, Square};

/// A set of squares, one bit each. The complement of a set also holds squares outside every board: meet it with a
/// board or with the empty squares before use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub(super) u128);

impl Bitboard {
    /// The set without squares.
    pub const EMPTY: Self = Self(0);

    /// The squares with these indices, for bits that are set at [`Square::index`].
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// A 1 for each square of the set and a 0 for the others, by [`Square::index`].
    #[inline]
    pub fn to_bytes(self) -> [u8; SQUARES] {
        let mut bytes = [0; SQUARES];
        for (spread, byte) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.0.to_le_bytes()) {
            // Copies of the byte, of which the first keeps its lowest bit, the next one the second lowest...
            let bits = (u64::from(byte) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
            // ... which are carried to the highest place and from there to the lowest.
            *spread = (((bits + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101).to_le_bytes();
        }
        bytes
    }

    /// Whether there is no square in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is exactly one square in the set.
    pub const fn is_single(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The lowest square of the set.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as u8)) }
    }

    /// The squares orthogonally next to a square of the set (and possibly squares of the set itself). Off-board
    /// squares can appear: meet the result with a board.
    pub const fn orthogonal(self) -> Self {
        let b = self.0;
        Self(b << 1 | b >> 1 | b << STRIDE | b >> STRIDE)
    }

    /// The squares next to those of the set in one of the four orthogonal directions; off-board squares can appear.
    pub const fn shifted(self, direction: usize) -> Self {
        match direction {
            0 => Self(self.0 << 1),
            1 => Self(self.0 >> 1),
            2 => Self(self.0 << STRIDE),
            _ => Self(self.0 >> STRIDE),
        }
    }

    /// How many pairs of its squares are orthogonally next to each other.
    pub const fn bonds(self) -> u32 {
        (self.0 & self.0 << 1).count_ones() + (self.0 & self.0 << STRIDE).count_ones()
    }

    /// The set together with everything orthogonally or diagonally next to it; off-board squares can appear.
    pub const fn dilated(self) -> Self {
        let column = self.0 | self.0 << 1 | self.0 >> 1;
        Self(column | column << STRIDE | column >> STRIDE)
    }

    /// The squares with at least one and those with at least two orthogonal or diagonal neighbours in the set;
    /// off-board squares can appear.
    pub fn neighbour_counts(self) -> (Self, Self) {
        let (mut one, mut two) = (0, 0);
        for distance in [1, STRIDE - 1, STRIDE, STRIDE + 1] {
            for shifted in [self.0 << distance, self.0 >> distance] {
                two |= one & shifted;
                one |= shifted;
            }
        }
        (Self(one), Self(two))
    }

    /// Its squares by how many orthogonal or diagonal neighbours in the set they have: 0, 1, 2, 3, 4, 5, more.
    #[inline]
    pub fn by_neighbours(self) -> [Self; 7] {
        /// The two binary digits of the sum of three bits, for each square.
        const fn sum(a: u128, b: u128, c: u128) -> (u128, u128) {
            (a ^ b ^ c, a & b | c & (a | b))
        }
        // Every square with the two above and below it, then three such files: the square itself is counted, too.
        let (ones, twos) = sum(self.0 << 1, self.0, self.0 >> 1);
        let (ones, carry) = sum(ones << STRIDE, ones, ones >> STRIDE);
        let (twos, fours) = sum(twos << STRIDE, twos, twos >> STRIDE);
        let (twos, fours, eights) = (twos ^ carry, fours ^ twos & carry, fours & twos & carry);
        let (few, some) = (self.0 & !fours & !eights, self.0 & fours);
        [
            Self(few & ones & !twos),
            Self(few & twos & !ones),
            Self(few & twos & ones),
            Self(some & !twos & !ones),
            Self(some & !twos & ones),
            Self(some & twos & !ones),
            Self(some & twos & ones | self.0 & eights),
        ]
    }

    /// The part of `within` connected orthogonally to the set by squares of `within`, with the set itself.
    pub fn flood(self, within: Self) -> Self {
        let mut reached = self;
        loop {
            let next = (reached.orthogonal() & within) | reached;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        Self(1 << square.index())
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.into())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a set in ascending order: file by file, each from the bottom up.
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

macro_rules! set_operator {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt;)*) => {$(
        impl $trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    )*};
}

set_operator! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn bytes_tell_the_squares() {
        for bits in [0, u128::MAX, 1, 1 << 127, 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834] {
            let bytes = Bitboard(bits).to_bytes();
            assert!((0..SQUARES).all(|i| u128::from(bytes[i]) == bits >> i & 1), "{bits:x}");
        }
    }

    #[test]
    fn neighbours_are_counted() {
        let mut noise = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834_u128;
        for turn in 0..300 {
            noise = noise.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(turn);
            // Thin, even and crowded sets, and full boards.
            let bits =
                [noise & noise.rotate_left(64), noise, noise | noise.rotate_left(64), u128::MAX][turn as usize % 4];
            for variant in Variant::ALL {
                let set = Bitboard(bits) & variant.board();
                let classes = set.by_neighbours();
                assert_eq!(classes.iter().fold(Bitboard::EMPTY, |all, &class| all | class), set);
                for square in set {
                    let count = (square.neighbours() & set).count() as usize;
                    assert!(classes[count.min(6)].contains(square), "{square} has {count}");
                }
            }
        }
    }
}
