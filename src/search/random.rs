//! Random play, which a seed and a number decide.

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::rules::{Move, Position};

/// Randomness that neighbouring seeds and numbers do not share.
pub fn rng(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    let mut outer = Xoshiro256PlusPlus::seed_from_u64(seed);
    Xoshiro256PlusPlus::seed_from_u64(outer.next_u64().wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// A number below `bound`, or 0. The bias of the remainder is below one in 10^9 for numbers that fit into 32 bits.
pub fn below(rng: &mut impl Rng, bound: usize) -> usize {
    (rng.next_u64() % bound.max(1) as u64) as usize
}

/// A random legal move, each as likely as the others; `None` when the game is over.
pub fn random_move(position: &Position, rng: &mut impl Rng) -> Option<Move> {
    if !position.is_setup() {
        let moves = position.moves();
        return (!moves.is_empty()).then(|| moves[below(rng, moves.len())]);
    }
    // Most draws are legal, and every legal setup is as likely as any other.
    let board: Vec<_> = position.setup_squares().into_iter().collect();
    let share = position.variant().share(position.side());
    loop {
        let squares = (0..share).map(|_| board[below(rng, board.len())]).collect();
        if let Some(mv) = Move::setup(squares).filter(|mv| position.is_legal(*mv)) {
            return Some(mv);
        }
    }
}
