//! Texts for all parts of the reader: errors of a form, and foreign text in a message.

use marlin_core::{ParseError, ParseErrorKind};

/// Returns a foreign text in a form for a message: on one line, with unprintable characters escaped, and cut
/// with `...` after 60 characters.
pub fn excerpt(text: &str) -> String {
    let printable = |found: char| match found {
        // These are printable, and special only in program text.
        '\'' | '"' | '\\' => found.to_string(),
        _ => found.escape_debug().to_string(),
    };
    let shown: String = text.chars().take(60).map(printable).collect();
    if text.chars().nth(60).is_some() { shown + "..." } else { shown }
}

/// Returns the start of a foreign word, as a message shows it.
pub(crate) fn start_of(word: &str) -> String {
    word.chars().take(20).collect()
}

/// Returns an error of the form, with the index of its place in the text or without one.
pub(crate) fn form_error(index: impl Into<Option<usize>>, message: impl Into<String>) -> ParseError {
    ParseError::new(ParseErrorKind::Form, index, message)
}

/// Returns the error of a character.
pub(crate) fn character_error(index: usize, found: char, expected: &str) -> ParseError {
    let message = format!("invalid character {found:?} at character {} ({expected})", index + 1);
    ParseError::new(ParseErrorKind::Character { found, expected: expected.to_owned() }, index, message)
}

/// Returns an error with the words of a longer text.
pub(crate) fn in_words(error: &ParseError, message: impl Into<String>) -> ParseError {
    ParseError::new(error.kind().clone(), error.index(), message)
}

/// Returns the error of a place with two possible readings, with a way to write it that has one reading.
pub(crate) fn unclear(index: usize, reason: &str) -> ParseError {
    form_error(index, format!("{reason} (character {})", index + 1))
}
