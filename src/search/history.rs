//! Which steps and stones were good in other positions of this search.

use crate::rules::{Color, Move, SQUARES, Step};

/// No counter grows beyond this.
const LIMIT: i32 = 8192;
/// Counters are divided by this to compare with the evaluation's hundredths.
const SCALE: i32 = 64;

/// Counters for the shooters' steps and for the stones' squares of each player. They rise with each cutoff that a
/// move caused and fall with each that it missed, the less the nearer they are to the limit.
#[derive(Clone, Debug)]
pub(super) struct History {
    steps: Vec<[[i16; SQUARES]; SQUARES]>,
    stones: [[i16; SQUARES]; 2],
}

/// Where the counter of standing shots lives: no square has the last index.
const STANDING: usize = SQUARES - 1;

impl History {
    pub(super) fn new() -> Self {
        Self { steps: vec![[[0; SQUARES]; SQUARES]; 2], stones: [[0; SQUARES]; 2] }
    }

    fn indices(step: Option<Step>) -> (usize, usize) {
        step.map_or((STANDING, STANDING), |s| (s.from.index(), s.to.index()))
    }

    /// How promising a step is, or not stepping, in hundredths.
    #[inline]
    pub(super) fn step(&self, side: Color, step: Option<Step>) -> i32 {
        let (from, to) = Self::indices(step);
        i32::from(self.steps[side.index()][from][to]) / SCALE
    }

    /// How promising a stone of `side` on a square is, in hundredths.
    #[inline]
    pub(super) fn stone(&self, side: Color, square: crate::rules::Square) -> i32 {
        i32::from(self.stones[side.index()][square.index()]) / SCALE
    }

    /// `best` caused a cutoff at `depth`, the moves of `missed` before it did not.
    pub(super) fn reward(&mut self, side: Color, depth: i32, best: Move, missed: &[Move]) {
        let bonus = (depth * depth * 16 + 32).min(LIMIT / 4);
        self.change(side, best, bonus);
        for &mv in missed {
            self.change(side, mv, -bonus / 4);
        }
    }

    fn change(&mut self, side: Color, mv: Move, bonus: i32) {
        let (from, to) = Self::indices(mv.step());
        shift(&mut self.steps[side.index()][from][to], bonus);
        if let Some(stone) = mv.stone() {
            shift(&mut self.stones[side.index()][stone.index()], bonus);
        }
    }

    /// Halves all counters: what the last search learned counts less in the next.
    pub(super) fn age(&mut self) {
        let steps = self.steps.iter_mut().flatten().flatten();
        steps.chain(self.stones.iter_mut().flatten()).for_each(|counter| *counter /= 2);
    }
}

fn shift(counter: &mut i16, bonus: i32) {
    let value = i32::from(*counter);
    *counter = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;

    #[test]
    fn counters_stay_within_the_limit() {
        let mut history = History::new();
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
