//! What every part of the reader says: errors of a form, and foreign text fit for a message.

use marlin_core::{ParseError, ParseErrorKind};

/// Returns a foreign text fit for a message: on one line, unprintable characters escaped, and cut with `...` after 60
/// characters.
pub fn excerpt(text: &str) -> String {
    let printable = |found: char| match found {
        // Printable, and only special in program text.
        '\'' | '"' | '\\' => found.to_string(),
        _ => found.escape_debug().to_string(),
    };
    let shown: String = text.chars().take(60).map(printable).collect();
    if text.chars().nth(60).is_some() { shown + "..." } else { shown }
}

/// Returns as much of a foreign word as a message shows.
pub(crate) fn start_of(word: &str) -> String {
    word.chars().take(20).collect()
}

/// Returns the error of a form, at a place of the text or at none.
pub(crate) fn form_error(index: impl Into<Option<usize>>, message: impl Into<String>) -> ParseError {
    ParseError::new(ParseErrorKind::Form, index, message)
}

/// Returns the error of a character.
pub(crate) fn character_error(index: usize, found: char, expected: &str) -> ParseError {
    let message = format!("invalid character {found:?} at index {index} ({expected})");
    ParseError::new(ParseErrorKind::Character { found, expected: expected.to_owned() }, index, message)
}

/// Returns an error with the words of a longer text.
pub(crate) fn in_words(error: &ParseError, message: impl Into<String>) -> ParseError {
    ParseError::new(error.kind().clone(), error.index(), message)
}

/// Returns the error of a place that may be read in two ways, with the way to write it that may not.
pub(crate) fn unclear(index: usize, reason: &str) -> ParseError {
    form_error(index, format!("{reason} (index {index})"))
}
