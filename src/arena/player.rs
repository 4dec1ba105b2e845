//! A player of games: what the referee needs of it, and an engine process that is one.

use std::time::{Duration, Instant};

use super::engine::EngineSpec;
use super::info::Info;
use super::interrupt::Interrupt;
use super::process::{Process, Silence};
use super::reader::Heard;
use super::talk;
use crate::notation::{Cause, quote};
use crate::rules::{Color, Variant};

/// Somebody who answers with moves. The referee believes nothing but the times.
pub trait Player {
    /// Gets ready for a new game.
    ///
    /// # Errors
    /// It cannot play.
    fn begin(&mut self, variant: Variant) -> Result<(), Failure>;

    /// Chooses a move.
    ///
    /// # Errors
    /// It gives no answer that could be a move.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure>;

    /// What it believes about the result of a finished game: `p1win`, `p2win`, `draw` or `none`. `None` if it does
    /// not say.
    fn believed_result(&mut self, game: &Turn<'_>) -> Option<String>;
}

/// A player's turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The FEN at the start of the game.
    pub opening: &'a str,
    /// The moves since.
    pub moves: &'a [String],
    /// What ends the search: what stands behind `go`.
    pub go: &'a str,
    /// When an answer is too late; `None` when time does not matter.
    pub deadline: Option<Duration>,
}

/// An answer in time or not, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What should be a move.
    pub word: String,
    /// How long it took.
    pub took: Duration,
    /// What was said about the search.
    pub info: Info,
}

/// A player cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Failure {
    /// The kind of failure.
    pub cause: Cause,
    /// The particulars.
    pub reason: String,
}

impl Failure {
    fn new(cause: Cause, reason: impl Into<String>) -> Self {
        Self { cause, reason: reason.into() }
    }
}

/// How long engines are waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the start of the program to the end of the handshake.
    pub start: Duration,
    /// For everything else: after the time for a move is up, for a move when time does not matter, and for `readyok`.
    pub stall: Duration,
    /// From `quit` to the end of the program.
    pub quit: Duration,
}

/// What an engine said in the handshake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name for itself, and its author if it names one.
    pub name: String,
    /// The names of its options.
    pub options: Vec<String>,
}

impl Identity {
    /// Whether the engine has that option, whatever the case of the letters.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }
}

/// An engine as a player. Its process is started when needed, and anew after a failure.
#[derive(Debug)]
pub struct EnginePlayer {
    spec: EngineSpec,
    patience: Patience,
    interrupt: Interrupt,
    process: Option<Process>,
    identity: Identity,
    variant: Option<Variant>,
    answers_queries: bool,
}

impl EnginePlayer {
    /// An engine that is not started yet.
    pub fn new(spec: EngineSpec, patience: Patience, interrupt: Interrupt) -> Self {
        let identity = Identity::default();
        Self { spec, patience, interrupt, process: None, identity, variant: None, answers_queries: true }
    }

    /// Starts the engine if it does not run, and tells what it said about itself.
    ///
    /// # Errors
    /// It cannot be started, or does not speak the protocol.
    pub fn identify(&mut self) -> Result<&Identity, Failure> {
        if self.process.is_none() {
            self.start().inspect_err(|_| self.process = None)?;
        }
        Ok(&self.identity)
    }

    /// Ends the process, politely first.
    pub fn retire(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit(self.patience.quit);
        }
    }

    fn start(&mut self) -> Result<(), Failure> {
        let deadline = Instant::now() + self.patience.start;
        let spec = &self.spec;
        let process = Process::start(spec)
            .map_err(|e| Failure::new(Cause::Crash, format!("{} cannot be started: {e}", quote(&spec.cmd))))?;
        self.process = Some(process);
        (self.variant, self.answers_queries) = (None, true);
        self.identity = Identity::default();
        let hello = self.spec.proto.name();
        let ok = format!("{hello}ok");
        self.send(&format!("{hello}\n"), deadline)?;
        loop {
            let line = self.next(deadline, &ok, self.patience.start)?.text;
            if line == ok {
                break;
            }
            talk::learn(&mut self.identity, &line);
        }
        let options: String = self.spec.options.iter().map(|(name, value)| talk::set_option(name, value)).collect();
        self.send(&options, deadline)?;
        self.sync(self.patience.start)
    }

    /// Waits until the engine has done all that it was told.
    fn sync(&mut self, patience: Duration) -> Result<(), Failure> {
        let deadline = Instant::now() + patience;
        self.send("isready\n", deadline)?;
        loop {
            let line = self.next(deadline, "readyok", patience)?.text;
            if line == "readyok" {
                return Ok(());
            }
            unasked(&line)?;
        }
    }

    /// Reads what has come unasked since the last answer, without waiting: that costs nothing, where asking `isready`
    /// before every move would cost a third more of the arena's time.
    fn settle(&mut self) -> Result<(), Failure> {
        while let Some(heard) = self.process.as_mut().and_then(Process::heard) {
            unasked(&heard.text)?;
        }
        Ok(())
    }

    fn send(&mut self, lines: &str, deadline: Instant) -> Result<(), Failure> {
        let process = self.process.as_mut().ok_or_else(|| Failure::new(Cause::Crash, "the program does not run"))?;
        let sent = process.send(lines, deadline);
        sent.map_err(|silence| {
            let line = quote(lines.lines().next().unwrap_or_default());
            self.failure(&silence, &format!("{line} was not read in time"), &format!("it read {line}"))
        })
    }

    fn next(&mut self, deadline: Instant, awaited: &str, patience: Duration) -> Result<Heard, Failure> {
        let process = self.process.as_mut().ok_or_else(|| Failure::new(Cause::Crash, "the program does not run"))?;
        let heard = process.next(deadline, &self.interrupt);
        heard.map_err(|silence| {
            self.failure(&silence, &format!("no {} within {patience:.1?}", quote(awaited)), &quote(awaited))
        })
    }

    /// Nothing has come: because it took too `long`, or because the program ended `before` it did something.
    fn failure(&mut self, silence: &Silence, long: &str, before: &str) -> Failure {
        match silence {
            Silence::Interrupted => Failure::new(Cause::Unfinished, silence.to_string()),
            Silence::Timeout => Failure::new(Cause::Stall, format!("{long}, killed")),
            Silence::Ended => {
                let obituary = self.process.as_mut().map(Process::obituary).unwrap_or_default();
                Failure::new(Cause::Crash, format!("the program ended before {before}: {obituary}"))
            }
        }
    }

    fn new_game(&mut self, variant: Variant) -> Result<(), Failure> {
        if self.spec.restart && self.variant.is_some() {
            self.retire();
        }
        self.identify()?;
        let given = self.spec.options.keys().any(|name| name.eq_ignore_ascii_case("variant"));
        let mut lines = String::new();
        if self.variant != Some(variant) && !given && self.identity.has_option("variant") {
            lines = talk::set_option("Variant", variant.name());
        }
        self.variant = Some(variant);
        lines.push_str(&format!("{}newgame\n", self.spec.proto.name()));
        self.send(&lines, Instant::now() + self.patience.stall)?;
        self.sync(self.patience.stall)
    }

    fn search(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let stall = self.patience.stall;
        self.settle()?;
        let lines = format!("{}go {}\n", talk::position(turn), turn.go);
        let started = Instant::now();
        self.send(&lines, started + stall)?;
        let mut deadline = started + turn.deadline.unwrap_or(stall);
        let mut overdue = turn.deadline.is_none();
        loop {
            match self.next(deadline, "bestmove", deadline - started) {
                Err(failure) if failure.cause == Cause::Stall && !overdue => {
                    // The game is lost. What is left to learn is whether the engine can play the next one.
                    overdue = true;
                    deadline = Instant::now() + stall;
                    self.send("stop\n", deadline)?;
                }
                Err(failure) => return Err(failure),
                Ok(heard) => {
                    if let Some(word) = talk::best_move(&heard.text) {
                        let word = word.ok_or_else(|| Failure::new(Cause::Protocol, "`bestmove` without a move"))?;
                        let took = heard.at.saturating_duration_since(started);
                        return Ok(Answer { word, took, info: heard.info });
                    }
                }
            }
        }
    }

    fn ask_result(&mut self, game: &Turn<'_>) -> Result<Option<String>, Failure> {
        self.settle()?;
        let deadline = Instant::now() + self.patience.stall;
        self.send(&format!("{}query result\nisready\n", talk::position(game)), deadline)?;
        let mut result = None;
        loop {
            let line = self.next(deadline, "readyok", self.patience.stall)?.text;
            match line.split_once(' ') {
                None if line == "readyok" => return Ok(result),
                Some(("response", word)) => result = Some(word.trim().into()),
                _ => {}
            }
        }
    }
}

impl Player for EnginePlayer {
    fn begin(&mut self, variant: Variant) -> Result<(), Failure> {
        self.new_game(variant).inspect_err(|_| self.process = None)
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        self.search(turn).inspect_err(|_| self.process = None)
    }

    fn believed_result(&mut self, game: &Turn<'_>) -> Option<String> {
        if self.spec.proto != super::engine::Proto::Ugi || self.process.is_none() || !self.answers_queries {
            return None;
        }
        match self.ask_result(game) {
            Ok(result) => {
                self.answers_queries = result.is_some();
                result
            }
            Err(reason) => {
                log::warn!("{}: {reason}", self.spec.name);
                self.process = None;
                None
            }
        }
    }
}

/// An answer to nothing would be taken for the one to the next question: an engine that gives it has lost.
fn unasked(line: &str) -> Result<(), Failure> {
    if line.starts_with("bestmove") {
        return Err(Failure::new(Cause::Protocol, format!("{} came unasked", quote(line))));
    }
    Ok(())
}

/// The times and limits behind `go` for the player of `color`.
pub use talk::go;

/// The word for the result in the protocol.
pub fn result_word(winner: Color) -> &'static str {
    if winner == Color::Black { "p1win" } else { "p2win" }
}
