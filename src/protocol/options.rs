//! The options: one table that prints them and reads their values.

use std::path::PathBuf;
use std::time::Duration;

use super::words::number;
use crate::notation::quote;
use crate::rules::Variant;
use crate::search::{Request, Skill};

/// How a text option says that it is empty.
pub const EMPTY: &str = "<empty>";

/// An option with its new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The size of the table in MiB.
    Hash(usize),
    /// How many threads search.
    Threads(usize),
    /// How many best moves are shown.
    MultiPv(usize),
    /// Whether the client lets the engine ponder.
    Ponder(bool),
    /// Time lost between the engine and the clock, per move.
    MoveOverhead(Duration),
    /// Forget the table.
    ClearHash,
    /// What `startpos` means.
    Variant(Variant),
    /// Whether scores come with chances to win.
    ShowWdl(bool),
    /// How well to play.
    Skill(u8),
    /// Whether UCI_Elo replaces the skill.
    LimitStrength(bool),
    /// How well to play, on the scale of [`Skill::elo`].
    Elo(u16),
    /// Accepted, but there is no book.
    OwnBook(bool),
    /// Where the dialogue is written to.
    LogFile(Option<PathBuf>),
}

/// What values an option has, and how one becomes a [`Setting`].
enum Kind {
    Spin { min: i64, max: i64, default: i64, make: fn(i64) -> Setting },
    Check { default: bool, make: fn(bool) -> Setting },
    Button(Setting),
    Combo { choices: fn() -> Vec<&'static str>, default: &'static str, make: fn(&str) -> Option<Setting> },
    Text { make: fn(Option<&str>) -> Setting },
}

struct Row {
    name: &'static str,
    kind: Kind,
}

// The conversions from i64 cannot lose anything, since the range is checked first.
static TABLE: [Row; 13] = [
    spin("Hash", 1, 65536, 64, |n| Setting::Hash(n as usize)),
    spin("Threads", 1, 256, 1, |n| Setting::Threads(n as usize)),
    spin("MultiPV", 1, 256, 1, |n| Setting::MultiPv(n as usize)),
    check("Ponder", Setting::Ponder),
    spin("Move Overhead", 0, 5000, 10, |n| Setting::MoveOverhead(Duration::from_millis(n as u64))),
    Row { name: "Clear Hash", kind: Kind::Button(Setting::ClearHash) },
    Row {
        name: "Variant",
        kind: Kind::Combo {
            choices: || Variant::ALL.into_iter().map(Variant::name).collect(),
            default: "10x10",
            make: |name| Variant::from_name(name).map(Setting::Variant),
        },
    },
    check("UCI_ShowWDL", Setting::ShowWdl),
    spin("Skill Level", 0, Skill::LEVEL_MAX as i64, Skill::LEVEL_MAX as i64, |n| Setting::Skill(n as u8)),
    check("UCI_LimitStrength", Setting::LimitStrength),
    spin("UCI_Elo", 0, Skill::ELO_MAX as i64, 1000, |n| Setting::Elo(n as u16)),
    check("OwnBook", Setting::OwnBook),
    Row { name: "Debug Log File", kind: Kind::Text { make: |path| Setting::LogFile(path.map(PathBuf::from)) } },
];

const fn spin(name: &'static str, min: i64, max: i64, default: i64, make: fn(i64) -> Setting) -> Row {
    Row { name, kind: Kind::Spin { min, max, default, make } }
}

/// All switches are off at first.
const fn check(name: &'static str, make: fn(bool) -> Setting) -> Row {
    Row { name, kind: Kind::Check { default: false, make } }
}

/// Why an option keeps its value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has that name.
    #[error("there is no option {}", quote(.0))]
    Unknown(String),
    /// There is no value.
    #[error("option {0} needs `value` and {1} after it")]
    NoValue(&'static str, String),
    /// The value is not one of those that the option has.
    #[error("option {name} needs {expected}, not {}", quote(.value))]
    Value {
        /// The option.
        name: &'static str,
        /// What is good for it.
        expected: String,
        /// What was sent.
        value: String,
    },
}

/// The new value of the option `name`, for [`Options::apply`].
///
/// # Errors
/// There is no such option, or it has no such value.
pub fn read_setting(name: &str, value: Option<&str>) -> Result<Setting, OptionError> {
    let Some(row) = TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(name)) else {
        return Err(OptionError::Unknown(name.into()));
    };
    let text = value.unwrap_or_default();
    let setting = match &row.kind {
        Kind::Spin { min, max, make, .. } => number(text).filter(|n| (*min..=*max).contains(n)).map(make),
        Kind::Check { make, .. } => {
            let choices = [("true", true), ("false", false)];
            choices.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|&(_, on)| make(on))
        }
        // Some clients can only send options with a value, so a button takes any.
        Kind::Button(setting) => Some(setting.clone()),
        Kind::Combo { make, .. } => make(text),
        Kind::Text { make } => Some(make(Some(text).filter(|text| !text.is_empty() && *text != EMPTY))),
    };
    setting.ok_or_else(|| match value {
        None | Some("") => OptionError::NoValue(row.name, row.kind.expected()),
        Some(value) => OptionError::Value { name: row.name, expected: row.kind.expected(), value: value.into() },
    })
}

impl Kind {
    /// The values, for people.
    fn expected(&self) -> String {
        match self {
            Self::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            Self::Check { .. } => "`true` or `false`".into(),
            Self::Combo { choices, .. } => format!("one of {}", choices().join(", ")),
            Self::Button(_) | Self::Text { .. } => "any text".into(),
        }
    }
}

/// The lines that declare all options.
pub fn option_lines() -> Vec<String> {
    TABLE.iter().map(|Row { name, kind }| format!("option name {name} type {}", declaration(kind))).collect()
}

fn declaration(kind: &Kind) -> String {
    match kind {
        Kind::Spin { min, max, default, .. } => format!("spin default {default} min {min} max {max}"),
        Kind::Check { default, .. } => format!("check default {default}"),
        Kind::Button(_) => "button".into(),
        Kind::Combo { choices, default, .. } => {
            let choices: Vec<String> = choices().into_iter().map(|choice| format!("var {choice}")).collect();
            format!("combo default {default} {}", choices.join(" "))
        }
        Kind::Text { .. } => format!("string default {EMPTY}"),
    }
}

/// The current values of the options that are read again later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the table in MiB.
    pub hash: usize,
    /// How many threads search.
    pub threads: usize,
    /// How many best moves are shown.
    pub multi_pv: usize,
    /// Whether `bestmove` names the expected answer too.
    pub ponder: bool,
    /// Time lost between the engine and the clock, per move.
    pub move_overhead: Duration,
    /// What `startpos` means.
    pub variant: Variant,
    /// Whether scores come with chances to win.
    pub show_wdl: bool,
    skill: u8,
    limit_strength: bool,
    elo: u16,
}

impl Default for Options {
    /// As the table says.
    fn default() -> Self {
        let mut options = Self {
            hash: 1,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            move_overhead: Duration::ZERO,
            variant: Variant::Ten,
            show_wdl: false,
            skill: Skill::LEVEL_MAX,
            limit_strength: false,
            elo: 0,
        };
        for row in &TABLE {
            let setting = match &row.kind {
                Kind::Spin { default, make, .. } => Some(make(*default)),
                Kind::Check { default, make } => Some(make(*default)),
                Kind::Combo { default, make, .. } => make(default),
                Kind::Button(_) | Kind::Text { .. } => None,
            };
            setting.into_iter().for_each(|setting| options.apply(setting));
        }
        options
    }
}

impl Options {
    /// Remembers a value. What else it takes to bring it into force is up to the session.
    pub fn apply(&mut self, setting: Setting) {
        match setting {
            Setting::Hash(hash) => self.hash = hash,
            Setting::Threads(threads) => self.threads = threads,
            Setting::MultiPv(multi_pv) => self.multi_pv = multi_pv,
            Setting::Ponder(ponder) => self.ponder = ponder,
            Setting::MoveOverhead(overhead) => self.move_overhead = overhead,
            Setting::Variant(variant) => self.variant = variant,
            Setting::ShowWdl(show) => self.show_wdl = show,
            Setting::Skill(skill) => self.skill = skill,
            Setting::LimitStrength(limit) => self.limit_strength = limit,
            Setting::Elo(elo) => self.elo = elo,
            Setting::ClearHash | Setting::OwnBook(_) | Setting::LogFile(_) => (),
        }
    }

    /// How well to play.
    pub fn skill(&self) -> Skill {
        if self.limit_strength { Skill::elo(self.elo) } else { Skill::level(self.skill) }
    }

    /// Puts the options that concern a search into it.
    pub fn fill(&self, request: &mut Request) {
        request.multi_pv = self.multi_pv;
        request.move_overhead = self.move_overhead;
        request.skill = self.skill();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_declared_default_is_a_good_value() {
        for line in option_lines() {
            let name = line.split(" type ").next().unwrap().strip_prefix("option name ").unwrap();
            let default = line.split(" default ").nth(1).map(|rest| rest.split(' ').next().unwrap());
            read_setting(name, default).unwrap();
        }
    }

    #[test]
    fn elo_counts_only_when_strength_is_limited() {
        let mut options = Options::default();
        options.apply(Setting::Elo(300));
        assert_eq!(options.skill(), Skill::FULL);
        options.apply(Setting::Skill(3));
        assert_eq!(options.skill(), Skill::level(3));
        options.apply(Setting::LimitStrength(true));
        assert_eq!(options.skill(), Skill::elo(300));
    }

    #[test]
    fn values_out_of_range_name_the_range() {
        for value in ["0", "-1", "99999999999", "99999999999999999999999", "abc", "1.5", "1 2"] {
            let message = read_setting("threads", Some(value)).unwrap_err().to_string();
            assert_eq!(message, format!("option Threads needs a whole number from 1 to 256, not `{value}`"));
        }
    }
}
