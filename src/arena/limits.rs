//! How long an engine may think: what users write, and what the engine is told.

use std::fmt;
use std::time::Duration;

use crate::notation::quote;

/// The limits of an engine's searches; they combine, and the first one reached ends a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// A clock for the whole game.
    pub clock: Option<TimeControl>,
    /// The time for one move.
    pub movetime: Option<Duration>,
    /// The nodes for one move.
    pub nodes: Option<u64>,
    /// The plies of depth for one move.
    pub depth: Option<u32>,
}

/// A clock for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time at the start.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// A limit is unreadable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}={} is not {expected}", quote(.value))]
pub struct LimitError {
    /// The limit's key.
    pub key: &'static str,
    /// What was given.
    pub value: String,
    /// What would be right.
    pub expected: &'static str,
}

/// More than a week is a mistake, and keeps all sums of times far from any overflow.
const SECONDS_MAX: f64 = 7.0 * 24.0 * 3600.0;

/// The keys that [`Limits::set`] knows.
pub const LIMIT_KEYS: [&str; 4] = ["tc", "movetime", "nodes", "depth"];

impl Limits {
    /// Sets the limit that `key` names; `false` when no limit has that name.
    ///
    /// # Errors
    /// The value is unreadable.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, LimitError> {
        let error = |key, expected| LimitError { key, value: value.into(), expected };
        match key {
            "tc" => {
                let read = time_control(value);
                self.clock = Some(read.ok_or_else(|| error("tc", "a time control such as `10+0.1` (seconds)"))?);
            }
            "movetime" => {
                let ms = value.parse().ok().filter(|&ms| ms >= 1.0 && ms <= SECONDS_MAX * 1e3);
                let ms: f64 = ms.ok_or_else(|| error("movetime", "a number of milliseconds, at least 1"))?;
                self.movetime = Some(Duration::from_micros((ms * 1e3).round() as u64));
            }
            "nodes" => {
                let nodes = value.parse().ok().filter(|&nodes| nodes >= 1);
                self.nodes = Some(nodes.ok_or_else(|| error("nodes", "a number of nodes, at least 1"))?);
            }
            "depth" => {
                let depth = value.parse().ok().filter(|&depth| depth >= 1);
                self.depth = Some(depth.ok_or_else(|| error("depth", "a number of plies, at least 1"))?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether there is no limit at all.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// `10+0.1`, `10`, `1:30+0.5`: minutes, seconds and seconds per move.
fn time_control(text: &str) -> Option<TimeControl> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let base = match base.split_once(':') {
        Some((minutes, rest)) => seconds(minutes)?.checked_mul(60)? + seconds(rest)?,
        None => seconds(base)?,
    };
    let increment = seconds(increment)?;
    (base + increment > Duration::ZERO).then_some(TimeControl { base, increment })
}

fn seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds: f64 = text.parse().ok().filter(|s| plain && *s <= SECONDS_MAX)?;
    Some(Duration::from_micros((seconds * 1e6).round() as u64))
}

impl fmt::Display for TimeControl {
    /// Seconds, as users write them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

impl fmt::Display for Limits {
    /// The clock as it is, the others with their keys, joined by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.movetime.map(|time| format!("movetime={}", time.as_secs_f64() * 1e3)),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(words: &[(&str, &str)]) -> Result<Limits, LimitError> {
        let mut limits = Limits::default();
        for (key, value) in words {
            assert!(limits.set(key, value)?, "{key}");
        }
        Ok(limits)
    }

    #[test]
    fn limits_are_read_and_written() {
        for (words, written) in [
            (&[("tc", "10+0.1")][..], "10+0.1"),
            (&[("tc", "1:30+0.5")], "90+0.5"),
            (&[("tc", "0.25")], "0.25"),
            (&[("movetime", "10")], "movetime=10"),
            (&[("nodes", "1000"), ("depth", "3")], "nodes=1000,depth=3"),
            (&[("tc", "5"), ("nodes", "1000")], "5,nodes=1000"),
        ] {
            assert_eq!(limits(words).unwrap().to_string(), written);
        }
        assert!(!Limits::default().set("hash", "1").unwrap());
    }

    #[test]
    fn bad_limits_are_refused_with_the_word() {
        let bad =
            [("tc", "ten"), ("tc", "-1"), ("tc", "0"), ("tc", "40/10"), ("tc", "nan"), ("tc", "1e99"), ("tc", "")];
        for (key, value) in bad.into_iter().chain([("movetime", "0"), ("nodes", "-5"), ("nodes", "0"), ("depth", "x")])
        {
            let error = limits(&[(key, value)]).unwrap_err().to_string();
            assert!(error.contains(&format!("{key}=")) && error.contains(value), "{error}");
        }
    }
}
