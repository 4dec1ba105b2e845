//! A player's clock. It is told how long moves took and never looks at a real one, so tests decide what time it is.

use std::time::Duration;

use super::limits::Limits;

/// The clock of one player in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    limits: Limits,
    margin: Duration,
    remaining: Duration,
}

/// A move took too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("took {} ms, {} ms were allowed and a margin of {} ms", ms(*.took), ms(*.allowed), ms(*.margin))]
pub struct TimeUp {
    /// How long it took.
    pub took: Duration,
    /// How long it could take.
    pub allowed: Duration,
    /// How much more is forgiven.
    pub margin: Duration,
}

fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e4).round() / 10.0
}

impl Clock {
    /// The clock at the start of a game. A move may exceed its time by up to `margin`.
    pub fn new(limits: Limits, margin: Duration) -> Self {
        Self { limits, margin, remaining: limits.clock.map_or(Duration::ZERO, |clock| clock.base) }
    }

    /// What limits the searches.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The time left for the game and what each move adds; `None` without a clock for the game.
    pub fn time(&self) -> Option<(Duration, Duration)> {
        self.limits.clock.map(|clock| (self.remaining, clock.increment))
    }

    /// How long the next move may take, without the margin; `None` when time does not matter.
    pub fn allowance(&self) -> Option<Duration> {
        let remaining = self.limits.clock.map(|_| self.remaining);
        [remaining, self.limits.movetime].into_iter().flatten().min()
    }

    /// How long the next move may take before it is lost, margin included; `None` when time does not matter.
    pub fn deadline(&self) -> Option<Duration> {
        self.allowance().map(|allowed| allowed + self.margin)
    }

    /// Takes the time of a move off the clock.
    ///
    /// # Errors
    /// The move came too late even with the margin.
    pub fn spend(&mut self, took: Duration) -> Result<(), TimeUp> {
        if let Some(allowed) = self.allowance()
            && took > allowed + self.margin
        {
            return Err(TimeUp { took, allowed, margin: self.margin });
        }
        if let Some(clock) = self.limits.clock {
            self.remaining = self.remaining.saturating_sub(took) + clock.increment;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn clock(key: &str, value: &str, margin: u32) -> Clock {
        let mut limits = Limits::default();
        limits.set(key, value).unwrap();
        Clock::new(limits, margin * MS)
    }

    #[test]
    fn a_clock_runs_down_and_gains_the_increment() {
        let mut clock = clock("tc", "1+0.1", 0);
        assert_eq!(clock.time(), Some((1000 * MS, 100 * MS)));
        clock.spend(400 * MS).unwrap();
        assert_eq!(clock.allowance(), Some(700 * MS));
        clock.spend(700 * MS).unwrap();
        assert_eq!(clock.allowance(), Some(100 * MS));
        let up = clock.spend(100 * MS + Duration::from_micros(100)).unwrap_err();
        assert_eq!(up.to_string(), "took 100.1 ms, 100 ms were allowed and a margin of 0 ms");
    }

    #[test]
    fn the_margin_forgives_but_gives_no_time() {
        let mut clock = clock("tc", "1", 50);
        assert_eq!(clock.deadline(), Some(1050 * MS));
        clock.spend(1040 * MS).unwrap();
        assert_eq!(clock.allowance(), Some(Duration::ZERO));
        clock.spend(50 * MS).unwrap();
        clock.spend(51 * MS).unwrap_err();
    }

    #[test]
    fn the_time_for_a_move_starts_anew_with_each() {
        let mut clock = clock("movetime", "10", 5);
        for _ in 0..100 {
            clock.spend(15 * MS).unwrap();
        }
        clock.spend(16 * MS).unwrap_err();
        assert_eq!(clock.time(), None);
    }

    #[test]
    fn without_a_time_limit_time_does_not_matter() {
        let mut clock = clock("nodes", "1000", 0);
        assert_eq!(clock.deadline(), None);
        clock.spend(Duration::from_secs(1_000_000)).unwrap();
    }
}
