//! The board sizes, one row of data each.

use super::bitboard::Bitboard;
use super::color::Color;
use super::square::{STRIDE, Square};

/// A board size with its number of shooters. Everything that depends on it is read from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// 7x7 with three shooters.
    Seven,
    /// 9x9 with five shooters.
    Nine,
    /// 10x10 with seven shooters, the full game.
    Ten,
}

struct Row {
    name: &'static str,
    size: u8,
    shooters: u8,
    /// How many shooters Black and White place.
    shares: [u8; 2],
    /// How many claims win.
    majority: u8,
    board: Bitboard,
}

const fn row(name: &'static str, size: u8, shares: [u8; 2]) -> Row {
    let shooters = shares[0] + shares[1];
    let mut board = 0;
    let mut file = 0;
    while file < size {
        board |= ((1 << size) - 1) << (file * STRIDE);
        file += 1;
    }
    Row { name, size, shooters, shares, majority: shooters / 2 + 1, board: Bitboard(board) }
}

static ROWS: [Row; 3] = [row("7x7", 7, [1, 2]), row("9x9", 9, [2, 3]), row("10x10", 10, [3, 4])];

impl Variant {
    /// All variants, the smallest first.
    pub const ALL: [Self; 3] = [Self::Seven, Self::Nine, Self::Ten];

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name in the notation: `7x7`, `9x9` or `10x10`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The variant of that name, read without regard to case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.name().eq_ignore_ascii_case(name))
    }

    /// The variant played on a board of that side.
    pub fn from_size(size: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|v| usize::from(v.size()) == size)
    }

    /// The side of the board.
    pub fn size(self) -> u8 {
        self.row().size
    }

    /// How many shooters the game has.
    pub fn shooters(self) -> u8 {
        self.row().shooters
    }

    /// How many shooters `color` places in the setup turn.
    pub fn share(self, color: Color) -> u8 {
        self.row().shares[color.index()]
    }

    /// How many claims win.
    pub fn majority(self) -> u8 {
        self.row().majority
    }

    /// All squares of the board.
    pub fn board(self) -> Bitboard {
        self.row().board
    }

    /// Whether `square` lies on this board.
    pub fn contains(self, square: Square) -> bool {
        self.board().contains(square)
    }
}
