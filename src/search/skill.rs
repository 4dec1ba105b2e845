//! Playing weaker than possible: with less search, misjudged positions and overlooked claims.
//!
//! All of it is decided by the position, the skill and the seed, and none of it by time, so that a skill is equally strong on
//! every machine. A weaker player believes wrong estimates, but never a wrong proof: wins and losses in its scores are true.

use rand_core::Rng;

use super::limits::Request;
use super::node::Node;
use super::random::rng;
use super::score::Score;
use super::worker::Worker;
use crate::rules::Position;

/// How a level plays, and how strong that is.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// How many nodes it searches; with one it looks at the positions after its own moves and no further.
    nodes: f64,
    /// The share of the evaluation in what it believes of a position. The rest is noise.
    judgement: f64,
    /// The share of claims that it does not see, its own winning one included.
    overlooked: f64,
    /// Its strength, measured in matches between neighbours on 10x10; random play is 0.
    elo: f64,
}

const fn level(nodes: u32, judgement: f64, overlooked: f64, elo: u16) -> Level {
    Level { nodes: nodes as f64, judgement, overlooked, elo: elo as f64 }
}

/// The levels below full strength. The first one plays at random: it sees nothing but noise.
static LEVELS: [Level; 20] = [
    level(1, 0.0, 1.0, 0),
    level(1, 0.22, 0.9, 220),
    level(1, 0.34, 0.85, 350),
    level(1, 0.45, 0.8, 520),
    level(1, 0.54, 0.77, 700),
    level(1, 0.66, 0.71, 1010),
    level(1, 0.75, 0.65, 1270),
    level(1, 0.79, 0.62, 1390),
    level(1, 0.82, 0.59, 1540),
    level(1, 0.85, 0.56, 1690),
    level(1, 0.87, 0.54, 1780),
    level(1, 0.89, 0.52, 1940),
    level(1, 0.915, 0.5, 2080),
    level(2, 0.935, 0.45, 2250),
    level(4, 0.955, 0.4, 2360),
    level(30, 0.98, 0.28, 2500),
    level(180, 0.99, 0.14, 2530),
    level(900, 1.0, 0.04, 2700),
    level(3_600, 1.0, 0.0, 2930),
    level(16_000, 1.0, 0.0, 3160),
];

/// The spread of the noise, in hundredths of a shooter.
const NOISE: f64 = 100.0;

/// How well to play: a level, or a strength between two of them. Kept in hundredths of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skill(u16);

impl Skill {
    /// The level of full strength.
    pub const LEVEL_MAX: u8 = LEVELS.len() as u8;
    /// As well as possible.
    pub const FULL: Self = Self::level(Self::LEVEL_MAX);
    /// The strength of the last level below full strength, whose strength depends on the time it gets.
    pub const ELO_MAX: u16 = LEVELS[LEVELS.len() - 1].elo as u16;

    /// A level from 0 (random play) to [`Self::LEVEL_MAX`]; higher ones are full strength.
    pub const fn level(level: u8) -> Self {
        let level = if level < Self::LEVEL_MAX { level } else { Self::LEVEL_MAX };
        Self(level as u16 * 100)
    }

    /// The skill of a measured strength: 0 is random play, and what exceeds [`Self::ELO_MAX`] counts as that.
    pub fn elo(elo: u16) -> Self {
        let elo = f64::from(elo.min(Self::ELO_MAX));
        let above = LEVELS.partition_point(|level| level.elo <= elo).clamp(1, LEVELS.len() - 1);
        let (low, high) = (LEVELS[above - 1].elo, LEVELS[above].elo);
        let level = (above - 1) as f64 + (elo - low) / (high - low);
        Self((level * 100.0).round() as u16)
    }

    /// The level, or what lies between two; `None` at full strength.
    fn interpolated(self) -> Option<Level> {
        let low = LEVELS.get(usize::from(self.0 / 100))?;
        let high = LEVELS.get(usize::from(self.0 / 100) + 1).unwrap_or(low);
        let share = f64::from(self.0 % 100) / 100.0;
        let between = |low: f64, high: f64| low + (high - low) * share;
        Some(Level {
            nodes: low.nodes * (high.nodes / low.nodes).powf(share),
            judgement: between(low.judgement, high.judgement),
            overlooked: between(low.overlooked, high.overlooked),
            elo: between(low.elo, high.elo),
        })
    }
}

/// How a search at less than full strength errs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weakness {
    level: Level,
    seed: u64,
}

impl Weakness {
    /// That of the request's skill; `None` at full strength.
    pub(super) fn of(request: &Request) -> Option<Self> {
        let level = request.skill.interpolated()?;
        // Levels do not share their errors: one would know those of the other.
        Some(Self { level, seed: request.seed ^ (u64::from(request.skill.0) << 32) })
    }

    /// The request with as few nodes as the skill allows.
    pub(super) fn limit(&self, request: &Request) -> Request {
        let mut request = request.clone();
        let nodes = self.level.nodes as u64;
        request.limits.nodes = Some(request.limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        request
    }

    /// What the player believes of the position, for the side to move: always the same.
    fn evaluate(&self, node: &Node) -> Score {
        let chance = draw(&mut rng(self.seed, node.position.hash()));
        // The logistic distribution: an error half as likely again for every 0.7 spreads more, so that a blunder is the
        // rarer the worse it is.
        let noise = NOISE * (chance / (1.0 - chance)).ln();
        let Level { judgement, .. } = self.level;
        let value = judgement * f64::from(node.evaluate().value()) + (1.0 - judgement) * noise;
        Score::estimate(value as i32)
    }

    /// Whether the player does not see the move that claims and leads to the position `after`.
    fn overlooks(&self, after: &Position) -> bool {
        draw(&mut rng(!self.seed, after.hash())) < self.level.overlooked
    }

    /// The value of a root move for the player who makes it, `child` being the position after it: a win if one is seen.
    pub(super) fn judge(&self, child: &Node) -> Score {
        let seen = child.result(1).filter(|_| !self.overlooks(&child.position));
        -seen.unwrap_or_else(|| self.evaluate(child))
    }
}

/// A number between 0 and 1, both excluded.
fn draw(rng: &mut impl Rng) -> f64 {
    const STEPS: u64 = 1 << 52;
    ((rng.next_u64() % STEPS) as f64 + 0.5) / STEPS as f64
}

impl Worker<'_> {
    /// What the player believes of the position, for the side to move.
    #[inline]
    pub(super) fn evaluate(&self, node: &Node) -> Score {
        match &self.shared.weakness {
            None => node.evaluate(),
            Some(weakness) => weakness.evaluate(node),
        }
    }

    /// Whether the player does not see the move that claims and leads to the position `after`.
    #[inline]
    pub(super) fn overlooks(&self, after: &Position) -> bool {
        self.shared.weakness.as_ref().is_some_and(|weakness| weakness.overlooks(after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_in_all_respects_at_least_as_good_as_the_one_before() {
        for pair in LEVELS.windows(2) {
            let [low, high] = pair else { continue };
            assert!(low.elo < high.elo && low.nodes <= high.nodes, "{pair:?}");
            assert!(low.judgement <= high.judgement && low.overlooked >= high.overlooked, "{pair:?}");
        }
    }

    #[test]
    fn elo_covers_the_levels_below_full_strength() {
        for (i, level) in LEVELS.iter().enumerate() {
            assert_eq!(Skill::elo(level.elo as u16), Skill::level(i as u8));
        }
        let skills: Vec<Skill> = (0..=Skill::ELO_MAX).map(Skill::elo).collect();
        assert!(skills.is_sorted());
        assert_eq!(skills[0], Skill::level(0));
        assert_eq!(Skill::elo(u16::MAX), Skill::level(Skill::LEVEL_MAX - 1));
        for (elo, skill) in skills.iter().enumerate() {
            let level = skill.interpolated().unwrap();
            assert!((level.elo - elo as f64).abs() < 2.0, "{elo}: {level:?}");
        }
    }

    #[test]
    fn full_strength_errs_in_nothing() {
        let request = |skill| Request { skill, ..Request::new(super::super::Limits::default()) };
        assert!(Weakness::of(&request(Skill::FULL)).is_none());
        assert!(Weakness::of(&request(Skill::level(u8::MAX))).is_none());
        assert!(Weakness::of(&request(Skill::level(Skill::LEVEL_MAX - 1))).is_some());
    }
}
