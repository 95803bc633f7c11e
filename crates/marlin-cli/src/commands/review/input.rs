//! The games to review: those of the command line, or of a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::Path;

use marlin_arena::matches::GameRecord;
use marlin_arena::scoring::ReadPositionsError;
use marlin_coach::review::after_setup;
use marlin_core::any::Game;
use marlin_core::notation::{Notation, NotationError, Reader, Reading};
use marlin_core::{BoardSize, suite};
use marlin_support::lines::Lines;
use marlin_support::text::excerpt;
use serde::Deserialize;

use crate::args::BaseArgs;
use crate::error::CliError;

/// Games of one board.
#[derive(Debug)]
pub(super) struct Games {
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
pub(super) fn read(words: &[String], board: Option<BoardSize>, base: BaseArgs) -> Result<Games, CliError> {
    let reader = Reader::new().board(board).base(base.base);
    match words {
        [] if io::stdin().is_terminal() => Err(CliError::NoGames),
        [] => from_lines("standard input", io::stdin().lock(), board, reader),
        [word] if word == "-" => from_lines("standard input", io::stdin().lock(), board, reader),
        [word] if !word.is_empty() && Path::new(word).exists() => {
            let name = excerpt(word);
            let file = File::open(word).map_err(|source| CliError::Input { name: name.clone(), source })?;
            from_lines(&name, BufReader::new(file), board, reader)
        }
        words => from_moves(&words.join(" "), reader),
    }
}

/// Reads the moves of the command line.
fn from_moves(text: &str, reader: Reader) -> Result<Games, CliError> {
    match reader.read(text) {
        Ok(read) if has_moves(&read) => Ok(Games { board: read.game.size(), games: vec![read.game] }),
        Ok(_) => Err(CliError::NeedsMoves),
        // Moves begin with a column: other text was meant as the name of a file.
        Err(_) if text.contains(['.', '/', '\\']) => {
            let missing = || io::Error::from(io::ErrorKind::NotFound);
            let source = File::open(text).err().unwrap_or_else(missing);
            Err(CliError::Input { name: excerpt(text), source })
        }
        Err(source) => Err(CliError::Position { argument: "MOVES", source }),
    }
}

/// Returns whether a text has the moves of its game.
const fn has_moves(read: &Reading<'_>) -> bool {
    matches!(read.notation, Notation::Moves | Notation::Set | Notation::Cells)
}

/// Reads a game a line, and at least one.
fn from_lines(
    name: &str,
    input: impl BufRead,
    mut board: Option<BoardSize>,
    reader: Reader,
) -> Result<Games, CliError> {
    let mut lines = Lines::new(input);
    let mut games = Vec::new();
    let mut number = 0;
    let unreadable = |source| CliError::Input { name: name.to_owned(), source };
    while let Some(line) = lines.next_line().map_err(unreadable)? {
        number += 1;
        let game = line.map_err(|error| error.to_string()).and_then(|line| game(&mut board, &line, reader));
        let bad_line = |reason| CliError::BadPosition {
            name: name.to_owned(),
            error: ReadPositionsError::Line { line: number, reason },
        };
        games.extend(game.map_err(bad_line)?);
    }
    if games.is_empty() {
        return Err(CliError::NoPositions { name: name.to_owned() });
    }
    Ok(Games { board: board.unwrap_or_default(), games })
}

/// Returns the game of a line, `None` if it has none, or the reason against it.
fn game(board: &mut Option<BoardSize>, line: &str, reader: Reader) -> Result<Option<Game>, String> {
    if line.starts_with('#') {
        let Some(found) = suite::stated_board(line).map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        let expected = *board.get_or_insert(found);
        let other = || format!("games of board {found}, where {expected} is expected");
        return if found == expected { Ok(None) } else { Err(other()) };
    }
    if line.trim().is_empty() || line == GameRecord::NAMES {
        return Ok(None);
    }
    let board = *board.get_or_insert_default();
    let Some(JsonGame { moves, opening }) = match_game(line)? else {
        let reader = reader.board(Some(board));
        // A game is asked for, so a line that may be moves alone is read as moves.
        let read = match reader.read_line(line) {
            Err(NotationError::MovesOrScore) => reader.notation(Some(Notation::Moves)).read(line),
            read => read,
        };
        let read = read.map_err(|error| error.to_string())?;
        return if has_moves(&read) { Ok(Some(read.game)) } else { Err(CliError::NeedsMoves.to_string()) };
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
    let is_game = fields.len() == GameRecord::NAMES.split('\t').count();
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

    #[test]
    fn a_game_stands_on_each_line_in_any_of_the_forms() {
        let text = "# games\n4433\n\n4 4 3 3\n4 4\n4433 18\n443 -1 \n1. d1 d2 2. c1 *\n\
                    game\topening\tmoves\tfirst\tsecond\tresult\ttheory\tillegal\tend\tfailure\n\
                    1\t4\t44\ta\tb\t1-0\t1-0\t\trules\t\n{\"game\": 2, \"moves\": \"12\"}\n";
        assert_eq!(read_lines(text).unwrap(), ["4433", "4433", "44", "4433", "443", "443", "4", "12"]);
    }

    #[test]
    fn a_line_without_a_game_is_named_with_its_reason() {
        for (text, expected) in [
            ("4433\n44x", "a test, line 2: invalid character 'x'"),
            ("12121212", "a test, line 1: illegal move 2 at index 7: the game is over"),
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
