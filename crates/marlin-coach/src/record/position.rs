//! [`PositionRecord`]: a position by the rules, as plain data.

use marlin_core::any::{Bitboard, Game};
use marlin_core::{BoardSize, Cell, Column, Player};
use serde::Serialize;

use super::{ColumnsRecord, ResultRecord};
use crate::level::SkillLevel;

/// A position by the rules, as plain data.
///
/// # Examples
///
/// ```
/// use marlin_core::Player;
/// use marlin_core::any::Game;
/// use marlin_coach::record::PositionRecord;
///
/// let record = PositionRecord::new(&Game::parse("5x4".parse()?, "112233")?);
/// assert_eq!((record.to_move, record.rows.as_str()), (Some(Player::X), "...../...../OOO../XXX.."));
/// assert_eq!(record.threats.x[0].to_string(), "d1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Position"))]
#[non_exhaustive]
pub struct PositionRecord {
    /// The size of the board.
    pub board: BoardSize,
    /// Its columns.
    pub width: usize,
    /// Its rows.
    pub height: usize,
    /// The moves: those given, or for a board some that lead there; null if none do.
    pub moves: Option<String>,
    /// Whether the moves are those given.
    pub has_history: bool,
    /// The board on one line, the top row first, as in `..../..../..O./.XX.`.
    pub rows: String,
    /// The board as FEN with drops.
    pub fen: String,
    /// The stones on the board.
    pub stones: u32,
    /// The side to move; null after the end of the game.
    pub to_move: Option<Player>,
    /// The columns that are legal moves.
    pub legal: Vec<Column>,
    /// The stones in each column, from the left.
    pub heights: Vec<usize>,
    /// The result of the game; null before its end.
    pub result: Option<ResultRecord>,
    /// The cell of the last move; null if it is unknown.
    pub last_move: Option<Cell>,
    /// The lines of four that won.
    pub winning_lines: Vec<[Cell; 4]>,
    /// The threats of both sides.
    pub threats: ThreatsRecord,
    /// Whether level 10 is perfect on this board, or only the strongest level.
    pub perfect_level: bool,
    /// The scores of all columns, if requested and known by rules and book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<Box<ColumnsRecord>>,
}

/// The empty cells that would complete four in a row, in reach or not; none after the end of the game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Threats"))]
#[non_exhaustive]
pub struct ThreatsRecord {
    /// Those of X.
    pub x: Vec<Cell>,
    /// Those of O.
    pub o: Vec<Cell>,
}

impl PositionRecord {
    /// Returns the last position of a game.
    pub fn new(game: &Game) -> Self {
        let (size, position) = (game.size(), game.position());
        let has_history = game.start().nb_moves() == 0;
        let moves = if has_history { Some(game.clone()) } else { Game::leading_to(position).ok() };
        let outcome = game.outcome();
        Self {
            board: size,
            width: size.width(),
            height: size.height(),
            moves: moves.map(|moves| moves.to_string()),
            has_history,
            rows: position.to_rows(),
            fen: position.to_fen(),
            stones: position.nb_moves(),
            to_move: outcome.is_none().then(|| position.side_to_move()),
            legal: game.legal_moves(),
            heights: game.heights().to_vec(),
            result: outcome.map(ResultRecord::from),
            last_move: last_cell(game),
            winning_lines: game.winning_lines(),
            threats: if outcome.is_none() { ThreatsRecord::new(game) } else { ThreatsRecord::default() },
            perfect_level: SkillLevel::MAX.is_perfect(size),
            known: None,
        }
    }

    /// Returns the record with the scores of all columns.
    #[must_use]
    pub fn with_known(self, known: ColumnsRecord) -> Self {
        Self { known: Some(Box::new(known)), ..self }
    }
}

impl ThreatsRecord {
    fn new(game: &Game) -> Self {
        let cells = |set: Bitboard| set.iter().collect();
        let [x, o] = [Player::X, Player::O].map(|player| cells(game.position().threats(player)));
        Self { x, o }
    }
}

/// Returns the cell of the last stone of the moves.
fn last_cell(game: &Game) -> Option<Cell> {
    let column = *game.moves().last()?;
    Cell::new(column, game.position().height(column).checked_sub(1)?)
}
