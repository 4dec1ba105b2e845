//! The report of made-up games. The pages are left in cargo's folder for temporary files, to be looked at.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use veletas::arena::statistics::{Model, Sprt, score_of_elo};
use veletas::arena::{ReportSubject, report_html};
use veletas::notation::{Cause, GameRecord, MoveRecord, RecordScore, Termination};
use veletas::rules::Color::{Black, White};

struct Maker {
    rng: Xoshiro256PlusPlus,
    games: Vec<GameRecord>,
}

impl Maker {
    fn below(&mut self, end: u64) -> u64 {
        self.rng.next_u64() % end
    }

    /// A game in which `black` is stronger by `elo` and the scores tell the winner more clearly from turn to turn.
    fn game(&mut self, black: &str, white: &str, elo: f64) {
        let chance = (score_of_elo(elo + 70.0) * 1e6) as u64;
        let winner = if self.below(1_000_000) < chance { Black } else { White };
        let length = 50 + self.below(20) + self.below(20);
        let moves = (0..length).map(|ply| {
            let mover = if ply % 2 == 0 { Black } else { White };
            let sign = if mover == winner { 1 } else { -1 };
            let lean = sign * (ply * ply / 20) as i32;
            let score = lean + self.below(160) as i32 - 80;
            let mate = ply + 5 > length;
            let score = if mate { RecordScore::Mate(sign * (length - ply) as i32) } else { RecordScore::Cp(score) };
            let time_us = 90_000 + self.below(20_000);
            MoveRecord {
                mv: "a1".into(),
                score: Some(score),
                depth: Some(4 + self.below(7) as u32),
                nodes: Some(70_000 + self.below(50_000)),
                time_us,
                own_time_ms: Some(time_us / 1_000),
            }
        });
        let moves = moves.collect();
        let number = self.games.len() as u64 + 1;
        let cause = if number.is_multiple_of(97) { Cause::TimeLoss } else { Cause::Normal };
        self.games.push(GameRecord {
            number,
            pair: number.div_ceil(2),
            variant: "10x10".into(),
            black: black.into(),
            white: white.into(),
            opening: "10/6s3/10/6s3/1s2s5/10/10/2s7/6s3/3s6 b 0 3".into(),
            moves,
            winner: Some(winner),
            termination: Termination { cause, reason: String::new() },
            seed: 7,
            time_control: "10+0.1".into(),
            date: format!("2026-01-31T{:02}:{:02}:00Z", 8 + number / 60, number % 60),
            configuration: "5be1a07c".into(),
        });
    }

    fn pairs(&mut self, a: &str, b: &str, elo: f64, count: usize) {
        for _ in 0..count {
            self.game(a, b, elo);
            self.game(b, a, -elo);
        }
    }
}

fn maker(seed: u64) -> Maker {
    Maker { rng: Xoshiro256PlusPlus::seed_from_u64(seed), games: Vec::new() }
}

/// Writes the page where it can be looked at, and checks what holds for all pages.
fn page(name: &str, subject: &ReportSubject<'_>) -> String {
    let html = report_html(subject);
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    assert!(std::fs::write(&path, &html).is_ok(), "{}", path.display());
    for needless in ["http", "src=", "@import", "<script", "url(", "NaN", "inf"] {
        assert!(!html.contains(needless), "{name} has {needless}");
    }
    for element in ["section", "svg", "table", "p"] {
        let count = |tag: String| html.matches(&tag).count();
        let opened = count(format!("<{element}>")) + count(format!("<{element} "));
        assert_eq!(opened, count(format!("</{element}>")), "{name}: {element}");
    }
    html
}

#[test]
fn a_test_between_two_engines_is_drawn() {
    let mut maker = maker(5);
    maker.pairs("new", "old", 60.0, 150);
    let sprt = Sprt::new(0.0, 30.0, 0.05, 0.05, Model::Normalized).ok();
    let subject = ReportSubject { title: "new against old", games: &maker.games, player: None, sprt };
    let html = page("sprt.html", &subject);
    for part in ["150 complete pairs", "H1: 30 Elo", "H1 accepted", "Elo of new over time", "<b>1</b> new"] {
        assert!(html.contains(part), "{part}");
    }
    let without = page("match.html", &ReportSubject { sprt: None, player: Some("old"), ..subject });
    assert!(!without.contains("Log-likelihood") && without.contains("Elo of old over time"));
}

#[test]
fn a_tournament_is_drawn() {
    let mut maker = maker(2);
    let names = ["level 20", "level 15", "level 10", "<script>5</script> with a very long name"];
    for (a, first) in names.iter().enumerate() {
        for (b, second) in names.iter().enumerate().skip(a + 1) {
            maker.pairs(first, second, 90.0 * (b - a) as f64, 20);
        }
    }
    let html =
        page("tournament.html", &ReportSubject { title: "A & B", games: &maker.games, player: None, sprt: None });
    assert!(html.contains("A &amp; B") && html.contains("&lt;script&gt;5"));
    // Every engine has a row in the four tables about engines and one in the picture of strengths.
    assert_eq!(html.matches("level 15").count(), 5);
}

#[test]
fn few_and_no_games_make_a_page_too() {
    let mut maker = maker(3);
    let sprt = Sprt::new(0.0, 30.0, 0.05, 0.05, Model::Logistic).ok();
    let empty = page("empty.html", &ReportSubject { title: "none", games: &[], player: None, sprt });
    assert!(empty.contains("No game was played"));
    maker.game("new", "old", 0.0);
    maker.games[0].moves.clear();
    let one = page("one.html", &ReportSubject { title: "one", games: &maker.games, player: None, sprt });
    assert!(one.contains("0 complete pairs") && one.contains("too few scores"));
}
