//! Movetext: the cells of a game's moves, as in `1. d1 d2 *`, and drops such as `P@d1`.

use std::fmt;

use marlin_core::{BoardSize, Cell, Column, Game, GameOutcome, ParseError, ParseErrorKind, Player, Position};

use crate::text::{form_error, start_of};

/// A move as UCI's variant `cfour` writes it: a piece dropped on a cell, columns as the files `a`, `b` and
/// on, rows as the ranks from 1 at the bottom. The files after `z` are `aa`, `ab` and so on.
///
/// The parser accepts shorter forms: `d1` and `d` are moves in the fourth column too.
///
/// # Examples
///
/// ```
/// use marlin_core::{BoardSize, Column, Game};
/// use marlin_notation::DropMove;
///
/// let mut game: Game = "44".parse()?;
/// assert_eq!(DropMove::new(game.position(), Column::D).to_string(), "P@d3");
///
/// DropMove::parse(BoardSize::STANDARD, "P@d3")?.play_in(&mut game)?;
/// assert_eq!(game.to_string(), "444");
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DropMove {
    column: Column,
    row: Option<usize>,
}

impl DropMove {
    /// Returns a move in a column that is not full, with the cell that the stone falls to.
    ///
    /// # Panics
    ///
    /// If the column is full or not on the board.
    pub fn new(position: &Position, column: Column) -> Self {
        assert!(position.can_play(column), "column {column} is full, or not on the board");
        Self { column, row: Some(position.height(column)) }
    }

    /// Returns the drops of a line of play from a position.
    ///
    /// # Panics
    ///
    /// If a column is full or not on the board.
    pub fn line(position: &Position, moves: &[Column]) -> Vec<Self> {
        let mut position = *position;
        let mut drop = |&column: &Column| {
            let drop = Self::new(&position, column);
            position.play_unchecked(column);
            drop
        };
        moves.iter().map(&mut drop).collect()
    }

    /// Reads a drop on a board, in small letters or capitals: a cell, with `P@` before it or without, or a
    /// file alone.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the text names no cell of the board.
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParseError> {
        let name = text.strip_prefix(['P', 'p']).and_then(|name| name.strip_prefix('@')).unwrap_or(text);
        let drop = match (name.parse::<Cell>(), Column::from_file(name)) {
            (Ok(cell), _) => Some(Self { column: cell.column(), row: Some(cell.row()) }),
            (_, column) => column.map(|column| Self { column, row: None }),
        };
        let drop = drop.filter(|drop| size.has_column(drop.column) && drop.row < Some(size.height()));
        drop.ok_or_else(|| {
            let last = size.columns().last().map_or("a", Column::file);
            let (file, ranks) = (last, size.height());
            form_error(None, format!("moves are drops like P@{file}1, a to {file} and 1 to {ranks}"))
        })
    }

    /// Returns the column.
    pub const fn column(self) -> Column {
        self.column
    }

    /// Returns the row, counted from 0 at the bottom; `None` if the text that was read names none.
    pub const fn row(self) -> Option<usize> {
        self.row
    }

    /// Plays the move; the game is unchanged if that fails.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the stone does not fall to the cell, or if the rules do not allow the move.
    pub fn play_in(self, game: &mut Game) -> Result<(), ParseError> {
        let (position, number) = (game.position(), game.moves().len() + 1);
        let height = position.height(self.column);
        // A full column is refused by the rules, whatever the rank.
        if position.can_play(self.column) && self.row.is_some_and(|row| row != height) {
            return Err(form_error(None, format!("the next stone there falls on rank {}", height + 1)));
        }
        game.play(self.column).map_err(|reason| {
            ParseError::new(ParseErrorKind::Move { number, reason }, None, reason.to_string())
        })
    }
}

/// Writes the drop with its rank, if it has one.
impl fmt::Display for DropMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P@{}", self.column.file())?;
        self.row.map_or(Ok(()), |row| write!(f, "{}", row + 1))
    }
}

/// The results of movetext: X has won, O has won, a draw, and a game that has not ended.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", UNFINISHED];

/// The result of a game that has not ended.
pub(crate) const UNFINISHED: &str = "*";

/// Returns the game as movetext: the cell of each move, a number before each move of X, and the result. `1-0`
/// means that X has won, `0-1` that O has, `1/2-1/2` a draw, and `*` that the game has not ended.
///
/// The moves of a game that starts from a position are numbered from that position on, as in `3... d3 4. e1
/// *`.
pub fn movetext(game: &Game) -> String {
    let mut position = *game.start();
    let mut words = Vec::new();
    for &column in game.moves() {
        if words.is_empty() || position.side_to_move() == Player::X {
            words.push(move_number(&position));
        }
        words.push(format!("{}{}", column.file(), position.height(column) + 1));
        position.play_unchecked(column);
    }
    words.push(game.outcome().map_or(UNFINISHED, result_of).to_owned());
    words.join(" ")
}

/// Reads movetext from the empty board: cells with white space or commas between them, as in `d1 d2`, or
/// drops, as in `P@d1 P@d2`. Move numbers and a result are checked where they are given.
///
/// A result that ends an unfinished game is accepted and not kept, because a player may resign and a game may
/// be agreed drawn. The result of a finished game must be the result of its position.
///
/// # Errors
///
/// [`ParseError`] at a move that cannot be played, a number that is not the next one, a result that is not
/// the result of the game, and a word after the result.
///
/// # References
///
/// Portable Game Notation Specification, 1994, section 8.2.
pub(crate) fn from_movetext(size: BoardSize, text: &str) -> Result<Game, ParseError> {
    let mut game = Game::on(size);
    let mut words = words(text).peekable();
    while let Some((index, word)) = words.next() {
        let (number, rest) = word.split_at(number_length(word));
        let expected = move_number(game.position());
        if !number.is_empty() && number != expected {
            return Err(other_number(index, number, &expected));
        }
        // Numbers are ASCII.
        let index = index + number.len();
        if let Some(result) = RESULTS.into_iter().find(|result| *result == rest) {
            check_result(&game, index, result)?;
            return words.next().map_or(Ok(game), |(index, _)| {
                let message = format!("a word at character {}, after the result of the game", index + 1);
                Err(form_error(index, message))
            });
        }
        if !rest.is_empty() {
            play(&mut game, index, rest)?;
        } else if words.peek().is_none() {
            return Err(other_number(index - number.len(), number, "a move"));
        }
    }
    Ok(game)
}

/// Returns whether a text looks like movetext: its first word is a cell, a drop, a number with periods or no
/// result yet.
pub(crate) fn is_movetext(text: &str) -> bool {
    text.trim() == UNFINISHED
        || words(text)
            .next()
            .is_some_and(|(_, first)| is_drop(first) || number_length(first) > 0 || is_cell(first))
}

/// Returns whether a text is files of a board, and perhaps cells and a result.
pub(crate) fn are_files(text: &str, size: BoardSize) -> bool {
    let is_file = |word: &str| Column::from_file(word).is_some_and(|column| size.has_column(column));
    words(text).next().is_some_and(|(_, first)| is_file(first))
        && words(text).all(|(_, word)| is_file(word) || is_cell(word) || RESULTS.contains(&word))
}

/// Returns whether a word begins as a drop does.
fn is_drop(word: &str) -> bool {
    word.starts_with("P@") || word.starts_with("p@")
}

/// Returns the moves of a text, and the result behind them.
pub(crate) fn split_result(text: &str) -> (&str, Option<&'static str>) {
    let split = text.trim_end().rsplit_once(char::is_whitespace);
    let with_result =
        split.and_then(|(moves, last)| Some((moves, RESULTS.into_iter().find(|result| *result == last)?)));
    with_result.map_or((text, None), |(moves, result)| (moves, Some(result)))
}

/// Returns whether a word has the shape of one of movetext: a number, a file, a cell, a drop or a result.
pub(crate) fn is_of_movetext(word: &str) -> bool {
    let rest = &word[number_length(word)..];
    let name = rest.strip_prefix(['P', 'p']).and_then(|name| name.strip_prefix('@')).unwrap_or(rest);
    let is_file = name.len() <= 2 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_file || is_cell(name) || RESULTS.contains(&rest)
}

/// Returns whether a word has the shape of a cell: letters, and a number after them.
fn is_cell(word: &str) -> bool {
    let rank = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    !rank.is_empty() && rank.len() < word.len() && rank.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the words of a text, each with the index of its first character.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    let words = text.split(|c: char| c.is_whitespace() || c == ',').map(move |word| {
        let index = next;
        next += word.chars().count() + 1;
        (index, word)
    });
    words.filter(|(_, word)| !word.is_empty())
}

/// Returns the length of the move number with which a word begins: digits and periods after them, none if it
/// has none.
fn number_length(word: &str) -> usize {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = after_digits.trim_start_matches('.');
    let is_number = after_digits.len() < word.len() && rest.len() < after_digits.len();
    if is_number { word.len() - rest.len() } else { 0 }
}

/// Returns the number before the next move, as in `2.` for X and `2...` for O.
fn move_number(position: &Position) -> String {
    let periods = if position.side_to_move() == Player::X { "." } else { "..." };
    format!("{}{periods}", position.nb_moves() / 2 + 1)
}

/// Returns the error of a move number where something else is next.
fn other_number(index: usize, found: &str, expected: &str) -> ParseError {
    let found = start_of(found);
    form_error(index, format!("move number {found:?} at character {}, where {expected} is next", index + 1))
}

/// Returns the result of a finished game.
fn result_of(outcome: GameOutcome) -> &'static str {
    match outcome {
        GameOutcome::Won(Player::X) => "1-0",
        GameOutcome::Won(Player::O) => "0-1",
        GameOutcome::Drawn => "1/2-1/2",
    }
}

/// Checks the result of a game: an unfinished one may have any.
pub(crate) fn check_result(game: &Game, index: usize, found: &'static str) -> Result<(), ParseError> {
    match game.outcome() {
        Some(outcome) if result_of(outcome) != found => {
            let expected = result_of(outcome);
            let message =
                format!("result {found} at character {}, but {outcome}: write {expected}", index + 1);
            Err(form_error(index, message))
        }
        _ => Ok(()),
    }
}

/// Plays the move of a word at an index of the text.
fn play(game: &mut Game, index: usize, word: &str) -> Result<(), ParseError> {
    if word.starts_with(['{', '}', '(', ';', '$', '[']) {
        return Err(pgn(index));
    }
    let played = DropMove::parse(game.size(), word).and_then(|drop| drop.play_in(game));
    played.map_err(|error| {
        let message = format!("move {:?} at character {}: {error}", start_of(word), index + 1);
        ParseError::new(error.kind().clone(), index, message)
    })
}

/// Returns the error of a tag, a comment or a variation of PGN.
pub(crate) fn pgn(index: usize) -> ParseError {
    let reason = "tags, comments and variations of PGN are not read";
    let message = format!("{reason} (character {}): give the moves alone, as in 1. d1 d2 *", index + 1);
    ParseError::new(ParseErrorKind::NotRead, index, message)
}

#[cfg(test)]
mod tests {
    use marlin_core::PlayError;

    use super::*;

    #[test]
    fn a_drop_names_the_cell_where_the_stone_rests() {
        let mut game = Game::new();
        for text in ["P@d1", "p@d2", "P@e1", "e", "g1"] {
            DropMove::parse(BoardSize::STANDARD, text).unwrap().play_in(&mut game).unwrap();
        }
        assert_eq!(game.to_string(), "44557");
        let refused = |text: &str, game: &mut Game| -> String {
            DropMove::parse(BoardSize::STANDARD, text)
                .and_then(|drop| drop.play_in(game))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(refused("P@d1", &mut game), "the next stone there falls on rank 3");
        for text in ["P@h1", "e2e4", "", "d7", "d0", "d+1", "P@"] {
            assert_eq!(refused(text, &mut game), "moves are drops like P@g1, a to g and 1 to 6", "{text}");
        }
        assert_eq!(game.to_string(), "44557");
    }

    #[test]
    fn a_full_column_is_refused_whatever_the_rank() {
        let mut game: Game = "444444".parse().unwrap();
        let drop = DropMove::parse(BoardSize::STANDARD, "d6").unwrap();
        let error = drop.play_in(&mut game).unwrap_err();
        let reason = PlayError::ColumnFull { number: 4 };
        assert_eq!(error.kind(), &ParseErrorKind::Move { number: 7, reason });
        assert_eq!(error.to_string(), "column 4 is full");
    }

    #[test]
    fn the_drops_of_a_line_stand_on_one_another() {
        let moves = [3, 3, 0].map(|index| Column::new(index).unwrap());
        let line = DropMove::line(&"4".parse::<Position>().unwrap(), &moves);
        assert_eq!(line.iter().map(ToString::to_string).collect::<Vec<_>>(), ["P@d2", "P@d3", "P@a1"]);
    }

    fn read(text: &str) -> Result<String, String> {
        let game = from_movetext(BoardSize::STANDARD, text);
        game.map(|game| game.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_results_and_the_form_of_drops_are_optional() {
        for text in [
            "1. d1 d2 2. c1 *",
            "1.d1 1...d2 2.c1",
            "d1 d2 c1",
            "P@d1, p@d2, C1",
            "d1 d c",
            "1. d1 d2\n2. c1 1-0",
            "d1 d2 c1 1/2-1/2",
        ] {
            assert_eq!(read(text).as_deref(), Ok("443"), "{text}");
        }
        assert_eq!(read("*").as_deref(), Ok(""));
    }

    #[test]
    fn what_contradicts_the_game_is_refused_with_its_place() {
        for (text, error) in [
            ("1. d1 d1", "move \"d1\" at character 7: the next stone there falls on rank 2"),
            ("1. d1 h1", "move \"h1\" at character 7: moves are drops like P@g1, a to g and 1 to 6"),
            ("1. d1 2. d2", "move number \"2.\" at character 7, where 1... is next"),
            ("2. d1", "move number \"2.\" at character 1, where 1. is next"),
            (
                "1. d1 {+M21/42} d2",
                "tags, comments and variations of PGN are not read (character 7): give the moves alone, as in 1. d1 d2 *",
            ),
            ("1. d1 d2 2.", "move number \"2.\" at character 10, where a move is next"),
            ("1. d1 * d2", "a word at character 9, after the result of the game"),
            ("1. a1 b1 2. a2 b2 3. a3 b3 4. a4 *", "result * at character 34, but X has won: write 1-0"),
            ("a1 b1 a2 b2 a3 b3 a4 1/2-1/2", "result 1/2-1/2 at character 22, but X has won: write 1-0"),
        ] {
            assert_eq!(read(text).unwrap_err(), error, "{text}");
        }
    }

    #[test]
    fn a_game_from_a_position_is_numbered_from_there() {
        let mut game: Game = Game::from_position("443".parse().unwrap());
        for number in [3, 5] {
            let column = Column::from_number(number);
            column.map(|column| game.play(column).unwrap()).unwrap();
        }
        assert_eq!(movetext(&game), "2... c2 3. e1 *");
    }

    #[test]
    fn cells_drops_and_files_are_movetext_and_numbers_are_not() {
        for text in ["d1", "a1", "d1 d2", "1.d1", "P@a1", "*"] {
            assert!(is_movetext(text), "{text}");
        }
        let on = |text: &str, size: &str| are_files(text, size.parse().unwrap());
        for text in ["d", "d c1 a", "a,b *"] {
            assert!(on(text, "7x6") && on(text, "12x4"), "{text}");
        }
        for text in ["4433 18", "1-0", "10 3", "x", "win", "ah", ""] {
            assert!(!is_movetext(text) && !on(text, "7x6") && !on(text, "12x4"), "{text}");
        }
        assert!(on("k", "12x4") && !on("k", "7x6"));
    }
}
