//! Engines in a TOML file.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::engine::{EngineError, EngineWords};
use crate::notation::quote;

/// A file of engines cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refuses.
    #[error("{}: {reason}", quote(&.path.to_string_lossy()))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: std::io::Error,
    },
    /// It is no TOML.
    #[error("{}: {reason}", quote(&.path.to_string_lossy()))]
    Toml {
        /// The file.
        path: PathBuf,
        /// Why and where.
        reason: toml::de::Error,
    },
    /// A table has no meaning.
    #[error("unknown table {}; known are `each` and `engine`", quote(.0))]
    Table(String),
    /// Something else should stand in this place.
    #[error("{key} must be {expected}")]
    Type {
        /// Where.
        key: String,
        /// What should stand there.
        expected: &'static str,
    },
    /// An engine is described in a wrong way.
    #[error("{place}: {reason}")]
    Engine {
        /// Which table.
        place: String,
        /// Why.
        reason: EngineError,
    },
}

/// Reads `[each]` and `[[engine]]` tables, whose keys are those of the command line.
///
/// # Errors
/// The file cannot be read or says something that has no meaning.
pub fn read_file(path: &Path) -> Result<(EngineWords, Vec<EngineWords>), FileError> {
    let text = std::fs::read_to_string(path).map_err(|reason| FileError::Read { path: path.into(), reason })?;
    read_text(&text, path)
}

fn read_text(text: &str, path: &Path) -> Result<(EngineWords, Vec<EngineWords>), FileError> {
    let table: Table = text.parse().map_err(|reason| FileError::Toml { path: path.into(), reason })?;
    let (mut each, mut engines) = (EngineWords::default(), Vec::new());
    for (key, value) in table {
        match (key.as_str(), value) {
            ("each", Value::Table(table)) => each = read_words(table, "each")?,
            ("engine", Value::Array(tables)) => {
                for (table, number) in tables.into_iter().zip(1..) {
                    let place = format!("engine {number}");
                    let Value::Table(table) = table else {
                        return Err(FileError::Type { key: place, expected: "a table" });
                    };
                    engines.push(read_words(table, &place)?);
                }
            }
            ("each", _) => return Err(FileError::Type { key, expected: "a table `[each]`" }),
            ("engine", _) => return Err(FileError::Type { key, expected: "a list of tables `[[engine]]`" }),
            _ => return Err(FileError::Table(key)),
        }
    }
    Ok((each, engines))
}

fn read_words(table: Table, place: &str) -> Result<EngineWords, FileError> {
    let mut words = EngineWords::default();
    let engine = |reason| FileError::Engine { place: place.into(), reason };
    for (key, value) in table {
        let name = format!("{place}: {key}");
        match (key.as_str(), value) {
            ("option", Value::Table(options)) => {
                for (option, value) in options {
                    let value = scalar(value, || format!("{name}.{option}"))?;
                    words.set(&format!("option.{option}"), &value).map_err(engine)?;
                }
            }
            ("option", _) => return Err(FileError::Type { key: name, expected: "a table of options" }),
            ("args", Value::Array(args)) => {
                let args = args.into_iter().map(|value| scalar(value, || name.clone()));
                words.set_args(args.collect::<Result<_, _>>()?);
            }
            (_, value) => words.set(&key, &scalar(value, || name)?).map_err(engine)?,
        }
    }
    Ok(words)
}

/// A value as it would be written on the command line.
fn scalar(value: Value, key: impl FnOnce() -> String) -> Result<String, FileError> {
    Ok(match value {
        Value::String(text) => text,
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(truth) => truth.to_string(),
        _ => return Err(FileError::Type { key: key(), expected: "a word, a number or a truth value" }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::engine::complete;

    #[test]
    fn a_file_says_what_the_command_line_does() {
        let text = r#"
            [each]
            cmd = "target/release/veletas"
            nodes = 1000
            option.Hash = 16

            [[engine]]
            name = "plain"

            [[engine]]
            name = "weak"
            args = ["--one", "two words"]
            option."Skill Level" = 5
            option.Ponder = false
            tc = "10+0.1"
        "#;
        let (each, engines) = read_text(text, Path::new("x.toml")).unwrap();
        let from_file = complete(engines, &each).unwrap();
        let each = EngineWords::read(["cmd=target/release/veletas", "nodes=1000", "option.Hash=16"]).unwrap();
        let weak = "name=weak|args=--one 'two words'|option.Skill Level=5|option.Ponder=false|tc=10+0.1";
        let inline = vec![EngineWords::read(["name=plain"]).unwrap(), EngineWords::read(weak.split('|')).unwrap()];
        assert_eq!(from_file, complete(inline, &each).unwrap());
    }

    #[test]
    fn errors_say_where() {
        for (text, reason) in [
            ("[engines]", "unknown table `engines`"),
            ("each = 3", "each must be a table `[each]`"),
            ("engine = 3", "engine must be a list of tables"),
            ("engine = [3]", "engine 1 must be a table"),
            ("[[engine]]\nhash = 3", "engine 1: unknown key `hash`"),
            ("[[engine]]\n[[engine]]\nnodes = 0", "engine 2: nodes=`0` is not a number"),
            ("[each]\ntc = [1]", "each: tc must be a word"),
            ("[each]\noption = 1", "each: option must be a table"),
            ("[each", "`x.toml`: TOML parse error"),
        ] {
            let error = read_text(text, Path::new("x.toml")).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{error}");
        }
    }
}
