//! Drawn boards: with one row on each line, in Marlin's frame or without, or on one line with `/` between the
//! rows.

use super::error::ParseError;
use crate::bitboard;
use crate::game::Game;
use crate::geometry::BoardSize;
use crate::position::Position;

impl Position {
    /// Returns the board on one line, its rows from the top with `/` between them.
    pub fn to_rows(&self) -> String {
        bitboard::one_line(self)
    }

    /// Reads a drawn board of any size: its rows of `X`, `O` and `.` from the top, on lines of their own or
    /// with `/` between them. Blanks are skipped. A drawing of [`Game::to_drawing`] is read with its frame
    /// and the lines below it.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the rows do not form a board, if the lines around it or its small letters differ
    /// from `to_drawing`, and in the cases of [`Position::from_bitboards`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position = Position::from_rows("...../...../..O../..X..")?;
    /// assert_eq!((position.size().to_string(), position.nb_moves()), ("5x4".to_owned(), 2));
    /// assert_eq!(Position::from_rows(&position.to_string())?, position);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn from_rows(text: &str) -> Result<Self, ParseError> {
        let (mut rows, mut row) = (Vec::new(), Vec::new());
        let (mut has_frame, mut has_small_letters) = (false, false);
        for (index, found) in text.chars().enumerate() {
            match found {
                '/' | '\n' => {
                    rows.extend(Some(std::mem::take(&mut row)).filter(|row| !row.is_empty() || found == '/'));
                }
                // The rest is compared with the whole drawing.
                '+' => break,
                'X' => row.push(1),
                'O' => row.push(2),
                '.' => row.push(0),
                'x' | 'o' => {
                    has_small_letters = true;
                    row.push(if found == 'x' { 1 } else { 2 });
                }
                '|' => has_frame = true,
                _ if found.is_whitespace() => {}
                _ => return Err(ParseError::character(index, found, "cells are X, O and .")),
            }
        }
        if !row.is_empty() || text.trim_end().ends_with('/') {
            rows.push(row);
        }
        let position = Self::from_cells(board_of(&rows)?, &rows.concat())?;
        if has_frame || has_small_letters || text.contains('+') {
            let lines = |text: &str| {
                text.lines()
                    .map(|line| line.trim().to_owned())
                    .filter(|line| !line.is_empty())
                    .collect::<Vec<_>>()
            };
            if lines(text) != lines(&Game::from_position(position).to_drawing()) {
                let advice = "give its rows alone, in capitals";
                return Err(ParseError::form(
                    None,
                    format!("the lines around the board do not match its stones: {advice}"),
                ));
            }
        }
        Ok(position)
    }
}

/// Returns the board that has these rows.
pub(super) fn board_of(rows: &[Vec<u8>]) -> Result<BoardSize, ParseError> {
    let width = rows.first().map_or(0, Vec::len);
    if let Some((row, cells)) = rows.iter().enumerate().find(|(_, cells)| cells.len() != width) {
        let (found, number, ending) = (cells.len(), row + 1, if cells.len() == 1 { "" } else { "s" });
        let message =
            format!("{found} cell{ending} in row {number} from the top, where the first has {width}");
        return Err(ParseError::form(None, message));
    }
    BoardSize::new(width, rows.len()).ok_or_else(|| ParseError::board_size(width, rows.len()))
}

impl Game {
    /// Returns the board in its frame, the number of moves, and the side to move or the end of the game.
    ///
    /// After a win, the winning stones are capitals, and all others small letters. [`Position::from_rows`]
    /// reads the text as the same board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Game;
    ///
    /// let game = Game::parse("5x3".parse()?, "332")?;
    /// let drawing = "\
    /// | . . . . . |
    /// | . . O . . |
    /// | . X X . . |
    /// +-----------+
    ///   1 2 3 4 5
    /// Moves played: 3
    /// Current player: O
    /// ";
    /// assert_eq!(game.to_drawing(), drawing);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn to_drawing(&self) -> String {
        let (size, nb_moves) = (self.size(), self.position().nb_moves());
        // A cell is as wide as the number of the last column.
        let width = size.width().to_string().len();
        let spaced =
            |row: &str| row.split(' ').fold(String::new(), |row, cell| row + &format!(" {cell:>width$}"));
        let rows = self
            .rows_with_winners()
            .lines()
            .fold(String::new(), |rows, row| rows + &format!("|{} |\n", spaced(row)));
        let frame = "-".repeat((width + 1) * size.width() + 1);
        let numbers = size.columns().map(|column| column.to_string()).collect::<Vec<_>>().join(" ");
        let state = match self.outcome() {
            Some(outcome) => format!("Game over: {outcome}, at move {nb_moves}"),
            None => format!("Current player: {}", self.position().side_to_move()),
        };
        format!("{rows}+{frame}+\n {}\nMoves played: {nb_moves}\n{state}\n", spaced(&numbers))
    }

    /// Returns the rows of the board. After a win, the other stones are small letters.
    fn rows_with_winners(&self) -> String {
        let rows = self.position().to_string();
        let winning = self.position().winning_stones();
        if winning.is_empty() {
            return rows;
        }
        let marks = winning.to_string();
        let mark = |(stone, mark): (char, char)| if mark == 'x' { stone } else { stone.to_ascii_lowercase() };
        rows.chars().zip(marks.chars()).map(mark).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the drawing of a game on the standard board.
    fn draw(moves: &str) -> String {
        moves.parse::<Game>().unwrap().to_drawing()
    }

    #[test]
    fn the_first_player_is_always_x() {
        let expected = "\
| . . . . . . . |
| . . . . . . . |
| . . . . . . . |
| . . . . . . . |
| . . . O . . . |
| . . X X . . . |
+---------------+
  1 2 3 4 5 6 7
Moves played: 3
Current player: O
";
        assert_eq!(draw("443"), expected);
    }

    #[test]
    fn a_finished_game_shows_how_it_ended() {
        assert_eq!(draw("1212121").lines().last(), Some("Game over: X has won, at move 7"));
    }

    #[test]
    fn only_the_stones_that_won_are_capitals() {
        let text = draw("112255443");
        let rows: Vec<_> = text.lines().skip(4).take(2).collect();
        assert_eq!(rows, ["| o o . o o . . |", "| X X X X X . . |"]);
        assert_eq!(text.parse::<Position>(), "112255443".parse::<Position>());
        // No player has won here, nor on a full board.
        assert!(draw("11225544").contains("| X X . X X . . |"));
        assert!(!draw("656173566152215676422337377473141445425321").contains('x'));
    }
}
