//! [`Dialect`]: a language of text lines.

/// A language of text lines.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_protocol::{Command, Dialect};
///
/// // A program announces its dialect in its first line.
/// let board = BoardSize::STANDARD;
/// assert_eq!(Dialect::Native.parse("uci", board)?, Command::SwitchTo(Dialect::Uci));
/// assert_eq!(Dialect::Native.parse("ugi", board)?, Command::SwitchTo(Dialect::Ugi));
/// # Ok::<(), marlin_protocol::ProtocolError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Marlin's own.
    Native,
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Game Interface.
    Ugi,
}
