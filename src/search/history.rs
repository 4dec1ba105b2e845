//! Which steps and stones were good in other positions of this search.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use crate::rules::{Color, Move, SQUARES, Step};

/// No counter grows beyond this.
const LIMIT: i32 = 8192;
/// Counters are divided by this to compare with the evaluation's hundredths.
const SCALE: i32 = 64;

/// Counters for the shooters' steps and for the stones' squares of each player. They rise with each cutoff that a
/// move caused and fall with each that it missed, the less the nearer they are to the limit.
///
/// All threads share them, so that they think of the same moves and find each other's work in the table. Where two change
/// a counter at once, one change may be lost, which does no harm.
#[derive(Debug)]
pub(super) struct History {
    steps: Vec<[[AtomicI16; SQUARES]; SQUARES]>,
    stones: [[AtomicI16; SQUARES]; 2],
}

/// Where the counter of standing shots lives: no square has the last index.
const STANDING: usize = SQUARES - 1;

impl History {
    pub(super) fn new() -> Self {
        let zeros = || [const { AtomicI16::new(0) }; SQUARES];
        Self { steps: (0..2).map(|_| std::array::from_fn(|_| zeros())).collect(), stones: [zeros(), zeros()] }
    }

    fn indices(step: Option<Step>) -> (usize, usize) {
        step.map_or((STANDING, STANDING), |s| (s.from.index(), s.to.index()))
    }

    /// How promising a step is, or not stepping, in hundredths.
    #[inline]
    pub(super) fn step(&self, side: Color, step: Option<Step>) -> i32 {
        let (from, to) = Self::indices(step);
        i32::from(self.steps[side.index()][from][to].load(Relaxed)) / SCALE
    }

    /// How promising a stone of `side` on a square is, in hundredths.
    #[inline]
    pub(super) fn stone(&self, side: Color, square: crate::rules::Square) -> i32 {
        i32::from(self.stones[side.index()][square.index()].load(Relaxed)) / SCALE
    }

    /// `best` caused a cutoff at `depth`, the moves of `missed` before it did not.
    pub(super) fn reward(&self, side: Color, depth: i32, best: Move, missed: &[Move]) {
        let bonus = (depth * depth * 16 + 32).min(LIMIT / 4);
        self.change(side, best, bonus);
        for &mv in missed {
            self.change(side, mv, -bonus / 4);
        }
    }

    fn change(&self, side: Color, mv: Move, bonus: i32) {
        let (from, to) = Self::indices(mv.step());
        shift(&self.steps[side.index()][from][to], bonus);
        if let Some(stone) = mv.stone() {
            shift(&self.stones[side.index()][stone.index()], bonus);
        }
    }

    /// Halves all counters: what the last search learned counts less in the next.
    pub(super) fn age(&mut self) {
        let steps = self.steps.iter_mut().flatten().flatten();
        steps.chain(self.stones.iter_mut().flatten()).for_each(|counter| *counter.get_mut() /= 2);
    }
}

fn shift(counter: &AtomicI16, bonus: i32) {
    let value = i32::from(counter.load(Relaxed));
    counter.store((value + bonus - value * bonus.abs() / LIMIT) as i16, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;

    #[test]
    fn counters_stay_within_the_limit() {
        let history = History::new();
        let (a, b) = (Square::new(1, 1).unwrap(), Square::new(2, 2).unwrap());
        let (good, bad) = (Move::shot(None, a), Move::shot(Some(Step { from: a, to: b }), b));
        for _ in 0..10_000 {
            history.reward(Color::White, 100, good, &[bad]);
        }
        assert_eq!(history.step(Color::White, None), LIMIT / SCALE);
        assert!((-LIMIT / SCALE..=-LIMIT / SCALE + 1).contains(&history.stone(Color::White, b)));
        assert_eq!(history.step(Color::Black, None), 0);
    }
}
