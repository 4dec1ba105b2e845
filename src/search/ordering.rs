//! Which move next: the best few of thousands, without listing the rest.
//!
//! A move's promise is the sum of two parts that are judged apart: its step (what the shooter is worth where it goes,
//! less where it stands, and the history of that step) and its stone (the sketch after that stone alone, and the
//! history of that square). So a node costs a sketch per square instead of one per move. Moves that shut a
//! shooter in by their step do not split that way and are evaluated as a whole.

use super::history::History;
use super::node::Node;
use crate::eval::Changes;
use crate::rules::{Move, Square, Step};

/// How many steps and how many squares for stones are combined to moves.
const STEPS_MAX: usize = 48;
const STONES_MAX: usize = 32;

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
    let Scratch { steps, stones, claims } = scratch;
    let judge = Changes::new(&node.position, &node.groups);
    judge_steps(node, history, &judge, steps);
    judge_stones(node, history, &judge, stones);
    let side = node.position.side();
    let vacated = |from: Square| judge.worth(from) + history.stone(side, from);
    let best_stone = node.position.shooters().into_iter().map(vacated).chain(stones.first().map(|&(w, _)| w)).max();

    for &(promise, step) in &*steps {
        if promise + best_stone.unwrap_or(0) <= ranking.threshold() {
            break;
        }
        let seen = step.map_or_else(|| node.position.standing_shots(), |step| node.position.shots_after(step));
        for &(worth, stone) in &*stones {
            if promise + worth <= ranking.threshold() {
                break;
            }
            if seen.contains(stone) {
                ranking.insert(Move::shot(step, stone), promise + worth);
            }
        }
        // The square that the shooter has just left can always be shot at.
        if let Some(Step { from, .. }) = step {
            ranking.insert(Move::shot(step, from), promise + vacated(from));
        }
    }
    rank_claims(node, history, claims, ranking);
}

/// Judges all steps, and standing still.
fn judge_steps(node: &Node, history: &History, judge: &Changes, steps: &mut Vec<(i32, Option<Step>)>) {
    let side = node.position.side();
    steps.clear();
    steps.push((history.step(side, None), None));
    for from in node.position.shooters() {
        judge.steps(from, node.position.reach(from), |to, worth| {
            let step = Some(Step { from, to });
            steps.push((worth + history.step(side, step), step));
        });
    }
    keep_best(steps, STEPS_MAX);
}

/// The most promising of all squares that a stone might reach. Squares that a shooter has to vacate are left out.
fn judge_stones(node: &Node, history: &History, judge: &Changes, stones: &mut Vec<(i32, Square)>) {
    let side = node.position.side();
    stones.clear();
    let squares = node.position.empty();
    stones.extend(squares.into_iter().map(|stone| (judge.worth(stone) + history.stone(side, stone), stone)));
    keep_best(stones, STONES_MAX);
}

/// Leaves the most promising items, the best first.
fn keep_best<T>(items: &mut Vec<(i32, T)>, most: usize) {
    if items.len() > most {
        items.select_nth_unstable_by_key(most, |&(promise, _)| -promise);
        items.truncate(most);
    }
    items.sort_unstable_by_key(|&(promise, _)| -promise);
}

/// Moves that shut a shooter in, by what they change of the evaluation.
fn rank_claims(node: &Node, history: &History, claims: &mut Vec<Move>, ranking: &mut Ranking) {
    node.claims(claims);
    if claims.is_empty() {
        return;
    }
    let side = node.position.side();
    // The other moves start from the sketch of the position.
    let start = node.sketch() - node.evaluate().value();
    for &mv in claims.iter().filter(|mv| mv.step().is_some()) {
        let stone = mv.stone().map_or(0, |stone| history.stone(side, stone));
        ranking.replace(mv, start - node.play(mv).evaluate().value() + history.step(side, mv.step()) + stone);
    }
}
