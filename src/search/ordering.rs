//! Which move next: the best few of thousands, without listing the rest.
//!
//! A move's promise is the sum of two parts that are judged apart: its step (what the shooter is worth where it goes,
//! less where it stands, and the history of that step) and its stone (the evaluation after that stone alone, and the
//! history of that square). So a node costs an evaluation per square instead of one per move. Moves that shut a
//! shooter in by their step do not split that way and are evaluated as a whole.

use std::convert::Infallible;
use std::ops::ControlFlow::Continue;

use super::history::History;
use super::node::Node;
use crate::eval::{Shooters, Stones};
use crate::rules::{Bitboard, Move, MoveSet, SQUARES, Square, Step};

/// A move and its promise; comparable only within one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranked {
    pub(super) mv: Move,
    pub(super) promise: i32,
}

/// The most promising moves of a node, best first.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranking {
    moves: Vec<Ranked>,
    width: usize,
}

impl Ranking {
    fn reset(&mut self, width: usize) {
        self.moves.clear();
        self.width = width;
    }

    /// What a move must exceed to enter.
    fn threshold(&self) -> i32 {
        if self.moves.len() < self.width { i32::MIN } else { self.moves.last().map_or(i32::MAX, |m| m.promise) }
    }

    fn insert(&mut self, mv: Move, promise: i32) {
        if promise <= self.threshold() {
            return;
        }
        if self.moves.len() == self.width {
            self.moves.pop();
        }
        let place = self.moves.partition_point(|m| m.promise >= promise);
        self.moves.insert(place, Ranked { mv, promise });
    }

    /// Corrects the promise of a move that may have entered already.
    fn replace(&mut self, mv: Move, promise: i32) {
        self.moves.retain(|m| m.mv != mv);
        self.insert(mv, promise);
    }

    pub(super) fn moves(&self) -> &[Ranked] {
        &self.moves
    }
}

/// Memory that a ranking needs only while it is made.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The sets of moves, and the promise of the step of each.
    sets: Vec<(MoveSet, i32)>,
    /// The sets' indices, those with the best steps first.
    order: Vec<usize>,
    /// The squares for stones with their worth, the best first.
    stones: Vec<(Square, i32)>,
    claims: Vec<Move>,
}

/// Fills `ranking` with the `width` most promising moves of `node`.
pub(super) fn rank(node: &Node, history: &History, width: usize, scratch: &mut Scratch, ranking: &mut Ranking) {
    ranking.reset(width);
    judge_steps(node, history, scratch);
    judge_stones(node, history, scratch);
    let Some(&(_, best_stone)) = scratch.stones.first() else { return };

    for (set, step) in scratch.by_step() {
        if step + best_stone <= ranking.threshold() {
            break;
        }
        for &(stone, worth) in &scratch.stones {
            if step + worth <= ranking.threshold() {
                break;
            }
            if set.stones.contains(stone) {
                ranking.insert(Move::shot(set.step, stone), step + worth);
            }
        }
    }
    rank_vacated(node, history, scratch, ranking);
    rank_claims(node, history, &mut scratch.claims, ranking);
}

impl Scratch {
    /// The sets of moves with the promises of their steps, the best first.
    fn by_step(&self) -> impl Iterator<Item = (MoveSet, i32)> {
        self.order.iter().map(|&i| self.sets[i])
    }
}

/// Judges all steps.
fn judge_steps(node: &Node, history: &History, scratch: &mut Scratch) {
    let Scratch { sets, order, .. } = scratch;
    sets.clear();
    let side = node.position.side();
    let empty = node.position.empty();
    let judge = Shooters::new(&node.position, &node.groups);
    let worth = |square: Square, empty: Bitboard| judge.worth(square, square.neighbours() & empty);
    // What a shooter is worth on each square when no other square becomes empty.
    let mut known = [None; SQUARES];
    let Continue(()) = node.position.for_each_set(|set| {
        let gain = set.step.map_or(0, |Step { from, to }| {
            let mut usual = |square: Square| *known[square.index()].get_or_insert_with(|| worth(square, empty));
            let here = usual(from);
            let there = if from.neighbours().contains(to) { worth(to, empty | from.into()) } else { usual(to) };
            there - here
        });
        sets.push((set, gain + history.step(side, set.step)));
        Continue::<Infallible>(())
    });
    order.clear();
    order.extend(0..sets.len());
    order.sort_by_key(|&i| -sets[i].1);
}

/// Every square that a stone can reach, the best first. Squares that a shooter has to vacate are left out.
fn judge_stones(node: &Node, history: &History, scratch: &mut Scratch) {
    let Scratch { sets, stones, .. } = scratch;
    let side = node.position.side();
    let reached = sets.iter().fold(Bitboard::EMPTY, |all, (set, _)| all | set.stones) & node.position.empty();
    let judge = Stones::new(&node.position, &node.groups);
    stones.clear();
    stones.extend(reached.into_iter().map(|stone| (stone, judge.worth(stone) + history.stone(side, stone))));
    stones.sort_by_key(|&(_, worth)| -worth);
}

/// Stones on the square that the mover has just left: one exact evaluation per mover tells what they are worth.
fn rank_vacated(node: &Node, history: &History, scratch: &Scratch, ranking: &mut Ranking) {
    let side = node.position.side();
    for from in node.position.shooters() {
        let mut worth = None;
        for (set, promise) in scratch.by_step() {
            let Some(step) = set.step.filter(|s| s.from == from && set.stones.contains(from)) else { continue };
            let mv = Move::shot(Some(step), from);
            let worth = *worth.get_or_insert_with(|| {
                let exact = -node.play(mv).evaluate().value();
                exact - (promise - history.step(side, Some(step))) + history.stone(side, from)
            });
            if promise + worth <= ranking.threshold() {
                break;
            }
            ranking.insert(mv, promise + worth);
        }
    }
}

/// Moves that shut a shooter in, by exact evaluation.
fn rank_claims(node: &Node, history: &History, claims: &mut Vec<Move>, ranking: &mut Ranking) {
    node.claims(claims);
    let side = node.position.side();
    for &mv in claims.iter().filter(|mv| mv.step().is_some()) {
        let stone = mv.stone().map_or(0, |stone| history.stone(side, stone));
        ranking.replace(mv, stone + history.step(side, mv.step()) - node.play(mv).evaluate().value());
    }
}
