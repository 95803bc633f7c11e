//! Games as text files: the moves on a line, below a comment that names the board.

use marlin_core::{BoardSize, Game, ParseError, suite::stated_board};

/// The reason why a text has no game.
///
/// # Examples
///
/// ```
/// assert_eq!(marlin_tui::parse_record("# nothing").unwrap_err().to_string(), "there is no line with moves");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseRecordError {
    /// No line has moves.
    #[error("there is no line with moves")]
    NoMoves,
    /// The stated board is invalid, or the first line that is not a comment is no game.
    #[error(transparent)]
    Line(#[from] ParseError),
}

/// Returns a game as the text of a file. [`parse_record`] reads it, and so does `marlin-cli solve`.
///
/// # Examples
///
/// ```
/// use marlin_core::Game;
///
/// let game = Game::parse("8x7".parse()?, "4433")?;
/// assert_eq!(marlin_tui::record(&game), "# board 8x7\n4433\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn record(game: &Game) -> String {
    format!("# board {}\n{game}\n", game.size())
}

/// Reads the first game of a text: its first line that is not a comment, on the board that a comment above it names, or on 7x6.
/// A score after the moves is skipped.
///
/// # Errors
///
/// Each variant of [`ParseRecordError`].
///
/// # Examples
///
/// ```
/// let game = marlin_tui::parse_record("# board 8x7\n4433 5\n11\n")?;
/// assert_eq!((game.size().to_string(), game.to_string()), ("8x7".to_owned(), "4433".to_owned()));
/// # Ok::<(), marlin_tui::ParseRecordError>(())
/// ```
pub fn parse_record(text: &str) -> Result<Game, ParseRecordError> {
    let mut size = BoardSize::STANDARD;
    for line in text.lines().map(str::trim) {
        if line.starts_with('#') {
            size = stated_board(line)?.unwrap_or(size);
        } else if !line.is_empty() {
            let moves = line.split_whitespace().next().unwrap_or_default();
            return Ok(Game::parse(size, moves)?);
        }
    }
    // A file that names its board and has no moves is a new game.
    if text.contains("# board ") { Ok(Game::on(size)) } else { Err(ParseRecordError::NoMoves) }
}
