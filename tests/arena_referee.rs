//! Every decision of the referee, provoked by an engine that misbehaves on demand.

mod arena_common;

use std::time::{Duration, Instant};

use arena_common::{MS, PATIENCE, game, player, spec, winner_by_the_rules};
use veletas::arena::Interrupt;
use veletas::arena::engine::EngineSpec;
use veletas::arena::player::{EnginePlayer, Player};
use veletas::notation::Cause;
use veletas::rules::{Color, Variant};

/// A good engine as Black against a scripted one as White, and the same players once more; the second game must be
/// normal when the deed is done only once.
struct Bout {
    first: veletas::arena::game::Ended,
    second: veletas::arena::game::Ended,
    took: Duration,
}

fn bout(deeds: &str, words: &[&str]) -> Bout {
    let (good, bad) = (spec("", &[]), spec(deeds, words));
    let (mut black, mut white) = (player(&good), player(&bad));
    let started = Instant::now();
    let first = game((&good, &mut black), (&bad, &mut white), 20 * MS);
    let took = started.elapsed();
    let second = game((&good, &mut black), (&bad, &mut white), 20 * MS);
    black.retire();
    white.retire();
    Bout { first, second, took }
}

/// White has lost for that cause, with these words in the reason.
fn assert_lost(game: &veletas::arena::game::Ended, cause: Cause, words: &str) {
    assert_eq!((game.winner, game.termination.cause), (Some(Color::Black), cause), "{:?}", game.termination);
    assert!(game.termination.reason.starts_with("White: "), "{:?}", game.termination);
    assert!(game.termination.reason.contains(words), "{:?}", game.termination);
}

fn assert_normal(game: &veletas::arena::game::Ended) {
    assert_eq!(game.termination.cause, Cause::Normal, "{:?}", game.termination);
    assert!(game.winner.is_some());
    assert_eq!(game.winner, winner_by_the_rules(game));
}

#[test]
fn a_game_ends_by_the_rules() {
    let bout = bout("", &[]);
    assert_normal(&bout.first);
    let Some(winner) = bout.first.winner else { panic!() };
    assert!(bout.first.termination.reason.starts_with(&format!("{winner} holds ")), "{:?}", bout.first.termination);
    let said = &bout.first.moves[1];
    assert_eq!((said.depth, said.nodes, said.own_time_ms), (Some(3), Some(42), Some(1)));
    assert!(said.score.is_some() && said.time_us > 0);
}

#[test]
fn a_crash_loses_and_the_engine_is_started_again() {
    let marker = tempfile::tempdir().unwrap();
    let once = format!("marker={}", marker.path().join("crashed").display());
    let bout = bout(&format!("crash@2 {once}"), &[]);
    assert_lost(&bout.first, Cause::Crash, "last words: scripted: crashing as asked");
    assert_eq!(bout.first.moves.len(), 3);
    assert_normal(&bout.second);
}

#[test]
fn an_exit_is_a_crash() {
    assert_lost(&bout("exit@1", &[]).first, Cause::Crash, "exit status: 3");
}

#[test]
fn a_stalled_engine_is_killed() {
    for deeds in ["stall@2", "deaf@2"] {
        let bout = bout(deeds, &["movetime=20"]);
        assert_lost(&bout.first, Cause::Stall, "killed");
        assert!(bout.took > PATIENCE.stall && bout.took < 4 * PATIENCE.stall, "{:?}", bout.took);
        // The new process counts its moves anew, and stalls again.
        assert_lost(&bout.second, Cause::Stall, "killed");
    }
}

#[test]
fn without_a_time_limit_a_stall_is_noticed_too() {
    assert_lost(&bout("stall@2", &["depth=3"]).first, Cause::Stall, "no `bestmove` within 700.0ms, killed");
}

#[test]
fn endless_talk_is_no_answer() {
    for deeds in ["flood@1", "longline@1"] {
        let bout = bout(deeds, &[]);
        assert_lost(&bout.first, Cause::Stall, "killed");
        assert!(bout.took < 4 * PATIENCE.stall, "{deeds}: {:?}", bout.took);
    }
}

#[test]
fn what_is_no_legal_move_loses() {
    for (deeds, words) in [
        ("illegal@2", "`a1-a1/a1` is illegal"),
        ("null@1", "`0000` is illegal: a turn cannot be passed"),
        ("nonsense@1", "is not a move"),
    ] {
        let bout = bout(deeds, &[]);
        assert_lost(&bout.first, Cause::IllegalMove, words);
        assert!(!bout.first.termination.reason.contains(char::is_control), "{:?}", bout.first.termination);
        // The engine was not at fault otherwise: it plays on without a new start.
        assert_normal(&bout.second);
    }
}

#[test]
fn wrong_protocol_loses() {
    assert_lost(&bout("nomove@2", &[]).first, Cause::Protocol, "`bestmove` without a move");
    assert_lost(&bout("twice@1", &[]).first, Cause::Protocol, "came unasked");
}

#[test]
fn late_answers_lose_and_the_engine_plays_on() {
    for words in [&["movetime=50"][..], &["tc=0.05"], &["tc=0.03+0.01"]] {
        let bout = bout("late=200@2", words);
        assert_lost(&bout.first, Cause::TimeLoss, "a margin of 20 ms");
        assert_eq!(bout.first.moves.len(), 3);
        assert_normal(&bout.second);
    }
}

#[test]
fn late_answers_do_not_matter_without_a_time_limit() {
    let bout = bout("late=100@1", &["depth=1"]);
    assert_normal(&bout.first);
    assert!(bout.first.moves[1].time_us >= 100_000);
}

#[test]
fn noise_is_skipped() {
    assert_normal(&bout("garbage", &[]).first);
}

#[test]
fn lies_about_the_result_change_nothing() {
    let bout = bout("lie", &[]);
    assert_normal(&bout.first);
    assert!(
        bout.first.termination.reason.contains("; White's engine wrongly believes `p"),
        "{:?}",
        bout.first.termination
    );
    assert!(!bout.first.termination.reason.contains("Black's engine"), "{:?}", bout.first.termination);
}

#[test]
fn who_cannot_begin_loses() {
    assert_lost(&bout("hello", &[]).first, Cause::Crash, "the program ended before");
    let missing = spec("", &["cmd=/no/such/engine"]);
    let good = spec("", &[]);
    let lost = game((&missing, &mut player(&missing)), (&good, &mut player(&good)), MS);
    assert_eq!((lost.winner, lost.termination.cause), (Some(Color::White), Cause::Crash));
    assert!(lost.termination.reason.starts_with("Black: `/no/such/engine` cannot be started"), "{lost:?}");
}

#[test]
fn a_missing_handshake_is_noticed() {
    let silent = spec("silent", &[]);
    let mut patience = PATIENCE;
    patience.start = 300 * MS;
    let mut player = EnginePlayer::new(silent, patience, Interrupt::default());
    let started = Instant::now();
    let failure = player.begin(Variant::Seven).unwrap_err();
    assert_eq!(failure.cause, Cause::Stall);
    assert!(failure.reason.contains("`ugiok`") && started.elapsed() < 3 * patience.start, "{failure}");
}

#[test]
fn an_engine_that_does_not_quit_is_killed() {
    let stubborn = spec("stubborn", &[]);
    let mut player = player(&stubborn);
    player.begin(Variant::Seven).unwrap();
    let started = Instant::now();
    player.retire();
    let took = started.elapsed();
    assert!(took >= PATIENCE.quit && took < 5 * PATIENCE.quit, "{took:?}");
}

#[test]
fn what_an_engine_started_dies_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let script =
        format!("exec 3<&0; {} stall@1 <&3 & echo $! >{}; wait", arena_common::scripted().display(), pid.display());
    let words = ["cmd=sh", &format!("args=-c '{script}'"), "movetime=10"];
    let wrapper = spec("", &words);
    let good = spec("", &[]);
    let lost = game((&wrapper, &mut player(&wrapper)), (&good, &mut player(&good)), MS);
    assert_eq!((lost.winner, lost.termination.cause), (Some(Color::White), Cause::Stall), "{lost:?}");
    let pid = std::fs::read_to_string(pid).unwrap();
    let stat = std::path::Path::new("/proc").join(pid.trim()).join("stat");
    let deadline = Instant::now() + Duration::from_secs(5);
    // Whoever inherits the dead process may take a moment to bury it.
    while std::fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z ")) {
        assert!(Instant::now() < deadline, "the engine behind the wrapper still runs");
        std::thread::sleep(10 * MS);
    }
}

#[test]
fn a_broken_off_game_has_no_winner() {
    let (good, slow) = (spec("", &[]), spec("stall@2", &["depth=1"]));
    let interrupt = Interrupt::default();
    let mut patience = PATIENCE;
    patience.stall = Duration::from_secs(20);
    let mut players =
        [&good, &slow].map(|spec: &EngineSpec| EnginePlayer::new(spec.clone(), patience, interrupt.clone()));
    let asker = std::thread::spawn(move || {
        std::thread::sleep(500 * MS);
        interrupt.ask();
        interrupt.ask();
    });
    let started = Instant::now();
    let [black, white] = &mut players;
    let ended = game((&good, black), (&slow, white), MS);
    asker.join().unwrap();
    assert_eq!((ended.winner, ended.termination.cause), (None, Cause::Unfinished));
    assert!(started.elapsed() < Duration::from_secs(3));
}

#[test]
fn both_dialects_are_spoken() {
    for (proto, words) in [
        ("ugi", ["ugi", "uginewgame", "go p1time 5000 p1inc 100 p2time 5000 p2inc 100"]),
        ("uci", ["uci", "ucinewgame", "go btime 5000 binc 100 wtime 5000 winc 100"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("heard");
        let proto = format!("proto={proto}");
        let options = ["tc=5+0.1", &proto, "option.Move Overhead=3", "option.Clear Hash="];
        let black = spec(&format!("log={}", log.display()), &options);
        let white = spec("", &["tc=5+0.1"]);
        let (mut player_black, mut player_white) = (player(&black), player(&white));
        assert_normal(&game((&black, &mut player_black), (&white, &mut player_white), MS));
        player_black.retire();
        let heard: Vec<String> = std::fs::read_to_string(log).unwrap().lines().map(String::from).collect();
        for word in words.into_iter().chain([
            "setoption name Move Overhead value 3",
            "setoption name Clear Hash",
            "setoption name Variant value 7x7",
            "position fen 7/7/7/7/7/7/7 b 3 1",
            "quit",
        ]) {
            assert!(heard.iter().any(|line| line == word), "{word} is not in {heard:#?}");
        }
        assert!(heard.iter().any(|line| line.starts_with("position fen 7/7/7/7/7/7/7 b 3 1 moves ")));
        let queries = heard.iter().filter(|line| *line == "query result").count();
        assert_eq!(queries, usize::from(proto == "proto=ugi"));
    }
}
