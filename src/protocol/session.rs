//! The dialogue with a client: one loop that owns the output and reacts to events in the order in which they come.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::{Duration, Instant};

use super::command::{Line, Order, Verb};
use super::event::Event;
use super::game::Game;
use super::input::LINE_MAX;
use super::job::Job;
use super::options::Options;
use super::output::Output;
use super::reply::{self, Dialect};
use super::waiting::Waiting;
use crate::notation::quote;
use crate::search::{Report, Searcher, TableError};

/// How long a search runs before it tells which move it looks at.
const SILENCE: Duration = Duration::from_secs(3);

/// A session cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// Nobody reads the replies any more.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
    /// The system refuses another thread.
    #[error("no thread to work on: {0}")]
    Thread(io::Error),
    /// A thread panicked.
    #[error("a thread crashed")]
    Crashed,
    /// Not even the table of the default size can be had.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Who has said that no more commands come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    NotYet,
    EndOfInput,
    Quit,
}

/// The engine as a client sees it.
#[derive(Debug)]
pub struct Session<W: Write> {
    pub(super) events: Receiver<Event>,
    /// For the workers, who report by it.
    pub(super) sender: SyncSender<Event>,
    pub(super) out: Output<W>,
    pub(super) colour: bool,
    pub(super) dialect: Dialect,
    pub(super) options: Options,
    pub(super) game: Game,
    /// Lent out during a search.
    pub(super) searcher: Option<Box<Searcher>>,
    pub(super) job: Option<Job>,
    pub(super) waiting: Waiting,
    pub(super) ending: Ending,
    pub(super) debug: bool,
}

impl<W: Write> Session<W> {
    /// A session that hears by `events`, to which `sender` belongs, and answers on `output`, in `colour` where it draws.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(
        output: W,
        colour: bool,
        events: Receiver<Event>,
        sender: SyncSender<Event>,
    ) -> Result<Self, SessionError> {
        let options = Options::default();
        Ok(Self {
            events,
            sender,
            out: Output::new(output),
            colour,
            dialect: Dialect::Uci,
            game: Game::new(options.variant),
            searcher: Some(Box::new(Searcher::new(options.hash, options.threads)?)),
            options,
            job: None,
            waiting: Waiting::default(),
            ending: Ending::NotYet,
            debug: false,
        })
    }

    /// Talks until `quit` or the end of input.
    ///
    /// # Errors
    /// The session cannot go on.
    pub fn run(mut self) -> Result<(), SessionError> {
        while self.job.is_some() || !self.waiting.is_empty() || self.ending == Ending::NotYet {
            // Waiting lines are obeyed one at a time, so that `quit` can overtake the rest.
            let event = if self.obey_next_waiting()? { self.events.try_recv().ok() } else { self.next_event()? };
            event.map_or(Ok(()), |event| self.react(event))?;
        }
        Ok(self.out.flush()?)
    }

    /// Waits for an event. What was said meanwhile goes out at once, but for lines of play, which may wait a moment for more.
    fn next_event(&mut self) -> Result<Option<Event>, SessionError> {
        if let Ok(event) = self.events.recv_timeout(self.out.patience()) {
            return Ok(Some(event));
        }
        self.out.flush()?;
        Ok(self.events.recv().ok())
    }

    fn react(&mut self, event: Event) -> Result<(), SessionError> {
        match event {
            Event::Line { .. } | Event::TooLong | Event::EndOfInput if self.ending != Ending::NotYet => Ok(()),
            Event::Line { at, text } => self.hear(text, at),
            Event::TooLong => self.complain(&format_args!("a line of more than {LINE_MAX} bytes is ignored")),
            Event::EndOfInput => {
                self.ending = Ending::EndOfInput;
                if self.job.as_ref().is_some_and(Job::is_unlimited) { self.stop() } else { Ok(()) }
            }
            Event::Report(report) => self.print_report(&report),
            Event::Output(line) => self.say(&line),
            Event::Searched { searcher, outcome } => {
                self.searcher = Some(searcher);
                if let Some(job) = &mut self.job {
                    job.keep(outcome);
                }
                self.answer_if_allowed()
            }
            Event::Counted => {
                self.job = None;
                Ok(())
            }
            Event::Crashed => Err(SessionError::Crashed),
        }
    }

    /// Obeys a line of input at once, or lets it wait.
    fn hear(&mut self, text: String, at: Instant) -> Result<(), SessionError> {
        self.out.heard(&text);
        let line = Line::parse(&text);
        let verb = line.order.as_ref().map(|order| order.verb);
        let overtakes = match verb {
            Some(Verb::Quit) => true,
            Some(Verb::Stop) => !self.waiting.has_job(),
            _ => self.waiting.is_empty(),
        };
        if overtakes && !self.must_wait(verb) {
            return self.obey(line, at);
        }
        if line.skipped.is_none() && line.order.is_none() {
            return Ok(());
        }
        if !self.waiting.push(text, verb) {
            return self.complain(&"too many lines are waiting for the end of the search, this one is ignored");
        }
        Ok(())
    }

    /// Whether a command has to wait for the end of what is going on. Behind something without an end there is nothing
    /// to wait for.
    fn must_wait(&self, verb: Option<Verb>) -> bool {
        verb.is_some_and(Verb::needs_idle) && self.job.as_ref().is_some_and(|job| !job.is_unlimited())
    }

    /// Obeys the first waiting line, if there is one that need not wait any longer.
    fn obey_next_waiting(&mut self) -> Result<bool, SessionError> {
        if self.must_wait(self.waiting.first_verb()) {
            return Ok(false);
        }
        let Some(text) = self.waiting.pop() else { return Ok(false) };
        self.obey(Line::parse(&text), Instant::now())?;
        Ok(true)
    }

    fn obey(&mut self, line: Line, at: Instant) -> Result<(), SessionError> {
        if let Some(words) = &line.skipped {
            let words = quote(words);
            self.complain(&format_args!("unknown command {words}, `help` lists the commands"))?;
        }
        let Some(Order { word, verb, command }) = line.order else {
            return Ok(());
        };
        if verb.needs_idle() && self.job.is_some() {
            return self.complain(&format_args!("`{word}` is refused during an unlimited search, send `stop` first"));
        }
        match command {
            Ok(command) => self.execute(command, at),
            Err(reason) if verb == Verb::Go => self.refuse_go(&reason),
            Err(reason) => self.complain(&reason),
        }
    }

    /// Tells a job that has just started what was sent to it while it was waiting.
    pub(super) fn started(&mut self) -> Result<(), SessionError> {
        let Some(job) = &mut self.job else { return Ok(()) };
        let advance = self.waiting.take_advance(job.is_pondering());
        if advance.ponder_hit {
            job.ponder_hit(Instant::now());
        }
        if advance.stop || (self.ending == Ending::EndOfInput && job.is_unlimited()) {
            job.stop();
        }
        self.answer_if_allowed()
    }

    pub(super) fn stop(&mut self) -> Result<(), SessionError> {
        if let Some(job) = &mut self.job {
            job.stop();
        }
        self.answer_if_allowed()
    }

    /// Ends a search that has a result and need not hold it back any longer.
    pub(super) fn answer_if_allowed(&mut self) -> Result<(), SessionError> {
        let Some(outcome) = self.job.as_mut().and_then(Job::take_outcome) else {
            return Ok(());
        };
        self.job = None;
        for line in &outcome.lines {
            self.say(&self.dialect.info(line, &outcome.effort, &self.options))?;
        }
        if let Some(winner) = self.game.position().winner() {
            self.say_all(reply::game_over(winner))?;
        }
        self.say(&self.dialect.best_move(&outcome, &self.options))
    }

    fn print_report(&mut self, report: &Report) -> Result<(), SessionError> {
        match report {
            Report::Line(line, effort) => {
                let line = self.dialect.info(line, effort, &self.options);
                Ok(self.out.line_that_may_wait(&line)?)
            }
            Report::CurrentMove { depth, mv, number } => {
                match self.job.as_ref().is_some_and(|job| job.asked().elapsed() >= SILENCE) {
                    true => self.say(&reply::current_move(*depth, *mv, *number)),
                    false => Ok(()),
                }
            }
        }
    }

    /// A `go` that cannot be obeyed is answered all the same, so that no client waits for ever.
    pub(super) fn refuse_go(&mut self, reason: &dyn Display) -> Result<(), SessionError> {
        self.complain(reason)?;
        self.say(&reply::null_move())
    }

    pub(super) fn complain(&mut self, reason: &dyn Display) -> Result<(), SessionError> {
        self.say(&reply::error(reason))
    }

    pub(super) fn say_all(&mut self, lines: Vec<String>) -> Result<(), SessionError> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    pub(super) fn say(&mut self, line: &str) -> Result<(), SessionError> {
        Ok(self.out.line(line)?)
    }
}
