//! The referee's clocks, with players that say how long they took: no time passes.

use std::time::Duration;

use veletas::arena::Info;
use veletas::arena::engine::Proto;
use veletas::arena::game::{Ended, Side, play};
use veletas::arena::limits::Limits;
use veletas::arena::player::{Answer, Failure, Player, Turn};
use veletas::notation::{Cause, parse_fen, read_move};
use veletas::rules::{Color, Position, Variant};

const MS: Duration = Duration::from_millis(1);

/// Plays the first legal move and claims to have taken the times in its list, then none.
#[derive(Default)]
struct Fake {
    times: Vec<Duration>,
    heard: Vec<String>,
    deadlines: Vec<Option<Duration>>,
}

impl Player for Fake {
    fn begin(&mut self, _: Variant) -> Result<(), Failure> {
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let start = parse_fen(turn.opening).unwrap();
        let position =
            turn.moves.iter().fold(start, |position, word| position.play(read_move(word, &position).unwrap()));
        let took = self.times.get(self.heard.len()).copied().unwrap_or_default();
        self.heard.push(turn.go.into());
        self.deadlines.push(turn.deadline);
        Ok(Answer { word: position.moves()[0].to_string(), took, info: Info::default() })
    }

    fn believed_result(&mut self, _: &Turn<'_>) -> Option<String> {
        None
    }
}

fn limits(key: &str, value: &str) -> Limits {
    let mut limits = Limits::default();
    assert!(limits.set(key, value).unwrap());
    limits
}

fn game(black: &mut Fake, white: &mut Fake, limits: [Limits; 2], margin: Duration) -> Ended {
    let [first, second] = limits;
    let sides = [
        Side { player: black, limits: first, proto: Proto::Ugi },
        Side { player: white, limits: second, proto: Proto::Uci },
    ];
    play(&Position::start(Variant::Seven), sides, margin)
}

fn times(ms: &[u64]) -> Fake {
    Fake { times: ms.iter().map(|&ms| Duration::from_millis(ms)).collect(), ..Fake::default() }
}

#[test]
fn clocks_run_down_separately_and_are_told_to_both() {
    let (mut black, mut white) = (times(&[300, 0]), times(&[50, 7]));
    let ended = game(&mut black, &mut white, [limits("tc", "1+0.1"), limits("tc", "2")], Duration::ZERO);
    assert_eq!(ended.termination.cause, Cause::Normal);
    assert_eq!(
        black.heard[..2],
        ["p1time 1000 p1inc 100 p2time 2000 p2inc 0", "p1time 800 p1inc 100 p2time 1950 p2inc 0"]
    );
    assert_eq!(white.heard[..2], ["btime 800 binc 100 wtime 2000 winc 0", "btime 900 binc 100 wtime 1950 winc 0"]);
    assert_eq!(ended.moves[0].time_us, 300_000);
}

#[test]
fn the_last_moment_is_in_time_and_the_next_is_not() {
    for (late, lost) in [(Duration::ZERO, false), (Duration::from_micros(1), true)] {
        let (mut black, mut white) = (times(&[]), times(&[600]));
        white.times.push(400 * MS + 15 * MS + late);
        let ended = game(&mut black, &mut white, [limits("nodes", "1"), limits("tc", "1")], 15 * MS);
        assert_eq!(ended.termination.cause == Cause::TimeLoss, lost, "{:?}", ended.termination);
        assert_eq!(white.deadlines[..2], [Some(1015 * MS), Some(415 * MS)]);
        assert_eq!(black.deadlines[0], None);
        if lost {
            assert_eq!((ended.winner, ended.moves.len()), (Some(Color::Black), 3));
            assert!(ended.termination.reason.contains("took 415 ms, 400 ms were allowed"), "{:?}", ended.termination);
        } else {
            // The clock is at zero, and the margin is all that is left for each move.
            assert_eq!(white.deadlines[2], Some(15 * MS));
            assert_eq!(white.heard[2], "wtime 0 winc 0");
        }
    }
}

#[test]
fn time_per_move_is_no_clock() {
    let (mut black, mut white) = (times(&[10; 9]), times(&[12; 3]));
    let ended = game(&mut black, &mut white, [limits("movetime", "10"), limits("movetime", "10")], MS);
    assert_eq!((ended.winner, ended.termination.cause), (Some(Color::Black), Cause::TimeLoss));
    assert_eq!(black.heard, ["movetime 10"]);
}
