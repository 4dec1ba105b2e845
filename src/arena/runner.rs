//! Plays the games of a schedule, several at once.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::game::{Side, play};
use super::interrupt::Interrupt;
use super::player::{EnginePlayer, Patience};
use super::schedule::{Fixture, Schedule, Shard};
use super::settings::Settings;
use crate::notation::{Cause, GameRecord, write_fen};

/// What is to be played, and how.
#[derive(Debug)]
pub struct Plan<'a> {
    /// What the games are like.
    pub settings: &'a Settings,
    /// The hash of the settings, for the records.
    pub configuration: &'a str,
    /// All games.
    pub schedule: &'a Schedule,
    /// Which of them are played here.
    pub shard: Shard,
    /// The numbers of those that are finished already.
    pub finished: &'a BTreeSet<u64>,
    /// How many games run at once.
    pub concurrency: usize,
    /// How long engines are waited for.
    pub patience: Patience,
    /// How the user ends the run early.
    pub interrupt: &'a Interrupt,
}

impl Plan<'_> {
    /// The pairs that have games left to be played here.
    fn pairs_left(&self) -> impl Iterator<Item = [Fixture; 2]> {
        (1..=self.schedule.pairs())
            .filter(|&pair| self.shard.has(pair))
            .filter_map(|pair| self.schedule.pair(pair))
            .filter(|games| games.iter().any(|game| !self.finished.contains(&game.number)))
    }
}

/// Plays until the schedule is done, the user ends it, or `judge` breaks, which sees every game as it ends. Games that
/// run at a break are dropped.
///
/// # Errors
/// No thread can be started.
pub fn run<B>(plan: &Plan<'_>, mut judge: impl FnMut(GameRecord) -> ControlFlow<B>) -> io::Result<ControlFlow<B>> {
    let queue = Mutex::new(plan.pairs_left());
    let (sender, games) = channel();
    thread::scope(|scope| {
        for i in 0..plan.concurrency.max(1) {
            let (queue, sender) = (&queue, sender.clone());
            let worker = move || {
                let mut worker = Worker { plan, players: Vec::new() };
                let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                worker.work(take, &sender);
            };
            let started = thread::Builder::new().name(format!("game {i}")).spawn_scoped(scope, worker);
            started.inspect_err(|_| plan.interrupt.abort())?;
        }
        drop(sender);
        let verdict = games.iter().try_for_each(&mut judge);
        if verdict.is_break() {
            plan.interrupt.abort();
        }
        Ok(verdict)
    })
}

/// Plays one game at a time. Engines are kept for the next game if they play in it.
struct Worker<'a> {
    plan: &'a Plan<'a>,
    players: Vec<(usize, EnginePlayer)>,
}

impl Worker<'_> {
    fn work(&mut self, mut take: impl FnMut() -> Option<[Fixture; 2]>, sender: &Sender<GameRecord>) {
        while !self.plan.interrupt.is_asked() {
            let Some(pair) = take() else { break };
            for fixture in pair.into_iter().filter(|game| !self.plan.finished.contains(&game.number)) {
                if self.plan.interrupt.is_asked() {
                    break;
                }
                let record = self.play(fixture);
                if record.termination.cause != Cause::Unfinished && sender.send(record).is_err() {
                    break;
                }
            }
        }
        self.players.iter_mut().for_each(|(_, player)| player.retire());
    }

    /// The player of an engine, for as long as the game lasts.
    fn player(&mut self, engine: usize) -> Option<EnginePlayer> {
        if let Some(i) = self.players.iter().position(|(index, _)| *index == engine) {
            return Some(self.players.swap_remove(i).1);
        }
        let spec = self.plan.settings.engines.get(engine)?.clone();
        Some(EnginePlayer::new(spec, self.plan.patience, self.plan.interrupt.clone()))
    }

    fn play(&mut self, fixture: Fixture) -> GameRecord {
        let settings = self.plan.settings;
        let opening = settings.openings.get(fixture.opening);
        let date = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let seats = [fixture.black, fixture.white];
        let mut record = GameRecord {
            number: fixture.number,
            pair: fixture.pair,
            variant: settings.openings.variant().name().into(),
            black: String::new(),
            white: String::new(),
            opening: write_fen(&opening),
            moves: Vec::new(),
            winner: None,
            termination: crate::notation::Termination { cause: Cause::Unfinished, reason: String::new() },
            seed: settings.openings.seed(),
            time_control: settings.time_control(fixture.black, fixture.white),
            date,
            configuration: self.plan.configuration.into(),
        };
        let (Some(mut black), Some(mut white)) = (self.player(fixture.black), self.player(fixture.white)) else {
            return record;
        };
        self.players.drain(..).for_each(|(_, mut player)| player.retire());
        let [Some(black_spec), Some(white_spec)] = seats.map(|seat| settings.engines.get(seat)) else {
            return record;
        };
        (record.black, record.white) = (black_spec.name.clone(), white_spec.name.clone());
        let sides = [
            Side { player: &mut black, limits: black_spec.limits, proto: black_spec.proto },
            Side { player: &mut white, limits: white_spec.limits, proto: white_spec.proto },
        ];
        let ended = play(&opening, sides, settings.margin);
        (record.moves, record.winner, record.termination) = (ended.moves, ended.winner, ended.termination);
        self.players.extend([(fixture.black, black), (fixture.white, white)]);
        record
    }
}
