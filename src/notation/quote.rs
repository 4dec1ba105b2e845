//! Words of the input inside messages.

/// How many characters of a word a message repeats.
const LENGTH: usize = 60;

/// `word` in back quotes, on one line whatever it holds, and cut when it is very long.
pub fn quote(word: &str) -> String {
    let mut quoted = String::from("`");
    let mut chars = word.chars();
    for c in chars.by_ref().take(LENGTH) {
        if c.is_control() || c == '\u{2028}' || c == '\u{2029}' {
            quoted.extend(c.escape_default())
        } else {
            quoted.push(c)
        }
    }
    if chars.next().is_some() {
        quoted.push_str("...");
    }
    quoted.push('`');
    quoted
}
