//! The commands that play: from the command line to the last line of the result.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use super::cli::Job;
use super::engine::{self, EngineError, EngineSpec, EngineWords};
use super::error::{ArenaError, STILLBORN_MAX};
use super::file::read_file;
use super::interrupt::Interrupt;
use super::journal::{Journal, Paths, State};
use super::openings::{OpeningError, Openings, Source, read_list};
use super::play_args::Play;
use super::player::{EnginePlayer, Patience};
use super::pool;
use super::progress::Progress;
use super::runner::{Plan, run};
use super::schedule::{Kind, Schedule, Shard};
use super::settings::{Settings, fingerprint};
use super::standings::Standings;
use super::statistics::{Decision, Sprt};
use crate::notation::{Cause, GameRecord, quote};
use crate::rules::Variant;

/// How long an engine may take to quit before it is killed.
const QUIT: Duration = Duration::from_secs(1);

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// All is done.
    Complete,
    /// The user has ended it early; the same command goes on.
    Early,
}

/// What a run plays for.
struct Purpose {
    command: &'static str,
    kind: Kind,
    games: u64,
    sprt: Option<Sprt>,
}

/// Carries out a command; lines go to `out`.
///
/// # Errors
/// It cannot be carried out, or not to its end.
pub fn execute(job: Job, out: &mut dyn Write, interrupt: &Interrupt) -> Result<Done, ArenaError> {
    match job {
        Job::Match(args) => {
            let purpose = Purpose { command: "match", kind: Kind::Match, games: 100, sprt: None };
            play(&args, &purpose, out, interrupt)
        }
        Job::Tournament { kind, play: args } => {
            let purpose = Purpose { command: "tournament", kind: kind.into(), games: 10, sprt: None };
            play(&args, &purpose, out, interrupt)
        }
        Job::Sprt { test, play: args } => {
            let sprt = Some(test.sprt()?);
            let purpose = Purpose { command: "sprt", kind: Kind::Match, games: 100_000, sprt };
            play(&args, &purpose, out, interrupt)
        }
        Job::Merge { files, out: name, games, test } => {
            pool::merge_files(&files, name.as_deref(), games, test.sprt()?, out)
        }
        Job::Report { files, out: page, title, player, test } => {
            let wish = pool::Page { path: &page, title: title.as_deref(), player: player.as_deref() };
            pool::report_files(&files, &wish, test.sprt()?, out)
        }
        Job::Board { fen, moves, out: picture } => pool::draw_board(&fen.join(" "), &moves, picture.as_deref(), out),
    }
}

fn play(args: &Play, purpose: &Purpose, out: &mut dyn Write, interrupt: &Interrupt) -> Result<Done, ArenaError> {
    let settings = settings(args, purpose)?;
    let games = args.games.unwrap_or(purpose.games);
    if games == 0 || games % 2 != 0 {
        return Err(ArenaError::Games(games));
    }
    let schedule = Schedule::new(purpose.kind, settings.engines.len(), games / 2);
    let patience = Patience { start: args.start, stall: args.stall, quit: QUIT };
    let names = probe(&settings.engines, patience, interrupt, out)?;
    let identification = settings.identify(&names);
    let configuration = identification.configuration.clone();
    let name = args.out.clone().unwrap_or_else(|| default_name(purpose.command, &configuration, args.shard));
    let programs = settings.engines.iter().filter_map(program).collect();
    let state = State { identification, shard: args.shard.to_string(), programs };
    let (journal, before) = Journal::open(Paths::of(&name), &state, args.fresh)?;

    let total = (1..=schedule.pairs()).filter(|&pair| args.shard.has(pair)).count() as u64 * 2;
    let mut standings = Standings::new(settings.engines.iter().map(|engine| engine.name.clone()).collect());
    before.iter().for_each(|game| standings.add(game));
    let finished: BTreeSet<u64> = before.iter().map(|game| game.number).collect();
    writeln!(out, "games go to {} and {}", journal.paths().text.display(), journal.paths().lines.display())?;
    if !finished.is_empty() {
        let n = finished.len();
        writeln!(out, "{n} of {total} games were finished before")?;
    }
    let plan = Plan {
        settings: &settings,
        configuration: &configuration,
        schedule: &schedule,
        shard: args.shard,
        finished: &finished,
        concurrency: args.concurrency,
        patience,
        interrupt,
    };
    let progress = Progress::new(out, total, finished.len() as u64, args.report_every, purpose.sprt);
    let mut judge = Judge { journal, standings, progress, sprt: purpose.sprt, stillborn: 0, told: false };
    let decided = judge.is_decided();
    let verdict = if decided { ControlFlow::Continue(()) } else { run(&plan, |game| judge.see(&game, interrupt))? };
    judge.progress.finish();
    if let ControlFlow::Break(Err(reason)) = verdict {
        return Err(reason);
    }
    for line in judge.standings.report(purpose.sprt.as_ref()) {
        judge.progress.line(&line)?;
    }
    let complete = judge.is_decided() || judge.standings.games() >= total;
    if !complete {
        let done = judge.standings.games();
        judge.progress.line(&format!("ended early after {done} of {total} games; the same command goes on"))?;
    }
    Ok(if complete { Done::Complete } else { Done::Early })
}

/// Sees every game, keeps it, and decides whether the run goes on.
struct Judge<'a> {
    journal: Journal,
    standings: Standings,
    progress: Progress<'a>,
    sprt: Option<Sprt>,
    stillborn: usize,
    told: bool,
}

impl Judge<'_> {
    fn is_decided(&self) -> bool {
        let pairs = self.standings.meeting().pairs;
        self.sprt.is_some_and(|sprt| sprt.decision(&pairs) != Decision::Continue)
    }

    fn see(&mut self, game: &GameRecord, interrupt: &Interrupt) -> ControlFlow<Result<(), ArenaError>> {
        let kept = self.journal.append(game).map_err(ArenaError::from);
        self.standings.add(game);
        let shown = self.progress.game(game, &self.standings).map_err(ArenaError::from);
        if let Err(reason) = kept.and(shown) {
            return ControlFlow::Break(Err(reason));
        }
        let stillborn = game.moves.is_empty() && game.termination.cause != Cause::Normal;
        self.stillborn = if stillborn { self.stillborn + 1 } else { 0 };
        if self.stillborn >= STILLBORN_MAX {
            return ControlFlow::Break(Err(ArenaError::Stillborn(game.termination.reason.clone())));
        }
        if self.is_decided() {
            return ControlFlow::Break(Ok(()));
        }
        if interrupt.is_asked() && !self.told {
            self.told = true;
            let told = self.progress.line("finishing the games that run; press Ctrl-C again to drop them");
            if let Err(reason) = told {
                return ControlFlow::Break(Err(reason.into()));
            }
        }
        ControlFlow::Continue(())
    }
}

fn settings(args: &Play, purpose: &Purpose) -> Result<Settings, ArenaError> {
    let (mut each, mut engines) = args.config.as_deref().map(read_file).transpose()?.unwrap_or_default();
    let shortcuts = [("tc", &args.tc), ("movetime", &args.movetime), ("nodes", &args.nodes), ("depth", &args.depth)];
    for (key, value) in shortcuts {
        let option = || format!("--{key}");
        value
            .as_deref()
            .map_or(Ok(()), |value| each.set(key, value))
            .map_err(|reason| ArenaError::Engine { option: option(), reason })?;
    }
    for word in &args.engines.each {
        let error = |reason| ArenaError::Engine { option: "--each".into(), reason };
        let (key, value) = word.split_once('=').ok_or_else(|| error(EngineError::NoPair(word.clone())))?;
        each.set(key, value).map_err(error)?;
    }
    for (words, number) in args.engines.engines.iter().zip(1..) {
        let read = EngineWords::read(words.iter().map(String::as_str));
        engines.push(read.map_err(|reason| ArenaError::Engine { option: format!("--engine {number}"), reason })?);
    }
    let count = engines.len();
    let (expected, right) = match purpose.kind {
        Kind::Match => ("two", count == 2),
        Kind::RoundRobin | Kind::Gauntlet => ("at least two", count >= 2),
    };
    if !right {
        return Err(ArenaError::Count { command: purpose.command, expected, count });
    }
    Ok(Settings {
        kind: purpose.kind,
        engines: engine::complete(engines, &each)?,
        openings: openings(args)?,
        margin: Duration::from_millis(args.margin),
        stall: args.stall,
    })
}

fn openings(args: &Play) -> Result<Openings, ArenaError> {
    let (source, variant) = match args.openings.as_str() {
        "engines" => (Source::Engines, args.variant),
        "random" => (Source::Random { plies: args.plies }, args.variant),
        path => {
            let path = Path::new(path);
            let text = std::fs::read_to_string(path);
            let text = text.map_err(|reason| OpeningError::File { path: path.into(), reason })?;
            let list = read_list(&text, args.variant, path)?;
            let variant = list.first().map(crate::rules::Position::variant);
            (Source::List(list), variant)
        }
    };
    Ok(Openings::new(variant.unwrap_or(Variant::Ten), args.seed, source))
}

/// Starts every engine once: what does not work is said before the first game. Returns what they call themselves.
fn probe(
    engines: &[EngineSpec],
    patience: Patience,
    interrupt: &Interrupt,
    out: &mut dyn Write,
) -> Result<Vec<String>, ArenaError> {
    let mut names = Vec::new();
    for spec in engines {
        let mut player = EnginePlayer::new(spec.clone(), patience, interrupt.clone());
        let identity = player.identify();
        let identity = identity.map_err(|reason| ArenaError::Start { name: spec.name.clone(), reason })?;
        for option in spec.options.keys().filter(|option| !identity.has_option(option)) {
            let (name, option) = (quote(&spec.name), quote(option));
            writeln!(out, "warning: engine {name} does not know option {option}")?;
        }
        names.push(identity.name.clone());
        player.retire();
    }
    Ok(names)
}

fn default_name(command: &str, configuration: &str, shard: Shard) -> String {
    let part = if shard == Shard::ALL { String::new() } else { format!("-{}-of-{}", shard.part, shard.of) };
    format!("{command}-{configuration}{part}")
}

/// The fingerprint of an engine's program, if it is a file.
fn program(spec: &EngineSpec) -> Option<(String, String)> {
    let bytes = std::fs::read(&spec.cmd).ok()?;
    Some((spec.name.clone(), format!("{:016x}", fingerprint(&bytes))))
}
