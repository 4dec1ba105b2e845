//! What the tests of the arena share: the scripted engine and players without a process.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use veletas::arena::Interrupt;
use veletas::arena::engine::{EngineSpec, EngineWords, complete};
use veletas::arena::game::{Ended, Side, play};
use veletas::arena::player::{EnginePlayer, Patience};
use veletas::notation::read_move;
use veletas::rules::{Color, Position, Variant};

/// A millisecond.
pub const MS: Duration = Duration::from_millis(1);

/// The scripted engine, which `cargo test` builds as an example.
pub fn scripted() -> PathBuf {
    let path = Path::new(env!("CARGO_BIN_EXE_veletas-arena")).with_file_name("examples").join("scripted");
    assert!(path.exists(), "build the scripted engine first: cargo build --example scripted");
    path
}

/// The description of a scripted engine; `words` can be anything that `--engine` takes.
pub fn spec(deeds: &str, words: &[&str]) -> EngineSpec {
    let cmd = format!("cmd={}", scripted().display());
    let args = format!("args={deeds}");
    let mut all = vec!["name=scripted", &cmd, &args];
    all.extend(words);
    if !words.iter().any(|word| ["tc=", "movetime=", "nodes=", "depth="].iter().any(|key| word.starts_with(key))) {
        all.push("nodes=1");
    }
    complete(vec![EngineWords::read(all).unwrap()], &EngineWords::default()).unwrap().remove(0)
}

/// A little patience, so that tests of stalls are quick.
pub const PATIENCE: Patience =
    Patience { start: Duration::from_secs(10), stall: Duration::from_millis(700), quit: Duration::from_millis(300) };

/// A player of that description.
pub fn player(spec: &EngineSpec) -> EnginePlayer {
    EnginePlayer::new(spec.clone(), PATIENCE, Interrupt::default())
}

/// One 7x7 game between processes.
pub fn game(
    black: (&EngineSpec, &mut EnginePlayer),
    white: (&EngineSpec, &mut EnginePlayer),
    margin: Duration,
) -> Ended {
    let side = |(spec, player)| -> Side<'_> {
        let (spec, player): (&EngineSpec, &mut EnginePlayer) = (spec, player);
        Side { player, limits: spec.limits, proto: spec.proto }
    };
    play(&Position::start(Variant::Seven), [side(black), side(white)], margin)
}

/// Who has won after the moves of a game, by the rules.
pub fn winner_by_the_rules(game: &Ended) -> Option<Color> {
    let start = Position::start(Variant::Seven);
    game.moves.iter().fold(start, |position, mv| position.play(read_move(&mv.mv, &position).unwrap())).winner()
}
