//! What a game teaches about its positions.

use super::record::{Game, NO_SCORE, PROVEN};
use crate::rules::{Color, Position, Variant};

/// A position and what is known about it, from Black's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labelled {
    /// The position, whose game is neither over nor proven.
    pub position: Position,
    /// What a search found, in hundredths of a shooter.
    pub estimate: f64,
    /// How the game went on.
    pub end: End,
}

/// How a game went on from a position while both sides played as well as they could.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// This player won.
    Won(Color),
    /// A random turn spoiled the game. What a search had found just before it stands for the result.
    Cut(f64),
}

/// What the target of a position is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// The share of the game's result; the rest is the estimate's.
    pub result_share: f64,
    /// The hundredths of a shooter that make one unit of log odds.
    pub scale: f64,
}

impl Blend {
    /// Black's chance to win that a weighing shall predict.
    pub fn target(&self, labelled: &Labelled) -> f64 {
        let result = match labelled.end {
            End::Won(winner) => f64::from(u8::from(winner == Color::Black)),
            End::Cut(estimate) => sigmoid(estimate / self.scale),
        };
        self.result_share * result + (1.0 - self.result_share) * sigmoid(labelled.estimate / self.scale)
    }
}

/// The chance of these log odds.
pub fn sigmoid(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// The positions of a game in which a search found an estimate, the last first. With `skip_claims`, those are left out in
/// which the move played claims a shooter.
pub fn label(game: &Game, variant: Variant, skip_claims: bool) -> Vec<Labelled> {
    let mut positions = vec![Position::start(variant)];
    for turn in &game.turns {
        positions.extend(positions.last().map(|position| position.play(turn.mv)));
    }
    let mut end = Some(End::Won(game.winner));
    let mut labels = Vec::new();
    for (turn, pair) in game.turns.iter().zip(positions.windows(2)).rev() {
        let &[position, next] = pair else { continue };
        match turn.score {
            // Until a search is met, nobody knows what the random turn spoiled.
            NO_SCORE => end = None,
            score if score.saturating_abs() == PROVEN => {}
            score => {
                let estimate = f64::from(if position.side() == Color::Black { score } else { -score });
                let end = *end.get_or_insert(End::Cut(estimate));
                if !(skip_claims && position.shooters().count() != next.shooters().count()) {
                    labels.push(Labelled { position, estimate, end });
                }
            }
        }
    }
    labels
}
