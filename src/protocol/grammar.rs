//! The grammar: a line of text to a [`Line`].

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::combinator::{opt, recognize, rest, verify};
use nom::multi::many0_count;

use super::command::{Command, CommandError, Line, Order, Query, VERBS, Verb};
use super::go::parse_go;
use super::reply::Dialect;
use super::words::{keyword, number, word, words};
use crate::tools::Method;

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
