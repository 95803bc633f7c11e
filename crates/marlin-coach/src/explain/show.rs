//! Moves that show a statement on the board.

use marlin_core::any::Position;
use marlin_core::{Cell, Column};

use super::board::{after, below, landing, safe_moves};
use super::statement::{Claimeven, Fork, ForkKind, Statement};

impl Statement {
    /// Returns moves that show the statement, from the position that it is about: its own moves and, where a win follows, one
    /// reply and the win. After claimeven the side to move avoids a win at once as long as it can. Empty for statements without
    /// moves.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::by_rules;
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse(BoardSize::STANDARD, "4433")?;
    /// let moves = by_rules(&position).steps[0].statement.moves_to_show(&position);
    /// assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["e1", "b1", "f1"]);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn moves_to_show(&self, position: &Position) -> Vec<Cell> {
        match self {
            Self::MustBlock { cell, .. } => vec![*cell],
            Self::WinsAtOnce { cells, .. } => cells.iter().copied().take(1).collect(),
            Self::CannotBlock { fork, .. } => reply_and_win(fork),
            Self::DoubleThreat { by, fork, .. } => [vec![*by], reply_and_win(fork)].concat(),
            Self::ForcedLine { moves, fork, .. } => [moves.clone(), reply_and_win(fork)].concat(),
            Self::After { branch, .. } => vec![branch.cell],
            Self::Claimeven(claimeven) => carried_out(claimeven, position),
            Self::Search(search) => search.line.clone(),
            _ => Vec::new(),
        }
    }
}

/// Returns a reply to a threat that no reply stops, and the win after it.
fn reply_and_win(fork: &Fork) -> Vec<Cell> {
    match (fork.kind, &fork.wins[..]) {
        (ForkKind::Zugzwang, &[win, ..]) => below(win).into_iter().chain([win]).collect(),
        (ForkKind::TwoCells | ForkKind::Stacked, &[blocked, win, ..]) => vec![blocked, win],
        _ => Vec::new(),
    }
}

/// Returns claimeven carried out to the end of the game.
fn carried_out(claimeven: &Claimeven, start: &Position) -> Vec<Cell> {
    let pairs = pairs(claimeven, start);
    let (mut position, mut moves) = (*start, Vec::new());
    while let Some(column) = stone_of_the_other_side(&position) {
        let answer = answer(&pairs, &position, column);
        moves.extend(landing(&position, column));
        position = after(&position, column);
        let Some(cell) = landing(&position, answer).filter(|_| !position.is_over()) else { break };
        moves.push(cell);
        position = after(&position, answer);
    }
    moves
}

/// Returns the columns with an odd number of empty cells two by two, without that of the odd threat.
pub(super) fn pairs(claimeven: &Claimeven, position: &Position) -> Vec<[Cell; 2]> {
    let own_column = claimeven.odd_threat.map(Cell::column);
    let columns = position.size().columns().filter(|&column| Some(column) != own_column);
    let odd: Vec<Cell> = columns
        .filter(|&column| has_odd_rest(position, column))
        .filter_map(|column| landing(position, column))
        .collect();
    odd.chunks_exact(2).filter_map(|pair| Some([*pair.first()?, *pair.get(1)?])).collect()
}

fn has_odd_rest(position: &Position, column: Column) -> bool {
    !(position.size().height() - position.height(column)).is_multiple_of(2)
}

/// Returns the nearest column to the centre that does not let the other side win at once, or else any.
fn stone_of_the_other_side(position: &Position) -> Option<Column> {
    let safe = safe_moves(position).map(|(column, _, _)| column).next();
    safe.or_else(|| position.legal_moves().next()).filter(|_| !position.is_over())
}

/// Returns the answer to a stone: the other column of a pair that is untouched, or right above.
fn answer(pairs: &[[Cell; 2]], position: &Position, column: Column) -> Column {
    let partner = pairs
        .iter()
        .map(|pair| pair.map(Cell::column))
        .find_map(|[one, other]| if one == column { Some(other) } else { (other == column).then_some(one) });
    partner.filter(|_| has_odd_rest(position, column)).unwrap_or(column)
}
