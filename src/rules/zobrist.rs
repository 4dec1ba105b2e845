//! Random numbers that make up a position's hash key.

use super::color::Color;
use super::square::{SQUARES, Square};
use super::variant::Variant;

const PLANES: usize = 5;
const HANDS: usize = 8;

struct Keys {
    planes: [[u64; SQUARES]; PLANES],
    hand: [u64; HANDS],
    variant: [u64; 3],
    white: u64,
}

static KEYS: Keys = keys();

/// The next number of the SplitMix64 sequence (Steele, Lea, Flood 2014), which unlike the generators of the
/// libraries can run at compile time.
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn keys() -> Keys {
    let mut state = 2013;
    let mut keys =
        Keys { planes: [[0; SQUARES]; PLANES], hand: [0; HANDS], variant: [0; 3], white: split_mix(&mut state) };
    let mut plane = 0;
    while plane < PLANES {
        let mut square = 0;
        while square < SQUARES {
            keys.planes[plane][square] = split_mix(&mut state);
            square += 1;
        }
        plane += 1;
    }
    let mut hand = 0;
    while hand < HANDS {
        keys.hand[hand] = split_mix(&mut state);
        hand += 1;
    }
    let mut variant = 0;
    while variant < 3 {
        keys.variant[variant] = split_mix(&mut state);
        variant += 1;
    }
    keys
}

/// For a stone of `color` on `square`.
#[inline]
pub(super) fn stone(color: Color, square: Square) -> u64 {
    KEYS.planes[color.index()][square.index()]
}

/// For an unclaimed shooter on `square`.
#[inline]
pub(super) fn shooter(square: Square) -> u64 {
    KEYS.planes[2][square.index()]
}

/// For a shooter on `square` claimed by `color`.
#[inline]
pub(super) fn claim(color: Color, square: Square) -> u64 {
    KEYS.planes[3 + color.index()][square.index()]
}

/// For the number of shooters still to be placed.
pub(super) fn hand(hand: u8) -> u64 {
    KEYS.hand[usize::from(hand) % HANDS]
}

/// For the variant.
pub(super) fn variant(variant: Variant) -> u64 {
    KEYS.variant[variant as usize]
}

/// For White having the move.
#[inline]
pub(super) fn white() -> u64 {
    KEYS.white
}
