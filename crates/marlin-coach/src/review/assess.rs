//! [`Assessment`]: the quality of a move, and the choice that its player had.

use marlin_core::{BoardSize, Column, Columns, Outcome, Position, Report, Score};
use serde::Serialize;

/// The quality of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assessment {
    /// The score of the position before the move, from the view of the player who made it.
    pub before: Score,
    /// The score after the move, from the same view: the score of the column that was played.
    pub after: Score,
    /// The score of each column, from the same view; `None` for a full one.
    pub columns: Columns<Option<Score>>,
    /// The columns that keep the score.
    pub best: Vec<Column>,
    /// The choice that the player had.
    pub choice: ChoiceKind,
}

/// The choice of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChoiceKind {
    /// More than one column kept the outcome, or the game was lost anyway.
    Free,
    /// A single column kept the win or the draw, and none won at once.
    Only,
    /// One column was left, or a win of the other side had to be blocked.
    Forced,
}

/// The quality of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveQuality {
    /// It kept the score.
    Perfect,
    /// It kept the win, but later by a number of the winner's stones.
    SlowWin {
        /// The score given away.
        stones: u32,
    },
    /// The game was lost anyway, and is now lost sooner by a number of the winner's stones.
    QuickLoss {
        /// The score given away.
        stones: u32,
    },
    /// It changed the outcome.
    Blunder {
        /// The outcome before, for the player who made it.
        from: Outcome,
        /// The outcome after.
        to: Outcome,
    },
}

impl MoveQuality {
    /// Returns the quality of a move by the scores before it and after it, both from the view of its player.
    pub fn between(before: Score, after: Score) -> Self {
        let (from, to) = (before.outcome(), after.outcome());
        let stones = before.get().abs_diff(after.get());
        match from {
            _ if from != to => Self::Blunder { from, to },
            _ if stones == 0 => Self::Perfect,
            Outcome::Loss => Self::QuickLoss { stones },
            _ => Self::SlowWin { stones },
        }
    }

    /// Returns by how many moves of both sides a win is later, or a loss sooner, as in `2 moves slower`.
    /// `None` for any other move than a slow win or a quick loss.
    pub fn delay(self) -> Option<String> {
        match self {
            Self::SlowWin { stones } => Some(format!("{} moves slower", 2 * stones)),
            Self::QuickLoss { stones } => Some(format!("{} moves sooner", 2 * stones)),
            Self::Perfect | Self::Blunder { .. } => None,
        }
    }

    /// Returns the name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Perfect => "perfect",
            Self::SlowWin { .. } => "slow win",
            Self::QuickLoss { .. } => "quick loss",
            Self::Blunder { .. } => "blunder",
        }
    }

    /// Returns whether the move changed the outcome.
    pub const fn is_blunder(self) -> bool {
        matches!(self, Self::Blunder { .. })
    }
}

impl Assessment {
    /// Returns the quality of a move, `None` without the scores that it needs.
    pub(super) fn new(position: &Position, played: Column, analysis: &Report) -> Option<Self> {
        let columns = analysis.is_complete().then(|| analysis.scores())?;
        let before = analysis.bounds.score()?;
        let after = columns[played]?;
        let best = position.size().columns().filter(|&column| columns[column] == Some(before)).collect();
        let same_outcome =
            columns.values().flatten().filter(|score| score.outcome() == before.outcome()).count();
        let choice = if is_forced(position) {
            ChoiceKind::Forced
        } else if same_outcome == 1 && before.outcome() != Outcome::Loss && !position.can_win_next() {
            ChoiceKind::Only
        } else {
            ChoiceKind::Free
        };
        Some(Self { before, after, columns, best, choice })
    }

    /// Returns the quality of the move.
    pub fn verdict(&self) -> MoveQuality {
        MoveQuality::between(self.before, self.after)
    }

    /// Returns the points of the move for the accuracy, from 0 to 100; `None` if all columns have the same
    /// score.
    pub(super) fn points(&self, size: BoardSize) -> Option<f64> {
        if self.columns.values().flatten().all(|&score| score == self.before) {
            return None;
        }
        let maximum = f64::from(Score::highest(size).get());
        Some(match self.verdict() {
            MoveQuality::Perfect => 100.0,
            MoveQuality::SlowWin { stones } | MoveQuality::QuickLoss { stones } => {
                100.0 - 50.0 * f64::from(stones) / maximum
            }
            MoveQuality::Blunder { from: Outcome::Win, to: Outcome::Loss } => 0.0,
            MoveQuality::Blunder { .. } => 25.0,
        })
    }
}

/// Returns whether a single column is left, or a single one blocks a win of the other side while the side to
/// move has no win.
fn is_forced(position: &Position) -> bool {
    let playable = position.playable_cells();
    let to_block = playable & position.opponent_winning_cells();
    playable.len() == 1 || !position.can_win_next() && to_block.len() == 1
}

#[cfg(test)]
mod tests {
    use marlin_core::{BoardSize, Solver};

    use super::*;

    fn assess(size: &str, moves: &str, column: usize) -> Assessment {
        let size: BoardSize = size.parse().unwrap();
        let position = Position::parse(size, moves).unwrap();
        let analysis = Solver::builder_on(size).hash_mib(4).unwrap().build().query(&position).analyze();
        Assessment::new(&position, Column::from_number(column).unwrap(), &analysis).unwrap()
    }

    #[test]
    fn moves_are_told_apart_by_what_they_give_away() {
        let verdict = |moves, column| assess("7x6", moves, column).verdict();
        assert_eq!(verdict("4433", 2), MoveQuality::Perfect);
        assert_eq!(verdict("4433", 3), MoveQuality::SlowWin { stones: 16 });
        let [win, loss] = [Outcome::Win, Outcome::Loss];
        assert_eq!(verdict("4433", 1), MoveQuality::Blunder { from: win, to: loss });
        assert_eq!(verdict("", 1), MoveQuality::Blunder { from: win, to: loss });
        assert_eq!(verdict("", 3), MoveQuality::Blunder { from: win, to: Outcome::Draw });
        // X wins with both columns, and sooner after column 7.
        let late = "2252576253462244111563365343671351441";
        assert_eq!(verdict(late, 7), MoveQuality::QuickLoss { stones: 1 });
        // For each stone of the winner, the game ends two moves away from its end after the best column.
        let delays = [("4433", 3), (late, 7), ("4433", 2), ("", 1)]
            .map(|(moves, column)| verdict(moves, column).delay());
        assert_eq!(
            delays,
            [Some("32 moves slower".to_owned()), Some("2 moves sooner".to_owned()), None, None]
        );
    }

    #[test]
    fn a_choice_is_free_the_only_one_or_forced() {
        assert_eq!(assess("7x6", "", 4).choice, ChoiceKind::Only);
        assert_eq!(assess("7x6", "4433", 2).choice, ChoiceKind::Free);
        assert_eq!(assess("7x6", "12121", 1).choice, ChoiceKind::Forced);
        // A win at once needs no block.
        assert_eq!(assess("7x6", "121212", 1).choice, ChoiceKind::Free);
        assert_eq!(assess("1x4", "1", 1).choice, ChoiceKind::Forced);
    }

    #[test]
    fn points_follow_the_formula() {
        let points_on = |size: &str, moves, column| assess(size, moves, column).points(size.parse().unwrap());
        let points = |moves, column| points_on("7x6", moves, column);
        assert_eq!(points("4433", 2), Some(100.0));
        assert_eq!(points("4433", 3), Some(100.0 - 50.0 * 16.0 / 18.0));
        assert_eq!((points("4433", 1), points("", 3)), (Some(0.0), Some(25.0)));
        assert_eq!(points_on("1x4", "1", 1), None);
        assert_eq!(points_on("3x3", "", 2), None);
    }
}
