//! The leaves: claims are played out before a position is judged.

use super::node::Node;
use super::score::{PLY_MAX, Score};
use super::worker::Worker;

/// A claim changes the evaluation by less than this, in hundredths.
const CLAIM_SWING: i32 = 600;

impl Worker<'_> {
    /// The value of `node` when only claims are looked at: standing pat, or a move that shuts a shooter in and gains
    /// a claim. A win is proven; a loss is never claimed, for standing pat stands for the moves not looked at.
    pub(super) fn quiescence(&mut self, node: &Node, alpha: Score, beta: Score, ply: usize) -> Score {
        self.count_node(ply);
        self.plies[ply].pv.clear();
        match node.result(ply) {
            Some(result) => result,
            None => self.play_out_claims(node, self.evaluate(node), alpha, beta, ply),
        }
    }

    /// [`Worker::quiescence`] of a node that was counted and evaluated already and whose game is not over.
    pub(super) fn play_out_claims(
        &mut self,
        node: &Node,
        eval: Score,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        let mut best = eval;
        if self.is_stopped() || best >= beta || ply >= PLY_MAX {
            return best;
        }
        if self.narrow && best.plus(CLAIM_SWING) <= alpha && !self.one_short(node) {
            return best;
        }
        alpha = alpha.max(best);

        let side = node.position.side();
        let mut claims = std::mem::take(&mut self.plies[ply].claims);
        node.claims(&mut claims);
        for &mv in &claims {
            let child = node.play(mv);
            if child.claimed(side) == node.claimed(side) || self.overlooks(&child.position) {
                continue;
            }
            let score = -self.quiescence(&child, -beta, -alpha, ply + 1);
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.extend_pv(mv, ply);
            }
            if alpha >= beta || self.is_stopped() {
                break;
            }
        }
        self.plies[ply].claims = claims;
        best
    }

    /// Whether the player to move lacks one claim.
    fn one_short(&self, node: &Node) -> bool {
        node.claimed(node.position.side()) + 1 == u32::from(node.position.variant().majority())
    }

    /// Whether the opponent would win by a claim if the player to move did nothing about it.
    pub(super) fn is_threatened(&mut self, node: &Node, ply: usize) -> bool {
        let opponent = !node.position.side();
        if node.claimed(opponent) + 1 < node.position.variant().majority().into() {
            return false;
        }
        let passed = Node { position: node.position.pass(), groups: node.groups };
        let mut claims = std::mem::take(&mut self.plies[ply].claims);
        passed.claims(&mut claims);
        let mut after = claims.iter().map(|&mv| passed.position.play(mv));
        let threatened = after.any(|after| after.winner() == Some(opponent) && !self.overlooks(&after));
        self.plies[ply].claims = claims;
        threatened
    }
}
