//! The games to review: those of the command line, or of a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::Path;

use marlin_coach::review::after_setup;
use marlin_core::{
    BoardSize, Game, ParseErrorKind,
    notation::{Notation, Reader, Reading},
    suite,
};
use marlin_support::lines::Lines;
use serde::Deserialize;

use crate::args::BaseArgs;
use crate::commands::position::{PositionError, in_words};
use crate::failure::{Failure, Reason};
use crate::files::{FileError, name};

/// The first line of the file that `match --out` writes.
const MATCH_FIELDS: &str = "game\topening\tmoves\tfirst\tsecond\tresult\ttheory\tillegal\tend\tfailure";

/// The reason why there are no games to review.
#[derive(Debug, thiserror::Error)]
enum GamesError {
    /// A user at a terminal has named no game.
    #[error("no game to review: name its MOVES or a FILE, '-' for the keyboard, or pipe them in")]
    Keyboard,
    /// A position has no moves.
    #[error("{NEEDS_MOVES}")]
    Position,
    /// A line of the input has no game.
    #[error("{name}, line {line}: {reason}")]
    Line {
        /// The file, fit to print.
        name: String,
        /// The line, counted from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// The input has no games.
    #[error("no positions in {name}: each line must have one, as in '4433'")]
    Empty {
        /// The file, fit to print.
        name: String,
    },
}

impl Reason for GamesError {}

/// The error of a position that is no game.
pub(in crate::commands) const NEEDS_MOVES: &str =
    "a review needs the moves of the game, as in 4433 or d1 d2 c1 c2: a position alone has none";

/// The games to review, all of one board.
#[derive(Debug)]
pub(super) struct ReviewInput {
    pub(super) board: BoardSize,
    pub(super) games: Vec<Game>,
}

/// A game of a match, as JSON.
#[derive(Deserialize)]
struct JsonGame {
    moves: String,
    #[serde(default)]
    opening: String,
}

/// Reads the games that the command line names: a file if there is one of this name, otherwise moves.
pub(super) fn read(
    words: &[String],
    board: Option<BoardSize>,
    base: BaseArgs,
) -> Result<ReviewInput, Failure> {
    let reader = Reader::new().board(board).base(base.base);
    match words {
        [] if io::stdin().is_terminal() => Err(GamesError::Keyboard.into()),
        [] => from_lines("standard input", io::stdin().lock(), board, reader),
        [word] if word == "-" => from_lines("standard input", io::stdin().lock(), board, reader),
        [word] if !word.is_empty() && Path::new(word).exists() => {
            let path = Path::new(word);
            let file = File::open(path).map_err(|source| FileError::read(path, source))?;
            from_lines(&name(path), BufReader::new(file), board, reader)
        }
        words => from_moves(&words.join(" "), reader),
    }
}

/// Reads the moves of the command line.
fn from_moves(text: &str, reader: Reader) -> Result<ReviewInput, Failure> {
    Err(match reader.read(text) {
        Ok(read) if has_moves(&read) => {
            return Ok(ReviewInput { board: read.game.size(), games: vec![read.game] });
        }
        Ok(_) => GamesError::Position.into(),
        // Moves begin with a column: other text was meant as the name of a file.
        Err(_) if text.contains(['.', '/', '\\']) => {
            let missing = || io::Error::from(io::ErrorKind::NotFound);
            let source = File::open(text).err().unwrap_or_else(missing);
            FileError::read(Path::new(text), source).into()
        }
        Err(source) => PositionError { argument: "MOVES", source }.into(),
    })
}

/// Returns whether a text has the moves of its game.
pub(in crate::commands) const fn has_moves(read: &Reading<'_>) -> bool {
    matches!(read.notation, Notation::Moves | Notation::Set | Notation::Cells)
}

/// Reads a game a line, and at least one.
fn from_lines(
    name: &str,
    input: impl BufRead,
    mut board: Option<BoardSize>,
    reader: Reader,
) -> Result<ReviewInput, Failure> {
    let mut lines = Lines::new(input);
    let mut games = Vec::new();
    let mut number = 0;
    let unreadable = |source| FileError::Read { name: name.to_owned(), source };
    while let Some(line) = lines.next_line().map_err(unreadable)? {
        number += 1;
        let game = line.map_err(|error| error.to_string()).and_then(|line| game(&mut board, &line, reader));
        let bad_line = |reason| GamesError::Line { name: name.to_owned(), line: number, reason };
        games.extend(game.map_err(bad_line)?);
    }
    if games.is_empty() {
        return Err(GamesError::Empty { name: name.to_owned() }.into());
    }
    Ok(ReviewInput { board: board.unwrap_or_default(), games })
}

/// Returns the game of a line, `None` if it has none, or the reason why it is invalid.
fn game(board: &mut Option<BoardSize>, line: &str, reader: Reader) -> Result<Option<Game>, String> {
    if line.starts_with('#') {
        let Some(found) = suite::stated_board(line).map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        let expected = *board.get_or_insert(found);
        let other = || format!("games of board {found}, where {expected} is expected");
        return if found == expected { Ok(None) } else { Err(other()) };
    }
    if line.trim().is_empty() || line == MATCH_FIELDS {
        return Ok(None);
    }
    let board = *board.get_or_insert_default();
    let Some(JsonGame { moves, opening }) = match_game(line)? else {
        let reader = reader.board(Some(board));
        // A game is asked for, so a line that may be moves alone is read as moves.
        let read = match reader.read_line(line) {
            Err(error) if error.kind() == &ParseErrorKind::MovesOrScore => {
                reader.notation(Some(Notation::Moves)).read(line)
            }
            read => read,
        };
        let read = read.map_err(|error| in_words(&error))?;
        return if has_moves(&read) { Ok(Some(read.game)) } else { Err(NEEDS_MOVES.to_owned()) };
    };
    let parse = |text| Game::parse(board, text).map_err(|error| error.to_string());
    // No player has chosen the moves of an opening.
    let (game, opening) = (parse(&moves)?, parse(&opening)?);
    let is_of_game = game.moves().starts_with(opening.moves());
    let played = after_setup(&game, opening.moves().len()).filter(|_| is_of_game);
    played.map(Some).ok_or_else(|| format!("the moves {moves} don't begin with the opening {opening}"))
}

/// Returns the game of a line that a match has written, as fields or as JSON; `None` for any other line.
fn match_game(line: &str) -> Result<Option<JsonGame>, String> {
    if line.starts_with('{') {
        return serde_json::from_str(line)
            .map(Some)
            .map_err(|error| format!("not a game of a match: {error}"));
    }
    let fields: Vec<_> = line.split('\t').collect();
    let is_game = fields.len() == MATCH_FIELDS.split('\t').count();
    Ok(is_game.then(|| JsonGame { moves: fields[2].to_owned(), opening: fields[1].to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_lines(text: &str) -> Result<Vec<String>, String> {
        let games =
            from_lines("a test", text.as_bytes(), None, Reader::new()).map_err(|error| error.to_string())?;
        Ok(games.games.iter().map(Game::to_string).collect())
    }

    #[cfg(feature = "match")]
    #[test]
    fn the_fields_of_a_match_are_those_that_it_writes() {
        assert_eq!(MATCH_FIELDS, crate::arena::MatchRecord::NAMES);
    }

    #[test]
    fn each_line_is_a_game_in_any_of_the_forms() {
        let text = "# games\n4433\n\n4 4 3 3\n4 4\n4433 18\n443 -1 \n1. d1 d2 2. c1 *\n\
                    game\topening\tmoves\tfirst\tsecond\tresult\ttheory\tillegal\tend\tfailure\n\
                    1\t4\t44\ta\tb\t1-0\t1-0\t\trules\t\n{\"game\": 2, \"moves\": \"12\"}\n";
        assert_eq!(read_lines(text).unwrap(), ["4433", "4433", "44", "4433", "443", "443", "4", "12"]);
    }

    #[test]
    fn a_line_without_a_game_is_named_with_its_reason() {
        for (text, expected) in [
            ("4433\n44x", "a test, line 2: invalid character 'x'"),
            ("12121212", "a test, line 1: move 8: the game is over"),
            ("{\"board\": []}", "a test, line 1: not a game of a match: missing field `moves`"),
            ("# board 8x5\n# board 9x5\n1", "a test, line 2: games of board 9x5, where 8x5 is expected"),
            ("# board 99x99", "a test, line 1: a board of 99x99 doesn't fit"),
            ("7/7/7/7/3p3/3P3", "a test, line 1: a review needs the moves"),
            ("", "no positions in a test"),
            ("# nothing\n\n", "no positions in a test"),
            (
                "{\"moves\": \"44\", \"opening\": \"3\"}",
                "a test, line 1: the moves 44 don't begin with the opening 3",
            ),
        ] {
            let error = read_lines(text).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
