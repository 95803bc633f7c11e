//! [`Explanation`]: the reasons for a score, and [`Statement`], a true statement about a position, as data.

use std::fmt;

use marlin_core::{Bounds, Cell, GameOutcome, Outcome, Player, Position, Score, Source};
use serde::Serialize;

/// The reasons for the score of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The position.
    pub position: Position,
    /// The statements, from the cheapest layer to the deepest one of the proof.
    pub steps: Vec<Step>,
    /// The proven bounds of the score, from the side to move.
    pub bounds: Bounds,
    /// The deepest layer of the proof of the winner; `None` without a proof.
    pub outcome_layer: Option<Layer>,
    /// The deepest layer of the proof of the score; `None` without a proof.
    pub score_layer: Option<Layer>,
}

/// The depth of a reason, from a glance at the board to a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// The next two stones: the game is over, a win at once, or a cell to block.
    #[serde(rename = "next stones")]
    NextStones,
    /// A move that threatens to win on two cells.
    #[serde(rename = "double threat")]
    DoubleThreat,
    /// A line of moves to which every reply is forced.
    #[serde(rename = "forced line")]
    ForcedLine,
    /// The winning cells and the open lines of both sides.
    Threats,
    /// The side that must play below a winning cell in the end: claimeven.
    Zugzwang,
    /// A search, or an opening book made by one.
    Search,
}

impl Layer {
    /// All layers, the cheapest first.
    pub const ALL: [Self; 6] =
        [Self::NextStones, Self::DoubleThreat, Self::ForcedLine, Self::Threats, Self::Zugzwang, Self::Search];
}

/// The name in running text, which records also use.
impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A statement, with its layer and the bounds proven so far.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The depth of its proof. The book and a search have the same layer, and different texts.
    pub layer: Layer,
    /// The statement.
    pub statement: Statement,
    /// The bounds of the score by this statement and all before it, from the side to move. The statement
    /// about an opening describes results that it does not prove, and leaves the bounds unchanged.
    pub bounds: Bounds,
}

/// A move, with the statements about the position after it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Branch {
    /// The cell of the stone.
    pub cell: Cell,
    /// The statements about the position after it, from the view of the side to move there.
    pub steps: Vec<Step>,
}

/// The reason why no reply stops a win with the next stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ForkKind {
    /// Two winning cells can be played, and only one of them can be blocked.
    TwoCells,
    /// One winning cell must be blocked, and the one right above it wins.
    Stacked,
    /// Every playable cell is right below a winning cell.
    Zugzwang,
}

/// A threat to win with the next stone that no reply stops.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fork {
    /// The reason why no reply stops it.
    pub kind: ForkKind,
    /// The cells on which the threatening side wins after any reply.
    pub wins: Vec<Cell>,
}

/// The value of a winning cell now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Worth {
    /// It can be played now.
    Playable,
    /// It is right above a playable cell, where a stone of the other side would lose.
    Guarded,
    /// It is higher. The side that must play below it loses it.
    Waiting,
    /// Sides that take their wins never play it, because the game ends lower in its column.
    Unreachable,
}

/// A winning cell: an empty cell that completes a four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Threat {
    /// The player whose four it completes.
    pub player: Player,
    /// The cell.
    pub cell: Cell,
    /// Its value now.
    pub worth: Worth,
    /// The side that plays it if its column is the last one to be filled, move by move from the bottom up.
    pub falls_to: Player,
}

impl Threat {
    /// Returns whether the cell is in an odd row: the first, third, fifth and so on from the bottom.
    pub const fn is_odd(&self) -> bool {
        self.cell.row().is_multiple_of(2)
    }
}

/// A cell to avoid: a stone there makes a winning cell playable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The cell right below the winning cell.
    pub cell: Cell,
    /// The winning cell.
    pub above: Cell,
    /// Whether it wins for X, and for O.
    pub wins_for: [bool; 2],
}

/// A true statement about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Statement {
    /// The game is over.
    Over {
        /// Its result.
        outcome: GameOutcome,
        /// The stones that won.
        stones: Vec<Cell>,
    },
    /// The side to move wins with its next stone.
    WinsAtOnce {
        /// The side to move.
        player: Player,
        /// The cells that win.
        cells: Vec<Cell>,
    },
    /// The other side would win with its next stone: the side to move must play there.
    MustBlock {
        /// The side to move.
        player: Player,
        /// The cell.
        cell: Cell,
    },
    /// The other side wins with its next stone, whatever the side to move plays.
    CannotBlock {
        /// The side that wins.
        winner: Player,
        /// The cells on which it wins.
        fork: Fork,
    },
    /// The side to move has a move after which it wins with its next stone after any reply.
    DoubleThreat {
        /// The side to move.
        player: Player,
        /// The move.
        by: Cell,
        /// The cells on which it wins then.
        fork: Fork,
    },
    /// A side wins by moves with a single reply each that does not lose at once.
    ForcedLine {
        /// The side that wins.
        winner: Player,
        /// The moves of both sides. After the last one, of the winner, no reply stops the win.
        moves: Vec<Cell>,
        /// The cells on which the winner wins then.
        fork: Fork,
    },
    /// After every move of the side to move, a rule bounds its score from above.
    EveryMove {
        /// The side to move.
        player: Player,
        /// All of its moves.
        branches: Vec<Branch>,
    },
    /// After a move of the side to move, a rule bounds its score from below.
    After {
        /// The side to move.
        player: Player,
        /// The move.
        branch: Branch,
    },
    /// The winning cells of both sides, column by column from the bottom up.
    Threats(Vec<Threat>),
    /// A side has no line of four left: each line has a stone of the other side.
    NoLineLeft {
        /// The side.
        player: Player,
    },
    /// The board is full before a side could win.
    TooLate {
        /// The side.
        player: Player,
    },
    /// The end of the free moves: both sides avoid the cells right below winning cells for as long as they
    /// can.
    FreeMoves {
        /// The cells that can be filled until then.
        cells: Vec<Cell>,
        /// The side that fills the last of them, or has moved last if there is none.
        last: Player,
        /// The cells right below a winning cell. The other side must then play one of them.
        entries: Vec<Entry>,
    },
    /// The side not to move answers each stone right above it.
    Claimeven(Claimeven),
    /// The scores of all columns, by the book.
    Opening(Opening),
    /// The score was found by a search, or is in the opening book.
    Search(Search),
}

/// The guarantee of the side not to move by answering each stone right above it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claimeven {
    /// The side that answers: the side not to move.
    pub player: Player,
    /// Its guaranteed score, from its own view: 0 or more.
    pub at_least: Score,
    /// The cells that the other side, the side to move, may get.
    pub opponent_cells: Vec<Cell>,
    /// The cells that the side to move never gets.
    pub own_cells: Vec<Cell>,
    /// The cells among [`Self::own_cells`] that complete a four.
    pub traps: Vec<Cell>,
    /// The winning cell that makes up for an odd number of empty cells.
    pub odd_threat: Option<Cell>,
    /// All fours that the side to move could complete. Each comes too late.
    pub second_fours: Vec<SecondFour>,
}

/// Two fours under claimeven: one of the side to move, and one of the side that answers, which is complete
/// first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SecondFour {
    /// The four of the side to move: its stones, and cells that it may get.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Vec<Cell>>"))]
    pub opponent: Vec<Cell>,
    /// A four of the side that answers: its stones, and cells that the side to move never gets. Each of these
    /// is below an empty cell of the other four, or right above one. The cells below are filled before the
    /// other four is complete. So are the cells right above, except the one above its last cell; the side
    /// that answers then has another such four.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Vec<Cell>>"))]
    pub own: Vec<Cell>,
}

/// The scores of all columns, which tell the columns that keep the result from those that give it away.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opening {
    /// The side to move.
    pub player: Player,
    /// The cell of the next stone in each column that can be played, with the score of the column.
    pub columns: Vec<(Cell, Score)>,
}

impl Opening {
    /// Returns the columns of an outcome.
    pub(super) fn with(&self, outcome: Outcome) -> Vec<(Cell, Score)> {
        self.columns.iter().copied().filter(|(_, score)| score.outcome() == outcome).collect()
    }

    /// Returns the columns that keep the outcome.
    pub(super) fn keeping(&self) -> Vec<(Cell, Score)> {
        let best = self.columns.iter().map(|(_, score)| score.outcome()).max();
        best.map_or_else(Vec::new, |best| self.with(best))
    }
}

/// The findings of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Search {
    /// The source of the score.
    pub source: Source,
    /// The positions that were searched for the score.
    pub nodes: u64,
    /// The side to move.
    pub player: Player,
    /// Moves of best play, up to the first position that a rule proves.
    pub line: Vec<Cell>,
    /// The explanation of that position; `None` if no rule was reached within the limits.
    pub end: Option<Box<Explanation>>,
}

impl Statement {
    /// Returns the name of the kind of statement in records.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Over { .. } => "over",
            Self::WinsAtOnce { .. } => "wins_at_once",
            Self::MustBlock { .. } => "must_block",
            Self::CannotBlock { .. } => "cannot_block",
            Self::DoubleThreat { .. } => "double_threat",
            Self::ForcedLine { .. } => "forced_line",
            Self::EveryMove { .. } => "every_move",
            Self::After { .. } => "after",
            Self::Threats(_) => "threats",
            Self::NoLineLeft { .. } => "no_line_left",
            Self::TooLate { .. } => "too_late",
            Self::FreeMoves { .. } => "free_moves",
            Self::Claimeven(_) => "claimeven",
            Self::Opening(_) => "opening",
            Self::Search(_) => "search",
        }
    }

    /// Returns whether statements of this kind bound the score; the others only describe the position.
    pub const fn proves_something(&self) -> bool {
        !matches!(self, Self::MustBlock { .. } | Self::Threats(_) | Self::FreeMoves { .. } | Self::Opening(_))
    }

    /// Returns the moves after which it has further statements.
    pub(crate) fn branches(&self) -> &[Branch] {
        match self {
            Self::EveryMove { branches, .. } => branches,
            Self::After { branch, .. } => std::slice::from_ref(branch),
            _ => &[],
        }
    }
}
