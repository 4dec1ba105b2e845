//! The entrance: from a request to an outcome.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::clock::Clock;
use super::control::Control;
use super::history::History;
use super::limits::Request;
use super::node::Node;
use super::report::{Bound, Line, Outcome, Report};
use super::root::Root;
use super::score::Score;
use super::siblings::Siblings;
use super::skill::Weakness;
use super::table::{Table, TableError};
use super::worker::{Shared, Worker};
use crate::rules::Position;

/// Searches positions, and remembers what it learned from one search to the next.
#[derive(Debug)]
pub struct Searcher {
    table: Table,
    history: History,
    threads: usize,
}

impl Searcher {
    /// A searcher with a table of that many MiB and that many threads.
    ///
    /// # Errors
    /// The table does not fit into memory.
    pub fn new(mebibytes: usize, threads: usize) -> Result<Self, TableError> {
        Ok(Self { table: Table::new(mebibytes)?, history: History::new(), threads: threads.max(1) })
    }

    /// Replaces the table by an empty one. On an error the old one stays.
    ///
    /// # Errors
    /// The new table does not fit into memory.
    pub fn resize(&mut self, mebibytes: usize) -> Result<(), TableError> {
        self.table = Table::new(mebibytes)?;
        Ok(())
    }

    /// Sets the number of threads of the next search, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        self.table.clear(self.threads);
        self.history = History::new();
    }

    /// Searches `position` until a limit or `control` ends it, and shows `report` what it finds on the way. Always finds
    /// a legal move if there is one.
    pub fn search(
        &mut self,
        position: &Position,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Outcome {
        let Some(weakness) = Weakness::of(request) else {
            return self.look(position, request, None, control, report);
        };
        let request = &weakness.limit(request);
        // A weaker player remembers nothing, so that it always does the same in the same position.
        match Self::new(1, 1) {
            Ok(mut forgetful) => forgetful.look(position, request, Some(weakness), control, report),
            Err(_) => {
                self.clear();
                let outcome = self.look(position, request, Some(weakness), control, report);
                self.clear();
                outcome
            }
        }
    }

    /// Does the search, with the errors of `weakness`.
    fn look(
        &mut self,
        position: &Position,
        request: &Request,
        weakness: Option<Weakness>,
        control: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Outcome {
        self.table.grow_older();
        self.history.age();
        let shared = Shared {
            table: &self.table,
            history: &self.history,
            control,
            request,
            weakness,
            clock: Clock::new(request, position),
            halt: AtomicBool::new(false),
            siblings: Siblings::new(self.threads),
            nodes: (0..self.threads).map(|_| AtomicU64::new(0)).collect(),
        };
        let lines = if let Some(result) = Node::new(position).result(0) {
            vec![finished(result)]
        } else if position.is_setup() {
            Worker::new(&shared, 0, true).place(position, report)
        } else {
            deepen(position, &shared, report)
        };
        let best = lines.first().and_then(|line| line.pv.first().copied());
        Outcome { best, lines, effort: shared.effort() }
    }
}

/// The line of a finished game.
fn finished(result: Score) -> Line {
    Line { rank: 1, depth: 0, seldepth: 0, score: result, bound: Bound::Exact, pv: Vec::new() }
}

/// Lets the workers deepen; the lines of the first.
fn deepen(position: &Position, shared: &Shared<'_>, report: &mut dyn FnMut(Report)) -> Vec<Line> {
    let Request { limits, multi_pv, full_width, .. } = shared.request;
    let narrow = !full_width && limits.mate.is_none();
    let mut root = Root::new(Node::new(position), &limits.search_moves, *multi_pv, shared.weakness.as_ref());
    let threads = shared.nodes.len();
    std::thread::scope(|scope| {
        for index in 1..threads {
            let mut root = root.clone();
            let help = move || Worker::new(shared, index, narrow).deepen(&mut root, &mut |_| ());
            // A system that has no more threads to give does not keep the first worker from its answer.
            if let Err(reason) = std::thread::Builder::new().spawn_scoped(scope, help) {
                log::warn!("searching with {index} instead of {threads} threads: {reason}");
                break;
            }
        }
        Worker::new(shared, 0, narrow).deepen(&mut root, report);
        shared.halt.store(true, Ordering::Relaxed);
    });
    root.lines()
}
