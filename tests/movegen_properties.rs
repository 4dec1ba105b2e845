//! Properties of move generation on the positions of random games, each against a plainer way to the same answer.

mod common;

use std::collections::HashSet;
use std::convert::Infallible;
use std::ops::ControlFlow::{Break, Continue};

use veletas::notation::parse_fen;
use veletas::rules::{Bitboard, Gaps, Layout, Move, MoveSet, Position, Square, Step, Tight, Variant};
use veletas::search::Control;
use veletas::tools::{Method, perft};

/// The positions of `games` random games of every variant after the setup, the ends included.
fn positions(seed: u64, games: usize) -> impl Iterator<Item = Position> {
    let mut rng = common::rng(seed);
    (0..games)
        .flat_map(move |_| Variant::ALL.map(|variant| common::random_game(variant, &mut rng)))
        .flatten()
        .filter(|position| !position.is_setup())
}

/// Positions that games hardly ever reach: shooters in lines and heaps, boards from empty to nearly full.
fn odd_positions(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = common::rng(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let variant = Variant::ALL[common::below(&mut rng, 3)];
        let board: Vec<Square> = variant.board().into_iter().collect();
        // All squares of a narrow band are tried first, so that shooters stand in line or side by side.
        let (start, stride) = (common::below(&mut rng, board.len()), 1 + common::below(&mut rng, 12));
        let mut layout = Layout { hand: 0, ..Layout::start(variant) };
        for i in 0..usize::from(variant.shooters()) {
            layout.shooters |= board[(start + i * stride) % board.len()].into();
        }
        let fullness = common::below(&mut rng, 100);
        for square in variant.board() & !layout.shooters {
            if common::below(&mut rng, 100) < fullness {
                layout.stones[common::below(&mut rng, 2)] |= square.into();
            }
        }
        found.extend(Position::try_from(&layout).ok());
    }
    found
}

fn sets(position: &Position) -> Vec<MoveSet> {
    let mut sets = Vec::new();
    let Continue(()) = position.for_each_set(|set| {
        sets.push(set);
        Continue::<Infallible>(())
    });
    sets
}

fn children(position: &Position) -> Vec<(Move, Position)> {
    let mut children = Vec::new();
    let Continue(()) = position.for_each_child(|mv, child| {
        children.push((mv, *child));
        Continue::<Infallible>(())
    });
    children
}

#[test]
fn counting_agrees_with_listing() {
    let (games, odd) = (positions(1, 40), odd_positions(2, 6000));
    let mut over = 0;
    for position in games.chain(odd) {
        let listed: u32 = sets(&position).iter().map(|set| set.stones.count()).sum();
        assert_eq!(position.count_moves(), u64::from(listed), "{position:?}");
        assert_eq!(position.moves().len(), listed as usize, "{position:?}");
        assert_eq!(listed == 0, position.winner().is_some(), "{position:?}");
        over += u32::from(position.winner().is_some());
    }
    assert_eq!(over, 120);
}

#[test]
fn sets_come_in_order_and_can_stop() {
    for position in positions(3, 3).chain(odd_positions(4, 200)) {
        let sets = sets(&position);
        let steps: Vec<Option<(Square, Square)>> = sets.iter().map(|set| set.step.map(|s| (s.from, s.to))).collect();
        assert!(steps.is_sorted_by(|a, b| a < b), "{position:?}");
        assert_eq!(position.moves(), sets.iter().flat_map(|set| set.moves()).collect::<Vec<_>>());
        for stop in [0, sets.len() / 2] {
            let mut seen = 0;
            let flow = position.for_each_set(|set| {
                seen += 1;
                if seen > stop { Break(set) } else { Continue(()) }
            });
            assert_eq!(flow, sets.get(stop).map_or(Continue(()), |&set| Break(set)));
        }
    }
}

#[test]
fn children_are_the_positions_after_the_moves() {
    for position in positions(5, 6).chain(odd_positions(6, 300)) {
        let mut left = children(&position).into_iter();
        for set in sets(&position) {
            // Within a set those that claim come last.
            let size = set.stones.count() as usize;
            let mut of_set: Vec<(Move, Position)> = left.by_ref().take(size).collect();
            of_set.sort_by_key(|(mv, _)| mv.stone());
            assert_eq!(of_set.len(), size);
            for (mv, (played, child)) in set.moves().zip(of_set) {
                assert_eq!(played, mv, "{position:?}");
                assert_eq!(child, position.play(mv), "{mv:?} in {position:?}");
                assert_eq!(child.hash(), child.recomputed_hash(), "{mv:?} in {position:?}");
                let claims = child.shooters().count() < position.shooters().count();
                assert_eq!(position.hash_after(mv) == child.hash(), !claims, "{mv:?} in {position:?}");
            }
        }
        assert_eq!(left.next(), None);
    }
}

#[test]
fn different_moves_lead_to_different_positions() {
    for position in positions(7, 6).chain(odd_positions(8, 300)) {
        let children = children(&position);
        let moves: HashSet<Move> = children.iter().map(|(mv, _)| *mv).collect();
        let hashes: HashSet<u64> = children.iter().map(|(_, child)| child.hash()).collect();
        assert_eq!((moves.len(), hashes.len()), (children.len(), children.len()), "{position:?}");
    }
}

#[test]
fn setup_children_are_the_positions_after_the_moves() {
    let mut rng = common::rng(9);
    let start = Position::start(Variant::Nine);
    let second = start.play(common::random_move(&start, &mut rng).unwrap());
    for position in [Position::start(Variant::Seven), start, second] {
        let children = children(&position);
        assert_eq!(children.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), position.moves());
        assert_eq!(children.len() as u64, position.count_moves());
        for (mv, child) in children {
            assert!(position.is_legal(mv));
            assert_eq!(child, position.play(mv));
            assert_eq!(child.hash(), child.recomputed_hash());
        }
    }
}

#[test]
fn legal_moves_are_those_listed() {
    let mut rng = common::rng(10);
    for position in positions(11, 10).chain(odd_positions(12, 300)) {
        let listed: HashSet<Move> = position.moves().into_iter().collect();
        assert!(listed.iter().all(|&mv| position.is_legal(mv)), "{position:?}");
        let board: Vec<Square> = Variant::Ten.board().into_iter().collect();
        let shooters: Vec<Square> = position.shooters().into_iter().collect();
        for _ in 0..300 {
            let [any, to, stone] = [(); 3].map(|()| board[common::below(&mut rng, board.len())]);
            // Mostly a shooter's step, since few others come near to being legal.
            let from = shooters.get(common::below(&mut rng, shooters.len() + 1)).copied().unwrap_or(any);
            for mv in [Move::shot(None, stone), Move::shot(Some(Step { from, to }), stone)] {
                assert_eq!(position.is_legal(mv), listed.contains(&mv), "{mv:?} in {position:?}");
            }
        }
        let setup = Move::setup(board[..2].iter().copied().collect()).unwrap();
        assert!(!position.is_legal(setup));
    }
}

/// Whether some unclaimed shooter has no empty neighbour, by looking at every square around every one.
fn some_shut(variant: Variant, shooters: Bitboard, occupied: Bitboard) -> bool {
    shooters.into_iter().any(|shooter| {
        let around = |s: Square| s.file().abs_diff(shooter.file()) <= 1 && s.rank().abs_diff(shooter.rank()) <= 1;
        variant.board().into_iter().filter(|&s| around(s)).all(|s| occupied.contains(s))
    })
}

#[test]
fn gaps_tell_which_stones_shut_a_shooter_in() {
    let mut claiming = 0;
    for position in positions(13, 3).chain(odd_positions(14, 300)) {
        let (variant, shooters, empty) = (position.variant(), position.shooters(), position.empty());
        assert_eq!(position.gaps(), Gaps::of(shooters, empty));
        for set in sets(&position) {
            let (gaps, shooters, empty) = match set.step {
                None => (position.gaps(), shooters, empty),
                Some(step) => {
                    let lifted = Bitboard::from(step.from);
                    let arrived = Bitboard::from(step.to);
                    let gaps = Tight::without(step.from, shooters, empty).gaps(step.to);
                    (gaps, shooters & !lifted | arrived, (empty | lifted) & !arrived)
                }
            };
            let occupied = variant.board() & !empty;
            let expected =
                set.stones.into_iter().filter(|&stone| some_shut(variant, shooters, occupied | stone.into())).collect();
            assert_eq!(gaps.claiming(set.stones), expected, "{:?} in {position:?}", set.step);
            claiming += expected.count();
        }
    }
    assert!(claiming > 1000, "{claiming}");
}

/// Middle games beyond the node limit of `perft.jsonl`. A separate program that walks square by square gave
/// the counts.
#[test]
fn bigger_trees_have_the_same_count_by_every_method() {
    let trees = [
        ("10/6s3/10/6s3/1s2s5/10/10/2s4b2/8s1/3s6 w 0 4", 2, 16_150_293),
        ("2b4b1b/6wb2/7w2/2bs6/1w1ww5/1s4b3/2w3sww1/1s3s3s/6b1ww/1b3bb2s b 0 23", 2, 1_187_148),
        ("2b1bb3b/w7w1/s3bwb3/1bsw4w1/3wbw1bww/1wwbbb2s1/1wb1sw1bb1/1w1bw4b/w1ws2w1ws/b3wbs2b b 0 43", 3, 15_260_139),
        ("1w3b1/wss4/6b/1b1b3/2b1w2/2w3s/4w2 b 0 13", 3, 22_218_723),
    ];
    for (fen, depth, nodes) in trees {
        let position = parse_fen(fen).unwrap();
        for method in Method::ALL {
            assert_eq!(perft(&position, depth, method, &Control::new()), Some(nodes), "{fen} {method:?}");
        }
    }
}
