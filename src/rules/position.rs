//! A position of a game, and what a move makes of it.

use super::bitboard::Bitboard;
use super::color::Color;
use super::gaps::Gaps;
use super::layout::{Layout, TURN_MAX};
use super::moves::{Move, Step};
use super::square::Square;
use super::variant::Variant;
use super::zobrist;

/// The most shooters that a variant has.
pub const SHOOTERS_MAX: usize = 7;

/// A position that a game of its variant can have, or a debugger has set up within the same rules. Small and `Copy`:
/// [`Position::play`] makes a new one.
///
/// ```
/// use veletas::rules::{Position, Variant};
/// let start = Position::start(Variant::Seven);
/// assert_eq!(start.count_moves(), 49);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    stones: [Bitboard; 2],
    shooters: Bitboard,
    claimed: [Bitboard; 2],
    hash: u64,
    turn: u16,
    hand: u8,
    side: Color,
    variant: Variant,
}

impl Position {
    /// The empty board before Black's setup turn.
    pub fn start(variant: Variant) -> Self {
        Self::from_checked(&Layout::start(variant))
    }

    /// The position of a layout for which [`Layout::reasons`] finds nothing.
    pub(super) fn from_checked(layout: &Layout) -> Self {
        debug_assert!(layout.reasons().is_empty());
        let mut position = Self {
            stones: layout.stones,
            shooters: layout.shooters,
            claimed: layout.claimed,
            hash: 0,
            turn: layout.turn as u16,
            hand: layout.hand as u8,
            side: layout.side,
            variant: layout.variant,
        };
        position.hash = position.recomputed_hash();
        position
    }

    /// The position as plain data.
    pub fn layout(&self) -> Layout {
        Layout {
            variant: self.variant,
            stones: self.stones,
            shooters: self.shooters,
            claimed: self.claimed,
            side: self.side,
            hand: self.hand.into(),
            turn: self.turn.into(),
        }
    }

    /// The board size and number of shooters.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The stones of `color`, without those that mark claims.
    #[inline]
    pub fn stones(&self, color: Color) -> Bitboard {
        self.stones[color.index()]
    }

    /// The unclaimed shooters.
    #[inline]
    pub fn shooters(&self) -> Bitboard {
        self.shooters
    }

    /// The shooters claimed by `color`.
    #[inline]
    pub fn claimed(&self, color: Color) -> Bitboard {
        self.claimed[color.index()]
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> Bitboard {
        self.variant.board() & !(self.stones[0] | self.stones[1] | self.shooters | self.claimed[0] | self.claimed[1])
    }

    /// The player to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// How many shooters are still to be placed, both players' together.
    pub fn hand(&self) -> u8 {
        self.hand
    }

    /// Whether the player to move places shooters.
    #[inline]
    pub fn is_setup(&self) -> bool {
        self.hand != 0
    }

    /// The number of the turn about to be played, from 1. It stays at [`TURN_MAX`] once reached.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// The Zobrist key of everything that decides how the game can go on: the turn number is left out.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Who holds the majority of the shooters.
    #[inline]
    pub fn winner(&self) -> Option<Color> {
        let majority = u32::from(self.variant.majority());
        Color::ALL.into_iter().find(|&color| self.claimed(color).count() >= majority)
    }

    /// Of `color`, the group orthogonally connected to the stones among `seed`.
    pub fn group(&self, seed: Bitboard, color: Color) -> Bitboard {
        let stones = self.stones(color);
        (seed & stones).flood(stones)
    }

    /// What can immobilize a shooter if none moves and a stone is placed now.
    #[inline]
    pub fn gaps(&self) -> Gaps {
        Gaps::of(self.shooters, self.empty())
    }

    /// The position after `mv`, which must be a legal move of this one.
    pub fn play(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        let mut next = *self;
        if mv.is_setup() {
            next.place(mv.placed());
            return next;
        }
        if let Some(step) = mv.step() {
            next.walk(step);
        }
        if let Some(stone) = mv.stone() {
            next.end_turn();
            next.put_stone(stone);
            next.claim_immobilized();
        }
        next
    }

    /// The [`Position::hash`] after the legal turn `mv`, provided that it claims nothing: known without playing it.
    #[inline]
    pub fn hash_after(&self, mv: Move) -> u64 {
        let walked = mv.step().map_or(0, |step| zobrist::shooter(step.from) ^ zobrist::shooter(step.to));
        let shot = mv.stone().map_or(0, |stone| zobrist::stone(self.side, stone) ^ zobrist::white());
        self.hash ^ walked ^ shot
    }

    /// The position after the mover's stone lands on the empty square `stone` while every shooter stays, whether or
    /// not one of them can fire there: what a search asks to judge a square by itself.
    #[inline]
    pub fn with_stone(&self, stone: Square) -> Self {
        debug_assert!(self.empty().contains(stone) && !self.is_setup());
        let mut next = *self;
        next.end_turn();
        next.put_stone(stone);
        next.claim_immobilized();
        next
    }

    /// The position with the other player to move and nothing else changed. Passing is no legal turn; it is what a
    /// search asks to see what the opponent threatens.
    pub fn pass(&self) -> Self {
        let mut next = *self;
        next.side = !next.side;
        next.hash ^= zobrist::white();
        next
    }

    /// The position with the colours of stones and claims swapped and the other player to move; `None` during the
    /// setup, which is not symmetric.
    pub fn flipped(&self) -> Option<Self> {
        if self.is_setup() {
            return None;
        }
        let mut layout = self.layout();
        layout.stones.swap(0, 1);
        layout.claimed.swap(0, 1);
        layout.side = !layout.side;
        Some(Self::from_checked(&layout))
    }

    /// Places shooters and ends the setup turn.
    fn place(&mut self, squares: Bitboard) {
        self.shooters |= squares;
        self.hash ^= zobrist::hand(self.hand);
        self.hand -= squares.count() as u8;
        self.hash ^= zobrist::hand(self.hand);
        for square in squares {
            self.hash ^= zobrist::shooter(square);
        }
        self.end_turn();
    }

    /// Moves a shooter; the turn is not over yet.
    #[inline]
    pub(super) fn walk(&mut self, step: Step) {
        self.shooters ^= Bitboard::from(step.from) | step.to.into();
        self.hash ^= zobrist::shooter(step.from) ^ zobrist::shooter(step.to);
    }

    /// Places a stone of the player whose turn has just ended, without the claims.
    #[inline]
    pub(super) fn put_stone(&mut self, stone: Square) {
        let base = *self;
        self.replace_stone(&base, stone);
    }

    /// Makes this position `base` with a stone put on `stone`. Before that, it may differ from `base` by another stone
    /// so put and by nothing else: rewriting two fields is much faster than a fresh copy.
    #[inline]
    pub(super) fn replace_stone(&mut self, base: &Self, stone: Square) {
        let mover = !base.side;
        self.stones[mover.index()] = base.stones[mover.index()] | stone.into();
        self.hash = base.hash ^ zobrist::stone(mover, stone);
    }

    /// Passes the turn. The stone and the claims come after it.
    #[inline]
    pub(super) fn end_turn(&mut self) {
        self.side = !self.side;
        self.hash ^= zobrist::white();
        self.turn = (self.turn + 1).min(TURN_MAX);
    }

    /// Gives every immobilized shooter to its owner; the turn has just passed to `self.side`.
    #[inline]
    pub(super) fn claim_immobilized(&mut self) {
        let shut = self.shooters & !self.empty().dilated();
        for shooter in shut {
            let owner = self.owner_if_shut(shooter);
            self.shooters ^= shooter.into();
            self.claimed[owner.index()] |= shooter.into();
            self.hash ^= zobrist::shooter(shooter) ^ zobrist::claim(owner, shooter);
        }
    }

    /// Who claims a shooter on `square` that the player who just moved has shut in: the owner of the biggest group
    /// beside it, and without one the opponent of that player, whose turn it is now.
    fn owner_if_shut(&self, square: Square) -> Color {
        let [black, white] = Color::ALL.map(|color| self.biggest_beside(square, color));
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => Color::Black,
            std::cmp::Ordering::Less => Color::White,
            std::cmp::Ordering::Equal => self.side,
        }
    }

    /// The size of the biggest group of `color` orthogonally adjacent to `square`; 0 without one.
    fn biggest_beside(&self, square: Square, color: Color) -> u32 {
        let mut beside = Bitboard::from(square).orthogonal() & self.stones(color);
        let mut biggest = 0;
        while let Some(stone) = beside.first() {
            let group = self.group(stone.into(), color);
            biggest = biggest.max(group.count());
            beside &= !group;
        }
        biggest
    }

    /// The hash key from scratch; it equals [`Position::hash`] at all times.
    pub fn recomputed_hash(&self) -> u64 {
        let mut hash = zobrist::variant(self.variant) ^ zobrist::hand(self.hand);
        if self.side == Color::White {
            hash ^= zobrist::white();
        }
        for color in Color::ALL {
            hash = self.stones(color).into_iter().fold(hash, |h, s| h ^ zobrist::stone(color, s));
            hash = self.claimed(color).into_iter().fold(hash, |h, s| h ^ zobrist::claim(color, s));
        }
        self.shooters.into_iter().fold(hash, |h, s| h ^ zobrist::shooter(s))
    }
}
