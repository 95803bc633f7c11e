//! [`Stated`]: what an object says of a position. Which text is such an object, the [`Reader`](super::Reader) is told. And
//! [`Claims`], the scores that any text states.

use super::guess::Notation;
use crate::bounds::Bounds;
use crate::geometry::BoardSize;
use crate::player::Player;
use crate::report::Report;

/// The scores that a text states, to be compared with those found.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The bounds of the score of the position.
    pub score: Option<Bounds>,
    /// The score of each column, `None` for one that is not stated.
    pub columns: Vec<Option<i32>>,
}

impl Claims {
    /// Returns how they contradict the bounds of the position, if they do.
    pub fn contradiction_of_score(&self, found: Bounds) -> Option<String> {
        let stated = self.score.filter(|stated| stated.intersection(found).is_none())?;
        let score = match stated.outcome() {
            Some(outcome) if stated.score().is_none() => format!("that of a {outcome}"),
            _ => stated.to_string(),
        };
        Some(format!("the score is {found}, not {score}"))
    }

    /// Returns how they contradict an answer, if they do. A full column has no score to compare.
    pub fn contradiction(&self, found: &Report) -> Option<String> {
        let wrong = self.contradiction_of_score(found.bounds);
        let mut columns = found.columns.iter().zip(&self.columns);
        wrong.or_else(|| {
            columns.find_map(|((column, bounds), &stated)| {
                let (bounds, stated) = ((*bounds)?, stated?);
                let is_possible = (bounds.lower().get()..=bounds.upper().get()).contains(&stated);
                (!is_possible)
                    .then(|| format!("the score of column {} is {bounds}, not {stated}", column.number()))
            })
        })
    }
}

/// The fields of an object that matter.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Stated {
    /// The cells, as one list from the top.
    pub cells: Option<Vec<u8>>,
    /// Positions in another notation, which is guessed if none is stated. They must be the same.
    pub texts: Vec<(Option<Notation>, String)>,
    /// The side to move.
    pub to_move: Option<Player>,
    /// The score, to be compared.
    pub score: Option<i32>,
    /// The score of each column, to be compared; `None` for one that is not known.
    pub scores: Option<Vec<Option<i32>>>,
    /// The outcome, to be compared: 1 for a win of the side to move, 0 for a draw, -1 for a loss.
    pub outcome: Option<i32>,
    /// The size of the board, from its name.
    pub board: Option<BoardSize>,
    /// The board that the cells show, if they are listed row by row.
    pub shown: Option<BoardSize>,
    /// The number of columns.
    pub columns: Option<usize>,
    /// The number of rows.
    pub rows: Option<usize>,
}

/// A reason for which a text is no such object, and its place in characters from 0.
pub type Refused = (usize, String);

/// A parser of such objects.
pub type ParseObject = fn(&str) -> Result<Stated, Refused>;

impl Stated {
    /// Returns the board that is stated, if one is. A size in part is completed by that of another board.
    pub(super) fn size(&self, default: BoardSize) -> Result<Option<BoardSize>, &'static str> {
        const NO_BOARD: &str = "the columns and rows are not those of a board";
        let in_part = || {
            let (columns, rows) =
                (self.columns.unwrap_or(default.width()), self.rows.unwrap_or(default.height()));
            BoardSize::new(columns, rows).ok_or(NO_BOARD)
        };
        let by_numbers = (self.columns.is_some() || self.rows.is_some()).then(in_part).transpose()?;
        match (self.board, by_numbers) {
            (Some(board), Some(other)) if board != other => Err("two sizes of the board"),
            (board, by_numbers) => Ok(board.or(by_numbers)),
        }
    }
}
