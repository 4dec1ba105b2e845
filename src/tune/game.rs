//! One game of the engine against itself.

use rand_core::Rng;

use super::record::{Game, NO_SCORE, PROVEN, Turn};
use crate::rules::{Color, Move, Position, Variant};
use crate::search::random::{below, random_move, rng};
use crate::search::{Control, Limits, Request, Score, Searcher};

/// What games are like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// The board.
    pub variant: Variant,
    /// Decides about everything random.
    pub seed: u64,
    /// The nodes of each search.
    pub nodes: u64,
    /// After the setup come 0 to this many random turns.
    pub random_turns: u32,
    /// How many of a thousand later turns are random, too.
    pub random_share: u32,
}

/// Plays the game of that number, which depends on the rules and the number alone: the searcher forgets all it knows
/// first. The game ends when a player has won or is proven to win.
pub fn play(number: u64, rules: &Rules, searcher: &mut Searcher) -> Game {
    searcher.clear();
    let mut rng = rng(rules.seed, number);
    let opening = 2 + below(&mut rng, rules.random_turns as usize + 1);
    let mut position = Position::start(rules.variant);
    let mut turns = Vec::new();
    loop {
        if let Some(winner) = position.winner() {
            return Game { number, winner, turns };
        }
        let random = turns.len() < opening || below(&mut rng, 1000) < rules.random_share as usize;
        let Some(turn) = take_turn(&position, random, rules.nodes, searcher, &mut rng) else {
            // An unfinished game always has a legal move.
            return Game { number, winner: !position.side(), turns };
        };
        turns.push(turn);
        if let Some(winner) = proven_winner(turn, position.side()) {
            return Game { number, winner, turns };
        }
        position = position.play(turn.mv);
    }
}

/// Who wins for sure when `side` finds that score.
fn proven_winner(turn: Turn, side: Color) -> Option<Color> {
    match turn.score {
        PROVEN => Some(side),
        score if score == -PROVEN => Some(!side),
        _ => None,
    }
}

fn take_turn(
    position: &Position,
    random: bool,
    nodes: u64,
    searcher: &mut Searcher,
    rng: &mut impl Rng,
) -> Option<Turn> {
    if random {
        return random_move(position, rng).map(|mv| Turn { mv, score: NO_SCORE });
    }
    let (mv, score) = search(position, nodes, searcher)?;
    let score = match score.proven_plies() {
        None => i16::try_from(score.value()).unwrap_or_default(),
        Some(_) if score.is_win() => PROVEN,
        Some(_) => -PROVEN,
    };
    Some(Turn { mv, score })
}

fn search(position: &Position, nodes: u64, searcher: &mut Searcher) -> Option<(Move, Score)> {
    let request = Request::new(Limits::nodes(nodes));
    let outcome = searcher.search(position, &request, &Control::new(), &mut |_| ());
    Some((outcome.best?, outcome.lines.first()?.score))
}
