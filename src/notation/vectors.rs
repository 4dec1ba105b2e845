//! The positions of the rule vectors, for unit tests of the rooms that cannot see the folder `tests`.

use super::parse_fen;
use crate::rules::Position;

/// The positions of each file, in which a move is to be made and no setup turn.
pub(crate) fn vector_positions() -> [Vec<Position>; 6] {
    let files = [
        include_str!("../../tests/vectors/rulebook-games-7x7.jsonl"),
        include_str!("../../tests/vectors/rulebook-games-9x9.jsonl"),
        include_str!("../../tests/vectors/rulebook-games-10x10.jsonl"),
        include_str!("../../tests/vectors/rulebook-constructed-7x7.jsonl"),
        include_str!("../../tests/vectors/rulebook-constructed-9x9.jsonl"),
        include_str!("../../tests/vectors/rulebook-constructed-10x10.jsonl"),
    ];
    files.map(|file| {
        let fens = file.lines().map(|line| line.split("\"fen\": \"").nth(1).unwrap().split('"').next().unwrap());
        fens.map(|fen| parse_fen(fen).unwrap()).filter(|p| !p.is_setup() && p.winner().is_none()).collect()
    })
}
