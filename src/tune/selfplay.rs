//! Many games of the engine against itself.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc::sync_channel;

use indicatif::{ProgressBar, ProgressStyle};

use super::HASH;
use super::error::TuneError;
use super::file::GameFile;
use super::game::{Rules, play};
use super::record::Game;
use crate::search::Searcher;

/// What a run has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Games that were in the file already.
    pub before: usize,
    /// Games that were added.
    pub games: usize,
    /// Turns of these, the setup turns included.
    pub turns: usize,
}

/// Plays the games 0 to `games` - 1 that are not in the file yet, so many at once as there are `threads`, and appends them as
/// they end.
///
/// # Errors
/// The file cannot be used or was begun with other rules or another engine, or there is no memory.
pub fn run(path: &Path, rules: &Rules, games: u64, threads: usize) -> Result<Played, TuneError> {
    let (mut file, known) = GameFile::open(path, rules)?;
    let mut searchers = (0..threads.max(1)).map(|_| Searcher::new(HASH, 1)).collect::<Result<Vec<_>, _>>()?;
    check_engine(path, rules, &known, searchers.first_mut())?;

    let numbers: BTreeSet<u64> = known.iter().map(|game| game.number).collect();
    let missing = Mutex::new((0..games).filter(|number| !numbers.contains(number)));
    let mut played = Played { before: numbers.len(), games: 0, turns: 0 };
    let bar = bar(games, games - numbers.range(..games).count() as u64);
    std::thread::scope(|scope| -> Result<(), TuneError> {
        let (send, receive) = sync_channel(16);
        for searcher in &mut searchers {
            let (send, missing) = (send.clone(), &missing);
            let next = || missing.lock().unwrap_or_else(PoisonError::into_inner).next();
            // Nobody listens any more when a game could not be written.
            scope.spawn(move || while next().is_some_and(|number| send.send(play(number, rules, searcher)).is_ok()) {});
        }
        drop(send);
        for game in receive {
            file.append(&game)?;
            played.games += 1;
            played.turns += game.turns.len();
            bar.inc(1);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(played)
}

/// Plays a game of the file again, for games of different engines shall not be mixed unawares.
fn check_engine(path: &Path, rules: &Rules, known: &[Game], searcher: Option<&mut Searcher>) -> Result<(), TuneError> {
    let (Some(game), Some(searcher)) = (known.last(), searcher) else { return Ok(()) };
    if play(game.number, rules, searcher) == *game {
        return Ok(());
    }
    Err(TuneError::Engine { path: path.into(), game: game.number })
}

fn bar(games: u64, missing: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:20} {pos}/{len} games, {per_sec}, {eta} left");
    let bar = ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_position(games - missing);
    bar.reset_eta();
    bar
}
