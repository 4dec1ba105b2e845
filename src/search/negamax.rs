//! The search against plain full-width negamax.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use super::clock::Clock;
use super::history::History;
use super::node::Node;
use super::root::Root;
use super::score::Score;
use super::siblings::Siblings;
use super::table::Table;
use super::worker::{Shared, Worker};
use super::{Control, Limits, Request, Searcher};
use crate::notation::{vector_positions, write_fen};
use crate::rules::{Color, Move, Position};

/// The late positions of the rule vectors with at most so many legal moves, every `step`th of them.
fn late_positions(most_moves: u64, step: usize) -> Vec<Position> {
    let late = |p: &Position| (2..=most_moves).contains(&p.count_moves());
    vector_positions().into_iter().flat_map(|file| file.into_iter().filter(late).step_by(step)).collect()
}

/// What `act` finds out with the state of a search by two threads, of which none has begun.
fn with_shared<T>(position: &Position, limits: Limits, act: impl FnOnce(&Shared<'_>) -> T) -> T {
    let (table, history) = (Table::new(1).unwrap(), History::new());
    let (control, request) = (Control::new(), Request::new(limits));
    let shared = Shared {
        table: &table,
        history: &history,
        control: &control,
        request: &request,
        weakness: None,
        clock: Clock::new(&request, position),
        halt: AtomicBool::new(false),
        siblings: Siblings::new(2),
        nodes: vec![Default::default(), Default::default()],
    };
    act(&shared)
}

/// The value at the leaves: what the search sees there without narrowing, with an open window.
fn leaf(node: &Node, ply: usize) -> Score {
    let see = |shared: &Shared<'_>| Worker::new(shared, 0, false).quiescence(node, Score::MIN, Score::MAX, ply);
    with_shared(&node.position, Limits::default(), see)
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

/// Marks every `step`th move of `node` and of the nodes up to `plies` below it as being searched elsewhere.
fn mark(shared: &Shared<'_>, node: &Node, plies: u32, step: usize) {
    if plies == 0 || node.position.winner().is_some() {
        return;
    }
    for (i, mv) in node.position.moves().into_iter().enumerate() {
        let child = node.play(mv);
        mark(shared, &child, plies - 1, step);
        if i % step == 0 {
            shared.siblings.enter(&child, 99);
        }
    }
}

#[test]
fn moves_put_off_are_searched_after_all() {
    const DEPTH: u32 = 4;
    let mut deferred = 0;
    for position in late_positions(9, 3) {
        let expected = negamax(&position, DEPTH, 0);
        for step in [1, 2] {
            with_shared(&position, Limits::default(), |shared| {
                let node = Node::new(&position);
                mark(shared, &node, 3, step);
                let mut worker = Worker::new(shared, 0, false);
                worker.depth = DEPTH;
                let mut root = Root::new(node, &[], 1, None);
                let score = worker.search_root(&mut root, 0, Score::MIN, Score::MAX, &mut |_| ());
                assert_eq!(score, expected, "{} step {step}", write_fen(&position));
            });
        }
        // A narrow search tries the same moves, in another order.
        let tried = |step| {
            with_shared(&position, Limits::default(), |shared| {
                let node = Node::new(&position);
                mark(shared, &node, 1, step);
                let mut worker = Worker::new(shared, 0, true);
                let score = worker.alpha_beta(&node, 3, Score::MIN, Score::MAX, 0);
                (score, worker.plies[0].tried.clone())
            })
        };
        let ((score, usual), (_, other)) = (tried(usize::MAX), tried(2));
        if score.is_win() {
            // The first win that is found ends the search.
            continue;
        }
        assert_eq!(usual[0], other[0], "the first move is never put off");
        let set = |moves: &[Move]| moves.iter().copied().collect::<HashSet<Move>>();
        assert_eq!(set(&usual), set(&other), "{}", write_fen(&position));
        deferred += usize::from(usual != other);
    }
    assert!(deferred > 20, "{deferred}");
}

#[test]
fn two_threads_see_at_full_width_what_one_sees() {
    const DEPTH: u32 = 4;
    let mut compared = 0;
    for position in late_positions(60, 9).into_iter().filter(|p| p.count_moves() > 16) {
        let request = Request { full_width: true, ..Request::new(Limits::depth(DEPTH)) };
        let [one, two] = [1, 2].map(|threads| {
            let mut searcher = Searcher::new(1, threads).unwrap();
            let outcome = searcher.search(&position, &request, &Control::new(), &mut |_| ());
            (outcome.lines[0].depth, outcome.lines[0].score)
        });
        // A proof may come sooner, with the other thread's help, and then end the search.
        if one.0 == DEPTH && two.0 == DEPTH {
            assert_eq!(one, two, "{}", write_fen(&position));
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
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
    assert_proofs_hold(1, &[3, 8, 15, 30, 60, 300, 3_000]);
}

#[test]
fn proven_scores_of_two_threads_hold_too() {
    assert_proofs_hold(2, &[300, 3_000, 10_000]);
}

fn assert_proofs_hold(threads: usize, node_limits: &[u64]) {
    let positions = late_positions(60, 4);
    let (mut wins, mut losses, mut unsolved) = (0, 0, 0);
    for position in &positions {
        let mut searcher = Searcher::new(1, threads).unwrap();
        // A table shared by several searches is part of the test, and searches that are broken off in the middle of an
        // iteration.
        for &nodes in node_limits {
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
