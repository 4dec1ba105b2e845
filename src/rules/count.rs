//! How many legal moves there are, without looking at each destination.
//!
//! A mover that leaves its square s for d sees what any queen on d would see, and more along the one line through s
//! that it came on: s itself and, across s, what s saw on the other side. So the moves of all shooters together are
//!
//! * for each square that a shooter reaches, what a queen there would see, once for each shooter that reaches it;
//! * one more for each of these, the square left behind;
//! * for each line through a shooter, twice the product of what it sees to either side;
//! * the moves without a step: all squares that some shooter reaches.
//!
//! All of it is found for the whole board at once. Numbers are bit-sliced: bit k of the number that belongs to a square
//! stands in plane k, at the bit of that square.

use std::array;
use std::ops::{BitAnd, BitOr, BitXor};

use super::bitboard::Bitboard;
use super::movegen::count_setups;
use super::position::Position;
use super::square::{SIZE_MAX, STRIDE};

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

/// How far one index step goes along each axis: file, falling diagonal, rank, rising diagonal.
const STEPS: [u8; 4] = [1, STRIDE - 1, STRIDE, STRIDE + 1];

/// Four boards, one for each axis. Their halves lie beside each other so that all four are shifted, each by its own
/// step, in one vector instruction where there is one.
#[derive(Clone, Copy)]
struct Axes {
    low: [u64; 4],
    high: [u64; 4],
}

impl Axes {
    const EMPTY: Self = Self { low: [0; 4], high: [0; 4] };

    fn all(board: Bitboard) -> Self {
        Self { low: [board.0 as u64; 4], high: [(board.0 >> 64) as u64; 4] }
    }

    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            low: array::from_fn(|i| op(self.low[i], other.low[i])),
            high: array::from_fn(|i| op(self.high[i], other.high[i])),
        }
    }

    /// Every square one step up its axis.
    #[inline(always)]
    fn up(self, steps: &[u8; 4]) -> Self {
        Self {
            low: array::from_fn(|i| self.low[i] << steps[i]),
            high: array::from_fn(|i| self.high[i] << steps[i] | self.low[i] >> (64 - steps[i])),
        }
    }

    /// Every square one step down its axis.
    #[inline(always)]
    fn down(self, steps: &[u8; 4]) -> Self {
        Self {
            low: array::from_fn(|i| self.low[i] >> steps[i] | self.high[i] << (64 - steps[i])),
            high: array::from_fn(|i| self.high[i] >> steps[i]),
        }
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        (0..4).fold(0, |all, i| all | self.low[i] | self.high[i]) == 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        (0..4).map(|i| self.low[i].count_ones() + self.high[i].count_ones()).sum()
    }

    /// The board of one axis.
    #[inline(always)]
    fn board(self, axis: usize) -> u128 {
        u128::from(self.high[axis]) << 64 | u128::from(self.low[axis])
    }
}

impl BitAnd for Axes {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Axes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Axes {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

/// What is seen in one of the two directions of every axis.
struct View {
    /// How many empty squares follow each square; planes of a number of at most 9.
    run: [Axes; 4],
    /// The squares that a shooter reaches.
    reached: Axes,
}

impl View {
    /// Looks along `ahead`; `back` is the opposite direction.
    #[inline(always)]
    fn along(shooters: Axes, empty: Axes, ahead: impl Fn(Axes) -> Axes, back: impl Fn(Axes) -> Axes) -> Self {
        let next_empty = back(empty);
        // The squares that at least `distance` empty ones follow, and those that a shooter reaches at that distance.
        let mut open = next_empty;
        let mut arrived = ahead(shooters) & empty;
        let mut view = Self { run: [Axes::EMPTY; 4], reached: arrived };
        for distance in 1..SIZE_MAX {
            // Counting up to the length of the run, bit k flips at every multiple of 2^k.
            for (k, plane) in view.run.iter_mut().enumerate() {
                if distance.is_multiple_of(1 << k) {
                    *plane = *plane ^ open;
                }
            }
            open = next_empty & back(open);
            arrived = ahead(arrived) & empty;
            view.reached = view.reached | arrived;
        }
        view
    }
}

/// Adds a plane of weight 1 to a number.
#[inline(always)]
fn add_plane(number: &mut [u128], plane: u128) {
    number.iter_mut().fold(plane, |carry, plane| {
        let next = *plane & carry;
        *plane ^= carry;
        next
    });
}

/// Adds two numbers whose sum fits.
#[inline(always)]
fn sum(a: &[Axes; 4], b: &[Axes; 4]) -> [Axes; 4] {
    let mut carry = Axes::EMPTY;
    array::from_fn(|k| {
        let differ = a[k] ^ b[k];
        let digit = differ ^ carry;
        carry = a[k] & b[k] | differ & carry;
        digit
    })
}

fn count_shots(shooters: Bitboard, empty: Bitboard) -> u64 {
    let (all_shooters, all_empty) = (Axes::all(shooters), Axes::all(empty));
    let steps = &std::hint::black_box(STEPS);
    let up = View::along(all_shooters, all_empty, |a| a.up(steps), |a| a.down(steps));
    let down = View::along(all_shooters, all_empty, |a| a.down(steps), |a| a.up(steps));

    // How many shooters reach each square.
    let mut reaching = [0; 3];
    for axis in 0..4 {
        add_plane(&mut reaching, up.reached.board(axis));
        add_plane(&mut reaching, down.reached.board(axis));
    }
    // What a queen on each empty square would see along each axis.
    let seen = sum(&up.run, &down.run);

    let mut total = 0;
    for (j, &reaching) in reaching.iter().enumerate() {
        total += reaching.count_ones() << j;
        for (k, &seen) in seen.iter().enumerate() {
            total += (Axes::all(Bitboard(reaching)) & seen).count() << (j + k);
        }
    }
    total += (reaching[0] | reaching[1] | reaching[2]).count_ones();
    for shooter in shooters {
        let (above, below) = (run_at(&up.run, shooter.index()), run_at(&down.run, shooter.index()));
        let across = (0..4).map(|axis| above[axis] * below[axis]).sum::<u64>();
        total += 2 * across as u32;
    }
    total.into()
}

/// The number of one square on each axis.
#[inline(always)]
fn run_at(run: &[Axes; 4], square: usize) -> [u64; 4] {
    let mut number = [0; 4];
    for (k, plane) in run.iter().enumerate() {
        let half = if square < 64 { &plane.low } else { &plane.high };
        for axis in 0..4 {
            number[axis] |= (half[axis] >> (square % 64) & 1) << k;
        }
    }
    number
}
