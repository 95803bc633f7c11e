//! Ideas of openings: the plan of the first moves, in a sentence or two.
//!
//! A search proves an opening by moves that no player can follow. An idea is short enough to remember. Each sentence
//! has its [claims](Claim) as data, and a test checks them all with the solver. The ideas are those of 7x6.

mod written;

use std::collections::HashMap;
use std::sync::LazyLock;

use marlin_core::any::{Position, Score};
use marlin_core::{BoardSize, Cell, Column, Player};

use self::written::{IDEAS, Said, Written};
use super::board::landing;
use super::words::list;

/// The idea of an opening.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opening {
    /// The side to move.
    pub player: Player,
    /// The sentences, in their order.
    pub sentences: Vec<IdeaSentence>,
    /// The cells of the columns that the first sentence is about.
    pub cells: Vec<Cell>,
}

/// A sentence about an opening.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct IdeaSentence {
    /// The sentence.
    pub text: String,
    /// All that it says about columns and moves.
    pub claims: Vec<Claim>,
}

/// A fact about the columns of a position, for the side to move. The columns are in order from the left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// These columns win, and no others.
    Wins(Vec<Column>),
    /// These columns draw, and no others.
    Draws(Vec<Column>),
    /// These columns lose, and no others.
    Loses(Vec<Column>),
    /// These columns win the soonest or lose the latest, and no others.
    Best(Vec<Column>),
    /// Perfect play ends the game on this move.
    EndsOnMove(u32),
}

impl Claim {
    /// Returns the columns that it is about.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::Claim;
    ///
    /// assert_eq!(Claim::EndsOnMove(41).columns(), None);
    /// ```
    pub fn columns(&self) -> Option<&[Column]> {
        match self {
            Self::Wins(columns) | Self::Draws(columns) | Self::Loses(columns) | Self::Best(columns) => {
                Some(columns)
            }
            Self::EndsOnMove(_) => None,
        }
    }

    /// Returns whether it is true, by the score of each column of a position.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::Claim;
    /// use marlin_core::any::{Position, Score};
    /// use marlin_core::{BoardSize, Column};
    ///
    /// let column = |number| Column::from_number(number).expect("a column");
    /// let score = |value| Score::on(BoardSize::STANDARD, value).expect("a score");
    /// let position = Position::on(BoardSize::STANDARD);
    /// let scores = [(column(3), score(0)), (column(4), score(1))];
    /// assert!(Claim::Wins(vec![column(4)]).holds(&scores, &position));
    /// assert!(Claim::EndsOnMove(41).holds(&scores, &position));
    /// assert!(!Claim::Draws(vec![column(4)]).holds(&scores, &position));
    /// ```
    pub fn holds(&self, scores: &[(Column, Score)], position: &Position) -> bool {
        let Some(best) = scores.iter().map(|&(_, score)| score).max() else { return false };
        let with = |is_one: &dyn Fn(i32) -> bool| -> Vec<Column> {
            scores.iter().filter(|(_, score)| is_one(score.get())).map(|&(column, _)| column).collect()
        };
        match self {
            Self::Wins(columns) => *columns == with(&|score| score > 0),
            Self::Draws(columns) => *columns == with(&|score| score == 0),
            Self::Loses(columns) => *columns == with(&|score| score < 0),
            Self::Best(columns) => *columns == with(&|score| score == best.get()),
            Self::EndsOnMove(number) => position.ending(best).final_move == *number,
        }
    }
}

impl Opening {
    /// Returns the sentences.
    pub(super) fn text(&self) -> String {
        self.sentences.iter().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn new(written: &Written, position: &Position, is_mirrored: bool) -> Self {
        let sentences: Vec<IdeaSentence> =
            written.sentences.iter().map(|said| sentence(said, is_mirrored)).collect();
        let columns = sentences.first().and_then(|first| first.claims.iter().find_map(Claim::columns));
        let cells = columns.unwrap_or_default().iter().filter_map(|&column| landing(position, column));
        Self { player: position.side_to_move(), cells: cells.collect(), sentences }
    }
}

/// Returns the idea of a position, that of its mirror image with the columns mirrored; `None` for a position without one.
pub(super) fn idea_of(position: &Position) -> Option<Opening> {
    static BY_POSITION: LazyLock<HashMap<Position, &Written>> = LazyLock::new(|| {
        let position = |idea: &Written| Position::parse(BoardSize::STANDARD, idea.moves).ok();
        IDEAS.iter().filter_map(|idea| Some((position(idea)?, idea))).collect()
    });
    let as_written = BY_POSITION.get(position).map(|&written| (written, false));
    let found = as_written.or_else(|| BY_POSITION.get(&position.mirror()).map(|&written| (written, true)));
    found.map(|(written, is_mirrored)| Opening::new(written, position, is_mirrored))
}

/// Returns a sentence with its columns in words: `{35}` is "3 and 5".
fn sentence(said: &Said, is_mirrored: bool) -> IdeaSentence {
    let mut parts = said.text.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for (digits, rest) in parts.filter_map(|part| part.split_once('}')) {
        text += &list(&columns(digits, is_mirrored), "and");
        text += rest;
    }
    let of = |digits| columns(digits, is_mirrored);
    let claims = said.claims.iter().map(|claim| match *claim {
        written::Claim::Wins(digits) => Claim::Wins(of(digits)),
        written::Claim::Draws(digits) => Claim::Draws(of(digits)),
        written::Claim::Loses(digits) => Claim::Loses(of(digits)),
        written::Claim::Best(digits) => Claim::Best(of(digits)),
        written::Claim::EndsOnMove(number) => Claim::EndsOnMove(number),
    });
    IdeaSentence { text, claims: claims.collect() }
}

/// Returns columns from their digits, mirrored or not, in order from the left.
fn columns(digits: &str, is_mirrored: bool) -> Vec<Column> {
    let mirrored = |column: Column| Column::new(BoardSize::STANDARD.width() - 1 - column.index());
    let columns = digits.chars().filter_map(Column::from_char);
    let mut columns: Vec<Column> =
        columns.filter_map(|column| if is_mirrored { mirrored(column) } else { Some(column) }).collect();
    columns.sort_unstable_by_key(|column| column.index());
    columns
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use marlin_core::any::{Bounds, Solver};

    use super::*;

    fn position(moves: &str) -> Position {
        Position::parse(BoardSize::STANDARD, moves).unwrap()
    }

    #[test]
    fn every_claim_holds_by_the_solver_in_both_directions() {
        let solver = Solver::on(BoardSize::STANDARD);
        for idea in IDEAS {
            for position in [position(idea.moves), position(idea.moves).mirror()] {
                let analysis = solver.query(&position).analyze();
                let columns = analysis.columns.by_column();
                let scores: Vec<_> = columns
                    .filter_map(|(column, bounds)| Some((column, bounds.and_then(Bounds::score)?)))
                    .collect();
                for sentence in idea_of(&position).unwrap().sentences {
                    for claim in sentence.claims {
                        assert!(claim.holds(&scores, &position), "{:?}: {claim:?}", idea.moves);
                    }
                }
            }
        }
    }

    #[test]
    fn a_sentence_names_no_columns_and_no_move_without_a_claim() {
        for idea in IDEAS {
            for said in idea.sentences {
                for part in said.text.split('{').skip(1) {
                    let digits = part.split_once('}').unwrap().0;
                    let is_of_claim = said.claims.iter().any(|claim| match *claim {
                        written::Claim::Wins(columns)
                        | written::Claim::Draws(columns)
                        | written::Claim::Loses(columns)
                        | written::Claim::Best(columns) => columns == digits,
                        written::Claim::EndsOnMove(_) => false,
                    });
                    assert!(is_of_claim, "{}", said.text);
                }
                let outside =
                    said.text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
                let numbers = outside.flat_map(|text| text.split(|letter: char| !letter.is_ascii_digit()));
                for number in numbers.filter_map(|number| number.parse().ok()) {
                    let is_end = |claim: &written::Claim| *claim == written::Claim::EndsOnMove(number);
                    assert!(said.claims.iter().any(is_end), "{}", said.text);
                }
            }
        }
    }

    #[test]
    fn no_two_ideas_are_of_the_same_position_or_of_mirror_images() {
        let positions: HashSet<Position> =
            IDEAS.iter().map(|idea| position(idea.moves).canonical()).collect();
        assert_eq!(positions.len(), IDEAS.len());
    }

    #[test]
    fn a_mirror_image_has_the_mirrored_columns_in_order() {
        let text = |moves| idea_of(&position(moves)).unwrap().text();
        assert!(text("3").contains("Columns 3, 4, 5 and 6 draw"), "{}", text("3"));
        assert!(text("5").contains("Columns 2, 3, 4 and 5 draw"), "{}", text("5"));
        assert_eq!(idea_of(&Position::on("6x5".parse().unwrap())), None);
    }
}
