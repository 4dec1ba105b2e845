//! The positions in which games begin.

use std::path::{Path, PathBuf};

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::notation::{FenError, parse_fen, quote, write_fen};
use crate::rules::{Position, Variant};
use crate::search::random::{below, random_move, rng};

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Games begin on the empty board, and the engines play the setup turns too.
    Engines,
    /// Random legal setups, then so many random plies.
    Random {
        /// The number of plies after the two setup turns.
        plies: u32,
    },
    /// A list of positions, in an order that the seed decides; used again when it is exhausted.
    List(Vec<Position>),
}

/// The openings of a run. Each has a number, and variant, seed and number decide which position it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    variant: Variant,
    seed: u64,
    source: Source,
}

/// Openings cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("the openings {} cannot be read: {reason}", quote(&.path.to_string_lossy()))]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: std::io::Error,
    },
    /// A line is no position.
    #[error("line {line} of the openings: {reason}")]
    Fen {
        /// The line's number, from 1.
        line: usize,
        /// Why.
        reason: FenError,
    },
    /// The game is over in a position.
    #[error("line {line} of the openings: the game is over in {}", quote(.fen))]
    Over {
        /// The line's number, from 1.
        line: usize,
        /// The position.
        fen: String,
    },
    /// A position is of another variant.
    #[error("line {line} of the openings is {found}, not {expected}: {}", quote(.fen))]
    Variant {
        /// The line's number, from 1.
        line: usize,
        /// The position.
        fen: String,
        /// Its variant.
        found: &'static str,
        /// That of the run.
        expected: &'static str,
    },
    /// There is no position in the file.
    #[error("the openings {} hold no position", quote(&.0.to_string_lossy()))]
    None(PathBuf),
}

/// Reads a list of openings: a FEN on each line; blank lines and those that start with `#` are skipped. Without a
/// `variant`, the first line decides.
///
/// # Errors
/// A line is no position of the variant in which a game can go on.
pub fn read_list(text: &str, variant: Option<Variant>, path: &Path) -> Result<Vec<Position>, OpeningError> {
    let mut positions = Vec::new();
    let mut expected = variant;
    let lines = text.lines().zip(1..).filter(|(text, _)| !text.trim().is_empty() && !text.starts_with('#'));
    for (text, line) in lines {
        let position = parse_fen(text).map_err(|reason| OpeningError::Fen { line, reason })?;
        let (fen, found) = (text.into(), position.variant());
        if position.winner().is_some() {
            return Err(OpeningError::Over { line, fen });
        }
        let expected = *expected.get_or_insert(found);
        if found != expected {
            return Err(OpeningError::Variant { line, fen, found: found.name(), expected: expected.name() });
        }
        positions.push(position);
    }
    if positions.is_empty() { Err(OpeningError::None(path.into())) } else { Ok(positions) }
}

impl Openings {
    /// The openings of a run.
    pub fn new(variant: Variant, seed: u64, source: Source) -> Self {
        Self { variant, seed, source }
    }

    /// The variant that is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The seed that decides about random positions and the order of a list.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The opening of that number, from 0.
    pub fn get(&self, number: u64) -> Position {
        match &self.source {
            Source::Engines => Position::start(self.variant),
            Source::Random { plies } => random_position(self.variant, *plies, &mut rng(self.seed, number)),
            Source::List(positions) => {
                let length = positions.len() as u64;
                let mut order: Vec<usize> = (0..positions.len()).collect();
                let mut rng = rng(self.seed, number / length);
                for i in (1..order.len()).rev() {
                    order.swap(i, below(&mut rng, i + 1));
                }
                let index = order.get((number % length) as usize).copied().unwrap_or_default();
                positions.get(index).copied().unwrap_or_else(|| Position::start(self.variant))
            }
        }
    }

    /// What distinguishes these openings from others, besides variant and seed.
    pub fn describe(&self) -> String {
        match &self.source {
            Source::Engines => "engines".into(),
            Source::Random { plies } => format!("random, {plies} plies"),
            Source::List(positions) => {
                let fens = positions.iter().map(write_fen).collect::<Vec<_>>().join("\n");
                format!("list of {} positions {:016x}", positions.len(), super::settings::fingerprint(fens.as_bytes()))
            }
        }
    }
}

/// A position after the setup and `plies` random moves in which the game goes on. Where the game ends too often
/// before, it gets fewer plies.
fn random_position(variant: Variant, plies: u32, rng: &mut Xoshiro256PlusPlus) -> Position {
    for attempt in 0_u32.. {
        let plies = plies.saturating_sub(attempt / 10);
        let end = (0..plies + 2).try_fold(Position::start(variant), |position, _| {
            random_move(&position, rng).map(|mv| position.play(mv)).filter(|next| next.winner().is_none())
        });
        if let Some(position) = end {
            return position;
        }
    }
    Position::start(variant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn random_openings_depend_on_the_seed_and_the_number_alone() {
        for variant in Variant::ALL {
            let openings = Openings::new(variant, 7, Source::Random { plies: 6 });
            let positions: Vec<_> = (0..40).map(|n| openings.get(n)).collect();
            assert_eq!(positions, (0..40).map(|n| openings.get(n)).collect::<Vec<_>>());
            assert!(positions.iter().all(|p| p.variant() == variant && !p.is_setup() && p.winner().is_none()));
            assert!(positions.iter().all(|p| p.turn() <= 9 && p.turn() > 2));
            let different: BTreeSet<_> = positions.iter().map(Position::hash).collect();
            assert_eq!(different.len(), 40);
            let other = Openings::new(variant, 8, Source::Random { plies: 6 });
            assert!((0..40).all(|n| !different.contains(&other.get(n).hash())));
        }
    }

    #[test]
    fn too_many_plies_end_somewhere() {
        let openings = Openings::new(Variant::Seven, 1, Source::Random { plies: 1000 });
        assert_eq!(openings.get(0).winner(), None);
    }

    #[test]
    fn a_list_is_used_up_before_it_begins_anew() {
        let list = (0..9).map(|n| Openings::new(Variant::Ten, n, Source::Random { plies: 0 }).get(0)).collect();
        let openings = Openings::new(Variant::Ten, 5, Source::List(list));
        let hashes = |from: u64| (from..from + 9).map(|n| openings.get(n).hash()).collect::<Vec<_>>();
        let (first, second) = (hashes(0), hashes(9));
        assert_ne!(first, second);
        assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 9);
        assert_eq!(first.iter().collect::<BTreeSet<_>>(), second.iter().collect::<BTreeSet<_>>());
    }

    #[test]
    fn bad_lists_are_refused_with_the_line() {
        let path = Path::new("book.fen");
        let start = "7/7/7/7/7/7/7 b 3 1";
        assert_eq!(read_list(&format!("# comment\n\n{start}\n"), None, path).unwrap().len(), 1);
        for (text, variant, reason) in [
            ("", None, "the openings `book.fen` hold no position"),
            ("#\n7/7/7/7/7/7/7 x 3 1", None, "line 2 of the openings: the side to move must be"),
            (&format!("{start}\n9/9/9/9/9/9/9/9/9 b 5 1"), None, "line 2 of the openings is 9x9, not 7x7"),
            (start, Some(Variant::Ten), "line 1 of the openings is 7x7, not 10x10"),
            ("7/7/1BB4/7/3s3/7/7 b 0 9", None, "line 1 of the openings: the game is over"),
        ] {
            let error = read_list(text, variant, path).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{error}");
        }
    }
}
