//! One line of input as plain data. Nothing here knows a position: whether a move is legal shows when it is played.

use super::go::Go;
use super::reply::Dialect;
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
