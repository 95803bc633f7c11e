//! The line format of position sets: the moves, a space, the score.
//!
//! ```text
//! # a comment
//! 4433 18
//! 274552224131661 0
//! ```

use std::io::{self, BufRead};

use crate::game::Game;
use crate::notation::ParsePositionError;
use crate::score::Score;

/// A position of a set and its exact score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteLine<const W: usize = 7, const H: usize = 6> {
    /// The position and the moves that lead to it.
    pub game: Game<W, H>,
    /// Its score.
    pub score: Score<W, H>,
}

/// Why a set can't be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadSuiteError {
    /// The reader failed.
    #[error("line {line}: {source}")]
    Io {
        /// The line, counted from 1.
        line: usize,
        /// What the reader said.
        source: io::Error,
    },
    /// The line has no space between moves and score.
    #[error("line {line}: expected MOVES SCORE, found {found:?}")]
    MissingScore {
        /// The line, counted from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// The score isn't a number that this board's scores can have.
    #[error("line {line}: invalid score {found:?}")]
    InvalidScore {
        /// The line, counted from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// The moves aren't a game.
    #[error("line {line}: {source}")]
    InvalidMoves {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with them.
        source: ParsePositionError,
    },
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
            set.push(parse_line(line, text.trim_end())?);
        }
    }
    Ok(set)
}

fn parse_line<const W: usize, const H: usize>(
    line: usize,
    text: &str,
) -> Result<SuiteLine<W, H>, ReadSuiteError> {
    let (moves, score) =
        text.rsplit_once(' ').ok_or_else(|| ReadSuiteError::MissingScore { line, found: text.to_owned() })?;
    let game = moves.parse().map_err(|source| ReadSuiteError::InvalidMoves { line, source })?;
    let score = score
        .parse()
        .ok()
        .and_then(Score::new)
        .ok_or_else(|| ReadSuiteError::InvalidScore { line, found: score.to_owned() })?;
    Ok(SuiteLine { game, score })
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
        assert_eq!(error("\n44 x\n"), r#"line 2: invalid score "x""#);
        assert_eq!(error("44 19\n"), r#"line 1: invalid score "19""#);
        assert_eq!(error("48 1\n"), "line 1: invalid character '8' at index 1 (moves are columns, 1 to 7)");
    }
}
