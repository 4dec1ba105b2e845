//! A game of the engine against itself, and its bytes.
//!
//! All numbers are little-endian. A record is the length of its body (u32), the body, and the body's checksum (u32). The
//! body is the game's number (u64), the winner (u8: 0 Black, 1 White), and for each turn the move (u32, [`Move::bits`])
//! and the score (i16) that its search found.

use crate::rules::{Color, Move, Position, Variant};

/// The score of a turn that was played at random, without a search.
pub const NO_SCORE: i16 = i16::MIN;
/// The score of a proven win; that of a proven loss is its negative.
pub const PROVEN: i16 = 32_000;

const HEAD: usize = 9;
const TURN: usize = 6;
/// More turns than any game has.
const TURNS_MAX: usize = 200;

/// One turn of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The move, a setup move in the first two turns.
    pub mv: Move,
    /// The value that the search found for the mover, in hundredths of a shooter, [`PROVEN`] either way, or [`NO_SCORE`].
    pub score: i16,
}

impl Turn {
    /// Whether it was played at random.
    pub fn is_random(self) -> bool {
        self.score == NO_SCORE
    }
}

/// A game from the empty board to a won or proven position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number in the run.
    pub number: u64,
    /// Who wins.
    pub winner: Color,
    /// All turns, the two setup turns included.
    pub turns: Vec<Turn>,
}

/// Bytes that are no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The bytes are not those that were written.
    #[error("the checksum of a game is {found:08x}, not {expected:08x}")]
    Checksum {
        /// That of the bytes.
        found: u32,
        /// The one stored.
        expected: u32,
    },
    /// No game has that length.
    #[error("a game cannot take {0} bytes")]
    Length(u32),
    /// A winner that is no player.
    #[error("{0} is no player who could have won")]
    Winner(u8),
    /// A turn against the rules.
    #[error("the move of turn {turn} of game {game}, {bits:#010x}, is not legal")]
    Move {
        /// The game's number.
        game: u64,
        /// The turn, from 1.
        turn: usize,
        /// The move's bits.
        bits: u32,
    },
}

impl Game {
    /// The record.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(HEAD + TURN * self.turns.len());
        body.extend(self.number.to_le_bytes());
        body.push(self.winner.index() as u8);
        for turn in &self.turns {
            body.extend(turn.mv.bits().to_le_bytes());
            body.extend(turn.score.to_le_bytes());
        }
        let mut bytes = (body.len() as u32).to_le_bytes().to_vec();
        bytes.extend(&body);
        bytes.extend(checksum(&body).to_le_bytes());
        bytes
    }

    /// The first game in `bytes` and what comes after it; `None` if they end before the game does.
    ///
    /// # Errors
    /// They are no game of this variant.
    pub fn from_bytes(bytes: &[u8], variant: Variant) -> Result<Option<(Self, &[u8])>, RecordError> {
        let Some((length, rest)) = bytes.split_first_chunk() else { return Ok(None) };
        let length = u32::from_le_bytes(*length);
        let turns = (length as usize).checked_sub(HEAD).filter(|turns| turns.is_multiple_of(TURN));
        if turns.is_none_or(|turns| turns / TURN > TURNS_MAX) {
            return Err(RecordError::Length(length));
        }
        let Some((body, rest)) = rest.split_at_checked(length as usize) else { return Ok(None) };
        let Some((expected, rest)) = rest.split_first_chunk() else { return Ok(None) };
        let (found, expected) = (checksum(body), u32::from_le_bytes(*expected));
        if found != expected {
            return Err(RecordError::Checksum { found, expected });
        }
        Ok(Some((Self::from_body(body, variant)?, rest)))
    }

    fn from_body(body: &[u8], variant: Variant) -> Result<Self, RecordError> {
        let short = RecordError::Length(body.len() as u32);
        let (number, rest) = body.split_first_chunk().ok_or(short.clone())?;
        let number = u64::from_le_bytes(*number);
        let (winner, rest) = rest.split_first().ok_or(short)?;
        let winner = Color::ALL.get(usize::from(*winner)).copied().ok_or(RecordError::Winner(*winner))?;
        let mut position = Position::start(variant);
        let mut turns = Vec::with_capacity(rest.len() / TURN);
        let (chunks, _) = rest.as_chunks::<TURN>();
        for (&[a, b, c, d, e, f], turn) in chunks.iter().zip(1..) {
            let bits = u32::from_le_bytes([a, b, c, d]);
            let legal = Move::from_bits(bits).filter(|&mv| position.is_legal(mv));
            let mv = legal.ok_or(RecordError::Move { game: number, turn, bits })?;
            position = position.play(mv);
            turns.push(Turn { mv, score: i16::from_le_bytes([e, f]) });
        }
        Ok(Self { number, winner, turns })
    }
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_back_and_torn_ones_are_none() {
        let position = Position::start(Variant::Seven);
        let mv = position.moves()[3];
        let turns = vec![Turn { mv, score: NO_SCORE }, Turn { mv: position.play(mv).moves()[5], score: -300 }];
        let game = Game { number: 1 << 40, winner: Color::White, turns };
        let bytes = game.to_bytes();
        assert_eq!(Game::from_bytes(&bytes, Variant::Seven), Ok(Some((game.clone(), [].as_slice()))));
        let more = [bytes.as_slice(), &[7, 8]].concat();
        assert_eq!(Game::from_bytes(&more, Variant::Seven), Ok(Some((game, [7, 8].as_slice()))));
        assert!((0..bytes.len()).all(|length| Game::from_bytes(&bytes[..length], Variant::Seven) == Ok(None)));
        let foreign = Game::from_bytes(&bytes, Variant::Ten).unwrap_err().to_string();
        assert!(foreign.starts_with("the move of turn 1 of game 1099511627776, 0x2"), "{foreign}");
        assert_eq!(Game::from_bytes(&[0xff; 4], Variant::Ten), Err(RecordError::Length(u32::MAX)));
    }
}
