//! Moves as text: syntax first, legality in a position second.

use std::fmt;

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of};
use nom::combinator::{all_consuming, map, map_opt, verify};
use nom::multi::separated_list1;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::quote::quote;
use crate::rules::{Bitboard, Color, Move, Position, Square, Step, queen};

/// What an engine answers when the game is over. Never legal.
pub const NULL_MOVE: &str = "0000";

/// A move as it was written, which may be legal in some position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveText {
    /// The null move.
    Null,
    /// Squares alone: the stone of a shot without a step, or the shooters of a setup turn.
    Squares(Vec<Square>),
    /// A named shooter that steps (or stays, when both squares are the same) and fires.
    Shot {
        /// Where the shooter stands.
        from: Square,
        /// Where it fires from.
        to: Square,
        /// Where the stone lands.
        stone: Square,
    },
}

/// A word is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It cannot be read as a move.
    #[error("{} is not a move (moves look like `f4`, `c3-c7/f4` or `b2,e5,h8`)", quote(.0))]
    Syntax(String),
    /// It can be read but not played here.
    #[error("{} is illegal: {reason}", quote(.word))]
    Illegal {
        /// The word.
        word: String,
        /// Why it cannot be played.
        reason: Illegal,
    },
}

/// Why a move cannot be played in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Somebody has the majority already.
    #[error("the game is over, {0} has won")]
    GameOver(Color),
    /// The null move.
    #[error("a turn cannot be passed")]
    Null,
    /// A square outside the board.
    #[error("{0} is outside the board")]
    OffBoard(Square),
    /// It is a setup turn, and these are not as many squares as the player places.
    #[error("{side} must place {share} shooter{}", if *.share == 1 { "" } else { "s" })]
    SetupCount {
        /// The player to move.
        side: Color,
        /// The number of shooters to place.
        share: u8,
    },
    /// All shooters are placed already.
    #[error("the setup is over")]
    SetupOver,
    /// A setup names a square twice.
    #[error("{0} is named twice")]
    Twice(Square),
    /// The square is not empty.
    #[error("{0} is not empty")]
    Occupied(Square),
    /// Two shooters would be adjacent during the setup.
    #[error("shooters on {0} and {1} would be adjacent")]
    Adjacent(Square, Square),
    /// No shooter stands there.
    #[error("there is no shooter on {0}")]
    NoShooter(Square),
    /// The shooter is claimed.
    #[error("the shooter on {0} is claimed")]
    Claimed(Square),
    /// Two squares are on no common file, rank or diagonal.
    #[error("{0} and {1} are not in line")]
    NotInLine(Square, Square),
    /// Something stands between two squares.
    #[error("the line from {0} to {1} is blocked")]
    Blocked(Square, Square),
    /// No shooter can fire there without moving.
    #[error("no shooter can fire at {0} without moving")]
    OutOfReach(Square),
}

/// Reads a move by its syntax alone: the canonical forms and their aliases, without regard to case.
///
/// # Errors
/// [`MoveError::Syntax`] with the word.
pub fn parse_move(word: &str) -> Result<MoveText, MoveError> {
    let forms = alt((
        map(all_consuming(tag(NULL_MOVE)), |_| MoveText::Null),
        all_consuming(map((square, preceded(char('-'), square), preceded(char('/'), square)), shot)),
        all_consuming(map(
            verify((square, square, preceded(char(','), square), square), |legs| legs.0 != legs.1 && legs.1 == legs.2),
            |legs| shot((legs.0, legs.1, legs.3)),
        )),
        all_consuming(map((square, square, square), shot)),
        all_consuming(map((square, preceded(char('/'), square)), fire)),
        all_consuming(map((square, square), fire)),
        all_consuming(map(separated_list1(char(','), square), MoveText::Squares)),
    ))
    .parse(word);
    let parsed: IResult<&str, MoveText> = forms;
    match parsed {
        Ok((_, text)) => Ok(text),
        Err(_) => Err(MoveError::Syntax(word.into())),
    }
}

fn shot((from, to, stone): (Square, Square, Square)) -> MoveText {
    MoveText::Shot { from, to, stone }
}

fn fire((from, stone): (Square, Square)) -> MoveText {
    shot((from, from, stone))
}

fn square(input: &str) -> IResult<&str, Square> {
    let file = map(one_of("abcdefghijABCDEFGHIJ"), |c| c.to_ascii_lowercase() as u8 - b'a');
    let rank = alt((map(tag("10"), |_| 9), map(one_of("123456789"), |c| c as u8 - b'1')));
    map_opt((file, rank), |(file, rank)| Square::new(file, rank)).parse(input)
}

impl MoveText {
    /// The legal move that this text means in `position`.
    ///
    /// # Errors
    /// The first reason why there is none.
    pub fn resolve(&self, position: &Position) -> Result<Move, Illegal> {
        if let Some(winner) = position.winner() {
            return Err(Illegal::GameOver(winner));
        }
        match self {
            Self::Null => Err(Illegal::Null),
            Self::Squares(squares) if position.is_setup() => resolve_setup(squares, position),
            Self::Shot { .. } if position.is_setup() => Err(setup_count(position)),
            Self::Squares(squares) => match squares[..] {
                [stone] => resolve_standing(stone, position),
                _ => Err(Illegal::SetupOver),
            },
            &Self::Shot { from, to, stone } => resolve_shot(from, to, stone, position),
        }
    }
}

/// The legal move that `word` means in `position`.
///
/// # Errors
/// The word is no move, or none that is legal there.
///
/// ```
/// use veletas::{notation::read_move, rules::{Position, Variant}};
/// let start = Position::start(Variant::Ten);
/// assert_eq!(read_move("H8,e5,b2", &start).unwrap().to_string(), "b2,e5,h8");
/// assert_eq!(
///     read_move("b2,b3,h8", &start).unwrap_err().to_string(),
///     "`b2,b3,h8` is illegal: shooters on b2 and b3 would be adjacent"
/// );
/// ```
pub fn read_move(word: &str, position: &Position) -> Result<Move, MoveError> {
    parse_move(word)?.resolve(position).map_err(|reason| MoveError::Illegal { word: word.into(), reason })
}

fn setup_count(position: &Position) -> Illegal {
    let side = position.side();
    Illegal::SetupCount { side, share: position.variant().share(side) }
}

fn on_board(square: Square, position: &Position) -> Result<(), Illegal> {
    if position.variant().contains(square) { Ok(()) } else { Err(Illegal::OffBoard(square)) }
}

fn resolve_setup(squares: &[Square], position: &Position) -> Result<Move, Illegal> {
    let mut placed = Bitboard::EMPTY;
    for &square in squares {
        on_board(square, position)?;
        if placed.contains(square) {
            return Err(Illegal::Twice(square));
        }
        if position.shooters().contains(square) {
            return Err(Illegal::Occupied(square));
        }
        if let Some(other) = ((position.shooters() | placed) & square.neighbours()).first() {
            return Err(Illegal::Adjacent(other, square));
        }
        placed |= square.into();
    }
    let mv = Move::setup(placed).filter(|mv| position.is_legal(*mv));
    mv.ok_or_else(|| setup_count(position))
}

fn resolve_standing(stone: Square, position: &Position) -> Result<Move, Illegal> {
    on_board(stone, position)?;
    if !position.empty().contains(stone) {
        return Err(Illegal::Occupied(stone));
    }
    if !position.standing_shots().contains(stone) {
        return Err(Illegal::OutOfReach(stone));
    }
    Ok(Move::shot(None, stone))
}

fn resolve_shot(from: Square, to: Square, stone: Square, position: &Position) -> Result<Move, Illegal> {
    for square in [from, to, stone] {
        on_board(square, position)?;
    }
    if Color::ALL.iter().any(|&color| position.claimed(color).contains(from)) {
        return Err(Illegal::Claimed(from));
    }
    if !position.shooters().contains(from) {
        return Err(Illegal::NoShooter(from));
    }
    let step = (from != to).then_some(Step { from, to });
    let mut empty = position.empty();
    if step.is_some() {
        clear_line(from, to, position.reach(from), empty)?;
        empty |= from.into();
    }
    clear_line(to, stone, queen(to, empty), empty & !Bitboard::from(to))?;
    Ok(Move::shot(step, stone))
}

/// Whether a queen on `from` that reaches `reach` gets to `to`, and if not, why.
fn clear_line(from: Square, to: Square, reach: Bitboard, empty: Bitboard) -> Result<(), Illegal> {
    if reach.contains(to) {
        Ok(())
    } else if !empty.contains(to) {
        Err(Illegal::Occupied(to))
    } else if !from.in_line(to) {
        Err(Illegal::NotInLine(from, to))
    } else {
        Err(Illegal::Blocked(from, to))
    }
}

impl fmt::Display for Move {
    /// The canonical form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_setup() {
            let squares: Vec<String> = self.placed().into_iter().map(|s| s.to_string()).collect();
            return f.write_str(&squares.join(","));
        }
        if let Some(Step { from, to }) = self.step() {
            write!(f, "{from}-{to}/")?;
        }
        self.stone().map_or(Ok(()), |stone| write!(f, "{stone}"))
    }
}
