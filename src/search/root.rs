//! The root: all its moves, their lines, and the search of one window over them.

use std::collections::VecDeque;
use std::time::Duration;

use super::node::Node;
use super::report::{Bound, Line, Report};
use super::score::Score;
use super::skill::Weakness;
use super::worker::Worker;
use crate::rules::Move;

/// How many root moves are looked at beyond the first iteration, unless all of them lose.
const WIDTH: usize = 64;
/// Single moves and bounds are reported only after that much time.
pub(super) const CHATTY_AFTER: Duration = Duration::from_secs(3);

/// A root move with what is known of it.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    /// The evaluation after it.
    guess: Score,
    /// The value in the current window; [`Score::MIN`] when the move did not rise above it.
    score: Score,
    /// The last line that was found to begin with the move.
    line: Option<Line>,
}

impl RootMove {
    /// Gives it a line with its evaluation if it has none.
    fn ensure_line(&mut self) {
        let Self { mv, guess: score, .. } = *self;
        let line = Line { rank: 1, depth: 0, seldepth: 0, score, bound: Bound::Exact, pv: vec![mv] };
        self.line.get_or_insert(line);
    }

    /// Takes in the line that the current window has found.
    fn take(&mut self, line: Line) {
        self.score = line.score;
        self.line = Some(line);
    }
}

/// The root position with its moves, the best first.
#[derive(Clone, Debug)]
pub(super) struct Root {
    node: Node,
    moves: Vec<RootMove>,
    multi_pv: usize,
    /// Whether the position itself has just one move.
    forced: bool,
}

impl Root {
    /// The root moves, all legal ones unless `chosen` names some, sorted by what the player thinks of each. The
    /// first one has a line with that evaluation, so that there is an answer even if nothing is searched.
    pub(super) fn new(node: Node, chosen: &[Move], multi_pv: usize, weakness: Option<&Weakness>) -> Self {
        let moves = if chosen.is_empty() { node.position.moves() } else { chosen.to_vec() };
        let mut judged: Vec<(Move, Score)> = moves
            .into_iter()
            .map(|mv| {
                let child = node.play(mv);
                let full = || -child.result(1).unwrap_or_else(|| child.evaluate());
                (mv, weakness.map_or_else(full, |weakness| weakness.judge(&child)))
            })
            .collect();
        judged.sort_by_key(|&(_, score)| -score);
        let forced = chosen.is_empty() && judged.len() == 1;
        let multi_pv = multi_pv.clamp(1, judged.len().max(1));
        let judge = |(mv, guess)| RootMove { mv, guess, score: Score::MIN, line: None };
        let mut moves: Vec<RootMove> = judged.into_iter().map(judge).collect();
        moves.iter_mut().take(multi_pv).for_each(RootMove::ensure_line);
        Self { node, moves, multi_pv, forced }
    }

    /// How many lines are wanted.
    pub(super) fn wanted(&self) -> usize {
        self.multi_pv
    }

    /// Whether there is just one legal move.
    pub(super) fn is_forced(&self) -> bool {
        self.forced
    }

    /// The last score of the line of that rank.
    pub(super) fn expected(&self, rank: usize) -> Option<Score> {
        Some(self.moves.get(rank)?.line.as_ref()?.score)
    }

    /// The move of that rank.
    pub(super) fn leader(&self, rank: usize) -> Option<Move> {
        Some(self.moves.get(rank)?.mv)
    }

    /// The line of the best move.
    pub(super) fn best_line(&self) -> Option<&Line> {
        self.moves.first()?.line.as_ref()
    }

    /// The best lines in order.
    pub(super) fn lines(&self) -> Vec<Line> {
        let lines = self.moves.iter().take(self.multi_pv).filter_map(|m| m.line.clone());
        lines.enumerate().map(|(i, line)| Line { rank: i + 1, ..line }).collect()
    }

    /// Brings the moves from that rank on into the order of their scores; those that did not rise above the window keep
    /// their order.
    pub(super) fn sort_from(&mut self, rank: usize) {
        if let Some(rest) = self.moves.get_mut(rank..) {
            rest.sort_by_key(|m| -m.score);
        }
    }

    /// Brings the moves up to that rank, whose lines this iteration has found, into the order of these.
    pub(super) fn sort_lines(&mut self, rank: usize) {
        if let Some(found) = self.moves.get_mut(..=rank) {
            found.sort_by_key(|m| m.line.as_ref().map_or(Score::MAX, |line| -line.score));
        }
    }

    /// Prefers a move from number `from` on, which nobody has looked at, to those at `rank` and after it, which all lose.
    /// False if every such move loses at once.
    fn prefer_unknown(&mut self, rank: usize, from: usize) -> bool {
        let Some(unknown) = (from..self.moves.len()).find(|&i| !self.moves[i].guess.is_loss()) else { return false };
        let mut preferred = self.moves.remove(unknown);
        preferred.ensure_line();
        self.moves.insert(rank, preferred);
        true
    }
}

impl Worker<'_> {
    /// Searches the root moves from that rank on with one window. Every move that rises above the others gets its line;
    /// the returned score is a bound when it lies outside the window.
    pub(super) fn search_root(
        &mut self,
        root: &mut Root,
        rank: usize,
        mut alpha: Score,
        beta: Score,
        report: &mut dyn FnMut(Report),
    ) -> Score {
        let mut best = Score::MIN;
        // The lines of losing moves, until it is known whether all moves lose.
        let mut losses = Vec::new();
        let narrow = self.narrow && self.depth > 1;
        let chatty = self.index == 0 && self.shared.request.asked.elapsed() >= CHATTY_AFTER;
        for m in &mut root.moves[rank..] {
            m.score = Score::MIN;
        }
        let mut fresh = 0..root.moves.len() - rank;
        let mut deferred = VecDeque::new();
        loop {
            // As inside the tree, a loss is claimed only when every move was looked at.
            let enough = narrow && fresh.start >= WIDTH && !best.is_loss();
            let next = if enough { None } else { fresh.next() };
            let Some(number) = next.or_else(|| deferred.pop_front()) else { break };
            let mv = root.moves[rank + number].mv;
            let child = root.node.play(mv);
            // While all moves lose none is put off, so that those not looked at are the last ones.
            let may_defer = next.is_some() && number > 0 && !best.is_loss();
            if may_defer && self.shared.siblings.contains(&child, self.depth as i32) {
                deferred.push_back(number);
                continue;
            }
            if chatty {
                report(Report::CurrentMove { depth: self.depth, mv, number: rank + number + 1 });
            }
            let score = self.principal_variation(&child, number, self.depth as i32, alpha, beta, 0);
            if self.is_stopped() {
                if best.is_loss() && !losses.is_empty() && root.prefer_unknown(rank, rank + number) {
                    return best;
                }
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                let mut pv = vec![mv];
                pv.extend_from_slice(&self.plies[1].pv);
                let (depth, seldepth) = (self.depth, self.seldepth as u32);
                let line = Line { rank: rank + 1, depth, seldepth, score, bound: Bound::Exact, pv };
                if score.is_loss() {
                    losses.push((rank + number, line));
                } else {
                    root.moves[rank + number].take(line);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        if best.is_loss() {
            losses.into_iter().for_each(|(i, line)| root.moves[i].take(line));
        }
        best
    }
}
