//! The tables of the report.

use std::fmt::Write;

use super::chart::escape;
use crate::arena::statistics::{Estimate, Results};
use crate::arena::summary::{EngineSummary, Spread, Summary};
use crate::notation::Cause;
use crate::rules::Color;

/// The number with a true minus, and without one before nothing but noughts.
pub(super) fn minus(number: &str) -> String {
    let nothing = number.chars().all(|c| matches!(c, '-' | '+' | '0' | '.'));
    if nothing { number.trim_start_matches(['-', '+']).into() } else { number.replace('-', "\u{2212}") }
}

/// A difference of strength with its 95 % interval; a decimal is given where it means something.
pub(super) fn interval(estimate: &Estimate) -> String {
    let digits = usize::from(estimate.margin() < 20.0);
    let [value, lower, upper] =
        [estimate.value, estimate.lower, estimate.upper].map(|value| minus(&format!("{value:+.digits$}")));
    format!("{value} [{lower}, {upper}]")
}

/// Points without a needless ".0".
fn points(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

/// A table: its head, and the rows' cells as HTML, the first cell naming the row.
fn table(head: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let head: String = head.iter().map(|name| format!("<th>{name}</th>")).collect();
    let mut html = format!("<table><thead><tr>{head}</tr></thead><tbody>\n");
    for row in rows {
        let _ = writeln!(html, "<tr>{}</tr>", row.concat());
    }
    html.push_str("</tbody></table>\n");
    html
}

fn cell(text: impl std::fmt::Display) -> String {
    format!("<td>{text}</td>")
}

fn name(place: usize, engine: &EngineSummary) -> String {
    format!("<td><b>{}</b> {}</td>", place + 1, escape(&engine.name))
}

/// Who made how many points against whom, the strongest first.
pub(super) fn cross(summary: &Summary) -> String {
    let mut head: Vec<String> = ["Engine", "Points", "Games", "Score"].map(String::from).into();
    head.extend((1..=summary.engines.len()).map(|place| place.to_string()));
    let rows = summary.engines.iter().zip(&summary.cross).enumerate().map(|(place, (engine, against))| {
        let total = engine.tally.total();
        let score = format!("{:.1} %", total.score() * 100.0);
        let mut row = vec![name(place, engine), cell(points(total.points())), cell(total.games()), cell(score)];
        row.extend(against.iter().enumerate().map(|(other, results)| {
            if other == place || results.games() == 0 {
                return "<td class=\"none\">·</td>".into();
            }
            cell(format!("{}<small>/{}</small>", points(results.points()), results.games()))
        }));
        row
    });
    table(&head, rows)
}

/// Strength by pairs and by colours.
pub(super) fn strength(summary: &Summary) -> String {
    let head =
        ["Engine", "Elo [95 %]", "Normalized Elo [95 %]", "Superiority", "As Black", "As White", "Pairs", "0–½–1–1½–2"];
    let rows = summary.engines.iter().enumerate().map(|(place, engine)| {
        let by_color = Color::ALL.map(|color| {
            let Results { wins, losses, .. } = engine.tally.with(color);
            cell(format!("+{wins} \u{2212}{losses}"))
        });
        let superiority = format!("{:.1} %", engine.pairs.likelihood_of_superiority() * 100.0);
        let mut row = vec![
            name(place, engine),
            cell(interval(&engine.pairs.elo())),
            cell(interval(&engine.pairs.normalized_elo())),
            cell(superiority),
        ];
        row.extend(by_color);
        row.push(cell(engine.pairs.count()));
        row.push(cell(engine.pairs.bins().map(|count| count.to_string()).join(" – ")));
        row
    });
    table(&head.map(String::from), rows)
}

/// A mean with its extremes.
fn spread(spread: &Spread, unit: f64, digits: usize) -> String {
    if spread.count == 0 {
        return "<td class=\"none\">·</td>".into();
    }
    let [mean, least, most] =
        [spread.mean, spread.least, spread.most].map(|value| minus(&format!("{:.digits$}", value * unit)));
    cell(format!("{mean} <small>({least} … {most})</small>"))
}

/// How deep and how fast, per move.
pub(super) fn speed(summary: &Summary) -> String {
    let head = ["Engine", "Moves", "Depth", "Nodes", "Nodes/s", "Time, ms", "Clock gap, ms"];
    let rows = summary.engines.iter().enumerate().map(|(place, engine)| {
        let nodes = if engine.nodes.count == 0 { "·".into() } else { grouped(engine.nodes.mean) };
        let nps = if engine.nps > 0.0 { grouped(engine.nps) } else { "·".into() };
        vec![
            name(place, engine),
            cell(engine.time.count),
            spread(&engine.depth, 1.0, 1),
            cell(nodes),
            cell(nps),
            spread(&engine.time, 1e3, 1),
            spread(&engine.clock_gap, 1.0, 2),
        ]
    });
    let note = "<p class=\"soft\">Per move: mean (least … most). The clock gap is the arena's measurement less the \
                engine's own.</p>\n";
    table(&head.map(String::from), rows) + note
}

/// A whole number with its digits in groups of three.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let groups: Vec<&str> = (0..digits.len())
        .filter(|i| *i == 0 || (digits.len() - i).is_multiple_of(3))
        .map(|i| {
            let end = i + 1 + (digits.len() - i - 1) % 3;
            &digits[i..end]
        })
        .collect();
    groups.join("\u{202f}")
}

/// Games lost by an engine's own fault.
pub(super) fn faults(summary: &Summary) -> String {
    let causes = || Cause::ALL.into_iter().filter(|cause| !matches!(cause, Cause::Normal | Cause::Unfinished));
    let mut head = vec![String::from("Engine")];
    head.extend(causes().map(|cause| cause.name().into()));
    let rows = summary.engines.iter().enumerate().map(|(place, engine)| {
        let counts = causes().map(|cause| match engine.fault(cause) {
            0 => cell(0),
            count => format!("<td class=\"fault\">{count}</td>"),
        });
        std::iter::once(name(place, engine)).chain(counts).collect()
    });
    table(&head, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(grouped(1_234_567.0), "1\u{202f}234\u{202f}567");
        assert_eq!(
            (grouped(12.0), grouped(123.0), grouped(1_234.4)),
            ("12".into(), "123".into(), "1\u{202f}234".into())
        );
        assert_eq!((minus("-3.0"), minus("-0.0"), minus("+2")), ("\u{2212}3.0".into(), "0.0".into(), "+2".into()));
        let estimate = |lower| Estimate { value: -1.25, lower, upper: 3.0 };
        assert_eq!(interval(&estimate(-5.0)), "\u{2212}1.2 [\u{2212}5.0, +3.0]");
        assert_eq!(interval(&estimate(-50.0)), "\u{2212}1 [\u{2212}50, +3]");
        assert_eq!((points(3.0), points(3.5)), ("3".into(), "3.5".into()));
    }
}
