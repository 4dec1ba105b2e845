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
use super::skill;
use super::table::{Table, TableError};
use super::worker::{Shared, Worker};
use crate::rules::Position;

/// Searches positions, and remembers what it learned from one search to the next.
#[derive(Debug)]
pub struct Searcher {
    table: Table,
    /// One for each thread.
    histories: Vec<History>,
}

impl Searcher {
    /// A searcher with a table of that many MiB and that many threads.
    ///
    /// # Errors
    /// The table does not fit into memory.
    pub fn new(mebibytes: usize, threads: usize) -> Result<Self, TableError> {
        let mut searcher = Self { table: Table::new(mebibytes)?, histories: Vec::new() };
        searcher.set_threads(threads);
        Ok(searcher)
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
        self.histories.resize_with(threads.max(1), History::new);
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        self.table.clear(self.histories.len());
        self.histories.fill_with(History::new);
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
        self.table.grow_older();
        self.histories.iter_mut().for_each(History::age);
        let request = &skill::weaken(request);
        let shared = Shared {
            table: &self.table,
            control,
            request,
            clock: Clock::new(request, position),
            halt: AtomicBool::new(false),
            nodes: self.histories.iter().map(|_| AtomicU64::new(0)).collect(),
        };
        let lines = if let Some(result) = Node::new(position).result(0) {
            vec![finished(result)]
        } else if position.is_setup() {
            match self.histories.first_mut() {
                Some(history) => Worker::new(&shared, 0, history, true).place(position, report),
                None => Vec::new(),
            }
        } else {
            deepen(position, &shared, &mut self.histories, report)
        };
        let lines = skill::blunder(lines, position, request);
        let best = lines.first().and_then(|line| line.pv.first().copied());
        Outcome { best, lines, effort: shared.effort() }
    }
}

/// The line of a finished game.
fn finished(result: Score) -> Line {
    Line { rank: 1, depth: 0, seldepth: 0, score: result, bound: Bound::Exact, pv: Vec::new() }
}

/// Lets one worker for each history deepen; the lines of the first.
fn deepen(
    position: &Position,
    shared: &Shared<'_>,
    histories: &mut [History],
    report: &mut dyn FnMut(Report),
) -> Vec<Line> {
    let Request { limits, multi_pv, full_width, .. } = shared.request;
    let narrow = !full_width && limits.mate.is_none();
    let mut root = Root::new(Node::new(position), &limits.search_moves, *multi_pv);
    let Some((first, helpers)) = histories.split_first_mut() else { return root.lines() };
    let helpers_wanted = helpers.len();
    std::thread::scope(|scope| {
        for (i, history) in helpers.iter_mut().enumerate() {
            let mut root = root.clone();
            let help = move || Worker::new(shared, i + 1, history, narrow).deepen(&mut root, &mut |_| ());
            // A system that has no more threads to give does not keep the first worker from its answer.
            if let Err(reason) = std::thread::Builder::new().spawn_scoped(scope, help) {
                log::warn!("searching with {} instead of {} threads: {reason}", i + 1, helpers_wanted + 1);
                break;
            }
        }
        Worker::new(shared, 0, first, narrow).deepen(&mut root, report);
        shared.halt.store(true, Ordering::Relaxed);
    });
    root.lines()
}
