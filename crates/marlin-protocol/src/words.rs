//! Words of lines that several dialects share.

use marlin_core::BoardSize;

use crate::command::Command;
use crate::error::ProtocolError;
use crate::setting::Setting;

/// Returns the first word of a text and the rest.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Reads `name NAME [value VALUE]`.
pub(crate) fn parse_set_option(rest: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let ("name", rest) = split_word(rest) else { return Err(ProtocolError::OptionSyntax) };
    let rest = format!("{rest} ");
    let (name, value) =
        rest.split_once(" value ").map_or((&*rest, None), |(name, value)| (name, Some(value.trim())));
    Ok(Command::SetOption(Setting::parse(name.trim(), value, board)?))
}
