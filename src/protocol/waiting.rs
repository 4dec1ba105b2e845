//! Lines that wait for the end of a search.

use std::collections::VecDeque;

use super::command::Verb;

/// How much may wait, in bytes. No client sends so much; what goes beyond is refused, since memory is finite.
const BYTES_MAX: usize = 64 << 20;

#[derive(Debug)]
struct Waiter {
    text: String,
    verb: Option<Verb>,
}

impl Waiter {
    fn bytes(&self) -> usize {
        self.text.len() + size_of::<Self>()
    }

    fn starts_job(&self) -> bool {
        self.verb.is_some_and(Verb::starts_job)
    }
}

/// Lines in the order in which they came.
#[derive(Debug, Default)]
pub struct Waiting {
    lines: VecDeque<Waiter>,
    bytes: usize,
}

/// What has already been sent to a job that starts only now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Advance {
    /// A `stop`.
    pub stop: bool,
    /// A `ponderhit`.
    pub ponder_hit: bool,
}

impl Waiting {
    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Appends a line; `false` if there is no room for it.
    #[must_use]
    pub fn push(&mut self, text: String, verb: Option<Verb>) -> bool {
        let waiter = Waiter { text, verb };
        let bytes = self.bytes + waiter.bytes();
        let fits = bytes <= BYTES_MAX;
        if fits {
            self.bytes = bytes;
            self.lines.push_back(waiter);
        }
        fits
    }

    /// The verb of the first line, if there is a first line and it has a verb.
    pub fn first_verb(&self) -> Option<Verb> {
        self.lines.front()?.verb
    }

    /// Takes the first line out.
    pub fn pop(&mut self) -> Option<String> {
        let waiter = self.lines.pop_front()?;
        self.bytes -= waiter.bytes();
        Some(waiter.text)
    }

    /// Forgets all lines.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether a `stop` that comes now belongs to something that waits.
    pub fn has_job(&self) -> bool {
        self.lines.iter().any(Waiter::starts_job)
    }

    /// Takes out what was sent to the job that starts now: the `stop`, and for a pondering search the `ponderhit`,
    /// that come before the next job.
    pub fn take_advance(&mut self, pondering: bool) -> Advance {
        let mut advance = Advance::default();
        let mut own = true;
        let bytes = &mut self.bytes;
        self.lines.retain(|waiter| {
            own &= !waiter.starts_job();
            let taken = match waiter.verb {
                Some(Verb::Stop) if own => &mut advance.stop,
                Some(Verb::PonderHit) if own && pondering => &mut advance.ponder_hit,
                _ => return true,
            };
            *taken = true;
            *bytes -= waiter.bytes();
            false
        });
        advance
    }
}

#[cfg(test)]
mod tests {
    use super::super::command::Line;
    use super::*;

    fn waiting(lines: &[&str]) -> Waiting {
        let mut waiting = Waiting::default();
        for line in lines {
            assert!(waiting.push((*line).into(), Line::parse(line).order.map(|order| order.verb)));
        }
        waiting
    }

    #[test]
    fn a_stop_belongs_to_the_job_before_it() {
        let mut lines = waiting(&["d", "stop", "isready", "go depth 3", "stop", "ponderhit"]);
        assert_eq!(lines.take_advance(true), Advance { stop: true, ponder_hit: false });
        assert_eq!(lines.take_advance(true), Advance::default());
        for expected in [Verb::Display, Verb::IsReady, Verb::Go] {
            assert_eq!(lines.first_verb(), Some(expected));
            lines.pop();
        }
        assert_eq!(lines.take_advance(false), Advance { stop: true, ponder_hit: false });
        assert_eq!(lines.first_verb(), Some(Verb::PonderHit));
    }

    #[test]
    fn memory_is_finite() {
        let mut lines = Waiting::default();
        let count = (0..).take_while(|_| lines.push("d".into(), None)).count();
        assert!(count > 100_000);
        lines.clear();
        assert!(lines.push("d".into(), None));
    }
}
