//! The recursion.

use std::ops::ControlFlow::{Break, Continue};

use super::node::Node;
use super::ordering::{Ranking, rank};
use super::report::Bound;
use super::score::{PLY_MAX, Score};
use super::table::Found;
use super::worker::Worker;
use crate::rules::Move;

/// How many moves are looked at, by the remaining depth; deeper nodes look at the last number.
const WIDTHS: [usize; 4] = [0, 20, 30, 40];
/// At this depth and below, a position that looks good enough is not searched.
const CUTOFF_DEPTH: i32 = 3;
/// One ply before the leaves, a position that looks worse than hoped by this many hundredths is not expanded.
const RAZOR: i32 = 150;
/// Keeps the table's entries of searches at full width apart.
const FULL_WIDTH: u64 = 0x5ca1_ab1e_0ddb_a115;
/// The most plies that threats may add to the iteration's depth.
const EXTENSIONS: usize = 4;

/// What is known of a node while its moves are tried.
struct Trial {
    alpha: Score,
    beta: Score,
    best: Score,
    best_move: Option<Move>,
    tried: Vec<Move>,
}

impl Worker<'_> {
    /// The value of `node`, searched `depth` plies deep: exact between `alpha` and `beta`, a bound outside.
    ///
    /// A returned win or loss on its own side of the window is proven: narrowing never makes one, because where all
    /// moves looked at lose, the rest are looked at before a loss is returned.
    pub(super) fn alpha_beta(
        &mut self,
        node: &Node,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: usize,
    ) -> Score {
        self.plies[ply].pv.clear();
        if let Some(result) = node.result(ply) {
            self.count_node(ply);
            return result;
        }
        if depth <= 0 && self.narrow && ply < self.depth as usize + EXTENSIONS && self.is_threatened(node, ply) {
            depth = 1;
        }
        if depth <= 0 || ply >= PLY_MAX {
            return self.quiescence(node, alpha, beta, ply);
        }
        self.count_node(ply);
        if self.is_stopped() {
            return Score::ZERO;
        }

        // The game ends one ply from here at the earliest.
        alpha = alpha.max(Score::loss_in(ply + 1));
        beta = beta.min(Score::win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let on_pv = alpha.plus(1) < beta;
        let key = self.key(node.position.hash());
        let found = self.shared.table.probe(key, ply);
        // Nobody asks for the line of a helper, so that it may take the value of one that another thread has searched.
        let may_settle = !on_pv || self.index > 0;
        if let Some(found) = found.filter(|found| may_settle && found.settles(depth, alpha, beta)) {
            return found.score;
        }
        if self.narrow && !on_pv {
            let eval = self.evaluate(node);
            if depth <= CUTOFF_DEPTH && eval >= beta && !beta.is_loss() {
                return eval;
            }
            if depth == 1 && eval.plus(RAZOR) <= alpha {
                return self.play_out_claims(node, eval, alpha, beta, ply);
            }
        }

        let table_move = found.and_then(|found| found.mv).filter(|&mv| node.position.is_legal(mv));
        let mut trial =
            Trial { alpha, beta, best: Score::MIN, best_move: None, tried: std::mem::take(&mut self.plies[ply].tried) };
        trial.tried.clear();
        let decided = self.try_moves(node, depth, ply, table_move, &mut trial);
        let Trial { best, best_move, tried, .. } = trial;
        if decided
            && best >= beta
            && let (Some(mv), [missed @ .., _]) = (best_move, &tried[..])
        {
            self.shared.history.reward(node.position.side(), depth, mv, missed);
            self.plies[ply].remember_killer(mv);
        }
        self.plies[ply].tried = tried;
        if decided {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let mv = best_move.filter(|_| bound != Bound::Upper).or(table_move);
            self.shared.table.store(key, ply, Found { mv, score: best, bound, depth });
        }
        best
    }

    /// The table's key of a position. What a narrow search believes is nothing to a search that looks at everything.
    fn key(&self, hash: u64) -> u64 {
        hash ^ if self.narrow { 0 } else { FULL_WIDTH }
    }

    /// Tries the table's move, the most promising ones and, if need be, the rest. False when the search was stopped.
    fn try_moves(&mut self, node: &Node, depth: i32, ply: usize, table_move: Option<Move>, trial: &mut Trial) -> bool {
        if let Some(mv) = table_move {
            self.try_move(node, mv, depth, ply, trial);
        }
        if trial.best >= trial.beta || self.is_stopped() {
            return !self.is_stopped();
        }

        // What refuted a sibling often refutes this node as well, and costs no ranking.
        let on_pv = trial.alpha.plus(1) < trial.beta;
        for mv in self.plies[ply].killers.into_iter().flatten().filter(|_| !on_pv) {
            if Some(mv) != table_move && node.position.is_legal(mv) {
                self.try_move(node, mv, depth, ply, trial);
                if trial.best >= trial.beta || self.is_stopped() {
                    return !self.is_stopped();
                }
            }
        }

        let width = WIDTHS[(depth as usize).min(WIDTHS.len() - 1)];
        let mut ranking = std::mem::take(&mut self.plies[ply].ranking);
        rank(node, self.shared.history, width, &mut self.scratch, &mut ranking);
        self.try_ranked(node, &ranking, depth, ply, trial);
        self.plies[ply].ranking = ranking;
        if trial.best >= trial.beta || self.is_stopped() {
            return !self.is_stopped();
        }

        // Narrowing is over where it would make a loss: then the rest must lose too.
        let is_done = |worker: &Self, trial: &Trial| {
            worker.is_stopped() || trial.best >= trial.beta || (worker.narrow && !trial.best.is_loss())
        };
        if is_done(self, trial) {
            return !self.is_stopped();
        }
        let looked_at = trial.tried.len();
        let _ = node.position.for_each_set(|set| {
            for mv in set.moves() {
                if trial.tried[..looked_at].contains(&mv) {
                    continue;
                }
                self.try_move(node, mv, depth, ply, trial);
                if is_done(self, trial) {
                    return Break(());
                }
            }
            Continue(())
        });
        !self.is_stopped()
    }

    /// Tries the ranked moves that were not tried yet, those last that another thread is searching.
    fn try_ranked(&mut self, node: &Node, ranking: &Ranking, depth: i32, ply: usize, trial: &mut Trial) {
        let mut deferred = std::mem::take(&mut self.plies[ply].deferred);
        deferred.clear();
        let before = trial.tried.len();
        let mut numbers = before..;
        for (i, mv) in ranking.moves().iter().map(|ranked| ranked.mv).enumerate() {
            // While this move is searched, the memory has time to bring what the table knows of the next one.
            if let Some(next) = ranking.moves().get(i + 1) {
                self.shared.table.prefetch(self.key(node.position.hash_after(next.mv)));
            }
            if trial.tried[..before].contains(&mv) {
                continue;
            }
            let (number, child) = (numbers.next().unwrap_or_default(), node.play(mv));
            if number > 0 && self.shared.siblings.contains(&child, depth) {
                deferred.push((number, mv));
                continue;
            }
            self.try_child(&child, mv, number, depth, ply, trial);
            if trial.best >= trial.beta || self.is_stopped() {
                break;
            }
        }
        for &(number, mv) in &deferred {
            if trial.best >= trial.beta || self.is_stopped() {
                break;
            }
            self.try_child(&node.play(mv), mv, number, depth, ply, trial);
        }
        self.plies[ply].deferred = deferred;
    }

    /// Searches one move and updates the best.
    fn try_move(&mut self, node: &Node, mv: Move, depth: i32, ply: usize, trial: &mut Trial) {
        self.try_child(&node.play(mv), mv, trial.tried.len(), depth, ply, trial);
    }

    /// Searches the move `mv` to `child`, the node's best but `number`, and updates the best.
    fn try_child(&mut self, child: &Node, mv: Move, number: usize, depth: i32, ply: usize, trial: &mut Trial) {
        trial.tried.push(mv);
        let (alpha, beta) = (trial.alpha.max(trial.best), trial.beta);
        let score = self.principal_variation(child, number, depth, alpha, beta, ply);
        if self.is_stopped() || score <= trial.best {
            return;
        }
        trial.best = score;
        if score > alpha {
            trial.best_move = Some(mv);
            self.extend_pv(mv, ply);
        }
    }

    /// The value of a child for the player who moved there: the first one with the open window, the others with a null
    /// window, and again with more depth or the open window if they surprise.
    pub(super) fn principal_variation(
        &mut self,
        child: &Node,
        number: usize,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if number == 0 {
            return -self.alpha_beta(child, depth - 1, -beta, -alpha, ply + 1);
        }
        self.shared.siblings.enter(child, depth);
        let null = -alpha.plus(1);
        let reduced = if self.narrow { reduction(depth, number) } else { 0 };
        let mut score = -self.alpha_beta(child, depth - 1 - reduced, null, -alpha, ply + 1);
        if score > alpha && reduced > 0 && !self.is_stopped() {
            score = -self.alpha_beta(child, depth - 1, null, -alpha, ply + 1);
        }
        if score > alpha && score < beta && !self.is_stopped() {
            score = -self.alpha_beta(child, depth - 1, -beta, -alpha, ply + 1);
        }
        self.shared.siblings.leave(child, depth);
        score
    }

    /// Puts `mv` in front of the line below it.
    pub(super) fn extend_pv(&mut self, mv: Move, ply: usize) {
        if let [here, below, ..] = &mut self.plies[ply..] {
            here.pv.clear();
            here.pv.push(mv);
            here.pv.extend_from_slice(&below.pv);
        }
    }
}

/// By how many plies the search of a late move is cut short.
fn reduction(depth: i32, number: usize) -> i32 {
    match (depth, number) {
        (..=2, _) | (_, ..=3) => 0,
        (3..=4, _) | (_, ..=9) => 1,
        _ => 2,
    }
}

impl Found {
    /// Whether it answers a search of `depth` with this window. A proven win is a lower bound at any depth, a proven loss
    /// an upper bound.
    fn settles(&self, depth: i32, alpha: Score, beta: Score) -> bool {
        let deep = self.depth >= depth;
        let at_least = self.bound != Bound::Upper && self.score >= beta && (deep || self.score.is_win());
        let at_most = self.bound != Bound::Lower && self.score <= alpha && (deep || self.score.is_loss());
        at_least || at_most || (self.bound == Bound::Exact && deep)
    }
}
