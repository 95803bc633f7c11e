//! FEN with drops: positions as UCI's variant `cfour` writes them, the Connect Four of Cute Chess and
//! Fairy-Stockfish.
//!
//! ```text
//! 7/7/7/7/3p3/3P3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 0 2
//! ```
//!
//! The ranks are given from the top: `P` is a stone of X (white), `p` a stone of O, and a number a run of
//! empty cells. The stones that both players have left follow in brackets, and then the side to move.

use super::drawing::board_of;
use super::error::ParseError;
use crate::geometry::BoardSize;
use crate::player::Player;
use crate::position::Position;

impl Position {
    /// Returns the FEN of the position, with drops: X is white, and its stones are `P`.
    ///
    /// On boards of more than nine columns, a run of empty cells may be a number of two digits, as in
    /// `10/10/4Pp4`.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let fen = "7/7/7/7/3p3/3P3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 0 2";
    /// assert_eq!("44".parse::<Position>()?.to_fen(), fen);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    ///
    /// # References
    ///
    /// <https://github.com/cutechess/cutechess>: its FEN of games with pieces in hand.
    pub fn to_fen(&self) -> String {
        let size = self.size();
        let ranks: Vec<String> = self.to_cells().chunks(size.width()).map(rank).collect();
        let left = |player: Player, all: u32| (all - self.stones(player).len()) as usize;
        let cells = size.cells();
        let hands = "P".repeat(left(Player::X, cells.div_ceil(2))) + &"p".repeat(left(Player::O, cells / 2));
        format!("{}[{hands}] {} - - 0 {}", ranks.join("/"), color(self), self.nb_moves() / 2 + 1)
    }
    /// Reads a FEN of any board: its ranks show the size. The stones in brackets and the numbers behind the
    /// side to move are skipped.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the ranks do not form a board, if by the number of stones the other side is to move,
    /// and in the cases of [`Position::from_bitboards`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// assert_eq!(Position::from_fen("7/7/7/7/3p3/3P3 w")?, "44".parse()?);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn from_fen(text: &str) -> Result<Self, ParseError> {
        let mut words = text.split_whitespace();
        let ranks = words.next().and_then(|board| board.split('[').next()).unwrap_or_default();
        let start = text.chars().take_while(|found| found.is_whitespace()).count();
        let cells = read_ranks(ranks, start)?;
        let position = Self::from_cells(board_of(&cells)?, &cells.concat())?;
        let expected = color(&position);
        if words.next().is_some_and(|color| color != expected) {
            return Err(ParseError::form(None, format!("by the number of stones it is {expected}'s turn")));
        }
        let is_counter = |word: &str| word == "-" || word.bytes().all(|digit| digit.is_ascii_digit());
        if words.clone().count() > 4 || !words.all(is_counter) {
            return Err(ParseError::form(
                None,
                "behind the side to move, a FEN has - or a number in four places",
            ));
        }
        Ok(position)
    }
}

/// Returns the side to move as a FEN names it: X is white.
fn color(position: &Position) -> &'static str {
    if position.side_to_move() == Player::X { "w" } else { "b" }
}

/// Returns a rank as text.
fn rank(cells: &[u8]) -> String {
    let run = |run: &[u8]| match run[0] {
        0 => run.len().to_string(),
        1 => "P".repeat(run.len()),
        _ => "p".repeat(run.len()),
    };
    cells.chunk_by(|left, right| left == right).map(run).collect()
}

/// Returns the cells of each rank. `start` is the index of the first character in the text.
fn read_ranks(ranks: &str, start: usize) -> Result<Vec<Vec<u8>>, ParseError> {
    let (mut rows, mut cells) = (Vec::new(), Vec::new());
    let mut chars = (start..).zip(ranks.chars()).peekable();
    while let Some((index, found)) = chars.next() {
        match (found, found.to_digit(10)) {
            ('/', _) => rows.push(std::mem::take(&mut cells)),
            ('P', _) => cells.push(1),
            ('p', _) => cells.push(2),
            (_, Some(first @ 1..)) => {
                let second = chars.next_if(|(_, next)| next.is_ascii_digit());
                let second = second.and_then(|(_, digit)| digit.to_digit(10));
                let run = second.map_or(first, |second| 10 * first + second) as usize;
                if run > BoardSize::MAX_WIDTH {
                    return Err(invalid_rank(index, found));
                }
                cells.extend(std::iter::repeat_n(0, run));
            }
            _ => return Err(invalid_rank(index, found)),
        }
    }
    rows.push(cells);
    Ok(rows)
}

/// Returns the error of a character that does not belong in a rank, or begins a number that is too large.
fn invalid_rank(index: usize, found: char) -> ParseError {
    ParseError::character(index, found, format!("a rank is made of P, p and 1 to {}", BoardSize::MAX_WIDTH))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";

    #[test]
    fn the_empty_board_is_the_start_that_cute_chess_knows() {
        assert_eq!(Position::new().to_fen(), START);
        assert_eq!(START.parse(), Ok(Position::new()));
    }

    #[test]
    fn a_position_comes_back_from_its_fen_with_the_stones_in_hand_or_without() {
        for moves in [
            "4",
            "44",
            "4433",
            "2252576253462244111563365343671351441",
            "656173566152215676422337377473141445425321",
        ] {
            let position: Position = moves.parse().unwrap();
            let fen = position.to_fen();
            assert_eq!(fen.parse(), Ok(position), "{moves}");
            assert_eq!(Position::from_fen(fen.split('[').next().unwrap()), Ok(position), "{moves}");
        }
    }

    #[test]
    fn a_board_with_an_odd_number_of_cells_gives_x_one_stone_more() {
        let empty = Position::on("11x3".parse().unwrap());
        let fen = empty.to_fen();
        assert!(fen.starts_with("11/11/11[") && fen.matches('P').count() == 17, "{fen}");
        assert_eq!(Position::parse(empty.size(), &fen), Ok(empty));
    }

    #[test]
    fn what_is_no_fen_is_refused_with_its_reason() {
        for (fen, part) in [
            ("", "a board of 0x1 does not fit"),
            ("7/7/7/7/7/6 w", "6 cells in row 6 from the top, where the first has 7"),
            ("7/7/7/7/7/33 w", "invalid character '3' at character 11 (a rank is made of P, p and 1 to 32)"),
            ("7/7/7/7/7/Q6 w", "invalid character 'Q' at character 11"),
            ("7/7/7/7/7/PP5 w", "stones"),
            ("7/7/7/7/3P3/7 b", "column 4"),
            ("7/7/7/7/7/3P3 w", "by the number of stones it is b's turn"),
        ] {
            let error = Position::from_fen(fen).unwrap_err().to_string();
            assert!(error.contains(part), "{fen}: {error}");
        }
    }
}
