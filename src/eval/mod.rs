//! How good a position looks without searching.
//!
//! Two weighted sums of what is counted in a position, both with weights that depend on the variant and on how far the game has
//! gone. The evaluation sees the most and decides what a node is worth: the features that both share and those of the
//! `terrain`. The sketch is coarser, so that the many moves of a node can be compared by what each changes
//! ([`Changes`]); it only says which of them to look at first.
//!
//! [`explain`] and [`trace`] list the same features by name and number, from the same code, so that they add up to
//! [`evaluate`].

mod after;
mod changes;
mod features;
mod fitted;
mod groups;
mod setup;
mod setup_fitted;
mod terrain;
mod weights;

pub use changes::Changes;
pub use features::{Fate, SKETCH_FEATURES, feature_name};
pub use groups::Groups;
pub use setup::{SETUP_FEATURES, SETUP_NAMES, SetupWeights, setup_counts, setup_odds, setup_weights};
pub use terrain::FEATURES;
pub use weights::{FINENESS, PHASE_MAX, SketchWeights, Weight, Weights, sketch_weights, weights};

use crate::rules::{Bitboard, Color, Position, Square, Variant};
use features::{Scene, Tally};
use terrain::{SquareClasses, Terrain};
use weights::{Packed, Prices, SquareWeights, blend, prices, square_weights};

/// One part of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Claims held.
    Claims,
    /// Who would own an unclaimed shooter now, how close it is to being shut in, and where it could go.
    Shooter(Square, Fate),
    /// The empty squares: who would own a shooter there, how open they are, and whether a shooter reaches them.
    Squares,
    /// Stones that hang together.
    Bonds,
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

/// One of the two weighted sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// What a position is worth.
    Evaluation,
    /// What moves are compared by.
    Sketch,
}

/// What a model counts in a position.
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
    let mut sum = Sum::new(position.variant());
    count(position, groups, &mut sum);
    for_side(sum.black(phase(position)), position.side())
}

/// The sketch of a position, whose groups are these, for the player to move, in hundredths of a shooter.
pub fn sketch_with(position: &Position, groups: &Groups) -> i32 {
    let mut sum = SketchSum::new(prices(position.variant(), phase(position)));
    count_sketch(position, groups, &mut sum);
    for_side(sum.black, position.side())
}

/// What a model counts: its weighted sum is what the position is worth for Black.
pub fn trace(position: &Position, model: Model) -> Trace {
    let (mut trace, groups) = (Trace { phase: phase(position), counts: Vec::new() }, Groups::of(position));
    match model {
        Model::Evaluation => count(position, &groups, &mut trace),
        Model::Sketch => count_sketch(position, &groups, &mut trace),
    }
    trace
}

/// The terms of the evaluation from Black's view. Their sum is [`evaluate`] for Black to move and its negative for
/// White.
pub fn explain(position: &Position) -> Vec<Entry> {
    let (groups, phase) = (Groups::of(position), phase(position));
    let (scene, terrain) = (Scene::of(position, &groups), Terrain::of(position, &groups));
    let mut reached = Bitboard::EMPTY;
    let mut sum = Sum::new(position.variant());
    let mut entries = Vec::new();
    // Each term is what it adds to the rounded sum, so that the terms add up.
    let mut enter = |term, sum: &Sum, before: i32| entries.push(Entry { term, black: sum.black(phase) - before });
    let before = sum.black(phase);
    scene.claims(&mut sum);
    enter(Term::Claims, &sum, before);
    for square in position.shooters() {
        let before = sum.black(phase);
        let fate = scene.shooter(&groups, square, square.neighbours() & position.empty(), &mut sum);
        reached |= terrain.shooter(square, &mut sum);
        enter(Term::Shooter(square, fate), &sum, before);
    }
    let before = sum.black(phase);
    terrain.squares(reached, &mut sum);
    enter(Term::Squares, &sum, before);
    let before = sum.black(phase);
    scene.bonds(&mut sum);
    enter(Term::Bonds, &sum, before);
    let before = sum.black(phase);
    scene.turn(&mut sum);
    enter(Term::Move, &sum, before);
    entries
}

/// Counts all features of the evaluation.
#[inline]
fn count(position: &Position, groups: &Groups, tally: &mut impl Tally) {
    let (scene, terrain) = (Scene::of(position, groups), Terrain::of(position, groups));
    scene.claims(tally);
    let mut reached = Bitboard::EMPTY;
    for square in position.shooters() {
        scene.shooter(groups, square, square.neighbours() & position.empty(), tally);
        reached |= terrain.shooter(square, tally);
    }
    terrain.squares(reached, tally);
    scene.bonds(tally);
    scene.turn(tally);
}

/// Counts all features of the sketch.
#[inline]
fn count_sketch(position: &Position, groups: &Groups, tally: &mut impl Tally) {
    let scene = Scene::of(position, groups);
    scene.claims(tally);
    for square in position.shooters() {
        scene.shooter(groups, square, square.neighbours() & position.empty(), tally);
    }
    scene.sizes(tally);
    scene.ground(tally);
    scene.land(tally);
    scene.bonds(tally);
    scene.turn(tally);
}

/// Adds up what features of the evaluation are worth for Black.
struct Sum {
    weights: &'static Weights,
    square_weights: &'static SquareWeights,
    opening: i32,
    late: i32,
}

impl Sum {
    #[inline]
    fn new(variant: Variant) -> Self {
        Self { weights: weights(variant), square_weights: square_weights(variant), opening: 0, late: 0 }
    }

    #[inline]
    fn black(&self, phase: i32) -> i32 {
        blend(self.opening, self.late, phase) / FINENESS
    }
}

impl Tally for Sum {
    #[inline]
    fn count(&mut self, feature: usize, number: i32) {
        let Weight { opening, late } = self.weights[feature];
        self.opening += i32::from(opening) * number;
        self.late += i32::from(late) * number;
    }

    #[inline]
    fn count_squares(&mut self, classes: &SquareClasses, number: i32) {
        let packed = classes.iter().map(|&class| self.square_weights[usize::from(class)]);
        let (opening, late) = packed.fold(Packed::ZERO, Packed::plus).parts();
        self.opening += opening * number;
        self.late += late * number;
    }
}

/// Adds up what features of the sketch are worth for Black.
struct SketchSum {
    prices: &'static Prices,
    black: i32,
}

impl SketchSum {
    #[inline]
    fn new(prices: &'static Prices) -> Self {
        Self { prices, black: 0 }
    }
}

impl Tally for SketchSum {
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
