//! Text as records.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_while1};
use nom::character::complete::{char, digit1, multispace0, multispace1, one_of, u32 as number32, u64 as number};
use nom::combinator::{map, map_opt, map_res, opt, recognize, value};
use nom::multi::{fold_many0, many0};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use super::write::result;
use super::{Cause, GameRecord, MoveRecord, RecordScore, Termination};
use crate::notation::quote;
use crate::rules::Color;

/// A text holds something that is no game record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A game lacks a tag.
    #[error("line {line}: the game that begins here has no tag {name}")]
    MissingTag {
        /// The line of the game's first tag, from 1.
        line: usize,
        /// The tag's name.
        name: &'static str,
    },
    /// A tag's value has no meaning.
    #[error("line {line}: the game that begins here has a bad value {} of tag {name}", quote(.value))]
    Tag {
        /// The line of the game's first tag, from 1.
        line: usize,
        /// The tag's name.
        name: &'static str,
        /// Its value.
        value: String,
    },
    /// The text goes on in a way that no record does.
    #[error("line {line}: unexpected {}", quote(.text))]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
}

/// Reads games until the text ends. A last game that breaks off is left out: the length of what was read, in bytes, is
/// returned with the games, so that a file can be cut there and written on.
///
/// # Errors
/// Something in the middle is no record, or a record lacks what it needs.
pub fn read_games(text: &str) -> Result<(Vec<GameRecord>, usize), RecordError> {
    let mut games = Vec::new();
    let mut rest = text;
    let line = |rest: &str| 1 + text[..text.len() - rest.len()].matches('\n').count();
    loop {
        let here = rest.trim_start();
        let complete = text.len() - rest.len();
        if here.is_empty() {
            return Ok((games, complete));
        }
        match game(here) {
            Ok((after, raw)) => {
                games.push(raw.record(line(here))?);
                rest = after;
            }
            // Only the end of the text can be torn: another game after it means that this is no record.
            Err(_) if !here.contains("\n\n[") => return Ok((games, complete)),
            Err(nom::Err::Error(e) | nom::Err::Failure(e)) => {
                let text = e.input.split_whitespace().next().unwrap_or_default().into();
                return Err(RecordError::Syntax { line: line(e.input), text });
            }
            Err(nom::Err::Incomplete(_)) => return Ok((games, complete)),
        }
    }
}

/// A game as it was written, before its tags are understood.
struct RawGame {
    tags: Vec<(String, String)>,
    moves: Vec<MoveRecord>,
    winner: Option<Color>,
}

impl RawGame {
    fn record(self, line: usize) -> Result<GameRecord, RecordError> {
        let tags = self.tags;
        let find = |name: &'static str| {
            let tag = tags.iter().find(|(key, _)| key == name);
            tag.map(|(_, value)| value.clone()).ok_or(RecordError::MissingTag { line, name })
        };
        let bad = |name: &'static str, value: String| RecordError::Tag { line, name, value };
        let count = |name: &'static str| {
            let value = find(name)?;
            value.parse::<u64>().map_err(|_| bad(name, value))
        };
        let ending = find("Termination")?;
        let cause = Cause::ALL.into_iter().find(|cause| cause.name() == ending);
        let cause = cause.ok_or_else(|| bad("Termination", ending))?;
        let announced = find("Result")?;
        if announced != result(self.winner) {
            return Err(bad("Result", announced));
        }
        Ok(GameRecord {
            number: count("Round")?,
            pair: count("Pair")?,
            variant: find("Variant")?,
            black: find("Black")?,
            white: find("White")?,
            opening: find("FEN")?,
            moves: self.moves,
            winner: self.winner,
            termination: Termination { cause, reason: find("Reason")? },
            seed: count("Seed")?,
            time_control: find("TimeControl")?,
            date: find("Date")?,
            configuration: find("Event")?,
        })
    }
}

fn game(input: &str) -> IResult<&str, RawGame> {
    let tags = many0(terminated(pair, multispace0));
    let moves = many0(terminated(turn, multispace1));
    let end = terminated(
        alt((value(Some(Color::White), tag("1-0")), value(Some(Color::Black), tag("0-1")), value(None, tag("*")))),
        tag("\n"),
    );
    let parts = (tags, moves, end, opt(tag("\n")));
    map(parts, |(tags, moves, winner, _)| RawGame { tags, moves, winner }).parse(input)
}

/// `[Name "value"]`
fn pair(input: &str) -> IResult<&str, (String, String)> {
    let name = take_while1(|c: char| c.is_ascii_alphanumeric());
    let character = alt((
        map(preceded(char('\\'), one_of("nr\"\\")), |c| match c {
            'n' => "\n",
            'r' => "\r",
            '"' => "\"",
            _ => "\\",
        }),
        is_not("\"\\\n"),
    ));
    let text = fold_many0(character, String::new, |text, part| text + part);
    let quoted = delimited(char('"'), text, char('"'));
    map(delimited(char('['), separated_pair(name, char(' '), quoted), char(']')), |(name, value)| {
        (String::from(name), value)
    })
    .parse(input)
}

/// `12. c3-c7/f4 {+0.35/8 0.010412s n=12345 t=10}`
fn turn(input: &str) -> IResult<&str, MoveRecord> {
    let head = (digit1, tag("."), multispace1);
    let word = take_while1(|c: char| !c.is_whitespace() && !"{}[]".contains(c));
    let score = alt((map(score, Some), value(None, char('-'))));
    let depth = preceded(char('/'), alt((map(number32, Some), value(None, char('-')))));
    let nodes = opt(preceded((multispace1, tag("n=")), number));
    let own = opt(preceded((multispace1, tag("t=")), number));
    let comment = (score, depth, preceded(multispace1, seconds), nodes, own);
    let comment = preceded(multispace1, delimited(char('{'), comment, char('}')));
    map((preceded(head, word), comment), |(mv, (score, depth, time_us, nodes, own_time_ms))| MoveRecord {
        mv: mv.into(),
        score,
        depth,
        nodes,
        time_us,
        own_time_ms,
    })
    .parse(input)
}

/// `+0.35`, `-12.00`, `+M5` or `-M4`
fn score(input: &str) -> IResult<&str, RecordScore> {
    let signed = |sign: char, n: i64| i32::try_from(if sign == '-' { -n } else { n }).ok();
    let mate = map_opt((one_of("+-"), preceded(char('M'), number32)), move |(sign, plies)| {
        signed(sign, plies.into()).map(RecordScore::Mate)
    });
    let cents = preceded(char('.'), recognize((one_of(DIGITS), one_of(DIGITS))));
    let cp = map_opt((one_of("+-"), number32, map_res(cents, str::parse::<i64>)), move |(sign, whole, cents)| {
        signed(sign, i64::from(whole) * 100 + cents).map(RecordScore::Cp)
    });
    alt((mate, cp)).parse(input)
}

const DIGITS: &str = "0123456789";

/// `0.010412s` in microseconds.
fn seconds(input: &str) -> IResult<&str, u64> {
    let micros = map_opt(digit1, |digits: &str| (digits.len() == 6).then(|| digits.parse::<u64>().ok()).flatten());
    map_opt(terminated(separated_pair(number, char('.'), micros), char('s')), |(whole, micros)| {
        whole.checked_mul(1_000_000)?.checked_add(micros)
    })
    .parse(input)
}
