//! A drawn board in its frame, with the state of the game below it, for people to read.

use std::fmt::{self, Write};

use crate::game::Game;

/// The words with which the lines below a framed board begin.
pub(super) const STATES: [&str; 3] = ["Moves played:", "Current player:", "Game over:"];

impl Game {
    /// Returns the board in its frame, the number of moves, and the side to move or the end of the game.
    ///
    /// After a win, the winning stones are capitals, and all others small letters. [`Position::from_drawing`] and
    /// [`Reader`](crate::notation::Reader) read the text as the same board.
    ///
    /// [`Position::from_drawing`]: crate::Position::from_drawing
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
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_drawing(&self) -> String {
        let mut text = String::new();
        match self.draw(&mut text) {
            Ok(()) => text,
            Err(fmt::Error) => unreachable!("a text can always be written to"),
        }
    }

    fn draw(&self, text: &mut String) -> fmt::Result {
        for row in self.rows_with_winners().lines() {
            writeln!(text, "| {row} |")?;
        }
        let size = self.size();
        writeln!(text, "+{}+", "-".repeat(2 * size.width() + 1))?;
        let names: Vec<_> = size.columns().map(|column| column.to_string()).collect();
        writeln!(text, "  {}", names.join(" "))?;
        let nb_moves = self.position().nb_moves();
        let [moves, player, end] = STATES;
        writeln!(text, "{moves} {nb_moves}")?;
        match self.outcome() {
            Some(outcome) => writeln!(text, "{end} {outcome}, at move {nb_moves}"),
            None => writeln!(text, "{player} {}", self.position().side_to_move()),
        }
    }

    /// Returns the rows of the board. After a win, the other stones are small letters.
    fn rows_with_winners(&self) -> String {
        let rows = self.position().to_string();
        let winning = self.winning_stones();
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
    use crate::Position;

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
        assert_eq!(Position::from_drawing(&text), "112255443".parse::<Position>());
        // No player has won here, nor on a full board.
        assert!(draw("11225544").contains("| X X . X X . . |"));
        assert!(!draw("656173566152215676422337377473141445425321").contains('x'));
    }
}
