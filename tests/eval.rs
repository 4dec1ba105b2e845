//! What the evaluation promises: symmetry, and terms that add up.

mod common;

use veletas::eval::{FINENESS, Model, PHASE_MAX, Weight, evaluate, explain, trace, weights};
use veletas::rules::{Color, Position, Variant};

/// The positions of random games of all variants, without the setup turns.
fn positions() -> Vec<Position> {
    let mut rng = common::rng(7);
    let games = Variant::ALL.into_iter().cycle().take(30);
    games.flat_map(|variant| common::random_game(variant, &mut rng)).filter(|p| !p.is_setup()).collect()
}

#[test]
fn swapping_the_colours_changes_nothing_for_the_player_to_move() {
    let positions = positions();
    assert!(positions.len() > 1000);
    for position in positions {
        let flipped = position.flipped().unwrap();
        assert_eq!(flipped.side(), !position.side());
        assert_eq!(evaluate(&position), evaluate(&flipped), "{position:?}");
    }
}

#[test]
fn the_terms_add_up_to_the_evaluation() {
    let mut different = std::collections::HashSet::new();
    for position in positions() {
        let black: i32 = explain(&position).iter().map(|entry| entry.black).sum();
        assert_eq!(evaluate(&position), if position.side() == Color::Black { black } else { -black });
        different.insert(black);
    }
    assert!(different.len() > 200, "it tells positions apart");
}

#[test]
fn what_is_counted_for_a_fit_is_what_is_evaluated() {
    for position in positions() {
        let trace = trace(&position, Model::Evaluation);
        let sum = |part: fn(&Weight) -> i16| -> i32 {
            let worth = |&(feature, number)| {
                i32::from(part(&weights(position.variant())[usize::from(feature)])) * i32::from(number)
            };
            trace.counts.iter().map(worth).sum()
        };
        let (opening, late) = (sum(|weight| weight.opening), sum(|weight| weight.late));
        let black = (opening * (PHASE_MAX - trace.phase) + late * trace.phase) / PHASE_MAX / FINENESS;
        assert_eq!(evaluate(&position), if position.side() == Color::Black { black } else { -black }, "{position:?}");
    }
}

#[test]
fn claims_and_owned_shooters_are_good_to_have() {
    let value = |fen| evaluate(&veletas::notation::parse_fen(fen).unwrap());
    let before = "7/1s5/7/3s3/7/5s1/7 b 0 12";
    assert!(value("B6/1s5/7/3s3/7/7/7 b 0 12") > value(before));
    assert!(value("W6/1s5/7/3s3/7/7/7 b 0 12") < value(before));
    assert!(value("7/bs5/7/3s3/7/5s1/7 b 0 12") > value(before));
    assert!(value("7/ws5/7/3s3/7/5s1/7 b 0 12") < value(before));
}
