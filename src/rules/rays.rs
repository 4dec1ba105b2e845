//! What a queen reaches, by rays and the first blocker on each.

use super::bitboard::Bitboard;
use super::square::{SIZE_MAX, SQUARES, Square};

/// File and rank steps in the directions in which square indices grow, so that the first blocker is the lowest bit.
const UP: [(i8, i8); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

/// The squares from each square to the edge of the biggest board.
static UP_RAYS: [[u128; 4]; SQUARES] = rays(1);
static DOWN_RAYS: [[u128; 4]; SQUARES] = rays(-1);

/// The up to eight squares around each square.
static NEIGHBOURS: [u128; SQUARES] = neighbours();

const fn ray(square: Square, step: (i8, i8)) -> u128 {
    let mut ray = 0;
    let (mut file, mut rank) = (square.file() as i8, square.rank() as i8);
    loop {
        file += step.0;
        rank += step.1;
        if file < 0 || rank < 0 {
            return ray;
        }
        match Square::new(file as u8, rank as u8) {
            Some(square) => ray |= 1 << square.index(),
            None => return ray,
        }
    }
}

const fn rays(sign: i8) -> [[u128; 4]; SQUARES] {
    let mut table = [[0; 4]; SQUARES];
    let mut file = 0;
    while file < SIZE_MAX {
        let mut rank = 0;
        while rank < SIZE_MAX {
            if let Some(square) = Square::new(file, rank) {
                let mut i = 0;
                while i < 4 {
                    table[square.index()][i] = ray(square, (sign * UP[i].0, sign * UP[i].1));
                    i += 1;
                }
            }
            rank += 1;
        }
        file += 1;
    }
    table
}

const fn neighbours() -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let square = 1 << index;
        let mut i = 0;
        while i < 4 {
            // The nearest square of an upward ray is its lowest bit, of a downward ray its highest.
            let (up, down) = (UP_RAYS[index][i], DOWN_RAYS[index][i]);
            table[index] |= up & up.wrapping_neg();
            if down != 0 {
                table[index] |= 1 << (127 - down.leading_zeros());
            }
            i += 1;
        }
        table[index] &= !square;
        index += 1;
    }
    table
}

impl Square {
    /// The up to eight squares around this one on the biggest board.
    pub fn neighbours(self) -> Bitboard {
        Bitboard(NEIGHBOURS[self.index()])
    }
}

/// The squares that a queen on `square` reaches when only `empty` squares can be entered or crossed. Whether `square`
/// itself is empty makes no difference.
#[inline]
pub fn queen(square: Square, empty: Bitboard) -> Bitboard {
    let blocked = !empty.0;
    let mut reached = 0;
    for ray in UP_RAYS[square.index()] {
        let blockers = ray & blocked;
        // Everything up to the lowest blocker; without one the subtraction wraps and keeps the whole ray.
        reached |= ray & (blockers ^ blockers.wrapping_sub(1));
    }
    for ray in DOWN_RAYS[square.index()] {
        let blockers = ray & blocked;
        reached |= ray & above_highest(blockers);
    }
    Bitboard(reached & empty.0)
}

/// The bits above the highest bit of `bits`; all of them when there is none.
#[inline]
fn above_highest(bits: u128) -> u128 {
    static ABOVE: [u128; SQUARES + 1] = {
        let mut table = [0; SQUARES + 1];
        let mut zeros = 1;
        while zeros <= SQUARES {
            table[zeros] = u128::MAX << (SQUARES - zeros);
            zeros += 1;
        }
        table
    };
    ABOVE[bits.leading_zeros() as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::Rng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    /// A queen that walks step by step.
    fn walk(from: Square, empty: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for (df, dr) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let (mut file, mut rank) = (from.file() as i8 + df, from.rank() as i8 + dr);
            while let Some(square) =
                u8::try_from(file).ok().zip(u8::try_from(rank).ok()).and_then(|(f, r)| Square::new(f, r))
            {
                if !empty.contains(square) {
                    break;
                }
                reached |= square.into();
                (file, rank) = (file + df, rank + dr);
            }
        }
        reached
    }

    #[test]
    fn rays_agree_with_walking() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for variant in super::super::Variant::ALL {
            for _ in 0..2000 {
                let noise = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
                let more = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
                for empty in [Bitboard(noise) & variant.board(), Bitboard(noise | more) & variant.board()] {
                    for square in variant.board() {
                        assert_eq!(queen(square, empty), walk(square, empty));
                    }
                }
            }
        }
    }

    #[test]
    fn neighbours_are_one_step_away() {
        for square in super::super::Variant::Ten.board() {
            let expected = Bitboard::from(square).dilated() & super::super::Variant::Ten.board();
            assert_eq!(square.neighbours(), expected & !Bitboard::from(square));
        }
    }
}
