//! TOML: errors and strings on one line.

use std::fmt;

use serde::de::DeserializeOwned;

/// The error of a text that is not the expected TOML.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct TomlError {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub message: String,
}

/// Reads a text.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, TomlError> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        TomlError { line: before.matches('\n').count() + 1, message: plain(error.message()) }
    })
}

/// Returns a message on one line, with plain words for Rust's types.
fn plain(message: &str) -> String {
    let mut message = message.lines().collect::<Vec<_>>().join(", ");
    for number in ["u8", "u32", "u64", "usize"] {
        message = message.replace(&format!("expected {number}"), "expected a whole number, 0 or more");
    }
    message.replace("expected a sequence", "expected a list, as in [\"name\"]")
}

/// A text as a string of TOML on one line.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for char in self.0.chars() {
            match char {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                char if char.is_control() => write!(f, "\\u{:04x}", u32::from(char))?,
                char => write!(f, "{char}")?,
            }
        }
        f.write_str("\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_read_back() {
        let text: String = (0..0x400).filter_map(char::from_u32).chain("\u{2028}👩\"\\".chars()).collect();
        let table: toml::Table = toml::from_str(&format!("text = {}", Quoted(&text))).unwrap();
        assert_eq!(table["text"].as_str(), Some(text.as_str()));
        assert!(!Quoted(&text).to_string().contains('\n'));
    }

    #[test]
    fn an_error_has_no_names_of_types() {
        let error = |text| parse::<std::collections::BTreeMap<String, u32>>(text).unwrap_err().to_string();
        assert!(error("a = -1").ends_with("expected a whole number, 0 or more"), "{}", error("a = -1"));
        let error =
            parse::<std::collections::BTreeMap<String, Vec<String>>>("a = 'b'").unwrap_err().to_string();
        assert!(error.ends_with("expected a list, as in [\"name\"]"), "{error}");
    }

    #[test]
    fn an_error_has_the_line() {
        let error = parse::<toml::Table>("a = 1\nb = \n").unwrap_err();
        assert!(error.to_string().starts_with("line 2: "), "{error}");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}
