//! The search. It never prints and never reads: reports go to a callback, the stop flag comes from [`Control`].

mod control;
mod limits;
mod report;
mod score;

pub use control::Control;
pub use limits::{Limits, Request, SKILL_MAX};
pub use report::{Bound, Effort, Line, Outcome, Report};
pub use score::{PLY_MAX, Score};

use crate::rules::Position;

/// The memory for a table cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {mebibytes} MiB")]
pub struct TableError {
    /// The size asked for.
    pub mebibytes: usize,
}

/// Searches positions, and remembers what it learned from one search to the next.
#[derive(Debug)]
pub struct Searcher {
    threads: usize,
}

impl Searcher {
    /// A searcher with a table of that many MiB and that many threads.
    ///
    /// # Errors
    /// The table does not fit into memory.
    pub fn new(mebibytes: usize, threads: usize) -> Result<Self, TableError> {
        let _ = mebibytes;
        Ok(Self { threads })
    }

    /// Replaces the table. On an error the old one stays.
    ///
    /// # Errors
    /// The new table does not fit into memory.
    pub fn resize(&mut self, mebibytes: usize) -> Result<(), TableError> {
        let _ = mebibytes;
        Ok(())
    }

    /// Sets the number of threads of the next search.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {}

    /// Searches `position` until a limit or `control` ends it. Always finds a legal move if there is one.
    pub fn search(
        &mut self,
        position: &Position,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Outcome {
        // Skeleton: replaced by the real search.
        let _ = &report;
        let best = position.moves().first().copied();
        while request.limits.is_endless() && !control.is_stopped() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let line = Line {
            rank: 1,
            depth: 1,
            seldepth: 1,
            score: Score::ZERO,
            bound: Bound::Exact,
            pv: best.into_iter().collect(),
        };
        Outcome { best, lines: vec![line], effort: Effort { nodes: 1, time: request.asked.elapsed(), hashfull: 0 } }
    }
}
