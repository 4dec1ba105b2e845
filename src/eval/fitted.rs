//! Weights fitted to self-play. Written by `veletas-tune fit`, not by hand; see docs/tuning.md.
//!
//! * 7x7: 4000 games (1500 nodes, seed 1), 89513 positions, held-out loss 0.63692 (before: 0.65058), from
//!   `fit --result-share 0.6 --scale 128 --pull 50 --hold-out 0.1`.
//! * 9x9: 3000 games (1500 nodes, seed 1), 115913 positions, held-out loss 0.59802 (before: 0.60371), from
//!   `fit --result-share 0.6 --scale 128 --pull 50 --hold-out 0.1`.
//! * 10x10: 2500 games (1500 nodes, seed 1), 122034 positions, held-out loss 0.56920 (before: 0.56968), from
//!   `fit --result-share 0.6 --scale 128 --pull 50 --hold-out 0.1`.

use super::weights::{Weights, weight};

/// In the order of [`Variant::ALL`](crate::rules::Variant::ALL).
pub(super) static FITTED: [Weights; 3] = [
    // 7x7
    [
        weight(54, 131),  // owned shooter with 1 free, the opponent's move
        weight(33, 79),   // owned shooter with 2 free, the opponent's move
        weight(13, 38),   // owned shooter with 3 free, the opponent's move
        weight(12, 27),   // owned shooter with 4 free, the opponent's move
        weight(3, 12),    // owned shooter with 5 free, the opponent's move
        weight(4, -1),    // owned shooter with 6 or more free, the opponent's move
        weight(97, 147),  // owned shooter with 1 free, the owner's move
        weight(65, 92),   // owned shooter with 2 free, the owner's move
        weight(30, 46),   // owned shooter with 3 free, the owner's move
        weight(21, 37),   // owned shooter with 4 free, the owner's move
        weight(10, 17),   // owned shooter with 5 free, the owner's move
        weight(4, 17),    // owned shooter with 6 or more free, the owner's move
        weight(36, 44),   // shooter that goes to whoever shuts it in
        weight(185, 213), // claims 1 : 0
        weight(0, 0),     // claims 1 : 1
        weight(0, 0),     // claims 1 : 2
        weight(0, 0),     // claims 2 : 0
        weight(0, 0),     // claims 2 : 1
        weight(0, 0),     // claims 2 : 2
        weight(0, 0),     // claims 3 : 0
        weight(0, 0),     // claims 3 : 1
        weight(0, 0),     // claims 3 : 2
        weight(42, 54),   // having the move
        weight(12, 8),    // stone of the biggest group
        weight(2, 16),    // free square beside the biggest group and a shooter
        weight(4, 20),    // free square beside any stone
        weight(7, 9),     // pair of neighbouring stones
    ],
    // 9x9
    [
        weight(48, 136),  // owned shooter with 1 free, the opponent's move
        weight(31, 76),   // owned shooter with 2 free, the opponent's move
        weight(8, 44),    // owned shooter with 3 free, the opponent's move
        weight(8, 24),    // owned shooter with 4 free, the opponent's move
        weight(7, 5),     // owned shooter with 5 free, the opponent's move
        weight(6, -2),    // owned shooter with 6 or more free, the opponent's move
        weight(83, 147),  // owned shooter with 1 free, the owner's move
        weight(55, 80),   // owned shooter with 2 free, the owner's move
        weight(20, 53),   // owned shooter with 3 free, the owner's move
        weight(15, 24),   // owned shooter with 4 free, the owner's move
        weight(12, 8),    // owned shooter with 5 free, the owner's move
        weight(7, 1),     // owned shooter with 6 or more free, the owner's move
        weight(20, 34),   // shooter that goes to whoever shuts it in
        weight(146, 187), // claims 1 : 0
        weight(0, 0),     // claims 1 : 1
        weight(0, 0),     // claims 1 : 2
        weight(254, 353), // claims 2 : 0
        weight(171, 219), // claims 2 : 1
        weight(0, 0),     // claims 2 : 2
        weight(0, 0),     // claims 3 : 0
        weight(0, 0),     // claims 3 : 1
        weight(0, 0),     // claims 3 : 2
        weight(43, 52),   // having the move
        weight(-3, 2),    // stone of the biggest group
        weight(4, 13),    // free square beside the biggest group and a shooter
        weight(1, 11),    // free square beside any stone
        weight(13, 11),   // pair of neighbouring stones
    ],
    // 10x10
    [
        weight(40, 139),  // owned shooter with 1 free, the opponent's move
        weight(31, 73),   // owned shooter with 2 free, the opponent's move
        weight(11, 39),   // owned shooter with 3 free, the opponent's move
        weight(10, 22),   // owned shooter with 4 free, the opponent's move
        weight(7, 5),     // owned shooter with 5 free, the opponent's move
        weight(3, -12),   // owned shooter with 6 or more free, the opponent's move
        weight(71, 148),  // owned shooter with 1 free, the owner's move
        weight(53, 81),   // owned shooter with 2 free, the owner's move
        weight(22, 44),   // owned shooter with 3 free, the owner's move
        weight(18, 25),   // owned shooter with 4 free, the owner's move
        weight(11, 12),   // owned shooter with 5 free, the owner's move
        weight(3, -7),    // owned shooter with 6 or more free, the owner's move
        weight(22, 27),   // shooter that goes to whoever shuts it in
        weight(135, 170), // claims 1 : 0
        weight(0, 0),     // claims 1 : 1
        weight(0, 0),     // claims 1 : 2
        weight(276, 294), // claims 2 : 0
        weight(165, 160), // claims 2 : 1
        weight(0, 0),     // claims 2 : 2
        weight(198, 369), // claims 3 : 0
        weight(229, 383), // claims 3 : 1
        weight(133, 239), // claims 3 : 2
        weight(45, 43),   // having the move
        weight(3, 2),     // stone of the biggest group
        weight(6, 9),     // free square beside the biggest group and a shooter
        weight(0, 5),     // free square beside any stone
        weight(4, 5),     // pair of neighbouring stones
    ],
];
