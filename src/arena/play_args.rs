//! The part of the command line that all commands that play games have in common.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::schedule::Shard;
use crate::notation::quote;
use crate::rules::Variant;

/// What all commands that play have in common.
#[derive(Clone, Debug, Args)]
pub struct Play {
    /// The engines.
    #[command(flatten)]
    pub engines: EngineArgs,
    /// A TOML file with `[[engine]]` tables and an `[each]` table
    #[arg(long, value_name = "FILE", help_heading = "Engines")]
    pub config: Option<PathBuf>,
    /// Clock for all engines: seconds, or seconds+increment [same as --each tc=]
    #[arg(long, value_name = "TC", help_heading = "Limits")]
    pub tc: Option<String>,
    /// Milliseconds per move for all engines
    #[arg(long, value_name = "MS", help_heading = "Limits")]
    pub movetime: Option<String>,
    /// Nodes per move for all engines
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub nodes: Option<String>,
    /// Depth per move for all engines, in plies
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub depth: Option<String>,
    /// How many milliseconds a move may exceed its time before the game is lost
    #[arg(long, value_name = "MS", default_value_t = 5, help_heading = "Limits")]
    pub margin: u64,
    /// How many seconds an answer may be overdue before the engine is killed
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = positive_seconds, help_heading = "Limits")]
    pub stall: Duration,
    /// How many seconds an engine may take from its start to the end of the handshake
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = positive_seconds, help_heading = "Limits")]
    pub start: Duration,
    /// The board: 7x7, 9x9 or 10x10 [default: that of the openings, or 10x10]
    #[arg(long, value_parser = variant, help_heading = "Games")]
    pub variant: Option<Variant>,
    /// How many games each pairing plays, an even number [default: 100, sprt 100000, tournament 10]
    #[arg(long, value_name = "N", help_heading = "Games")]
    pub games: Option<u64>,
    /// Where games begin: `random` legal setups, a FILE with a FEN on each line, or `engines` (they play the setup, too).
    /// Every opening is played twice with colours swapped
    #[arg(long, value_name = "random|engines|FILE", default_value = "random", help_heading = "Games")]
    pub openings: String,
    /// How many random plies follow a random setup
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "Games")]
    pub plies: u32,
    /// Decides about random openings and the order of a list
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Games")]
    pub seed: u64,
    /// How many games run at once
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Run")]
    pub concurrency: usize,
    /// Play only the K-th of N parts of the games; `merge` puts them together again
    #[arg(long, value_name = "K/N", default_value = "1/1", help_heading = "Run")]
    pub shard: Shard,
    /// The name of the files, without their endings [default: from the command and the settings]
    #[arg(long, value_name = "NAME", help_heading = "Run")]
    pub out: Option<String>,
    /// Start over: throw away the games of an earlier run of that name
    #[arg(long, help_heading = "Run")]
    pub fresh: bool,
    /// Without a terminal: a line of progress every N games, 0 for none
    #[arg(long, value_name = "N", default_value_t = 20, help_heading = "Run")]
    pub report_every: u64,
}

fn variant(name: &str) -> Result<Variant, String> {
    Variant::from_name(name).ok_or_else(|| format!("{} is no variant; known are 7x7, 9x9 and 10x10", quote(name)))
}

fn positive_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|s| (0.001..=604_800.0).contains(s));
    let seconds: f64 = seconds.ok_or_else(|| format!("{} is no positive number of seconds", quote(text)))?;
    Ok(Duration::from_secs_f64(seconds))
}

/// `--engine` and `--each`, of which each takes several words.
#[derive(Clone, Debug, Default)]
pub struct EngineArgs {
    /// The words of each `--engine`.
    pub engines: Vec<Vec<String>>,
    /// The words of all `--each`.
    pub each: Vec<String>,
}

impl Args for EngineArgs {
    fn augment_args(command: Command) -> Command {
        let words = |id: &'static str, help: &'static str| {
            let arg = Arg::new(id).long(id).value_name("KEY=VALUE").num_args(1..).action(ArgAction::Append);
            arg.help(help).help_heading("Engines")
        };
        command
            .arg(words("engine", "An engine: name=N cmd=PROGRAM, and args, dir, proto, limits, option.NAME=V"))
            .arg(words("each", "What holds for all engines that do not say otherwise"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let occurrences = |id| {
            let all = matches.get_occurrences::<String>(id).into_iter().flatten();
            all.map(|words| words.cloned().collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        Ok(Self { engines: occurrences("engine"), each: occurrences("each").concat() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
