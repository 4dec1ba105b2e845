//! The evaluation after one more stone or one shooter's step, by what it changes.

use super::after::After;
use super::features::{Scene, owned};
use super::groups::{Groups, Sizes};
use super::weights::{Prices, prices};
use super::{SketchSum, for_side, phase_of, sketch_with};
use crate::rules::{Bitboard, Color, Position, SHOOTERS_MAX, SQUARES, Square};

/// Judges the parts of the moves of a position: how good is it for the player to move to have a stone on a square, or a
/// shooter elsewhere? Most of the evaluation is the same for all squares or changes in the same way on many of them,
/// and is worked out once.
pub struct Changes<'a> {
    position: &'a Position,
    groups: &'a Groups,
    /// The scene with the other player to move.
    scene: Scene,
    /// The prices of the phase after the stone.
    prices: &'static Prices,
    shooters: [Shooter; SHOOTERS_MAX],
    /// For each square, what the position is worth for Black with a stone there, as long as the stone's group changes
    /// neither the fate of shooters nor the biggest groups.
    usual: [i32; SQUARES],
    /// The part of it that is due to the ground of the biggest groups, and to their sizes.
    ground: [i32; SQUARES],
    sizes: i32,
    /// The squares where a stone could do either.
    unusual: Bitboard,
    /// For each square and for each label of an own group, the shooters whose fate depends on the size of a group there.
    beside: [u8; SQUARES],
    touched: [u8; SQUARES],
    /// For each square, what it is worth for Black that a shooter there takes room from the others.
    crowding: [i32; SQUARES],
    /// The squares whose filling shuts a shooter in.
    gaps: Bitboard,
}

/// An unclaimed shooter.
#[derive(Clone, Copy, Debug, Default)]
struct Shooter {
    square: Square,
    around: Bitboard,
    free: u32,
    /// The biggest groups beside it.
    sizes: [u8; 2],
    /// What it is worth for Black if the move does not touch it.
    worth: i32,
    /// What it is worth for Black to take a square from its room, or to add one.
    crowded: i32,
    freed: i32,
}

impl<'a> Changes<'a> {
    /// Prepares to judge the squares of a position, whose groups are these.
    pub fn new(position: &'a Position, groups: &'a Groups) -> Self {
        let side = position.side();
        let scene = Scene::of(position, groups).passed();
        let stones = (scene.stones[0] | scene.stones[1]).count() as i32 + 1;
        let prices = prices(position.variant(), phase_of(stones, position.variant()));
        let places = scene.empty | position.shooters();
        let [usual, ground] = scene.room_of_stones(side, places, prices);
        // A lonely stone changes the biggest groups only where these are no bigger.
        let own = side.index();
        let unusual = if scene.sizes[own] <= 1 { places } else { scene.stones[own].orthogonal() };
        let mut judge = Self {
            position,
            groups,
            scene,
            prices,
            shooters: [Shooter::default(); SHOOTERS_MAX],
            usual,
            ground,
            sizes: 0,
            unusual,
            beside: [0; SQUARES],
            touched: [0; SQUARES],
            crowding: [0; SQUARES],
            gaps: position.gaps().last,
        };
        let mut sum = SketchSum::new(prices);
        scene.sizes(&mut sum);
        judge.sizes = sum.black;
        scene.claims(&mut sum);
        scene.turn(&mut sum);
        scene.land(&mut sum);
        scene.bonds(&mut sum);
        for (i, square) in position.shooters().into_iter().take(SHOOTERS_MAX).enumerate() {
            sum.black += judge.enter(i, square);
        }
        // The label of squares without a stone is no group.
        judge.touched[usize::from(Groups::NO_GROUP)] = 0;
        let mut ground = SketchSum::new(prices);
        scene.ground(&mut ground);
        for (usual, change) in judge.usual.iter_mut().zip(&mut judge.ground) {
            *change += ground.black;
            *usual += sum.black + *change;
        }
        judge
    }

    /// Takes shooter number `i` into account, and says what it is worth for Black.
    fn enter(&mut self, i: usize, square: Square) -> i32 {
        let side = self.position.side();
        let around = square.neighbours() & self.scene.empty;
        let (free, sizes) = (around.count(), Color::ALL.map(|color| self.groups.biggest_beside(square, color)));
        let mut sum = SketchSum::new(self.prices);
        self.scene.shooter(self.groups, square, around, &mut sum);
        let crowded = if free > 1 { self.owned(sizes, free - 1) - sum.black } else { 0 };
        let freed = self.owned(sizes, free + 1) - sum.black;
        self.shooters[i] = Shooter { square, around, free, sizes, worth: sum.black, crowded, freed };
        around.into_iter().for_each(|square| self.crowding[square.index()] += crowded);

        match free {
            // Filling the gap is no question of worth but a claim. Until then, whoever owns the groups beside it matters.
            1 => self.concern(i, around | square.into()),
            2 => around.into_iter().for_each(|stone| {
                let size = self.groups.size_after(stone, side);
                self.usual[stone.index()] += self.nearly_shut(i, stone, size) - sum.black;
            }),
            _ => around.into_iter().for_each(|stone| self.usual[stone.index()] += crowded),
        }
        // Who leads already goes on leading when the own groups grow.
        if free != 1 && sizes[side.index()] <= sizes[(!side).index()] {
            self.concern(i, square.into());
        }
        sum.black
    }

    /// The fate of shooter number `i` depends on the groups beside these squares.
    fn concern(&mut self, i: usize, squares: Bitboard) {
        for square in squares {
            for label in self.groups.labels_beside(square, self.position.side()) {
                self.touched[usize::from(label) % SQUARES] |= 1 << i;
            }
            square.orthogonal().into_iter().for_each(|stone| self.beside[stone.index()] |= 1 << i);
            self.unusual |= square.orthogonal();
        }
    }

    /// The evaluation for the player to move of a stone on the empty square `stone`: the negative of what the opponent's
    /// evaluation is then. On the square of a shooter, an estimate of what a stone there adds after the shooter has left.
    #[inline]
    pub fn worth(&self, stone: Square) -> i32 {
        if self.gaps.contains(stone) {
            return self.worth_of_claim(stone);
        }
        let usual = self.usual[stone.index()];
        let black = if self.unusual.contains(stone) { usual + self.change_by_group(stone) } else { usual };
        for_side(black, self.position.side())
    }

    /// What a step of the shooter on `from` to each of the squares `to` changes for the player to move: for that shooter
    /// and for those that it gives room or takes it from. Claims are not seen.
    pub fn steps(&self, from: Square, to: Bitboard, mut each: impl FnMut(Square, i32)) {
        let (near, side) = (from.neighbours(), self.position.side());
        let unclaimed = self.position.shooters().count() as usize;
        let mut own_crowding = 0;
        let mut leaving = 0;
        for shooter in self.shooters.iter().take(unclaimed) {
            if shooter.square == from {
                own_crowding = shooter.crowded;
                leaving -= shooter.worth;
            } else if near.contains(shooter.square) {
                leaving += shooter.freed;
            }
        }
        for to in to {
            let beside = near.contains(to);
            let vacated = if beside { Bitboard::from(from) } else { Bitboard::EMPTY };
            let mut sum = SketchSum { prices: self.prices, black: leaving + self.crowding[to.index()] };
            self.scene.shooter(self.groups, to, to.neighbours() & (self.scene.empty | vacated), &mut sum);
            let black = if beside { sum.black - own_crowding } else { sum.black };
            each(to, for_side(black, side));
        }
    }

    /// What the group that `stone` joins changes for Black.
    fn change_by_group(&self, stone: Square) -> i32 {
        let (side, index) = (self.position.side(), stone.index());
        let labels = self.groups.labels_beside(stone, side);
        let size = self.groups.size_after(stone, side);
        let mut change = 0;
        if size >= self.scene.sizes[side.index()] {
            change += self.growth(stone, size) - self.ground[index] - self.sizes;
        }
        let mut concerned =
            labels.into_iter().fold(self.beside[index], |all, label| all | self.touched[usize::from(label) % SQUARES]);
        while concerned != 0 {
            let i = concerned.trailing_zeros() as usize % SHOOTERS_MAX;
            concerned &= concerned - 1;
            let shooter = &self.shooters[i];
            let near = shooter.around.contains(stone);
            if shooter.free == 1 {
                change += self.nearly_shut(i, stone, size) - shooter.worth;
            } else if shooter.square != stone && !(near && shooter.free == 2) {
                let mut sizes = shooter.sizes;
                let free = shooter.free - u32::from(near);
                change -= self.owned(sizes, free);
                let own = &mut sizes[side.index()];
                *own = size.max(*own);
                change += self.owned(sizes, free);
            }
        }
        change
    }

    /// What a shooter beside groups of these sizes is worth for Black when that many squares around it are `free`.
    #[inline]
    fn owned(&self, sizes: [u8; 2], free: u32) -> i32 {
        let [black, white] = sizes;
        let lead = i32::from(black > white) - i32::from(black < white);
        // A lead of 1 is Black's, who owns the shooter then.
        let black_moves = self.scene.side == Color::Black;
        lead * i32::from(self.prices[owned((lead > 0) == black_moves, free)])
    }

    /// What shooter number `i` is worth for Black, with one free neighbour, when `stone` joins a group of that `size`.
    fn nearly_shut(&self, i: usize, stone: Square, size: u8) -> i32 {
        let (side, shooter) = (self.position.side(), &self.shooters[i]);
        let labels = self.groups.labels_beside(stone, side);
        let after = After { groups: self.groups, stone, side, labels, size };
        let mut sum = SketchSum::new(self.prices);
        self.scene.shooter(&after, shooter.square, shooter.around & !Bitboard::from(stone), &mut sum);
        sum.black
    }

    /// What the sizes of the biggest groups and their ground are worth for Black when `stone` joins a group of that
    /// `size`, which is one of the biggest then.
    fn growth(&self, stone: Square, size: u8) -> i32 {
        let side = self.position.side();
        let stones = Bitboard::from(stone);
        let mut scene = self.scene;
        scene.shore = scene.shore.map(|squares| squares & !stones);
        let biggest = self.groups.biggest_after(stone, side, size, self.position.stones(side));
        scene.shore[side.index()] = biggest.orthogonal() & scene.empty & !stones;
        scene.sizes[side.index()] = size;
        let mut sum = SketchSum::new(self.prices);
        scene.ground(&mut sum);
        scene.sizes(&mut sum);
        sum.black
    }

    /// Claims change more than the terms above: everything is worked out anew.
    #[cold]
    fn worth_of_claim(&self, stone: Square) -> i32 {
        let side = self.position.side();
        let mut groups = *self.groups;
        groups.add(stone, side, self.position.stones(side));
        -sketch_with(&self.position.with_stone(stone), &groups)
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
            let judge = Changes::new(&position, &groups);
            count += position.empty().count();
            for stone in position.empty() {
                let after = position.with_stone(stone);
                assert_eq!(judge.worth(stone), -sketch_with(&after, &Groups::of(&after)), "{position:?} {stone}");
            }
        }
        assert!(count > 100_000, "{count} stones");
    }

    /// Not where a shooter is beside both squares, or has only two free ones and loses another: there it is an estimate.
    #[test]
    fn steps_are_worth_what_they_change_for_all_shooters() {
        let mut count = 0;
        for position in vector_positions().into_iter().flatten() {
            let groups = Groups::of(&position);
            let judge = Changes::new(&position, &groups);
            let shooters = position.shooters();
            let worth = |shooters: Bitboard| {
                let mut scene = judge.scene;
                scene.empty = (scene.empty | position.shooters()) & !shooters;
                let mut sum = SketchSum::new(judge.prices);
                for square in shooters {
                    scene.shooter(&groups, square, square.neighbours() & scene.empty, &mut sum);
                }
                for_side(sum.black, position.side())
            };
            let before = worth(shooters);
            for from in shooters {
                let others = shooters & !Bitboard::from(from);
                let tight = others.into_iter().filter(|s| (s.neighbours() & position.empty()).count() <= 2);
                let crowded: Bitboard = tight.fold(Bitboard::EMPTY, |all, shooter| all | shooter.neighbours());
                judge.steps(from, position.reach(from) & !crowded, |to, change| {
                    if (from.neighbours() & to.neighbours() & others).is_empty() {
                        assert_eq!(change, worth(others | to.into()) - before, "{position:?} {from}-{to}");
                        count += 1;
                    }
                });
            }
        }
        assert!(count > 100_000, "{count} steps");
    }
}
