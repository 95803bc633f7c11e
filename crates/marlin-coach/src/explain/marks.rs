//! [`Mark`]: the highlights of a statement on the board.

use marlin_core::Cell;
use marlin_core::Player;
use serde::Serialize;

use super::statement::{Branch, Claimeven, Entry, Fork, Statement, Step, Threat};

/// The reason why a cell is highlighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Mark {
    /// A stone of the four that won.
    Stone,
    /// A move of the line or of the choice that the statement names.
    Move,
    /// A cell on which a side wins in the end, or must be stopped.
    Win,
    /// A winning cell of X.
    ThreatX,
    /// A winning cell of O.
    ThreatO,
    /// A winning cell of both players.
    ThreatBoth,
    /// A cell that can be played without harm.
    Free,
    /// A cell right below a winning cell.
    Entry,
    /// Claimeven: a cell that the side to move may get.
    Opponent,
    /// Claimeven: a cell that the side to move never gets.
    Own,
    /// Claimeven: a winning cell below which the side to move must play in the end.
    Trap,
}

/// A cell to highlight, as data too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MarkedCell {
    /// The cell.
    pub cell: Cell,
    /// The reason.
    pub mark: Mark,
    /// The number of a move, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
}

impl Statement {
    /// Returns the cells to highlight with the statement, each once.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::{Mark, by_rules};
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Position;
    ///
    /// let explanation = by_rules(&Position::parse(BoardSize::STANDARD, "4433")?);
    /// let marks = explanation.steps[0].statement.marks();
    /// let marks: Vec<_> = marks.iter().map(|marked| (marked.cell.to_string(), marked.mark)).collect();
    /// let [move_, b1, f1] = [("e1", Mark::Move), ("b1", Mark::Win), ("f1", Mark::Win)];
    /// assert_eq!(marks, [move_, b1, f1].map(|(cell, mark)| (cell.to_owned(), mark)));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn marks(&self) -> Vec<MarkedCell> {
        let marks = match self {
            Self::Over { stones, .. } => all(stones, Mark::Stone),
            Self::WinsAtOnce { cells, .. } => all(cells, Mark::Win),
            Self::MustBlock { cell, .. } => all(&[*cell], Mark::Win),
            Self::CannotBlock { fork, .. } => wins(fork),
            Self::DoubleThreat { by, fork, .. } => [moves(&[*by]), wins(fork)].concat(),
            Self::ForcedLine { moves: line, fork, .. } => [moves(line), wins(fork)].concat(),
            Self::EveryMove { branches, .. } => {
                branches.iter().map(|branch| numbered(branch.cell, 1)).collect()
            }
            Self::After { branch, .. } => after(branch),
            Self::Threats(threats) => of_threats(threats),
            Self::NoLineLeft { .. } | Self::TooLate { .. } => Vec::new(),
            Self::FreeMoves { cells, entries, .. } => {
                [all(cells, Mark::Free), entries.iter().copied().flat_map(entry).collect()].concat()
            }
            Self::Claimeven(claimeven) => of_claimeven(claimeven),
            Self::Search(search) => moves(&search.line),
        };
        first_of_each_cell(marks)
    }
}

const fn marked(cell: Cell, mark: Mark) -> MarkedCell {
    MarkedCell { cell, mark, number: None }
}

const fn numbered(cell: Cell, number: usize) -> MarkedCell {
    MarkedCell { cell, mark: Mark::Move, number: Some(number) }
}

fn all(cells: &[Cell], mark: Mark) -> Vec<MarkedCell> {
    cells.iter().map(|&cell| marked(cell, mark)).collect()
}

fn wins(fork: &Fork) -> Vec<MarkedCell> {
    all(&fork.wins, Mark::Win)
}

fn moves(cells: &[Cell]) -> Vec<MarkedCell> {
    cells.iter().zip(1..).map(|(&cell, number)| numbered(cell, number)).collect()
}

/// Returns the marks of a move and of the moves after it, which count on from it.
fn after(branch: &Branch) -> Vec<MarkedCell> {
    let later = |marked: MarkedCell| MarkedCell { number: marked.number.map(|number| number + 1), ..marked };
    let of_step = |step: &Step| step.statement.marks().into_iter().map(later).collect::<Vec<_>>();
    [moves(&[branch.cell]), branch.steps.iter().flat_map(of_step).collect()].concat()
}

/// Returns the marks of winning cells, of which two may be the same cell.
fn of_threats(threats: &[Threat]) -> Vec<MarkedCell> {
    let mark = |threat: &Threat| {
        let count = threats.iter().filter(|other| other.cell == threat.cell).count();
        let mark = match threat.player {
            _ if count > 1 => Mark::ThreatBoth,
            Player::X => Mark::ThreatX,
            Player::O => Mark::ThreatO,
        };
        marked(threat.cell, mark)
    };
    threats.iter().map(mark).collect()
}

fn entry(entry: Entry) -> [MarkedCell; 2] {
    let above = match entry.wins_for {
        [true, true] => Mark::ThreatBoth,
        [true, false] => Mark::ThreatX,
        [false, _] => Mark::ThreatO,
    };
    [marked(entry.cell, Mark::Entry), marked(entry.above, above)]
}

fn of_claimeven(claimeven: &Claimeven) -> Vec<MarkedCell> {
    let odd_threat: Vec<Cell> = claimeven.odd_threat.into_iter().collect();
    [
        all(&claimeven.traps, Mark::Trap),
        all(&odd_threat, Mark::Trap),
        all(&claimeven.opponent_cells, Mark::Opponent),
        all(&claimeven.own_cells, Mark::Own),
    ]
    .concat()
}

/// Returns the marks without those of cells that have one already.
fn first_of_each_cell(marks: Vec<MarkedCell>) -> Vec<MarkedCell> {
    let mut kept: Vec<MarkedCell> = Vec::new();
    for mark in marks {
        if kept.iter().all(|other| other.cell != mark.cell) {
            kept.push(mark);
        }
    }
    kept
}
