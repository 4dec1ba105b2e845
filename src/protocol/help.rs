//! What `help` and `compiler` answer. A client may ask during a search, so no line is empty or shorter than eight
//! characters, and none begins like a reply.

use super::options::option_lines;
use crate::notation::quote;

/// A command for people: its word, its arguments, what it does, and more about it.
struct Topic {
    words: &'static [&'static str],
    arguments: &'static str,
    summary: &'static str,
    details: &'static [&'static str],
}

const fn topic(
    words: &'static [&'static str],
    arguments: &'static str,
    summary: &'static str,
    details: &'static [&'static str],
) -> Topic {
    Topic { words, arguments, summary, details }
}

static TOPICS: [Topic; 21] = [
    topic(
        &["uci", "ugi"],
        "",
        "choose the dialect and list the options",
        &[
            "In `uci` a score `mate N` counts turns of the player to move, in `ugi` it counts plies.",
            "In `uci` the best move is followed by `ponder M` if the option Ponder is on.",
        ],
    ),
    topic(&["isready"], "", "answer `readyok`, at once during a search", &[]),
    topic(&["ucinewgame", "uginewgame"], "", "forget the last game and set up the start of the chosen variant", &[]),
    topic(
        &["position"],
        "startpos|fen F [moves M...]",
        "set up a position and play moves",
        &[
            "Example: position startpos moves b2,e5,h8 c8,e9,f2,i5",
            "Example: position fen 2s1s2/7/7/7/s6/7/7 b 0 3",
            "If anything in it is wrong, the old position stays.",
            "A move is what one player does in one turn:",
            "  b2,e5,h8   in the setup: the squares of the shooters",
            "  f4         a stone on f4, shot by a shooter that has not moved",
            "  c3-c7/f4   the shooter on c3 moves to c7, and a stone is shot to f4",
        ],
    ),
    topic(&["moves"], "M...", "play on from the position on the board", &["All of the moves are played or none."]),
    topic(
        &["query"],
        "p1turn|gameover|result|fen|legal M",
        "ask about the position on the board",
        &["The answer is one line: the word response and what was asked for."],
    ),
    topic(
        &["go"],
        "[limits]",
        "search for the best move",
        &[
            "depth N, nodes N, movetime MS, mate N: search no deeper, no more, no longer, or until a win in N is decided",
            "btime MS wtime MS binc MS winc MS movestogo N: play with a clock; p1time, p2time, p1inc, p2inc are the same",
            "searchmoves M...: choose from these moves only",
            "infinite: search until `stop`; so does a `go` without limits",
            "ponder: search on the opponent's time until `ponderhit`",
            "perft N: count the positions after N plies instead",
            "Limits combine, and the first one reached ends the search.",
        ],
    ),
    topic(&["stop"], "", "end the search and give its best move", &[]),
    topic(&["ponderhit"], "", "the expected move was played: search on with the own clock", &[]),
    topic(&["setoption"], "name N [value V]", "change an option", &[]),
    topic(&["debug"], "on|off", "tell more about what is searched", &[]),
    topic(&["quit"], "", "end the search, give its best move, and leave", &[]),
    topic(&["d"], "", "draw the position", &[]),
    topic(&["eval"], "", "explain the evaluation of the position", &[]),
    topic(&["legal"], "", "list the legal moves", &[]),
    topic(
        &["perft"],
        "N [counting|listing|playing]",
        "count the positions after N plies, move by move",
        &[
            "counting: the moves of the last ply are counted without looking at each (the default)",
            "listing: the moves of the last ply are generated",
            "playing: the moves of the last ply are played",
        ],
    ),
    topic(
        &["flip"],
        "",
        "swap the colours and the side to move (not during the setup)",
        &["`undo` afterwards goes back to what the position was before the last move."],
    ),
    topic(&["undo"], "", "take back the last move", &[]),
    topic(&["bench"], "", "measure the speed; the number of nodes identifies the search", &[]),
    topic(&["compiler"], "", "tell how this program was built", &[]),
    topic(&["help"], "[command]", "this list, or more about one command", &[]),
];

/// There is no such command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no help about {}, `help` lists the commands", quote(.0))]
pub struct NoHelp(String);

/// The list of all commands, or everything about one.
///
/// # Errors
/// There is no such command.
pub fn help(about: Option<&str>) -> Result<Vec<String>, NoHelp> {
    let Some(word) = about else {
        let mut lines = vec!["Veletas understands these commands; `help` and one of them tells more:".to_owned()];
        lines.extend(TOPICS.iter().map(Topic::headline));
        return Ok(lines);
    };
    let Some(topic) = TOPICS.iter().find(|topic| topic.words.contains(&word)) else {
        return Err(NoHelp(word.into()));
    };
    let mut lines = vec![topic.headline()];
    lines.extend(topic.details.iter().map(|&line| line.to_owned()));
    if word == "setoption" {
        lines.push(
            "Names are read without regard to case. The options, where each of them starts, and its values:".into(),
        );
        lines.extend(option_lines().iter().map(|line| format!("  {}", line.trim_start_matches("option name "))));
        lines.push(
            "Variant says what `startpos` means. Skill Level goes from 0 (random play) to 20 (as well as possible);"
                .into(),
        );
        lines.push(
            "UCI_Elo is a measured strength: 0 is random play, its maximum Skill Level 19. OwnBook changes nothing,"
                .into(),
        );
        lines.push("since there is no book.".into());
    }
    Ok(lines)
}

impl Topic {
    fn headline(&self) -> String {
        let usage = format!("{} {}", self.words.join("|"), self.arguments);
        format!("{usage:<44} {}", self.summary)
    }
}

/// How this program was built.
pub fn build() -> Vec<String> {
    let kind = if cfg!(debug_assertions) { "with assertions" } else { "optimised" };
    let features: Vec<&str> = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
    ]
    .into_iter()
    .filter_map(|(name, on)| on.then_some(name))
    .collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(" ") };
    vec![
        format!("info string Veletas {} compiled by {}, {kind}", env!("CARGO_PKG_VERSION"), env!("VELETAS_RUSTC")),
        format!(
            "info string for {} on {}, processor features used: {features}",
            std::env::consts::OS,
            std::env::consts::ARCH
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::command::VERBS;
    use super::*;

    #[test]
    fn every_command_has_its_help() {
        for (word, _) in VERBS {
            help(Some(word)).unwrap();
        }
        assert_eq!(TOPICS.iter().map(|topic| topic.words.len()).sum::<usize>(), VERBS.len());
    }

    #[test]
    fn no_line_disturbs_a_client() {
        let all = VERBS.iter().map(|(word, _)| Some(*word)).chain([None]);
        for line in all.flat_map(|about| help(about).unwrap()).chain(build()) {
            assert!(line.len() >= 8 && line == line.trim_end() && line.len() <= 120, "{line:?}");
            let reply = ["bestmove", "readyok", "uciok", "ugiok", "response", "option ", "id "];
            assert!(!reply.iter().any(|start| line.starts_with(start)), "{line:?}");
        }
    }
}
