//! What play below full strength promises.

mod common;

use std::collections::{HashMap, HashSet};

use veletas::notation::parse_fen;
use veletas::rules::{Move, Position, Variant};
use veletas::search::{Control, Limits, Outcome, Request, Searcher, Skill};

const OPENING: &str = "10/6s3/10/6s3/1s2s5/10/10/2s7/6s3/3s6 b 0 3";

fn look(position: &Position, request: &Request) -> Outcome {
    Searcher::new(1, 1).unwrap().search(position, request, &Control::new(), &mut |_| ())
}

fn request(level: u8, seed: u64, limits: Limits) -> Request {
    Request { skill: Skill::level(level), seed, ..Request::new(limits) }
}

/// Positions of random games: the setup turns, and some from the first half.
fn positions(variant: Variant) -> Vec<Position> {
    let mut rng = common::rng(7);
    let mut positions = Vec::new();
    for _ in 0..4 {
        let game = common::random_game(variant, &mut rng);
        positions.extend([0, 1, 4, game.len() / 4, game.len() / 2].map(|turn| game[turn]));
    }
    positions
}

#[test]
fn a_weaker_player_depends_on_position_skill_and_seed_alone() {
    let mut old = Searcher::new(4, 2).unwrap();
    for position in positions(Variant::Seven) {
        for level in [0, 6, 12, 16] {
            let request = request(level, 1, Limits::default());
            let fresh = look(&position, &request);
            let again = old.search(&position, &request, &Control::new(), &mut |_| ());
            assert_eq!((fresh.best, fresh.lines, fresh.effort.nodes), (again.best, again.lines, again.effort.nodes));
            old.search(&position, &Request::new(Limits::nodes(300)), &Control::new(), &mut |_| ());
        }
    }
}

#[test]
fn level_zero_plays_every_move_equally_often() {
    const DRAWS: usize = 200;
    let mut rng = common::rng(5);
    let game = common::random_game(Variant::Seven, &mut rng);
    let few = |position: &&Position| !position.is_setup() && (5..30).contains(&position.count_moves());
    let position = game.iter().rev().find(few).unwrap();
    let mut counts: HashMap<Move, usize> = position.moves().into_iter().map(|mv| (mv, 0)).collect();
    let mut searcher = Searcher::new(1, 1).unwrap();
    for seed in 0..(DRAWS * counts.len()) as u64 {
        let request = request(0, seed, Limits::default());
        let best = searcher.search(position, &request, &Control::new(), &mut |_| ()).best.unwrap();
        *counts.entry(best).or_default() += 1;
    }
    // Five times the standard deviation of a fair draw.
    let margin = 5 * DRAWS.isqrt();
    assert!(counts.values().all(|count| count.abs_diff(DRAWS) < margin), "{counts:?}");
}

#[test]
fn a_weaker_player_leaves_no_trace_at_full_strength() {
    let position = parse_fen(OPENING).unwrap();
    let full = Request::new(Limits::nodes(2000));
    let fresh = look(&position, &full);
    let mut searcher = Searcher::new(1, 1).unwrap();
    searcher.search(&position, &request(14, 0, Limits::default()), &Control::new(), &mut |_| ());
    let later = searcher.search(&position, &full, &Control::new(), &mut |_| ());
    assert_eq!((fresh.best, fresh.lines), (later.best, later.lines));
}

#[test]
fn wishes_count_at_every_level() {
    let mut rng = common::rng(3);
    for position in Variant::ALL.into_iter().flat_map(positions) {
        let chosen: Vec<Move> = (0..3).filter_map(|_| common::random_move(&position, &mut rng)).collect();
        for level in [0, 5, 10, 15] {
            let few = Limits { search_moves: chosen.clone(), ..Limits::depth(3) };
            let best = look(&position, &request(level, 0, few)).best.unwrap();
            assert!(chosen.contains(&best), "level {level} plays {best}");

            let several = Request { multi_pv: 3, ..request(level, 0, Limits::depth(3)) };
            let outcome = look(&position, &several);
            let firsts: HashSet<Move> = outcome.lines.iter().map(|line| line.pv[0]).collect();
            assert_eq!(firsts.len(), outcome.lines.len(), "different lines at level {level}");
            assert!(outcome.lines.len() == 3 || position.is_setup(), "{} lines", outcome.lines.len());
            assert!(firsts.iter().all(|&mv| position.is_legal(mv)));
            assert_eq!(outcome.best, outcome.lines.first().map(|line| line.pv[0]));
        }
    }
}

#[test]
fn even_a_weak_player_claims_no_win_or_loss_that_is_none() {
    let mut rng = common::rng(11);
    let mut proven = 0;
    for _ in 0..12 {
        let game = common::random_game(Variant::Seven, &mut rng);
        for position in game.iter().rev().skip(1).take(8) {
            for level in [4, 10, 15] {
                let outcome = look(position, &request(level, 0, Limits::default()));
                let score = outcome.lines[0].score;
                let Some(plies) = score.proven_plies() else { continue };
                let truth = look(position, &Request::new(Limits::depth(plies.unsigned_abs().max(1))));
                let truth = truth.lines[0].score;
                assert_eq!((truth.is_win(), truth.is_loss()), (score.is_win(), score.is_loss()), "level {level}");
                proven += 1;
            }
        }
    }
    assert!(proven > 20, "{proven}");
}

/// What the moves of a level give away, in hundredths of a shooter, as a search at full strength sees it; a game at most
/// ten shooters.
#[test]
fn higher_levels_give_away_less() {
    let value = |position: &Position, mv: Move| {
        let limits = Limits { search_moves: vec![mv], ..Limits::depth(3) };
        look(position, &Request::new(limits)).lines[0].score.value().clamp(-1000, 1000)
    };
    let positions: Vec<_> = positions(Variant::Nine).into_iter().filter(|p| !p.is_setup()).collect();
    let worth = |level: u8| -> i32 {
        let seeds = (0..4).flat_map(|seed| positions.iter().map(move |position| (seed, position)));
        seeds.map(|(seed, p)| value(p, look(p, &request(level, seed, Limits::default())).best.unwrap())).sum()
    };
    let worths: Vec<i32> = [0, 4, 8, 12, 16].map(worth).into();
    assert!(worths.is_sorted(), "{worths:?}");
    println!("{worths:?}");
}
