//! The line format of position sets: the moves, a space, the score.
//!
//! ```text
//! # a comment
//! 4433 18
//! 274552224131661 0
//! ```

use std::io::{self, BufRead};
use std::str::FromStr;

use crate::game::Game;
use crate::notation::ParsePositionError;
use crate::score::Score;

/// A position of a set and its exact score.
///
/// # Examples
///
/// ```
/// use marlin_core::suite::SuiteLine;
///
/// let line: SuiteLine = "4433 18".parse()?;
/// assert_eq!((line.game.position().nb_moves(), line.score.get()), (4, 18));
/// # Ok::<(), marlin_core::suite::ParseSuiteLineError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteLine<const W: usize = 7, const H: usize = 6> {
    /// The position and the moves that lead to it.
    pub game: Game<W, H>,
    /// Its score.
    pub score: Score<W, H>,
}

/// Why a line can't be read as a position and its score.
///
/// # Examples
///
/// ```
/// use marlin_core::suite::SuiteLine;
///
/// let error = "4433 19".parse::<SuiteLine>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid score \"19\" (scores are -18 to 18)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSuiteLineError {
    /// The line has no space between moves and score.
    #[error("expected MOVES SCORE, found {found:?}")]
    MissingScore {
        /// The text found instead.
        found: String,
    },
    /// The score isn't a number that this board's scores can have.
    #[error("invalid score {found:?} (scores are {least} to {greatest})")]
    InvalidScore {
        /// The text found instead.
        found: String,
        /// The least score on this board.
        least: i32,
        /// The greatest score on this board.
        greatest: i32,
    },
    /// The moves aren't a game.
    #[error(transparent)]
    InvalidMoves(#[from] ParsePositionError),
}

/// Why a set can't be read.
///
/// # Examples
///
/// ```
/// use marlin_core::suite;
///
/// let error = suite::read::<7, 6>("44 1\n4433\n".as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: expected MOVES SCORE, found \"4433\"");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadSuiteError {
    /// The reader failed.
    #[error("line {line}: {source}")]
    Io {
        /// The line, counted from 1.
        line: usize,
        /// The error of the reader.
        source: io::Error,
    },
    /// A line can't be read.
    #[error("line {line}: {source}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// The reason.
        source: ParseSuiteLineError,
    },
}

/// Reads the moves in one word (none for the empty board), white space, and the score.
///
/// # Errors
///
/// Each variant of [`ParseSuiteLineError`].
///
/// # Examples
///
/// ```
/// use marlin_core::suite::SuiteLine;
///
/// let line: SuiteLine = "4433 18".parse()?;
/// assert_eq!((line.game.moves().len(), line.score.get()), (4, 18));
///
/// assert!("4433 33".parse::<SuiteLine>().is_err());
/// # Ok::<(), marlin_core::suite::ParseSuiteLineError>(())
/// ```
impl<const W: usize, const H: usize> FromStr for SuiteLine<W, H> {
    type Err = ParseSuiteLineError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (moves, score) = text
            .trim_end()
            .split_once(char::is_whitespace)
            .ok_or_else(|| ParseSuiteLineError::MissingScore { found: text.to_owned() })?;
        let score = score.trim_start();
        let score = score.parse().ok().and_then(Score::new).ok_or_else(|| {
            let (least, greatest) = (Score::<W, H>::MIN.get(), Score::<W, H>::MAX.get());
            ParseSuiteLineError::InvalidScore { found: score.to_owned(), least, greatest }
        })?;
        Ok(Self { game: moves.parse()?, score })
    }
}

/// Reads a set; empty lines and lines that begin with `#` are skipped.
///
/// # Errors
///
/// Each variant of [`ReadSuiteError`], at the first line that has it.
///
/// # Examples
///
/// ```
/// use marlin_core::suite::{self, SuiteLine};
///
/// let set: Vec<SuiteLine> = suite::read("# one position\n4433 18\n".as_bytes())?;
/// assert_eq!(set[0].score.get(), 18);
/// # Ok::<(), suite::ReadSuiteError>(())
/// ```
pub fn read<const W: usize, const H: usize>(
    reader: impl BufRead,
) -> Result<Vec<SuiteLine<W, H>>, ReadSuiteError> {
    let mut set = Vec::new();
    for (index, text) in reader.lines().enumerate() {
        let line = index + 1;
        let text = text.map_err(|source| ReadSuiteError::Io { line, source })?;
        if !text.trim().is_empty() && !text.starts_with('#') {
            set.push(text.parse().map_err(|source| ReadSuiteError::Line { line, source })?);
        }
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read::<7, 6>(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn the_empty_board_is_a_line_that_begins_with_a_space() {
        let set = read::<7, 6>(" 1\n".as_bytes()).unwrap();
        assert_eq!((set[0].game.to_string().as_str(), set[0].score.get()), ("", 1));
    }

    #[test]
    fn each_defect_is_told_with_its_line() {
        assert_eq!(error("44\n"), r#"line 1: expected MOVES SCORE, found "44""#);
        assert_eq!(error("\n44 x\n"), r#"line 2: invalid score "x" (scores are -18 to 18)"#);
        assert_eq!(error("44 19\n"), r#"line 1: invalid score "19" (scores are -18 to 18)"#);
        assert_eq!(error("4 4 3\n"), r#"line 1: invalid score "4 3" (scores are -18 to 18)"#);
        assert_eq!(error("48 1\n"), "line 1: invalid character '8' at index 1 (moves are columns, 1 to 7)");
    }
}
