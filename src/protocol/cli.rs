//! The command line: known words run once, anything else serves.

use super::command::{CommandError, Line};
use super::help;
use super::options::Options;
use crate::notation::{FenError, parse_fen, quote, write_fen};
use crate::rules::Position;

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invocation {
    /// Serve a client; the arguments are unknown.
    Serve(Vec<String>),
    /// Run these commands and exit.
    Run(Vec<String>),
    /// Print these lines and exit.
    Print(Vec<String>),
}

/// A known word is used in a wrong way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsageError {
    /// An argument that the word does not take.
    #[error("unexpected argument {} after {word}", quote(.argument))]
    Argument {
        /// The known word.
        word: String,
        /// The argument.
        argument: String,
    },
    /// The arguments of a command cannot be read.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The FEN was refused.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// There is no such command.
    #[error(transparent)]
    Help(#[from] help::NoHelp),
}

const USAGE: [&str; 11] = [
    "Usage: veletas [COMMAND]",
    "Without a command, serve a UCI or UGI client on standard input and output (type `help` there).",
    "Commands, which run once and exit:",
    "  bench                          measure the speed; the number of nodes identifies the search",
    "  perft N [METHOD] [FEN]         count the positions after N plies; METHOD is counting, listing or playing",
    "  d [FEN]                        draw a position",
    "  eval [FEN]                     explain the evaluation of a position",
    "  legal [FEN]                    list the legal moves of a position",
    "  help [COMMAND]                 list or explain the commands of the protocol",
    "  --help, --version",
    "The environment variable RUST_LOG=debug logs the dialogue to standard error.",
];

/// Reads the arguments, without the program's name.
///
/// # Errors
/// A known word is used in a wrong way.
pub fn read_arguments(arguments: &[String]) -> Result<Invocation, UsageError> {
    let Some((word, rest)) = arguments.split_first() else {
        return Ok(Invocation::Serve(Vec::new()));
    };
    let unexpected = |argument: &String| UsageError::Argument { word: word.clone(), argument: argument.clone() };
    let take_none = |lines| rest.first().map_or(Ok(lines), |argument| Err(unexpected(argument)));
    Ok(match word.as_str() {
        "--help" | "-h" => Invocation::Print(take_none(USAGE.map(String::from).to_vec())?),
        "--version" | "-V" => Invocation::Print(take_none(vec![format!("veletas {}", env!("CARGO_PKG_VERSION"))])?),
        "help" => match rest {
            [_, surplus, ..] => return Err(unexpected(surplus)),
            _ => Invocation::Print(help::help(rest.first().map(String::as_str))?),
        },
        "compiler" => Invocation::Print(take_none(help::build())?),
        "bench" => Invocation::Run(take_none(vec!["bench".into()])?),
        "perft" => perft(rest)?,
        "d" | "eval" | "legal" => Invocation::Run(vec![set_up(&rest.join(" "))?, word.clone()]),
        _ => Invocation::Serve(arguments.to_vec()),
    })
}

/// `N`, a method and a FEN, of which the FEN may be one argument or several.
fn perft(arguments: &[String]) -> Result<Invocation, UsageError> {
    let is_method = |word: &str| Line::parse(&format!("perft 1 {word}")).order.is_some_and(|o| o.command.is_ok());
    let (methods, others): (Vec<&str>, Vec<&str>) =
        arguments.iter().map(|argument| argument.trim()).partition(|word| !word.is_empty() && is_method(word));
    let (depth, fen) = others.split_first().map_or(("", String::new()), |(depth, fen)| (*depth, fen.join(" ")));
    if let [_, surplus, ..] = methods[..] {
        return Err(UsageError::Argument { word: "perft".into(), argument: surplus.into() });
    }
    let command = format!("perft {depth} {}", methods.join(" "));
    if let Some(Err(reason)) = Line::parse(&command).order.map(|order| order.command) {
        return Err(reason.into());
    }
    Ok(Invocation::Run(vec![set_up(&fen)?, command]))
}

/// The command that sets up a position, which was found good.
fn set_up(fen: &str) -> Result<String, UsageError> {
    let position = if fen.trim().is_empty() { Position::start(Options::default().variant) } else { parse_fen(fen)? };
    Ok(format!("position fen {}", write_fen(&position)))
}
