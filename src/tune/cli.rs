//! The command line, as data.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::game::Rules;
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
Example:
  veletas-tune selfplay --variant 10x10 --games 10000 --out target/tune/10x10.games
A run that was stopped, even by kill -9, goes on when the same command is given again.
`veletas-tune COMMAND --help` explains a command.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Job {
    /// Play games of the engine against itself and append them to a file
    #[command(after_help = SELFPLAY)]
    Selfplay(SelfPlay),
}

const SELFPLAY: &str = "\
Example:
  veletas-tune selfplay --variant 7x7 --games 5000 --nodes 1000 --seed 2 --out target/tune/7x7.games
A game has a random setup and a few random turns, then both sides search. It depends on its number and the options
alone, so a bigger --games adds to a file, and --threads changes nothing but the order. A game ends when a win is proven.";

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
    pub threads: Option<usize>,
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
}

fn variant(name: &str) -> Result<Variant, String> {
    Variant::from_name(name).ok_or_else(|| format!("{} is no variant; known are 7x7, 9x9 and 10x10", quote(name)))
}
