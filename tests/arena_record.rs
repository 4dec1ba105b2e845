//! Records are read back as they were written, and a torn end is noticed.

use proptest::prelude::*;
use veletas::notation::{Cause, GameRecord, MoveRecord, RecordScore, Termination, read_games, write_game};
use veletas::rules::Color;

fn moves() -> impl Strategy<Value = Vec<MoveRecord>> {
    let score = prop_oneof![any::<i32>().prop_map(RecordScore::Cp), any::<i32>().prop_map(RecordScore::Mate)];
    let word = prop_oneof!["[a-j][1-9]-[a-j]10/[a-j][1-9]", "[a-j]10", "b2,e5,h8"];
    let numbers = (any::<Option<u32>>(), any::<Option<u64>>(), any::<u64>(), any::<Option<u64>>());
    let mv = (word, proptest::option::of(score), numbers).prop_map(|(mv, score, (depth, nodes, time_us, own))| {
        MoveRecord { mv, score, depth, nodes, time_us, own_time_ms: own }
    });
    proptest::collection::vec(mv, 0..6)
}

fn games() -> impl Strategy<Value = GameRecord> {
    let winner = proptest::option::of(prop_oneof![Just(Color::Black), Just(Color::White)]);
    let cause = proptest::sample::select(Cause::ALL.to_vec());
    let numbers = any::<(u64, u64, u64)>();
    (numbers, "\\PC*", "[^\0]*", "\\PC*", moves(), winner, cause).prop_map(
        |((number, pair, seed), black, reason, time_control, moves, winner, cause)| GameRecord {
            number,
            pair,
            variant: "7x7".into(),
            black,
            white: "a \"quoted\" \\ name".into(),
            opening: "7/7/7/7/7/7/7 b 3 1".into(),
            moves,
            winner,
            termination: Termination { cause, reason },
            seed,
            time_control,
            date: "2026-01-31T12:00:00Z".into(),
            configuration: "0123456789abcdef".into(),
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn records_come_back_from_both_forms(games in proptest::collection::vec(games(), 0..4)) {
        let text: String = games.iter().map(write_game).collect();
        prop_assert_eq!(read_games(&text), Ok((games.clone(), text.len())));
        for game in &games {
            let line = game.to_json().unwrap();
            prop_assert!(!line.contains('\n'));
            prop_assert_eq!(&GameRecord::from_json(&line).unwrap(), game);
        }
    }

    #[test]
    fn a_torn_game_is_left_out(whole in games(), torn in games(), cut in any::<prop::sample::Index>()) {
        let whole_text = write_game(&whole);
        let torn_text = write_game(&torn);
        let mut cut = cut.index(torn_text.len());
        while !torn_text.is_char_boundary(cut) {
            cut -= 1;
        }
        // The last game is complete with its result's line; the blank line after it can be missing.
        let complete = cut + 1 >= torn_text.len();
        let (games, length) = read_games(&format!("{whole_text}{}", &torn_text[..cut])).unwrap();
        prop_assert_eq!(games.len(), if complete { 2 } else { 1 });
        prop_assert_eq!(length, if complete { whole_text.len() + cut } else { whole_text.len() });
    }
}

#[test]
fn errors_name_the_line() {
    let text = "[Event \"x\"]\n\n1. b2 {oops}\n0-1\n\n[Event \"y\"]\n\n*\n\n";
    assert_eq!(read_games(text).unwrap_err().to_string(), "line 3: unexpected `1.`");
    let text = "[Event \"x\"]\n[Termination \"normal\"]\n\n*\n\n";
    let reason = read_games(text).unwrap_err().to_string();
    assert_eq!(reason, "line 1: the game that begins here has no tag Result");
}
