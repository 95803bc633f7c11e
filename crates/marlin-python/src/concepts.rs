//! [`Concepts`]: labels of a position that the rules prove.

use marlin_coach::explain::{Layer, Statement, by_rules};
use marlin_core::{Bitboard, Cell, Player, Position, claimeven};

/// No column, no bound, no layer.
const NONE: i8 = -128;

/// The concepts of a position, each with a proof.
#[derive(Debug)]
pub(crate) struct Concepts;

impl Concepts {
    /// The number of labels of one position.
    pub(crate) const LABELS: usize = 5;

    /// Returns the empty cells that complete four in a row; none when the game is over.
    pub(crate) fn threats(position: &Position, player: Player) -> Bitboard {
        if position.is_over() { Bitboard::on(position.size()) } else { position.threats(player) }
    }

    /// Returns the column that the side to move must play to stop a win at once, the column of its double threat, the first
    /// column of its forced line, the bound of claimeven on its score, and the layer that proves the winner.
    pub(crate) fn labels(position: &Position) -> [i8; Self::LABELS] {
        let (us, explanation) = (position.side_to_move(), by_rules(position));
        let column = |of: &dyn Fn(&Statement) -> Option<Cell>| {
            let found = explanation.steps.iter().find_map(|step| of(&step.statement));
            found.map_or(NONE, |cell| cell.column().index() as i8)
        };
        let bound = claimeven(position).map_or(NONE, |found| found.upper.get() as i8);
        let layer = explanation.outcome_layer;
        [
            column(&|statement| match statement {
                Statement::MustBlock { player, cell } if *player == us => Some(*cell),
                _ => None,
            }),
            column(&|statement| match statement {
                Statement::DoubleThreat { player, by, .. } if *player == us => Some(*by),
                _ => None,
            }),
            column(&|statement| match statement {
                Statement::ForcedLine { winner, moves, .. } if *winner == us => moves.first().copied(),
                _ => None,
            }),
            bound,
            layer.map_or(NONE, |layer| {
                Layer::ALL.iter().position(|other| *other == layer).map_or(NONE, |index| index as i8)
            }),
        ]
    }
}
