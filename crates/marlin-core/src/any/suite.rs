//! Position sets of a board whose size their head states: see [`suite`](crate::suite).

use std::io::BufRead;

use super::game::Game;
use super::score::Score;
use crate::board_size::BoardSize;
use crate::suite::{ParseSuiteLineError, ReadSuiteError, read_lines, score_within, split_line};

/// A position of a set of any board and its exact score; [`SuiteLine`](crate::suite::SuiteLine) has the size in its type.
///
/// # Examples
///
/// ```
/// use marlin_core::any::suite::SuiteLine;
///
/// let line = SuiteLine::parse("8x7".parse()?, "1122334 -25")?;
/// assert_eq!((line.game.to_string().as_str(), line.score.get()), ("1122334", -25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteLine {
    /// The position and the moves that lead to it.
    pub game: Game,
    /// Its score.
    pub score: Score,
}

impl SuiteLine {
    /// Reads the moves in one word (none for the empty board), white space, and the score.
    ///
    /// # Errors
    ///
    /// Each variant of [`ParseSuiteLineError`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::suite::SuiteLine;
    ///
    /// let error = SuiteLine::parse("5x4".parse()?, "44 8").unwrap_err();
    /// assert_eq!(error.to_string(), "invalid score \"8\" (scores are -7 to 7)");
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParseSuiteLineError> {
        let (moves, score) = split_line(text)?;
        let score = Score::from_search(size, score_within(size.masks(), score)?);
        Ok(Self { game: Game::parse(size, moves)?, score })
    }
}

/// The positions of a set, all of one board.
///
/// # Examples
///
/// See [`read`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// The board, 7x6 if the set states none.
    pub size: BoardSize,
    /// The positions.
    pub lines: Vec<SuiteLine>,
}

/// Reads a set: a line `# board 8x7` before the positions states their board, and a set without one is of 7x6.
///
/// # Errors
///
/// Each variant of [`ReadSuiteError`], at the first line that has it.
///
/// # Examples
///
/// ```
/// use marlin_core::any::suite;
///
/// let set = suite::read("# board 8x7\n1122334 -25\n".as_bytes())?;
/// assert_eq!((set.size.to_string().as_str(), set.lines.len()), ("8x7", 1));
///
/// let set = suite::read("4433 18\n".as_bytes())?;
/// assert_eq!(set.size.to_string(), "7x6");
/// # Ok::<(), marlin_core::suite::ReadSuiteError>(())
/// ```
pub fn read(reader: impl BufRead) -> Result<Suite, ReadSuiteError> {
    let (size, lines) = read_lines(reader, None, SuiteLine::parse)?;
    Ok(Suite { size, lines })
}
