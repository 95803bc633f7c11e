//! [`ShownLine`]: the last shown line of play.

use marlin_core::{Bounds, Column, Position};

/// The line of play in the last `info` line of a search.
///
/// A line never gets shorter with the same first moves, unless a proof contradicts it. A longer line is kept if it has the first two
/// moves of the new one (the best one and the reply to ponder on) and its proven moves, and may be a game of the proven score.
#[derive(Debug)]
pub struct ShownLine {
    position: Position,
    moves: Vec<Column>,
}

/// The first moves of a line, which count even if unproven.
const FIRST_MOVES: usize = 2;

impl ShownLine {
    /// Returns the empty line that is shown before a search.
    pub const fn new(position: Position) -> Self {
        Self { position, moves: Vec::new() }
    }

    /// Takes a new line, whose first `proven` moves keep to the bounds, and returns the one to show.
    pub fn update(&mut self, moves: Vec<Column>, proven: usize, bounds: Bounds) -> &[Column] {
        let standing = &moves[..proven.max(FIRST_MOVES).min(moves.len())];
        let stays = self.moves.len() > moves.len() && self.moves.starts_with(standing) && self.may_be(bounds);
        if !stays {
            self.moves = moves;
        }
        &self.moves
    }

    /// Returns whether the shown line may be a game of a score within bounds: it ends at the move of a proven score, if at all.
    fn may_be(&self, bounds: Bounds) -> bool {
        let Some(score) = bounds.score() else { return true };
        let plies = self.position.ending(score).plies as usize;
        let mut end = self.position;
        for &column in &self.moves {
            end.play_unchecked(column);
        }
        self.moves.len() <= plies && end.is_over() == (self.moves.len() == plies)
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::{BoardSize, Score};

    use super::*;

    fn columns(digits: &str) -> Vec<Column> {
        digits.bytes().map(|digit| Column::new(usize::from(digit - b'1')).unwrap()).collect()
    }

    /// Shows two lines of the position after 4433, which X wins with move 7, and returns the second.
    fn second(first: &str, second: &str, proven: usize, bounds: Bounds) -> String {
        let mut shown = ShownLine::new(Position::parse(BoardSize::STANDARD, "4433").unwrap());
        shown.update(columns(first), 0, Bounds::unknown(BoardSize::STANDARD));
        shown.update(columns(second), proven, bounds).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_line_gives_way_only_to_a_longer_one_or_to_other_first_moves() {
        let unknown = |first, now| second(first, now, 0, Bounds::unknown(BoardSize::STANDARD));
        assert_eq!(unknown("5421", "54"), "5421");
        assert_eq!(unknown("5421", "547"), "5421");
        assert_eq!(unknown("5421", "5471"), "5471");
        assert_eq!(unknown("5421", "5"), "5421");
        assert_eq!(unknown("5421", "53"), "53");
        assert_eq!(unknown("5421", "2"), "2");
    }

    #[test]
    fn a_line_gives_way_to_proven_moves() {
        let win = Bounds::exact(Score::highest(BoardSize::STANDARD));
        assert_eq!(second("5142", "514", 1, Bounds::unknown(BoardSize::STANDARD)), "5142");
        assert_eq!(second("5241", "521", 3, Bounds::unknown(BoardSize::STANDARD)), "521");
        // The game ends three moves later, and with the last of them X wins.
        assert_eq!(second("5421", "54", 2, win), "54");
        assert_eq!(second("547", "54", 2, win), "54");
        assert_eq!(second("542", "54", 2, win), "542");
    }
}
