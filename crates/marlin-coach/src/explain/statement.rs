//! [`Statement`]: something that is true of a position, as data.

use std::fmt;

use marlin_core::Cell;
use marlin_core::any::{Bounds, Score};
use marlin_core::{GameOutcome, Player, Source};
use serde::Serialize;

use super::Explanation;

/// The depth of a reason, from a glance at the board to a search.
///
/// # Examples
///
/// ```
/// use marlin_coach::explain::Layer;
///
/// assert_eq!(Layer::DoubleThreat.to_string(), "double threat");
/// ```
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

/// The name in running text, which is that of records too.
impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A statement, the layer that it belongs to, and what is proven with it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// How deep one has to look.
    pub layer: Layer,
    /// What is true.
    pub statement: Statement,
    /// The bounds of the score by this statement and all before it, from the side to move.
    pub bounds: Bounds,
}

/// A move, and why it leads where it does.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Branch {
    /// The cell on which the stone comes to rest.
    pub cell: Cell,
    /// What is true of the position after it, from the view of the side that moves there.
    pub steps: Vec<Step>,
}

/// Why the side to move can't stop the other side from winning with its next stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ForkKind {
    /// Two winning cells can be played: one of them can be blocked.
    TwoCells,
    /// One winning cell must be blocked, and the one right above it wins.
    Stacked,
    /// Every cell that can be played lies right below a winning cell.
    Zugzwang,
}

/// A threat to win with the next stone that no reply stops.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fork {
    /// Why no reply stops it.
    pub kind: ForkKind,
    /// The cells on which the threatening side wins, whatever the reply is.
    pub wins: Vec<Cell>,
}

/// What a winning cell is worth now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Worth {
    /// It can be played now.
    Playable,
    /// It lies right above a cell that can be played now, which the other side therefore can't play without losing.
    Guarded,
    /// It lies higher. Who gets it depends on who must play below it.
    Waiting,
    /// Nobody will ever play it, as long as everybody takes a win that is there: the game ends lower in its column.
    Unreachable,
}

/// A winning cell: an empty cell that completes a four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Threat {
    /// Whose four it completes.
    pub player: Player,
    /// The cell.
    pub cell: Cell,
    /// What it is worth now.
    pub worth: Worth,
    /// Who plays it if its column is the last one to be filled, move by move from the bottom up.
    pub falls_to: Player,
}

impl Threat {
    /// Returns whether the cell lies in an odd row: the first, third, fifth and so on from the bottom.
    pub const fn is_odd(&self) -> bool {
        self.cell.row().is_multiple_of(2)
    }
}

/// A column that nobody wants to play: the next stone in it makes a winning cell playable.
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

/// Something that is true of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Statement {
    /// The game is over.
    Over {
        /// How it ended.
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
        /// Where it wins.
        fork: Fork,
    },
    /// The side to move has a move after which it wins with its next stone, whatever the reply is.
    DoubleThreat {
        /// The side to move.
        player: Player,
        /// The move.
        by: Cell,
        /// Where it wins then.
        fork: Fork,
    },
    /// A side wins by moves to which each reply is the only one that doesn't lose at once.
    ForcedLine {
        /// The side that wins.
        winner: Player,
        /// The moves of both sides. After the last one, of the winner, no reply stops the win.
        moves: Vec<Cell>,
        /// Where the winner wins then.
        fork: Fork,
    },
    /// Every move of the side to move leads to a position in which a rule says how much it can get at most.
    EveryMove {
        /// The side to move.
        player: Player,
        /// All of its moves.
        branches: Vec<Branch>,
    },
    /// A move of the side to move leads to a position in which a rule says how much it gets at least.
    After {
        /// The side to move.
        player: Player,
        /// The move.
        branch: Branch,
    },
    /// The winning cells of both sides, column by column from the bottom up.
    Threats(Vec<Threat>),
    /// A side can't make four any more: each line of four has a stone of the other side.
    NoLineLeft {
        /// The side.
        player: Player,
    },
    /// The board is full before a side could win.
    TooLate {
        /// The side.
        player: Player,
    },
    /// What happens if both sides avoid to play right below a winning cell for as long as they can.
    FreeMoves {
        /// The cells that can be filled until then.
        cells: Vec<Cell>,
        /// Who fills the last of them, or has moved last if there is none.
        last: Player,
        /// The cells right below a winning cell, of which the other side must then play one.
        entries: Vec<Entry>,
    },
    /// The side not to move answers each stone right above it.
    Claimeven(Claimeven),
    /// The score was found by a search, or is in the opening book.
    Search(Search),
}

/// What the side not to move is sure of if it answers each stone right above it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claimeven {
    /// The side that answers, which isn't the side to move.
    pub player: Player,
    /// What it gets at least, as a score from its own view: 0 or more.
    pub at_least: Score,
    /// The cells that the other side, the side to move, may get.
    pub opponent_cells: Vec<Cell>,
    /// The cells that the side to move never gets.
    pub own_cells: Vec<Cell>,
    /// The cells among [`Self::own_cells`] that complete a four.
    pub traps: Vec<Cell>,
    /// The winning cell that makes up for an odd number of empty cells.
    pub odd_threat: Option<Cell>,
}

/// What a search has found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Search {
    /// Where the score comes from.
    pub source: Source,
    /// The positions that were searched for the score.
    pub nodes: u64,
    /// Moves of best play, up to the first position that a rule proves.
    pub line: Vec<Cell>,
    /// Why that position has the score or the winner that it has; `None` if no rule was reached within the limits.
    pub end: Option<Box<Explanation>>,
}

impl Statement {
    /// Returns the name of the kind of statement in records.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::by_rules;
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Position;
    ///
    /// let explanation = by_rules(&Position::parse(BoardSize::STANDARD, "112233")?);
    /// assert_eq!(explanation.steps[0].statement.kind(), "wins_at_once");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
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
            Self::Search(_) => "search",
        }
    }
}
