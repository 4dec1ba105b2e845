//! The search against plain full-width negamax.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::clock::Clock;
use super::history::History;
use super::node::Node;
use super::score::Score;
use super::siblings::Siblings;
use super::table::Table;
use super::worker::{Shared, Worker};
use super::{Control, Limits, Request, Searcher};
use crate::notation::{vector_positions, write_fen};
use crate::rules::{Color, Position};

/// The late positions of the rule vectors with at most so many legal moves, every `step`th of them.
fn late_positions(most_moves: u64, step: usize) -> Vec<Position> {
    let late = |p: &Position| (2..=most_moves).contains(&p.count_moves());
    vector_positions().into_iter().flat_map(|file| file.into_iter().filter(late).step_by(step)).collect()
}

/// The value at the leaves: what the search sees there without narrowing, with an open window.
fn leaf(node: &Node, ply: usize) -> Score {
    let (table, history) = (Table::new(1).unwrap(), History::new());
    let (control, request) = (Control::new(), Request::new(Limits::default()));
    let shared = Shared {
        table: &table,
        history: &history,
        control: &control,
        request: &request,
        clock: Clock::new(&request, &node.position),
        halt: AtomicBool::new(false),
        siblings: Siblings::new(1),
        nodes: vec![Default::default()],
    };
    Worker::new(&shared, 0, false).quiescence(node, Score::MIN, Score::MAX, ply)
}

fn negamax(position: &Position, depth: u32, ply: usize) -> Score {
    let node = Node::new(position);
    if depth == 0 || position.winner().is_some() {
        return leaf(&node, ply);
    }
    position.moves().iter().map(|&mv| -negamax(&position.play(mv), depth - 1, ply + 1)).max().unwrap()
}

#[test]
fn full_width_search_equals_negamax() {
    let positions = late_positions(26, 7);
    assert!(positions.len() > 150, "{}", positions.len());
    for position in positions {
        for depth in 1..=if position.count_moves() > 12 { 2 } else { 3 } {
            let mut searcher = Searcher::new(1, 1).unwrap();
            let mut search = |request| searcher.search(&position, &request, &Control::new(), &mut |_| ());
            // What a narrow search has left in the table must not matter.
            search(Request::new(Limits::depth(depth + 2)));
            let outcome = search(Request { full_width: true, ..Request::new(Limits::depth(depth)) });
            // Proven values may be found at a smaller depth and then end the search.
            let line = &outcome.lines[0];
            let expected = negamax(&position, line.depth, 0);
            assert_eq!(line.score, expected, "{} depth {depth}", write_fen(&position));
            assert!(line.depth == depth || line.score.proven_plies().is_some());
        }
    }
}

/// Solves positions by looking at every move of both players.
#[derive(Default)]
struct Solver {
    known: HashMap<(u64, u32), bool>,
    effort: u64,
}

impl Solver {
    /// Whether `winner` can force the majority within that many plies; `None` when that is too much work.
    fn wins_within(&mut self, position: &Position, winner: Color, plies: u32) -> Option<bool> {
        if let Some(color) = position.winner() {
            return Some(color == winner);
        }
        if plies == 0 {
            return Some(false);
        }
        if let Some(&known) = self.known.get(&(position.hash(), plies)) {
            return Some(known);
        }
        self.effort += 1;
        if self.effort > 100_000 {
            return None;
        }
        let attacks = position.side() == winner;
        let mut children: Vec<Position> = position.moves().iter().map(|&mv| position.play(mv)).collect();
        children
            .sort_by_key(|child| (child.winner() != Some(if attacks { winner } else { !winner }), child.count_moves()));
        let mut answer = Some(!attacks);
        for child in children {
            match self.wins_within(&child, winner, plies - 1) {
                None => answer = None,
                Some(wins) if wins == attacks => {
                    answer = Some(attacks);
                    break;
                }
                Some(_) => (),
            }
        }
        if let Some(answer) = answer {
            self.known.insert((position.hash(), plies), answer);
        }
        answer
    }
}

#[test]
fn proven_scores_hold_whatever_the_opponent_does() {
    let positions = late_positions(60, 4);
    let (mut wins, mut losses, mut unsolved) = (0, 0, 0);
    for position in &positions {
        let mut searcher = Searcher::new(1, 1).unwrap();
        // A table shared by several searches is part of the test, and searches that are broken off in the middle of an
        // iteration.
        for nodes in [3, 8, 15, 30, 60, 300, 3_000] {
            let outcome = searcher.search(position, &Request::new(Limits::nodes(nodes)), &Control::new(), &mut |_| ());
            let score = outcome.lines[0].score;
            let Some(plies) = score.proven_plies() else { continue };
            let winner = if score.is_win() { position.side() } else { !position.side() };
            match Solver::default().wins_within(position, winner, plies.unsigned_abs()) {
                Some(true) if score.is_win() => wins += 1,
                Some(true) => losses += 1,
                Some(false) => panic!("{}: {score} is not true", write_fen(position)),
                None => unsolved += 1,
            }
        }
    }
    let count = positions.len();
    let tally = format!("{count} positions: {wins} wins and {losses} losses verified, {unsolved} too deep");
    assert!(count >= 500 && wins >= 200 && losses >= 200 && unsolved * 4 < wins + losses, "{tally}");
}

#[test]
fn a_search_for_a_win_finds_it_exactly_when_there_is_one() {
    let (mut found, mut absent) = (0, 0);
    for position in late_positions(120, 40) {
        let mut searcher = Searcher::new(1, 1).unwrap();
        let mut search = |limits| searcher.search(&position, &Request::new(limits), &Control::new(), &mut |_| ());
        search(Limits::depth(5));
        for plies in [1, 3] {
            let outcome = search(Limits { mate: Some(plies), ..Limits::default() });
            let score = outcome.lines[0].score;
            let wins = score.is_win() && score.proven_plies().unwrap().unsigned_abs() <= plies;
            let Some(expected) = Solver::default().wins_within(&position, position.side(), plies) else { continue };
            assert_eq!(wins, expected, "{} within {plies}: {score}", write_fen(&position));
            if wins { found += 1 } else { absent += 1 }
        }
    }
    assert!(found > 25 && absent > 100, "{found} found, {absent} absent");
}
