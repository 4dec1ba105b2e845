//! How strength and test stood after each pair.

use super::ReportSubject;
use super::chart::{Chart, escape, roomy};
use super::tables::{interval, minus};
use crate::arena::pairing::played_pairs;
use crate::arena::statistics::{Decision, Model, Pairs, Sprt};

/// How many points a curve has at most.
const POINTS: usize = 300;

/// How many pairs must be played before the curve of Elo begins: earlier intervals span the whole scale.
const PAIRS_LEAST: u64 = 5;

/// The headings and bodies of the sections about one player's progress.
pub(super) fn sections(subject: &ReportSubject<'_>) -> Vec<(String, String)> {
    let first = subject.games.iter().min_by_key(|game| game.number).map(|game| game.black.as_str());
    let Some(player) = subject.player.or(first) else { return Vec::new() };
    let stages = stages(subject, player);
    let mut sections = Vec::new();
    if let Some(sprt) = &subject.sprt
        && !stages.is_empty()
    {
        sections.push(("Sequential test".into(), test(sprt, player, &stages)));
    }
    if stages.last().is_some_and(|pairs| pairs.count() > PAIRS_LEAST) {
        sections.push((format!("Elo of {} over time", escape(player)), elo(player, &stages)));
    }
    sections
}

/// The counts after some of the player's pairs, the last one included.
fn stages(subject: &ReportSubject<'_>, player: &str) -> Vec<Pairs> {
    let mut pairs = Pairs::default();
    let mut all = Vec::new();
    for [first, second] in played_pairs(subject.games).iter().filter_map(|pair| pair.outcomes(player)) {
        pairs.add_pair(first, second);
        all.push(pairs);
    }
    let step = all.len().div_ceil(POINTS).max(1);
    let last = all.len();
    all.into_iter()
        .zip(1..)
        .filter(|(_, played)| played % step == 0 || *played == last)
        .map(|(pairs, _)| pairs)
        .collect()
}

fn test(sprt: &Sprt, player: &str, stages: &[Pairs]) -> String {
    let (lower, upper) = sprt.llr_bounds();
    let points: Vec<(f64, f64)> =
        std::iter::once((0.0, 0.0)).chain(stages.iter().map(|pairs| (pairs.count() as f64, sprt.llr(pairs)))).collect();
    let end = points.last().map_or(1.0, |point| point.0);
    let y = roomy(points.iter().map(|point| point.1).chain([lower * 1.15, upper * 1.15]));
    let mut chart = Chart::new("Log-likelihood ratio over pairs", 0.0..=end.max(1.0), y, "pairs", "LLR");
    let (elo0, elo1) = sprt.elo_bounds();
    chart.level(upper, &format!("H1: {elo1} Elo"), true);
    chart.level(lower, &format!("H0: {elo0} Elo"), false);
    chart.line(&points, "one");
    let Some(last) = stages.last() else { return String::new() };
    let number = |value: f64| minus(&format!("{value:.2}"));
    let scale = if sprt.model() == Model::Normalized { "normalized" } else { "logistic" };
    let verdict = match sprt.decision(last) {
        Decision::Continue => "not decided yet",
        Decision::AcceptH0 => "<span class=\"no\">H0 accepted</span>",
        Decision::AcceptH1 => "<span class=\"yes\">H1 accepted</span>",
    };
    format!(
        "<p>{}: <b>{verdict}</b> after {} pairs, log-likelihood ratio {} with bounds {} and {}, \
         {scale} Elo.</p>\n{}",
        escape(player),
        last.count(),
        number(sprt.llr(last)),
        number(lower),
        number(upper),
        chart.finish()
    )
}

fn elo(player: &str, stages: &[Pairs]) -> String {
    let late = stages.iter().filter(|pairs| pairs.count() >= PAIRS_LEAST);
    let curve: Vec<_> = late.map(|pairs| (pairs.count() as f64, pairs.elo())).collect();
    let end = curve.last().map_or(1.0, |point| point.0);
    // The first intervals are wide; they may leave the picture so that the later ones can be read.
    let settled = curve.iter().filter(|(pairs, _)| *pairs >= end / 8.0);
    let y = roomy(settled.flat_map(|(_, elo)| [elo.lower, elo.upper]).chain([0.0]));
    let mut chart = Chart::new("Elo over pairs", 0.0..=end, y, "pairs", "Elo");
    chart.level(0.0, "", true);
    chart.band(&curve.iter().map(|(x, elo)| (*x, elo.lower, elo.upper)).collect::<Vec<_>>(), "one");
    chart.line(&curve.iter().map(|(x, elo)| (*x, elo.value)).collect::<Vec<_>>(), "one");
    let last = curve.last().map(|(_, elo)| interval(elo)).unwrap_or_default();
    format!("{}<p class=\"soft\">{} at the end: {last} Elo.</p>\n", chart.finish(), escape(player))
}
