//! What a search is asked for.

use std::time::{Duration, Instant};

use super::skill::Skill;
use crate::rules::Move;

/// When a search ends. Limits combine, and the first one reached ends it. Without any, only a stop ends it, or that
/// nothing is left to find out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last iteration.
    pub depth: Option<u32>,
    /// How many nodes all threads together may visit.
    pub nodes: Option<u64>,
    /// The whole time for this move.
    pub movetime: Option<Duration>,
    /// What is left on the clocks of Black and White.
    pub clock: [Option<Duration>; 2],
    /// What Black and White gain with each move.
    pub increment: [Duration; 2],
    /// How many moves the clock is for; the whole game if absent.
    pub moves_to_go: Option<u32>,
    /// A win within that many plies ends a search for one line, and the proof that there is none ends any.
    pub mate: Option<u32>,
    /// The moves to choose from; all legal ones if empty.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// Only this depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Only this number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Only this time.
    pub fn movetime(movetime: Duration) -> Self {
        Self { movetime: Some(movetime), ..Self::default() }
    }

    /// Whether it has no limit.
    pub fn is_endless(&self) -> bool {
        let Self { depth, nodes, movetime, clock, mate, .. } = self;
        depth.is_none() && nodes.is_none() && movetime.is_none() && *clock == [None; 2] && mate.is_none()
    }
}

/// One search: its limits and how it is to be done.
#[derive(Clone, Debug)]
pub struct Request {
    /// When it ends.
    pub limits: Limits,
    /// When it was asked for; time counts from here.
    pub asked: Instant,
    /// How many best moves to report.
    pub multi_pv: usize,
    /// Time lost between the engine and the clock, per move.
    pub move_overhead: Duration,
    /// How well to play.
    pub skill: Skill,
    /// Whether every move of every position is looked at down to the last ply: far slower, and equal to plain negamax, which
    /// the tests make use of.
    pub full_width: bool,
    /// Decides the random choices of setup turns and of play below full strength. The protocol always uses 0: the same
    /// position gets the same answer.
    pub seed: u64,
}

impl Request {
    /// A search at full strength for one best move, asked for now.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            asked: Instant::now(),
            multi_pv: 1,
            move_overhead: Duration::ZERO,
            skill: Skill::FULL,
            full_width: false,
            seed: 0,
        }
    }
}
