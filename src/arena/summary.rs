//! What a set of games says about its players: results, faults, speed, and the course of the games.

use super::pairing::{PlayedPair, count_pairs, played_pairs};
use super::statistics::{Outcome, Pairs, Results, Tally};
use crate::notation::{Cause, GameRecord, MoveRecord, RecordScore};
use crate::rules::Color;

/// How many turns are taken together in [`Summary::phases`].
pub const PHASE_TURNS: u64 = 5;

/// Where scores are cut off in [`Summary::phases`], in hundredths of a shooter. Proven wins count as this.
pub const SCORE_LIMIT: i32 = 1_000;

/// Mean and extremes of a quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// How many values there were.
    pub count: u64,
    /// Their mean; 0 without values.
    pub mean: f64,
    /// The least value; 0 without values.
    pub least: f64,
    /// The greatest value; 0 without values.
    pub most: f64,
}

impl Spread {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let (mut count, mut sum, mut least, mut most) = (0, 0.0, f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            count += 1;
            sum += value;
            least = least.min(value);
            most = most.max(value);
        }
        if count == 0 {
            return Self { count, mean: 0.0, least: 0.0, most: 0.0 };
        }
        Self { count, mean: sum / count as f64, least, most }
    }
}

/// The quarters of a set of values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quartiles {
    /// How many values there were.
    pub count: usize,
    /// A quarter of the values is at most this.
    pub lower: f64,
    /// Half of the values are at most this.
    pub median: f64,
    /// Three quarters of the values are at most this.
    pub upper: f64,
}

impl Quartiles {
    fn of(mut values: Vec<i32>) -> Self {
        values.sort_unstable();
        let at =
            |quarters: usize| values.get(values.len().saturating_sub(1) * quarters / 4).copied().unwrap_or(0).into();
        Self { count: values.len(), lower: at(1), median: at(2), upper: at(3) }
    }
}

/// One player.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSummary {
    /// Its name.
    pub name: String,
    /// Its finished games.
    pub tally: Tally,
    /// Its complete pairs, against all opponents together.
    pub pairs: Pairs,
    /// The games it lost by its own fault, by the cause, in the order of [`Cause::ALL`].
    pub faults: [u64; Cause::ALL.len()],
    /// The depth reached per move, in plies.
    pub depth: Spread,
    /// The nodes searched per move.
    pub nodes: Spread,
    /// Nodes per second, over all moves that tell their nodes.
    pub nps: f64,
    /// The time used per move, in seconds, as the arena measured it.
    pub time: Spread,
    /// By how much the arena measured more time than the engine, in milliseconds per move.
    pub clock_gap: Spread,
}

impl EngineSummary {
    /// How many games it lost for that cause.
    pub fn fault(&self, cause: Cause) -> u64 {
        Cause::ALL.iter().zip(self.faults).filter(|(c, _)| **c == cause).map(|(_, count)| count).sum()
    }

    fn of(name: &str, games: &[&GameRecord], pairs: &[PlayedPair<'_>]) -> Self {
        let mut tally = Tally::default();
        let mut faults = [0; Cause::ALL.len()];
        let mut moves: Vec<&MoveRecord> = Vec::new();
        for game in games {
            for color in Color::ALL.into_iter().filter(|&color| game.player(color) == name) {
                moves.extend(moves_of(game, color).map(|(_, mv)| mv));
                if game.winner.is_none() {
                    continue;
                }
                let outcome = Outcome::of(game.winner, color);
                tally.add(color, outcome);
                if outcome == Outcome::Loss && game.termination.cause != Cause::Normal {
                    let causes = Cause::ALL.iter().zip(&mut faults);
                    causes.filter(|(cause, _)| **cause == game.termination.cause).for_each(|(_, count)| *count += 1);
                }
            }
        }
        let seconds = |mv: &MoveRecord| mv.time_us as f64 / 1e6;
        let counted = moves.iter().filter_map(|mv| Some((mv.nodes? as f64, seconds(mv))));
        let (nodes, duration) = counted.fold((0.0, 0.0), |sum, mv| (sum.0 + mv.0, sum.1 + mv.1));
        Self {
            name: name.into(),
            tally,
            pairs: count_pairs(pairs, name),
            faults,
            depth: Spread::of(moves.iter().filter_map(|mv| mv.depth).map(f64::from)),
            nodes: Spread::of(moves.iter().filter_map(|mv| mv.nodes).map(|nodes| nodes as f64)),
            nps: if duration > 0.0 { nodes / duration } else { 0.0 },
            time: Spread::of(moves.iter().map(|mv| seconds(mv))),
            clock_gap: Spread::of(moves.iter().filter_map(|mv| Some(mv.time_us as f64 / 1e3 - mv.own_time_ms? as f64))),
        }
    }
}

/// What the players thought of their positions in [`PHASE_TURNS`] turns of all finished games, each from its own view
/// and in hundredths of a shooter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phase {
    /// The first of the turns.
    pub turn: u64,
    /// The scores of the players that won the game.
    pub winners: Quartiles,
    /// The scores of the players that lost the game.
    pub losers: Quartiles,
}

/// All that is counted in a set of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The players, those with the higher score first.
    pub engines: Vec<EngineSummary>,
    /// What each player made of its games against each other one, by their places in `engines`.
    pub cross: Vec<Vec<Results>>,
    /// What Black made of all finished games.
    pub black: Results,
    /// What Black made of all complete pairs.
    pub black_pairs: Pairs,
    /// How many turns each finished game had, those of its opening included; sorted.
    pub lengths: Vec<u64>,
    /// The players' scores over the course of the games.
    pub phases: Vec<Phase>,
    /// How many games were broken off. They count nowhere else but in the times of their moves.
    pub unfinished: u64,
}

impl Summary {
    /// Counts `games`.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> Self {
        let games: Vec<&GameRecord> = games.into_iter().collect();
        let pairs = played_pairs(games.iter().copied());
        let mut names: Vec<&str> = Vec::new();
        for name in games.iter().flat_map(|game| [game.black.as_str(), game.white.as_str()]) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let mut engines: Vec<_> = names.iter().map(|name| EngineSummary::of(name, &games, &pairs)).collect();
        engines.sort_by(|a, b| b.tally.total().score().total_cmp(&a.tally.total().score()));

        let finished = || games.iter().copied().filter(|game| game.winner.is_some());
        let mut black = Results::default();
        finished().for_each(|game| black.add(Outcome::of(game.winner, Color::Black)));
        let mut black_pairs = Pairs::default();
        for [first, second] in pairs.iter().map(PlayedPair::black_outcomes) {
            black_pairs.add_pair(first, second);
        }
        let mut lengths: Vec<u64> = finished().map(|game| first_turn(game) - 1 + game.moves.len() as u64).collect();
        lengths.sort_unstable();
        Self {
            cross: cross(&engines, finished()),
            phases: phases(finished()),
            unfinished: games.iter().filter(|game| game.winner.is_none()).count() as u64,
            engines,
            black,
            black_pairs,
            lengths,
        }
    }

    /// How many games were finished.
    pub fn games(&self) -> u64 {
        self.black.games()
    }
}

fn cross<'a>(engines: &[EngineSummary], games: impl Iterator<Item = &'a GameRecord>) -> Vec<Vec<Results>> {
    let mut table = vec![vec![Results::default(); engines.len()]; engines.len()];
    let place = |name: &str| engines.iter().position(|engine| engine.name == name);
    for game in games {
        if let (Some(black), Some(white)) = (place(&game.black), place(&game.white)) {
            table[black][white].add(Outcome::of(game.winner, Color::Black));
            table[white][black].add(Outcome::of(game.winner, Color::White));
        }
    }
    table
}

/// The scores of finished games by phases.
fn phases<'a>(games: impl Iterator<Item = &'a GameRecord>) -> Vec<Phase> {
    let mut scores: Vec<[Vec<i32>; 2]> = Vec::new();
    for game in games {
        for color in Color::ALL {
            for (turn, mv) in moves_of(game, color) {
                let Some(score) = mv.score else { continue };
                let phase = usize::try_from((turn - 1) / PHASE_TURNS).unwrap_or(usize::MAX).min(9_999);
                if scores.len() <= phase {
                    scores.resize_with(phase + 1, Default::default);
                }
                scores[phase][usize::from(game.winner != Some(color))].push(centishooters(score));
            }
        }
    }
    let phases = scores.into_iter().zip(0..).map(|([winners, losers], phase)| Phase {
        turn: phase * PHASE_TURNS + 1,
        winners: Quartiles::of(winners),
        losers: Quartiles::of(losers),
    });
    phases.collect()
}

fn centishooters(score: RecordScore) -> i32 {
    match score {
        RecordScore::Cp(cp) => cp.clamp(-SCORE_LIMIT, SCORE_LIMIT),
        RecordScore::Mate(plies) if plies > 0 => SCORE_LIMIT,
        RecordScore::Mate(_) => -SCORE_LIMIT,
    }
}

/// The number of the turn that the opening leaves to be played, from 1.
fn first_turn(game: &GameRecord) -> u64 {
    field(game, 3).and_then(|turn| turn.parse().ok()).filter(|turn| (1..=9_999).contains(turn)).unwrap_or(1)
}

fn field(game: &GameRecord, index: usize) -> Option<&str> {
    game.opening.split_whitespace().nth(index)
}

/// The moves of the player of `color`, with the numbers of their turns.
fn moves_of(game: &GameRecord, color: Color) -> impl Iterator<Item = (u64, &MoveRecord)> {
    let begins = if field(game, 1) == Some("w") { Color::White } else { Color::Black };
    (first_turn(game)..).zip(&game.moves).skip(usize::from(color != begins)).step_by(2)
}
