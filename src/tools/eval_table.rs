//! The evaluation of a position, in words and numbers.

use crate::rules::Position;

/// The lines of a table that shows where the evaluation of `position` comes from.
pub fn eval_table(position: &Position) -> Vec<String> {
    vec![format!("evaluation of turn {}: to come", position.turn())]
}
