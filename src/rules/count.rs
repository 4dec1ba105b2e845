//! How many legal moves there are, without looking at each destination.
//!
//! A shooter that goes from s to d sees from there all of the line it moved along that is clear through s, but d,
//! wherever on that line d is; and on the three other lines what any queen on d would see, for its leaving s opens
//! none of these. So the moves that begin with a step are together
//!
//! * for each shooter and each line through it, the square of what it sees on that line;
//! * for each shooter's destination d, what a queen on d would see on the lines that the shooter did not come along.
//!
//! Both are found for the whole board at once. Numbers are bit-sliced: bit k of the number that belongs to a square
//! stands in plane k, at the bit of that square. A sum of numbers is then a few popcounts.

use std::hint::black_box;
use std::ops::{BitAnd, BitOr, BitXor};

use super::bitboard::Bitboard;
use super::movegen::count_setups;
use super::position::Position;
use super::square::STRIDE;

impl Position {
    /// The number of legal moves; 0 once the game is over.
    pub fn count_moves(&self) -> u64 {
        if self.winner().is_some() {
            return 0;
        }
        if self.is_setup() {
            return count_setups(self.setup_squares(), self.variant().share(self.side()));
        }
        count_shots(self.shooters(), self.empty())
    }
}

/// The number of shots with and without a step of the shooter.
fn count_shots(shooters: Bitboard, empty: Bitboard) -> u64 {
    let (shooters, empty) = (Axes::all(shooters), Axes::all(empty));
    // Hidden from the compiler, which would else make scalar double shifts of the pairs of shifts in `up` and `down`.
    let steps = &black_box(STEPS);
    let up = View::along(shooters, empty, |axes| axes.up(steps), |axes| axes.down(steps));
    let down = View::along(shooters, empty, |axes| axes.down(steps), |axes| axes.up(steps));

    // What each square sees on each axis, and on the three other axes together.
    let seen: [Axes; 4] = sum(&up.run, &down.run);
    let two: [Axes; 5] = sum(&seen, &seen.map(|plane| plane.turned(1)));
    let others: [Axes; 5] = sum(&two.map(|plane| plane.turned(1)), &seen.map(|plane| plane.turned(3)));

    let mut totals = [0; 4];
    let mut add = |board: Axes, weight: usize| {
        for (total, count) in totals.iter_mut().zip(board.counts()) {
            *total += count << weight;
        }
    };
    for (j, &plane) in seen.iter().enumerate() {
        // The square of a binary number: every digit by itself, and twice each pair.
        let digit = shooters & plane;
        add(digit, 2 * j);
        for (k, &higher) in seen.iter().enumerate().skip(j + 1) {
            add(digit & higher, j + k + 1);
        }
    }
    for (k, &plane) in others.iter().enumerate() {
        add(up.reached & plane, k);
        add(down.reached & plane, k);
    }
    let standing = (up.reached | down.reached).union();
    totals.iter().sum::<u64>() + u64::from(standing.count())
}

/// What is seen in one of the two directions of every axis.
struct View {
    /// How many empty squares follow each square: at most 9.
    run: [Axes; 4],
    /// The squares that a shooter reaches.
    reached: Axes,
}

impl View {
    /// Looks along `ahead`, whose opposite is `back`. Without loops, because only straight code
    /// becomes vector instructions throughout.
    #[inline(always)]
    fn along(shooters: Axes, empty: Axes, ahead: impl Fn(Axes) -> Axes, back: impl Fn(Axes) -> Axes) -> Self {
        // The squares that at least so many empty squares follow.
        let one = back(empty);
        let two = one & back(one);
        let three = one & back(two);
        let four = one & back(three);
        let five = one & back(four);
        let six = one & back(five);
        let seven = one & back(six);
        let eight = one & back(seven);
        let nine = one & back(eight);
        // While one counts up to the length of a run, bit k flips at every multiple of 2^k.
        let (odd, even) = (one ^ three ^ five ^ seven ^ nine, two ^ four ^ six ^ eight);
        let run = [odd ^ even, even, four ^ eight, eight];

        let near = three_steps(Axes::EMPTY, shooters, empty, &ahead);
        let middle = three_steps(near, shooters, empty, &ahead);
        let reached = three_steps(middle, shooters, empty, &ahead);
        Self { run, reached }
    }
}

/// What the shooters reach three steps farther `ahead` than the squares that they are known to reach.
#[inline(always)]
fn three_steps(reached: Axes, shooters: Axes, empty: Axes, ahead: &impl Fn(Axes) -> Axes) -> Axes {
    let reached = ahead(shooters | reached) & empty;
    let reached = ahead(shooters | reached) & empty;
    ahead(shooters | reached) & empty
}

/// Adds two bit-sliced numbers; the sum must fit in `N` planes.
#[inline(always)]
fn sum<const N: usize>(a: &[Axes], b: &[Axes]) -> [Axes; N] {
    let plane = |number: &[Axes], k| number.get(k).copied().unwrap_or(Axes::EMPTY);
    let mut total = [Axes::EMPTY; N];
    let mut carry = Axes::EMPTY;
    for (k, digit) in total.iter_mut().enumerate() {
        let (a, b) = (plane(a, k), plane(b, k));
        let differ = a ^ b;
        *digit = differ ^ carry;
        carry = a & b | differ & carry;
    }
    total
}

/// A board for each axis: file, falling diagonal, rank, rising diagonal. Equal halves lie beside each other, so that
/// the compiler can shift all four axes, each by its own step, with one vector instruction.
#[derive(Clone, Copy)]
struct Axes {
    low: [u64; 4],
    high: [u64; 4],
}

/// The difference between the indices of neighbours on each axis.
const STEPS: [u8; 4] = [1, STRIDE - 1, STRIDE, STRIDE + 1];

impl Axes {
    const EMPTY: Self = Self { low: [0; 4], high: [0; 4] };

    /// The same board for every axis.
    #[inline(always)]
    fn all(board: Bitboard) -> Self {
        Self { low: [board.0 as u64; 4], high: [(board.0 >> 64) as u64; 4] }
    }

    /// The board that `halves` gives for each axis.
    #[inline(always)]
    fn each(halves: impl Fn(usize) -> (u64, u64)) -> Self {
        let mut axes = Self::EMPTY;
        for i in 0..4 {
            (axes.low[i], axes.high[i]) = halves(i);
        }
        axes
    }

    /// Every square one step up its axis.
    #[inline(always)]
    fn up(self, steps: &[u8; 4]) -> Self {
        Self::each(|i| {
            let carried = self.low[i] >> (64 - steps[i]);
            (self.low[i] << steps[i], self.high[i] << steps[i] | carried)
        })
    }

    /// Every square one step down its axis.
    #[inline(always)]
    fn down(self, steps: &[u8; 4]) -> Self {
        Self::each(|i| {
            let carried = self.high[i] << (64 - steps[i]);
            (self.low[i] >> steps[i] | carried, self.high[i] >> steps[i])
        })
    }

    /// For each axis the board of the axis `by` places later, in a circle.
    #[inline(always)]
    fn turned(self, by: usize) -> Self {
        Self::each(|i| (self.low[(i + by) % 4], self.high[(i + by) % 4]))
    }

    /// How many squares are on each board.
    #[inline(always)]
    fn counts(self) -> [u64; 4] {
        [0, 1, 2, 3].map(|i: usize| u64::from(self.low[i].count_ones()) + u64::from(self.high[i].count_ones()))
    }

    /// The squares on any of the boards.
    #[inline(always)]
    fn union(self) -> Bitboard {
        let or = |half: [u64; 4]| u128::from(half[0] | half[1] | half[2] | half[3]);
        Bitboard(or(self.high) << 64 | or(self.low))
    }

    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Self::each(|i| (op(self.low[i], other.low[i]), op(self.high[i], other.high[i])))
    }
}

impl BitAnd for Axes {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, BitAnd::bitand)
    }
}

impl BitOr for Axes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, BitOr::bitor)
    }
}

impl BitXor for Axes {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, BitXor::bitxor)
    }
}
