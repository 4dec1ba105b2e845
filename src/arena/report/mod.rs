//! The report of a match or tournament: one HTML page with its pictures inside, which needs nothing from elsewhere.

mod chart;
mod progress;
mod tables;

use chart::{Chart, Whisker, escape, whiskers};

use super::statistics::Sprt;
use super::summary::{Phase, Quartiles, SCORE_LIMIT, Summary};
use crate::notation::GameRecord;
use crate::rules::Color;

/// The style sheet of the page.
const STYLE: &str = include_str!("style.css");

/// How many bars the histogram of lengths has at most.
const BARS: u64 = 40;

/// Phases in which fewer players than this told a score are not drawn: their quartiles would be noise.
const SCORES_LEAST: usize = 4;

/// What a report is about.
#[derive(Clone, Debug)]
pub struct ReportSubject<'a> {
    /// The heading.
    pub title: &'a str,
    /// The games, in the order in which they ended.
    pub games: &'a [GameRecord],
    /// Whose progress is drawn; without a name, the player that has Black in the first game of the schedule.
    pub player: Option<&'a str>,
    /// The test whose log-likelihood ratio is drawn.
    pub sprt: Option<Sprt>,
}

/// The report as an HTML document.
pub fn report_html(subject: &ReportSubject<'_>) -> String {
    let summary = Summary::of(subject.games);
    let title = escape(subject.title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n"
    );
    page.push_str(&introduction(subject.games, &summary));
    if summary.games() > 0 {
        let mut section = |heading: &str, body: String| {
            page.push_str(&format!("<section><h2>{heading}</h2>\n{body}</section>\n"));
        };
        section("Cross table", tables::cross(&summary));
        section("Strength", strength(&summary));
        for (heading, body) in progress::sections(subject) {
            section(&heading, body);
        }
        section("Colour", colour(&summary));
        section("Length of the games", lengths(&summary.lengths));
        section("Scores over the game", phases(&summary.phases));
        section("Search", tables::speed(&summary));
        section("Games lost by a fault", tables::faults(&summary));
    }
    page.push_str("</body></html>\n");
    page
}

/// What was played, in a line or two.
fn introduction(games: &[GameRecord], summary: &Summary) -> String {
    let Some(first) = games.first() else { return "<p>No game was played.</p>\n".into() };
    let unfinished = match summary.unfinished {
        0 => String::new(),
        count => format!(" {count} more were broken off and do not count."),
    };
    let dates = || games.iter().map(|game| game.date.as_str());
    let [from, to] = [dates().min(), dates().max()].map(|date| escape(date.unwrap_or_default()));
    format!(
        "<p>{} games of Veletas {} at {}, {} complete pairs.{unfinished}</p>\n\
         <p class=\"soft\">Begun {from}, last game {to}; seed {}; configuration {}.</p>\n",
        summary.games(),
        escape(&first.variant),
        escape(&first.time_control),
        summary.black_pairs.count(),
        first.seed,
        escape(&first.configuration)
    )
}

fn strength(summary: &Summary) -> String {
    let rows: Vec<Whisker> = summary
        .engines
        .iter()
        .map(|engine| {
            let elo = engine.pairs.elo();
            let text = tables::interval(&elo);
            Whisker { name: engine.name.clone(), value: elo.value, interval: [elo.lower, elo.upper], text }
        })
        .collect();
    format!(
        "{}{}<p class=\"soft\">Elo against all opponents together, from pairs of games with colours swapped, with 95 % \
         intervals. Pairs are counted by the points made in their two games.</p>\n",
        whiskers("Elo of each engine with its interval", &rows, 0.0, "Elo against the field"),
        tables::strength(summary)
    )
}

/// How much the colour was worth.
fn colour(summary: &Summary) -> String {
    let share = summary.black.score() * 100.0;
    let estimate = summary.black_pairs.score();
    let [black, white] = [Color::Black, Color::White].map(|color| color.to_string());
    format!(
        "<div class=\"share\"><span class=\"black\" style=\"width:{share:.2}%\">{black} {}</span>\
         <span class=\"white\">{white} {}</span></div>\n\
         <p class=\"soft\">Black won {share:.1} % of the games. From the {} complete pairs: {:.1} %, 95 % interval \
         {:.1} to {:.1} %.</p>\n",
        summary.black.wins,
        summary.black.losses,
        summary.black_pairs.count(),
        estimate.value * 100.0,
        estimate.lower * 100.0,
        estimate.upper * 100.0
    )
}

/// A histogram of sorted lengths.
fn lengths(lengths: &[u64]) -> String {
    let (Some(&least), Some(&most)) = (lengths.first(), lengths.last()) else { return String::new() };
    let width = (most - least + 1).div_ceil(BARS);
    let count = |from: u64| lengths.iter().filter(|&&length| from <= length && length < from + width).count();
    let bars: Vec<(u64, usize)> =
        (0..=(most - least) / width).map(|i| least + i * width).map(|from| (from, count(from))).collect();
    let highest = bars.iter().map(|(_, count)| *count).max().unwrap_or(1);
    let x = least as f64 - 1.0..=(most + width) as f64;
    let mut chart = Chart::new("Histogram of the lengths of games", x, 0.0..=highest as f64 * 1.05, "turns", "games");
    for (from, count) in bars {
        let turns = if width == 1 { from.to_string() } else { format!("{from} to {}", from + width - 1) };
        // A bar stands over its numbers, not beside them.
        let (left, right) = (from as f64 - 0.5, (from + width) as f64 - 0.5);
        chart.bar(left, right, count as f64, "one", &format!("{turns} turns: {count} games"));
    }
    let mean = lengths.iter().sum::<u64>() as f64 / lengths.len() as f64;
    let median = lengths[lengths.len() / 2];
    format!(
        "{}<p class=\"soft\">Turns of a game, setup included: median {median}, mean {mean:.1}, {least} to {most}.</p>\n",
        chart.finish()
    )
}

/// The players' scores over the turns, by who won.
fn phases(phases: &[Phase]) -> String {
    let told = |pick: fn(&Phase) -> Quartiles| {
        let drawn = phases.iter().filter(move |phase| pick(phase).count >= SCORES_LEAST);
        drawn.map(move |phase| (phase.turn as f64, pick(phase))).collect::<Vec<_>>()
    };
    let sides = [("one", told(|phase| phase.winners)), ("two", told(|phase| phase.losers))];
    let turns = || sides.iter().flat_map(|(_, points)| points.iter().map(|(turn, _)| *turn));
    if turns().next().is_none() {
        return "<p class=\"soft\">The engines told too few scores.</p>\n".into();
    }
    let shooters = |centishooters: f64| centishooters / 100.0;
    let values = sides.iter().flat_map(|(_, points)| points.iter().flat_map(|(_, q)| [q.lower, q.upper]));
    let mut chart = Chart::new(
        "Scores of winners and losers over the game",
        0.0..=turns().fold(1.0, f64::max) + 1.0,
        chart::roomy(values.map(shooters).chain([-1.0, 1.0])),
        "turn",
        "own score, shooters",
    );
    chart.level(0.0, "", true);
    for (class, points) in &sides {
        let band: Vec<_> = points.iter().map(|(turn, q)| (*turn, shooters(q.lower), shooters(q.upper))).collect();
        chart.band(&band, class);
    }
    for (class, points) in &sides {
        chart.line(&points.iter().map(|(turn, q)| (*turn, shooters(q.median))).collect::<Vec<_>>(), class);
    }
    format!(
        "{}<p class=\"soft\">What a player thought of its own chances in games that it <span class=\"key one\"></span>won \
         and <span class=\"key two\"></span>lost: medians, and the middle half of the scores. Proven wins count as {:.0} \
         shooters.</p>\n",
        chart.finish(),
        shooters(SCORE_LIMIT.into())
    )
}
