//! Counting the leaves of the game tree: the test of the rules and the measure of their speed.

use std::ops::ControlFlow::{Break, Continue};

use crate::rules::{Move, Position};
use crate::search::Control;

/// How the last ply is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The number of moves is computed without looking at destinations.
    Counting,
    /// Every set of moves is generated and its size added.
    Listing,
    /// Every move is played, claims included.
    Playing,
}

impl Method {
    /// All methods, the fastest first.
    pub const ALL: [Self; 3] = [Self::Counting, Self::Listing, Self::Playing];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counting => "counting",
            Self::Listing => "listing",
            Self::Playing => "playing",
        }
    }
}

/// The number of ways to play `depth` plies; games that end earlier count nothing. `None` if `control` stopped it.
pub fn perft(position: &Position, depth: u32, method: Method, control: &Control) -> Option<u64> {
    if depth == 1 {
        return Some(leaves(position, method));
    }
    divide(position, depth, method, control, &mut |_, _| ())
}

/// Like [`perft`], telling `each` the count below every legal move.
pub fn divide(
    position: &Position,
    depth: u32,
    method: Method,
    control: &Control,
    each: &mut dyn FnMut(Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut total = 0;
    let flow = position.for_each_child(|mv, child| {
        let below = if depth <= 1 { Some(1) } else { perft(child, depth - 1, method, control) };
        match below {
            Some(count) if !control.is_stopped() => {
                total += count;
                each(mv, count);
                Continue(())
            }
            _ => Break(()),
        }
    });
    flow.is_continue().then_some(total)
}

/// The number of legal moves, by one method.
fn leaves(position: &Position, method: Method) -> u64 {
    let mut count = 0;
    match method {
        Method::Counting => count = position.count_moves(),
        Method::Listing if position.is_setup() => count = position.count_moves(),
        Method::Listing => {
            let Continue(()) = position.for_each_set(|set| {
                count += u64::from(set.stones.count());
                Continue::<std::convert::Infallible>(())
            });
        }
        Method::Playing => {
            let Continue(()) = position.for_each_child(|_, child| {
                std::hint::black_box(child);
                count += 1;
                Continue::<std::convert::Infallible>(())
            });
        }
    }
    count
}
