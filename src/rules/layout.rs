//! What stands where, unchecked, and the check that makes a [`Position`] of it.

use std::fmt;

use super::bitboard::Bitboard;
use super::color::Color;
use super::position::Position;
use super::square::Square;
use super::variant::Variant;

/// The highest turn number.
pub const TURN_MAX: u16 = 9999;

/// A board with the state around it as outside data gives it. [`Position::try_from`] checks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The board size and number of shooters.
    pub variant: Variant,
    /// Black's and White's stones, without those that mark a claim.
    pub stones: [Bitboard; 2],
    /// The unclaimed shooters.
    pub shooters: Bitboard,
    /// The shooters claimed by Black and by White.
    pub claimed: [Bitboard; 2],
    /// The player to move.
    pub side: Color,
    /// How many shooters are still to be placed, both players' together.
    pub hand: u64,
    /// The number of the turn about to be played, from 1.
    pub turn: u64,
}

/// One reason why a layout is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Something stands outside the board.
    OffBoard(Square),
    /// Two things stand on one square.
    Shared(Square),
    /// The shooters on the board and in hand are not the variant's number.
    Shooters {
        /// Shooters on the board, claimed ones included.
        board: u32,
        /// Shooters in hand.
        hand: u64,
        /// The variant's number.
        expected: u8,
    },
    /// No game of this variant has that hand with that player to move.
    Hand {
        /// Shooters in hand.
        hand: u64,
        /// The player to move.
        side: Color,
    },
    /// A stone lies there before all shooters are placed.
    EarlyStone(Square),
    /// A shooter is claimed before all shooters are placed.
    EarlyClaim(Square),
    /// Two shooters are adjacent before all shooters are placed.
    Adjacent(Square, Square),
    /// An unclaimed shooter has no empty neighbour, so the turn that caused it would have claimed it.
    Immobilized(Square),
    /// The turn is 0 or above [`TURN_MAX`].
    Turn(u64),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(square) => write!(f, "{square} is outside the board"),
            Self::Shared(square) => write!(f, "two things stand on {square}"),
            Self::Shooters { board, hand, expected } => {
                write!(f, "{board} shooters on the board and {hand} in hand, but the game has {expected}")
            }
            Self::Hand { hand, side } => write!(f, "hand {hand} is impossible with {side} to move"),
            Self::EarlyStone(square) => write!(f, "a stone on {square} before all shooters are placed"),
            Self::EarlyClaim(square) => write!(f, "a claimed shooter on {square} before all shooters are placed"),
            Self::Adjacent(a, b) => write!(f, "shooters on {a} and {b} are adjacent during the setup"),
            Self::Immobilized(square) => write!(f, "the unclaimed shooter on {square} has no empty neighbour"),
            Self::Turn(turn) => write!(f, "turn {turn} is not in 1 to {TURN_MAX}"),
        }
    }
}

/// A layout was refused, for all of these reasons.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct InvalidPosition {
    /// Why; never empty.
    pub reasons: Vec<Reason>,
}

impl Layout {
    /// The empty board before Black's setup turn.
    pub fn start(variant: Variant) -> Self {
        Self {
            variant,
            stones: [Bitboard::EMPTY; 2],
            shooters: Bitboard::EMPTY,
            claimed: [Bitboard::EMPTY; 2],
            side: Color::Black,
            hand: variant.shooters().into(),
            turn: 1,
        }
    }

    /// All that stands on the board.
    pub fn occupied(&self) -> Bitboard {
        self.planes().into_iter().fold(Bitboard::EMPTY, |all, plane| all | plane)
    }

    fn planes(&self) -> [Bitboard; 5] {
        [self.stones[0], self.stones[1], self.shooters, self.claimed[0], self.claimed[1]]
    }

    /// Every reason why this is not a position of a game; none when it is one.
    pub fn reasons(&self) -> Vec<Reason> {
        let board = self.variant.board();
        let mut reasons: Vec<Reason> = (self.occupied() & !board).into_iter().map(Reason::OffBoard).collect();

        let (mut seen, mut shared) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for plane in self.planes() {
            shared |= seen & plane;
            seen |= plane;
        }
        reasons.extend(shared.into_iter().map(Reason::Shared));

        let placed = self.shooters | self.claimed[0] | self.claimed[1];
        let (count, expected) = (placed.count(), self.variant.shooters());
        if u64::from(count).checked_add(self.hand) != Some(expected.into()) {
            reasons.push(Reason::Shooters { board: count, hand: self.hand, expected });
        }
        let full_hand = match self.side {
            Color::Black => expected,
            Color::White => self.variant.share(Color::White),
        };
        if self.hand != 0 && self.hand != u64::from(full_hand) {
            reasons.push(Reason::Hand { hand: self.hand, side: self.side });
        }
        if self.hand != 0 {
            reasons.extend((self.stones[0] | self.stones[1]).into_iter().map(Reason::EarlyStone));
            reasons.extend((self.claimed[0] | self.claimed[1]).into_iter().map(Reason::EarlyClaim));
            for a in self.shooters {
                let later = (self.shooters & a.neighbours()).into_iter().filter(|&b| b > a);
                reasons.extend(later.map(|b| Reason::Adjacent(a, b)));
            }
        } else {
            let shut = self.shooters & !(board & !self.occupied()).dilated();
            reasons.extend(shut.into_iter().map(Reason::Immobilized));
        }
        if self.turn == 0 || self.turn > TURN_MAX.into() {
            reasons.push(Reason::Turn(self.turn));
        }
        reasons
    }
}

impl TryFrom<&Layout> for Position {
    type Error = InvalidPosition;

    fn try_from(layout: &Layout) -> Result<Self, InvalidPosition> {
        let reasons = layout.reasons();
        if reasons.is_empty() { Ok(Self::from_checked(layout)) } else { Err(InvalidPosition { reasons }) }
    }
}
