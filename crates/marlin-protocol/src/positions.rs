//! Positions in several notations, recognised line by line.
//!
//! | notation | a line |
//! |---|---|
//! | moves | `4433`, or each by itself: `4 4 3 3` |
//! | moves and their score, as position sets have them | `4433 18` |
//! | Kaggle's ConnectX | `{"board": [0, 0, ... 1, 2], "mark": 1}`: 42 numbers row by row from the top left |
//! | connect-4.data of the UCI repository | `b,x,o,...` : 42 letters column by column from the bottom left |
//! | a board | `....... / ....... / ....... / ....... / ..OO... / ..XX...`, the top row first |

use marlin_core::Column;
use marlin_core::any::SuiteLine;
use marlin_core::any::{Game, Position, Score};
use marlin_core::suite::ParseSuiteLineError;
use marlin_core::{BoardSize, ParsePositionError};
use marlin_support::text::excerpt;
use serde::Deserialize;

/// A notation of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// The one that the line looks like.
    Auto,
    /// The columns played, without a score.
    Moves,
    /// A line of a position set: the columns played, a space, and the score.
    Set,
    /// An observation of Kaggle's game.
    Kaggle,
    /// A row of the UCI repository's connect-4.data.
    UciData,
    /// A board on one line, `/` between its rows.
    Board,
}

/// Why a line has no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// No game has these moves or cells.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// It isn't a line of a position set.
    #[error(transparent)]
    Set(#[from] ParseSuiteLineError),
    /// A row of a board that is drawn on several lines.
    #[error(
        "this looks like a row of a drawn board: --input board reads boards of six lines, '/' stands between rows of one line"
    )]
    DrawnRow,
    /// A second word that may be moves or a score.
    #[error(
        "this may be moves alone, or moves and their score: write the moves in one word, \
         or choose by --input moves or --input set"
    )]
    MovesOrScore,
    /// It isn't an observation of Kaggle's.
    #[error(
        "not a Kaggle position ({reason}): {{\"board\": [{cells} numbers]}} is expected, 0 for empty, 1 and 2 for the players"
    )]
    Kaggle {
        /// Cells of the board.
        cells: u32,
        /// The reason, fit to print.
        reason: String,
    },
}

/// The position of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputPosition<'a> {
    /// The part of the line that is the position.
    pub text: &'a str,
    /// The position.
    pub position: Position,
    /// The score that the line states.
    pub score: Option<Score>,
}

/// Reads the position that a line stands for, on the board that is asked for. Without one it is 7x6, but for drawn boards, which
/// show their size.
///
/// # Errors
///
/// Why the line has no position of this board.
///
/// # Examples
///
/// ```
/// use marlin_protocol::positions::{self, Notation};
///
/// let drawn = "...../...../..O../..X..";
/// assert_eq!(positions::read(drawn, Notation::Auto, None)?.position.size().to_string(), "5x4");
/// let scored = positions::read("4433 18", Notation::Auto, None)?;
/// assert_eq!((scored.text, scored.score.map(|score| score.get())), ("4433", Some(18)));
/// # Ok::<(), marlin_protocol::positions::NotationError>(())
/// ```
pub fn read(
    line: &str,
    notation: Notation,
    asked: Option<BoardSize>,
) -> Result<InputPosition<'_>, NotationError> {
    let board = asked.unwrap_or_default();
    let position = match notation {
        Notation::Auto => match recognise(line) {
            Some(notation) => return read(line, notation, asked),
            None => return read_moves_or_set_line(line, board),
        },
        Notation::Set => return Ok(scored(line, &SuiteLine::parse(board, line)?)),
        Notation::Moves => Position::parse(board, line)?,
        Notation::Kaggle => read_kaggle(line, board)?,
        Notation::UciData => Position::from_connect4_data(board, line)?,
        Notation::Board => Position::from_rows(line)?,
    };
    Ok(InputPosition { text: line, position, score: None })
}

/// Returns the notation that a line looks like; `None` for moves, with a score or without.
fn recognise(line: &str) -> Option<Notation> {
    let line = line.trim_start();
    if line.starts_with('{') {
        Some(Notation::Kaggle)
    } else if line.contains('/') {
        Some(Notation::Board)
    } else if line.starts_with(|c: char| c.is_ascii_alphabetic()) && line.contains(',') {
        Some(Notation::UciData)
    } else {
        None
    }
}

/// The fewest columns of a drawn board whose column numbers are recognised. Moves hardly ever count up from 1.
const FEWEST_NUMBERS: usize = 4;

/// Returns whether a line is the last one of a drawn board, as in `  1 2 3 4 5 6 7`.
fn is_column_numbers(line: &str) -> bool {
    line.starts_with("  ") && column_names(line).is_some_and(|names| names >= FEWEST_NUMBERS)
}

/// Returns how many columns a line names, if it names the first ones in their order and nothing else.
pub fn column_names(line: &str) -> Option<usize> {
    let words: Vec<_> = line.split_whitespace().collect();
    let is_name = |(word, column): (&&str, Column)| **word == column.to_string();
    let are_names =
        words.len() <= BoardSize::MAX_WIDTH && words.iter().zip((0..).map_while(Column::new)).all(is_name);
    (are_names && !words.is_empty()).then_some(words.len())
}

/// Reads moves or a line of a set. A line that could be both is refused: a wrong guess would answer another position.
fn read_moves_or_set_line(line: &str, board: BoardSize) -> Result<InputPosition<'_>, NotationError> {
    let moves = Game::parse(board, line);
    // Only white space before the last word can make it a score.
    let set_line = line.trim_end().contains(char::is_whitespace).then(|| SuiteLine::parse(board, line));
    match (moves, set_line) {
        _ if is_column_numbers(line) => Err(NotationError::DrawnRow),
        (Ok(_), Some(Ok(_))) => Err(NotationError::MovesOrScore),
        (Ok(game), _) => Ok(InputPosition { text: line, position: *game.position(), score: None }),
        (Err(_), Some(Ok(set_line))) => Ok(scored(line, &set_line)),
        // A number where a score would stand, but no score.
        (Err(_), Some(Err(error @ ParseSuiteLineError::InvalidScore { .. }))) if is_word_and_number(line) => {
            Err(error.into())
        }
        (Err(_), _) if line.contains('.') => Err(NotationError::DrawnRow),
        (Err(error), _) => Err(error.into()),
    }
}

/// Returns whether a line is a word and a whole number.
fn is_word_and_number(line: &str) -> bool {
    let mut words = line.split_whitespace().skip(1);
    words.next().is_some_and(|word| word.parse::<i64>().is_ok()) && words.next().is_none()
}

/// Returns the position of a line of a set, by its moves alone.
fn scored<'a>(line: &'a str, set_line: &SuiteLine) -> InputPosition<'a> {
    let text = line.split_once(char::is_whitespace).map_or(line, |(moves, _)| moves);
    InputPosition { text, position: *set_line.game.position(), score: Some(set_line.score) }
}

/// The fields of an observation of Kaggle's that matter; the others are skipped.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Kaggle {
    board: Vec<u8>,
    mark: Option<u8>,
}

fn read_kaggle(line: &str, size: BoardSize) -> Result<Position, NotationError> {
    let Kaggle { board, mark } = serde_json::from_str(line).map_err(|error| {
        // The parser adds where it is, and knows only one line of the input.
        let text = error.to_string();
        NotationError::Kaggle {
            cells: size.cells(),
            reason: excerpt(text.rsplit_once(" at line ").map_or(&text, |(text, _)| text)),
        }
    })?;
    Ok(Position::from_kaggle(size, &board, mark)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: BoardSize = BoardSize::STANDARD;

    /// Reads a line without a board that was asked for.
    fn read(line: &str, notation: Notation) -> Result<InputPosition<'_>, NotationError> {
        super::read(line, notation, None)
    }

    fn read_auto(line: &str) -> Result<Position, String> {
        read(line, Notation::Auto).map(|given| given.position).map_err(|error| error.to_string())
    }

    #[test]
    fn scores_and_moves_are_distinguished() {
        let scored = |text, score| {
            let (position, score) = (position(text), Score::on(BOARD, score));
            Ok(InputPosition { text, position, score })
        };
        for (line, expected) in [
            ("4433 18", scored("4433", 18)),
            ("271236361557237 14", scored("271236361557237", 14)),
            ("4433\t-1  ", scored("4433", -1)),
            ("4 -1", scored("4", -1)),
            ("4 0", scored("4", 0)),
            (" -1", scored("", -1)),
            ("44 +2", scored("44", 2)),
            ("4 4", Err(NotationError::MovesOrScore)),
            (" 1", Err(NotationError::MovesOrScore)),
            (" 14", Err(NotationError::MovesOrScore)),
        ] {
            assert_eq!(read(line, Notation::Auto), expected, "{line}");
        }
        for line in ["4 4 3 3", " 1212", "4,4", "4, 4, 3, 3", ""] {
            assert_eq!(read(line, Notation::Auto).unwrap().score, None, "{line}");
        }
    }

    #[test]
    fn the_numbers_below_a_board_are_no_moves() {
        assert_eq!(read("  1 2 3 4 5 6 7", Notation::Auto), Err(NotationError::DrawnRow));
        assert!(read("1 2 3 4 5 6 7", Notation::Auto).is_ok());
        assert!(read("  1 2 3 4 5 6 7", Notation::Moves).is_ok());
    }

    fn position(moves: &str) -> Position {
        Position::parse(BOARD, moves).unwrap()
    }

    fn kaggle(moves: &str, rest: &str) -> String {
        format!("{{\"board\":{:?}{rest}}}", position(moves).to_cells())
    }

    fn data(moves: &str, class: &str) -> String {
        format!("{},{class}", position(moves).to_connect4_data())
    }

    #[test]
    fn every_notation_is_recognised() {
        for moves in ["", "4433", "1212121", "2252576253462244111563365343671351441"] {
            let board = position(moves).to_string().replace('\n', "/");
            for line in [
                moves.to_owned(),
                kaggle(moves, ""),
                format!("  {}", kaggle(moves, ",\"score\":-3,\"move score\":[1,2],\"step\":[{}]")),
                data(moves, "win"),
                data(moves, "").trim_end_matches(',').to_owned(),
                board.replace(' ', ""),
                board.to_lowercase(),
                format!("| {} |", board.replace('/', " | / | ")),
            ] {
                assert_eq!(read_auto(&line), Ok(position(moves)), "{line}");
            }
        }
    }

    #[test]
    fn the_stated_side_to_move_must_match_the_stones() {
        assert_eq!(read_auto(&kaggle("443", ",\"mark\":2")), Ok(position("443")));
        assert_eq!(read_auto(&kaggle("443", ",\"mark\":null")), Ok(position("443")));
        assert_eq!(
            read_auto(&kaggle("443", ",\"mark\":1")).unwrap_err(),
            "\"mark\" is 1, but player 2 is to move: player 1 moves first"
        );
    }

    #[test]
    fn an_invalid_line_is_refused_with_its_reason() {
        let row = data("4433", "");
        for (line, error) in [
            ("{}".to_owned(), "missing field `board`"),
            ("{\"board\":[1,2".to_owned(), "not a Kaggle position (EOF"),
            ("{\"board\":[1,2]}".to_owned(), "2 cells, where the board has 42"),
            (kaggle("", "").replacen('0', "3", 1), "invalid cell 3 at index 0"),
            (kaggle("", "").replacen('0', "1", 1), "the stone in column 1, row 6 has nothing below it"),
            (kaggle("", "").replacen('0', "-1", 1), "not a Kaggle position"),
            ("b,b".to_owned(), "2 fields, where 42 cells are expected"),
            (row.clone() + "win,win", "44 fields"),
            (row.clone() + "won", "invalid class \"won\""),
            (data("4433", "win").replacen('b', "B", 1), "invalid cell \"B\" in field 1"),
            (data("4433", "win").replacen('b', "o", 1), "2 stones of X and 3 of O"),
            ("......./....../......./......./......./.......".to_owned(), "6 cells in row 2 from the top"),
            (
                "......./......./......./......./......./...Z...".to_owned(),
                "invalid character 'Z' at index 43",
            ),
            ("........../".repeat(6) + "..........", "a board of 10x7 doesn't fit"),
        ] {
            let found = read_auto(&line).unwrap_err();
            assert!(found.contains(error), "{line}: {found}");
        }
    }

    #[test]
    fn a_line_must_be_of_the_board_that_was_asked_for() {
        let asked = |line: &str, board: &str| {
            let read = super::read(line, Notation::Auto, Some(board.parse().unwrap()));
            read.map(|given| given.position.size().to_string()).map_err(|error| error.to_string())
        };
        let drawn = "...../...../..O../..X..";
        assert_eq!(read_auto(drawn).unwrap().size().to_string(), "5x4");
        assert_eq!(asked(drawn, "5x4").as_deref(), Ok("5x4"));
        assert!(asked(drawn, "5x5").unwrap_err().starts_with("4 rows, where the board has 5"));
        assert!(
            asked(drawn, "6x4")
                .unwrap_err()
                .starts_with("5 cells in row 1 from the top, where the board has 6")
        );
        assert_eq!(asked("9a", "10x4").as_deref(), Ok("10x4"));
        let error = "invalid character 'a' at index 1 (moves are columns, 1 to 9)";
        assert_eq!(asked("9a", "9x4").unwrap_err(), error);
        assert!(asked(&kaggle("44", ""), "8x5").unwrap_err().starts_with("42 cells, where the board has 40"));
        assert!(asked(&data("44", "win"), "8x5").unwrap_err().contains("43 fields, where 40 cells"));
    }

    #[test]
    fn only_the_chosen_notation_is_accepted() {
        for notation in [Notation::Kaggle, Notation::UciData, Notation::Board] {
            assert!(read("4433", notation).is_err());
            assert!(read("", notation).is_err());
        }
        assert_eq!(
            read("4433", Notation::Kaggle).unwrap_err().to_string(),
            "not a Kaggle position (invalid type: integer `4433`, expected an object): \
             {\"board\": [42 numbers]} is expected, 0 for empty, 1 and 2 for the players"
        );
        assert!(read(&kaggle("4433", ""), Notation::Moves).is_err());
    }
}
