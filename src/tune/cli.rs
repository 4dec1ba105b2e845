//! The command line, as data.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::fit::FitOptions;
use super::game::Rules;
use super::label::Blend;
use super::optimize::Options;
use super::setup::SetupOptions;
use crate::notation::quote;
use crate::rules::Variant;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "veletas-tune", version, max_term_width = 110, args_override_self = true, after_help = EXAMPLES)]
#[command(about = "Games of the Veletas engine against itself, and the evaluation's weights that explain them best")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Job,
}

const EXAMPLES: &str = "\
Example, from nothing to an engine with new weights:
  veletas-tune selfplay --variant 10x10 --games 10000 --out target/tune/10x10.games
  veletas-tune fit --data target/tune/10x10.games
  cargo build --release
A run of self-play that was stopped, even by kill -9, goes on when the same command is given again.
`veletas-tune COMMAND --help` explains a command.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Job {
    /// Play games of the engine against itself and append them to a file
    #[command(after_help = SELFPLAY)]
    Selfplay(SelfPlay),
    /// Fit the weights of the evaluation to games and write them down as Rust source
    #[command(after_help = FIT)]
    Fit(Fit),
    /// Fit the judgement of setups to games and write it down as Rust source
    #[command(after_help = SETUP)]
    Setup(Setup),
}

const SETUP: &str = "\
Example:
  veletas-tune setup --data target/tune/7x7.games target/tune/10x10.games
Fits a logistic regression to the shooters of all games whose first turn after the setup was searched. Best are games
with --random-turns 0 --random-share 0. Each variant has weights of its own, and those without games keep theirs.";

/// How to fit the judgement of setups.
#[derive(Clone, Debug, Args)]
pub struct Setup {
    /// Files of games, any number for each variant
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    pub data: Vec<PathBuf>,
    /// The share of the game's result in the target; the rest is the estimate of the first search
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    pub result_share: f64,
    /// The hundredths of a shooter that make one unit of log odds
    #[arg(long, value_name = "N", default_value_t = 25.0, value_parser = positive)]
    pub scale: f64,
    /// The share of the games that only judges the weights
    #[arg(long, value_name = "SHARE", default_value_t = 0.2, value_parser = share)]
    pub hold_out: f64,
    /// The Rust source
    #[arg(long, value_name = "FILE", default_value = "src/eval/setup_fitted.rs")]
    pub out: PathBuf,
}

impl Setup {
    /// How to fit.
    pub fn options(&self) -> SetupOptions {
        let &Self { result_share, scale, hold_out, .. } = self;
        SetupOptions { blend: Blend { result_share, scale }, hold_out }
    }
}

const SELFPLAY: &str = "\
Example:
  veletas-tune selfplay --variant 7x7 --games 5000 --nodes 1000 --seed 2 --out target/tune/7x7.games
A game has a random setup and a few random turns, then both sides search. It depends on its number and the options
alone, so a bigger --games adds to a file, and --threads changes nothing but the order. A game ends when a win is proven.";

const FIT: &str = "\
Example:
  veletas-tune fit --data target/tune/7x7.games target/tune/10x10.games --result-share 0.5
Fits a logistic regression to all positions in which a search found an estimate, but none proven. The target is a blend of
the game's result and of the search's estimate; where a random turn follows, the estimate just before it stands for
the result. Each variant has weights of its own, and those without games keep theirs.";

/// How to play.
#[derive(Clone, Debug, Args)]
pub struct SelfPlay {
    /// The board: 7x7, 9x9 or 10x10
    #[arg(long, default_value = "10x10", value_parser = variant)]
    pub variant: Variant,
    /// How many games the file shall have
    #[arg(long, value_name = "N")]
    pub games: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Decides about everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// After the random setup come 0 to N random turns
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub random_turns: u32,
    /// How many of a thousand later turns are random, too
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=1000))]
    pub random_share: u32,
    /// How many games run at once [default: one on each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

impl SelfPlay {
    /// What the games are like.
    pub fn rules(&self) -> Rules {
        let &Self { variant, seed, nodes, random_turns, random_share, .. } = self;
        Rules { variant, seed, nodes, random_turns, random_share }
    }

    /// How many games run at once.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }
}

/// How to fit.
#[derive(Clone, Debug, Args)]
pub struct Fit {
    /// Files of games, any number for each variant
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    pub data: Vec<PathBuf>,
    /// The share of the game's result in the target; the rest is the search's estimate
    #[arg(long, value_name = "SHARE", default_value_t = 0.6, value_parser = share)]
    pub result_share: f64,
    /// The share of the games that only judges the weights
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    pub hold_out: f64,
    /// The hundredths of a shooter that make one unit of log odds
    #[arg(long, value_name = "N", default_value_t = 128.0, value_parser = positive)]
    pub scale: f64,
    /// The pull of each weight towards zero, as strong as so many positions
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = positive)]
    pub pull: f64,
    /// Leave out positions in which the move played claims a shooter
    #[arg(long)]
    pub skip_claims: bool,
    /// The most steps of the optimiser
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub steps: u64,
    /// How many threads compute [default: one on each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The Rust source
    #[arg(long, value_name = "FILE", default_value = "src/eval/fitted.rs")]
    pub out: PathBuf,
}

impl Fit {
    /// How to fit.
    pub fn options(&self) -> FitOptions {
        let &Self { result_share, hold_out, scale, pull, skip_claims, steps, threads, .. } = self;
        let optimize = Options { pull, steps, threads: threads.unwrap_or_else(cores) };
        FitOptions { blend: Blend { result_share, scale }, hold_out, skip_claims, optimize }
    }
}

/// How many threads the machine runs at once.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("{} is no share between 0 and 1", quote(text)))
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (1e-6..=1e9).contains(number));
    number.ok_or_else(|| format!("{} is no positive number", quote(text)))
}

fn variant(name: &str) -> Result<Variant, String> {
    Variant::from_name(name).ok_or_else(|| format!("{} is no variant; known are 7x7, 9x9 and 10x10", quote(name)))
}
