//! Legal moves: as a stream that can stop early, as a list, and one at a time.

use std::ops::ControlFlow::{self, Continue};

use super::bitboard::Bitboard;
use super::gaps::{Gaps, Tight};
use super::moves::{Move, Step};
use super::position::Position;
use super::rays::queen;
use super::square::Square;

/// All moves that begin with the same step, or with none: one move for each stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSet {
    /// The shooter's step; `None` when no shooter moves.
    pub step: Option<Step>,
    /// Where the stone can go.
    pub stones: Bitboard,
}

impl MoveSet {
    /// The moves of the set.
    pub fn moves(self) -> impl ExactSizeIterator<Item = Move> {
        self.stones.into_iter().map(move |stone| Move::shot(self.step, stone))
    }
}

impl Position {
    /// The squares that the shooter on `square` reaches.
    #[inline]
    pub fn reach(&self, square: Square) -> Bitboard {
        queen(square, self.empty())
    }

    /// Where a stone can go if no shooter moves.
    pub fn standing_shots(&self) -> Bitboard {
        let empty = self.empty();
        self.shooters().into_iter().fold(Bitboard::EMPTY, |all, shooter| all | queen(shooter, empty))
    }

    /// Where the stone can go after `step`, which must be possible.
    #[inline]
    pub fn shots_after(&self, step: Step) -> Bitboard {
        queen(step.to, self.empty() | step.from.into())
    }

    /// Shows `visit` all legal moves but setup turns, set by set, until it breaks. The set without a step comes first,
    /// then the shooters and their destinations in ascending order. Empty once the game is over.
    #[inline]
    pub fn for_each_set<B>(&self, mut visit: impl FnMut(MoveSet) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_setup() || self.winner().is_some() {
            return Continue(());
        }
        visit(MoveSet { step: None, stones: self.standing_shots() })?;
        let empty = self.empty();
        for from in self.shooters() {
            let lifted = empty | from.into();
            for to in queen(from, empty) {
                visit(MoveSet { step: Some(Step { from, to }), stones: queen(to, lifted) })?;
            }
        }
        Continue(())
    }

    /// Shows `visit` every position that a legal move leads to, until it breaks; the order is that of
    /// [`Position::for_each_set`]. Only where a stone can shut a shooter in are claims looked at.
    pub fn for_each_child<B>(&self, mut visit: impl FnMut(Move, &Self) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_setup() {
            return self.for_each_setup(|squares| match Move::setup(squares) {
                Some(mv) => visit(mv, &self.play(mv)),
                None => Continue(()),
            });
        }
        if self.winner().is_some() {
            return Continue(());
        }
        let empty = self.empty();
        let standing = MoveSet { step: None, stones: self.standing_shots() };
        self.play_set(standing, self.gaps(), &mut visit)?;
        for from in self.shooters() {
            let lifted = empty | from.into();
            let tight = Tight::without(from, self.shooters(), empty);
            for to in queen(from, empty) {
                let set = MoveSet { step: Some(Step { from, to }), stones: queen(to, lifted) };
                self.play_set(set, tight.gaps(to), &mut visit)?;
            }
        }
        Continue(())
    }

    /// Shows `visit` the positions after the moves of `set`, whose step leaves these `gaps`: first those in which no
    /// shooter is claimed.
    #[inline(always)]
    fn play_set<B>(
        &self,
        set: MoveSet,
        gaps: Gaps,
        visit: &mut impl FnMut(Move, &Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut stepped = *self;
        if let Some(step) = set.step {
            stepped.walk(step);
        }
        stepped.end_turn();
        let claiming = gaps.claiming(set.stones);
        // Without claims the children differ in a stone only: one is made, and its stone replaced.
        let mut child = stepped;
        for stone in set.stones & !claiming {
            child.replace_stone(&stepped, stone);
            visit(Move::shot(set.step, stone), &child)?;
        }
        for stone in claiming {
            let mut child = stepped;
            child.put_stone(stone);
            child.claim_immobilized();
            visit(Move::shot(set.step, stone), &child)?;
        }
        Continue(())
    }

    /// Shows `visit` all legal setup turns, each as its set of squares, until it breaks. Ascending order; nothing
    /// when it is no setup turn.
    pub fn for_each_setup<B>(&self, mut visit: impl FnMut(Bitboard) -> ControlFlow<B>) -> ControlFlow<B> {
        if !self.is_setup() {
            return Continue(());
        }
        extend_setup(Bitboard::EMPTY, self.setup_squares(), self.variant().share(self.side()), &mut visit)
    }

    /// The squares on which a setup turn may place a shooter, looking only at those on the board already.
    pub fn setup_squares(&self) -> Bitboard {
        self.variant().board() & !self.shooters().dilated()
    }

    /// All legal moves; over a million of them in some setup turns.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let Continue(()) = self.for_each_set(|set| {
            moves.extend(set.moves());
            Continue::<std::convert::Infallible>(())
        });
        let Continue(()) = self.for_each_setup(|squares| {
            moves.extend(Move::setup(squares));
            Continue::<std::convert::Infallible>(())
        });
        moves
    }

    /// Whether `mv` is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        if self.winner().is_some() || mv.is_setup() != self.is_setup() {
            return false;
        }
        if mv.is_setup() {
            let squares = mv.placed();
            let spread = squares.into_iter().all(|s| (squares & s.neighbours()).is_empty());
            return spread
                && squares.count() == u32::from(self.variant().share(self.side()))
                && (squares & !self.setup_squares()).is_empty();
        }
        let Some(stone) = mv.stone() else { return false };
        match mv.step() {
            None => self.standing_shots().contains(stone),
            Some(step) => {
                self.shooters().contains(step.from)
                    && self.reach(step.from).contains(step.to)
                    && self.shots_after(step).contains(stone)
            }
        }
    }
}

/// All ways to add `missing` squares out of `free` to `chosen`, no two adjacent, in ascending order.
fn extend_setup<B>(
    chosen: Bitboard,
    free: Bitboard,
    missing: u8,
    visit: &mut impl FnMut(Bitboard) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if missing == 0 {
        return visit(chosen);
    }
    let mut later = free;
    for square in free {
        later &= !Bitboard::from(square);
        let chosen = chosen | square.into();
        extend_setup(chosen, later & !square.neighbours(), missing - 1, visit)?;
    }
    Continue(())
}

/// How many ways [`extend_setup`] has, without visiting the last square.
pub(super) fn count_setups(free: Bitboard, missing: u8) -> u64 {
    match missing {
        0 => 1,
        1 => free.count().into(),
        _ => {
            let mut later = free;
            free.into_iter()
                .map(|square| {
                    later &= !Bitboard::from(square);
                    count_setups(later & !square.neighbours(), missing - 1)
                })
                .sum()
        }
    }
}
