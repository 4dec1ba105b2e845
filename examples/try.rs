//! scratch
use veletas::{notation::parse_fen, search::*};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p = parse_fen(&a[1]).unwrap();
    let ms: u64 = a[2].parse().unwrap();
    let th: usize = a.get(3).map_or(1, |t| t.parse().unwrap());
    let mut s = Searcher::new(64, th).unwrap();
    let r = Request::new(Limits::movetime(std::time::Duration::from_millis(ms)));
    let o = s.search(&p, &r, &Control::new(), &mut |r| {
        if let Report::Line(l, e) = r {
            println!(
                "depth {} sel {} score {} nodes {} nps {} time {:?} full {} pv {}",
                l.depth,
                l.seldepth,
                l.score,
                e.nodes,
                e.nps(),
                e.time,
                e.hashfull,
                l.pv.iter().map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
            );
        }
    });
    println!("best {:?} {:?}", o.best.map(|m| m.to_string()), o.effort);
}
