//! Weights fitted to self-play. Written by `veletas-tune setup`, not by hand; see docs/tuning.md.
//!
//! * 7x7: 1984 games; 495 held out, loss +0.02795 +- 0.00999 less than a constant's (400 nodes, seed 11), from
//!   `setup --result-share 0.5 --scale 25 --hold-out 0.2`.
//! * 9x9: 3616 games; 903 held out, loss +0.00498 +- 0.00433 less than a constant's (300 nodes, seed 11), from
//!   `setup --result-share 0.5 --scale 25 --hold-out 0.2`.
//! * 10x10: 3808 games; 951 held out, loss -0.00069 +- 0.00195 less than a constant's (300 nodes, seed 11), from
//!   `setup --result-share 0.5 --scale 25 --hold-out 0.2`.

use super::setup::SetupWeights;

/// In the order of [`Variant::ALL`](crate::rules::Variant::ALL).
pub(super) static SETUP_FITTED: [SetupWeights; 3] = [
    // 7x7
    [
        -618,  // having the first move
        2310,  // whether a shooter is in a corner
        965,   // shooters in corners
        227,   // shooters on edges, but not in corners
        -842,  // shooters one square off the edge
        1216,  // shooters' sum away from the centre, in half squares
        -1131, // shooters' distances from the centre, in half squares
        1046,  // distances between shooters, in orthogonal steps
        -651,  // pairs of shooters in line
        -352,  // squares beside several shooters
    ],
    // 9x9
    [
        -2653, // having the first move
        2142,  // whether a shooter is in a corner
        1106,  // shooters in corners
        1346,  // shooters on edges, but not in corners
        484,   // shooters one square off the edge
        293,   // shooters' sum away from the centre, in half squares
        -521,  // shooters' distances from the centre, in half squares
        225,   // distances between shooters, in orthogonal steps
        -230,  // pairs of shooters in line
        -59,   // squares beside several shooters
    ],
    // 10x10
    [
        -605, // having the first move
        1343, // whether a shooter is in a corner
        731,  // shooters in corners
        525,  // shooters on edges, but not in corners
        468,  // shooters one square off the edge
        100,  // shooters' sum away from the centre, in half squares
        -111, // shooters' distances from the centre, in half squares
        26,   // distances between shooters, in orthogonal steps
        -65,  // pairs of shooters in line
        136,  // squares beside several shooters
    ],
];
