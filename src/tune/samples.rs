//! Many positions as the features that the evaluation sees in them, and how well weights predict their targets.

use std::ops::Range;

/// So many samples are summed up at once. The sums do not depend on the number of threads.
const PART: usize = 1 << 13;

/// Sparse rows: most features are absent from most positions.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Where each row ends in `entries`.
    ends: Vec<u32>,
    /// Features and how often they occur, Black's less White's.
    entries: Vec<(u16, i16)>,
    /// How far each game has gone, from 0 to 1.
    late: Vec<f32>,
    /// Black's chance to win.
    targets: Vec<f32>,
}

/// The weights of a feature at the opening and late in the game, in log odds.
pub type Pair = [f64; 2];

/// A sum over samples.
struct Sum {
    loss: f64,
    gradient: Vec<Pair>,
}

impl Samples {
    /// Adds a position.
    pub fn push(&mut self, counts: &[(u16, i16)], late: f32, target: f32) {
        self.entries.extend(counts);
        self.ends.push(self.entries.len() as u32);
        self.late.push(late);
        self.targets.push(target);
    }

    /// Adds the positions of others.
    pub fn append(&mut self, other: &Self) {
        let start = self.entries.len() as u32;
        self.ends.extend(other.ends.iter().map(|end| start + end));
        self.entries.extend(&other.entries);
        self.late.extend(&other.late);
        self.targets.extend(&other.targets);
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// How many features occur at all.
    pub fn features(&self) -> usize {
        let mut features: Vec<u16> = self.entries.iter().map(|&(feature, _)| feature).collect();
        features.sort_unstable();
        features.dedup();
        features.len()
    }

    /// The mean entropy of the targets: no prediction has a smaller loss.
    pub fn floor(&self) -> f64 {
        let entropy = |p: f64| if p > 0.0 { -p * p.ln() } else { 0.0 };
        let sum: f64 = self.targets.iter().map(|&p| entropy(p.into()) + entropy(1.0 - f64::from(p))).sum();
        sum / self.len().max(1) as f64
    }

    /// How strongly the slope of the mean cross-entropy changes with each weight alone, where nothing is predicted yet.
    pub fn curvature(&self, weights: usize) -> Vec<Pair> {
        let mut sums = vec![[0.0; 2]; weights];
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        for ((start, &end), &late) in starts.zip(&self.ends).zip(&self.late) {
            let late = f64::from(late);
            for &(feature, count) in &self.entries[start as usize..end as usize] {
                let [first, second] = [1.0 - late, late].map(|share| (f64::from(count) * share).powi(2) / 4.0);
                let sum = &mut sums[usize::from(feature)];
                *sum = [sum[0] + first, sum[1] + second];
            }
        }
        let count = self.len().max(1) as f64;
        sums.into_iter().map(|pair| pair.map(|sum| sum / count)).collect()
    }

    /// The mean cross-entropy of what the weights predict.
    pub fn loss(&self, weights: &[Pair], threads: usize) -> f64 {
        let sum: f64 = self.sums(weights, threads, false).iter().map(|sum| sum.loss).sum();
        sum / self.len().max(1) as f64
    }

    /// The mean cross-entropy and its gradient.
    pub fn loss_and_gradient(&self, weights: &[Pair], threads: usize) -> (f64, Vec<Pair>) {
        let count = self.len().max(1) as f64;
        let mut loss = 0.0;
        let mut gradient = vec![[0.0; 2]; weights.len()];
        for sum in self.sums(weights, threads, true) {
            loss += sum.loss;
            for (total, part) in gradient.iter_mut().zip(&sum.gradient) {
                *total = [total[0] + part[0], total[1] + part[1]];
            }
        }
        (loss / count, gradient.into_iter().map(|pair| pair.map(|slope| slope / count)).collect())
    }

    /// The sums of the parts, in order.
    fn sums(&self, weights: &[Pair], threads: usize, slopes: bool) -> Vec<Sum> {
        let parts = (0..self.len()).step_by(PART).map(|start| start..(start + PART).min(self.len()));
        in_parallel(&parts.collect::<Vec<_>>(), threads, |part| self.sum(weights, part.clone(), slopes))
    }

    fn sum(&self, weights: &[Pair], part: Range<usize>, slopes: bool) -> Sum {
        let mut sum = Sum { loss: 0.0, gradient: if slopes { vec![[0.0; 2]; weights.len()] } else { Vec::new() } };
        let mut start = part.start.checked_sub(1).map_or(0, |before| self.ends[before]) as usize;
        for i in part {
            let end = self.ends[i] as usize;
            let row = &self.entries[start..end];
            start = end;
            let (late, target) = (f64::from(self.late[i]), f64::from(self.targets[i]));
            let mut odds = [0.0; 2];
            for &(feature, count) in row {
                let [opening, late] = weights[usize::from(feature)];
                odds = [odds[0] + f64::from(count) * opening, odds[1] + f64::from(count) * late];
            }
            let odds = odds[0] * (1.0 - late) + odds[1] * late;
            // -target * ln(p) - (1 - target) * ln(1 - p) without overflow.
            sum.loss += odds.max(0.0) + (-odds.abs()).exp().ln_1p() - target * odds;
            if slopes {
                let error = super::label::sigmoid(odds) - target;
                let slope = [error * (1.0 - late), error * late];
                for &(feature, count) in row {
                    let total = &mut sum.gradient[usize::from(feature)];
                    *total = [total[0] + slope[0] * f64::from(count), total[1] + slope[1] * f64::from(count)];
                }
            }
        }
        sum
    }
}

/// `work` on each of the items, in several threads; the results are in the items' order.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let share = items.len().div_ceil(threads.max(1)).max(1);
    let work = &work;
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            items.chunks(share).map(|chunk| scope.spawn(move || chunk.iter().map(work).collect::<Vec<R>>())).collect();
        // A thread that panicked takes the program with it, as it would have done here.
        let join = |thread: std::thread::ScopedJoinHandle<'_, Vec<R>>| match thread.join() {
            Ok(results) => results,
            Err(reason) => std::panic::resume_unwind(reason),
        };
        threads.into_iter().flat_map(join).collect()
    })
}
