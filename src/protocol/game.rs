//! The position on the board and the way back from it.

use crate::notation::{FenError, MoveError, parse_fen, read_move};
use crate::rules::{Position, Variant};

/// A position with those before it.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// The positions before each move since the last `position` or new game.
    before: Vec<Position>,
}

/// A game stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The FEN was refused.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// A move was refused.
    #[error("move {number}: {reason}")]
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// Why.
        reason: MoveError,
    },
    /// The setup is not symmetric.
    #[error("`flip` is refused during the setup")]
    FlipInSetup,
    /// No move has been made since the last `position` or new game.
    #[error("`undo` has no move to take back")]
    NothingToUndo,
}

impl Game {
    /// The start of a game.
    pub fn new(variant: Variant) -> Self {
        Self { position: Position::start(variant), before: Vec::new() }
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Starts over, from `fen` or the start of `variant`, and plays `moves`.
    ///
    /// # Errors
    /// The FEN or a move is refused. Nothing changes then.
    pub fn set(&mut self, fen: Option<&str>, variant: Variant, moves: &[String]) -> Result<(), GameError> {
        let mut game = Self::new(variant);
        if let Some(fen) = fen {
            game.position = parse_fen(fen)?;
        }
        game.play(moves)?;
        *self = game;
        Ok(())
    }

    /// Plays on.
    ///
    /// # Errors
    /// A move is refused. Nothing changes then.
    pub fn play(&mut self, moves: &[String]) -> Result<(), GameError> {
        let mut position = self.position;
        let mut before = Vec::new();
        for (i, word) in moves.iter().enumerate() {
            let mv = read_move(word, &position).map_err(|reason| GameError::Move { number: i + 1, reason })?;
            before.push(position);
            position = position.play(mv);
        }
        self.before.append(&mut before);
        self.position = position;
        Ok(())
    }

    /// Takes the last move back: the position is again what it was before that move, whatever `flip` did since.
    ///
    /// # Errors
    /// There is none.
    pub fn undo(&mut self) -> Result<(), GameError> {
        self.position = self.before.pop().ok_or(GameError::NothingToUndo)?;
        Ok(())
    }

    /// Swaps the colours of stones and claims and the side to move.
    ///
    /// # Errors
    /// It is a setup turn.
    pub fn flip(&mut self) -> Result<(), GameError> {
        self.position = self.position.flipped().ok_or(GameError::FlipInSetup)?;
        Ok(())
    }
}
