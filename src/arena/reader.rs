//! What an engine prints, sorted out beside the game: each line with the time when it was complete.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::engine::Proto;
use super::info::Info;

/// The longest line that is kept, in bytes; the rest of a longer one is dropped.
const LINE_MAX: usize = 1 << 16;

/// How many bytes of the standard error are kept.
const TAIL_MAX: usize = 4096;

/// A line that somebody may wait for.
#[derive(Clone, Debug)]
pub struct Heard {
    /// When it was complete.
    pub at: Instant,
    /// The line, without its end.
    pub text: String,
    /// With a `bestmove`: what the lines before it said about the search.
    pub info: Info,
}

/// Passes on the lines that matter until the engine closes its output or nobody listens. Lines that no protocol
/// knows are dropped, and those about a search are kept here, so that the game is woken only for answers.
pub fn listen(output: impl Read, proto: Proto, listener: &SyncSender<Heard>) {
    let mut output = BufReader::with_capacity(LINE_MAX / 4, output);
    let mut line = Vec::new();
    let mut info = Info::default();
    while let Ok(true) = read_line(&mut output, &mut line) {
        let at = Instant::now();
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        log::trace!("heard {text}");
        match word {
            "info" => info.hear(rest, proto),
            "id" | "option" | "uciok" | "ugiok" | "readyok" | "bestmove" | "response" => {
                let info = if word == "bestmove" { std::mem::take(&mut info) } else { Info::default() };
                if listener.send(Heard { at, text: text.into(), info }).is_err() {
                    return;
                }
            }
            _ => {}
        }
    }
}

/// Reads the next line, which may lack its end when the output is closed; `false` when there is none.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut seen = false;
    loop {
        let chunk = match input.fill_buf() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            return Ok(seen);
        }
        seen = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        line.extend_from_slice(&part[..part.len().min(LINE_MAX - line.len())]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// The last words on the standard error of an engine.
#[derive(Clone, Debug, Default)]
pub struct Tail(Arc<Mutex<Vec<u8>>>);

impl Tail {
    /// Reads until the end and keeps the last bytes.
    pub fn follow(&self, mut errors: impl Read) {
        let mut chunk = [0; 1024];
        loop {
            match errors.read(&mut chunk) {
                Ok(0) => return,
                Ok(length) => {
                    let mut tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                    tail.extend_from_slice(&chunk[..length]);
                    let extra = tail.len().saturating_sub(TAIL_MAX);
                    tail.drain(..extra);
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    /// The last line that is not blank.
    pub fn last_line(&self) -> Option<String> {
        let tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&tail);
        text.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(String::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    fn heard(output: &[u8]) -> Vec<(String, Info)> {
        let (sender, receiver) = sync_channel(100);
        listen(output, Proto::Ugi, &sender);
        drop(sender);
        receiver.into_iter().map(|heard| (heard.text, heard.info)).collect()
    }

    #[test]
    fn answers_are_passed_on_with_what_was_said_before() {
        let said =
            heard(b"hello\r\n\xff\xfe\ninfo depth 4 time 3\n  bestmove f4 \ninfo depth 5\nreadyok\r\nbestmove g5");
        let depths: Vec<_> = said.iter().map(|(text, info)| (text.as_str(), info.depth)).collect();
        assert_eq!(depths, [("bestmove f4", Some(4)), ("readyok", None), ("bestmove g5", Some(5))]);
    }

    #[test]
    fn endless_lines_are_cut() {
        let mut output = b"bestmove ".to_vec();
        output.extend(vec![b'x'; 10 * LINE_MAX]);
        output.extend(b"\nreadyok\n");
        let said = heard(&output);
        assert_eq!((said[0].0.len(), said[1].0.as_str()), (LINE_MAX, "readyok"));
    }

    #[test]
    fn the_end_of_the_errors_is_kept() {
        let tail = Tail::default();
        assert_eq!(tail.last_line(), None);
        let errors = format!("{}\nthread panicked\n\n", "x".repeat(10 * TAIL_MAX));
        tail.follow(errors.as_bytes());
        assert_eq!(tail.last_line().as_deref(), Some("thread panicked"));
        assert_eq!(tail.0.lock().unwrap().len(), TAIL_MAX);
    }
}
