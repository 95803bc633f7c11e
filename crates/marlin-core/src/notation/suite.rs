//! The line format of position sets: the moves, a space, the score. A line before them may state the board.
//!
//! ```text
//! # a comment
//! # board 7x6
//! 4433 18
//! 274552224131661 0
//! ```
//!
//! A set without such a line is a set of 7x6.

use std::io::{self, BufRead, Read as _};

use super::error::{ParseError, ParseErrorKind};
use crate::game::Game;
use crate::geometry::BoardSize;
use crate::score::Score;

/// Reads a line of a board: the moves in one word (none for the empty board), white space, and the score. If
/// the score has a sign, the moves may be several words. If the moves have no comma, a comma may precede the
/// score.
///
/// # Errors
///
/// [`ParseError`], of the kind [`Score`](ParseErrorKind::Score) if only the score is wrong.
///
/// # Examples
///
/// [`read`] stops at the first invalid line. To continue after it, read line by line:
///
/// ```
/// use marlin_core::{BoardSize, suite};
///
/// for (number, line) in "4433 18\n# a comment\n44 9 9\n".lines().enumerate() {
///     match suite::parse_line(BoardSize::STANDARD, line) {
///         _ if line.starts_with('#') => (),
///         Ok((game, score)) => assert_eq!((game.to_string().as_str(), score.get()), ("4433", 18)),
///         Err(error) => println!("line {}: {error}", number + 1),
///     }
/// }
/// ```
pub fn parse_line(size: BoardSize, text: &str) -> Result<(Game, Score), ParseError> {
    let (moves, score) = split_line(size, text)?;
    Ok((Game::parse(size, moves)?, score))
}

/// Returns the moves of a line as they are written there, and the score.
///
/// # Errors
///
/// [`ParseError`] if the line has no score of the board, or has its moves in several words.
pub fn split_line(size: BoardSize, text: &str) -> Result<(&str, Score), ParseError> {
    let expected = |form: &str| ParseError::form(None, format!("expected MOVES SCORE{form}, found {text:?}"));
    let line = text.trim_end();
    // On a wide board a comma separates moves.
    let by_comma = || line.split_once(',').filter(|_| !size.has_separate_moves());
    let parts = line.rsplit_once(char::is_whitespace).or_else(by_comma);
    let (moves, score) = parts.ok_or_else(|| expected(""))?;
    let moves = moves.trim_end();
    let moves = moves.strip_suffix(',').unwrap_or(moves);
    if moves.contains(char::is_whitespace) && !score.starts_with(['+', '-']) {
        return Err(expected(", the moves in one word"));
    }
    let number = score.strip_suffix(".0").unwrap_or(score);
    let score = number.parse().ok().and_then(|score| Score::checked(size, score)).ok_or_else(|| {
        let maximum = Score::highest(size).get();
        let message = format!("invalid score {score:?} (scores are {} to {maximum})", -maximum);
        ParseError::new(ParseErrorKind::Score, None, message)
    })?;
    Ok((moves, score))
}

/// Returns the line of a game and its score. After fewer than two moves the score has a sign, since `4 4` may
/// be two moves.
///
/// # Examples
///
/// ```
/// use marlin_core::{Game, Score, suite};
///
/// assert_eq!(suite::to_line(&"4433".parse()?, Score::new(18)), "4433 18");
/// assert_eq!(suite::to_line(&Game::new(), Score::new(1)), " +1");
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
pub fn to_line(game: &Game, score: Score) -> String {
    if game.moves().len() < 2 { format!("{game} {:+}", score.get()) } else { format!("{game} {score}") }
}

/// Returns whether a line of a file of positions is a comment. A comment `# board 8x7` sets the board (`#
/// Board: 8x7` too), unless the board is known: then the comment must state that board.
///
/// # Errors
///
/// [`ParseError`] if the comment states another board, or a board that does not fit.
pub fn is_comment(size: &mut Option<BoardSize>, line: &str) -> Result<bool, ParseError> {
    let mut words = line.strip_prefix('#').unwrap_or_default().split_whitespace();
    let is_board = |word: &&str| word.trim_end_matches(':').eq_ignore_ascii_case("board");
    let stated = words.next().filter(is_board).and_then(|_| words.next());
    let stated = stated.filter(|size| size.starts_with(|first: char| first.is_ascii_digit()));
    let stated = stated.map(|size| size.trim_end_matches([',', '.', ';']));
    if let Some(found) = stated.map(str::parse).transpose()? {
        let expected = *size.get_or_insert(found);
        if found != expected {
            let text = format!("a set of board {found}, where {expected} is expected");
            return Err(ParseError::form(None, text));
        }
    }
    Ok(line.starts_with('#'))
}

/// The positions of a set, all of one board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// The board, 7x6 if no line of the set states it.
    pub size: BoardSize,
    /// Its positions, in order: the game that leads to each, and its exact score. Comments and empty lines
    /// are left out, so an index is not the number of a line.
    pub lines: Vec<(Game, Score)>,
}

/// Reads a set. Empty lines, lines that begin with `#` and a byte order mark are skipped, except that a
/// comment before the first position may state the board.
///
/// # Errors
///
/// The error of the reader; and [`InvalidData`](io::ErrorKind::InvalidData), with a [`ParseError`] inside, at
/// the first line that does not belong in a set or states another board than before. Each error names the
/// line.
///
/// # Examples
///
/// ```
/// use marlin_core::suite;
///
/// let set = suite::read("# board 8x7\n1122334 -25\n".as_bytes())?;
/// let (game, score) = &set.lines[0];
/// assert_eq!((game.to_string(), score.get(), set.size), ("1122334".to_owned(), -25, game.size()));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read(mut reader: impl BufRead) -> io::Result<Suite> {
    let (mut size, mut lines) = (None, Vec::new());
    for number in 1.. {
        let mut text = String::new();
        // In bounded memory, because the input may be endless.
        let read = reader.by_ref().take(MOST_BYTES as u64 + 1).read_line(&mut text);
        read.map_err(|error| io::Error::new(error.kind(), format!("line {number}: {error}")))?;
        let mark = if number == 1 { "\u{feff}" } else { "" };
        let found = read_line(&mut size, text.strip_prefix(mark).unwrap_or(&text));
        lines.extend(found.map_err(|error| {
            let located = ParseError::new(error.kind().clone(), None, format!("line {number}: {error}"));
            io::Error::new(io::ErrorKind::InvalidData, located)
        })?);
        if text.is_empty() {
            break;
        }
    }
    Ok(Suite { size: size.unwrap_or_default(), lines })
}

/// The maximum number of bytes of a line. A position takes 64; a comment may take more.
const MOST_BYTES: usize = 4096;

/// Reads a line of a set; `None` if it has no position. The line may state the board of the set. A program
/// that reads a set line by line keeps `size` from line to line.
///
/// # Errors
///
/// The errors of [`parse_line`] and [`is_comment`].
pub fn read_line(size: &mut Option<BoardSize>, text: &str) -> Result<Option<(Game, Score)>, ParseError> {
    if text.len() > MOST_BYTES {
        return Err(ParseError::form(None, format!("a line of more than {MOST_BYTES} bytes")));
    }
    let text = text.trim_end_matches(['\r', '\n']);
    if is_comment(size, text)? || text.trim().is_empty() {
        return Ok(None);
    }
    parse_line(*size.get_or_insert_default(), text).map(Some)
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
        assert_eq!((set[0].0.to_string().as_str(), set[0].1.get()), ("", 1));
    }

    #[test]
    fn a_set_may_begin_with_a_byte_order_mark() {
        let set = read("\u{feff}# board 8x7\n1122334 -25\n".as_bytes()).unwrap();
        assert_eq!((set.size.width(), set.lines.len()), (8, 1));
        assert!(error("44 -2\n\u{feff}44 -2\n").starts_with("line 2: invalid character"));
    }

    #[test]
    fn each_defect_is_told_with_its_line() {
        assert_eq!(error("44\n"), r#"line 1: expected MOVES SCORE, found "44""#);
        assert_eq!(error("\n44 x\n"), r#"line 2: invalid score "x" (scores are -18 to 18)"#);
        assert_eq!(error("44 19\n"), r#"line 1: invalid score "19" (scores are -18 to 18)"#);
        assert_eq!(error("4 4 3\n"), r#"line 1: expected MOVES SCORE, the moves in one word, found "4 4 3""#);
        assert_eq!(
            error("48 1\n"),
            "line 1: invalid character '8' at character 2 (moves are columns, 1 to 7)"
        );
    }

    #[test]
    fn a_line_has_at_most_4096_bytes_and_any_end() {
        let of_length = |length: usize| "#".repeat(length - 1) + "\n44 1\r\n 1";
        assert_eq!(read(of_length(4096).as_bytes()).unwrap().lines.len(), 2);
        assert_eq!(error(&of_length(4097)), "line 1: a line of more than 4096 bytes");
        let endless = read(io::BufReader::new(io::repeat(b'#'))).unwrap_err();
        assert_eq!(endless.kind(), io::ErrorKind::InvalidData);
        assert_eq!(endless.to_string(), "line 1: a line of more than 4096 bytes");
    }
}
