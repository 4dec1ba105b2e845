//! Charts as inline SVG. Colours are classes of the page's style sheet, so that they follow light and dark mode.

use std::fmt::Write;
use std::ops::RangeInclusive;

/// Size and margins of a chart, in pixels.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 46.0;
/// The height of a row of [`whiskers`].
const ROW: f64 = 30.0;

/// `text` with the signs that mean something to HTML replaced.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Round numbers within `range`, about `count` of them.
fn ticks(range: &RangeInclusive<f64>, count: f64) -> Vec<f64> {
    let rough = ((range.end() - range.start()) / count).max(1e-9);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(rough);
    let first = (range.start() / step).ceil();
    (0..50).map(|i| (first + f64::from(i)) * step).take_while(|&tick| tick <= range.end() + step * 1e-9).collect()
}

/// A number as short as its kin allow.
fn label(value: f64) -> String {
    let text = if value.abs() >= 10.0 { format!("{value:.0}") } else { format!("{value:.2}") };
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.replace('-', "\u{2212}") }
}

/// `range`, widened by a twentieth so that nothing sticks to the frame, and to something where it is empty.
pub(super) fn roomy(values: impl IntoIterator<Item = f64>) -> RangeInclusive<f64> {
    let (least, most) = values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
    if !(least.is_finite() && most.is_finite()) {
        return 0.0..=1.0;
    }
    let room = ((most - least) * 0.05).max(1e-3);
    least - room..=most + room
}

/// A chart with two numeric axes.
pub(super) struct Chart {
    x: RangeInclusive<f64>,
    y: RangeInclusive<f64>,
    svg: String,
}

impl Chart {
    /// An empty chart. `title` is read to those who cannot see it.
    pub fn new(title: &str, x: RangeInclusive<f64>, y: RangeInclusive<f64>, x_label: &str, y_label: &str) -> Self {
        let mut chart = Self { x, y, svg: open(title, HEIGHT) };
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for tick in ticks(&chart.y, 6.0) {
            let y = chart.down(tick);
            let _ = writeln!(
                chart.svg,
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/><text class=\"end\" x=\"{}\" y=\"{:.1}\">{}</text>",
                LEFT - 8.0,
                y + 4.0,
                label(tick)
            );
        }
        for tick in ticks(&chart.x, 10.0) {
            let x = chart.along(tick);
            let _ = writeln!(
                chart.svg,
                "<path class=\"axis\" d=\"M{x:.1} {bottom}v5\"/><text class=\"mid\" x=\"{x:.1}\" y=\"{}\">{}</text>",
                bottom + 19.0,
                label(tick)
            );
        }
        let _ = writeln!(
            chart.svg,
            "<path class=\"axis\" d=\"M{LEFT} {bottom}H{right}\"/>\
             <text class=\"mid name\" x=\"{}\" y=\"{}\">{}</text>\
             <text class=\"mid name\" transform=\"translate(16 {}) rotate(-90)\">{}</text>",
            (LEFT + right) / 2.0,
            HEIGHT - 8.0,
            escape(x_label),
            (TOP + bottom) / 2.0,
            escape(y_label)
        );
        chart
    }

    fn along(&self, x: f64) -> f64 {
        scale(&self.x, x, LEFT, WIDTH - RIGHT)
    }

    fn down(&self, y: f64) -> f64 {
        scale(&self.y, y, HEIGHT - BOTTOM, TOP)
    }

    fn path(&self, points: impl IntoIterator<Item = (f64, f64)>) -> String {
        let words = points.into_iter().map(|(x, y)| format!("{:.1} {:.1}", self.along(x), self.down(y)));
        words.collect::<Vec<_>>().join("L")
    }

    /// A line through `points`.
    pub fn line(&mut self, points: &[(f64, f64)], class: &str) {
        let path = self.path(points.iter().copied());
        let _ = writeln!(self.svg, "<path class=\"line {class}\" d=\"M{path}\"/>");
    }

    /// The area between the lower and upper ends at each x.
    pub fn band(&mut self, ends: &[(f64, f64, f64)], class: &str) {
        let upper = ends.iter().map(|&(x, _, upper)| (x, upper));
        let path = self.path(upper.chain(ends.iter().rev().map(|&(x, lower, _)| (x, lower))));
        let _ = writeln!(self.svg, "<path class=\"band {class}\" d=\"M{path}Z\"/>");
    }

    /// A bar over `from..to`, with a text that appears under the pointer.
    pub fn bar(&mut self, from: f64, to: f64, height: f64, class: &str, tip: &str) {
        let (x1, x2, y, bottom) = (self.along(from), self.along(to), self.down(height), self.down(0.0));
        let _ = writeln!(
            self.svg,
            "<rect class=\"bar {class}\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}</title></rect>",
            x1 + 1.0,
            (x2 - x1 - 2.0).max(1.0),
            (bottom - y).max(0.0),
            escape(tip)
        );
    }

    /// A dashed level with its name above or below its right end.
    pub fn level(&mut self, y: f64, name: &str, above: bool) {
        let (right, down) = (WIDTH - RIGHT, self.down(y));
        let _ = writeln!(
            self.svg,
            "<path class=\"level\" d=\"M{LEFT} {down:.1}H{right}\"/><text class=\"end\" x=\"{}\" y=\"{:.1}\">{}</text>",
            right - 4.0,
            if above { down - 6.0 } else { down + 16.0 },
            escape(name)
        );
    }

    /// The SVG element.
    pub fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

fn open(title: &str, height: f64) -> String {
    let title = escape(title);
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\">\n")
}

fn scale(range: &RangeInclusive<f64>, value: f64, start: f64, end: f64) -> f64 {
    start + (value.clamp(*range.start(), *range.end()) - range.start()) / (range.end() - range.start()) * (end - start)
}

/// A row of [`whiskers`].
pub(super) struct Whisker {
    /// What the value belongs to.
    pub name: String,
    /// The value.
    pub value: f64,
    /// The ends of its interval.
    pub interval: [f64; 2],
    /// The value in words.
    pub text: String,
}

/// Values with their intervals, one row each, around a line at `centre`.
pub(super) fn whiskers(title: &str, rows: &[Whisker], centre: f64, x_label: &str) -> String {
    const NAMES: f64 = 170.0;
    const TEXTS: f64 = 170.0;
    let range = roomy(rows.iter().flat_map(|row| row.interval).chain([centre]));
    let bottom = TOP + ROW * rows.len() as f64;
    let mut svg = open(title, bottom + BOTTOM);
    let along = |value: f64| scale(&range, value, NAMES, WIDTH - TEXTS);
    for tick in ticks(&range, 6.0) {
        let (x, class) = (along(tick), if tick == centre { "axis" } else { "grid" });
        let _ = writeln!(
            svg,
            "<path class=\"{class}\" d=\"M{x:.1} {TOP}V{bottom}\"/><text class=\"mid\" x=\"{x:.1}\" y=\"{}\">{}</text>",
            bottom + 17.0,
            label(tick)
        );
    }
    for (row, index) in rows.iter().zip(0_u32..) {
        let y = TOP + ROW * (f64::from(index) + 0.5);
        let [from, to] = row.interval.map(along);
        let _ = writeln!(
            svg,
            "<text class=\"end strong\" x=\"{}\" y=\"{}\">{}</text><path class=\"whisker\" d=\"M{from:.1} {y}H{to:.1}\"/>\
             <circle class=\"dot\" cx=\"{:.1}\" cy=\"{y}\" r=\"5\"/><text x=\"{}\" y=\"{}\">{}</text>",
            NAMES - 12.0,
            y + 4.0,
            escape(&shorten(&row.name)),
            along(row.value),
            WIDTH - TEXTS + 12.0,
            y + 4.0,
            escape(&row.text)
        );
    }
    let middle = (NAMES + WIDTH - TEXTS) / 2.0;
    let _ = writeln!(
        svg,
        "<text class=\"mid name\" x=\"{middle}\" y=\"{}\">{}</text></svg>",
        bottom + BOTTOM - 8.0,
        escape(x_label)
    );
    svg
}

/// A name that fits beside a chart.
fn shorten(name: &str) -> String {
    if name.chars().count() <= 20 { name.into() } else { name.chars().take(19).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(&(0.0..=10.0), 5.0), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(&(-0.3..=0.7), 5.0).len(), 5);
        assert_eq!(ticks(&(5.0..=5.0), 5.0).len(), 1);
        assert_eq!(
            ["-250", "0.5", "0"].map(str::to_string),
            [-250.0, 0.5, -0.0].map(|v| label(v).replace('\u{2212}', "-"))
        );
    }

    #[test]
    fn outside_text_cannot_break_the_page() {
        assert_eq!(escape("<a b=\"c\">&"), "&lt;a b=&quot;c&quot;&gt;&amp;");
        let row = Whisker { name: "<b>".repeat(20), value: 0.0, interval: [-1.0, 1.0], text: "<i>".into() };
        let svg = whiskers("t", &[row], 0.0, "x");
        assert!(!svg.contains("<b>") && !svg.contains("<i>") && svg.contains('…'));
    }
}
