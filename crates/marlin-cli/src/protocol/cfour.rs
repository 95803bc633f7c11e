//! Moves and positions as UCI's variant `cfour` writes them, the game of Cute Chess: columns are the files a to g, rows the
//! ranks 1 to 6, a move drops a piece (`P@d1`), white is X and moves first. A position is a FEN: ranks from the top, `P`
//! for X and `p` for O, the stones that both have left in brackets, and who is to move.

use std::fmt::Write;

use marlin_core::{Column, Game, Geometry, ParsePositionError, Player, Position};

use super::ProtocolError;
use crate::text::excerpt;

type Board = Geometry<7, 6>;

/// Returns a move as a drop onto the lowest empty cell of a column.
pub(super) fn drop_text(position: &Position, column: Column) -> String {
    format!("P@{}{}", file(column), position.height(column) + 1)
}

/// Returns a line of play from a position, each move after a space.
pub(crate) fn line_text(position: &Position, moves: &[Column]) -> String {
    let mut position = *position;
    let mut text = String::new();
    for &column in moves {
        // Writing to a `String` never fails.
        let _ = write!(text, " {}", drop_text(&position, column));
        position.make_move(column);
    }
    text
}

fn file(column: Column) -> char {
    char::from(b'a' + column.index() as u8)
}

/// Reads a cell, as in `P@d1`, `d1` or `d`: its column, and its row counted from 0 if it is named.
pub(crate) fn square(text: &str) -> Option<(Column, Option<usize>)> {
    let text = text.to_ascii_lowercase();
    let mut chars = text.strip_prefix("p@").unwrap_or(&text).chars();
    let file = chars.next().filter(|file| ('a'..='g').contains(file))?;
    let column = Column::new(file as usize - 'a' as usize)?;
    let row = match chars.next() {
        None => None,
        Some(rank) => Some((rank.to_digit(10)? as usize).checked_sub(1)?),
    };
    (chars.next().is_none() && row.is_none_or(|row| row < Board::HEIGHT)).then_some((column, row))
}

/// Plays a move as it is written; its rank, if it has one, must be where the stone comes to rest.
pub(super) fn play(game: &mut Game, text: &str) -> Result<(), ProtocolError> {
    let illegal = |reason: &str| ProtocolError::Drop { found: excerpt(text), reason: reason.to_owned() };
    let (column, row) =
        square(text).ok_or_else(|| illegal("moves are drops like P@d1, a to g and 1 to 6"))?;
    let height = game.position().height(column);
    if row.is_some_and(|row| row != height) && height < Board::HEIGHT {
        return Err(illegal(&format!("the next stone there falls on rank {}", height + 1)));
    }
    game.play(column).map_err(|error| illegal(&error.to_string()))
}

/// Returns the FEN of a position.
pub(super) fn fen(position: &Position) -> String {
    let cells = position.to_cells();
    let mut text = String::new();
    for (index, rank) in cells.chunks(Board::WIDTH).enumerate() {
        if index > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for &cell in rank {
            if cell == 0 {
                empty += 1;
                continue;
            }
            push_number(&mut text, &mut empty);
            text.push(if cell == 1 { 'P' } else { 'p' });
        }
        push_number(&mut text, &mut empty);
    }
    let left = |player| Board::CELLS as usize / 2 - position.stones(player).count_ones() as usize;
    let hands = "P".repeat(left(Player::X)) + &"p".repeat(left(Player::O));
    let to_move = if position.side_to_move() == Player::X { 'w' } else { 'b' };
    format!("{text}[{hands}] {to_move} - - 0 {}", position.nb_moves() / 2 + 1)
}

fn push_number(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
    }
    *empty = 0;
}

/// Reads the words of a FEN: the first has the stones, the second who is to move, and the others say nothing here. The
/// stones in brackets may be missing.
pub(super) fn position(words: &[&str]) -> Result<Position, ProtocolError> {
    let board = words.first().copied().unwrap_or_default();
    let bad = |reason: String| ProtocolError::Fen { found: excerpt(board), reason };
    let ranks = board.split('[').next().unwrap_or_default();
    let mut cells = Vec::new();
    for rank in ranks.split('/') {
        let start = cells.len();
        for found in rank.chars() {
            match found {
                'P' => cells.push(1),
                'p' => cells.push(2),
                '1'..='7' => cells.extend(std::iter::repeat_n(0, found as usize - '0' as usize)),
                _ => {
                    return Err(bad(format!(
                        "a rank is made of P, p and 1 to 7, not '{}'",
                        excerpt(&found.to_string())
                    )));
                }
            }
        }
        if cells.len() - start != Board::WIDTH {
            return Err(bad(format!(
                "rank '{}' has {} cells, not {}",
                excerpt(rank),
                cells.len() - start,
                Board::WIDTH
            )));
        }
    }
    let position: Position =
        Position::from_cells(&cells).map_err(|error: ParsePositionError| bad(error.to_string()))?;
    let to_move = if position.side_to_move() == Player::X { "w" } else { "b" };
    match words.get(1) {
        Some(&word) if word != to_move => {
            Err(bad(format!("by the number of stones it is {to_move}'s turn, not '{}''s", excerpt(word))))
        }
        _ => Ok(position),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";

    fn read(fen: &str) -> Result<Position, ProtocolError> {
        position(&fen.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn the_empty_board_is_the_start_that_cute_chess_knows() {
        assert_eq!(fen(&Position::new()), START);
        assert_eq!(read(START), Ok(Position::new()));
    }

    #[test]
    fn a_position_comes_back_from_its_fen() {
        for moves in [
            "4",
            "44",
            "4433",
            "2252576253462244111563365343671351441",
            "656173566152215676422337377473141445425321",
        ] {
            let position: Position = moves.parse().unwrap();
            assert_eq!(read(&fen(&position)), Ok(position), "{moves}");
            let without_hands = fen(&position).split('[').next().unwrap().to_owned();
            assert_eq!(read(&without_hands), Ok(position), "{moves}");
        }
        let position: Position = "44".parse().unwrap();
        assert!(fen(&position).starts_with("7/7/7/7/3p3/3P3[") && fen(&position).ends_with("] w - - 0 2"));
    }

    #[test]
    fn what_is_no_fen_is_named() {
        for (fen, part) in [
            ("", "has 0 cells"),
            ("7/7/7/7/7 w", "35"),
            ("7/7/7/7/7/8 w", "not '8'"),
            ("7/7/7/7/7/6 w", "rank '6' has 6 cells"),
            ("7/7/7/7/7/PP5 w", "stones"),
            ("7/7/7/7/3P3/7 b", "column 4"),
            ("7/7/7/7/7/3P3 w", "it is b's turn, not 'w''s"),
        ] {
            let error = read(fen).unwrap_err().to_string();
            assert!(error.contains(part), "{fen}: {error}");
        }
    }

    #[test]
    fn a_drop_names_the_cell_where_the_stone_rests() {
        let mut game = Game::new();
        for text in ["P@d1", "p@d2", "P@e1", "e", "g1"] {
            play(&mut game, text).unwrap();
        }
        assert_eq!(game.to_string(), "44557");
        for (text, part) in
            [("P@d1", "falls on rank 3"), ("P@h1", "a to g"), ("e2e4", "a to g"), ("", "a to g")]
        {
            let error = play(&mut game, text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert_eq!(game.to_string(), "44557");
        assert_eq!(
            line_text(&"4".parse().unwrap(), &[3, 3, 0].map(|c| Column::new(c).unwrap())),
            " P@d2 P@d3 P@a1"
        );
    }
}
