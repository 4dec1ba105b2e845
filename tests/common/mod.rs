//! What several test files need.
#![allow(dead_code, reason = "each test file uses a part of it")]

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::path::PathBuf;
use veletas::rules::{Move, Position, Variant};

/// The text of a file in `tests/vectors`.
pub fn vector_file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Reproducible randomness.
pub fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A number below `bound`.
pub fn below(rng: &mut Xoshiro256PlusPlus, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}

/// A random legal move. Setup turns are drawn square by square, since nobody wants a list of a million.
pub fn random_move(position: &Position, rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
    if !position.is_setup() {
        let moves = position.moves();
        return (!moves.is_empty()).then(|| moves[below(rng, moves.len())]);
    }
    loop {
        let free: Vec<_> = position.setup_squares().into_iter().collect();
        let squares = (0..position.variant().share(position.side())).map(|_| free[below(rng, free.len())]).collect();
        if let Some(mv) = Move::setup(squares).filter(|mv| position.is_legal(*mv)) {
            return Some(mv);
        }
    }
}

/// The positions of a random game, from the start to the end.
pub fn random_game(variant: Variant, rng: &mut Xoshiro256PlusPlus) -> Vec<Position> {
    let mut game = vec![Position::start(variant)];
    while let Some(mv) = random_move(&game[game.len() - 1], rng) {
        game.push(game[game.len() - 1].play(mv));
    }
    game
}
