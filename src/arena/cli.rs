//! The command line, as data.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::play_args::Play;
use super::schedule::Kind;
use super::statistics::{Model, Sprt, SprtError};

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
        /// The test.
        #[command(flatten)]
        test: SprtArgs,
        /// How to play.
        #[command(flatten)]
        play: Play,
    },
    /// Pool the games of shards and judge them as one run
    #[command(after_help = MERGE)]
    Merge {
        /// The JSON lines of the shards
        #[arg(required = true, value_name = "NAME.jsonl")]
        files: Vec<PathBuf>,
        /// Write the pooled games to OUT.pgn and OUT.jsonl
        #[arg(long, value_name = "OUT")]
        out: Option<String>,
        /// How many games the whole schedule has, so that missing ones are noticed
        #[arg(long, value_name = "N")]
        games: Option<u64>,
        /// The test that the run was played for.
        #[command(flatten)]
        test: PastSprtArgs,
    },
    /// Draw the results as one HTML page that needs nothing else
    #[command(after_help = REPORT)]
    Report {
        /// The JSON lines of a run, or of its shards
        #[arg(required = true, value_name = "NAME.jsonl")]
        files: Vec<PathBuf>,
        /// The page
        #[arg(long, value_name = "FILE", default_value = "report.html")]
        out: PathBuf,
        /// The heading [default: the first file's name]
        #[arg(long)]
        title: Option<String>,
        /// Whose progress is drawn [default: the first engine]
        #[arg(long, value_name = "NAME")]
        player: Option<String>,
        /// The test that the run was played for.
        #[command(flatten)]
        test: PastSprtArgs,
    },
    /// Draw a position as SVG
    #[command(after_help = BOARD)]
    Board {
        /// The position [default: the start]; as one word in quotation marks or as several words
        #[arg(value_name = "FEN")]
        fen: Vec<String>,
        /// Moves to be played first; the last one is marked
        #[arg(long, num_args = 1.., value_name = "MOVE")]
        moves: Vec<String>,
        /// The picture [default: standard output]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

const MERGE: &str = "\
Example, on two machines or in two places:
  veletas-arena match --config ab.toml --games 400 --shard 1/2 --out part1
  veletas-arena match --config ab.toml --games 400 --shard 2/2 --out part2
then
  veletas-arena merge part1.jsonl part2.jsonl --games 400 --out whole
Shards whose engines, options or settings differ are refused. Exit status 130: games are missing.";

const REPORT: &str = "\
Examples:
  veletas-arena report cup.jsonl --out cup.html --title 'Cup of levels'
  veletas-arena report sprt/idea.jsonl --sprt --elo0 0 --elo1 10 --out idea.html";

const BOARD: &str = "\
Examples:
  veletas-arena board 7/3s3/7/3s3/5sb/7/5w1 b 0 5 --out board.svg
  veletas-arena board '7/7/7/7/7/7/7 b 3 1' --moves d4 a1,g7 > board.svg";

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

/// A test on the command line.
#[derive(Clone, Copy, Debug, Args)]
pub struct SprtArgs {
    /// The difference in Elo below which the first engine is no gain
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true, help_heading = "Test")]
    elo0: f64,
    /// The difference in Elo that would be a gain
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true, help_heading = "Test")]
    elo1: f64,
    /// The chance to see a gain where there is none
    #[arg(long, default_value_t = 0.05, help_heading = "Test")]
    alpha: f64,
    /// The chance to miss a gain
    #[arg(long, default_value_t = 0.05, help_heading = "Test")]
    beta: f64,
    /// The scale of elo0 and elo1
    #[arg(long, value_name = "SCALE", default_value = "normalized", help_heading = "Test")]
    model: SprtModel,
}

impl SprtArgs {
    /// The test.
    ///
    /// # Errors
    /// It cannot be made as asked.
    pub fn sprt(&self) -> Result<Sprt, SprtError> {
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta, self.model.into())
    }
}

/// A test of games that were played.
#[derive(Clone, Copy, Debug, Args)]
pub struct PastSprtArgs {
    /// Tell how an SPRT stands
    #[arg(long, help_heading = "Test")]
    sprt: bool,
    /// Which.
    #[command(flatten)]
    args: SprtArgs,
}

impl PastSprtArgs {
    /// The test, if there is one.
    ///
    /// # Errors
    /// It cannot be made as asked.
    pub fn sprt(&self) -> Result<Option<Sprt>, SprtError> {
        self.sprt.then(|| self.args.sprt()).transpose()
    }
}

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
