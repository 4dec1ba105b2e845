//! The lexer that all grammars of this room share.

use nom::bytes::complete::{take_till1, take_while};
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, opt, verify};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// The next word.
pub(super) fn word(input: &str) -> IResult<&str, &str> {
    preceded(take_while(char::is_whitespace), take_till1(char::is_whitespace)).parse(input)
}

/// The next word if it is `name`.
pub(super) fn keyword<'a>(name: &str) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(word, move |found: &str| found == name)
}

/// All words that are left.
pub(super) fn words(input: &str) -> Vec<String> {
    let read: IResult<&str, Vec<&str>> = many0(word).parse(input);
    read.map_or_else(|_| Vec::new(), |(_, words)| words.into_iter().map(Into::into).collect())
}

/// A whole number. One too big for the type becomes the biggest, so that a client may ask for a billion years.
pub(super) fn number(word: &str) -> Option<i64> {
    let read: IResult<&str, (Option<char>, &str)> = all_consuming((opt(char('-')), digit1)).parse(word);
    let (_, (sign, digits)) = read.ok()?;
    let value = digits.parse().unwrap_or(i64::MAX);
    Some(if sign.is_some() { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_saturate() {
        assert_eq!(number("-99999999999999999999"), Some(-i64::MAX));
        assert_eq!(number("007"), Some(7));
        for word in ["", "-", "+1", "1.5", "1e3", "abc", "--1"] {
            assert_eq!(number(word), None, "{word}");
        }
    }
}
