//! FEN with drops: positions as UCI's variant `cfour` writes them, the Connect Four of Cute Chess and Fairy-Stockfish.
//!
//! ```text
//! 7/7/7/7/3p3/3P3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 0 2
//! ```
//!
//! The ranks stand from the top, `P` for a stone of X (white) and `p` for one of O, a digit for a run of empty cells; then
//! the stones that both have left in brackets, and who is to move.

use super::ParsePositionError;
use crate::geometry::Geometry;
use crate::player::Player;
use crate::position::Position;

/// The longest run of empty cells that one digit stands for.
const LONGEST_RUN: usize = 9;

impl<const W: usize, const H: usize> Position<W, H> {
    /// Returns the FEN of the position, with drops.
    ///
    /// On boards wider than nine a long run of empty cells takes several digits.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . O . . .
    /// // . . . X . . .
    /// let position: Position = "44".parse()?;
    /// let fen = position.to_fen();
    /// assert!(fen.starts_with("7/7/7/7/3p3/3P3[PPPP") && fen.ends_with("pppp] w - - 0 2"));
    /// assert_eq!(Position::from_fen(&fen)?, position);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    ///
    /// # References
    ///
    /// <https://github.com/cutechess/cutechess>, whose FEN of a game with pieces in hand this is.
    pub fn to_fen(&self) -> String {
        let ranks: Vec<String> = self.to_cells().chunks(W).map(rank).collect();
        let left = |player: Player, all: u32| (all - self.stones(player).len()) as usize;
        let cells = Geometry::<W, H>::CELLS;
        let hands = "P".repeat(left(Player::X, cells.div_ceil(2))) + &"p".repeat(left(Player::O, cells / 2));
        format!("{}[{hands}] {} - - 0 {}", ranks.join("/"), color(self), self.nb_moves() / 2 + 1)
    }

    /// Reads a FEN. The stones in brackets may be missing and aren't counted, and what follows the side to move is skipped.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::InvalidCharacter`], [`ParsePositionError::RowCount`], [`ParsePositionError::RowLength`],
    /// [`ParsePositionError::SideToMove`] and those of [`Position::from_bitboards`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position: Position = Position::from_fen("7/7/7/7/3p3/3P3 w")?;
    /// assert_eq!(position, "44".parse()?);
    /// assert!(Position::<7, 6>::from_fen("7/7/7/7/3p3/3P3 b").is_err());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn from_fen(text: &str) -> Result<Self, ParsePositionError> {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or_default();
        let ranks = board.split('[').next().unwrap_or_default();
        let found = ranks.split('/').count();
        if found != H {
            return Err(ParsePositionError::RowCount { found, expected: H });
        }
        let mut cells = Vec::with_capacity(W * H);
        let mut index = 0;
        for (rank, number) in ranks.split('/').zip(1..) {
            let found = push_rank::<W>(rank, index, &mut cells)?;
            if found != W {
                return Err(ParsePositionError::RowLength { number, found, expected: W });
            }
            index += rank.chars().count() + 1;
        }
        let position = Self::from_cells(&cells)?;
        let expected = color(&position);
        match words.next() {
            Some(word) if word != expected => Err(ParsePositionError::SideToMove { expected }),
            _ => Ok(position),
        }
    }
}

/// Returns the side to move as a FEN names it: X is white.
fn color<const W: usize, const H: usize>(position: &Position<W, H>) -> &'static str {
    match position.side_to_move() {
        Player::X => "w",
        Player::O => "b",
    }
}

/// Returns a rank as text.
fn rank(cells: &[u8]) -> String {
    let mut text = String::new();
    for run in cells.chunk_by(|left, right| left == right) {
        match run[0] {
            0 => run.chunks(LONGEST_RUN).for_each(|empty| text += &empty.len().to_string()),
            1 => text += &"P".repeat(run.len()),
            _ => text += &"p".repeat(run.len()),
        }
    }
    text
}

/// Appends the cells of a rank that begins at an index of the text, and returns their number.
fn push_rank<const W: usize>(
    rank: &str,
    start: usize,
    cells: &mut Vec<u8>,
) -> Result<usize, ParsePositionError> {
    let before = cells.len();
    for (offset, found) in rank.chars().enumerate() {
        match (found, found.to_digit(10)) {
            ('P', _) => cells.push(1),
            ('p', _) => cells.push(2),
            (_, Some(run)) if (1..=W.min(LONGEST_RUN)).contains(&(run as usize)) => {
                cells.extend(std::iter::repeat_n(0, run as usize));
            }
            _ => {
                let expected = format!("a rank is made of P, p and 1 to {}", W.min(LONGEST_RUN));
                return Err(ParsePositionError::InvalidCharacter { index: start + offset, found, expected });
            }
        }
    }
    Ok(cells.len() - before)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";

    #[test]
    fn the_empty_board_is_the_start_that_cute_chess_knows() {
        assert_eq!(Position::new().to_fen(), START);
        assert_eq!(Position::from_fen(START), Ok(Position::new()));
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
            assert_eq!(Position::from_fen(&fen), Ok(position), "{moves}");
            assert_eq!(Position::from_fen(fen.split('[').next().unwrap()), Ok(position), "{moves}");
        }
    }

    #[test]
    fn a_board_with_an_odd_number_of_cells_gives_x_one_stone_more() {
        let fen = Position::<11, 3>::empty().to_fen();
        assert!(fen.starts_with("92/92/92[") && fen.matches('P').count() == 17, "{fen}");
        assert_eq!(Position::<11, 3>::from_fen(&fen), Ok(Position::empty()));
    }

    #[test]
    fn what_is_no_fen_is_refused_with_its_reason() {
        for (fen, part) in [
            ("", "1 row, where the board has 6"),
            ("7/7/7/7/7 w", "5 rows, where the board has 6"),
            ("7/7/7/7/7/8 w", "invalid character '8' at index 10 (a rank is made of P, p and 1 to 7)"),
            ("7/7/7/7/7/6 w", "6 cells in row 6 from the top"),
            ("7/7/7/7/7/PP5 w", "stones"),
            ("7/7/7/7/3P3/7 b", "column 4"),
            ("7/7/7/7/7/3P3 w", "by the number of stones it is b's turn"),
        ] {
            let error = Position::<7, 6>::from_fen(fen).unwrap_err().to_string();
            assert!(error.contains(part), "{fen}: {error}");
        }
    }
}
