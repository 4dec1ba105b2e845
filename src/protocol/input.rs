//! Lines from a stream, in bounded memory.

use std::io::{self, BufRead};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use super::event::Event;

/// The longest line that is read, in bytes. The longest game and the longest list of moves take less.
pub const LINE_MAX: usize = 1 << 20;

/// Sends every line to a session, stamped with the time when it was complete, until the input or the session ends.
/// Bytes that are no UTF-8 become replacement characters. An input that fails counts as ended.
pub fn read_lines(mut input: impl BufRead, session: &SyncSender<Event>) {
    let mut line = Vec::new();
    loop {
        let event = match read_line(&mut input, &mut line) {
            Ok(Read::Line) => {
                Event::Line { at: Instant::now(), text: String::from_utf8_lossy(&line).trim_end().to_owned() }
            }
            Ok(Read::TooLong) => Event::TooLong,
            Ok(Read::End) => Event::EndOfInput,
            Err(reason) => {
                log::warn!("the input cannot be read any more: {reason}");
                Event::EndOfInput
            }
        };
        let last = matches!(event, Event::EndOfInput);
        if session.send(event).is_err() || last {
            return;
        }
    }
}

enum Read {
    Line,
    TooLong,
    End,
}

/// Reads up to the next line end, which the last line may lack. What is too long is read over, not kept.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Read> {
    line.clear();
    let mut too_long = false;
    let mut length = 0;
    loop {
        let chunk = match input.fill_buf() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        length += part.len();
        too_long |= length > LINE_MAX;
        if !too_long {
            line.extend_from_slice(part);
        }
        let (at_end, used) = (chunk.is_empty(), part.len() + usize::from(end.is_some()));
        input.consume(used);
        if end.is_some() || at_end {
            return Ok(match length {
                _ if too_long => Read::TooLong,
                0 if at_end => Read::End,
                _ => Read::Line,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    fn read(input: &[u8]) -> Vec<String> {
        let (sender, receiver) = sync_channel(100);
        read_lines(io::BufReader::with_capacity(7, input), &sender);
        drop(sender);
        let text = |event| match event {
            Event::Line { text, .. } => text,
            Event::TooLong => "(too long)".into(),
            Event::EndOfInput => "(end)".into(),
            other => panic!("{other:?}"),
        };
        receiver.into_iter().map(text).collect()
    }

    #[test]
    fn line_ends_of_all_systems_and_none() {
        assert_eq!(read(b"uci\r\nd\n\n \t\nquit"), ["uci", "d", "", "", "quit", "(end)"]);
        assert_eq!(read(b""), ["(end)"]);
    }

    #[test]
    fn bad_bytes_are_replaced() {
        assert_eq!(read(b"d\xff\xfe\nd\n"), ["d\u{fffd}\u{fffd}", "d", "(end)"]);
    }

    #[test]
    fn long_lines_are_read_over() {
        let mut input = vec![b'x'; LINE_MAX];
        input.extend(b"\n");
        input.extend(vec![b'y'; LINE_MAX + 1]);
        input.extend(b"\nd\n");
        let lines = read(&input);
        assert_eq!(lines[0].len(), LINE_MAX);
        assert_eq!(lines[1..], ["(too long)", "d", "(end)"]);
    }
}
