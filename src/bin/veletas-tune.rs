//! The tuner as a program: arguments to games, or to weights fitted to games.

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

use clap::Parser;
use veletas::tune::cli::Cli;
use veletas::tune::commands::execute;

fn main() -> ExitCode {
    env_logger::init();
    match execute(&Cli::parse().command, &mut stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            // Standard error may be closed.
            drop(writeln!(stderr(), "veletas-tune: {reason}"));
            ExitCode::FAILURE
        }
    }
}
