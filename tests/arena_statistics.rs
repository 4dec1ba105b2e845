//! The figures of the arena against published ones, and against simulated matches of known strength.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use veletas::arena::statistics::{Decision, Model, Outcome, Pairs, Sprt, SprtError, elo_of_score, score_of_elo};

/// fastchess's order of the six results: LL, LD, WL, DD, WD, WW.
fn pairs(ll: u64, ld: u64, wl: u64, dd: u64, wd: u64, ww: u64) -> Pairs {
    Pairs::from_bins([ll, ld, wl + dd, wd, ww])
}

fn assert_near(value: f64, published: f64, tolerance: f64, what: &str) {
    assert!((value - published).abs() <= tolerance, "{what}: {value} instead of {published} ± {tolerance}");
}

/// The values of fastchess's `app/tests/elo_test.cpp`. Its margins are those of a normal approximation, which the
/// likelihood interval meets within a hundredth at these numbers of pairs; for normalized Elo fastchess takes the
/// deviation of a pair for known, which differs by a few percent.
#[test]
fn elo_agrees_with_fastchess() {
    let published = [
        (pairs(34, 54, 31, 32, 64, 75), [55.58, 27.65, 57.94, 28.28, 1.0, 0.579]),
        (pairs(332, 433, 457, 41, 333, 334), [-8.64, 10.33, -9.17, 10.96, 0.0505, 0.488]),
        (pairs(7895, 8757, 5485, 200, 568, 9999), [-21.04, 2.95, -19.01, 2.65, 0.0, 0.470]),
    ];
    for (pairs, [elo, elo_margin, normalized, normalized_margin, superiority, score]) in published {
        assert_near(pairs.elo().value, elo, 0.006, "Elo");
        assert_near(pairs.elo().margin(), elo_margin, elo_margin * 0.01, "margin of Elo");
        assert_near(pairs.normalized_elo().value, normalized, 0.006, "normalized Elo");
        assert_near(pairs.normalized_elo().margin(), normalized_margin, normalized_margin * 0.04, "margin of nElo");
        assert_near(pairs.likelihood_of_superiority(), superiority, 0.0005, "superiority");
        assert_near(pairs.score().value, score, 0.0006, "score");
    }
}

/// The values of fastchess's `app/tests/sprt_test.cpp`, among them one of 5550 pairs won in a row.
#[test]
fn llr_agrees_with_fastchess() {
    use Model::{Logistic, Normalized};
    let published = [
        (pairs(365, 16618, 36029, 200, 16974, 390), 0.0, 2.0, Normalized, 2.25),
        (pairs(127, 4883, 10311, 401, 5150, 104), -1.75, 0.25, Normalized, 3.01),
        (pairs(0, 0, 0, 0, 0, 5550), 0.0, 5.0, Normalized, 111.82),
        (pairs(223, 9863, 20279, 1000, 10037, 246), 0.5, 2.5, Logistic, -3.07),
        (pairs(871, 26175, 55003, 980, 26678, 821), 0.0, 2.0, Logistic, -4.98),
    ];
    for (pairs, elo0, elo1, model, llr) in published {
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap();
        assert_near(sprt.llr(&pairs), llr, 0.006 + llr.abs() * 3e-4, "LLR");
    }
}

#[test]
fn extreme_results_stay_finite_and_make_sense() {
    for count in [0, 1, 20, 1_000_000] {
        for bin in 0..5 {
            let mut bins = [0; 5];
            bins[bin] = count;
            let pairs = Pairs::from_bins(bins);
            for estimate in [pairs.elo(), pairs.normalized_elo(), pairs.score()] {
                for value in [estimate.value, estimate.lower, estimate.upper] {
                    assert!(value.is_finite(), "{bins:?}: {estimate:?}");
                }
                assert!(estimate.lower <= estimate.value && estimate.value <= estimate.upper, "{bins:?}: {estimate:?}");
            }
            for model in [Model::Logistic, Model::Normalized] {
                for (elo0, elo1) in [(0.0, 1.0), (-100.0, 100.0), (-5.0, 0.0), (90.0, 100.0)] {
                    let llr = Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap().llr(&pairs);
                    assert!(llr.is_finite(), "{bins:?} {model:?} {elo0} {elo1}");
                    if count > 0 && (bin == 0 || bin == 4) {
                        assert_eq!(llr > 0.0, bin == 4, "{bins:?} {model:?} {elo0} {elo1}: {llr}");
                    }
                }
            }
        }
    }
    let nothing = Pairs::default();
    assert_near(nothing.elo().value, 0.0, 1e-6, "Elo of no games");
    assert_near(nothing.likelihood_of_superiority(), 0.5, 1e-6, "superiority in no games");
    assert!(nothing.elo().lower < -1000.0 && nothing.elo().upper > 1000.0);
    // Twenty pairs won: the score at which that happens with probability exp(-1.96² * 1.05 / 2) is 0.904, 389 Elo.
    let won = Pairs::from_bins([0, 0, 0, 0, 20]);
    assert_near(won.elo().lower, 389.1, 0.5, "lower end after 20 won pairs");
    assert_near(won.likelihood_of_superiority(), 1.0, 1e-6, "superiority after 20 won pairs");
    // One pair won: likelier than not to be stronger, no more.
    assert_near(Pairs::from_bins([0, 0, 0, 0, 1]).likelihood_of_superiority(), 0.88, 0.01, "after one pair");
}

#[test]
fn the_two_players_see_opposite_figures() {
    let pairs = pairs(34, 54, 31, 32, 64, 75);
    let other = pairs.reversed();
    assert_near(other.elo().lower, -pairs.elo().upper, 1e-6, "Elo");
    assert_near(other.normalized_elo().upper, -pairs.normalized_elo().lower, 1e-6, "normalized Elo");
    assert_near(other.likelihood_of_superiority(), 1.0 - pairs.likelihood_of_superiority(), 1e-9, "superiority");
    assert_near(score_of_elo(elo_of_score(0.3)), 0.3, 1e-12, "there and back");
}

#[test]
fn a_senseless_test_is_refused() {
    let sprt = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, Model::Normalized).map(|_| ());
    assert_eq!(sprt(5.0, 5.0, 0.05, 0.05), Err(SprtError::Order { elo0: 5.0, elo1: 5.0 }));
    assert_eq!(sprt(0.0, 1e6, 0.05, 0.05), Err(SprtError::Bound(1e6)));
    assert!(matches!(sprt(f64::NAN, 5.0, 0.05, 0.05), Err(SprtError::Bound(_))));
    assert_eq!(sprt(0.0, 5.0, 0.0, 0.05), Err(SprtError::Rate { name: "alpha", value: 0.0 }));
    assert_eq!(sprt(0.0, 5.0, 0.05, 0.5), Err(SprtError::Rate { name: "beta", value: 0.5 }));
    assert_eq!(sprt(0.0, 5.0, 0.05, 0.05), Ok(()));
}

/// Two players of known strength: the one stronger by `elo` Elo, Black worth `black` Elo more.
struct Match {
    as_black: f64,
    as_white: f64,
    rng: Xoshiro256PlusPlus,
}

/// What 60 % of the games between equals is worth.
const BLACK: f64 = 70.0;

impl Match {
    fn new(elo: f64, seed: u64) -> Self {
        let (as_black, as_white) = (score_of_elo(elo + BLACK), score_of_elo(elo - BLACK));
        Self { as_black, as_white, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    fn score(&self) -> f64 {
        (self.as_black + self.as_white) / 2.0
    }

    fn elo(&self) -> f64 {
        elo_of_score(self.score())
    }

    fn normalized_elo(&self) -> f64 {
        let variance = [self.as_black, self.as_white].map(|p| p * (1.0 - p)).iter().sum::<f64>() / 4.0;
        (self.score() - 0.5) / (2.0 * variance).sqrt() * 800.0 / std::f64::consts::LN_10
    }

    fn game(&mut self, chance: f64) -> Outcome {
        let drawn = (self.rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        if drawn < chance { Outcome::Win } else { Outcome::Loss }
    }

    fn play(&mut self, pairs: &mut Pairs) {
        let (black, white) = (self.game(self.as_black), self.game(self.as_white));
        pairs.add_pair(black, white);
    }
}

#[test]
fn intervals_cover_the_truth_in_95_of_100_matches() {
    const MATCHES: u32 = 4_000;
    for (elo, length) in [(0.0, 10), (0.0, 100), (0.0, 400), (60.0, 20), (60.0, 100), (250.0, 100)] {
        let mut game = Match::new(elo, 1);
        let (mut logistic, mut normalized) = (0, 0);
        for _ in 0..MATCHES {
            let mut pairs = Pairs::default();
            (0..length).for_each(|_| game.play(&mut pairs));
            logistic += u32::from(pairs.elo().contains(game.elo()));
            normalized += u32::from(pairs.normalized_elo().contains(game.normalized_elo()));
        }
        let [logistic, normalized] = [logistic, normalized].map(|hits| f64::from(hits) / f64::from(MATCHES));
        println!("{elo} Elo, {length} pairs: Elo {logistic:.4}, normalized Elo {normalized:.4}");
        assert!((0.94..0.96).contains(&logistic), "{elo} Elo, {length} pairs: {logistic}");
        let least = if elo < 100.0 { 0.94 } else { 0.91 };
        assert!((least..0.96).contains(&normalized), "{elo} Elo, {length} pairs: {normalized}");
    }
}

/// The rate of tests that accept H1 and the mean number of pairs they take.
fn acceptance(sprt: &Sprt, elo: f64, seed: u64) -> (f64, f64) {
    const TESTS: u32 = 1_000;
    let mut game = Match::new(elo, seed);
    let (mut accepted, mut played) = (0, 0);
    for _ in 0..TESTS {
        let mut pairs = Pairs::default();
        loop {
            game.play(&mut pairs);
            match sprt.decision(&pairs) {
                Decision::Continue => {}
                decision => {
                    accepted += u32::from(decision == Decision::AcceptH1);
                    played += pairs.count();
                    break;
                }
            }
        }
    }
    (f64::from(accepted) / f64::from(TESTS), played as f64 / f64::from(TESTS))
}

#[test]
fn tests_err_as_often_as_they_may() {
    const RATE: f64 = 0.05;
    // The strength of a hypothesis in both scales.
    let (h0, h1) = (Match::new(0.0, 0), Match::new(40.0, 0));
    for model in [Model::Logistic, Model::Normalized] {
        let [elo0, elo1] = [&h0, &h1].map(|game| match model {
            Model::Logistic => game.elo(),
            Model::Normalized => game.normalized_elo(),
        });
        let sprt = Sprt::new(elo0, elo1, RATE, RATE, model).unwrap();
        let (first, pairs0) = acceptance(&sprt, 0.0, 2);
        let (power, pairs1) = acceptance(&sprt, 40.0, 3);
        let second = 1.0 - power;
        println!("{model:?}: errors {first:.3} and {second:.3}, {pairs0:.0} and {pairs1:.0} pairs");
        // A thousand tests know a rate of 5 % to within 1.4 %.
        for rate in [first, second] {
            assert!((rate - RATE).abs() < 0.015, "{model:?}: {rate}");
        }
    }
}
