//! One line of input as plain data. Nothing here knows a position: whether a move is legal shows when it is played.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::combinator::{opt, recognize, rest, verify};
use nom::multi::many0_count;

use super::go::{Go, parse_go};
use super::reply::Dialect;
use super::words::{keyword, number, word, words};
use crate::notation::quote;
use crate::tools::Method;

/// What a line begins with, which decides when it may be obeyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named after the words in the table below")]
pub enum Verb {
    Handshake,
    IsReady,
    NewGame,
    Position,
    Moves,
    Query,
    Go,
    Stop,
    PonderHit,
    SetOption,
    Debug,
    Quit,
    Display,
    Eval,
    Legal,
    Perft,
    Flip,
    Undo,
    Bench,
    Compiler,
    Help,
}

/// Every command word with its verb.
pub const VERBS: [(&str, Verb); 23] = [
    ("uci", Verb::Handshake),
    ("ugi", Verb::Handshake),
    ("isready", Verb::IsReady),
    ("ucinewgame", Verb::NewGame),
    ("uginewgame", Verb::NewGame),
    ("position", Verb::Position),
    ("moves", Verb::Moves),
    ("query", Verb::Query),
    ("go", Verb::Go),
    ("stop", Verb::Stop),
    ("ponderhit", Verb::PonderHit),
    ("setoption", Verb::SetOption),
    ("debug", Verb::Debug),
    ("quit", Verb::Quit),
    ("d", Verb::Display),
    ("eval", Verb::Eval),
    ("legal", Verb::Legal),
    ("perft", Verb::Perft),
    ("flip", Verb::Flip),
    ("undo", Verb::Undo),
    ("bench", Verb::Bench),
    ("compiler", Verb::Compiler),
    ("help", Verb::Help),
];

impl Verb {
    /// Whether it changes or shows what a running search works with, and so has to wait for its end.
    pub fn needs_idle(self) -> bool {
        use Verb::*;
        !matches!(self, Handshake | IsReady | Query | Stop | PonderHit | Debug | Quit | Compiler | Help)
    }

    /// Whether it starts work that a `stop` can end.
    pub fn starts_job(self) -> bool {
        matches!(self, Self::Go | Self::Perft | Self::Bench)
    }
}

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The unknown words before the command.
    pub skipped: Option<String>,
    /// The command; `None` in blank lines, comments and lines of unknown words.
    pub order: Option<Order>,
}

/// A command, or why its arguments cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The word that it begins with.
    pub word: &'static str,
    /// What that word means.
    pub verb: Verb,
    /// The whole of it.
    pub command: Result<Command, CommandError>,
}

/// What a client wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci` or `ugi`.
    Handshake(Dialect),
    /// `isready`
    IsReady,
    /// `ucinewgame` or `uginewgame`
    NewGame,
    /// `position`
    Position {
        /// The FEN; `None` is the start of the chosen variant.
        fen: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// `moves`
    Moves(Vec<String>),
    /// `query`
    Query(Query),
    /// `go`
    Go(Box<Go>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `setoption`
    SetOption {
        /// The words of the name, single spaces between them.
        name: String,
        /// All that follows `value`.
        value: Option<String>,
    },
    /// `debug`
    Debug(bool),
    /// `quit`
    Quit,
    /// `d`
    Display,
    /// `eval`
    Eval,
    /// `legal`
    Legal,
    /// `perft` or `go perft`
    Perft {
        /// The number of plies.
        depth: u32,
        /// How the last ply is counted.
        method: Method,
    },
    /// `flip`
    Flip,
    /// `undo`
    Undo,
    /// `bench`
    Bench,
    /// `compiler`
    Compiler,
    /// `help`, perhaps about one command
    Help(Option<String>),
}

/// What `query` asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Whether Black is to move.
    BlackToMove,
    /// Whether somebody has won.
    GameOver,
    /// Who has won.
    Result,
    /// The position.
    Fen,
    /// Whether a word is a legal move.
    Legal(String),
    /// Something else.
    Unknown,
}

/// The arguments of a command cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// A keyword stands at the end of the line, where its number is missing.
    #[error("`{0}` needs a number after it")]
    NoNumber(&'static str),
    /// A keyword is followed by something else than a number.
    #[error("`{keyword}` needs a number after it, not {}", quote(.word))]
    Number {
        /// The keyword.
        keyword: &'static str,
        /// What follows it.
        word: String,
    },
    /// `searchmoves` without moves.
    #[error("`searchmoves` needs at least one move")]
    NoSearchMoves,
    /// `position` is followed by neither of its kinds.
    #[error("`position` needs `startpos` or `fen`, not {}", .0.as_deref().map_or("the end of the line".into(), quote))]
    PositionKind(Option<String>),
    /// A word after `position startpos` that is not `moves`.
    #[error("unexpected {} after `startpos`: moves come after `moves`", quote(.0))]
    AfterStart(String),
    /// `setoption` does not go on with `name`.
    #[error("`setoption` needs `name`, not {}", .0.as_deref().map_or("the end of the line".into(), quote))]
    NoName(Option<String>),
    /// `setoption name` names nothing.
    #[error("`setoption name` needs the name of an option")]
    EmptyName,
    /// `debug` is neither switched on nor off.
    #[error("`debug` needs `on` or `off`, not {}", .0.as_deref().map_or("the end of the line".into(), quote))]
    Debug(Option<String>),
    /// A word after the depth of `perft` that names no method.
    #[error("{} is no way to count (`counting`, `listing` or `playing`)", quote(.0))]
    Method(String),
}

impl Line {
    /// Reads a line.
    ///
    /// ```
    /// use veletas::protocol::{Command, Line};
    /// let line = Line::parse("joho isready");
    /// assert_eq!(line.skipped.as_deref(), Some("joho"));
    /// assert_eq!(line.order.unwrap().command, Ok(Command::IsReady));
    /// ```
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        if text.starts_with('#') {
            return Self { skipped: None, order: None };
        }
        let unknown = verify(word, |found: &str| find_verb(found).is_none());
        let (skipped, found) = match (recognize(many0_count(unknown)), opt(word), rest).parse(text) {
            Ok((_, (skipped, first, arguments))) => (skipped, first.and_then(find_verb).map(|row| (row, arguments))),
            Err(_) => (text, None),
        };
        let order = found.map(|((word, verb), rest)| Order { word, verb, command: arguments(word, verb, rest) });
        let skipped = skipped.trim();
        Self { skipped: (!skipped.is_empty()).then(|| skipped.into()), order }
    }
}

fn find_verb(found: &str) -> Option<(&'static str, Verb)> {
    VERBS.into_iter().find(|(word, _)| *word == found)
}

fn arguments(name: &str, verb: Verb, rest: &str) -> Result<Command, CommandError> {
    Ok(match verb {
        Verb::Handshake if name == "uci" => Command::Handshake(Dialect::Uci),
        Verb::Handshake => Command::Handshake(Dialect::Ugi),
        Verb::IsReady => Command::IsReady,
        Verb::NewGame => Command::NewGame,
        Verb::Position => return position(rest),
        Verb::Moves => Command::Moves(words(rest)),
        Verb::Query => Command::Query(query(rest)),
        Verb::Go => return parse_go(rest).map(|go| Command::Go(Box::new(go))),
        Verb::Stop => Command::Stop,
        Verb::PonderHit => Command::PonderHit,
        Verb::SetOption => return set_option(rest),
        Verb::Debug => return debug(rest),
        Verb::Quit => Command::Quit,
        Verb::Display => Command::Display,
        Verb::Eval => Command::Eval,
        Verb::Legal => Command::Legal,
        Verb::Perft => return perft(rest),
        Verb::Flip => Command::Flip,
        Verb::Undo => Command::Undo,
        Verb::Bench => Command::Bench,
        Verb::Compiler => Command::Compiler,
        Verb::Help => Command::Help(first_word(rest)),
    })
}

fn first_word(input: &str) -> Option<String> {
    word(input).ok().map(|(_, found)| found.into())
}

/// `startpos [moves M...]` or `fen F [moves M...]`
fn position(input: &str) -> Result<Command, CommandError> {
    let Ok((input, kind)) = alt((keyword("startpos"), keyword("fen"))).parse(input) else {
        return Err(CommandError::PositionKind(first_word(input)));
    };
    let field = verify(word, |found: &str| found != "moves");
    let (fen, moves) = match (recognize(many0_count(field)), opt(keyword("moves")), rest).parse(input) {
        Ok((_, (fen, _, moves))) => (fen.trim(), words(moves)),
        Err(_) => (input, Vec::new()),
    };
    if kind == "fen" {
        return Ok(Command::Position { fen: Some(fen.into()), moves });
    }
    match first_word(fen) {
        Some(extra) => Err(CommandError::AfterStart(extra)),
        None => Ok(Command::Position { fen: None, moves }),
    }
}

fn query(input: &str) -> Query {
    let asked = words(input);
    match asked.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["p1turn"] => Query::BlackToMove,
        ["gameover"] => Query::GameOver,
        ["result"] => Query::Result,
        ["fen"] => Query::Fen,
        ["legal", mv] => Query::Legal(mv.into()),
        _ => Query::Unknown,
    }
}

/// `name N [value V]`
fn set_option(input: &str) -> Result<Command, CommandError> {
    let Ok((input, _)) = keyword("name").parse(input) else {
        return Err(CommandError::NoName(first_word(input)));
    };
    let part = verify(word, |found: &str| found != "value");
    let value = (keyword("value"), take_while(char::is_whitespace), rest);
    let (name, value) = match (recognize(many0_count(part)), opt(value)).parse(input) {
        Ok((_, (name, value))) => (words(name).join(" "), value.map(|(_, _, text)| text.trim_end().to_owned())),
        Err(_) => (String::new(), None),
    };
    if name.is_empty() {
        return Err(CommandError::EmptyName);
    }
    Ok(Command::SetOption { name, value })
}

fn debug(input: &str) -> Result<Command, CommandError> {
    match first_word(input).as_deref() {
        Some("on") => Ok(Command::Debug(true)),
        Some("off") => Ok(Command::Debug(false)),
        other => Err(CommandError::Debug(other.map(Into::into))),
    }
}

/// `N [counting|listing|playing]`
fn perft(input: &str) -> Result<Command, CommandError> {
    let Ok((input, depth)) = word(input) else {
        return Err(CommandError::NoNumber("perft"));
    };
    let Some(depth) = number(depth) else {
        return Err(CommandError::Number { keyword: "perft", word: depth.into() });
    };
    let method = match first_word(input) {
        None => Method::Counting,
        Some(name) => Method::ALL.into_iter().find(|method| method.name() == name).ok_or(CommandError::Method(name))?,
    };
    Ok(Command::Perft { depth: plies(depth), method })
}

/// A number of plies: what is below 0 is 0.
pub(super) fn plies(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}
