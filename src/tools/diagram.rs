//! The board and all that matters about a position, for people at a terminal.

use anstyle::{AnsiColor, Style};

use crate::notation::write_fen;
use crate::rules::{Color, Position, Square};

/// What a sign on the board means.
struct Sign {
    letter: char,
    meaning: &'static str,
    style: Style,
}

const EMPTY: Sign = Sign { letter: '.', meaning: "empty", style: Style::new().dimmed() };
const SHOOTER: Sign = Sign { letter: '*', meaning: "unclaimed shooter", style: AnsiColor::Yellow.on_default().bold() };
const STONES: [Sign; 2] = [
    Sign { letter: 'x', meaning: "Black's stone", style: AnsiColor::Blue.on_default() },
    Sign { letter: 'o', meaning: "White's stone", style: AnsiColor::Red.on_default() },
];
const CLAIMED: [Sign; 2] = [
    Sign { letter: 'B', meaning: "shooter claimed by Black", style: AnsiColor::Blue.on_default().bold().invert() },
    Sign { letter: 'W', meaning: "shooter claimed by White", style: AnsiColor::Red.on_default().bold().invert() },
];

impl Sign {
    fn draw(&self, colour: bool) -> String {
        let Self { letter, style, .. } = self;
        if colour { format!("{style}{letter}{style:#}") } else { letter.to_string() }
    }

    fn explain(&self, colour: bool) -> String {
        format!("{} {}", self.draw(colour), self.meaning)
    }
}

/// The sign for what stands on `square`.
fn sign(position: &Position, square: Square) -> &'static Sign {
    let side = |set: fn(&Position, Color) -> crate::rules::Bitboard| {
        Color::ALL.into_iter().find(|&color| set(position, color).contains(square))
    };
    if position.shooters().contains(square) {
        &SHOOTER
    } else if let Some(color) = side(Position::stones) {
        &STONES[color.index()]
    } else if let Some(color) = side(Position::claimed) {
        &CLAIMED[color.index()]
    } else {
        &EMPTY
    }
}

/// The lines of a drawing with coordinates on all sides. The signs differ without colour too.
///
/// ```
/// use veletas::{rules::{Position, Variant}, tools::diagram};
/// let lines = diagram(&Position::start(Variant::Seven), false);
/// assert_eq!(lines[0], "    a b c d e f g");
/// assert_eq!(lines[1], " 7  . . . . . . .  7");
/// ```
pub fn diagram(position: &Position, colour: bool) -> Vec<String> {
    let size = position.variant().size();
    let files: Vec<String> = (0..size).map(|file| char::from(b'a' + file).to_string()).collect();
    let files = format!("    {}", files.join(" "));
    let mut lines = vec![files.clone()];
    for rank in (0..size).rev() {
        let squares = (0..size).filter_map(|file| Square::new(file, rank));
        let signs: Vec<String> = squares.map(|square| sign(position, square).draw(colour)).collect();
        let number = rank + 1;
        lines.push(format!("{number:>2}  {}  {number}", signs.join(" ")));
    }
    lines.push(files);
    lines
}

/// The lines of a drawing with everything that matters about the position below it.
pub fn describe(position: &Position, colour: bool) -> Vec<String> {
    let mut lines = diagram(position, colour);
    let legend = [&EMPTY, &STONES[0], &STONES[1], &SHOOTER, &CLAIMED[0], &CLAIMED[1]];
    for half in legend.chunks(4) {
        lines.push(half.iter().map(|sign| sign.explain(colour)).collect::<Vec<_>>().join("   "));
    }
    lines.push(format!("Turn: {}, {} to move", position.turn(), position.side()));
    let [black, white] = Color::ALL.map(|color| position.claimed(color).count());
    lines.push(format!(
        "Claims: Black {black}, White {white} ({} of {} win)",
        position.variant().majority(),
        position.variant().shooters()
    ));
    lines.push(format!("Immobility (free neighbours): {}", immobility(position)));
    if position.is_setup() {
        let share = position.variant().share(position.side());
        lines.push(format!("Hand: {} shooters to be placed, {share} of them now", position.hand()));
    }
    match position.winner() {
        Some(winner) => lines.push(format!("Result: {winner} has won")),
        None => lines.push(format!("Legal moves: {}", position.count_moves())),
    }
    lines.push(format!("FEN: {}", write_fen(position)));
    lines.push(format!("Key: {:016x}", position.hash()));
    lines
}

/// How many squares around each unclaimed shooter are still empty, the tightest first.
fn immobility(position: &Position) -> String {
    let free = |shooter: Square| (shooter.neighbours() & position.empty()).count();
    let mut shooters: Vec<(u32, Square)> = position.shooters().into_iter().map(|s| (free(s), s)).collect();
    shooters.sort();
    if shooters.is_empty() {
        return "no unclaimed shooter on the board".into();
    }
    let words: Vec<String> = shooters.iter().map(|(free, square)| format!("{square} {free}")).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;

    #[test]
    fn signs_differ_without_colour() {
        let position = parse_fen("7/7/bwsBW2/7/7/7/7 b 0 5").unwrap();
        let lines = describe(&position, false);
        assert_eq!(lines[3], " 5  x o * B W . .  5");
        for line in &lines {
            assert!(line.is_ascii() && line.trim_end() == line, "{line:?}");
        }
        for line in
            ["Claims: Black 1, White 1 (2 of 3 win)", "Immobility (free neighbours): c5 6", "Turn: 5, Black to move"]
        {
            assert!(lines.contains(&line.into()), "{line} in {lines:#?}");
        }
        assert!(describe(&position, true).concat().contains('\u{1b}'));
    }
}
