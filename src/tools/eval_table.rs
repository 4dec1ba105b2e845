//! The evaluation of a position, in words and numbers.

use crate::eval::{Entry, Fate, Term, evaluate, explain};
use crate::rules::{Color, Position, Square};

/// The width of the words before the numbers.
const WORDS: usize = 58;

/// The lines of a table that shows where the evaluation of `position` comes from: each term's worth for Black in
/// hundredths of a shooter, their sum, and the same for the player to move, which is the score that the search uses.
pub fn eval_table(position: &Position) -> Vec<String> {
    let line = |words: String, black: i32| format!("{words:<WORDS$}{black:>+6}");
    let terms = explain(position);
    let sum = terms.iter().map(|entry| entry.black).sum();
    let mut lines = vec![format!("{:<WORDS$}{:>6}", "Evaluation in hundredths of a shooter", "Black")];
    lines.extend(terms.iter().map(|entry| line(words(entry, position), entry.black)));
    lines.push(format!("{:>1$}", "------", WORDS + 6));
    lines.push(line("Sum, for Black".into(), sum));
    lines.push(line(format!("Score, for {} to move", position.side()), evaluate(position)));
    if let Some(winner) = position.winner() {
        lines.push(format!("The game is over: {winner} has won, whatever the sum says."));
    }
    lines
}

/// What a term judges, with the numbers it is made of.
fn words(entry: &Entry, position: &Position) -> String {
    let both = |of: &dyn Fn(Color) -> u32| format!("{} : {}", of(Color::Black), of(Color::White));
    match entry.term {
        Term::Claims => {
            format!("Claims, {} of {}", both(&|c| position.claimed(c).count()), position.variant().majority())
        }
        Term::Shooter(square, fate) => shooter(square, fate, position),
        Term::Squares => "Empty squares, by whose a shooter there would be".into(),
        Term::Bonds => format!("Neighbouring stones, {} pairs", both(&|c| position.stones(c).bonds())),
        Term::Move => format!("The move, {}'s", position.side()),
    }
}

fn shooter(square: Square, fate: Fate, position: &Position) -> String {
    let free = (square.neighbours() & position.empty()).count();
    let squares = if free == 1 { "square" } else { "squares" };
    let fate = match fate {
        Fate::Owned(color) => format!("{color}'s if shut in"),
        Fate::Hot => "to whoever shuts it in".into(),
        Fate::Open => "not to whoever shuts it in".into(),
    };
    format!("Shooter {square}, {free} free {squares}, {fate}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;

    #[test]
    fn the_table_adds_up_to_the_score() {
        let position = parse_fen("3w4w/bb3sbb1/2s1w2s1/s2w2bb1/wwb1b3s/5w3/1w4b2/w1w3b2/9 w 0 23").unwrap();
        let lines = eval_table(&position);
        let number = |line: &String| line[WORDS..].trim().parse::<i32>().unwrap();
        let rule = lines.iter().position(|line| line.ends_with("------")).unwrap();
        let sum: i32 = lines[1..rule].iter().map(number).sum();
        assert_eq!(number(&lines[rule + 1]), sum);
        assert_eq!(number(&lines[rule + 2]), -sum);
        assert_eq!(evaluate(&position), -sum);
        assert!(lines.iter().all(|line| line.len() == WORDS + 6 && line.trim_end() == line));
    }
}
