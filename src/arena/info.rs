//! What engines say about their searches.

use crate::notation::RecordScore;

use super::engine::Proto;

/// What the `info` lines of one search have said so far; the last word on each thing counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The score of the best line, from the mover's view.
    pub score: Option<RecordScore>,
    /// The depth of the best line, in plies.
    pub depth: Option<u32>,
    /// The nodes searched.
    pub nodes: Option<u64>,
    /// The time spent, in milliseconds, by the engine's own clock.
    pub time_ms: Option<u64>,
}

impl Info {
    /// Takes in the words that follow `info`. What is not understood is passed over.
    pub fn hear(&mut self, words: &str, proto: Proto) {
        let mut words = words.split_ascii_whitespace();
        let mut said = *self;
        let mut best = true;
        while let Some(word) = words.next() {
            match word {
                "depth" => said.depth = number(&mut words).or(said.depth),
                "nodes" => said.nodes = number(&mut words).or(said.nodes),
                "time" => said.time_ms = number(&mut words).or(said.time_ms),
                "multipv" => best = number::<u32>(&mut words) == Some(1),
                "score" => said.score = score(&mut words, proto).or(said.score),
                "pv" | "string" | "currmove" | "refutation" | "currline" => break,
                _ => {}
            }
        }
        if !best {
            (said.score, said.depth) = (self.score, self.depth);
        }
        *self = said;
    }
}

fn number<'a, T: std::str::FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next()?.parse().ok()
}

fn score<'a>(words: &mut impl Iterator<Item = &'a str>, proto: Proto) -> Option<RecordScore> {
    match words.next()? {
        "cp" => number(words).map(RecordScore::Cp),
        "mate" => number(words).map(|n| RecordScore::Mate(plies(n, proto))),
        _ => None,
    }
}

/// UCI counts the mover's turns, of which the last one ends the game; a mover who loses sees the opponent end it.
fn plies(number: i32, proto: Proto) -> i32 {
    match (proto, number) {
        (Proto::Ugi, plies) => plies,
        (Proto::Uci, turns) if turns > 0 => turns.saturating_mul(2).saturating_sub(1),
        (Proto::Uci, turns) => turns.saturating_mul(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(lines: &[&str], proto: Proto) -> Info {
        let mut info = Info::default();
        lines.iter().for_each(|line| info.hear(line, proto));
        info
    }

    #[test]
    fn the_last_word_counts() {
        let said = info(
            &[
                "depth 3 seldepth 5 multipv 1 score cp -42 nodes 1000 nps 5 hashfull 0 time 7 pv depth 9",
                "depth 3 multipv 2 score cp -99 nodes 1100 time 8 pv b2",
                "string depth 77 score mate 3",
                "depth 4 currmove b2 nodes 5",
                "nodes 2000 time 12",
                "score nonsense nodes -3 time",
            ],
            Proto::Ugi,
        );
        let expected = Info { score: Some(RecordScore::Cp(-42)), depth: Some(4), nodes: Some(2000), time_ms: Some(12) };
        assert_eq!(said, expected);
    }

    #[test]
    fn mates_become_plies() {
        for (said, ugi, uci) in [("mate 3", 3, 5), ("mate -2", -2, -4), ("mate 0", 0, 0), ("mate 1", 1, 1)] {
            let line = format!("depth 1 score {said}");
            assert_eq!(info(&[&line], Proto::Ugi).score, Some(RecordScore::Mate(ugi)));
            assert_eq!(info(&[&line], Proto::Uci).score, Some(RecordScore::Mate(uci)));
        }
        assert_eq!(plies(i32::MIN, Proto::Uci), i32::MIN);
    }
}
