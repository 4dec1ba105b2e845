//! The evaluation after one more stone, by what the stone changes.

use super::features::Scene;
use super::groups::{Groups, Sizes};
use super::weights::{Prices, prices};
use super::{Sum, evaluate_with, for_side, phase_of};
use crate::rules::{Bitboard, Color, Position, SHOOTERS_MAX, SQUARES, Square};

/// Judges the squares of a position: how good is it for the player to move to have a stone there? Most of the
/// evaluation is the same for all squares, and is worked out once.
pub struct Stones<'a> {
    position: &'a Position,
    groups: &'a Groups,
    /// The scene with the other player to move.
    scene: Scene,
    /// The prices of the phase after the stone.
    prices: &'static Prices,
    /// The unclaimed shooters, and what each is worth for Black if the stone does not touch it.
    shooters: [(Square, i32); SHOOTERS_MAX],
    /// What no stone changes, and the shooters, for Black.
    base: i32,
    /// What the sizes of the biggest groups are worth if the stone does not change them.
    sizes: i32,
    /// For each square, which shooters a stone there could concern since it is next to them.
    near: [u8; SQUARES],
    /// For each label of an own group, the shooters beside it.
    touched: [u8; SQUARES],
    /// The shooters with one free neighbour: what they are worth depends on groups that are not beside them.
    tight: u8,
    /// The squares whose filling shuts a shooter in.
    gaps: Bitboard,
}

impl<'a> Stones<'a> {
    /// Prepares to judge the squares of a position, whose groups are these.
    pub fn new(position: &'a Position, groups: &'a Groups) -> Self {
        let side = position.side();
        let scene = Scene { side: !side, ..Scene::of(position, groups) };
        let stones = (position.stones(Color::Black) | position.stones(Color::White)).count() as i32 + 1;
        let prices = prices(position.variant(), phase_of(stones, position.variant()));
        let mut judge = Self {
            position,
            groups,
            scene,
            prices,
            shooters: [(Square::default(), 0); SHOOTERS_MAX],
            base: 0,
            sizes: 0,
            near: [0; SQUARES],
            touched: [0; SQUARES],
            tight: 0,
            gaps: position.gaps().last,
        };
        let worth = |count: &dyn Fn(&mut Sum)| {
            let mut sum = Sum::new(prices);
            count(&mut sum);
            sum.black
        };
        judge.base = worth(&|sum| scene.claims(sum)) + worth(&|sum| scene.to_move(sum));
        judge.sizes = worth(&|sum| scene.sizes(sum));
        for (i, square) in position.shooters().into_iter().take(SHOOTERS_MAX).enumerate() {
            let (bit, free) = (1 << i, square.neighbours() & scene.empty);
            let worth = worth(&|sum| _ = scene.shooter(groups, square, free, sum));
            judge.shooters[i] = (square, worth);
            judge.base += worth;
            for neighbour in free {
                judge.near[neighbour.index()] |= bit;
            }
            for label in groups.labels_beside(square, side) {
                judge.touched[usize::from(label) % SQUARES] |= bit;
            }
            if free.is_single() {
                judge.tight |= bit;
            }
        }
        // The label of squares without a stone is no group.
        judge.touched[usize::from(Groups::NO_GROUP)] = 0;
        judge
    }

    /// The evaluation for the player to move of a stone on the empty square `stone`: the negative of what the opponent's
    /// evaluation is then.
    pub fn worth(&self, stone: Square) -> i32 {
        let side = self.position.side();
        let square = Bitboard::from(stone);
        if !(self.gaps & square).is_empty() {
            return self.worth_of_claim(stone);
        }
        let labels = self.groups.labels_beside(stone, side);
        let after = After { groups: self.groups, stone, side, labels, size: self.groups.size_after(stone, side) };
        let touched = labels.into_iter().fold(0, |all, label| all | self.touched[usize::from(label) % SQUARES]);
        let mut concerned = self.near[stone.index()] | touched | self.tight;

        let own = side.index();
        let mut scene = self.scene;
        scene.empty &= !square;
        scene.stones[own] |= square;
        scene.shore = scene.shore.map(|squares| squares & !square);
        let mut sum = Sum { prices: self.prices, black: self.base };
        if after.size >= scene.sizes[own] {
            let biggest = self.groups.biggest_after(stone, side, after.size, self.position.stones(side));
            let shore = biggest.orthogonal() & scene.empty;
            concerned |= self.beside((biggest ^ scene.biggest[own]) | (shore ^ scene.shore[own]));
            scene.sizes[own] = after.size;
            scene.biggest[own] = biggest;
            scene.shore[own] = shore;
            scene.sizes(&mut sum);
        } else {
            sum.black += self.sizes;
        }
        scene.room(&mut sum);

        while concerned != 0 {
            let (shooter, before) = self.shooters[concerned.trailing_zeros() as usize % SHOOTERS_MAX];
            concerned &= concerned - 1;
            let free = shooter.neighbours() & scene.empty;
            scene.shooter(&after, shooter, free, &mut sum);
            sum.black -= before;
        }
        for_side(sum.black, side)
    }

    /// The shooters orthogonally next to one of these squares.
    #[inline]
    fn beside(&self, squares: Bitboard) -> u8 {
        let beside = squares.orthogonal() & self.position.shooters();
        if beside.is_empty() {
            return 0;
        }
        let is_beside = |&i: &usize| beside.contains(self.shooters[i].0);
        (0..self.position.shooters().count() as usize).filter(is_beside).fold(0, |all, i| all | 1 << i)
    }

    /// Claims change more than the terms above: everything is worked out anew.
    #[cold]
    fn worth_of_claim(&self, stone: Square) -> i32 {
        let side = self.position.side();
        let mut groups = *self.groups;
        groups.add(stone, side, self.position.stones(side));
        -evaluate_with(&self.position.with_stone(stone), &groups)
    }
}

/// Groups with one more stone, whose consequences are seen through instead of being worked out.
struct After<'a> {
    groups: &'a Groups,
    stone: Square,
    side: Color,
    /// The labels of the groups around the stone.
    labels: [u8; 4],
    /// The size of the group that the stone joins them to.
    size: u8,
}

impl After<'_> {
    fn is_joined(&self, label: u8) -> bool {
        label != Groups::NO_GROUP && self.labels.contains(&label)
    }

    fn is_beside(&self, square: Square) -> bool {
        Bitboard::from(square).orthogonal().contains(self.stone)
    }
}

impl Sizes for After<'_> {
    #[inline]
    fn biggest_beside(&self, square: Square, color: Color) -> u8 {
        let before = self.groups.biggest_beside(square, color);
        if color != self.side {
            return before;
        }
        let joins =
            self.is_beside(square) || self.groups.labels_beside(square, color).iter().any(|&l| self.is_joined(l));
        if joins { before.max(self.size) } else { before }
    }

    fn size_after(&self, square: Square, color: Color) -> u8 {
        let before = self.groups.size_after(square, color);
        if color != self.side {
            return before;
        }
        let around = self.groups.labels_beside(square, color);
        let joined = |label: &u8| self.is_joined(*label);
        if !self.is_beside(square) && !around.iter().any(joined) {
            return before;
        }
        // All that the stone has joined counts as one group, of which `before` counted some parts.
        let mut counted = 0;
        for (i, label) in around.iter().enumerate().filter(|(_, label)| joined(label)) {
            if !around[..i].contains(label) {
                counted += self.groups.size_of(*label, color);
            }
        }
        before - counted + self.size
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::vector_positions;

    #[test]
    fn differences_add_up_to_the_whole_evaluation() {
        let mut count = 0;
        for position in vector_positions().into_iter().flatten() {
            let groups = Groups::of(&position);
            let judge = Stones::new(&position, &groups);
            count += position.empty().count();
            for stone in position.empty() {
                let after = position.with_stone(stone);
                assert_eq!(judge.worth(stone), -evaluate_with(&after, &Groups::of(&after)), "{position:?} {stone}");
            }
        }
        assert!(count > 100_000, "{count} stones");
    }
}
