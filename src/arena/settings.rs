//! Everything that decides what a run's games are like, and what tells one run from another.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::engine::{EngineSpec, base_name};
use super::openings::Openings;
use super::schedule::Kind;

/// What is played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Who meets whom.
    pub kind: Kind,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Where games begin.
    pub openings: Openings,
    /// By how much a move may exceed its time.
    pub margin: Duration,
    /// How long an answer may be overdue before the engine is killed.
    pub stall: Duration,
}

/// What identifies a run's games. It is kept beside the records, so that a run is resumed only with what it was begun
/// with, and shards are pooled only when they belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identification {
    /// The hash of `settings` that stands in every record.
    pub configuration: String,
    /// What was set, by name, for people to compare. How many games are played, in how many places and on how many
    /// cores is not among it, nor are paths: these may differ between shards.
    pub settings: BTreeMap<String, String>,
}

/// 64 bits that differ when the bytes do (FNV-1a).
pub fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

impl Settings {
    /// What identifies the games; `names` are what the engines call themselves.
    pub fn identify(&self, names: &[String]) -> Identification {
        let mut settings = BTreeMap::new();
        let mut set = |key: String, value: String| drop(settings.insert(key, value));
        set("kind".into(), self.kind.to_string());
        set("variant".into(), self.openings.variant().name().into());
        set("openings".into(), self.openings.describe());
        set("seed".into(), self.openings.seed().to_string());
        set("margin".into(), format!("{:?}", self.margin));
        set("stall".into(), format!("{:?}", self.stall));
        for (i, engine) in self.engines.iter().enumerate() {
            let mut set = |key: &str, value: String| set(format!("engine {}: {key}", i + 1), value);
            set("name", engine.name.clone());
            set("program", base_name(&engine.cmd));
            set("arguments", engine.args.join(" "));
            set("protocol", engine.proto.name().into());
            set("limits", engine.limits.to_string());
            set("restart", engine.restart.to_string());
            set("calls itself", names.get(i).cloned().unwrap_or_default());
            for (name, value) in &engine.options {
                set(&format!("option {name}"), value.clone());
            }
        }
        let text: String = settings.iter().map(|(key, value)| format!("{key}={value}\n")).collect();
        Identification { configuration: format!("{:016x}", fingerprint(text.as_bytes())), settings }
    }

    /// The limits of a game between two engines, in words.
    pub fn time_control(&self, black: usize, white: usize) -> String {
        let limits = |i: usize| self.engines.get(i).map(|engine| engine.limits.to_string()).unwrap_or_default();
        let (black, white) = (limits(black), limits(white));
        if black == white { black } else { format!("Black {black}; White {white}") }
    }
}

impl Identification {
    /// What differs from `other`, in words; empty when nothing does.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let keys: std::collections::BTreeSet<_> = self.settings.keys().chain(other.settings.keys()).collect();
        let say = |value: Option<&String>| value.map_or("unset".into(), |value| format!("`{value}`"));
        keys.into_iter()
            .map(|key| (key, self.settings.get(key), other.settings.get(key)))
            .filter(|(_, mine, theirs)| mine != theirs)
            .map(|(key, mine, theirs)| format!("{key} is {}, not {}", say(mine), say(theirs)))
            .collect()
    }
}
