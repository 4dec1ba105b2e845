//! The referee: plays one game between two players and decides how it ends, by the rules alone.

use std::time::Duration;

use super::clock::Clock;
use super::engine::Proto;
use super::limits::Limits;
use super::player::{Answer, Failure, Player, Turn, go, result_word};
use crate::notation::{Cause, MoveRecord, Termination, quote, read_move, write_fen};
use crate::rules::{Color, Position};

/// One side of a game.
pub struct Side<'a> {
    /// Who plays it.
    pub player: &'a mut dyn Player,
    /// How long the player may think.
    pub limits: Limits,
    /// In which dialect the times are told.
    pub proto: Proto,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// What was played.
    pub moves: Vec<MoveRecord>,
    /// Who has won; `None` when the game was broken off.
    pub winner: Option<Color>,
    /// How it ended.
    pub termination: Termination,
}

/// Plays a game from `opening`. A move may exceed its time by up to `margin`.
///
/// Whoever gives no legal answer in time loses. What the players believe about the result is noted when it is wrong,
/// and changes nothing.
pub fn play(opening: &Position, [black, white]: [Side<'_>; 2], margin: Duration) -> Ended {
    let clocks = [Clock::new(black.limits, margin), Clock::new(white.limits, margin)];
    let protos = [black.proto, white.proto];
    let opening_fen = write_fen(opening);
    let mut game = Game {
        position: *opening,
        opening: opening_fen,
        words: Vec::new(),
        moves: Vec::new(),
        clocks,
        protos,
        players: [black.player, white.player],
    };
    let (winner, termination) = game.run();
    Ended { moves: game.moves, winner, termination }
}

struct Game<'a> {
    position: Position,
    opening: String,
    words: Vec<String>,
    moves: Vec<MoveRecord>,
    clocks: [Clock; 2],
    protos: [Proto; 2],
    players: [&'a mut dyn Player; 2],
}

impl Game<'_> {
    fn run(&mut self) -> (Option<Color>, Termination) {
        for color in Color::ALL {
            if let Err(failure) = self.players[color.index()].begin(self.position.variant()) {
                return lost(color, failure);
            }
        }
        loop {
            if let Some(winner) = self.position.winner() {
                return (Some(winner), self.finished(winner));
            }
            let side = self.position.side();
            if let Err(failure) = self.turn(side) {
                return lost(side, failure);
            }
        }
    }

    /// One move of the player of `side`.
    fn turn(&mut self, side: Color) -> Result<(), Failure> {
        let go = go(side, &self.clocks, self.protos[side.index()]);
        let deadline = self.clocks[side.index()].deadline();
        let turn = Turn { opening: &self.opening, moves: &self.words, go: &go, deadline };
        let Answer { word, took, info } = self.players[side.index()].think(&turn)?;
        let failure = |cause, reason: String| Failure { cause, reason };
        self.clocks[side.index()]
            .spend(took)
            .map_err(|late| failure(Cause::TimeLoss, format!("{} {late}", quote(&word))))?;
        let mv = read_move(&word, &self.position).map_err(|e| failure(Cause::IllegalMove, e.to_string()))?;
        self.position = self.position.play(mv);
        self.words.push(mv.to_string());
        self.moves.push(MoveRecord {
            mv: mv.to_string(),
            score: info.score,
            depth: info.depth,
            nodes: info.nodes,
            time_us: u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
            own_time_ms: info.time_ms,
        });
        Ok(())
    }

    fn finished(&mut self, winner: Color) -> Termination {
        let variant = self.position.variant();
        let (claims, all) = (self.position.claimed(winner).count(), variant.shooters());
        let mut reason = format!("{winner} holds {claims} of {all} shooters");
        let turn = Turn { opening: &self.opening, moves: &self.words, go: "", deadline: None };
        for color in Color::ALL {
            let belief = self.players[color.index()].believed_result(&turn);
            if let Some(belief) = belief.filter(|belief| belief != result_word(winner)) {
                reason.push_str(&format!("; {color}'s engine wrongly believes `{belief}`"));
            }
        }
        Termination { cause: Cause::Normal, reason }
    }
}

/// The player of `color` has failed, which loses the game unless nobody is to blame.
fn lost(color: Color, Failure { cause, reason }: Failure) -> (Option<Color>, Termination) {
    let winner = (cause != Cause::Unfinished).then_some(!color);
    let reason = if winner.is_some() { format!("{color}: {reason}") } else { reason };
    (winner, Termination { cause, reason })
}
