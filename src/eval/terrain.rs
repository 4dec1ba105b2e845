//! What the board offers to shooters: who would own one on each square, how open the squares are, which of them can be
//! reached, and so how near every shooter is to being shut in where either player wants it.
//!
//! Everything is seen by the player to move, and looked up in tables with a weight for each combination.

use wide::{CmpGt, CmpLt, i8x32};

use super::features::{SKETCH_FEATURES, Tally};
use super::groups::Groups;
use crate::rules::{Bitboard, Color, Position, SQUARES, Square, queen};

/// By how much the biggest group that the player to move has beside a square exceeds the opponent's, from -3 to 3.
const LEADS: usize = 7;
const LEAD_MAX: i8 = 3;
/// Free neighbours of an empty square: 0 to 5, more counting as 5.
const OPENNESS: usize = 6;
/// How open the tightest square is that a shooter reaches and that a player would own: as above, or there is none.
const POCKETS: usize = OPENNESS + 1;
/// Free neighbours of a shooter: 1 to 6, more counting as 6.
const FREE: usize = 6;
/// Reached squares are told apart by these numbers and up.
const MOBILITY_STEPS: [u8; 9] = [2, 4, 6, 8, 10, 13, 16, 20, 25];
const MOBILITY: usize = MOBILITY_STEPS.len() + 1;

/// An empty square: the lead there, whether at most one player has stones beside it, its openness, and whether a shooter reaches it.
pub(super) const SQUARE: usize = SKETCH_FEATURES;
pub(super) const SQUARE_CLASSES: usize = LEADS * 2 * OPENNESS * 2;
/// A shooter: the lead where it stands, its free neighbours, and the tightest pockets for the player to move and for the opponent.
const POCKET: usize = SQUARE + SQUARE_CLASSES;
/// A shooter: the lead where it stands, its free neighbours, and how many squares it reaches.
const MOVES: usize = POCKET + LEADS * FREE * POCKETS * POCKETS;

/// The number of features of the evaluation, the same for all variants.
pub const FEATURES: usize = MOVES + LEADS * FREE * MOBILITY;

/// The [`MOBILITY`] of each number of reached squares.
static MOBILITY_OF: [u8; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut reached = 0;
    while reached < SQUARES {
        let mut step = 0;
        while step < MOBILITY_STEPS.len() && MOBILITY_STEPS[step] as usize <= reached {
            step += 1;
        }
        table[reached] = step as u8;
        reached += 1;
    }
    table
};

/// For each square the number of its feature, counted from [`SQUARE`], or [`NO_CLASS`] where it is not empty.
pub(super) type SquareClasses = [u8; SQUARES];
pub(super) const NO_CLASS: u8 = u8::MAX;

/// A number for each square with a margin on both sides, so that the numbers one file further can be read for all
/// squares alike.
type Padded = [u8; SQUARES + 2 * MARGIN];
const MARGIN: usize = 16;
/// So many squares are worked on at once.
const LANES: usize = 32;

/// What the empty squares of a position are like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terrain {
    empty: Bitboard,
    /// 1 for the player to move being Black, -1 for White.
    sign: i32,
    /// The lead on each square, counted from 0.
    lead: [i8; SQUARES],
    /// What each square is if no shooter reaches it.
    classes: SquareClasses,
    /// The empty squares that each player would own, from the shut ones to those of at most each openness; the player to
    /// move first.
    pockets: [[Bitboard; OPENNESS]; 2],
}

impl Terrain {
    #[inline]
    pub(super) fn of(position: &Position, groups: &Groups) -> Self {
        let (empty, side) = (position.empty(), position.side());
        let own = beside(groups.sizes(side));
        let other = beside(groups.sizes(!side));
        let free = empty.to_bytes();
        let around = around(&free);
        let mut terrain = Self {
            empty,
            sign: if side == Color::Black { 1 } else { -1 },
            lead: [0; SQUARES],
            classes: [NO_CLASS; SQUARES],
            pockets: [[Bitboard::EMPTY; OPENNESS]; 2],
        };
        for i in 0..SQUARES {
            let lead = (own[i] as i8 - other[i] as i8).clamp(-LEAD_MAX, LEAD_MAX) + LEAD_MAX;
            let in_company = own[i] > 0 && other[i] > 0;
            let row = 2 * lead as u8 + u8::from(!in_company);
            let class = (row * OPENNESS as u8 + around[i].min(OPENNESS as u8 - 1)) * 2;
            terrain.lead[i] = lead;
            // All ones where the square is not empty; empty squares can be reached or not.
            terrain.classes[i] = class | (free[i].wrapping_sub(1));
        }
        let owned = [i8x32::cmp_gt, i8x32::cmp_lt].map(|than| {
            let mut bits = 0;
            for (i, lead) in terrain.lead.as_chunks::<LANES>().0.iter().enumerate() {
                let squares = than(i8x32::new(*lead), i8x32::splat(LEAD_MAX));
                bits |= u128::from(squares.move_mask() as u32) << (i * LANES);
            }
            bits
        });
        let mut open = Bitboard::EMPTY;
        for (openness, squares) in empty.by_neighbours().into_iter().enumerate() {
            open |= squares;
            for (pockets, owned) in terrain.pockets.iter_mut().zip(owned) {
                pockets[openness.min(OPENNESS - 1)] = open & Bitboard::from_bits(owned);
            }
        }
        terrain
    }

    /// The features of an unclaimed shooter, and the squares that it reaches.
    #[inline]
    pub(super) fn shooter(&self, square: Square, tally: &mut impl Tally) -> Bitboard {
        let reached = queen(square, self.empty);
        let free = (square.neighbours() & self.empty).count() as usize;
        let stand = self.lead[square.index()] as usize * FREE + free.clamp(1, FREE) - 1;
        let [own, other] = self.pockets.each_ref().map(|pockets| tightest(pockets, reached));
        tally.count(POCKET + (stand * POCKETS + own) * POCKETS + other, self.sign);
        let mobility = usize::from(MOBILITY_OF[reached.count() as usize]);
        tally.count(MOVES + stand * MOBILITY + mobility, self.sign);
        reached
    }

    /// The features of the empty squares, of which shooters reach the `reached` ones.
    #[inline]
    pub(super) fn squares(&self, reached: Bitboard, tally: &mut impl Tally) {
        let mut classes = self.classes;
        for (class, is_reached) in classes.iter_mut().zip((self.empty & reached).to_bytes()) {
            *class |= is_reached;
        }
        tally.count_squares(&classes, self.sign);
    }
}

const FILE: usize = Square::FILE_STRIDE;

/// The numbers of the squares with a margin.
#[inline]
fn padded(numbers: &[u8; SQUARES]) -> Padded {
    let mut padded = [0; SQUARES + 2 * MARGIN];
    padded[MARGIN..MARGIN + SQUARES].copy_from_slice(numbers);
    padded
}

/// For each square the biggest of the numbers orthogonally beside it.
#[inline]
fn beside(numbers: &[u8; SQUARES]) -> [u8; SQUARES] {
    let numbers = padded(numbers);
    let mut biggest = [0; SQUARES];
    for (i, biggest) in biggest.iter_mut().enumerate() {
        let i = i + MARGIN;
        *biggest = numbers[i - 1].max(numbers[i + 1]).max(numbers[i - FILE].max(numbers[i + FILE]));
    }
    biggest
}

/// For each square the sum of the numbers around it.
#[inline]
fn around(numbers: &[u8; SQUARES]) -> [u8; SQUARES] {
    let numbers = padded(numbers);
    let mut sums = [0; SQUARES];
    for (i, sum) in sums.iter_mut().enumerate() {
        let i = i + MARGIN;
        let file = |i: usize| numbers[i - 1] + numbers[i] + numbers[i + 1];
        *sum = file(i - FILE) + file(i + FILE) + numbers[i - 1] + numbers[i + 1];
    }
    sums
}

/// The openness of the tightest of the `pockets` that are `reached`.
#[inline]
fn tightest(pockets: &[Bitboard; OPENNESS], reached: Bitboard) -> usize {
    pockets.iter().filter(|&&squares| (squares & reached).is_empty()).count()
}

/// What a feature of the terrain counts, in a few words.
pub(super) fn name(index: usize) -> String {
    let lead = |place: usize| format!("lead {:+}", place as i32 - i32::from(LEAD_MAX));
    let stand = |place: usize| format!("shooter, {}, {} free", lead(place / FREE), place % FREE + 1);
    match index {
        SQUARE..POCKET => {
            let place = index - SQUARE;
            let (row, openness) = (place / 2 / OPENNESS, place / 2 % OPENNESS);
            let company = ["contested", "alone"][row % 2];
            let reached = ["not reached", "reached"][place % 2];
            format!("square, {}, {company}, {openness} free, {reached}", lead(row / 2))
        }
        POCKET..MOVES => {
            let place = index - POCKET;
            let (own, other) = (place / POCKETS % POCKETS, place % POCKETS);
            format!("{}, tightest pockets {own} and {other}", stand(place / POCKETS / POCKETS))
        }
        MOVES..FEATURES => {
            let place = index - MOVES;
            let least = (place % MOBILITY).checked_sub(1).map_or(0, |step| MOBILITY_STEPS[step]);
            format!("{}, reaches {least} or more", stand(place / MOBILITY))
        }
        _ => format!("no feature {index}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Groups;
    use crate::notation::vector_positions;

    /// Keeps what is counted.
    #[derive(Default)]
    struct Counts(Vec<usize>);

    impl Tally for Counts {
        fn count(&mut self, feature: usize, number: i32) {
            assert_eq!(number.abs(), 1);
            self.0.push(feature);
        }
    }

    /// The biggest group of `color` beside a square, by flooding.
    fn beside(position: &Position, square: Square, color: Color) -> i32 {
        let around = square.orthogonal() & position.stones(color);
        around.into_iter().map(|stone| position.group(stone.into(), color).count() as i32).max().unwrap_or(0)
    }

    fn lead(position: &Position, square: Square) -> i32 {
        let [own, other] = [position.side(), !position.side()].map(|color| beside(position, square, color));
        (own - other).clamp(-3, 3)
    }

    fn free(position: &Position, square: Square) -> usize {
        (square.neighbours() & position.empty()).count() as usize
    }

    #[test]
    fn squares_are_classed() {
        let mut seen = std::collections::BTreeSet::new();
        for position in vector_positions().into_iter().flatten() {
            let terrain = Terrain::of(&position, &Groups::of(&position));
            let reached = position.standing_shots();
            let mut counts = Counts::default();
            terrain.squares(reached, &mut counts);
            let class = |square: Square| {
                let alone = Color::ALL.into_iter().any(|color| beside(&position, square, color) == 0);
                let row = (lead(&position, square) + 3) as usize * 2 + usize::from(alone);
                SQUARE + (row * 6 + free(&position, square).min(5)) * 2 + usize::from(reached.contains(square))
            };
            let mut expected: Vec<usize> = position.empty().into_iter().map(class).collect();
            expected.sort_unstable();
            counts.0.sort_unstable();
            assert_eq!(counts.0, expected, "{position:?}");
            seen.extend(expected);
        }
        assert!(seen.len() > 140, "{}", seen.len());
    }

    #[test]
    fn shooters_find_the_tightest_pockets() {
        let mut seen = std::collections::BTreeSet::new();
        for position in vector_positions().into_iter().flatten() {
            let terrain = Terrain::of(&position, &Groups::of(&position));
            for square in position.shooters() {
                let mut counts = Counts::default();
                let reached = terrain.shooter(square, &mut counts);
                assert_eq!(reached, position.reach(square));
                let tightest = |sign: i32| {
                    let owned = reached.into_iter().filter(|&to| lead(&position, to).signum() == sign);
                    owned.map(|to| free(&position, to).min(5)).min().unwrap_or(6)
                };
                let stand = (lead(&position, square) + 3) as usize * 6 + free(&position, square).clamp(1, 6) - 1;
                let steps =
                    [2, 4, 6, 8, 10, 13, 16, 20, 25].into_iter().filter(|&step| step <= reached.count()).count();
                let expected = [POCKET + (stand * 7 + tightest(1)) * 7 + tightest(-1), MOVES + stand * 10 + steps];
                assert_eq!(counts.0, expected, "{square} in {position:?}");
                seen.extend(expected);
            }
        }
        assert!(seen.len() > 1000, "{}", seen.len());
    }

    #[test]
    fn every_feature_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<String> = (0..FEATURES).map(crate::eval::feature_name).collect();
        assert_eq!(names.len(), FEATURES);
    }
}
