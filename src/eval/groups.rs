//! Groups of stones with their sizes, kept up to date stone by stone.

use crate::rules::{Bitboard, Color, Position, SQUARES, Square};

/// What the evaluation asks about groups.
pub(super) trait Sizes {
    /// The size of the biggest group of `color` orthogonally adjacent to `square`; 0 without one.
    fn biggest_beside(&self, square: Square, color: Color) -> u8;
    /// The size of the group that a stone of `color` on the empty `square` would belong to.
    fn size_after(&self, square: Square, color: Color) -> u8;
}

/// The label of a square without a stone. No board reaches that index, so no stone ever has it as its label.
const NONE: u8 = SQUARES as u8 - 1;

/// Which group each stone belongs to and how big the groups are. Stones never move or vanish, so groups only grow and
/// merge, and adding a stone costs a few table look-ups.
#[derive(Clone, Copy, Debug)]
pub struct Groups {
    /// For each colour and square the label of the group there, the index of one of its stones, or [`NONE`].
    label: [[u8; SQUARES]; 2],
    /// For each colour and square the size of the group there.
    size: [[u8; SQUARES]; 2],
    /// The size of the biggest group of each colour.
    record: [u8; 2],
    /// The stones of all groups of that size.
    biggest: [Bitboard; 2],
}

/// The indices of the orthogonal neighbours. Those of edge squares may lie off the board, where nothing ever stands.
#[inline]
fn beside(square: Square) -> [usize; 4] {
    let (index, last, stride) = (square.index(), SQUARES - 1, Square::FILE_STRIDE);
    [index + 1, index.wrapping_sub(1) & last, (index + stride) & last, index.wrapping_sub(stride) & last]
}

fn replace(labels: &mut [u8; SQUARES], old: u8, new: u8) {
    for label in labels {
        *label = if *label == old { new } else { *label };
    }
}

impl Groups {
    /// The groups of a position.
    pub fn of(position: &Position) -> Self {
        let (label, size) = ([[NONE; SQUARES]; 2], [[0; SQUARES]; 2]);
        let mut groups = Self { label, size, record: [0; 2], biggest: [Bitboard::EMPTY; 2] };
        for color in Color::ALL {
            let mut stones = Bitboard::EMPTY;
            for stone in position.stones(color) {
                groups.add(stone, color, stones);
                stones |= stone.into();
            }
        }
        groups
    }

    /// Adds a stone on an empty square to the `stones` of its colour.
    #[inline]
    pub fn add(&mut self, stone: Square, color: Color, stones: Bitboard) {
        let own = color.index();
        let size = self.size_after(stone, color);
        self.biggest[own] = self.biggest_after(stone, color, size, stones);
        self.record[own] = self.record[own].max(size);
        let around = self.labels_beside(stone, color);
        let joined = around.into_iter().find(|&label| label != NONE);
        let label = joined.unwrap_or(stone.index() as u8);
        for other in around.into_iter().filter(|&other| other != NONE && other != label) {
            replace(&mut self.label[own], other, label);
        }
        self.label[own][stone.index()] = label;
        let labels = &self.label[own];
        for (square, &here) in self.size[own].iter_mut().zip(labels) {
            *square = if here == label { size } else { *square };
        }
    }

    /// The label of squares without a stone.
    pub(super) const NO_GROUP: u8 = NONE;

    /// For each square the size of the group of `color` there.
    pub(super) fn sizes(&self, color: Color) -> &[u8; SQUARES] {
        &self.size[color.index()]
    }

    /// The size of the group with that label.
    pub(super) fn size_of(&self, label: u8, color: Color) -> u8 {
        self.size[color.index()][usize::from(label) % SQUARES]
    }

    /// The labels of the groups of `color` around a square; [`NONE`] where there is no stone of that colour.
    #[inline]
    pub(super) fn labels_beside(&self, square: Square, color: Color) -> [u8; 4] {
        beside(square).map(|index| self.label[color.index()][index])
    }

    /// The stones of the biggest groups of `color` once a stone on `stone` has joined its `stones` in a group of that
    /// `size`.
    #[inline]
    pub(super) fn biggest_after(&self, stone: Square, color: Color, size: u8, stones: Bitboard) -> Bitboard {
        let (biggest, record) = (self.biggest[color.index()], self.record[color.index()]);
        if size < record {
            return biggest;
        }
        // The usual case: the only biggest group grows by the stone alone.
        let is_only = biggest.count() == u32::from(record);
        if is_only && size == record + 1 && !(biggest & Bitboard::from(stone).orthogonal()).is_empty() {
            return biggest | stone.into();
        }
        let group = Bitboard::from(stone).flood(stones);
        if size == record { biggest | group } else { group }
    }

    /// The size of the biggest group of `color`; 0 without stones.
    #[inline]
    pub fn record(&self, color: Color) -> u8 {
        self.record[color.index()]
    }

    /// The stones of the biggest group of `color`, or of all that share that size.
    #[inline]
    pub fn biggest(&self, color: Color) -> Bitboard {
        self.biggest[color.index()]
    }
}

impl Sizes for Groups {
    #[inline]
    fn biggest_beside(&self, square: Square, color: Color) -> u8 {
        let sizes = &self.size[color.index()];
        beside(square).into_iter().fold(0, |most, index| most.max(sizes[index]))
    }

    #[inline]
    fn size_after(&self, square: Square, color: Color) -> u8 {
        let (labels, sizes) = (&self.label[color.index()], &self.size[color.index()]);
        let around = beside(square);
        let mut size = 1;
        for (i, &index) in around.iter().enumerate() {
            if !around[..i].iter().any(|&other| labels[other] == labels[index]) {
                size += sizes[index];
            }
        }
        size
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;

    /// The size of the group of each square, by flooding.
    fn flooded(position: &Position, color: Color, square: Square) -> u32 {
        position.group(square.into(), color).count()
    }

    #[test]
    fn sizes_agree_with_flooding() {
        for fen in [
            "bb1b1b1b1b/Bww2wbsbb/bWwww1b2b/4b1bww1/1wbwwwbbsw/bww4w1B/wb2bbwswb/bwwwwbbB1w/wb1bbwb1wb/wbb2w1ww1 w 0 66",
            "3w4w/bb3sbb1/2s1w2s1/s2w2bb1/wwb1b3s/5w3/1w4b2/w1w3b2/9 b 0 23",
            "w1w1bs1/b1b2ww/4b2/sw1w3/b2bbw1/b1b3b/bw1wws1 w 0 24",
        ] {
            let position = parse_fen(fen).unwrap();
            let groups = Groups::of(&position);
            for color in Color::ALL {
                let size = |s| flooded(&position, color, s);
                let record = position.stones(color).into_iter().map(size).max().unwrap_or(0);
                assert_eq!(u32::from(groups.record(color)), record);
                let expected = position.stones(color).into_iter().filter(|&s| size(s) == record).collect();
                assert_eq!(groups.biggest(color), expected);
                for square in position.variant().board() {
                    let around = Bitboard::from(square).orthogonal() & position.stones(color);
                    let expected = around.into_iter().map(|s| flooded(&position, color, s)).max().unwrap_or(0);
                    assert_eq!(u32::from(groups.biggest_beside(square, color)), expected, "{square} {color}");
                    if position.empty().contains(square) {
                        let merged = position.group(around, color).count() + 1;
                        assert_eq!(u32::from(groups.size_after(square, color)), merged, "{square} {color}");
                    }
                }
            }
        }
    }
}
