//! The protocols of a session, as pure functions: a line of text to a [`Command`], and a [`Reply`] to text. A dialect is a
//! file that does both; what the commands do is the same for all of them.
//!
//! | file | dialect |
//! |---|---|
//! | `native.rs` | Marlin's own; `help.rs` has its help |
//! | `uci.rs` | UCI with the variant `cfour`, for Cute Chess and its like |
//! | `ugi.rs` | UGI, for Cute Games |

mod command;
mod error;
mod help;
mod native;
mod reply;
mod uci;
mod ugi;

pub(crate) use command::{Command, Go, Query, When};
pub(crate) use error::ProtocolError;
pub(crate) use reply::{Reply, Scope, Variation, Verdict};

/// A language of text lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Marlin's own.
    Native,
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Game Interface.
    Ugi,
}

impl Dialect {
    /// Understands a line without its end.
    ///
    /// # Errors
    ///
    /// Any [`ProtocolError`] but those of carrying a command out.
    pub(crate) fn parse(self, line: &str) -> Result<Command, ProtocolError> {
        match self {
            Self::Native => native::parse(line),
            Self::Uci => uci::parse(line),
            Self::Ugi => ugi::parse(line),
        }
    }

    /// Returns the lines that tell something; none if this dialect has no words for it.
    pub(crate) fn print(self, reply: &Reply<'_>) -> String {
        match self {
            Self::Native => native::print(reply),
            Self::Uci => uci::print(reply),
            Self::Ugi => ugi::print(reply),
        }
    }
}

/// Returns the first word of a text and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Reads `name NAME [value VALUE]`.
fn option(rest: &str) -> Result<Command, ProtocolError> {
    let ("name", rest) = split_word(rest) else { return Err(ProtocolError::OptionSyntax) };
    let (name, value) =
        rest.split_once(" value ").map_or((rest, None), |(name, value)| (name, Some(value.trim())));
    Ok(Command::SetOption(crate::setting::Setting::parse(name.trim(), value)?))
}
