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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::random::{random_move, rng};
    use crate::tune::record::Turn;

    /// A game with these scores after the setup.
    fn game(scores: &[i16]) -> Game {
        let mut rng = rng(1, 1);
        let mut position = Position::start(Variant::Ten);
        let mut turns = Vec::new();
        for &score in [NO_SCORE; 2].iter().chain(scores) {
            let mv = random_move(&position, &mut rng).unwrap();
            turns.push(Turn { mv, score });
            position = position.play(mv);
        }
        Game { number: 1, winner: Color::White, turns }
    }

    #[test]
    fn random_turns_cut_the_game() {
        let labels = label(&game(&[NO_SCORE, 5, 20, -30, NO_SCORE, NO_SCORE, 40, PROVEN]), Variant::Ten, false);
        let found: Vec<_> = labels.iter().map(|l| (l.position.turn(), l.estimate, l.end)).collect();
        // White moves in the turns with even numbers.
        let cut = End::Cut(30.0);
        assert_eq!(found, [(9, 40.0, End::Won(Color::White)), (6, 30.0, cut), (5, 20.0, cut), (4, -5.0, cut)]);
    }

    #[test]
    fn targets_are_blacks_chances() {
        let position = Position::start(Variant::Ten);
        let labelled = |estimate, end| Labelled { position, estimate, end };
        let blend = Blend { result_share: 0.25, scale: 100.0 };
        let even = blend.target(&labelled(0.0, End::Won(Color::Black)));
        assert!((even - (0.25 + 0.75 * 0.5)).abs() < 1e-12);
        let lost = blend.target(&labelled(100.0, End::Won(Color::White)));
        assert!((lost - 0.75 * sigmoid(1.0)).abs() < 1e-12);
        let cut = blend.target(&labelled(100.0, End::Cut(-100.0)));
        assert!((cut - 0.25 * sigmoid(-1.0) - 0.75 * sigmoid(1.0)).abs() < 1e-12);
    }
}
