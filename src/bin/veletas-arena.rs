//! The arena as a program: arguments to a match, a tournament or whatever was asked for.

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

use clap::Parser;
use veletas::arena::Interrupt;
use veletas::arena::cli::Cli;
use veletas::arena::commands::{Done, execute};

/// The exit code after a run that was ended early.
const EARLY: u8 = 130;

fn main() -> ExitCode {
    env_logger::init();
    let cli = Cli::parse();
    let interrupt = Interrupt::default();
    let asked = interrupt.clone();
    if let Err(reason) = ctrlc::set_handler(move || asked.ask()) {
        note(&format!("veletas-arena: warning: Ctrl-C will not be heard: {reason}"));
    }
    match execute(cli.command, &mut stdout(), &interrupt) {
        Ok(Done::Complete) => ExitCode::SUCCESS,
        Ok(Done::Early) => ExitCode::from(EARLY),
        Err(reason) => {
            note(&format!("veletas-arena: {reason}"));
            ExitCode::FAILURE
        }
    }
}

/// A line on standard error, which may be closed.
fn note(line: &str) {
    drop(writeln!(stderr(), "{line}"));
}
