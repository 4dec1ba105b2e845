//! The command line, as data.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Parser, Subcommand, ValueEnum};

use super::schedule::{Kind, Shard};
use super::statistics::Model;
use crate::notation::quote;
use crate::rules::Variant;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "veletas-arena", version, max_term_width = 110, args_override_self = true, after_help = EXAMPLES)]
#[command(about = "Matches, tournaments and tests of strength between Veletas engines (UGI or UCI)")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Job,
}

const EXAMPLES: &str = "\
Examples:
  Two settings of one engine, 200 games of 100 ms a move, two at a time:
    veletas-arena match --engine name=new cmd=./veletas --engine name=weak cmd=./veletas 'option.Skill Level=10' \\
        --each movetime=100 --games 200 --concurrency 2
  Is the new version stronger? Play until that is known:
    veletas-arena sprt --engine name=new cmd=./new --engine name=old cmd=./old --tc 5+0.05 --elo0 0 --elo1 10
  Everybody against everybody, the engines in a file:
    veletas-arena tournament --config engines.toml --games 20 --nodes 2000
A run that was stopped, even by kill -9, goes on when the same command is given again.
`veletas-arena COMMAND --help` explains a command.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Job {
    /// Play games between two engines
    #[command(after_help = MATCH)]
    Match(Play),
    /// Play a round robin or a gauntlet between several engines
    #[command(after_help = TOURNAMENT)]
    Tournament {
        /// Who meets whom: everybody everybody (roundrobin), or the first engine all others (gauntlet)
        #[arg(long, value_name = "KIND", default_value = "roundrobin")]
        kind: TournamentKind,
        /// How to play.
        #[command(flatten)]
        play: Play,
    },
    /// Play two engines until it is decided whether the first one is stronger
    #[command(after_help = SPRT)]
    Sprt {
        /// The difference in Elo below which the first engine is no gain
        #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
        elo0: f64,
        /// The difference in Elo that would be a gain
        #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
        elo1: f64,
        /// The chance to see a gain where there is none
        #[arg(long, default_value_t = 0.05)]
        alpha: f64,
        /// The chance to miss a gain
        #[arg(long, default_value_t = 0.05)]
        beta: f64,
        /// The scale of elo0 and elo1
        #[arg(long, value_name = "SCALE", default_value = "normalized")]
        model: SprtModel,
        /// How to play.
        #[command(flatten)]
        play: Play,
    },
}

const MATCH: &str = "\
Examples:
  veletas-arena match --engine name=a cmd=./a --engine name=b cmd='./b' args='--threads 1' --tc 10+0.1
  veletas-arena match --engine name=a cmd=./a tc=10+0.1 --engine name=b cmd=./b proto=uci nodes=5000 \\
      --each option.Hash=64 --variant 9x9 --openings book.fen --games 400 --concurrency 4 --out results/ab
Engine keys: name, cmd, args, dir, proto (ugi or uci), restart (on or off), tc (seconds+increment), movetime (ms),
nodes, depth, option.NAME. An engine with a limit of its own has none of --each's.
Files: OUT.pgn (games as text), OUT.jsonl (one JSON line per game), OUT.run.json (what the run was begun with).
Exit status: 0 all games are played, 1 error, 2 wrong command line, 130 ended early.";

const TOURNAMENT: &str = "\
Example, with engines.toml:
  [each]
  cmd = \"./veletas\"
  nodes = 2000
  [[engine]]
  name = \"full\"
  [[engine]]
  name = \"weak\"
  option.\"Skill Level\" = 8
then
  veletas-arena tournament --config engines.toml --variant 7x7 --games 20 --concurrency 2 --out cup
  veletas-arena tournament --kind gauntlet --config engines.toml --games 100 --nodes 5000
--games counts the games of each pairing. Engine keys and files are those of `match`.";

const SPRT: &str = "\
Example:
  veletas-arena sprt --engine name=new cmd=./new --engine name=old cmd=./old --each movetime=50 option.Hash=16 \\
      --elo0 0 --elo1 10 --concurrency 2 --out sprt/idea
The test works on pairs of games with one opening and swapped colours. H1 (a gain of elo1) or H0 (elo0) is accepted as
soon as the log-likelihood ratio leaves its bounds; --games is the most that are played. Give the same command
again after an interruption. Engine keys and files are those of `match`.";

/// Tournament kinds on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TournamentKind {
    /// Everybody meets everybody.
    #[value(name = "roundrobin", alias = "round-robin")]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

impl From<TournamentKind> for Kind {
    fn from(kind: TournamentKind) -> Self {
        match kind {
            TournamentKind::RoundRobin => Self::RoundRobin,
            TournamentKind::Gauntlet => Self::Gauntlet,
        }
    }
}

/// Scales of the bounds on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SprtModel {
    /// Normalized Elo.
    Normalized,
    /// Elo of the expected score.
    Logistic,
}

impl From<SprtModel> for Model {
    fn from(model: SprtModel) -> Self {
        match model {
            SprtModel::Normalized => Self::Normalized,
            SprtModel::Logistic => Self::Logistic,
        }
    }
}

/// What all commands that play have in common.
#[derive(Clone, Debug, Args)]
pub struct Play {
    /// The engines.
    #[command(flatten)]
    pub engines: EngineArgs,
    /// A TOML file with [[engine]] tables and an [each] table
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_grammar_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn each_engine_has_its_own_words() {
        let line = "veletas-arena match --engine name=a cmd=x --games 4 --engine name=b --each nodes=1 --each depth=2";
        let Job::Match(play) = Cli::try_parse_from(line.split(' ')).unwrap().command else { panic!() };
        assert_eq!(play.engines.engines, [vec!["name=a", "cmd=x"], vec!["name=b"]]);
        assert_eq!((play.engines.each, play.games), (vec!["nodes=1".into(), "depth=2".into()], Some(4)));
    }

    #[test]
    fn errors_quote_the_offending_word() {
        for (words, reason) in [
            ("match --variant 8x8", "`8x8` is no variant"),
            ("match --shard 5/4", "`5/4` is no shard"),
            ("match --stall soon", "`soon` is no positive number of seconds"),
            ("match --margin -1", "-1"),
            ("tournament --kind knockout", "knockout"),
            ("duel", "duel"),
        ] {
            let line = std::iter::once("veletas-arena").chain(words.split(' '));
            let error = Cli::try_parse_from(line).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
