//! Playing weaker than possible.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::limits::{Request, SKILL_MAX};
use super::node::Node;
use super::random::below;
use super::report::{Bound, Line};
use super::setup::random_placement;
use crate::rules::{Move, Position};

/// The nodes of the weakest level, and by how much each level multiplies them.
const NODES: f64 = 40.0;
const GROWTH: f64 = 1.5;

/// The request with the limits of its skill.
pub(super) fn weaken(request: &Request) -> Request {
    let mut request = request.clone();
    if request.skill < SKILL_MAX {
        let nodes = (NODES * GROWTH.powi(request.skill.into())) as u64;
        request.limits.nodes = Some(request.limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
    }
    request
}

/// The share of moves played at random: all at level 0, none at full strength, falling with the square of the skill.
fn blunders(skill: u8) -> f64 {
    let missing = f64::from(SKILL_MAX.saturating_sub(skill)) / f64::from(SKILL_MAX);
    missing * missing
}

/// The lines, or now and then a random move instead, depending on the skill. The same position, seed and skill give the
/// same answer.
pub(super) fn blunder(lines: Vec<Line>, position: &Position, request: &Request) -> Vec<Line> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(position.hash().rotate_left(32) ^ request.seed);
    let draw = below(&mut rng, 1 << 20) as f64 / f64::from(1 << 20);
    if draw >= blunders(request.skill) || position.winner().is_some() {
        return lines;
    }
    match random_move(position, &request.limits.search_moves, &mut rng) {
        None => lines,
        Some(mv) => {
            let score = -Node::new(&position.play(mv)).evaluate();
            let first = Line { rank: 1, depth: 0, seldepth: 0, score, bound: Bound::Exact, pv: vec![mv] };
            let others = lines.iter().filter(|line| line.pv.first() != Some(&mv)).cloned();
            let ranked = std::iter::once(first).chain(others).take(lines.len());
            ranked.enumerate().map(|(i, line)| Line { rank: i + 1, ..line }).collect()
        }
    }
}

fn random_move(position: &Position, chosen: &[Move], rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
    if !chosen.is_empty() {
        return chosen.get(below(rng, chosen.len())).copied();
    }
    if position.is_setup() {
        return random_placement(position, rng);
    }
    let moves = position.moves();
    moves.get(below(rng, moves.len())).copied()
}
