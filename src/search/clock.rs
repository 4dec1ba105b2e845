//! How long to think.

use std::time::{Duration, Instant};

use super::control::Control;
use super::limits::{Limits, Request};
use crate::rules::{Color, Position, Variant};

/// The bounds of one search in time, counted from the start of the own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    asked: Instant,
    /// After that much time no new iteration begins, if the best move is stable.
    soft: Option<Duration>,
    /// After that much time the search is broken off.
    hard: Option<Duration>,
}

/// The share of the time per move at which a stable search stops, and how far it may overstep it.
const SOFT_SHARE: f64 = 0.75;
const HARD_FACTOR: f64 = 3.0;
/// Never more than this share of what is left on one move.
const MOST_OF_CLOCK: f64 = 0.25;
/// What is kept on the clock for the times when the machine does something else, but not more than that share of it.
const RESERVE: Duration = Duration::from_millis(60);
const RESERVE_SHARE: u32 = 3;
/// At least so many moves are thought to come, however long the game has lasted.
const MOVES_MIN: f64 = 5.0;

/// How many turns a game between good players lasts, in the middle and at the most; measured.
fn usual_turns(variant: Variant) -> (f64, f64) {
    match variant {
        Variant::Seven => (30.0, 38.0),
        Variant::Nine => (47.0, 57.0),
        Variant::Ten => (58.0, 69.0),
    }
}

/// How many more moves the player to move has to make, at a guess that stays above 0 in games of unusual length.
fn moves_to_come(position: &Position) -> f64 {
    let (usual, most) = usual_turns(position.variant());
    let played = f64::from(position.turn()) - 1.0;
    ((usual - played) / 2.0).max((most - played) / 3.0).max(MOVES_MIN)
}

impl Clock {
    /// The bounds of a request. Arithmetic saturates: no clock is so odd that it fails.
    pub(super) fn new(request: &Request, position: &Position) -> Self {
        let mut clock = Self { asked: request.asked, soft: None, hard: request.limits.movetime };
        if let Some((left, increment)) = own_clock(&request.limits, position.side()) {
            let (soft, hard) = shares(left, increment, request, position);
            clock.soft = Some(soft);
            clock.hard = Some(clock.hard.map_or(hard, |movetime| movetime.min(hard)));
        }
        clock
    }

    /// How long the own clock has run; `None` while pondering.
    fn elapsed(&self, control: &Control) -> Option<Duration> {
        Some(control.clock_start(self.asked)?.elapsed())
    }

    /// Whether the own clock has run for that `time`.
    pub(super) fn has_run(&self, time: Duration, control: &Control) -> bool {
        self.elapsed(control).is_some_and(|elapsed| elapsed >= time)
    }

    /// Whether the time is over.
    pub(super) fn is_over(&self, control: &Control) -> bool {
        self.hard.is_some_and(|hard| self.has_run(hard, control))
    }

    /// Whether to begin no further iteration. `patience` stretches the soft bound: 1 for a stable best move.
    pub(super) fn is_enough(&self, patience: f64, control: &Control) -> bool {
        self.soft.is_some_and(|soft| self.has_run(soft.mul_f64(patience), control))
    }

    /// The time that may be spent in all, if it is bounded.
    pub(super) fn budget(&self) -> Option<Duration> {
        match (self.soft, self.hard) {
            (Some(soft), Some(hard)) => Some(soft.min(hard)),
            (soft, hard) => soft.or(hard),
        }
    }
}

/// The clock of `side` with its increment.
fn own_clock(limits: &Limits, side: Color) -> Option<(Duration, Duration)> {
    Some((limits.clock[side.index()]?, limits.increment[side.index()]))
}

fn shares(left: Duration, increment: Duration, request: &Request, position: &Position) -> (Duration, Duration) {
    let reserve = RESERVE.min(left / RESERVE_SHARE);
    let usable = left.saturating_sub(request.move_overhead + reserve).as_secs_f64();
    let guess = moves_to_come(position);
    let moves = request.limits.moves_to_go.map_or(guess, |moves| f64::from(moves.max(1)).min(guess));
    let gain = increment.saturating_sub(request.move_overhead).as_secs_f64();
    let fair = usable / moves + gain * 0.9;
    // A single move may take the whole of what is left only if the clock is refilled after it.
    let most = if moves < 1.5 { usable * 0.9 } else { usable * MOST_OF_CLOCK };
    let bounded = |seconds: f64| Duration::try_from_secs_f64(seconds.min(most).max(0.0)).unwrap_or(Duration::ZERO);
    (bounded(fair * SOFT_SHARE), bounded(fair * HARD_FACTOR))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;

    fn clock(left: u64, increment: u64, overhead: u64) -> Clock {
        let millis = Duration::from_millis;
        let limits = Limits {
            clock: [Some(millis(left)), None],
            increment: [millis(increment), millis(0)],
            ..Limits::default()
        };
        let request = Request { move_overhead: millis(overhead), ..Request::new(limits) };
        Clock::new(&request, &Position::start(Variant::Ten))
    }

    #[test]
    fn bounds_leave_time_on_the_clock() {
        for left in [0, 1, 5, 10, 11, 50, 100, 1000, 60_000, u64::MAX / 2_000_000] {
            for increment in [0, 1, 10, 10_000] {
                let clock = clock(left, increment, 10);
                let (soft, hard) = (clock.soft.unwrap(), clock.hard.unwrap());
                assert!(soft <= hard);
                assert!(
                    hard <= Duration::from_millis(left.saturating_sub(10)).mul_f64(MOST_OF_CLOCK + 0.001),
                    "{left} {increment}"
                );
            }
        }
    }

    /// Every move takes all of its hard bound and a little more.
    #[test]
    fn the_clock_never_runs_out() {
        for (left, increment) in [(1000, 10), (1000, 0), (100, 10), (10_000, 100), (300, 1)] {
            let mut left = f64::from(left);
            for turn in (3..=90).step_by(2) {
                let mut position = Position::start(Variant::Ten).layout();
                position.turn = turn;
                let limits = Limits {
                    clock: [Some(Duration::from_secs_f64(left / 1000.0)), None],
                    increment: [Duration::from_millis(increment), Duration::ZERO],
                    ..Limits::default()
                };
                let request = Request { move_overhead: Duration::from_millis(10), ..Request::new(limits) };
                let clock = Clock::new(&request, &Position::try_from(&position).unwrap());
                left -= clock.hard.unwrap().as_secs_f64() * 1000.0 + 0.5;
                assert!(left > 5.0, "{left} ms left on turn {turn}");
                left += increment as f64;
            }
        }
    }

    #[test]
    fn more_time_means_longer_thought() {
        assert!(clock(1000, 0, 10).soft < clock(2000, 0, 10).soft);
        assert!(clock(1000, 0, 10).soft < clock(1000, 20, 10).soft);
        assert!(clock(1000, 0, 100).soft < clock(1000, 0, 10).soft);
    }

    #[test]
    fn few_moves_to_go_mean_longer_thought() {
        let millis = Duration::from_millis;
        let clock = |moves_to_go| {
            let limits = Limits { clock: [Some(millis(10_000)), None], moves_to_go, ..Limits::default() };
            Clock::new(&Request::new(limits), &Position::start(Variant::Ten))
        };
        let softs = [1, 2, 5, 20].map(|moves| clock(Some(moves)).soft.unwrap());
        assert!(softs.windows(2).all(|pair| pair[0] > pair[1]), "{softs:?}");
        // The game does not last longer than it usually does, whatever the client promises.
        assert_eq!((clock(Some(500)).soft, clock(Some(500)).hard), (clock(None).soft, clock(None).hard));
        for moves in [0, 1, 2, 5, 20] {
            assert!(clock(Some(moves)).hard.unwrap() < millis(10_000));
        }
    }

    #[test]
    fn no_time_counts_while_pondering() {
        let clock = clock(0, 0, 0);
        let control = Control::pondering();
        assert!(!clock.is_over(&control) && !clock.is_enough(1.0, &control));
        control.ponder_hit(Instant::now());
        assert!(clock.is_over(&control) && clock.is_enough(1.0, &control));
    }
}
