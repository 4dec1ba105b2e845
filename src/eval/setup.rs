//! How good a placement of shooters is before the first stone, from its geometry alone.
//!
//! A few counts with weights fitted to self-play: cheap enough to judge thousands of placements in one turn. Which of the
//! best ones is best is for a search to say.

use super::setup_fitted::SETUP_FITTED;
use crate::rules::{Bitboard, Square, Variant};

/// How many features a placement has.
pub const SETUP_FEATURES: usize = 10;

/// What the features are, in order.
pub const SETUP_NAMES: [&str; SETUP_FEATURES] = [
    "having the first move",
    "whether a shooter is in a corner",
    "shooters in corners",
    "shooters on edges, but not in corners",
    "shooters one square off the edge",
    "shooters' sum away from the centre, in half squares",
    "shooters' distances from the centre, in half squares",
    "distances between shooters, in orthogonal steps",
    "pairs of shooters in line",
    "squares beside several shooters",
];

/// The weights of the features, in ten-thousandths of log odds.
pub type SetupWeights = [i32; SETUP_FEATURES];

/// The weights that the engine judges setups with.
pub fn setup_weights(variant: Variant) -> &'static SetupWeights {
    &SETUP_FITTED[variant as usize]
}

/// The chance of the player who moves first to win with these shooters on an empty board, as log odds in ten-thousandths.
pub fn setup_odds(variant: Variant, shooters: Bitboard) -> i32 {
    setup_counts(variant, shooters).iter().zip(setup_weights(variant)).map(|(count, weight)| count * weight).sum()
}

/// How often each feature occurs with these shooters on an empty board.
pub fn setup_counts(variant: Variant, shooters: Bitboard) -> SetupWeights {
    let far = i32::from(variant.size()) - 1;
    // From the centre, in half squares, so that everything is whole.
    let from_centre = |square: Square| [square.file(), square.rank()].map(|place| 2 * i32::from(place) - far);
    let (mut corners, mut edges, mut second) = (0, 0, 0);
    let (mut files, mut ranks, mut distances, mut steps, mut lines) = (0, 0, 0, 0, 0);
    let mut rest = shooters;
    for square in shooters {
        let [file, rank] = from_centre(square);
        let (file_off, rank_off) = (file.abs(), rank.abs());
        let out = file_off.max(rank_off);
        corners += i32::from(file_off.min(rank_off) == far);
        edges += i32::from(out == far && file_off != rank_off);
        second += i32::from(out == far - 2);
        (files, ranks, distances) = (files + file, ranks + rank, distances + out);
        rest &= !Bitboard::from(square);
        for other in rest {
            let [other_file, other_rank] = from_centre(other);
            steps += ((file - other_file).abs() + (rank - other_rank).abs()) / 2;
            lines += i32::from(square.in_line(other));
        }
    }
    let away = (files * files + ranks * ranks).unsigned_abs().isqrt() as i32;
    let shared = (shooters.neighbour_counts().1 & variant.board()).count() as i32;
    [1, i32::from(corners > 0), corners, edges, second, away, distances, steps, lines, shared]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &[(u8, u8)]) -> Bitboard {
        squares.iter().map(|&(file, rank)| Square::new(file, rank).unwrap()).collect()
    }

    #[test]
    fn features_are_counted() {
        let counts = |squares: &[(u8, u8)]| setup_counts(Variant::Seven, set(squares));
        assert_eq!(counts(&[(3, 3)]), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(counts(&[(0, 0), (2, 0), (5, 1)]), [1, 1, 1, 1, 1, 16, 16, 12, 1, 2]);
    }

    #[test]
    fn mirrored_placements_are_worth_the_same() {
        let squares = [(0, 1), (4, 3), (9, 9), (7, 2), (2, 6), (6, 0), (0, 8)];
        let odds = |map: fn((u8, u8)) -> (u8, u8)| setup_odds(Variant::Ten, set(&squares.map(map)));
        let original = odds(|square| square);
        assert_eq!(odds(|(file, rank)| (rank, file)), original);
        assert_eq!(odds(|(file, rank)| (9 - file, rank)), original);
        assert_eq!(odds(|(file, rank)| (9 - file, 9 - rank)), original);
    }
}
