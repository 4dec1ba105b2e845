//! The setup turns: a sample of the legal placements is judged by shallow searches.
//!
//! Which setup is chosen matters little (about three points in a hundred between fair players), so it is kept cheap.

use std::time::Duration;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::limits::Request;
use super::node::Node;
use super::random::below;
use super::report::{Bound, Line, Report};
use super::score::Score;
use super::worker::Worker;
use crate::rules::{Bitboard, Move, Position};

/// How many placements are drawn, and how many answers to each when the opponent places too. Each ply beyond
/// [`DEPTH`] halves the sample.
const SAMPLES: usize = 96;
const ANSWERS: usize = 4;
/// The depth of the shallow searches, and the most that can be asked for.
const DEPTH: u32 = 2;
const DEPTH_MAX: u32 = 4;
/// The most time, and the share of the time for the move, that is spent.
const LONGEST: Duration = Duration::from_millis(500);
const SHARE: u32 = 2;

impl Worker<'_> {
    /// Judges placements until the time or the sample is used up; the best lines in order, at least one.
    ///
    /// The sample depends on the position and the request's seed alone.
    pub(super) fn place(&mut self, position: &Position, report: &mut dyn FnMut(Report)) -> Vec<Line> {
        let request = self.shared.request;
        let time = self.shared.clock.budget().map(|budget| (budget / SHARE).min(LONGEST));
        self.depth = request.limits.depth.map_or(DEPTH, |d| d.min(DEPTH_MAX));

        let mut lines: Vec<Line> = Vec::new();
        for mv in self.sample(position) {
            self.poll();
            let out_of_time = time.is_some_and(|time| self.shared.clock.has_run(time, self.shared.control));
            if !lines.is_empty() && (self.is_stopped() || self.depth == 0 || out_of_time) {
                break;
            }
            let line = self.judge(position, mv);
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
        self.poll();
        for (i, line) in lines.iter_mut().enumerate() {
            line.rank = i + 1;
        }
        lines
    }

    /// The placements to judge, each once: those asked for, or all when there are few, or a random sample.
    fn sample(&self, position: &Position) -> Vec<Move> {
        let Request { limits, seed, .. } = self.shared.request;
        if !limits.search_moves.is_empty() {
            return limits.search_moves.clone();
        }
        let wanted = SAMPLES >> self.depth.saturating_sub(DEPTH);
        if position.count_moves() <= wanted as u64 {
            return position.moves();
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(position.hash() ^ seed);
        let mut sample = Vec::new();
        for mv in (0..wanted).filter_map(|_| random_placement(position, &mut rng)) {
            if !sample.contains(&mv) {
                sample.push(mv);
            }
        }
        sample
    }

    /// The line of a placement, judged by the worst of a few answers if the opponent still has to place.
    fn judge(&mut self, position: &Position, mv: Move) -> Line {
        let placed = position.play(mv);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(placed.hash() ^ self.shared.request.seed);
        let mut worst: Option<(Score, Vec<Move>)> = None;
        let answers = if placed.is_setup() { ANSWERS } else { 1 };
        for _ in 0..answers {
            let answer = if placed.is_setup() { random_placement(&placed, &mut rng) } else { None };
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
            let Some(square) = free.into_iter().nth(below(rng, free.count() as usize)) else { break };
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
