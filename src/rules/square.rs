//! Squares, numbered the same way on every board size.

use std::fmt;

/// The side of the biggest board.
pub const SIZE_MAX: u8 = 10;

/// The distance between neighbouring files. One more than [`SIZE_MAX`]: the spare rank is never playable, so a step
/// over the top or bottom edge lands on it instead of wrapping into the next file.
pub(super) const STRIDE: u8 = SIZE_MAX + 1;

/// How many entries a table indexed by [`Square::index`] has.
pub const SQUARES: usize = 128;

/// A square of the biggest board: index = file * 11 + rank, so that ascending squares run file by file, each from the
/// bottom up. On a smaller board the low files and ranks are used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Square(u8);

impl Square {
    /// The distance between the indices of a square and its neighbour on the next file; on the next rank it is 1.
    pub const FILE_STRIDE: usize = STRIDE as usize;

    /// The square on `file` and `rank`, both counted from 0; `None` outside the biggest board.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < SIZE_MAX && rank < SIZE_MAX { Some(Self(file * STRIDE + rank)) } else { None }
    }

    /// The square of an index that came from [`Square::index`] or a bit of a board.
    pub(super) const fn from_index(index: u8) -> Self {
        debug_assert!(index < SQUARES as u8);
        Self(index)
    }

    /// Its place in a table of [`SQUARES`] entries.
    pub const fn index(self) -> usize {
        // The mask changes nothing; it shows the compiler that a table of 128 entries needs no bounds check.
        (self.0 & 127) as usize
    }

    /// The file, from 0 on the left.
    pub const fn file(self) -> u8 {
        self.0 / STRIDE
    }

    /// The rank, from 0 at the bottom.
    pub const fn rank(self) -> u8 {
        self.0 % STRIDE
    }

    /// Whether a queen on an empty board could go from here to `other`: same file, rank or diagonal, and not here.
    pub fn in_line(self, other: Self) -> bool {
        let (df, dr) = (self.file().abs_diff(other.file()), self.rank().abs_diff(other.rank()));
        self != other && (df == 0 || dr == 0 || df == dr)
    }
}

impl fmt::Display for Square {
    /// The square's name, such as `c7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
