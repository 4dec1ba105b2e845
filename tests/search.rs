//! What a search promises, whatever it thinks of the position.

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use veletas::notation::parse_fen;
use veletas::rules::{Move, Position, Variant};
use veletas::search::{Bound, Control, Limits, Outcome, Report, Request, Searcher};

const OPENING: &str = "10/6s3/10/6s3/1s2s5/10/10/2s7/6s3/3s6 b 0 3";
const MIDDLE: &str = "1w6b1/6bbww/10/10/10/bb4b3/Bwbs2ww1b/W1w4sb1/wbwwwwwwbB/1b1Wb1bbwW b 0 33";

fn run(position: &Position, request: &Request) -> Outcome {
    Searcher::new(4, 1).unwrap().search(position, request, &Control::new(), &mut |_| ())
}

fn assert_legal(position: &Position, pv: &[Move]) {
    let mut position = *position;
    for &mv in pv {
        assert!(position.is_legal(mv), "{mv} in {pv:?}");
        position = position.play(mv);
    }
}

/// Whatever the limits, there is a scored line of legal moves that begins with the best move.
fn assert_sound(position: &Position, outcome: &Outcome) {
    let best = outcome.best.expect("a game that is not over has a move");
    assert!(position.is_legal(best));
    assert_eq!(outcome.lines[0].pv[0], best);
    for (i, line) in outcome.lines.iter().enumerate() {
        assert_eq!((line.rank, line.bound), (i + 1, Bound::Exact));
        assert_legal(position, &line.pv);
    }
}

fn starts() -> Vec<Position> {
    let fens = [OPENING, MIDDLE, "6s/7/4s2/7/7/7/6s b 0 3", "9/9/4s4/9/8s/9/4s4/7s1/2s6 b 0 3"];
    let mut positions: Vec<Position> = fens.iter().map(|fen| parse_fen(fen).unwrap()).collect();
    let mut rng = common::rng(5);
    for variant in Variant::ALL {
        let game = common::random_game(variant, &mut rng);
        positions.extend([game[0], game[1], game[game.len() / 2], game[game.len() - 2]]);
    }
    positions
}

#[test]
fn the_smallest_limits_give_a_scored_legal_move() {
    let zero = Duration::ZERO;
    let clock = Limits { clock: [Some(Duration::from_millis(1)); 2], ..Limits::default() };
    for position in starts() {
        for limits in [Limits::depth(0), Limits::nodes(0), Limits::nodes(1), Limits::movetime(zero), clock.clone()] {
            let asked = Instant::now();
            let outcome = run(&position, &Request { asked, ..Request::new(limits.clone()) });
            assert_sound(&position, &outcome);
            assert!(asked.elapsed() < Duration::from_millis(200), "{limits:?} took {:?}", asked.elapsed());
        }
    }
}

#[test]
fn every_report_is_legal_and_depths_are_reached() {
    for position in starts().into_iter().filter(|p| !p.is_setup()) {
        let mut deepest = 0;
        let request = Request::new(Limits::depth(4));
        let outcome = Searcher::new(4, 1).unwrap().search(&position, &request, &Control::new(), &mut |report| {
            let Report::Line(line, effort) = report else { return };
            assert_legal(&position, &line.pv);
            assert!(line.seldepth >= line.pv.len() as u32, "{line:?}");
            assert!(effort.nodes > 0 && effort.hashfull <= 1000, "{effort:?}");
            deepest = deepest.max(line.depth);
        });
        assert_sound(&position, &outcome);
        assert!(deepest == 4 || outcome.lines[0].score.proven_plies().is_some());
    }
}

#[test]
fn one_thread_is_deterministic_and_counts_nodes_exactly() {
    let position = parse_fen(MIDDLE).unwrap();
    for nodes in [1, 77, 1000, 5000] {
        let request = Request::new(Limits::nodes(nodes));
        let (a, b) = (run(&position, &request), run(&position, &request));
        assert_eq!((a.best, &a.lines, a.effort.nodes), (b.best, &b.lines, b.effort.nodes));
        assert_eq!(a.effort.nodes, nodes);
    }
}

#[test]
fn a_cleared_searcher_has_forgotten_everything() {
    let (opening, middle) = (parse_fen(OPENING).unwrap(), parse_fen(MIDDLE).unwrap());
    let request = Request::new(Limits::depth(5));
    let fresh = run(&middle, &request);
    let mut searcher = Searcher::new(4, 1).unwrap();
    let mut search = |position| searcher.search(position, &request, &Control::new(), &mut |_| ()).effort.nodes;
    search(&opening);
    search(&middle);
    assert_ne!(search(&middle), fresh.effort.nodes, "what was learned saves work");
    searcher.clear();
    let again = searcher.search(&middle, &request, &Control::new(), &mut |_| ());
    assert_eq!((again.best, again.lines, again.effort.nodes), (fresh.best, fresh.lines, fresh.effort.nodes));
}

#[test]
fn search_moves_restrict_the_choice() {
    for position in starts() {
        let mut rng = common::rng(3);
        let chosen: Vec<Move> = (0..3).filter_map(|_| common::random_move(&position, &mut rng)).collect();
        let limits = Limits { search_moves: chosen.clone(), ..Limits::nodes(500) };
        let outcome = run(&position, &Request::new(limits));
        assert_sound(&position, &outcome);
        assert!(chosen.contains(&outcome.best.unwrap()));
    }
}

#[test]
fn several_lines_are_different_and_in_order() {
    for position in starts() {
        let request = Request { multi_pv: 5, ..Request::new(Limits::depth(6)) };
        let outcome = run(&position, &request);
        assert_sound(&position, &outcome);
        let firsts: std::collections::HashSet<Move> = outcome.lines.iter().map(|line| line.pv[0]).collect();
        assert_eq!(firsts.len(), outcome.lines.len());
        if !position.is_setup() {
            assert_eq!(firsts.len() as u64, position.count_moves().min(5));
            let depth = outcome.lines[0].depth;
            assert!(outcome.lines.iter().all(|line| line.depth == depth), "{:?}", outcome.lines);
        }
        assert!(outcome.lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
    }
}

#[test]
fn time_limits_are_kept_and_used() {
    for position in starts().into_iter().filter(|p| !p.is_setup()) {
        let asked = Instant::now();
        let outcome = run(&position, &Request { asked, ..Request::new(Limits::movetime(Duration::from_millis(60))) });
        let elapsed = asked.elapsed();
        assert_sound(&position, &outcome);
        assert!(elapsed < Duration::from_millis(160), "{elapsed:?}");
        let decided = outcome.lines[0].score.proven_plies().is_some() || position.count_moves() == 1;
        assert!(decided || elapsed >= Duration::from_millis(60), "{elapsed:?}");
    }
}

#[test]
fn a_stop_from_outside_ends_an_endless_search() {
    for threads in [1, 2] {
        let control = Arc::new(Control::new());
        let stopper = Arc::clone(&control);
        let position = parse_fen(OPENING).unwrap();
        let handle = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            stopper.stop();
            Instant::now()
        });
        let mut searcher = Searcher::new(4, threads).unwrap();
        let outcome = searcher.search(&position, &Request::new(Limits::default()), &control, &mut |_| ());
        let latency = handle.join().unwrap().elapsed();
        assert_sound(&position, &outcome);
        assert!(latency < Duration::from_millis(100), "{latency:?}");
    }
}

#[test]
fn pondering_takes_no_time_from_the_clock_until_the_hit() {
    let control = Arc::new(Control::pondering());
    let hitter = Arc::clone(&control);
    let limits = Limits::movetime(Duration::from_millis(20));
    let asked = Instant::now();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(80));
        hitter.ponder_hit(Instant::now());
    });
    let position = parse_fen(OPENING).unwrap();
    Searcher::new(4, 1).unwrap().search(&position, &Request { asked, ..Request::new(limits) }, &control, &mut |_| ());
    assert!(asked.elapsed() >= Duration::from_millis(100), "{:?}", asked.elapsed());
}

#[test]
fn threads_share_the_table_without_harm() {
    for position in starts().into_iter().filter(|p| !p.is_setup()) {
        let mut searcher = Searcher::new(1, 4).unwrap();
        for _ in 0..3 {
            let outcome = searcher.search(&position, &Request::new(Limits::nodes(8000)), &Control::new(), &mut |_| ());
            assert_sound(&position, &outcome);
        }
    }
}

#[test]
fn mates_are_found_and_their_absence_too() {
    // One white claim is missing; the shooter on a1 can be shut in by b1 beside White's big group.
    let position = parse_fen("7/7/3s3/7/ww5/bw5/s1b3W w 0 20").unwrap();
    let mate = |plies| Limits { mate: Some(plies), ..Limits::default() };
    let outcome = run(&position, &Request::new(mate(1)));
    assert_eq!(outcome.lines[0].score.proven_plies(), Some(1));
    assert!(position.play(outcome.best.unwrap()).winner().is_some());
    // Two claims missing: no win in one ply, and the search ends by itself with that proof.
    let position = parse_fen("7/7/3s3/7/ww5/bw5/s1b3s w 0 20").unwrap();
    let outcome = run(&position, &Request::new(mate(1)));
    assert_eq!(outcome.lines[0].score.proven_plies(), None);
    assert_sound(&position, &outcome);
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    for (fen, plies) in [("BB5/7/7/3s3/7/7/7 b 0 30", 0), ("BB5/7/7/3s3/7/7/7 w 0 30", 0)] {
        let position = parse_fen(fen).unwrap();
        let outcome = run(&position, &Request::new(Limits::depth(3)));
        assert_eq!((outcome.best, outcome.lines.len()), (None, 1));
        assert_eq!(outcome.lines[0].score.proven_plies(), Some(plies));
        assert_eq!(outcome.lines[0].score.is_win(), position.side() == position.winner().unwrap());
    }
}

#[test]
fn setups_are_reproducible_and_judged() {
    for variant in Variant::ALL {
        let start = Position::start(variant);
        let search = |seed| run(&start, &Request { seed, ..Request::new(Limits::depth(1)) });
        assert_eq!(search(1).lines, search(1).lines);
        let outcome = search(1);
        assert_sound(&start, &outcome);
        let placed = start.play(outcome.best.unwrap());
        assert!(placed.is_setup());
        assert_sound(&placed, &run(&placed, &Request::new(Limits::depth(2))));
    }
    let firsts: std::collections::HashSet<_> = (0..10)
        .map(|seed| run(&Position::start(Variant::Ten), &Request { seed, ..Request::new(Limits::depth(0)) }).best)
        .collect();
    assert!(firsts.len() > 5, "seeds matter");
}

#[test]
fn setups_have_a_good_geometry() {
    use veletas::eval::setup_odds;
    use veletas::search::random::{random_move, rng};
    for variant in Variant::ALL {
        let start = Position::start(variant);
        let mut rng = rng(3, 4);
        let first = start.play(random_move(&start, &mut rng).unwrap());
        let odds = |position: &Position| setup_odds(variant, position.shooters());
        let chosen = first.play(run(&first, &Request::new(Limits::depth(0))).best.unwrap());
        let drawn: Vec<Position> = (0..200).map(|_| first.play(random_move(&first, &mut rng).unwrap())).collect();
        // The second player wants the first to be badly off.
        let worse = drawn.iter().filter(|position| odds(position) < odds(&chosen)).count();
        assert!(worse < 4, "{variant:?}: {worse} of 200 random placements are better");
    }
}

#[test]
fn nearly_full_boards_end_at_once() {
    let position = parse_fen("bwbwbww/wbbwbwb/bwbsbwb/wbw2bw/bwbsbwb/wbwbsbw/bwbw1bw w 0 47");
    let position = position.unwrap();
    assert_eq!(position.empty().count(), 3);
    let outcome = run(&position, &Request::new(Limits::depth(60)));
    assert!(outcome.lines[0].score.proven_plies().is_some());
}
