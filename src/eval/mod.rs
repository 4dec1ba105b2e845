//! How good a position looks without searching.
//!
//! The sum of a few terms, each of which is what Black has less what White has. [`explain`] lists the same terms by
//! name, from the same code, so that they always add up to [`evaluate`].

mod groups;
mod stones;
mod weights;

pub use groups::Groups;
pub use stones::Stones;

use crate::rules::{Bitboard, Color, Position, Square, Variant};
use groups::Sizes;
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
    phase_of((position.stones(Color::Black) | position.stones(Color::White)).count() as i32, position.variant())
}

fn phase_of(stones: i32, variant: Variant) -> i32 {
    (stones * PHASE_MAX / usual_stones(variant)).min(PHASE_MAX)
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

    let sizes = Color::ALL.map(|color| groups.record(color));
    let free = Color::ALL.map(|color| groups.biggest(color).orthogonal() & empty);
    let territory = territory(sizes, free, position.shooters().dilated(), phase);
    for (term, worth) in [Term::Size, Term::Liberties, Term::Ground].into_iter().zip(territory) {
        each(term, worth);
    }

    each(Term::Move, for_side(MOVE.at(phase), position.side()));
}

/// The worth for Black of the sizes of the biggest groups, of the `free` squares beside them, and of those of the latter
/// that are also `beside` a shooter.
#[inline]
fn territory(sizes: [u8; 2], free: [Bitboard; 2], beside: Bitboard, phase: i32) -> [i32; 3] {
    let difference = |black: Bitboard, white: Bitboard| black.count() as i32 - white.count() as i32;
    let [black, white] = free;
    // A square beside both biggest groups belongs to the bigger one.
    let black_ground = if sizes[0] > sizes[1] { black } else { black & !white };
    let white_ground = if sizes[1] > sizes[0] { white } else { white & !black };
    [
        (i32::from(sizes[0]) - i32::from(sizes[1])) * SIZE.at(phase),
        difference(black, white) * LIBERTY.at(phase),
        difference(black_ground & beside, white_ground & beside) * GROUND.at(phase),
    ]
}

#[inline]
fn claims(position: &Position, color: Color, phase: i32) -> i32 {
    let count = position.claimed(color).count() as i32;
    let short = count + 1 == i32::from(position.variant().majority());
    count * CLAIM.at(phase) + if short { ONE_SHORT.at(phase) } else { 0 }
}

/// The fate of a shooter on `square` with these `free` squares around it, and its worth for Black.
#[inline]
fn shooter(groups: &impl Sizes, square: Square, free: Bitboard, side: Color, phase: i32) -> (Fate, i32) {
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
fn last_gap(groups: &impl Sizes, square: Square, gap: Square, black: u8, white: u8) -> Fate {
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
