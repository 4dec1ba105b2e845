//! A position as a picture.

use std::fmt::Write;

use crate::rules::{Bitboard, Color, Move, Position, Square};

/// The side of a square.
const CELL: u32 = 48;
/// The width of the frame that holds the coordinates.
const FRAME: u32 = 30;

const WOOD: &str = "#d9c7a3";
const LINE: &str = "#9c8459";
const FRAME_FILL: &str = "#5d4a2f";
const FRAME_TEXT: &str = "#f3e9d2";
const SHOOTER: &str = "#e0952f";
const SHOOTER_EDGE: &str = "#8a4f08";
const LAST_MOVE: &str = "#4f8a3c";
/// Fill and edge of what belongs to Black and to White.
const PLAYERS: [(&str, &str); 2] = [("#1d1d1f", "#000000"), ("#fbfaf6", "#6f6a60")];

/// The position as an SVG document with coordinates. Stones are discs, shooters orange lozenges; a claimed shooter is a
/// lozenge of its owner's colour in an orange frame. Of the `last` move the stone's or placed shooters' squares are
/// marked, and the shooter's way is drawn.
///
/// ```
/// use veletas::{arena::board_svg, rules::{Position, Variant}};
/// let svg = board_svg(&Position::start(Variant::Seven), None);
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// ```
pub fn board_svg(position: &Position, last: Option<Move>) -> String {
    let size = u32::from(position.variant().size());
    let (board, side) = (size * CELL, size * CELL + 2 * FRAME);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{side}\" height=\"{side}\" \
         role=\"img\">\n<title>Veletas {}, turn {}, {} to move</title>\n",
        position.variant().name(),
        position.turn(),
        position.side(),
    );
    let _ = write!(
        svg,
        "<rect width=\"{side}\" height=\"{side}\" rx=\"8\" fill=\"{FRAME_FILL}\"/>\n\
         <rect x=\"{FRAME}\" y=\"{FRAME}\" width=\"{board}\" height=\"{board}\" fill=\"{WOOD}\"/>\n",
    );
    coordinates(&mut svg, size);
    marks(&mut svg, size, last);
    lines(&mut svg, size);
    way(&mut svg, size, last);
    for square in position.shooters() {
        lozenge(&mut svg, size, square, SHOOTER, SHOOTER_EDGE, 2);
    }
    for color in Color::ALL {
        let (fill, edge) = PLAYERS[color.index()];
        for square in position.stones(color) {
            let (x, y) = centre(size, square);
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.5\"/>",
                CELL * 2 / 5
            );
        }
        for square in position.claimed(color) {
            lozenge(&mut svg, size, square, fill, SHOOTER, 5);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// The middle of a square.
fn centre(size: u32, square: Square) -> (u32, u32) {
    let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
    (FRAME + file * CELL + CELL / 2, FRAME + (size.saturating_sub(rank + 1)) * CELL + CELL / 2)
}

fn coordinates(svg: &mut String, size: u32) {
    let _ = writeln!(
        svg,
        "<g fill=\"{FRAME_TEXT}\" font-family=\"sans-serif\" font-size=\"15\" text-anchor=\"middle\" \
         dominant-baseline=\"central\">"
    );
    for (index, file) in (0..size).zip('a'..) {
        let (along, near, far) = (FRAME + index * CELL + CELL / 2, FRAME / 2, size * CELL + FRAME + FRAME / 2);
        let (rank, down) = (index + 1, FRAME + (size - index - 1) * CELL + CELL / 2);
        for across in [near, far] {
            let _ = writeln!(
                svg,
                "<text x=\"{along}\" y=\"{across}\">{file}</text><text x=\"{across}\" y=\"{down}\">{rank}</text>"
            );
        }
    }
    svg.push_str("</g>\n");
}

fn lines(svg: &mut String, size: u32) {
    let (first, last) = (FRAME, FRAME + size * CELL);
    let mut path = String::new();
    for at in (0..=size).map(|index| FRAME + index * CELL) {
        let _ = write!(path, "M{first} {at}H{last}M{at} {first}V{last}");
    }
    let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"{LINE}\" stroke-width=\"1.5\" stroke-linecap=\"square\"/>");
}

/// The squares that the last move filled or left, tinted.
fn marks(svg: &mut String, size: u32, last: Option<Move>) {
    let Some(last) = last else { return };
    let ends = last.step().map(|step| [step.from, step.to]);
    let squares: Bitboard = last.placed().into_iter().chain(last.stone()).chain(ends.into_iter().flatten()).collect();
    for (x, y) in squares.into_iter().map(|square| centre(size, square)) {
        let (x, y) = (x - CELL / 2, y - CELL / 2);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{LAST_MOVE}\" fill-opacity=\"0.45\"/>"
        );
    }
}

/// The shooter's way and the shot of the last move.
fn way(svg: &mut String, size: u32, last: Option<Move>) {
    let Some((step, stone)) = last.and_then(|last| last.step().zip(last.stone())) else { return };
    let [(x1, y1), (x2, y2), (x3, y3)] = [step.from, step.to, stone].map(|square| centre(size, square));
    let _ = writeln!(
        svg,
        "<g fill=\"none\" stroke=\"{LAST_MOVE}\" stroke-linecap=\"round\" stroke-width=\"4\">\
         <path d=\"M{x1} {y1}L{x2} {y2}\"/><path d=\"M{x2} {y2}L{x3} {y3}\" stroke-dasharray=\"1 9\"/></g>\n\
         <circle cx=\"{x1}\" cy=\"{y1}\" r=\"6\" fill=\"{LAST_MOVE}\"/>"
    );
}

fn lozenge(svg: &mut String, size: u32, square: Square, fill: &str, edge: &str, width: u32) {
    let ((x, y), r) = (centre(size, square), CELL * 2 / 5);
    let _ = writeln!(
        svg,
        "<path d=\"M{x} {}L{} {y}L{x} {}L{} {y}Z\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{width}\" \
         stroke-linejoin=\"round\"/>",
        y - r,
        x + r,
        y + r,
        x - r
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_fen, read_move};

    #[test]
    fn everything_on_the_board_is_drawn_where_it_stands() {
        let position = parse_fen("7/7/bwsBW2/7/7/7/b6 b 0 6").unwrap();
        let svg = board_svg(&position, None);
        let count = |what: &str| svg.matches(what).count();
        assert_eq!((count("<circle"), count(SHOOTER_EDGE)), (3, 1));
        assert_eq!(count("stroke-linejoin"), 3);
        // a1 is at the bottom left: half a square from the frame and six and a half from the top.
        assert!(svg.contains("cx=\"54\" cy=\"342\""), "{svg}");
        assert!(!svg.contains(LAST_MOVE));
    }

    #[test]
    fn the_last_move_is_marked() {
        let before = parse_fen("7/2s4/7/7/4s2/7/s6 b 0 3").unwrap();
        let last = read_move("c6-c3/d4", &before).unwrap();
        let svg = board_svg(&before.play(last), Some(last));
        assert_eq!(svg.matches("fill-opacity").count(), 3);
        assert_eq!(svg.matches("stroke-dasharray").count(), 1);
    }
}
