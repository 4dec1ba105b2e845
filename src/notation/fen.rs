//! Positions as text: `board side hand turn`.

use nom::branch::alt;
use nom::bytes::complete::take_while_m_n;
use nom::character::complete::{anychar, digit1};
use nom::combinator::{all_consuming, map};
use nom::multi::many0;
use nom::{IResult, Parser};

use super::quote::quote;
use crate::rules::{Bitboard, Color, InvalidPosition, Layout, Position, SIZE_MAX, Square, Variant};

/// What is wrong with one part of a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// There is nothing to read.
    #[error("the FEN is empty")]
    Empty,
    /// The board has a number of ranks that no variant has.
    #[error("the board {} has {count} rank{} instead of 7, 9 or 10", quote(.board), if *.count == 1 { "" } else { "s" })]
    Ranks {
        /// The field.
        board: String,
        /// Its number of ranks.
        count: usize,
    },
    /// A rank has more or fewer squares than the board's side.
    #[error("rank {rank} {} has {width} squares instead of {size}", quote(.text))]
    Width {
        /// The rank's number, 1 at the bottom.
        rank: usize,
        /// Its text.
        text: String,
        /// How many squares it has.
        width: usize,
        /// How many it should have.
        size: usize,
    },
    /// A letter that stands for no piece.
    #[error("unknown piece {} in rank {rank}", quote(&.piece.to_string()))]
    Piece {
        /// The character.
        piece: char,
        /// The rank's number.
        rank: usize,
    },
    /// A number of empty squares that no rank can have, or one with a leading zero.
    #[error("bad number of empty squares {} in rank {rank}", quote(.number))]
    Run {
        /// The digits.
        number: String,
        /// The rank's number.
        rank: usize,
    },
    /// The second field is missing.
    #[error("the side to move is missing after the board")]
    NoSide,
    /// The second field is not a side.
    #[error("the side to move must be `b` or `w`, not {}", quote(.0))]
    Side(String),
    /// The third field is not a number.
    #[error("the hand must be a number, not {}", quote(.0))]
    Hand(String),
    /// The fourth field is not a number.
    #[error("the turn must be a number, not {}", quote(.0))]
    Turn(String),
    /// There are more than four fields.
    #[error("unexpected {} after the turn", quote(.0))]
    Extra(String),
    /// It can be read, but no game has such a position.
    #[error(transparent)]
    Position(#[from] InvalidPosition),
}

/// A FEN was refused, for all of these reasons.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct FenError {
    /// What is wrong; never empty.
    pub problems: Vec<Problem>,
}

/// Reads a position. `turn`, or `hand` and `turn`, may be left out.
///
/// # Errors
/// Every problem of every field; if there is none, every reason why the layout is no position.
///
/// ```
/// use veletas::notation::{parse_fen, write_fen};
/// let position = parse_fen("7/7/7/7/7/7/7 b").unwrap();
/// assert_eq!(write_fen(&position), "7/7/7/7/7/7/7 b 3 1");
/// ```
pub fn parse_fen(fen: &str) -> Result<Position, FenError> {
    let mut fields = fen.split_whitespace();
    let mut problems = Vec::new();
    let Some(board) = fields.next() else {
        return Err(FenError { problems: vec![Problem::Empty] });
    };
    let layout = read_board(board, &mut problems);
    let side = match fields.next() {
        None => Err(Problem::NoSide),
        Some("b") => Ok(Color::Black),
        Some("w") => Ok(Color::White),
        Some(other) => Err(Problem::Side(other.into())),
    };
    let hand = fields.next().map(|word| read_number(word).ok_or_else(|| Problem::Hand(word.into()))).transpose();
    let turn = fields.next().map(|word| read_number(word).ok_or_else(|| Problem::Turn(word.into()))).transpose();
    let extra = fields.next().map_or(Ok(()), |word| Err(Problem::Extra(word.into())));

    let mut keep = |problem| problems.push(problem);
    let (side, hand, turn) = (side.map_err(&mut keep), hand.map_err(&mut keep), turn.map_err(&mut keep));
    let extra = extra.map_err(&mut keep);
    let (Some(mut layout), Ok(side), Ok(hand), Ok(turn), Ok(())) = (layout, side, hand, turn, extra) else {
        return Err(FenError { problems });
    };
    layout.side = side;
    let placed = layout.shooters | layout.claimed[0] | layout.claimed[1];
    layout.hand = hand.unwrap_or_else(|| u64::from(layout.variant.shooters()).saturating_sub(placed.count().into()));
    layout.turn = turn.unwrap_or_else(|| usual_turn(&layout));
    Position::try_from(&layout).map_err(|invalid| FenError { problems: vec![invalid.into()] })
}

/// The turn of a game that began with the setup and then added one stone a turn.
fn usual_turn(layout: &Layout) -> u64 {
    match (layout.hand, layout.side) {
        (0, _) => 3 + u64::from((layout.stones[0] | layout.stones[1]).count()),
        (_, Color::Black) => 1,
        (_, Color::White) => 2,
    }
}

fn read_number(word: &str) -> Option<u64> {
    let digits: IResult<&str, &str> = all_consuming(digit1).parse(word);
    digits.ok()?.1.parse().ok()
}

/// A rank's text is made of these.
enum Token<'a> {
    Run(&'a str),
    Piece(char),
}

fn tokens(rank: &str) -> Vec<Token<'_>> {
    let token = alt((map(digit1, Token::Run), map(anychar, Token::Piece)));
    let read: IResult<&str, Vec<Token<'_>>> = many0(token).parse(rank);
    read.map_or_else(|_| Vec::new(), |(_, tokens)| tokens)
}

/// How many squares a run of digits stands for: 1 to 10 without a leading zero.
fn run_length(digits: &str) -> Option<usize> {
    let short: IResult<&str, &str> = all_consuming(take_while_m_n(1, 2, |c: char| c.is_ascii_digit())).parse(digits);
    let length = short.ok()?.1.parse().ok()?;
    (!digits.starts_with('0') && length <= usize::from(SIZE_MAX)).then_some(length)
}

/// The board field as a layout with the other fields still to be filled in; `None` if there were problems.
fn read_board(board: &str, problems: &mut Vec<Problem>) -> Option<Layout> {
    let count = board.split('/').count();
    let Some(variant) = Variant::from_size(count) else {
        problems.push(Problem::Ranks { board: board.into(), count });
        return None;
    };
    let mut layout = Layout::start(variant);
    let before = problems.len();
    for (i, text) in board.split('/').enumerate() {
        read_rank(text, count - i, &mut layout, problems);
    }
    (problems.len() == before).then_some(layout)
}

/// Puts one rank, counted from 1 at the bottom, into the layout.
fn read_rank(text: &str, rank: usize, layout: &mut Layout, problems: &mut Vec<Problem>) {
    let size = usize::from(layout.variant.size());
    let mut width = 0;
    for token in tokens(text) {
        let piece = match token {
            Token::Run(digits) => {
                match run_length(digits) {
                    Some(length) => width += length,
                    None => return problems.push(Problem::Run { number: digits.into(), rank }),
                }
                continue;
            }
            Token::Piece(piece) => piece,
        };
        let plane = match piece {
            'b' => &mut layout.stones[0],
            'w' => &mut layout.stones[1],
            's' => &mut layout.shooters,
            'B' => &mut layout.claimed[0],
            'W' => &mut layout.claimed[1],
            _ => return problems.push(Problem::Piece { piece, rank }),
        };
        if let Some(square) = u8::try_from(width).ok().and_then(|file| Square::new(file, rank as u8 - 1)) {
            *plane |= square.into();
        }
        width += 1;
    }
    if width != size {
        problems.push(Problem::Width { rank, text: text.into(), width, size });
    }
}

/// The FEN of a position.
pub fn write_fen(position: &Position) -> String {
    let size = position.variant().size();
    let ranks: Vec<String> = (0..size).rev().map(|rank| write_rank(position, rank, size)).collect();
    let side = if position.side() == Color::Black { 'b' } else { 'w' };
    format!("{} {side} {} {}", ranks.join("/"), position.hand(), position.turn())
}

fn write_rank(position: &Position, rank: u8, size: u8) -> String {
    let mut text = String::new();
    let mut run = 0;
    for square in (0..size).filter_map(|file| Square::new(file, rank)) {
        match piece_letter(position, square) {
            None => run += 1,
            Some(letter) => {
                write_run(&mut text, &mut run);
                text.push(letter);
            }
        }
    }
    write_run(&mut text, &mut run);
    text
}

fn write_run(text: &mut String, run: &mut u8) {
    if *run > 0 {
        text.push_str(&run.to_string());
    }
    *run = 0;
}

/// The FEN letter of what stands on `square`; `None` when it is empty.
fn piece_letter(position: &Position, square: Square) -> Option<char> {
    let on = |set: Bitboard| set.contains(square);
    let planes = [
        (position.stones(Color::Black), 'b'),
        (position.stones(Color::White), 'w'),
        (position.shooters(), 's'),
        (position.claimed(Color::Black), 'B'),
        (position.claimed(Color::White), 'W'),
    ];
    planes.into_iter().find(|&(set, _)| on(set)).map(|(_, letter)| letter)
}
