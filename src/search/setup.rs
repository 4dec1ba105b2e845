//! The setup turns: of many placements, those with the best geometry are judged by shallow searches.
//!
//! The geometry costs next to nothing, so that far more placements are seen than could be searched. Measured against a
//! sample of 96 placements that were all searched, 10 ms a move, after random placements of Black: White won 49 instead
//! of 38 of 100 games on 7x7 (341 games, standard error of the difference 5), and 43 instead of 39 on 10x10 (509 games, 4).

use std::time::Duration;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::limits::Request;
use super::node::Node;
use super::random::below;
use super::report::{Bound, Line, Report};
use super::score::Score;
use super::worker::Worker;
use crate::eval::setup_odds;
use crate::rules::{Bitboard, Move, Position};

/// How many placements are drawn before the last setup turn, and how many are drawn before the first and answered.
const LAST_SAMPLES: usize = 4096;
const FIRST_SAMPLES: usize = 64;
const ANSWERS: usize = 64;
/// How many of them, by their geometry the best, are judged by searches. Each ply beyond [`DEPTH`] halves that.
const JUDGED: usize = 48;
/// How many answers, by their geometry the best, are searched when the opponent places too.
const SEARCHED_ANSWERS: usize = 4;
/// After so many draws it is seen whether the time is over.
const POLL: usize = 64;
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
        for mv in self.candidates(position, time) {
            self.poll();
            if !lines.is_empty() && (self.is_stopped() || self.depth == 0 || self.is_late(time)) {
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

    /// The placements to judge, each once, those with the best geometry first: those asked for, or the best of all or of
    /// a random sample.
    fn candidates(&mut self, position: &Position, time: Option<Duration>) -> Vec<Move> {
        let Request { limits, seed, multi_pv, .. } = self.shared.request;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(position.hash() ^ seed);
        let answered = position.variant().share(position.side()) < position.hand();
        let wanted = if answered { FIRST_SAMPLES } else { LAST_SAMPLES };
        let source: Box<dyn Iterator<Item = Move>> = if !limits.search_moves.is_empty() {
            Box::new(limits.search_moves.iter().copied())
        } else if position.count_moves() <= wanted as u64 {
            Box::new(position.moves().into_iter())
        } else {
            Box::new((0..wanted).map_while(|_| random_placement(position, &mut rng)))
        };
        let mut rated = Vec::new();
        for (i, mv) in source.enumerate() {
            if answered || i % POLL == 0 {
                self.poll();
                if i > 0 && limits.search_moves.is_empty() && (self.is_stopped() || self.is_late(time)) {
                    break;
                }
            }
            let placed = position.play(mv);
            let rating = match self.answers(&placed).first() {
                Some(&(answer, _)) => -answer,
                None => -rate(&placed),
            };
            rated.push((rating, mv));
        }
        let judged =
            if limits.search_moves.is_empty() { JUDGED >> self.depth.saturating_sub(DEPTH) } else { rated.len() };
        best(rated, judged.max(*multi_pv)).into_iter().map(|(_, mv)| mv).collect()
    }

    /// Answers to a first placement with their ratings for the player who gives them, the best first; none when the
    /// setup is over.
    fn answers(&self, placed: &Position) -> Vec<(i32, Move)> {
        if !placed.is_setup() {
            return Vec::new();
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(placed.hash() ^ self.shared.request.seed);
        let drawn = (0..ANSWERS).filter_map(|_| random_placement(placed, &mut rng));
        best(drawn.map(|answer| (-rate(&placed.play(answer)), answer)).collect(), SEARCHED_ANSWERS)
    }

    fn is_late(&self, time: Option<Duration>) -> bool {
        time.is_some_and(|time| self.shared.clock.has_run(time, self.shared.control))
    }

    /// The line of a placement, judged by the worst of a few answers if the opponent still has to place.
    fn judge(&mut self, position: &Position, mv: Move) -> Line {
        let placed = position.play(mv);
        let mut starts: Vec<(Option<Move>, Position)> =
            self.answers(&placed).into_iter().map(|(_, answer)| (Some(answer), placed.play(answer))).collect();
        if starts.is_empty() {
            starts.push((None, placed));
        }
        let mut worst: Option<(Score, Vec<Move>)> = None;
        for (answer, start) in starts {
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

/// How much its geometry favours the player to move.
fn rate(position: &Position) -> i32 {
    setup_odds(position.variant(), position.shooters())
}

/// The best of what is rated, each once, in order.
fn best(mut rated: Vec<(i32, Move)>, count: usize) -> Vec<(i32, Move)> {
    rated.sort_unstable_by(|one, other| other.cmp(one));
    rated.dedup();
    rated.truncate(count);
    rated
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
