//! What users write about an engine, inline or in a file, and what becomes of it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::limits::{LIMIT_KEYS, LimitError, Limits};
use crate::notation::quote;

/// The dialect in which the arena talks to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proto {
    /// `ugi`, `uginewgame`, `p1time`; mates count plies.
    Ugi,
    /// `uci`, `ucinewgame`, `btime` for Black, who moves first; mates count turns.
    Uci,
}

impl Proto {
    /// The dialect's name, which is also its first command.
    pub fn name(self) -> &'static str {
        if self == Self::Ugi { "ugi" } else { "uci" }
    }
}

/// An engine that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The name in records and tables, different from all others'.
    pub name: String,
    /// The program.
    pub cmd: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The directory in which it runs.
    pub dir: Option<PathBuf>,
    /// The dialect.
    pub proto: Proto,
    /// Options to be set, by name.
    pub options: BTreeMap<String, String>,
    /// The limits of its searches; never empty.
    pub limits: Limits,
    /// Whether a new process is started for every game.
    pub restart: bool,
}

/// What was written about one engine, or about all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineWords {
    name: Option<String>,
    cmd: Option<String>,
    args: Option<Vec<String>>,
    dir: Option<PathBuf>,
    proto: Option<Proto>,
    options: BTreeMap<String, String>,
    limits: Limits,
    restart: Option<bool>,
}

/// An engine is described in a wrong way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A word has no `=`.
    #[error("{} is not of the form key=value", quote(.0))]
    NoPair(String),
    /// A key has no meaning.
    #[error("unknown key {}; known are {KEYS}", quote(.0))]
    Key(String),
    /// A value has no meaning.
    #[error("{key}={} is not {expected}", quote(.value))]
    Value {
        /// The key.
        key: &'static str,
        /// Its value.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A limit is unreadable.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// An engine has no program.
    #[error("engine {} has no cmd=PROGRAM", quote(.0))]
    NoCmd(String),
    /// An engine has no limit.
    #[error("engine {} has no limit: give it (or --each) one of tc, movetime, nodes and depth", quote(.0))]
    NoLimit(String),
    /// Two engines have one name.
    #[error("two engines are called {}: give one of them another name=", quote(.0))]
    SameName(String),
}

const KEYS: &str = "name, cmd, args, dir, proto, restart, tc, movetime, nodes, depth and option.NAME";

impl EngineWords {
    /// What `key=value` words say.
    ///
    /// # Errors
    /// The first word that has no meaning.
    pub fn read<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, EngineError> {
        let mut all = Self::default();
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| EngineError::NoPair(word.into()))?;
            all.set(key, value)?;
        }
        Ok(all)
    }

    /// Takes one thing that was said.
    ///
    /// # Errors
    /// It has no meaning.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), EngineError> {
        let error = |key, expected| EngineError::Value { key, value: value.into(), expected };
        match key {
            "name" if value.is_empty() => return Err(error("name", "a name")),
            "name" => self.name = Some(value.into()),
            "cmd" if value.is_empty() => return Err(error("cmd", "a program")),
            "cmd" => self.cmd = Some(value.into()),
            "args" => {
                let words = shlex::split(value);
                self.args = Some(words.ok_or_else(|| error("args", "a list of words (is a quotation mark open?)"))?);
            }
            "dir" => self.dir = Some(value.into()),
            "proto" => {
                self.proto = Some(match value {
                    "ugi" => Proto::Ugi,
                    "uci" => Proto::Uci,
                    _ => return Err(error("proto", "`ugi` or `uci`")),
                });
            }
            "restart" => {
                self.restart = Some(match value {
                    "on" | "true" => true,
                    "off" | "false" => false,
                    _ => return Err(error("restart", "`on` or `off`")),
                });
            }
            _ if LIMIT_KEYS.contains(&key) => drop(self.limits.set(key, value)?),
            _ => match key.strip_prefix("option.").filter(|name| !name.trim().is_empty()) {
                Some(name) if value.contains(['\n', '\r']) || name.contains(['\n', '\r']) => {
                    return Err(EngineError::Value { key: "option", value: value.into(), expected: "one line" });
                }
                Some(name) => drop(self.options.insert(name.into(), value.into())),
                None => return Err(EngineError::Key(key.into())),
            },
        }
        Ok(())
    }

    /// Takes arguments that are separate words already.
    pub fn set_args(&mut self, args: Vec<String>) {
        self.args = Some(args);
    }

    /// The engine, where `each` fills in what was not said. An engine with any limit of its own has none of `each`'s.
    fn complete(self, each: &Self, number: usize) -> Result<EngineSpec, EngineError> {
        let cmd = self.cmd.or_else(|| each.cmd.clone());
        let label = self.name.or_else(|| cmd.as_deref().map(base_name));
        let cmd = cmd.ok_or_else(|| EngineError::NoCmd(label.clone().unwrap_or_else(|| number.to_string())))?;
        let name = label.unwrap_or_else(|| base_name(&cmd));
        let limits = if self.limits.is_empty() { each.limits } else { self.limits };
        if limits.is_empty() {
            return Err(EngineError::NoLimit(name));
        }
        let mut options = each.options.clone();
        options.extend(self.options);
        Ok(EngineSpec {
            name,
            cmd,
            args: self.args.or_else(|| each.args.clone()).unwrap_or_default(),
            dir: self.dir.or_else(|| each.dir.clone()),
            proto: self.proto.or(each.proto).unwrap_or(Proto::Ugi),
            options,
            limits,
            restart: self.restart.or(each.restart).unwrap_or(false),
        })
    }
}

/// The engines of a run.
///
/// # Errors
/// One of them is not described well enough, or two have the same name.
pub fn complete(engines: Vec<EngineWords>, each: &EngineWords) -> Result<Vec<EngineSpec>, EngineError> {
    let numbered = engines.into_iter().enumerate();
    let specs: Vec<_> = numbered.map(|(i, words)| words.complete(each, i + 1)).collect::<Result<_, _>>()?;
    for (i, spec) in specs.iter().enumerate() {
        if specs[..i].iter().any(|other| other.name == spec.name) {
            return Err(EngineError::SameName(spec.name.clone()));
        }
    }
    Ok(specs)
}

/// The last part of a path.
pub(super) fn base_name(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engines(all: &[&[&str]], each: &[&str]) -> Result<Vec<EngineSpec>, EngineError> {
        let read = |words: &&[&str]| EngineWords::read(words.iter().copied());
        complete(all.iter().map(read).collect::<Result<_, _>>()?, &EngineWords::read(each.iter().copied())?)
    }

    #[test]
    fn words_make_engines() {
        let all = engines(
            &[
                &["name=a", "cmd=./veletas", "option.Hash=16", "tc=10+0.1"],
                &["cmd=/x/other", "proto=uci", "args=--fast 'two words'", "option.Move Overhead=5", "restart=on"],
            ],
            &["option.Hash=64", "nodes=1000", "depth=9"],
        )
        .unwrap();
        assert_eq!((all[0].name.as_str(), all[0].proto, all[0].restart), ("a", Proto::Ugi, false));
        assert_eq!((all[0].options["Hash"].as_str(), all[1].options["Hash"].as_str()), ("16", "64"));
        assert_eq!((all[1].name.as_str(), all[1].proto, all[1].restart), ("other", Proto::Uci, true));
        assert_eq!(all[1].args, ["--fast", "two words"]);
        assert_eq!(all[1].options["Move Overhead"], "5");
        let limits: Vec<_> = all.iter().map(|engine| engine.limits.to_string()).collect();
        assert_eq!(limits, ["10+0.1", "nodes=1000,depth=9"]);
    }

    #[test]
    fn errors_quote_the_offending_word() {
        for (words, reason) in [
            (&["cmd"][..], "`cmd` is not of the form key=value"),
            (&["cmd=x", "hash=3"], "unknown key `hash`"),
            (&["cmd=x", "option.=3"], "unknown key `option.`"),
            (&["cmd=x", "proto=xboard"], "proto=`xboard` is not `ugi` or `uci`"),
            (&["cmd=x", "tc=fast"], "tc=`fast` is not a time control"),
            (&["cmd=x", "restart=maybe"], "restart=`maybe` is not"),
            (&["cmd=x", "args='open"], "args=`'open` is not"),
            (&["cmd=x"], "engine `x` has no limit"),
            (&["name=y", "nodes=1"], "engine `y` has no cmd"),
            (&["nodes=1"], "engine `1` has no cmd"),
        ] {
            let error = engines(&[words], &[]).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{error}");
        }
        let twins = engines(&[&["cmd=a/x"], &["cmd=b/x"]], &["nodes=1"]);
        assert_eq!(twins, Err(EngineError::SameName("x".into())));
    }
}
