//! [`Mark`]: the highlights of a statement on the board.

use marlin_core::{Cell, GameOutcome, Player};
use serde::Serialize;

use super::statement::{Claimeven, Entry, Fork, Statement, Step, Threat};

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
    /// The side whose move, four, threat or share of the cells it is; null for a cell of both sides or of none.
    pub player: Option<Player>,
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
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn marks(&self) -> Vec<MarkedCell> {
        first_of_each_cell(match self {
            Self::After { branch, .. } => {
                [self.own_marks(), branch.steps.iter().flat_map(later_marks).collect()].concat()
            }
            _ => self.own_marks(),
        })
    }

    /// Returns the cells to highlight on the board that the statement itself is about, without those of the statements after a
    /// move.
    pub(crate) fn own_marks(&self) -> Vec<MarkedCell> {
        first_of_each_cell(match self {
            Self::Over { stones, outcome } => {
                let winner = match outcome {
                    GameOutcome::Won(player) => Some(*player),
                    GameOutcome::Drawn => None,
                };
                all(stones, Mark::Stone, winner)
            }
            Self::WinsAtOnce { cells, player } => all(cells, Mark::Win, Some(*player)),
            Self::MustBlock { cell, player } => all(&[*cell], Mark::Win, Some(player.opponent())),
            Self::CannotBlock { fork, winner } => wins(fork, *winner),
            Self::DoubleThreat { by, fork, player } => [moves(&[*by], *player), wins(fork, *player)].concat(),
            Self::ForcedLine { moves: line, fork, winner } => {
                let first = if line.len().is_multiple_of(2) { winner.opponent() } else { *winner };
                [moves(line, first), wins(fork, *winner)].concat()
            }
            Self::EveryMove { branches, player } => {
                branches.iter().map(|branch| numbered(branch.cell, 1, *player)).collect()
            }
            Self::After { branch, player } => moves(&[branch.cell], *player),
            Self::Threats(threats) => of_threats(threats),
            Self::NoLineLeft { .. } | Self::TooLate { .. } => Vec::new(),
            Self::FreeMoves { cells, entries, .. } => {
                [all(cells, Mark::Free, None), entries.iter().copied().flat_map(entry).collect()].concat()
            }
            Self::Claimeven(claimeven) => of_claimeven(claimeven),
            Self::Opening(opening) => {
                opening.cells.iter().map(|&cell| numbered(cell, 1, opening.player)).collect()
            }
            Self::Search(search) => moves(&search.line, search.player),
        })
    }
}

const fn marked(cell: Cell, mark: Mark, player: Option<Player>) -> MarkedCell {
    MarkedCell { cell, mark, number: None, player }
}

const fn numbered(cell: Cell, number: usize, player: Player) -> MarkedCell {
    MarkedCell { cell, mark: Mark::Move, number: Some(number), player: Some(player) }
}

fn all(cells: &[Cell], mark: Mark, player: Option<Player>) -> Vec<MarkedCell> {
    cells.iter().map(|&cell| marked(cell, mark, player)).collect()
}

fn wins(fork: &Fork, winner: Player) -> Vec<MarkedCell> {
    all(&fork.wins, Mark::Win, Some(winner))
}

/// Returns the marks of moves that alternate, the first one by a player.
fn moves(cells: &[Cell], first: Player) -> Vec<MarkedCell> {
    let players = [first, first.opponent()].into_iter().cycle();
    cells
        .iter()
        .zip(1..)
        .zip(players)
        .map(|((&cell, number), player)| numbered(cell, number, player))
        .collect()
}

/// Returns the marks of a statement after a move, the numbers of which count on from that move.
fn later_marks(step: &Step) -> Vec<MarkedCell> {
    let later = |marked: MarkedCell| MarkedCell { number: marked.number.map(|number| number + 1), ..marked };
    step.statement.marks().into_iter().map(later).collect()
}

/// Returns the marks of winning cells, of which two may be the same cell.
fn of_threats(threats: &[Threat]) -> Vec<MarkedCell> {
    let wins_for = |cell: Cell| {
        [Player::X, Player::O]
            .map(|player| threats.iter().any(|other| (other.cell, other.player) == (cell, player)))
    };
    threats.iter().map(|threat| winning_cell(threat.cell, wins_for(threat.cell))).collect()
}

/// Returns the mark of a cell that wins for X, for O, or for both.
const fn winning_cell(cell: Cell, wins_for: [bool; 2]) -> MarkedCell {
    match wins_for {
        [true, true] => marked(cell, Mark::ThreatBoth, None),
        [true, false] => marked(cell, Mark::ThreatX, Some(Player::X)),
        [false, _] => marked(cell, Mark::ThreatO, Some(Player::O)),
    }
}

fn entry(entry: Entry) -> [MarkedCell; 2] {
    [marked(entry.cell, Mark::Entry, None), winning_cell(entry.above, entry.wins_for)]
}

fn of_claimeven(claimeven: &Claimeven) -> Vec<MarkedCell> {
    let (us, them) = (Some(claimeven.player), Some(claimeven.player.opponent()));
    let odd_threat: Vec<Cell> = claimeven.odd_threat.into_iter().collect();
    [
        all(&claimeven.traps, Mark::Trap, us),
        all(&odd_threat, Mark::Trap, us),
        all(&claimeven.opponent_cells, Mark::Opponent, them),
        all(&claimeven.own_cells, Mark::Own, us),
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
