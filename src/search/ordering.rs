//! Which move next: the best few of thousands, without listing the rest.
//!
//! A move's promise is the sum of two parts that are judged apart: its step (what the shooter is worth where it goes,
//! less where it stands, and the history of that step) and its stone (the evaluation after that stone alone, and the
//! history of that square). So a node costs an evaluation per square instead of one per move. Moves that shut a
//! shooter in by their step do not split that way and are evaluated as a whole.

use super::history::History;
use super::node::Node;
use crate::eval::{Shooters, Stones};
use crate::rules::{Bitboard, Move, SQUARES, Square, Step};

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
    /// The steps, or none, with their promise, the best first.
    steps: Vec<(i32, Option<Step>)>,
    /// The squares for stones with their worth, the best first.
    stones: Vec<(i32, Square)>,
    claims: Vec<Move>,
}

/// Fills `ranking` with the `width` most promising moves of `node`.
pub(super) fn rank(node: &Node, history: &History, width: usize, scratch: &mut Scratch, ranking: &mut Ranking) {
    ranking.reset(width);
    judge_steps(node, history, &mut scratch.steps);
    judge_stones(node, history, &mut scratch.stones);
    let Some(&(best_stone, _)) = scratch.stones.first() else { return };

    for &(promise, step) in &scratch.steps {
        if promise + best_stone <= ranking.threshold() {
            break;
        }
        let seen = step.map_or_else(|| node.position.standing_shots(), |step| node.position.shots_after(step));
        for &(worth, stone) in &scratch.stones {
            if promise + worth <= ranking.threshold() {
                break;
            }
            if seen.contains(stone) {
                ranking.insert(Move::shot(step, stone), promise + worth);
            }
        }
    }
    rank_vacated(node, history, &scratch.steps, ranking);
    rank_claims(node, history, &mut scratch.claims, ranking);
}

/// Judges all steps, and standing still.
fn judge_steps(node: &Node, history: &History, steps: &mut Vec<(i32, Option<Step>)>) {
    let side = node.position.side();
    let empty = node.position.empty();
    let judge = Shooters::new(&node.position, &node.groups);
    let worth = |square: Square, empty: Bitboard| judge.worth(square, square.neighbours() & empty);
    // What a shooter is worth on each square when no other square becomes empty.
    let mut known = [None; SQUARES];
    steps.clear();
    steps.push((history.step(side, None), None));
    for from in node.position.shooters() {
        let here = worth(from, empty);
        for to in node.position.reach(from) {
            let there = if from.neighbours().contains(to) {
                worth(to, empty | from.into())
            } else {
                *known[to.index()].get_or_insert_with(|| worth(to, empty))
            };
            let step = Some(Step { from, to });
            steps.push((there - here + history.step(side, step), step));
        }
    }
    steps.sort_unstable_by_key(|&(promise, _)| -promise);
}

/// Every square that a stone might reach, the best first. Squares that a shooter has to vacate are left out.
fn judge_stones(node: &Node, history: &History, stones: &mut Vec<(i32, Square)>) {
    let side = node.position.side();
    let judge = Stones::new(&node.position, &node.groups);
    stones.clear();
    let squares = node.position.empty();
    stones.extend(squares.into_iter().map(|stone| (judge.worth(stone) + history.stone(side, stone), stone)));
    stones.sort_unstable_by_key(|&(worth, _)| -worth);
}

/// Stones on the square that the mover has just left: one exact evaluation per mover tells what they are worth.
fn rank_vacated(node: &Node, history: &History, steps: &[(i32, Option<Step>)], ranking: &mut Ranking) {
    let side = node.position.side();
    for from in node.position.shooters() {
        let mut worth = None;
        for &(promise, step) in steps {
            let Some(step) = step.filter(|step| step.from == from) else { continue };
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
