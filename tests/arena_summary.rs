//! What is counted in games, and how the games of shards are pooled.

use veletas::arena::statistics::Results;
use veletas::arena::{MergeError, Quartiles, ShardFile, Summary, count_pairs, merge, played_pairs};
use veletas::notation::{Cause, GameRecord, MoveRecord, RecordScore, Termination};
use veletas::rules::Color::{self, Black, White};

fn move_of(score: RecordScore, depth: u32, nodes: u64, time_us: u64) -> MoveRecord {
    let (score, depth, nodes) = (Some(score), Some(depth), Some(nodes));
    MoveRecord { mv: "a1".into(), score, depth, nodes, time_us, own_time_ms: Some(time_us / 1_000) }
}

/// Game `number` of a match in which the first player of a pair's odd game has Black.
fn game(number: u64, players: [&str; 2], winner: Option<Color>, cause: Cause) -> GameRecord {
    let [black, white] = if number % 2 == 1 { players } else { [players[1], players[0]] };
    GameRecord {
        number,
        pair: number.div_ceil(2),
        variant: "7x7".into(),
        black: black.into(),
        white: white.into(),
        opening: "7/2s4/7/7/4s2/7/s6 b 0 3".into(),
        moves: vec![
            move_of(RecordScore::Cp(50), 4, 1_000, 10_000),
            move_of(RecordScore::Cp(-30), 6, 3_000, 30_500),
            move_of(RecordScore::Mate(3), 5, 2_000, 20_000),
        ],
        winner,
        termination: Termination { cause, reason: String::new() },
        seed: 7,
        time_control: "1+0".into(),
        date: "2026-01-31T12:00:00Z".into(),
        configuration: "abc".into(),
    }
}

/// Old against new: new wins the first pair, one game each in the second, and a pair is half played.
fn games() -> Vec<GameRecord> {
    let players = ["new", "old"];
    vec![
        game(1, players, Some(Black), Cause::Normal),
        game(2, players, Some(White), Cause::TimeLoss),
        game(4, players, Some(Black), Cause::Normal),
        game(3, players, Some(Black), Cause::Normal),
        game(5, players, Some(White), Cause::Crash),
        game(6, players, None, Cause::Unfinished),
    ]
}

#[test]
fn pairs_are_counted_only_when_complete() {
    let games = games();
    let pairs = played_pairs(&games);
    assert_eq!(pairs.len(), 2);
    assert_eq!(pairs[1].players(), ["old", "new"]);
    assert_eq!(count_pairs(&pairs, "new").bins(), [0, 0, 1, 0, 1]);
    assert_eq!(count_pairs(&pairs, "old").bins(), [1, 0, 1, 0, 0]);
    assert_eq!(count_pairs(&pairs, "nobody").count(), 0);
}

#[test]
fn players_are_summed_up() {
    let summary = Summary::of(&games());
    let [new, old] = &summary.engines[..] else { panic!("{:?}", summary.engines) };
    assert_eq!((new.name.as_str(), old.name.as_str()), ("new", "old"));
    assert_eq!(new.tally.with(Black), Results { wins: 2, draws: 0, losses: 1 });
    assert_eq!(new.tally.with(White), Results { wins: 1, draws: 0, losses: 1 });
    assert_eq!((new.fault(Cause::Crash), new.fault(Cause::TimeLoss)), (1, 0));
    assert_eq!((old.fault(Cause::Crash), old.fault(Cause::TimeLoss)), (0, 1));
    assert_eq!(summary.cross[0][1], Results { wins: 3, draws: 0, losses: 2 });
    assert_eq!(summary.cross[1][0], Results { wins: 2, draws: 0, losses: 3 });
    assert_eq!((summary.games(), summary.unfinished), (5, 1));
    assert_eq!(summary.black, Results { wins: 3, draws: 0, losses: 2 });
    assert_eq!(summary.black_pairs.bins(), [0, 0, 1, 0, 1]);
    // The opening leaves turn 3 to be played and three moves follow: turn 5 was the last.
    assert_eq!(summary.lengths, [5; 5]);
}

#[test]
fn speed_is_taken_over_all_moves_of_a_player() {
    let summary = Summary::of(&[game(1, ["new", "old"], Some(Black), Cause::Normal)]);
    let new = &summary.engines[0];
    assert_eq!((new.depth.count, new.depth.mean, new.depth.least, new.depth.most), (2, 4.5, 4.0, 5.0));
    assert_eq!((new.nodes.mean, new.nps.round(), new.time.most), (1_500.0, 100_000.0, 0.02));
    let old = &summary.engines[1];
    assert_eq!((old.nodes.mean, old.clock_gap.mean), (3_000.0, 0.5));
    assert_eq!(Summary::of(&[]).engines.len(), 0);
}

#[test]
fn scores_are_gathered_by_turn_and_by_who_won() {
    let summary = Summary::of(&[game(1, ["new", "old"], Some(Black), Cause::Normal)]);
    let [phase] = &summary.phases[..] else { panic!("{:?}", summary.phases) };
    assert_eq!(phase.turn, 1);
    assert_eq!(phase.winners, Quartiles { count: 2, lower: 50.0, median: 50.0, upper: 50.0 });
    assert_eq!(phase.losers, Quartiles { count: 1, lower: -30.0, median: -30.0, upper: -30.0 });

    // With White to move first, turn 6 and 8 are in the second phase.
    let mut later = game(1, ["new", "old"], Some(Black), Cause::Normal);
    later.opening = "7/2s4/7/7/4s2/7/s6 w 0 6".into();
    let summary = Summary::of(&[later]);
    assert_eq!((summary.phases.len(), summary.phases[0].winners.count), (2, 0));
    assert_eq!(summary.phases[1].losers, Quartiles { count: 2, lower: 50.0, median: 50.0, upper: 50.0 });
}

fn shard(name: &str, games: &[GameRecord]) -> ShardFile {
    ShardFile { name: name.into(), games: games.to_vec(), torn: false }
}

#[test]
fn shards_are_pooled_in_the_order_of_the_schedule() {
    let games = games();
    let pool = merge(&[shard("b", &games[2..]), shard("a", &games[..2])], Some(7)).unwrap();
    assert_eq!(pool.games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(pool.missing, [6, 7]);
    let whole = merge(&[shard("all", &games)], None).unwrap();
    assert_eq!((whole.games, whole.missing), (pool.games, vec![6]));
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let games = games();
    let refused = |change: fn(&mut GameRecord)| {
        let mut other = games[2].clone();
        change(&mut other);
        merge(&[shard("a.jsonl", &games[..2]), shard("b.jsonl", &[other])], None).unwrap_err().to_string()
    };
    assert_eq!(
        refused(|game| game.configuration = "abd".into()),
        "a.jsonl and b.jsonl were not played with the same engines and settings: `abc` and `abd`"
    );
    assert_eq!(refused(|game| game.seed = 8), "a.jsonl and b.jsonl were not played with the same seed: `7` and `8`");
    assert!(refused(|game| game.variant = "9x9".into()).contains("same variant: `7x7` and `9x9`"));
    assert_eq!(refused(|game| game.number = 2), "game 2 is in a.jsonl and again in b.jsonl");
    assert!(matches!(merge(&[shard("a", &games[5..])], None), Err(MergeError::Empty)));
}

#[test]
fn only_a_torn_last_line_is_left_out() {
    let [first, second] = [0, 1].map(|index| games()[index].to_json().unwrap());
    let whole = ShardFile::parse("a", &format!("{first}\n\n{second}")).unwrap();
    assert_eq!((whole.games.len(), whole.torn), (2, false));
    let torn = ShardFile::parse("a", &format!("{first}\n{}", &second[..50])).unwrap();
    assert_eq!((torn.games.len(), torn.torn), (1, true));
    let error = ShardFile::parse("a", &format!("{first}\n{{\"oops\":1}}\n{second}\n")).unwrap_err().to_string();
    assert!(error.starts_with("a, line 2: ") && error.ends_with("in `{\"oops\":1}`"), "{error}");
    assert!(ShardFile::parse("a", "oops\n").is_err());
}
