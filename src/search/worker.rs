//! One thread of a search: iterative deepening with aspiration windows.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::clock::Clock;
use super::control::Control;
use super::history::History;
use super::limits::Request;
use super::ordering::{Ranking, Scratch};
use super::report::{Bound, Effort, Line, Report};
use super::root::Root;
use super::score::{PLY_MAX, Score};
use super::siblings::Siblings;
use super::skill::Weakness;
use super::table::Table;
use crate::rules::Move;

/// A worker looks at the clock after that many nodes, about a tenth of a millisecond.
const POLL_INTERVAL: u64 = 128;
/// Half the width of the first aspiration window, in hundredths, and the first iteration that has one.
const ASPIRATION: i32 = 30;
const ASPIRATION_DEPTH: u32 = 3;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) history: &'a History,
    pub(super) control: &'a Control,
    pub(super) request: &'a Request,
    /// How the player errs; not at all at full strength.
    pub(super) weakness: Option<Weakness>,
    pub(super) clock: Clock,
    /// Set when the first worker is done.
    pub(super) halt: AtomicBool,
    /// The moves that threads are searching.
    pub(super) siblings: Siblings,
    /// The nodes of each thread, brought up to date at each poll.
    pub(super) nodes: Vec<AtomicU64>,
}

impl Shared<'_> {
    pub(super) fn effort(&self) -> Effort {
        Effort {
            nodes: self.nodes.iter().map(|n| n.load(Relaxed)).sum(),
            time: self.request.asked.elapsed(),
            hashfull: self.table.hashfull(),
        }
    }
}

/// What a worker keeps for each ply, so that nothing is allocated in the recursion.
#[derive(Debug, Default)]
pub(super) struct Ply {
    pub(super) pv: Vec<Move>,
    pub(super) ranking: Ranking,
    pub(super) tried: Vec<Move>,
    /// The moves put off, with their numbers.
    pub(super) deferred: Vec<(usize, Move)>,
    pub(super) claims: Vec<Move>,
    /// The moves that last refuted others here.
    pub(super) killers: [Option<Move>; 2],
}

impl Ply {
    /// Remembers a move that caused a cutoff.
    pub(super) fn remember_killer(&mut self, mv: Move) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// Its number; the first one decides when to stop and makes the reports.
    pub(super) index: usize,
    pub(super) plies: Vec<Ply>,
    pub(super) scratch: Scratch,
    /// Whether unpromising moves and positions are skipped. Without narrowing the value is that of plain negamax.
    pub(super) narrow: bool,
    /// The iteration.
    pub(super) depth: u32,
    pub(super) seldepth: usize,
    nodes: u64,
    next_poll: u64,
    stopped: bool,
}

/// How the best move has fared over the iterations, to decide how much more time it deserves.
#[derive(Debug, Default)]
struct Stability {
    best: Option<Move>,
    unchanged: u32,
    score: Option<Score>,
}

impl Stability {
    /// Takes in the line of an iteration; the factor by which to stretch the soft time bound.
    fn patience(&mut self, line: &Line) -> f64 {
        let best = line.pv.first().copied();
        self.unchanged = if best == self.best { self.unchanged + 1 } else { 0 };
        self.best = best;
        let drop = self.score.replace(line.score).map_or(0, |before| before.value() - line.score.value());
        let stable: f64 = match self.unchanged {
            0 => 1.4,
            1 => 1.1,
            2..=3 => 0.9,
            _ => 0.7,
        };
        if drop > 40 { stable * 1.4 } else { stable }
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, index: usize, narrow: bool) -> Self {
        let plies = std::iter::repeat_with(Ply::default).take(PLY_MAX + 2).collect();
        Self {
            shared,
            index,
            plies,
            scratch: Scratch::default(),
            narrow,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            next_poll: 0,
            stopped: false,
        }
    }

    /// Whether the search has to end; whatever is being computed is void then.
    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Counts a node that is `ply` plies from the root.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Publishes the node count and looks whether the search has to end.
    pub(super) fn poll(&mut self) {
        let Shared { control, request, clock, halt, nodes, .. } = self.shared;
        nodes[self.index].store(self.nodes, Relaxed);
        let total: u64 = nodes.iter().map(|n| n.load(Relaxed)).sum();
        let left = request.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(total));
        self.stopped |= left == 0 || control.is_stopped() || halt.load(Relaxed) || clock.is_over(control);
        self.next_poll = self.nodes.saturating_add(left.clamp(1, POLL_INTERVAL));
    }

    /// Searches deeper and deeper until a limit is reached. The best lines are left in `root`.
    pub(super) fn deepen(&mut self, root: &mut Root, report: &mut dyn FnMut(Report)) {
        self.poll();
        let limits = &self.shared.request.limits;
        let last = limits.depth.map_or(PLY_MAX as u32, |d| d.clamp(1, PLY_MAX as u32));
        let last = limits.mate.map_or(last, |mate| last.min(mate.max(1)));
        // Helpers begin at different depths, so that they do not all do the same work.
        let first = 1 + self.index as u32 % 2;
        let mut stability = Stability::default();
        for depth in first..=last {
            self.depth = depth;
            for rank in 0..root.wanted() {
                self.seldepth = 0;
                self.aspire(root, rank, report);
                if self.stopped {
                    break;
                }
            }
            self.poll();
            if self.index == 0 {
                self.report_lines(root, report);
            }
            if self.stopped || self.is_done(root, &mut stability) {
                return;
            }
        }
    }

    /// Searches for the line of that rank with a window around its last score, widened until the score is inside.
    fn aspire(&mut self, root: &mut Root, rank: usize, report: &mut dyn FnMut(Report)) {
        let guess = root.expected(rank).filter(|s| self.depth >= ASPIRATION_DEPTH && s.proven_plies().is_none());
        let mut margin = ASPIRATION;
        let (mut alpha, mut beta) = match guess {
            Some(score) => (score.plus(-margin), score.plus(margin)),
            None => (Score::MIN, Score::MAX),
        };
        loop {
            let score = self.search_root(root, rank, alpha, beta, report);
            root.sort_from(rank);
            if self.stopped {
                return;
            }
            margin *= 4;
            let center = guess.unwrap_or(Score::ZERO);
            let bound = if score <= alpha && alpha > Score::MIN {
                alpha = if margin > 1000 { Score::MIN } else { center.plus(-margin) };
                Bound::Upper
            } else if score >= beta && beta < Score::MAX {
                beta = if margin > 1000 { Score::MAX } else { center.plus(margin) };
                Bound::Lower
            } else {
                return root.sort_lines(rank);
            };
            if self.index == 0 && self.shared.request.asked.elapsed() >= super::root::CHATTY_AFTER {
                self.report_bound(root, rank, score, bound, report);
            }
        }
    }

    /// Whether the iteration just finished was the last one.
    fn is_done(&self, root: &Root, stability: &mut Stability) -> bool {
        let Shared { request, clock, control, .. } = self.shared;
        let Some(line) = root.best_line() else { return false };
        let patience = stability.patience(line);
        if self.index != 0 {
            return false;
        }
        if let Some(plies) = line.score.proven_plies() {
            let in_time = request.limits.mate.is_none_or(|mate| plies > 0 && plies.unsigned_abs() <= mate);
            let shortest = self.depth >= plies.unsigned_abs();
            let hurried = clock.budget().is_some() && !control.is_pondering();
            if root.wanted() == 1 && in_time && (shortest || hurried || request.limits.mate.is_some()) {
                return true;
            }
        }
        let forced = root.is_forced() && clock.budget().is_some() && !control.is_pondering();
        forced || clock.is_enough(patience, control)
    }

    fn report_lines(&self, root: &Root, report: &mut dyn FnMut(Report)) {
        let effort = self.shared.effort();
        for line in root.lines() {
            report(Report::Line(line, effort));
        }
    }

    fn report_bound(&self, root: &Root, rank: usize, score: Score, bound: Bound, report: &mut dyn FnMut(Report)) {
        let pv = root.leader(rank).into_iter().collect();
        let line = Line { rank: rank + 1, depth: self.depth, seldepth: self.seldepth as u32, score, bound, pv };
        report(Report::Line(line, self.shared.effort()));
    }
}
