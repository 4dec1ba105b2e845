//! A position with what the search keeps beside it.

use crate::eval::{Groups, evaluate_with, sketch_with};
use crate::rules::{Bitboard, Color, Gaps, Move, Position, Square, Step, Tight};

use super::score::Score;

/// A position of the tree and its groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) groups: Groups,
}

impl Node {
    pub(super) fn new(position: &Position) -> Self {
        Self { position: *position, groups: Groups::of(position) }
    }

    /// The node after a legal move.
    #[inline]
    pub(super) fn play(&self, mv: Move) -> Self {
        let mut next = Self { position: self.position.play(mv), groups: self.groups };
        if let Some(stone) = mv.stone() {
            next.add_to_groups(stone, &self.position);
        }
        next
    }

    #[inline]
    fn add_to_groups(&mut self, stone: Square, before: &Position) {
        let side = before.side();
        self.groups.add(stone, side, before.stones(side));
    }

    /// The evaluation for the player to move.
    #[inline]
    pub(super) fn evaluate(&self) -> Score {
        Score::estimate(evaluate_with(&self.position, &self.groups))
    }

    /// The sketch for the player to move, in hundredths of a shooter.
    #[inline]
    pub(super) fn sketch(&self) -> i32 {
        sketch_with(&self.position, &self.groups)
    }

    /// The value when the game is over, `ply` plies from the root.
    #[inline]
    pub(super) fn result(&self, ply: usize) -> Option<Score> {
        let winner = self.position.winner()?;
        Some(if winner == self.position.side() { Score::win_in(ply) } else { Score::loss_in(ply) })
    }

    /// Moves that shut a shooter in: each standing shot that does, the same stone after a step only where no standing shot
    /// reaches it, and the steps that shut in the mover itself or others. Not all of them: where a step shuts something
    /// in by itself, the stone is one that shuts in more, or any. The list depends on the position alone.
    pub(super) fn claims(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let position = &self.position;
        let (shooters, empty) = (position.shooters(), position.empty());
        let last = Gaps::of(shooters, empty).last;
        let mut served = Bitboard::EMPTY;
        if !last.is_empty() {
            served = position.standing_shots() & last;
            moves.extend(served.into_iter().map(|stone| Move::shot(None, stone)));
        }
        let (some, several) = empty.neighbour_counts();
        for from in shooters {
            let near = from.neighbours();
            // A destination with one empty neighbour, the square just left included, is shut by a stone on that.
            let pockets = (near & !some) | (!near & some & !several);
            let tight = Tight::without(from, shooters, empty);
            let candidates = if served == last { empty & (pockets | tight.around()) } else { empty };
            if candidates.is_empty() {
                continue;
            }
            for to in position.reach(from) & candidates {
                let step = Step { from, to };
                let gaps = tight.gaps(to);
                let fresh = gaps.last & !served;
                if !gaps.shut && fresh.is_empty() {
                    continue;
                }
                let stones = position.shots_after(step);
                let found = match (stones & gaps.last).first() {
                    None if gaps.shut => stones.first().map_or(Bitboard::EMPTY, Bitboard::from),
                    _ if gaps.shut => stones & gaps.last,
                    _ => stones & fresh,
                };
                served |= found & last;
                moves.extend(found.into_iter().map(|stone| Move::shot(Some(step), stone)));
            }
        }
    }

    /// How many shooters `color` has claimed.
    #[inline]
    pub(super) fn claimed(&self, color: Color) -> u32 {
        self.position.claimed(color).count()
    }
}
