//! Weights fitted to self-play. Written by `veletas-tune fit`, not by hand; see docs/tuning.md.
//!
//! * 7x7: 4000 games (1500 nodes, seed 1), 89513 positions, held-out loss 0.63517 (before: 0.63692), from
//!   `fit --result-share 0.6 --scale 128 --pull 10 --hold-out 0.1`.
//! * 9x9: 3000 games (1500 nodes, seed 1), 115913 positions, held-out loss 0.59707 (before: 0.59802), from
//!   `fit --result-share 0.6 --scale 128 --pull 10 --hold-out 0.1`.
//! * 10x10: 2500 games (1500 nodes, seed 1), 122034 positions, held-out loss 0.56273 (before: 0.56920), from
//!   `fit --result-share 0.6 --scale 128 --pull 10 --hold-out 0.1`.

use super::weights::{Weights, weight};

/// In the order of [`Variant::ALL`](crate::rules::Variant::ALL).
pub(super) static FITTED: [Weights; 3] = [
    // 7x7
    [
        weight(53, 146),  // owned shooter with 1 free, the opponent's move
        weight(34, 86),   // owned shooter with 2 free, the opponent's move
        weight(14, 44),   // owned shooter with 3 free, the opponent's move
        weight(14, 30),   // owned shooter with 4 free, the opponent's move
        weight(3, 13),    // owned shooter with 5 free, the opponent's move
        weight(5, -1),    // owned shooter with 6 or more free, the opponent's move
        weight(111, 163), // owned shooter with 1 free, the owner's move
        weight(73, 99),   // owned shooter with 2 free, the owner's move
        weight(34, 49),   // owned shooter with 3 free, the owner's move
        weight(24, 39),   // owned shooter with 4 free, the owner's move
        weight(15, 14),   // owned shooter with 5 free, the owner's move
        weight(4, 18),    // owned shooter with 6 or more free, the owner's move
        weight(80, 87),   // shooter that goes to whoever shuts it in
        weight(205, 223), // claims 1 : 0
        weight(0, 0),     // claims 1 : 1
        weight(0, 0),     // claims 1 : 2
        weight(0, 0),     // claims 2 : 0
        weight(0, 0),     // claims 2 : 1
        weight(0, 0),     // claims 2 : 2
        weight(0, 0),     // claims 3 : 0
        weight(0, 0),     // claims 3 : 1
        weight(0, 0),     // claims 3 : 2
        weight(43, 59),   // having the move
        weight(7, 8),     // stone of the biggest group
        weight(3, 16),    // free square beside the biggest group and a shooter
        weight(22, -9),   // free square beside one player's stones with 0 free
        weight(18, 5),    // free square beside one player's stones with 1 free
        weight(16, 17),   // free square beside one player's stones with 2 free
        weight(6, 17),    // free square beside one player's stones with 3 free
        weight(9, 21),    // free square beside one player's stones with 4 free
        weight(4, 19),    // free square beside one player's stones with 5 or more free
        weight(13, 6),    // pair of neighbouring stones
    ],
    // 9x9
    [
        weight(48, 156),  // owned shooter with 1 free, the opponent's move
        weight(34, 85),   // owned shooter with 2 free, the opponent's move
        weight(8, 52),    // owned shooter with 3 free, the opponent's move
        weight(8, 30),    // owned shooter with 4 free, the opponent's move
        weight(8, 6),     // owned shooter with 5 free, the opponent's move
        weight(9, -4),    // owned shooter with 6 or more free, the opponent's move
        weight(88, 170),  // owned shooter with 1 free, the owner's move
        weight(59, 90),   // owned shooter with 2 free, the owner's move
        weight(22, 60),   // owned shooter with 3 free, the owner's move
        weight(15, 27),   // owned shooter with 4 free, the owner's move
        weight(16, 5),    // owned shooter with 5 free, the owner's move
        weight(9, -1),    // owned shooter with 6 or more free, the owner's move
        weight(39, 75),   // shooter that goes to whoever shuts it in
        weight(149, 210), // claims 1 : 0
        weight(0, 0),     // claims 1 : 1
        weight(0, 0),     // claims 1 : 2
        weight(352, 400), // claims 2 : 0
        weight(201, 230), // claims 2 : 1
        weight(0, 0),     // claims 2 : 2
        weight(0, 0),     // claims 3 : 0
        weight(0, 0),     // claims 3 : 1
        weight(0, 0),     // claims 3 : 2
        weight(45, 59),   // having the move
        weight(-2, 2),    // stone of the biggest group
        weight(4, 14),    // free square beside the biggest group and a shooter
        weight(-5, -5),   // free square beside one player's stones with 0 free
        weight(12, 1),    // free square beside one player's stones with 1 free
        weight(10, 8),    // free square beside one player's stones with 2 free
        weight(1, 13),    // free square beside one player's stones with 3 free
        weight(4, 14),    // free square beside one player's stones with 4 free
        weight(1, 10),    // free square beside one player's stones with 5 or more free
        weight(14, 10),   // pair of neighbouring stones
    ],
    // 10x10
    [
        weight(37, 170),  // owned shooter with 1 free, the opponent's move
        weight(33, 87),   // owned shooter with 2 free, the opponent's move
        weight(12, 49),   // owned shooter with 3 free, the opponent's move
        weight(11, 27),   // owned shooter with 4 free, the opponent's move
        weight(7, 7),     // owned shooter with 5 free, the opponent's move
        weight(5, -14),   // owned shooter with 6 or more free, the opponent's move
        weight(73, 181),  // owned shooter with 1 free, the owner's move
        weight(56, 101),  // owned shooter with 2 free, the owner's move
        weight(23, 55),   // owned shooter with 3 free, the owner's move
        weight(19, 28),   // owned shooter with 4 free, the owner's move
        weight(13, 11),   // owned shooter with 5 free, the owner's move
        weight(4, -7),    // owned shooter with 6 or more free, the owner's move
        weight(44, 64),   // shooter that goes to whoever shuts it in
        weight(130, 220), // claims 1 : 0
        weight(0, 0),     // claims 1 : 1
        weight(0, 0),     // claims 1 : 2
        weight(321, 378), // claims 2 : 0
        weight(176, 185), // claims 2 : 1
        weight(0, 0),     // claims 2 : 2
        weight(340, 558), // claims 3 : 0
        weight(340, 441), // claims 3 : 1
        weight(172, 260), // claims 3 : 2
        weight(47, 53),   // having the move
        weight(3, 2),     // stone of the biggest group
        weight(5, 11),    // free square beside the biggest group and a shooter
        weight(-4, -4),   // free square beside one player's stones with 0 free
        weight(8, 0),     // free square beside one player's stones with 1 free
        weight(7, 7),     // free square beside one player's stones with 2 free
        weight(3, 7),     // free square beside one player's stones with 3 free
        weight(5, 9),     // free square beside one player's stones with 4 free
        weight(0, 7),     // free square beside one player's stones with 5 or more free
        weight(5, 4),     // pair of neighbouring stones
    ],
];
