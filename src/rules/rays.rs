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
        index += 1;
    }
    table
}

/// Those of them on the same file or rank.
static ORTHOGONAL: [u128; SQUARES] = orthogonal();

const fn orthogonal() -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let [up, right] = [UP_RAYS[index][0], UP_RAYS[index][2]];
        let [down, left] = [DOWN_RAYS[index][0], DOWN_RAYS[index][2]];
        table[index] = (up | right | down | left) & NEIGHBOURS[index];
        index += 1;
    }
    table
}

impl Square {
    /// The up to four squares orthogonally next to this one on the biggest board.
    #[inline]
    pub fn orthogonal(self) -> Bitboard {
        Bitboard(ORTHOGONAL[self.index()])
    }

    /// The up to eight squares around this one on the biggest board.
    #[inline]
    pub fn neighbours(self) -> Bitboard {
        Bitboard(NEIGHBOURS[self.index()])
    }
}

/// The squares that a queen on `square` reaches when only `empty` squares can be entered or crossed. Whether `square`
/// itself is empty makes no difference.
#[inline]
pub fn queen(square: Square, empty: Bitboard) -> Bitboard {
    let blocked = !empty.0;
    let lines = &LINES[square.index()];
    // Up the file: everything to the lowest blocker; without one the subtraction wraps and keeps the whole ray.
    let above = lines.above & blocked;
    let mut reached = lines.above & (above ^ above.wrapping_sub(1));
    // Down the file: everything from the highest blocker, or from the half's first bit. The ray lies within one half of
    // the board, so that the other adds no blocker and the same mask serves for both.
    let below = lines.below & blocked;
    let highest = (below as u64 | (below >> 64) as u64 | 1).ilog2();
    let kept = u128::from(u64::MAX << highest);
    reached |= lines.below & (kept << 64 | kept);
    // Along the other axes: subtracting the queen's bit, doubled, from the blockers changes all bits from there up to
    // the first blocker. The same with the bytes in reverse order does it downwards, since no two squares of these
    // lines are in one byte. ("Hyperbola quintessence" in chess.)
    for line in lines.across {
        let blockers = line & blocked;
        let up = blockers.wrapping_sub(lines.doubled);
        let down = blockers.swap_bytes().wrapping_sub(lines.swapped_doubled).swap_bytes();
        reached |= line & (up ^ down);
    }
    Bitboard(reached & empty.0)
}

/// The lines through a square.
struct Lines {
    /// The file above and below it.
    above: u128,
    below: u128,
    /// The other three without it.
    across: [u128; 3],
    /// Its bit, doubled; and the same after the bytes are put in reverse order.
    doubled: u128,
    swapped_doubled: u128,
}

static LINES: [Lines; SQUARES] = {
    let mut table = [const { Lines { above: 0, below: 0, across: [0; 3], doubled: 0, swapped_doubled: 0 } }; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let (up, down) = (UP_RAYS[index], DOWN_RAYS[index]);
        let bit: u128 = 1 << index;
        table[index] = Lines {
            above: up[0],
            below: down[0],
            across: [up[1] | down[1], up[2] | down[2], up[3] | down[3]],
            doubled: bit << 1,
            swapped_doubled: bit.swap_bytes() << 1,
        };
        index += 1;
    }
    table
};

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
