//! The line format of position sets: the moves, a space, the score. A line before them may state the board.
//!
//! ```text
//! # a comment
//! # board 7x6
//! 4433 18
//! 274552224131661 0
//! ```
//!
//! A set without such a line is one of 7x6.

use std::io::{self, BufRead, Read};

use crate::board_size::{BoardSize, BoardSizeError};
use crate::game::Game;
use crate::notation::{Base, ParsePositionError};
use crate::score::Score;

/// A position of a set and its exact score.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_core::suite::SuiteLine;
///
/// let line = SuiteLine::parse(BoardSize::STANDARD, "4433 18")?;
/// assert_eq!((line.game.position().nb_moves(), line.score.get()), (4, 18));
/// # Ok::<(), marlin_core::suite::ParseSuiteLineError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteLine {
    /// The position and the moves that lead to it.
    pub game: Game,
    /// Its score.
    pub score: Score,
}

/// The reason why a line cannot be read as a position and its score.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSuiteLineError {
    /// The line has no space between moves and score.
    #[error("expected MOVES SCORE, found {found:?}")]
    MissingScore {
        /// The text found instead.
        found: String,
    },
    /// The score is not a number that this board's scores can have.
    #[error("invalid score {found:?} (scores are {least} to {greatest})")]
    InvalidScore {
        /// The text found instead.
        found: String,
        /// The least score on this board.
        least: i32,
        /// The greatest score on this board.
        greatest: i32,
    },
    /// The line for the board does not state one.
    #[error(transparent)]
    InvalidBoard(#[from] BoardSizeError),
    /// The moves are not a game.
    #[error(transparent)]
    InvalidMoves(#[from] ParsePositionError),
}

/// The reason why a set cannot be read.
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
    /// The set states another board than it has stated before, or than that of the positions before.
    #[error("line {line}: a set of board {found}, where {expected} is expected")]
    OtherBoard {
        /// The line, counted from 1.
        line: usize,
        /// The board that it states.
        found: BoardSize,
        /// The board of the positions.
        expected: BoardSize,
    },
    /// A line cannot be read.
    #[error("line {line}: {source}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// The reason.
        source: ParseSuiteLineError,
    },
}

impl SuiteLine {
    /// Reads a line of a board: the moves in one word (none for the empty board), white space, and the score.
    ///
    /// # Errors
    ///
    /// Every [`ParseSuiteLineError`].
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParseSuiteLineError> {
        Self::parse_from(size, Base::One, text)
    }

    /// Reads a line of a board whose columns count from a base.
    pub(crate) fn parse_from(size: BoardSize, base: Base, text: &str) -> Result<Self, ParseSuiteLineError> {
        let (moves, score) = split_line(text)?;
        let score = score_within(size, score)?;
        Ok(Self { game: Game::parse_from(size, base, moves)?, score })
    }
}

/// Returns the moves and the score of a line as text.
pub(crate) fn split_line(text: &str) -> Result<(&str, &str), ParseSuiteLineError> {
    let halves = text.trim_end().split_once(char::is_whitespace);
    let missing = || ParseSuiteLineError::MissingScore { found: text.to_owned() };
    halves.map(|(moves, score)| (moves, score.trim_start())).ok_or_else(missing)
}

/// Returns the value of a score as text that a game on a board can have.
fn score_within(size: BoardSize, text: &str) -> Result<Score, ParseSuiteLineError> {
    let greatest = Score::highest(size).get();
    let score = text.parse().ok().and_then(|score| Score::on(size, score));
    let found = || text.to_owned();
    score.ok_or_else(|| ParseSuiteLineError::InvalidScore { found: found(), least: -greatest, greatest })
}

/// Returns the board that a line of a set states, `None` for any other line. It is a comment that begins with the word
/// `board` and a digit.
///
/// # Errors
///
/// That of [`BoardSize`]'s parser.
pub fn stated_board(line: &str) -> Result<Option<BoardSize>, BoardSizeError> {
    let mut words = line.strip_prefix('#').unwrap_or_default().split_whitespace();
    let size = words.next().filter(|word| *word == "board").and_then(|_| words.next());
    size.filter(|size| size.starts_with(|first: char| first.is_ascii_digit())).map(str::parse).transpose()
}

/// Returns the line by which a set states its board.
pub fn board_line(size: BoardSize) -> String {
    format!("# board {size}")
}

/// The positions of a set, all of one board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// The board, 7x6 if no line of the set states it.
    pub size: BoardSize,
    /// Its positions, in order.
    pub lines: Vec<SuiteLine>,
}

/// Reads a set. Empty lines and lines that begin with `#` are skipped, but for one that states the board, before the first
/// position.
///
/// # Errors
///
/// Each variant of [`ReadSuiteError`], at the first line that has it.
///
/// # Examples
///
/// ```
/// use marlin_core::suite;
///
/// let set = suite::read("# one position\n4433 18\n".as_bytes())?;
/// assert_eq!(set.lines[0].score.get(), 18);
/// let set = suite::read("# board 8x7\n1122334 -25\n".as_bytes())?;
/// assert_eq!(set.size.to_string(), "8x7");
/// # Ok::<(), suite::ReadSuiteError>(())
/// ```
pub fn read(mut reader: impl BufRead) -> Result<Suite, ReadSuiteError> {
    let (mut size, mut lines) = (None, Vec::new());
    for line in 1.. {
        let text = read_line(&mut reader).map_err(|source| ReadSuiteError::Io { line, source })?;
        let Some(text) = text else { break };
        let invalid = |source| ReadSuiteError::Line { line, source };
        if let Some(found) = stated_board(&text).map_err(|source| invalid(source.into()))? {
            let expected = *size.get_or_insert(found);
            if found != expected {
                return Err(ReadSuiteError::OtherBoard { line, found, expected });
            }
        } else if !text.trim().is_empty() && !text.starts_with('#') {
            lines.push(SuiteLine::parse(*size.get_or_insert_default(), &text).map_err(invalid)?);
        }
    }
    Ok(Suite { size: size.unwrap_or_default(), lines })
}

/// The bytes that a line may have: a position takes 64, a comment may take more.
const MOST_BYTES: u64 = 4096;

/// Reads a line in bounded memory, because the input may be endless. `None` at the end of the input.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut text = String::new();
    if reader.take(MOST_BYTES + 1).read_line(&mut text)? as u64 > MOST_BYTES {
        let reason = format!("a line of more than {MOST_BYTES} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    if text.is_empty() {
        return Ok(None);
    }
    let end = text.trim_end_matches('\n').trim_end_matches('\r').len();
    text.truncate(end);
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn the_empty_board_is_a_line_that_begins_with_a_space() {
        let set = read(" 1\n".as_bytes()).unwrap().lines;
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
