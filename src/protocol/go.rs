//! The `go` line: its grammar, and what it asks for in a position.

use std::collections::HashSet;
use std::time::Duration;

use nom::Parser;
use nom::combinator::{opt, verify};
use nom::multi::many0;

use super::command::CommandError;
use super::grammar::plies;
use super::reply::Dialect;
use super::words::{number, word};
use crate::notation::{MoveError, quote, read_move};
use crate::rules::Position;
use crate::search::Limits;

/// The longest time that can be asked for, about 30 years: no sum of times and points in time overflows.
const MILLISECONDS_MAX: i64 = 1_000_000_000_000;

/// A `go` line as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The limits that need neither a position nor a dialect.
    pub limits: Limits,
    /// The number after `mate`, plies or turns.
    pub mate: Option<u32>,
    /// Whether only `stop` ends the search.
    pub infinite: bool,
    /// Whether the search begins on the opponent's clock.
    pub ponder: bool,
    /// The moves after `searchmoves`.
    pub search_moves: Vec<String>,
    /// Count leaves that deep instead of searching.
    pub perft: Option<u32>,
    /// Words that mean nothing here.
    pub unknown: Option<String>,
}

/// What a keyword is followed by.
#[derive(Clone, Copy)]
enum Keyword {
    Depth,
    Nodes,
    MoveTime,
    Clock(usize),
    Increment(usize),
    MovesToGo,
    Mate,
    Perft,
    Infinite,
    Ponder,
    SearchMoves,
}

const KEYWORDS: [(&str, Keyword); 17] = [
    ("depth", Keyword::Depth),
    ("nodes", Keyword::Nodes),
    ("movetime", Keyword::MoveTime),
    ("btime", Keyword::Clock(0)),
    ("p1time", Keyword::Clock(0)),
    ("wtime", Keyword::Clock(1)),
    ("p2time", Keyword::Clock(1)),
    ("binc", Keyword::Increment(0)),
    ("p1inc", Keyword::Increment(0)),
    ("winc", Keyword::Increment(1)),
    ("p2inc", Keyword::Increment(1)),
    ("movestogo", Keyword::MovesToGo),
    ("mate", Keyword::Mate),
    ("perft", Keyword::Perft),
    ("infinite", Keyword::Infinite),
    ("ponder", Keyword::Ponder),
    ("searchmoves", Keyword::SearchMoves),
];

fn find_keyword(found: &str) -> Option<(&'static str, Keyword)> {
    KEYWORDS.into_iter().find(|(name, _)| *name == found)
}

/// Reads what stands after `go`.
pub(super) fn parse_go(mut input: &str) -> Result<Go, CommandError> {
    let mut go = Go::default();
    let mut unknown = Vec::new();
    while let Ok((after, found)) = word(input) {
        input = after;
        let Some((name, keyword)) = find_keyword(found) else {
            unknown.push(found);
            continue;
        };
        match keyword {
            Keyword::Infinite => go.infinite = true,
            Keyword::Ponder => go.ponder = true,
            Keyword::SearchMoves => {
                let mut moves = many0(verify(word, |found: &str| find_keyword(found).is_none()));
                if let Ok((after, found)) = moves.parse(input) {
                    input = after;
                    go.search_moves.extend(found.into_iter().map(String::from));
                }
                if go.search_moves.is_empty() {
                    return Err(CommandError::NoSearchMoves);
                }
            }
            _ => {
                let Ok((after, Some(value))) = opt(word).parse(input) else {
                    return Err(CommandError::NoNumber(name));
                };
                input = after;
                let number = number(value);
                let number = number.ok_or_else(|| CommandError::Number { keyword: name, word: value.into() })?;
                go.set(keyword, number);
            }
        }
    }
    go.unknown = (!unknown.is_empty()).then(|| unknown.join(" "));
    Ok(go)
}

impl Go {
    fn set(&mut self, keyword: Keyword, number: i64) {
        let time = Duration::from_millis(number.clamp(0, MILLISECONDS_MAX).unsigned_abs());
        match keyword {
            // No search is less deep than one ply, needs less than one node, or finds a win in less than one turn.
            Keyword::Depth => self.limits.depth = Some(plies(number).max(1)),
            Keyword::Nodes => self.limits.nodes = Some(number.max(1).unsigned_abs()),
            Keyword::MoveTime => self.limits.movetime = Some(time),
            Keyword::Clock(player) => self.limits.clock[player] = Some(time),
            Keyword::Increment(player) => self.limits.increment[player] = time,
            Keyword::MovesToGo => self.limits.moves_to_go = Some(plies(number)).filter(|&moves| moves > 0),
            Keyword::Mate => self.mate = Some(plies(number).max(1)),
            Keyword::Perft => self.perft = Some(plies(number)),
            Keyword::Infinite | Keyword::Ponder | Keyword::SearchMoves => (),
        }
    }

    /// The limits of a search from `position`.
    ///
    /// # Errors
    /// A move of `searchmoves` is not legal there.
    pub fn limits(&self, position: &Position, dialect: Dialect) -> Result<Limits, SearchMoveError> {
        let read = |(i, word): (usize, &String)| {
            read_move(word, position).map_err(|reason| SearchMoveError { number: i + 1, reason })
        };
        let mut search_moves = self.search_moves.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
        // A move that is named twice, perhaps in two forms, is still one move.
        let mut seen = HashSet::new();
        search_moves.retain(|mv| seen.insert(*mv));
        if self.infinite {
            return Ok(Limits { search_moves, ..Limits::default() });
        }
        let mate = self.mate.map(|number| dialect.plies(number));
        let mut limits = Limits { mate, search_moves, ..self.limits.clone() };
        // Whoever sends one clock means it for the player to move.
        let (own, other) = (position.side().index(), (!position.side()).index());
        if limits.clock[own].is_none() {
            limits.clock[own] = limits.clock[other];
            limits.increment[own] = limits.increment[other];
        }
        Ok(limits)
    }
}

/// A move of `searchmoves` cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`searchmoves` {number}: {reason}")]
pub struct SearchMoveError {
    /// Its number, from 1.
    pub number: usize,
    /// Why.
    pub reason: MoveError,
}

/// The message about unknown words.
pub(super) fn unknown_words(words: &str) -> String {
    format!("`go` knows no {}", quote(words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn limits(line: &str, position: &Position) -> Limits {
        parse_go(line).unwrap().limits(position, Dialect::Ugi).unwrap()
    }

    #[test]
    fn one_clock_is_the_movers() {
        let black = Position::start(Variant::Seven);
        let second = Some(Duration::from_secs(1));
        let limits = |line| limits(line, &black);
        assert_eq!(limits("btime 1000").clock, [second, None]);
        assert_eq!(limits("p2time 1000 p2inc 5 p1inc 7").clock, [second; 2]);
        assert_eq!(limits("p2time 1000 p2inc 5 p1inc 7").increment, [Duration::from_millis(5); 2]);
        assert!(limits("binc 5 winc 5").is_endless());
    }

    #[test]
    fn infinite_overrides_and_mates_depend_on_the_dialect() {
        let start = Position::start(Variant::Seven);
        assert!(limits("depth 3 infinite movetime 5 mate 2 nodes 7 btime 3", &start).is_endless());
        let go = parse_go("mate 2").unwrap();
        assert_eq!(go.limits(&start, Dialect::Ugi).unwrap().mate, Some(2));
        assert_eq!(go.limits(&start, Dialect::Uci).unwrap().mate, Some(4));
    }

    #[test]
    fn searchmoves_end_at_the_next_keyword() {
        let start = Position::start(Variant::Seven);
        let limits = limits("searchmoves a1 B2 depth 3 searchmoves c3 A1", &start);
        let names: Vec<String> = limits.search_moves.iter().map(ToString::to_string).collect();
        assert_eq!((names.join(" ").as_str(), limits.depth), ("a1 b2 c3", Some(3)));
        let error = parse_go("searchmoves a1 h8").unwrap().limits(&start, Dialect::Ugi).unwrap_err();
        assert_eq!(error.number, 2);
    }
}
