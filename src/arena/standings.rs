//! The results so far, counted from records, and what they look like as lines of text.

use std::collections::BTreeMap;

use super::statistics::{Decision, Estimate, Outcome, Pairs, Results, Sprt, Tally};
use crate::notation::{Cause, GameRecord, MoveRecord};
use crate::rules::Color;

/// What is known about the games of two engines, from the first one's view.
#[derive(Clone, Debug, Default)]
pub struct Meeting {
    /// Single games by the first engine's colour.
    pub tally: Tally,
    /// Whole pairs of games.
    pub pairs: Pairs,
}

/// What an engine's moves were like, in sums.
#[derive(Clone, Copy, Debug, Default)]
struct Usage {
    moves: u64,
    time_us: u64,
    /// Only over moves with that number.
    depth: (u64, u64),
    nodes: (u64, u64),
}

impl Usage {
    fn add(&mut self, mv: &MoveRecord) {
        self.moves += 1;
        self.time_us += mv.time_us;
        if let Some(depth) = mv.depth {
            self.depth = (self.depth.0 + u64::from(depth), self.depth.1 + 1);
        }
        if let Some(nodes) = mv.nodes {
            self.nodes = (self.nodes.0.saturating_add(nodes), self.nodes.1 + mv.time_us);
        }
    }

    fn say(&self, name: &str) -> String {
        let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        let mut text = format!("{name}: {:.1} ms a move", mean(self.time_us, self.moves) / 1e3);
        if self.depth.1 > 0 {
            text.push_str(&format!(", depth {:.1}", mean(self.depth.0, self.depth.1)));
        }
        if self.nodes.1 > 0 {
            text.push_str(&format!(", {:.0} thousand nodes a second", 1e3 * mean(self.nodes.0, self.nodes.1)));
        }
        text
    }
}

/// The results of a run so far. Engines are in the order in which they were given.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    meetings: BTreeMap<(usize, usize), Meeting>,
    halves: BTreeMap<u64, Outcome>,
    faults: BTreeMap<(usize, Cause), u64>,
    black: Results,
    usage: Vec<Usage>,
    turns: u64,
}

impl Standings {
    /// No results yet.
    pub fn new(names: Vec<String>) -> Self {
        Self {
            usage: vec![Usage::default(); names.len()],
            names,
            meetings: BTreeMap::new(),
            halves: BTreeMap::new(),
            faults: BTreeMap::new(),
            black: Results::default(),
            turns: 0,
        }
    }

    /// Counts a game. One whose players or winner are unknown is not counted.
    pub fn add(&mut self, game: &GameRecord) {
        let index = |name: &str| self.names.iter().position(|known| known == name);
        let (Some(black), Some(white), Some(winner)) = (index(&game.black), index(&game.white), game.winner) else {
            return;
        };
        let first = if black < white { Color::Black } else { Color::White };
        let outcome = Outcome::of(Some(winner), first);
        let meeting = self.meetings.entry((black.min(white), black.max(white))).or_default();
        meeting.tally.add(first, outcome);
        match self.halves.remove(&game.pair) {
            Some(other) => meeting.pairs.add_pair(other, outcome),
            None => drop(self.halves.insert(game.pair, outcome)),
        }
        self.black.add(Outcome::of(Some(winner), Color::Black));
        self.turns += game.moves.len() as u64;
        let first = usize::from(game.opening.split_whitespace().nth(1) == Some("w"));
        for (mv, turn) in game.moves.iter().zip(first..) {
            let mover = if turn % 2 == 0 { black } else { white };
            self.usage.iter_mut().skip(mover).take(1).for_each(|usage| usage.add(mv));
        }
        if game.termination.cause != Cause::Normal {
            let loser = if winner == Color::Black { white } else { black };
            *self.faults.entry((loser, game.termination.cause)).or_default() += 1;
        }
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.black.games()
    }

    /// The first two engines' games.
    pub fn meeting(&self) -> Meeting {
        self.meetings.get(&(0, 1)).cloned().unwrap_or_default()
    }

    /// The state of a match in a few words.
    pub fn short(&self, sprt: Option<&Sprt>) -> String {
        if self.names.len() != 2 {
            let (name, results, _) = self.ranking().into_iter().next().unwrap_or_default();
            return format!("first is {name} with {:.1} %", 100.0 * results.score());
        }
        let meeting = self.meeting();
        let total = meeting.tally.total();
        let mut text = format!("{} - {} [{:.3}]", total.wins, total.losses, total.score());
        text.push_str(&format!(", Elo {}", estimate(&meeting.pairs.elo())));
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.llr_bounds();
            text.push_str(&format!(", LLR {:.2} ({lower:.2}, {upper:.2})", sprt.llr(&meeting.pairs)));
        }
        text
    }

    /// All that can be said about the results.
    pub fn report(&self, sprt: Option<&Sprt>) -> Vec<String> {
        let mut lines = if self.names.len() == 2 { self.duel(sprt) } else { self.table() };
        let (black, games) = (self.black.wins, self.black.games());
        let share = 100.0 * self.black.score();
        lines.push(format!("Black won {black} of {games} games ({share:.1} %)"));
        lines.push(format!("{:.1} turns a game after the opening", self.turns as f64 / games.max(1) as f64));
        lines.extend(self.names.iter().zip(&self.usage).map(|(name, usage)| usage.say(name)));
        for ((engine, cause), count) in &self.faults {
            let name = self.names.get(*engine).map_or("?", String::as_str);
            lines.push(format!("{name} lost {count} by {}", cause.name()));
        }
        lines
    }

    fn duel(&self, sprt: Option<&Sprt>) -> Vec<String> {
        let meeting = self.meeting();
        let total = meeting.tally.total();
        let name = |i: usize| self.names.get(i).map_or("?", String::as_str);
        let [black, white] = [Color::Black, Color::White].map(|color| meeting.tally.with(color));
        let bins: Vec<String> = meeting.pairs.bins().iter().map(u64::to_string).collect();
        let mut lines = vec![
            format!(
                "{} against {}: {} - {} of {} games, score {:.3}",
                name(0),
                name(1),
                total.wins,
                total.losses,
                total.games(),
                total.score()
            ),
            format!("as Black {} - {}, as White {} - {}", black.wins, black.losses, white.wins, white.losses),
            format!("pairs with 0, 1/2, 1, 3/2, 2 points: {}", bins.join(", ")),
            format!(
                "Elo {}, normalized {} (95 %), likelihood of superiority {:.1} %",
                estimate(&meeting.pairs.elo()),
                estimate(&meeting.pairs.normalized_elo()),
                100.0 * meeting.pairs.likelihood_of_superiority()
            ),
        ];
        if let Some(sprt) = sprt {
            let ((lower, upper), (elo0, elo1)) = (sprt.llr_bounds(), sprt.elo_bounds());
            let verdict = match sprt.decision(&meeting.pairs) {
                Decision::Continue => "undecided",
                Decision::AcceptH0 => "H0 accepted: no gain of the kind that was looked for",
                Decision::AcceptH1 => "H1 accepted: a gain",
            };
            let llr = sprt.llr(&meeting.pairs);
            lines.push(format!("LLR {llr:.2} ({lower:.2}, {upper:.2}) for Elo {elo0} or {elo1}: {verdict}"));
        }
        lines
    }

    /// Name, results and index of the engines, the best first.
    fn ranking(&self) -> Vec<(String, Results, usize)> {
        let mut ranking: Vec<_> =
            self.names.iter().cloned().enumerate().map(|(i, name)| (name, self.total(i), i)).collect();
        ranking.sort_by(|a, b| b.1.score().total_cmp(&a.1.score()));
        ranking
    }

    fn total(&self, engine: usize) -> Results {
        let mut total = Results::default();
        for other in 0..self.names.len() {
            total += self.against(engine, other).total();
        }
        total
    }

    fn against(&self, engine: usize, other: usize) -> Tally {
        let meeting = |a, b| self.meetings.get(&(a, b)).map(|meeting| meeting.tally).unwrap_or_default();
        if engine < other {
            return meeting(engine, other);
        }
        let mut reversed = Tally::default();
        let tally = meeting(other, engine);
        for color in Color::ALL {
            let Results { wins, draws, losses } = tally.with(color);
            let each = [(Outcome::Loss, wins), (Outcome::Draw, draws), (Outcome::Win, losses)];
            for (outcome, count) in each {
                (0..count).for_each(|_| reversed.add(!color, outcome));
            }
        }
        reversed
    }

    /// The cross table: in each row an engine's points against the others.
    fn table(&self) -> Vec<String> {
        let ranking = self.ranking();
        let width = ranking.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0).max(6);
        let mut head = format!("    {:<width$}  games  points  score", "engine");
        (1..=ranking.len()).for_each(|i| head.push_str(&format!("  {:>7}", format!("#{i}"))));
        let mut lines = vec![head];
        for (rank, (name, results, engine)) in ranking.iter().enumerate() {
            let score = 100.0 * results.score();
            let mut line = format!(
                "{:>2}. {name:<width$}  {:>5}  {:>6}  {score:>3.1} %",
                rank + 1,
                results.games(),
                results.points()
            );
            for (_, _, other) in &ranking {
                let met = self.against(*engine, *other).total();
                let cell = if met.games() == 0 { "-".into() } else { format!("{}/{}", met.points(), met.games()) };
                line.push_str(&format!("  {cell:>7}"));
            }
            lines.push(line);
        }
        lines
    }
}

/// A value with its interval; limits of the scale mean that nothing is known.
fn estimate(estimate: &Estimate) -> String {
    let Estimate { value, lower, upper } = estimate;
    format!("{value:+.1} [{lower:+.1}, {upper:+.1}]")
}
