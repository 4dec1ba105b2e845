//! Moves and positions as text: round trips, aliases, and refusals that say why.

mod common;

use proptest::prelude::*;
use veletas::notation::{FenError, Problem, parse_fen, parse_move, read_move, write_fen};
use veletas::rules::{Bitboard, Color, Layout, Move, Position, Reason, Square, Variant};

fn variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL.to_vec())
}

/// A position somewhere in a random game.
fn position() -> impl Strategy<Value = Position> {
    (variant(), any::<u64>(), 0.0..1.0).prop_map(|(variant, seed, place)| {
        let game = common::random_game(variant, &mut common::rng(seed));
        game[(place * game.len() as f64) as usize]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn positions_come_back(position in position()) {
        let fen = write_fen(&position);
        prop_assert_eq!(parse_fen(&fen).unwrap(), position);
        // The last fields say what a game says anyway.
        let fields: Vec<&str> = fen.split(' ').collect();
        prop_assert_eq!(parse_fen(&fields[..3].join(" ")).unwrap(), position);
        prop_assert_eq!(parse_fen(&fields[..2].join("\t ")).unwrap(), position);
    }

    #[test]
    fn moves_come_back_in_every_spelling(position in position(), seed in any::<u64>()) {
        let mut rng = common::rng(seed);
        for _ in 0..20 {
            let Some(mv) = common::random_move(&position, &mut rng) else { return Ok(()) };
            let word = mv.to_string();
            let mut spellings = vec![word.clone(), word.to_uppercase()];
            match (mv.step(), mv.stone()) {
                (Some(step), Some(stone)) => {
                    let (from, to) = (step.from, step.to);
                    spellings.extend([format!("{from}{to}{stone}"), format!("{from}{to},{to}{stone}")]);
                }
                (None, Some(stone)) => {
                    let shooters = position.shooters().into_iter().filter(|&s| position.reach(s).contains(stone));
                    for s in shooters {
                        spellings.extend([format!("{s}/{stone}"), format!("{s}{stone}"), format!("{s}-{s}/{stone}"), format!("{s}{s}{stone}")]);
                    }
                }
                _ => {
                    let squares: Vec<String> = mv.placed().into_iter().map(|s| s.to_string()).collect();
                    spellings.push(squares.iter().rev().cloned().collect::<Vec<_>>().join(","));
                }
            }
            for spelling in spellings {
                prop_assert_eq!(read_move(&spelling, &position), Ok(mv), "{}", spelling);
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}", position in position()) {
        let _ = parse_fen(&text);
        if let Ok(mv) = read_move(&text, &position) {
            prop_assert!(position.is_legal(mv));
        }
    }

    #[test]
    fn move_like_words_are_legal_exactly_when_listed(position in position(), word in "[a-j](10|[1-9])(-[a-j](10|[1-9])/[a-j](10|[1-9]))?") {
        prop_assume!(!position.is_setup());
        let listed = position.moves().iter().any(|mv| mv.to_string() == word);
        let (from, to) = word.split_once('-').map_or(("", ""), |(from, rest)| (from, rest.split('/').next().unwrap()));
        // `c3-c3/f4` is an alias of `f4`.
        prop_assume!(from.is_empty() || from != to);
        prop_assert_eq!(read_move(&word, &position).is_ok(), listed, "{}", word);
    }

    #[test]
    fn broken_fens_are_refused_or_read_as_they_are_written(position in position(), place in any::<prop::sample::Index>(), with in "[a-zA-Z0-9/ ]") {
        let mut fen = write_fen(&position);
        let at = place.index(fen.len());
        fen.replace_range(at..=at, &with);
        if let Ok(read) = parse_fen(&fen) {
            prop_assert_eq!(parse_fen(&write_fen(&read)), Ok(read));
        }
    }
}

#[test]
fn forms_that_are_not_listed_are_no_moves() {
    for word in [
        "",
        "c",
        "3c",
        "c03",
        "c0",
        "c11",
        "k3",
        "c3-",
        "c3-c7",
        "c3-c7/",
        "c3c7/f4",
        "c3-c7f4",
        "c3c7,d7f4",
        "c3c3,c3f4",
        "c3-c7,c7f4",
        "c3,",
        ",c3",
        "c3,,d4",
        "c3/c7/f4",
        "c3c7f4c7",
        "c3 c7",
        "000",
        "00000",
        "c3\0",
        "ｃ3",
        "c３",
        "pass",
    ] {
        assert!(parse_move(word).is_err(), "{word:?} was read");
    }
}

#[test]
fn refused_moves_say_why() {
    let start = Position::start(Variant::Ten);
    let placed = parse_fen("10/10/10/10/10/10/10/1s1s1s4/10/10 w 4 2").unwrap();
    let play = parse_fen("10/6s3/10/b5s3/1s2s5/10/10/2s7/6s3/B2s6 b 0 3");
    assert!(play.is_err(), "eight shooters");
    let play = parse_fen("10/6s3/10/b5s3/1s8/10/10/2s7/6s3/B2s6 b 0 3").unwrap();
    for (position, word, reason) in [
        (&start, "0000", "`0000` is illegal: a turn cannot be passed"),
        (&start, "b2,e5", "`b2,e5` is illegal: Black must place 3 shooters"),
        (&start, "b2", "`b2` is illegal: Black must place 3 shooters"),
        (&start, "b2-b3/b4", "`b2-b3/b4` is illegal: Black must place 3 shooters"),
        (&start, "b2,e5,b2", "`b2,e5,b2` is illegal: b2 is named twice"),
        (&start, "b2,c3,h8", "`b2,c3,h8` is illegal: shooters on b2 and c3 would be adjacent"),
        (&placed, "b3,h1,h3,h5", "`b3,h1,h3,h5` is illegal: b3 is not empty"),
        (&placed, "c4,h1,h3,h5", "`c4,h1,h3,h5` is illegal: shooters on b3 and c4 would be adjacent"),
        (&play, "b2,e5,h8", "`b2,e5,h8` is illegal: the setup is over"),
        (&play, "a7", "`a7` is illegal: a7 is not empty"),
        (&play, "j2", "`j2` is legal"),
        (&play, "i10", "`i10` is illegal: no shooter can fire at i10 without moving"),
        (&play, "e5-e6/e7", "`e5-e6/e7` is illegal: there is no shooter on e5"),
        (&play, "a1-a2/a3", "`a1-a2/a3` is illegal: the shooter on a1 is claimed"),
        (&play, "c3-d5/d6", "`c3-d5/d6` is illegal: c3 and d5 are not in line"),
        (&play, "b6-a7/a8", "`b6-a7/a8` is illegal: a7 is not empty"),
        (&play, "c3-d3/f2", "`c3-d3/f2` is illegal: d3 and f2 are not in line"),
        (&play, "g7-g10/g8", "`g7-g10/g8` is illegal: the line from g7 to g10 is blocked"),
        (&play, "g7-g8/g10", "`g7-g8/g10` is illegal: the line from g8 to g10 is blocked"),
        (&play, "k3", "`k3` is not a move (moves look like `f4`, `c3-c7/f4` or `b2,e5,h8`)"),
    ] {
        let answer = match read_move(word, position) {
            Ok(mv) => format!("`{mv}` is legal"),
            Err(error) => error.to_string(),
        };
        assert_eq!(answer, reason);
    }
    let small = Position::start(Variant::Seven);
    assert_eq!(read_move("h1", &small).unwrap_err().to_string(), "`h1` is illegal: h1 is outside the board");
    assert_eq!(read_move("d4", &small).unwrap(), Move::setup(Square::new(3, 3).unwrap().into()).unwrap());
    let over = parse_fen("BB5/7/7/3s3/7/7/7 b 0 30").unwrap();
    assert_eq!(read_move("d5", &over).unwrap_err().to_string(), "`d5` is illegal: the game is over, Black has won");
}

fn problems(fen: &str) -> Vec<String> {
    let FenError { problems } = parse_fen(fen).unwrap_err();
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn refused_fens_give_every_reason() {
    assert_eq!(problems(""), ["the FEN is empty"]);
    assert_eq!(
        problems("startpos"),
        ["the board `startpos` has 1 rank instead of 7, 9 or 10", "the side to move is missing after the board"]
    );
    assert_eq!(
        problems("7/7/7/x6/7/8/07 r five 0x1 extra"),
        [
            "unknown piece `x` in rank 4",
            "rank 2 `8` has 8 squares instead of 7",
            "bad number of empty squares `07` in rank 1",
            "the side to move must be `b` or `w`, not `r`",
            "the hand must be a number, not `five`",
            "the turn must be a number, not `0x1`",
            "unexpected `extra` after the turn",
        ]
    );
    assert_eq!(problems("10/10/10/10/10/10/10/10/10 b 7 1")[0], "rank 9 `10` has 10 squares instead of 9");
    assert_eq!(
        problems("7/7/7/7/7/7/7 b 99999999999 1")[0],
        "0 shooters on the board and 99999999999 in hand, but the game has 3; hand 99999999999 is impossible with Black to move"
    );
    assert_eq!(
        problems("7/7/7/7/7/7/7 b 99999999999999999999 1"),
        ["the hand must be a number, not `99999999999999999999`"]
    );
    assert_eq!(
        problems("7/7/2b4/7/7/ss5/W6 w 1 10000"),
        [[
            "3 shooters on the board and 1 in hand, but the game has 3",
            "hand 1 is impossible with White to move",
            "a stone on c5 before all shooters are placed",
            "a claimed shooter on a1 before all shooters are placed",
            "shooters on a2 and b2 are adjacent during the setup",
            "turn 10000 is not in 1 to 9999",
        ]
        .join("; ")]
    );
    assert_eq!(problems("7/7/7/7/7/bb3s1/sb3s1 b 0 4"), ["the unclaimed shooter on a1 has no empty neighbour"]);
}

#[test]
fn layouts_with_impossible_places_are_refused() {
    let square = |file, rank| Square::new(file, rank).unwrap();
    let mut layout = Layout::start(Variant::Seven);
    layout.hand = 0;
    layout.shooters = [square(0, 0), square(3, 3), square(9, 9)].into_iter().collect();
    layout.stones[0] = Bitboard::from(square(3, 3));
    let reasons = Position::try_from(&layout).unwrap_err().reasons;
    assert!(reasons.contains(&Reason::OffBoard(square(9, 9))));
    assert!(reasons.contains(&Reason::Shared(square(3, 3))));
}

#[test]
fn a_given_turn_is_kept_and_a_missing_one_follows_from_the_stones() {
    assert_eq!(parse_fen("7/7/7/3s3/7/7/7 w 2 2").unwrap().turn(), 2);
    assert_eq!(parse_fen("7/7/7/3s3/7/7/7 w").unwrap().turn(), 2);
    assert_eq!(parse_fen("7/bw5/7/3s3/7/7/s5s w 0 77").unwrap().turn(), 77);
    let position = parse_fen("7/bw5/7/3s3/7/7/s5W w").unwrap();
    assert_eq!((position.turn(), position.side(), position.claimed(Color::White).count()), (5, Color::White, 1));
    assert_eq!(problems("8/8/8/8/8/8/8/8 b 0 0").len(), 1);
    assert!(matches!(parse_fen("7/7/7/3s3/7/7/s5s b 0 0").unwrap_err().problems[..], [Problem::Position(_)]));
}
