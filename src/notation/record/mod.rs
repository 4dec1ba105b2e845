//! Game records: what is kept of a game, as one JSON line and as a PGN-style text.
//!
//! Both forms hold the same data and can be read back. The JSON line is for programs; the text is for people and for
//! rating tools that know PGN: White's win is `1-0` and Black's is `0-1`, although Black moves first.

mod read;
mod write;

use serde::{Deserialize, Serialize};

pub use read::{RecordError, read_games};
pub use write::write_game;

use crate::rules::Color;

/// One game from its opening to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game in its run, from 1.
    pub number: u64,
    /// The number of the pair of games with the same opening and swapped colours, from 1.
    pub pair: u64,
    /// The variant's name, such as `10x10`.
    pub variant: String,
    /// The name of the engine that plays Black.
    pub black: String,
    /// The name of the engine that plays White.
    pub white: String,
    /// The FEN of the position in which the engines began.
    pub opening: String,
    /// What the engines played, in order.
    pub moves: Vec<MoveRecord>,
    /// Who has won; `None` only when the game was not finished.
    #[serde(with = "winner")]
    pub winner: Option<Color>,
    /// How it ended.
    pub termination: Termination,
    /// The seed of the run, from which the opening was drawn.
    pub seed: u64,
    /// How long the players could think, such as `10+0.1` or `nodes=1000`; both sides' if they differ.
    pub time_control: String,
    /// When the game began, in UTC, such as `2026-01-31T12:00:00Z`.
    pub date: String,
    /// What identifies the run's engines, options and settings; games of equal identity can be pooled.
    pub configuration: String,
}

/// One move and what its player said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in canonical notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The mover's judgement of the position.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub score: Option<RecordScore>,
    /// The depth that the mover reached, in plies.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// The nodes that the mover searched.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
    /// How long the move took, in microseconds, as the arena measured it.
    pub time_us: u64,
    /// How long the move took, in milliseconds, as the engine said.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub own_time_ms: Option<u64>,
}

/// A score from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordScore {
    /// Hundredths of a shooter.
    Cp(i32),
    /// The mover wins within so many plies; negative when the mover loses.
    Mate(i32),
}

/// How a game ended. Any cause but [`Cause::Normal`] and [`Cause::Unfinished`] is the loser's fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Termination {
    /// The kind of end.
    pub cause: Cause,
    /// The particulars, in a sentence for people; may be empty.
    pub reason: String,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A player holds the majority of the shooters.
    Normal,
    /// The loser's answer is no legal move.
    IllegalMove,
    /// The loser's answer came too late.
    TimeLoss,
    /// The loser's program ended or could not be started.
    Crash,
    /// The loser's program gave no answer and was killed.
    Stall,
    /// The loser's program broke the protocol.
    Protocol,
    /// The game was broken off; nobody has lost it.
    Unfinished,
}

impl Cause {
    /// All causes.
    pub const ALL: [Self; 7] =
        [Self::Normal, Self::IllegalMove, Self::TimeLoss, Self::Crash, Self::Stall, Self::Protocol, Self::Unfinished];

    /// The cause in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::IllegalMove => "illegal move",
            Self::TimeLoss => "time loss",
            Self::Crash => "crash",
            Self::Stall => "stall",
            Self::Protocol => "protocol",
            Self::Unfinished => "unfinished",
        }
    }
}

impl GameRecord {
    /// The name of the engine that plays `color`.
    pub fn player(&self, color: Color) -> &str {
        if color == Color::Black { &self.black } else { &self.white }
    }

    /// The record as one line of JSON, without the line's end.
    ///
    /// # Errors
    /// Never, in practice: all fields are plain data.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// The record of one line of JSON.
    ///
    /// # Errors
    /// It is no JSON, or not of this form.
    pub fn from_json(line: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(line)
    }
}

/// The winner as `"black"`, `"white"` or `null`.
mod winner {
    use super::Color;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Side {
        Black,
        White,
    }

    pub fn serialize<S: Serializer>(winner: &Option<Color>, serializer: S) -> Result<S::Ok, S::Error> {
        let side = winner.map(|color| if color == Color::Black { Side::Black } else { Side::White });
        side.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Color>, D::Error> {
        let side = Option::<Side>::deserialize(deserializer)?;
        Ok(side.map(|side| match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }))
    }
}
