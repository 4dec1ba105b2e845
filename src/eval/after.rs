//! What a stone makes of the groups around it, without adding it to them.

use super::groups::{Groups, Sizes};
use crate::rules::{Color, Square};

/// Groups with one more stone, whose consequences are seen through instead of being worked out.
pub(super) struct After<'a> {
    pub(super) groups: &'a Groups,
    pub(super) stone: Square,
    pub(super) side: Color,
    /// The labels of the groups around the stone.
    pub(super) labels: [u8; 4],
    /// The size of the group that the stone joins them to.
    pub(super) size: u8,
}

impl After<'_> {
    fn is_joined(&self, label: u8) -> bool {
        label != Groups::NO_GROUP && self.labels.contains(&label)
    }

    fn is_beside(&self, square: Square) -> bool {
        square.orthogonal().contains(self.stone)
    }
}

impl Sizes for After<'_> {
    #[inline]
    fn biggest_beside(&self, square: Square, color: Color) -> u8 {
        let before = self.groups.biggest_beside(square, color);
        if color != self.side {
            return before;
        }
        let joins =
            self.is_beside(square) || self.groups.labels_beside(square, color).iter().any(|&l| self.is_joined(l));
        if joins { before.max(self.size) } else { before }
    }

    fn size_after(&self, square: Square, color: Color) -> u8 {
        let before = self.groups.size_after(square, color);
        if color != self.side {
            return before;
        }
        let around = self.groups.labels_beside(square, color);
        let joined = |label: &u8| self.is_joined(*label);
        if !self.is_beside(square) && !around.iter().any(joined) {
            return before;
        }
        // All that the stone has joined counts as one group, of which `before` counted some parts.
        let mut counted = 0;
        for (i, label) in around.iter().enumerate().filter(|(_, label)| joined(label)) {
            if !around[..i].contains(label) {
                counted += self.groups.size_of(*label, color);
            }
        }
        before - counted + self.size
    }
}
