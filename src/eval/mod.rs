//! How good a position looks without searching.
//!
//! The sum of a few terms, each of which is what Black has less what White has. [`explain`] lists the same terms by
//! name, from the same code, so that they always add up to [`evaluate`].

mod groups;
mod weights;

pub use groups::Groups;

use crate::rules::{Bitboard, Color, Position, Square, Variant};
use weights::{CLAIM, GROUND, HOT, LIBERTY, MOVE, ONE_SHORT, OWNED, PHASE_MAX, SIZE};

/// One part of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Claims held, and being one short of the majority.
    Claims,
    /// Who would own an unclaimed shooter now, and how close it is to being shut in.
    Shooter(Square, Fate),
    /// The sizes of the biggest groups.
    Size,
    /// The empty squares beside the biggest groups.
    Liberties,
    /// The empty squares beside shooters that the biggest groups own.
    Ground,
    /// Having the move.
    Move,
}

/// What becomes of an unclaimed shooter if it is shut in where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Its biggest neighbour belongs to this player.
    Owned(Color),
    /// One free neighbour is left, and whoever fills it gets the shooter.
    Hot,
    /// Neither player's groups decide: whoever shuts it in gives it away.
    Open,
}

/// One line of an explained evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What is judged.
    pub term: Term,
    /// Its worth for Black, in hundredths of a shooter; negative when it favours White.
    pub black: i32,
}

/// The evaluation of a position for the player to move, in hundredths of a shooter. Claims that already decide the
/// game count no more than other claims: a search looks for the end of the game itself.
pub fn evaluate(position: &Position) -> i32 {
    evaluate_with(position, &Groups::of(position))
}

/// [`evaluate`] with the groups of the position at hand.
#[inline]
pub fn evaluate_with(position: &Position, groups: &Groups) -> i32 {
    let mut black = 0;
    for_each_term(position, groups, |_, worth| black += worth);
    for_side(black, position.side())
}

/// The terms of the evaluation from Black's view. Their sum is [`evaluate`] for Black to move and its negative for
/// White.
pub fn explain(position: &Position) -> Vec<Entry> {
    let mut entries = Vec::new();
    for_each_term(position, &Groups::of(position), |term, black| entries.push(Entry { term, black }));
    entries
}

/// How much a shooter on `square`, with these `free` squares around it, is worth to `side` before the other player
/// moves.
#[inline]
pub(crate) fn shooter_worth(position: &Position, groups: &Groups, square: Square, free: Bitboard, side: Color) -> i32 {
    let (_, black) = shooter(groups, square, free, !side, phase(position));
    for_side(black, side)
}

fn for_side(black: i32, side: Color) -> i32 {
    if side == Color::Black { black } else { -black }
}

/// How far the game has gone, by the stones on the board.
#[inline]
fn phase(position: &Position) -> i32 {
    let stones = (position.stones(Color::Black) | position.stones(Color::White)).count() as i32;
    (stones * PHASE_MAX / usual_stones(position.variant())).min(PHASE_MAX)
}

/// How many stones a game between good players has.
fn usual_stones(variant: Variant) -> i32 {
    // Measured: 58 turns on 10x10, 47 on 9x9, 30 on 7x7, two of them setup turns; about 0.57 of the squares.
    let squares = variant.board().count() as i32;
    squares * 57 / 100
}

#[inline]
fn for_each_term(position: &Position, groups: &Groups, mut each: impl FnMut(Term, i32)) {
    let phase = phase(position);
    let empty = position.empty();

    each(Term::Claims, claims(position, Color::Black, phase) - claims(position, Color::White, phase));
    for square in position.shooters() {
        let (fate, worth) = shooter(groups, square, square.neighbours() & empty, position.side(), phase);
        each(Term::Shooter(square, fate), worth);
    }

    let [black, white] = Color::ALL.map(|color| groups.biggest(color));
    let [black_size, white_size] = Color::ALL.map(|color| i32::from(groups.record(color)));
    each(Term::Size, (black_size - white_size) * SIZE.at(phase));

    let (black_free, white_free) = (black.orthogonal() & empty, white.orthogonal() & empty);
    each(Term::Liberties, (black_free.count() as i32 - white_free.count() as i32) * LIBERTY.at(phase));

    // A square beside both biggest groups belongs to the bigger one.
    let beside = position.shooters().dilated();
    let black_ground = if black_size > white_size { black_free } else { black_free & !white_free };
    let white_ground = if white_size > black_size { white_free } else { white_free & !black_free };
    let ground = (black_ground & beside).count() as i32 - (white_ground & beside).count() as i32;
    each(Term::Ground, ground * GROUND.at(phase));

    each(Term::Move, for_side(MOVE.at(phase), position.side()));
}

#[inline]
fn claims(position: &Position, color: Color, phase: i32) -> i32 {
    let count = position.claimed(color).count() as i32;
    let short = count + 1 == i32::from(position.variant().majority());
    count * CLAIM.at(phase) + if short { ONE_SHORT.at(phase) } else { 0 }
}

/// The fate of a shooter on `square` with these `free` squares around it, and its worth for Black.
#[inline]
fn shooter(groups: &Groups, square: Square, free: Bitboard, side: Color, phase: i32) -> (Fate, i32) {
    let [black, white] = Color::ALL.map(|color| groups.biggest_beside(square, color));
    let count = free.count() as usize;
    let fate = match free.first() {
        Some(gap) if count == 1 => last_gap(groups, square, gap, black, white),
        _ => match black.cmp(&white) {
            std::cmp::Ordering::Greater => Fate::Owned(Color::Black),
            std::cmp::Ordering::Less => Fate::Owned(Color::White),
            std::cmp::Ordering::Equal => Fate::Open,
        },
    };
    let worth = match fate {
        Fate::Owned(color) => for_side(OWNED[count.min(5)].at(phase), color),
        Fate::Hot => for_side(HOT.at(phase), side),
        Fate::Open => 0,
    };
    (fate, worth)
}

/// Who gets a shooter when its last free neighbour `gap` is filled, by either player's stone.
fn last_gap(groups: &Groups, square: Square, gap: Square, black: u8, white: u8) -> Fate {
    let orthogonal = gap.file() == square.file() || gap.rank() == square.rank();
    let merged = |now: u8, color| if orthogonal { now.max(groups.size_after(gap, color)) } else { now };
    // A tie goes to the opponent of whoever fills the gap.
    let black_takes = merged(black, Color::Black) > white;
    let white_takes = merged(white, Color::White) > black;
    match (black_takes, white_takes) {
        (true, true) => Fate::Hot,
        (true, false) => Fate::Owned(Color::Black),
        (false, true) => Fate::Owned(Color::White),
        (false, false) => Fate::Open,
    }
}
