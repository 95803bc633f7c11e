//! Movetext: a game as the cells of its moves, with move numbers and the result as in PGN, or without.
//!
//! ```text
//! 1. d1 d2 2. c1 c2 3. e1 *
//! ```

use super::error::{ParseError, start_of};
use super::moves::DropMove;
use crate::game::Game;
use crate::geometry::BoardSize;
use crate::player::GameOutcome;
use crate::player::Player;
use crate::position::Position;

/// The results of movetext: X has won, O has won, a draw, and a game that has not ended.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", UNFINISHED];

/// The result of a game that has not ended.
pub(super) const UNFINISHED: &str = "*";

impl Game {
    /// Returns the game as movetext: the cell of each move, a number before each move of X, and the result. `1-0` means
    /// that X has won, `0-1` that O has, `1/2-1/2` a draw, and `*` that the game has not ended.
    ///
    /// The moves of a game that starts from a position are numbered from that position on, as in `3... d3 4. e1 *`.
    pub fn to_movetext(&self) -> String {
        let mut position = *self.start();
        let mut words = Vec::new();
        for &column in self.moves() {
            if words.is_empty() || position.side_to_move() == Player::X {
                words.push(move_number(&position));
            }
            words.push(format!("{}{}", column.file(), position.height(column) + 1));
            position.play_unchecked(column);
        }
        words.push(self.outcome().map_or(UNFINISHED, result_of).to_owned());
        words.join(" ")
    }

    /// Reads movetext from the empty board: cells with white space or commas between them, as in `d1 d2`, or drops, as
    /// in `P@d1 P@d2`. Move numbers and a result are checked where they are given.
    ///
    /// A result that ends an unfinished game is accepted and not kept, because a player may resign and a game may be
    /// agreed drawn. The result of a finished game must be that of its position.
    ///
    /// # Errors
    ///
    /// [`ParseError`] at a move that cannot be played, a number that is not the next one, another result than that of the
    /// game, and a word after the result.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Game};
    ///
    /// let game = Game::from_movetext(BoardSize::STANDARD, "1. d1 d2 2. c1 *")?;
    /// assert_eq!(game.to_string(), "443");
    /// assert_eq!(Game::from_movetext(BoardSize::STANDARD, "d1 d2 c1")?, game);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    ///
    /// # References
    ///
    /// Portable Game Notation Specification, 1994, section 8.2.
    pub fn from_movetext(size: BoardSize, text: &str) -> Result<Self, ParseError> {
        let mut game = Self::on(size);
        let mut words = words(text).peekable();
        while let Some((index, word)) = words.next() {
            let (number, rest) = word.split_at(number_length(word));
            check_number(&game, index, number)?;
            // Numbers are ASCII.
            let index = index + number.len();
            if let Some(result) = RESULTS.into_iter().find(|result| *result == rest) {
                check_result(&game, index, result)?;
                return words.next().map_or(Ok(game), |(index, _)| {
                    let message = format!("a word at index {index}, after the result of the game");
                    Err(ParseError::form(index, message))
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
}

/// Returns whether a text looks like movetext of a board with so many columns.
///
/// Past nine columns a word such as `a1` may be two moves. It is a cell there only in company.
pub(super) fn is_movetext(text: &str, width: usize) -> bool {
    let mut words = words(text).map(|(_, word)| word);
    let Some(first) = words.next() else { return false };
    match words.next() {
        _ if is_drop(first) || number_length(first) > 0 => true,
        None if first == UNFINISHED => true,
        None => width <= 9 && is_cell(first),
        Some(second) => is_cell(first) && (width <= 9 || is_movetext(second, 9) || RESULTS.contains(&second)),
    }
}

/// Returns the moves of a text, and the result behind them.
pub(super) fn split_result(text: &str) -> (&str, Option<&'static str>) {
    let split = text.trim_end().rsplit_once(char::is_whitespace);
    let with_result =
        split.and_then(|(moves, last)| Some((moves, RESULTS.into_iter().find(|result| *result == last)?)));
    with_result.map_or((text, None), |(moves, result)| (moves, Some(result)))
}

/// Returns whether a word is a drop, as in `P@d1`.
fn is_drop(word: &str) -> bool {
    word.starts_with("P@") || word.starts_with("p@")
}

/// Returns whether a word has the shape of a cell: letters, and a number after them.
fn is_cell(word: &str) -> bool {
    let rank = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    !rank.is_empty() && rank.len() < word.len() && rank.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the words of a text, each with the index of its first character.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    let words = text.split(|c: char| c.is_whitespace() || c == ',').map(move |word| {
        let index = next;
        next += word.chars().count() + 1;
        (index, word)
    });
    words.filter(|(_, word)| !word.is_empty())
}

/// Returns the length of the move number with which a word begins: digits and periods after them, none if it has none.
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

/// Checks the number before the next move, if there is one.
fn check_number(game: &Game, index: usize, found: &str) -> Result<(), ParseError> {
    let expected = move_number(game.position());
    if found.is_empty() || found == expected {
        return Ok(());
    }
    Err(other_number(index, found, &expected))
}

/// Returns the error of a move number where something else is next.
fn other_number(index: usize, found: &str, expected: &str) -> ParseError {
    let found = start_of(found);
    ParseError::form(index, format!("move number {found:?} at index {index}, where {expected} is next"))
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
pub(super) fn check_result(game: &Game, index: usize, found: &'static str) -> Result<(), ParseError> {
    match game.outcome() {
        Some(outcome) if result_of(outcome) != found => {
            let expected = result_of(outcome);
            let message = format!("result {found} at index {index}, but {outcome}: write {expected}");
            Err(ParseError::form(index, message))
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
        let message = format!("move {:?} at index {index}: {error}", start_of(word));
        error.within(index, message)
    })
}

/// Returns the error of a tag, a comment or a variation of PGN.
pub(super) fn pgn(index: usize) -> ParseError {
    let reason = "tags, comments and variations of PGN aren't read";
    ParseError::form(index, format!("{reason} (index {index}): give the moves alone, as in 1. d1 d2 *"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    fn read(text: &str) -> Result<String, String> {
        let game = Game::from_movetext(BoardSize::STANDARD, text);
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
            ("1. d1 d1", "move \"d1\" at index 6: the next stone there falls on rank 2"),
            ("1. d1 h1", "move \"h1\" at index 6: moves are drops like P@g1, a to g and 1 to 6"),
            ("1. d1 2. d2", "move number \"2.\" at index 6, where 1... is next"),
            ("2. d1", "move number \"2.\" at index 0, where 1. is next"),
            (
                "1. d1 {+M21/42} d2",
                "tags, comments and variations of PGN aren't read (index 6): give the moves alone, as in 1. d1 d2 *",
            ),
            ("1. d1 d2 2.", "move number \"2.\" at index 9, where a move is next"),
            ("1. d1 * d2", "a word at index 8, after the result of the game"),
            ("1. a1 b1 2. a2 b2 3. a3 b3 4. a4 *", "result * at index 33, but X has won: write 1-0"),
            ("a1 b1 a2 b2 a3 b3 a4 1/2-1/2", "result 1/2-1/2 at index 21, but X has won: write 1-0"),
        ] {
            assert_eq!(read(text).unwrap_err(), error, "{text}");
        }
    }

    #[test]
    fn a_game_from_a_position_is_numbered_from_there() {
        let mut game: Game = Game::from_position("443".parse().unwrap());
        for number in [3, 5] {
            let column = crate::column::Column::from_number(number);
            column.map(|column| game.play(column).unwrap()).unwrap();
        }
        assert_eq!(game.to_movetext(), "2... c2 3. e1 *");
    }

    #[test]
    fn a_cell_alone_may_be_two_moves_on_a_wide_board() {
        assert!(is_movetext("d1", 7) && is_movetext("d1 d2", 7) && is_movetext("1.d1", 12));
        assert!(!is_movetext("a1", 12) && is_movetext("a1 b1", 12) && is_movetext("P@a1", 12));
        assert!(!is_movetext("a1 18", 12) && !is_movetext("4433 18", 7) && !is_movetext("1-0", 7));
    }
}
