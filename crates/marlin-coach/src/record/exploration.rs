//! [`ExplorationRecord`]: the facts about a position in a tree of openings as plain data.

use marlin_core::any::{Position, Score};
use marlin_core::{BoardSize, Cell, Column, Outcome, Player};
use serde::Serialize;

use crate::level::LevelShares;
use crate::opening::{CENSUS, Exploration, ExploredColumn, OpeningName, PlyCensus};

/// The facts about a position in a tree of openings as plain data.
///
/// # Examples
///
/// ```
/// use marlin_coach::opening::explore;
/// use marlin_coach::record::ExplorationRecord;
/// use marlin_core::any::{Position, Solver};
/// use marlin_core::{BoardSize, Limits};
///
/// let solver = Solver::on(BoardSize::STANDARD);
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// let record = ExplorationRecord::new("4433", &explore(&solver, &position, &Limits::NONE));
/// assert_eq!((record.score.unwrap().get(), record.orders, record.columns.len()), (18, Some(2), 7));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Exploration"))]
#[non_exhaustive]
pub struct ExplorationRecord {
    /// The position as given.
    pub position: String,
    /// The size of the board.
    pub board: BoardSize,
    /// The stones on the board.
    pub stones: u32,
    /// The side to move; null after the end of the game.
    pub to_move: Option<Player>,
    /// The score of the position; null without a proof.
    pub score: Option<Score>,
    /// The outcome for the side to move; null without a proof.
    pub outcome: Option<Outcome>,
    /// The name of the opening; null if it has none.
    pub name: Option<&'static str>,
    /// Whether the position is the mirror image of the one with the name.
    pub mirrored: bool,
    /// The number of move orders that lead to the position; null if they are too many to count.
    pub orders: Option<u64>,
    /// The columns that can be played, from the left; none after the end of the game.
    pub columns: Vec<ExploredColumnRecord>,
    /// The moves of each level; none after the end of the game.
    pub levels: Vec<LevelSharesRecord>,
    /// The won, drawn and lost positions of 7x6 by their stones, for 0 to 12; none on other boards.
    pub census: Vec<PlyCensusRecord>,
    /// Whether the score of each column and the result of each reply are proven.
    pub proven: bool,
}

/// A column that can be played, with the facts about the position after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ExploredColumn"))]
#[non_exhaustive]
pub struct ExploredColumnRecord {
    /// The column.
    pub column: Column,
    /// The cell of its stone.
    pub cell: Cell,
    /// The score, from the side to move before it; null without a proof.
    pub score: Option<Score>,
    /// The outcome for the side to move before it; null without a proof.
    pub outcome: Option<Outcome>,
    /// The number of the last move of the game; null without a proof.
    pub final_move: Option<u32>,
    /// The number of legal replies of the opponent; 0 if the column ends the game.
    pub replies: u32,
    /// The replies after which the opponent still has the result that it has after the column; null without a proof.
    pub holding: Option<u32>,
    /// The name of the opening after it; null if it has none.
    pub name: Option<&'static str>,
    /// Whether the position after it is the mirror image of the one with the name.
    pub mirrored: bool,
    /// The number of move orders that lead to the position after it; null if they are too many to count.
    pub orders: Option<u64>,
}

/// The moves of a level.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LevelShares"))]
#[non_exhaustive]
pub struct LevelSharesRecord {
    /// The level, from 1 to 10.
    pub level: usize,
    /// The columns that it may play, from the left; null if they are unknown.
    pub columns: Option<Vec<ColumnShareRecord>>,
}

/// A column with its share among the moves of a level.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ColumnShare"))]
#[non_exhaustive]
pub struct ColumnShareRecord {
    /// The column.
    pub column: Column,
    /// The probability that the level plays it, over all seeds: above 0 up to 1, to six decimals.
    pub share: f64,
}

/// The positions with a number of stones, by their result for the side to move. Mirror images count twice, and positions after the end
/// of the game count too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PlyCensus"))]
#[non_exhaustive]
pub struct PlyCensusRecord {
    /// The stones on the board.
    pub stones: u32,
    /// All positions.
    pub positions: u64,
    /// Those that the side to move wins.
    pub won: u64,
    /// Those that end in a draw.
    pub drawn: u64,
    /// Those that the side to move loses.
    pub lost: u64,
}

impl ExplorationRecord {
    /// Returns the record of an exploration.
    pub fn new(given: &str, found: &Exploration) -> Self {
        let position = &found.position;
        let is_standard = position.size() == BoardSize::STANDARD;
        let stones = position.nb_moves();
        let (name, mirrored) = name_of(found.name);
        Self {
            position: given.to_owned(),
            board: position.size(),
            stones,
            to_move: (!position.is_over()).then(|| position.side_to_move()),
            score: found.bounds.score(),
            outcome: found.bounds.outcome(),
            name,
            mirrored,
            orders: found.orders,
            columns: found
                .columns
                .iter()
                .map(|explored| ExploredColumnRecord::new(explored, position))
                .collect(),
            levels: found.levels.iter().map(LevelSharesRecord::new).collect(),
            census: if is_standard { PlyCensusRecord::all() } else { Vec::new() },
            proven: found.is_proven(),
        }
    }
}

impl ExploredColumnRecord {
    fn new(explored: &ExploredColumn, position: &Position) -> Self {
        let score = explored.bounds.score();
        let (name, mirrored) = name_of(explored.name);
        Self {
            column: explored.column,
            cell: explored.cell,
            score,
            outcome: explored.bounds.outcome(),
            final_move: score.map(|score| position.ending(score).final_move),
            replies: explored.replies,
            holding: explored.holding,
            name,
            mirrored,
            orders: explored.orders,
        }
    }
}

impl LevelSharesRecord {
    fn new(shares: &LevelShares) -> Self {
        let record =
            |&(column, share): &(_, f64)| ColumnShareRecord { column, share: (share * 1e6).round() / 1e6 };
        let columns = shares.columns.as_ref();
        Self {
            level: shares.level.get(),
            columns: columns.map(|columns| columns.iter().map(record).collect()),
        }
    }
}

impl PlyCensusRecord {
    /// Returns the records of [`CENSUS`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::record::PlyCensusRecord;
    ///
    /// let census = PlyCensusRecord::all();
    /// assert_eq!((census.len(), census[12].positions), (13, 12_236_101));
    /// ```
    pub fn all() -> Vec<Self> {
        CENSUS.iter().map(Self::new).collect()
    }

    const fn new(ply: &PlyCensus) -> Self {
        let PlyCensus { stones, won, drawn, lost } = *ply;
        Self { stones, positions: ply.positions(), won, drawn, lost }
    }
}

/// Returns a name, and whether it is that of the mirror image.
fn name_of(name: Option<OpeningName>) -> (Option<&'static str>, bool) {
    (name.map(|name| name.name), name.is_some_and(|name| name.is_mirrored))
}
