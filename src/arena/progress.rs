//! What the user sees while games are played: a bar on a terminal, now and then a line otherwise.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};

use super::standings::Standings;
use super::statistics::Sprt;
use crate::notation::{Cause, GameRecord};
use crate::rules::Color;

/// The progress of a run. Lines go to a writer of the caller's, the bar to the terminal behind standard error.
pub struct Progress<'a> {
    out: &'a mut dyn Write,
    bar: Option<ProgressBar>,
    every: u64,
    total: u64,
    sprt: Option<Sprt>,
}

impl<'a> Progress<'a> {
    /// The progress towards `total` games, of which `finished` are finished. A line comes every `every` games when
    /// there is no terminal for a bar; 0 means never.
    pub fn new(out: &'a mut dyn Write, total: u64, finished: u64, every: u64, sprt: Option<Sprt>) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:20} {pos}/{len} games, {eta} left; {wide_msg}");
            let bar = ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_position(finished);
            bar.reset_eta();
            bar
        });
        Self { out, bar, every, total, sprt }
    }

    /// A line between the others.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        let out = &mut self.out;
        let mut write = || writeln!(out, "{text}").and_then(|()| out.flush());
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// A game has ended.
    ///
    /// # Errors
    /// A line cannot be written.
    pub fn game(&mut self, game: &GameRecord, standings: &Standings) -> io::Result<()> {
        if let Some(winner) = game.winner.filter(|_| game.termination.cause != Cause::Normal) {
            let (loser, cause) = (game.player(!winner), game.termination.cause.name());
            self.line(&format!("game {}: {loser} loses by {cause}. {}", game.number, game.termination.reason))?;
        } else if game.termination.reason.contains("wrongly believes") {
            let (black, white) = (game.player(Color::Black), game.player(Color::White));
            self.line(&format!("game {}, {black} - {white}: {}", game.number, game.termination.reason))?;
        }
        let games = standings.games();
        if let Some(bar) = &self.bar {
            bar.set_message(standings.short(self.sprt.as_ref()));
            bar.set_position(games);
        } else if self.every > 0 && games.is_multiple_of(self.every) {
            self.line(&format!("{games}/{} games: {}", self.total, standings.short(self.sprt.as_ref())))?;
        }
        Ok(())
    }

    /// The run is over, for now.
    pub fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
