//! How good a position looks without searching.
//!
//! A weighted sum of what the features count, whose weights depend on the variant and on how far the game has gone.
//! [`explain`] and [`trace`] list the same features by name and number, from the same code, so that they always add up
//! to [`evaluate`].

mod after;
mod changes;
mod features;
mod fitted;
mod groups;
mod setup;
mod setup_fitted;
mod weights;

pub use changes::Changes;
pub use features::{FEATURES, Fate, feature_name};
pub use groups::Groups;
pub use setup::{SETUP_FEATURES, SETUP_NAMES, SetupWeights, setup_counts, setup_odds, setup_weights};
pub use weights::{PHASE_MAX, Weight, Weights, weights};

use crate::rules::{Color, Position, Square, Variant};
use features::{Scene, Tally};
use weights::{Prices, prices};

/// One part of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Claims held.
    Claims,
    /// Who would own an unclaimed shooter now, how close it is to being shut in, and which groups are near it.
    Shooter(Square, Fate),
    /// The sizes of the biggest groups.
    Size,
    /// The empty squares beside shooters and the biggest groups.
    Ground,
    /// The empty squares beside all stones, and how these hang together.
    Room,
    /// Having the move.
    Move,
}

/// One line of an explained evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What is judged.
    pub term: Term,
    /// Its worth for Black, in hundredths of a shooter; negative when it favours White.
    pub black: i32,
}

/// What the evaluation counts in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// How far the game has gone, from 0 to [`PHASE_MAX`].
    pub phase: i32,
    /// Features by number, and how much more of each Black has than White; a feature can occur more than once.
    pub counts: Vec<(u16, i16)>,
}

/// The evaluation of a position for the player to move, in hundredths of a shooter. Claims that already decide the
/// game count no more than other claims: a search looks for the end of the game itself.
pub fn evaluate(position: &Position) -> i32 {
    evaluate_with(position, &Groups::of(position))
}

/// [`evaluate`] with the groups of the position at hand.
#[inline]
pub fn evaluate_with(position: &Position, groups: &Groups) -> i32 {
    let mut sum = Sum::new(prices(position.variant(), phase(position)));
    count(position, groups, &mut sum);
    for_side(sum.black, position.side())
}

/// What the evaluation counts: its weighted sum is [`evaluate`] for Black to move and its negative for White.
pub fn trace(position: &Position) -> Trace {
    let mut trace = Trace { phase: phase(position), counts: Vec::new() };
    count(position, &Groups::of(position), &mut trace);
    trace
}

/// The terms of the evaluation from Black's view. Their sum is [`evaluate`] for Black to move and its negative for
/// White.
pub fn explain(position: &Position) -> Vec<Entry> {
    let (groups, prices) = (Groups::of(position), prices(position.variant(), phase(position)));
    let scene = Scene::of(position, &groups);
    let entry = |count: &dyn Fn(&mut Sum) -> Term| {
        let mut sum = Sum::new(prices);
        Entry { term: count(&mut sum), black: sum.black }
    };
    let term = |term, count: fn(&Scene, &mut Sum)| {
        entry(&|sum| {
            count(&scene, sum);
            term
        })
    };
    let shooter = |square: Square| {
        let free = square.neighbours() & position.empty();
        entry(&|sum| Term::Shooter(square, scene.shooter(&groups, square, free, sum)))
    };
    let mut entries = vec![term(Term::Claims, Scene::claims)];
    entries.extend(position.shooters().into_iter().map(shooter));
    entries.push(term(Term::Size, Scene::sizes));
    entries.push(term(Term::Ground, Scene::ground));
    entries.push(term(Term::Room, Scene::room));
    entries.push(term(Term::Move, Scene::turn));
    entries
}

/// Counts all features of a position.
#[inline]
fn count(position: &Position, groups: &Groups, tally: &mut impl Tally) {
    let scene = Scene::of(position, groups);
    scene.claims(tally);
    for square in position.shooters() {
        scene.shooter(groups, square, square.neighbours() & scene.empty, tally);
    }
    scene.sizes(tally);
    scene.ground(tally);
    scene.room(tally);
    scene.turn(tally);
}

/// Adds up what features are worth for Black.
struct Sum {
    prices: &'static Prices,
    black: i32,
}

impl Sum {
    #[inline]
    fn new(prices: &'static Prices) -> Self {
        Self { prices, black: 0 }
    }
}

impl Tally for Sum {
    #[inline]
    fn count(&mut self, feature: usize, number: i32) {
        self.black += i32::from(self.prices[feature]) * number;
    }
}

impl Tally for Trace {
    fn count(&mut self, feature: usize, number: i32) {
        if number != 0 {
            self.counts.push((feature as u16, number as i16));
        }
    }
}

fn for_side(black: i32, side: Color) -> i32 {
    if side == Color::Black { black } else { -black }
}

/// How far the game has gone, by the stones on the board.
#[inline]
fn phase(position: &Position) -> i32 {
    phase_of((position.stones(Color::Black) | position.stones(Color::White)).count() as i32, position.variant())
}

fn phase_of(stones: i32, variant: Variant) -> i32 {
    (stones * PHASE_MAX / usual_stones(variant)).min(PHASE_MAX)
}

/// How many stones a game between good players has.
fn usual_stones(variant: Variant) -> i32 {
    // Measured: 58 turns on 10x10, 47 on 9x9, 30 on 7x7, two of them setup turns; about 0.57 of the squares.
    let squares = variant.board().count() as i32;
    squares * 57 / 100
}
