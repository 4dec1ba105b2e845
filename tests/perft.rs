//! Leaf counts of the game tree, by every method.

mod common;

use serde::Deserialize;
use veletas::notation::parse_fen;
use veletas::search::Control;
use veletas::tools::{Method, perft};

#[derive(Deserialize)]
struct Line {
    fen: String,
    depth: u32,
    nodes: u64,
}

#[test]
fn all_methods_find_the_known_counts() {
    let lines = common::vector_file("perft.jsonl");
    assert_eq!(lines.lines().count(), 21);
    for line in lines.lines() {
        let line: Line = serde_json::from_str(line).unwrap();
        let position = parse_fen(&line.fen).unwrap();
        for method in Method::ALL {
            assert_eq!(
                perft(&position, line.depth, method, &Control::new()),
                Some(line.nodes),
                "{} {method:?}",
                line.fen
            );
        }
    }
}

#[test]
fn the_starts_have_the_published_counts() {
    use veletas::rules::{Position, Variant};
    let counts = [
        (Variant::Seven, 1, 49),
        (Variant::Seven, 2, 35_580),
        (Variant::Seven, 3, 35_651_136),
        (Variant::Nine, 1, 2_968),
        (Variant::Ten, 1, 129_984),
    ];
    for (variant, depth, nodes) in counts {
        assert_eq!(perft(&Position::start(variant), depth, Method::Counting, &Control::new()), Some(nodes));
    }
}
