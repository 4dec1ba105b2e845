//! From a command to its result.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use super::cli::{Job, SelfPlay};
use super::error::TuneError;
use super::selfplay::run;

/// Carries out a command; what it has to say goes to `out`.
///
/// # Errors
/// It cannot be carried out.
pub fn execute(job: &Job, out: &mut dyn Write) -> Result<(), TuneError> {
    match job {
        Job::Selfplay(args) => self_play(args, out),
    }
}

fn self_play(args: &SelfPlay, out: &mut dyn Write) -> Result<(), TuneError> {
    let start = Instant::now();
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get));
    let played = run(&args.out, &args.rules(), args.games, threads)?;
    let seconds = start.elapsed().as_secs_f64();
    let rate = |count: usize| count as f64 / seconds.max(1e-9);
    writeln!(
        out,
        "{}: {} games, {} of them new with {} turns, in {seconds:.1} s ({:.1} games and {:.0} turns per second)",
        args.out.display(),
        played.before + played.games,
        played.games,
        played.turns,
        rate(played.games),
        rate(played.turns),
    )?;
    Ok(())
}
