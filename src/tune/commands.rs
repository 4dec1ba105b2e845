//! From a command to its result.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use super::cli::{Fit, Job, SelfPlay, Setup};
use super::error::TuneError;
use super::fit::{Fitted, FittedModel, Part, fit};
use super::selfplay::run;
use super::setup::fit_setups;
use super::setup_source::setup_source;
use super::source::source;

/// Carries out a command; what it has to say goes to `out`.
///
/// # Errors
/// It cannot be carried out.
pub fn execute(job: &Job, out: &mut dyn Write) -> Result<(), TuneError> {
    match job {
        Job::Selfplay(args) => self_play(args, out),
        Job::Fit(args) => fit_weights(args, out),
        Job::Setup(args) => fit_setup(args, out),
    }
}

fn self_play(args: &SelfPlay, out: &mut dyn Write) -> Result<(), TuneError> {
    let start = Instant::now();
    let played = run(&args.out, &args.rules(), args.games, args.threads())?;
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

fn fit_weights(args: &Fit, out: &mut dyn Write) -> Result<(), TuneError> {
    let old = old_source(&args.out)?;
    let options = args.options();
    let fitted = fit(&args.data, &options)?;
    fitted.iter().try_for_each(|fitted| report(fitted, options.blend.scale, out))?;
    write_source(&args.out, &source(&fitted, &options, &old), out)
}

fn fit_setup(args: &Setup, out: &mut dyn Write) -> Result<(), TuneError> {
    let old = old_source(&args.out)?;
    let options = args.options();
    let fitted = fit_setups(&args.data, &options)?;
    for fitted in &fitted {
        writeln!(out, "{}", fitted.summary())?;
    }
    write_source(&args.out, &setup_source(&fitted, &options, &old), out)
}

/// What the file says now; nothing if there is none.
fn old_source(path: &Path) -> Result<String, TuneError> {
    match fs::read_to_string(path) {
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(|reason| TuneError::File { path: path.into(), reason }),
    }
}

fn write_source(path: &Path, text: &str, out: &mut dyn Write) -> Result<(), TuneError> {
    fs::write(path, text).map_err(|reason| TuneError::File { path: path.into(), reason })?;
    writeln!(out, "The weights are in {}.", path.display())?;
    Ok(())
}

fn report(fitted: &Fitted, scale: f64, out: &mut dyn Write) -> io::Result<()> {
    let (name, best) = (fitted.variant.name(), fitted.best_scale);
    report_model(name, "evaluation", &fitted.evaluation, out)?;
    report_model(name, "sketch", &fitted.sketch, out)?;
    writeln!(out, "{name}: searches explain the results best with a scale of {best:.0}; {scale} is used.")
}

fn report_model(variant: &str, model: &str, fitted: &FittedModel, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{variant}, {model}: {} of {} features occur", fitted.features, fitted.weights.len())?;
    writeln!(out, "             games  positions  loss: least  before   after  (not rounded)   gain")?;
    for (name, part) in [("training", &fitted.training), ("held out", &fitted.held_out)] {
        let Part { games, positions, floor, before, after, unrounded } = part;
        let gain = before - after;
        writeln!(
            out,
            "  {name} {games:>7}  {positions:>9}      {floor:.5} {before:.5} {after:.5}      ({unrounded:.5})  {gain:.5}"
        )?;
    }
    writeln!(out, "  {} steps and {:.1} s, ended by: {}", fitted.steps, fitted.time.as_secs_f64(), fitted.reason)
}
