//! The setup turns: a sample of the legal placements is judged by shallow searches.
//!
//! Which setup is chosen matters little (about three points in a hundred between fair players), so it is kept cheap.

use std::time::{Duration, Instant};

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::node::Node;
use super::report::{Bound, Line, Report};
use super::score::Score;
use super::worker::Worker;
use crate::rules::{Bitboard, Move, Position};

/// How many placements are judged at most, and how many answers to each when the opponent places too.
const SAMPLES: usize = 96;
const ANSWERS: usize = 4;
/// The depth of the shallow searches, unless less is asked for.
const DEPTH: u32 = 2;
/// The most time, and the share of the time for the move, that is spent.
const LONGEST: Duration = Duration::from_millis(500);
const SHARE: u32 = 2;

impl Worker<'_> {
    /// Judges placements until the time or the sample is used up; the best lines in order, at least one.
    ///
    /// The sample depends on the position and the request's seed alone.
    pub(super) fn place(&mut self, position: &Position, report: &mut dyn FnMut(Report)) -> Vec<Line> {
        let request = self.shared.request;
        let limits = &request.limits;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(position.hash() ^ request.seed);
        let deadline = self.shared.clock.budget().map(|budget| request.asked + (budget / SHARE).min(LONGEST));
        self.depth = limits.depth.map_or(DEPTH, |d| d.min(DEPTH));

        let mut lines: Vec<Line> = Vec::new();
        let chosen = &limits.search_moves;
        for i in 0..if chosen.is_empty() { SAMPLES } else { chosen.len().min(SAMPLES) } {
            self.poll();
            if !lines.is_empty()
                && (self.is_stopped() || self.depth == 0 || deadline.is_some_and(|d| Instant::now() >= d))
            {
                break;
            }
            let Some(mv) = chosen.get(i).copied().or_else(|| random_placement(position, &mut rng)) else { break };
            if lines.iter().any(|line| line.pv.first() == Some(&mv)) {
                continue;
            }
            let line = self.judge(position, mv, &mut rng);
            // A judgement that was broken off counts only when there is no other.
            if lines.is_empty() || !self.is_stopped() {
                let place = lines.partition_point(|other| other.score >= line.score);
                lines.insert(place, line);
                lines.truncate(request.multi_pv.max(1));
                if place == 0 {
                    report(Report::Line(lines[0].clone(), self.shared.effort()));
                }
            }
        }
        for (i, line) in lines.iter_mut().enumerate() {
            line.rank = i + 1;
        }
        lines
    }

    /// The line of a placement, judged by the worst of a few answers if the opponent still has to place.
    fn judge(&mut self, position: &Position, mv: Move, rng: &mut Xoshiro256PlusPlus) -> Line {
        let placed = position.play(mv);
        let mut worst: Option<(Score, Vec<Move>)> = None;
        let answers = if placed.is_setup() { ANSWERS } else { 1 };
        for _ in 0..answers {
            let answer = if placed.is_setup() { random_placement(&placed, rng) } else { None };
            let start = answer.map_or(placed, |answer| placed.play(answer));
            let (value, line) = self.shallow(&start, 1 + usize::from(answer.is_some()));
            // The value is for the side to move at the start of play.
            let score = if start.side() == position.side() { value } else { -value };
            if worst.as_ref().is_none_or(|(other, _)| score < *other) {
                worst = Some((score, [mv].into_iter().chain(answer).chain(line).collect()));
            }
            if self.is_stopped() {
                break;
            }
        }
        let (score, pv) = worst.unwrap_or((Score::ZERO, vec![mv]));
        let (depth, seldepth) = (self.depth, self.seldepth as u32);
        Line { rank: 1, depth, seldepth, score, bound: Bound::Exact, pv }
    }

    /// The value and the line of a shallow search; the bare evaluation when it is cut off.
    fn shallow(&mut self, position: &Position, ply: usize) -> (Score, Vec<Move>) {
        let node = Node::new(position);
        if position.is_setup() || self.depth == 0 || self.is_stopped() {
            return (node.evaluate(), Vec::new());
        }
        let score = self.alpha_beta(&node, self.depth as i32, Score::MIN, Score::MAX, ply);
        if self.is_stopped() { (node.evaluate(), Vec::new()) } else { (score, self.plies[ply].pv.clone()) }
    }
}

/// A legal placement, each square drawn evenly from those that the squares before it leave free. A draw that leaves
/// too little room is repeated, which on the boards of the game hardly ever happens.
pub(super) fn random_placement(position: &Position, rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let share = position.variant().share(position.side());
    for _ in 0..1000 {
        let mut free = position.setup_squares();
        let mut placed = Bitboard::EMPTY;
        for _ in 0..share {
            let Some(square) = free.into_iter().nth(below(rng, free.count())) else { break };
            placed |= square.into();
            free &= !(square.neighbours() | square.into());
        }
        if let Some(mv) = Move::setup(placed).filter(|&mv| position.is_legal(mv)) {
            return Some(mv);
        }
    }
    let mut first = None;
    let _ = position.for_each_setup(|squares| {
        first = Move::setup(squares);
        std::ops::ControlFlow::Break(())
    });
    first
}

/// A number below `bound`, or 0. The bias of the remainder is below one in 10^17 for numbers this small.
pub(super) fn below(rng: &mut impl Rng, bound: u32) -> usize {
    (rng.next_u64() % u64::from(bound.max(1))) as usize
}
