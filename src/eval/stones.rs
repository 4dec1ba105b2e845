//! The evaluation after one more stone, by what the stone changes.

use super::features::{Scene, owned};
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
    shooters: [Shooter; SHOOTERS_MAX],
    /// For each square, what the position is worth for Black with a stone there that changes neither the fate of shooters
    /// nor the biggest groups; and which part of it is due to the ground of the biggest groups.
    usual: [i32; SQUARES],
    ground: [i32; SQUARES],
    /// What the sizes of the biggest groups are worth for Black.
    sizes: i32,
    /// For each square, the shooters around it, and those orthogonally next to it.
    near: [u8; SQUARES],
    orthogonal: [u8; SQUARES],
    /// For each label of an own group, the shooters beside it.
    touched: [u8; SQUARES],
    /// The shooters with one free neighbour: what they are worth depends on groups that are not beside them.
    tight: u8,
    /// The squares whose filling shuts a shooter in.
    gaps: Bitboard,
}

/// An unclaimed shooter.
#[derive(Clone, Copy, Debug, Default)]
struct Shooter {
    square: Square,
    free: u32,
    /// The biggest groups beside it.
    sizes: [u8; 2],
    /// What it is worth for Black if the stone does not touch it.
    worth: i32,
}

impl<'a> Stones<'a> {
    /// Prepares to judge the squares of a position, whose groups are these.
    pub fn new(position: &'a Position, groups: &'a Groups) -> Self {
        let side = position.side();
        let scene = Scene::of(position, groups).passed();
        let stones = (scene.stones[0] | scene.stones[1]).count() as i32 + 1;
        let prices = prices(position.variant(), phase_of(stones, position.variant()));
        let [usual, ground] = scene.room_of_stones(side, prices);
        let mut judge = Self {
            position,
            groups,
            scene,
            prices,
            shooters: [Shooter::default(); SHOOTERS_MAX],
            usual,
            ground,
            near: [0; SQUARES],
            orthogonal: [0; SQUARES],
            touched: [0; SQUARES],
            sizes: 0,
            tight: 0,
            gaps: position.gaps().last,
        };
        let mut sum = Sum::new(prices);
        scene.ground(&mut sum);
        let base_ground = std::mem::take(&mut sum.black);
        scene.claims(&mut sum);
        scene.turn(&mut sum);
        scene.room(&mut sum);
        let before = sum.black;
        scene.sizes(&mut sum);
        judge.sizes = sum.black - before;
        for (i, square) in position.shooters().into_iter().take(SHOOTERS_MAX).enumerate() {
            sum.black += judge.enter(i, square);
        }
        // The label of squares without a stone is no group.
        judge.touched[usize::from(Groups::NO_GROUP)] = 0;
        for (usual, ground) in judge.usual.iter_mut().zip(&mut judge.ground) {
            *ground += base_ground;
            *usual += sum.black + *ground;
        }
        judge
    }

    /// Takes shooter number `i` into account, and says what it is worth for Black.
    fn enter(&mut self, i: usize, square: Square) -> i32 {
        let (bit, side, free) = (1 << i, self.position.side(), square.neighbours() & self.scene.empty);
        let mut sum = Sum::new(self.prices);
        self.scene.shooter(self.groups, square, free, &mut sum);
        let sizes = Color::ALL.map(|color| self.groups.biggest_beside(square, color));
        self.shooters[i] = Shooter { square, free: free.count(), sizes, worth: sum.black };
        free.into_iter().for_each(|neighbour| self.near[neighbour.index()] |= bit);
        (free & square.orthogonal()).into_iter().for_each(|neighbour| self.orthogonal[neighbour.index()] |= bit);
        for label in self.groups.labels_beside(square, side) {
            self.touched[usize::from(label) % SQUARES] |= bit;
        }
        if free.is_single() {
            self.tight |= bit;
        }
        sum.black
    }

    /// The evaluation for the player to move of a stone on the empty square `stone`: the negative of what the opponent's
    /// evaluation is then.
    pub fn worth(&self, stone: Square) -> i32 {
        let (side, index) = (self.position.side(), stone.index());
        if self.gaps.contains(stone) {
            return self.worth_of_claim(stone);
        }
        let labels = self.groups.labels_beside(stone, side);
        let size = self.groups.size_after(stone, side);
        let touched = labels.into_iter().fold(0, |all, label| all | self.touched[usize::from(label) % SQUARES]);
        let (near, joined) = (self.near[index], touched | self.orthogonal[index]);

        let mut black = self.usual[index];
        if size >= self.scene.sizes[side.index()] {
            black += self.growth(stone, size) - self.ground[index];
        }
        let mut concerned = near | joined | self.tight;
        while concerned != 0 {
            let i = concerned.trailing_zeros() as usize % SHOOTERS_MAX;
            concerned &= concerned - 1;
            let shooter = &self.shooters[i];
            let free = shooter.free - u32::from(near >> i & 1);
            let after = if free > 1 {
                let mut sizes = shooter.sizes;
                let own = &mut sizes[side.index()];
                *own = if joined >> i & 1 == 1 { size.max(*own) } else { *own };
                self.owned(sizes, free)
            } else {
                self.nearly_shut(shooter, stone, size)
            };
            black += after - shooter.worth;
        }
        for_side(black, side)
    }

    /// What a shooter beside groups of these sizes is worth for Black when some squares around it are `free`.
    #[inline]
    fn owned(&self, sizes: [u8; 2], free: u32) -> i32 {
        let [black, white] = sizes;
        let lead = i32::from(black > white) - i32::from(black < white);
        // A lead of 1 is Black's, who owns the shooter then.
        let black_moves = self.scene.side == Color::Black;
        lead * i32::from(self.prices[owned((lead > 0) == black_moves, free)])
    }

    /// What a shooter with one free neighbour is worth for Black when `stone` joins a group of that `size`.
    fn nearly_shut(&self, shooter: &Shooter, stone: Square, size: u8) -> i32 {
        let side = self.position.side();
        let labels = self.groups.labels_beside(stone, side);
        let after = After { groups: self.groups, stone, side, labels, size };
        let free = shooter.square.neighbours() & self.scene.empty & !Bitboard::from(stone);
        let mut sum = Sum::new(self.prices);
        self.scene.shooter(&after, shooter.square, free, &mut sum);
        sum.black
    }

    /// What it is worth for Black that `stone` joins a group of that `size`, which is one of the biggest then: the growth
    /// of that group and the ground of both.
    fn growth(&self, stone: Square, size: u8) -> i32 {
        let side = self.position.side();
        let own = side.index();
        let stones = Bitboard::from(stone);
        let mut scene = self.scene;
        scene.shore = scene.shore.map(|squares| squares & !stones);
        let biggest = self.groups.biggest_after(stone, side, size, self.position.stones(side));
        scene.shore[own] = biggest.orthogonal() & scene.empty & !stones;
        scene.sizes[own] = size;
        let mut sum = Sum::new(self.prices);
        scene.ground(&mut sum);
        scene.sizes(&mut sum);
        sum.black - self.sizes
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
        square.orthogonal().contains(self.stone)
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
