//! Work on a thread of its own: searches, perft and the benchmark.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Instant;

use super::event::{Alarm, Event};
use super::reply;
use crate::rules::Position;
use crate::search::{Control, Effort, Outcome, Report, Request, Searcher};
use crate::tools::{Method, bench, divide};

/// Work that is going on, or a search that has ended and must not answer yet.
#[derive(Debug)]
pub struct Job {
    control: Arc<Control>,
    asked: Instant,
    stopped: bool,
    search: Option<Patience>,
}

/// What decides when a search may answer.
#[derive(Debug)]
struct Patience {
    /// It has no limit of its own.
    endless: bool,
    /// Even if it ends by itself, it answers only when it is stopped.
    holds: bool,
    /// It waits for `ponderhit`.
    pondering: bool,
    /// The result of a search that has ended by itself too early.
    outcome: Option<Outcome>,
}

impl Job {
    /// A search to come, as it was asked for. `ponder` makes it unlimited at first.
    pub fn search(request: &Request, ponder: bool, infinite: bool) -> Self {
        let endless = request.limits.is_endless();
        let patience = Patience { endless, holds: infinite || (endless && !ponder), pondering: ponder, outcome: None };
        let control = Arc::new(if ponder { Control::pondering() } else { Control::new() });
        Self { control, asked: request.asked, stopped: false, search: Some(patience) }
    }

    /// Counting to come.
    pub fn count() -> Self {
        Self { control: Arc::new(Control::new()), asked: Instant::now(), stopped: false, search: None }
    }

    /// Whether it goes on until somebody ends it.
    pub fn is_unlimited(&self) -> bool {
        !self.stopped && self.search.as_ref().is_some_and(|search| search.pondering || search.endless)
    }

    /// Whether it ponders.
    pub fn is_pondering(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.pondering)
    }

    /// When it was asked for.
    pub fn asked(&self) -> Instant {
        self.asked
    }

    /// Ends it as soon as it looks.
    pub fn stop(&mut self) {
        self.stopped = true;
        self.control.stop();
    }

    /// The awaited move was played.
    pub fn ponder_hit(&mut self, at: Instant) {
        if let Some(search) = self.search.as_mut().filter(|search| search.pondering) {
            search.pondering = false;
            self.control.ponder_hit(at);
        }
    }

    /// Keeps the result of a search until it may answer.
    pub fn keep(&mut self, outcome: Outcome) {
        if let Some(search) = &mut self.search {
            search.outcome = Some(outcome);
        }
    }

    /// The result, if there is one and the search may answer.
    pub fn take_outcome(&mut self) -> Option<Outcome> {
        let search = self.search.as_mut()?;
        let may_answer = self.stopped || !(search.pondering || search.holds);
        if may_answer { search.outcome.take() } else { None }
    }

    /// Starts a search.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn start_search(
        &self,
        mut searcher: Box<Searcher>,
        position: Position,
        request: Request,
        session: &SyncSender<Event>,
    ) -> io::Result<()> {
        let control = Arc::clone(&self.control);
        start("search", session, move |send| {
            let mut report = |report: Report| send(Event::Report(report));
            let outcome = searcher.search(&position, &request, &control, &mut report);
            Event::Searched { searcher, outcome }
        })
    }

    /// Starts to count leaves.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn start_perft(
        &self,
        position: Position,
        depth: u32,
        method: Method,
        session: &SyncSender<Event>,
    ) -> io::Result<()> {
        let control = Arc::clone(&self.control);
        start("perft", session, move |send| {
            // The lines are kept until all is counted, so that the rate is that of counting and not of writing.
            let mut moves = Vec::new();
            let begin = Instant::now();
            let mut each = |mv, count| moves.push((mv, count));
            let nodes = divide(&position, depth, method, &control, &mut each);
            let time = begin.elapsed();
            let lines = match nodes {
                Some(nodes) => {
                    moves.into_iter().for_each(|(mv, count)| send(Event::Output(reply::perft_move(mv, count))));
                    let effort = Effort { nodes, time, hashfull: 0 };
                    reply::perft_total(nodes, &effort, method.name())
                }
                None => vec![reply::info_string("perft was stopped")],
            };
            lines.into_iter().for_each(|line| send(Event::Output(line)));
            Event::Counted
        })
    }

    /// Starts the benchmark.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn start_bench(&self, session: &SyncSender<Event>) -> io::Result<()> {
        let control = Arc::clone(&self.control);
        start("bench", session, move |send| {
            let last = match bench(&control, &mut |step| send(Event::Output(reply::bench_step(&step)))) {
                Ok(Some(effort)) => reply::bench_total(&effort),
                Ok(None) => reply::info_string("bench was stopped"),
                Err(reason) => reply::error(&reason),
            };
            send(Event::Output(last));
            Event::Counted
        })
    }
}

/// Runs `work` on a thread of its own. It may send events, and the one that it returns is its last. Sending fails only
/// when the session is gone, and then nobody is left who could want to know.
fn start<F>(name: &str, session: &SyncSender<Event>, work: F) -> io::Result<()>
where
    F: FnOnce(&dyn Fn(Event)) -> Event + Send + 'static,
{
    let session = session.clone();
    thread::Builder::new().name(name.into()).spawn(move || {
        let alarm = Alarm(session);
        let send = |event| drop(alarm.0.send(event));
        let last = work(&send);
        send(last);
    })?;
    Ok(())
}
