//! [`PositionRecord`]: what the rules alone say of a position, as plain data.

use marlin_core::any::{Bitboard, Game};
use marlin_core::{Cell, Column};
use marlin_core::{GameOutcome, Player};
use serde::Serialize;

/// A position as plain data. Columns count from 1, and cells are named as in `d3`.
///
/// # Examples
///
/// ```
/// use marlin_core::any::Game;
/// use marlin_coach::answer::PositionRecord;
///
/// let record = PositionRecord::new(&Game::parse("5x4".parse()?, "112233")?);
/// assert_eq!((record.to_move, record.rows.as_str()), (Some("X"), "...../...../OOO../XXX.."));
/// assert_eq!(record.threats.x, ["d1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PositionRecord {
    /// The size of the board, as in `7x6`.
    pub board: String,
    /// Its columns.
    pub width: usize,
    /// Its rows.
    pub height: usize,
    /// The moves: those that were given, or for a board some that lead there. `None` if none do.
    pub moves: Option<String>,
    /// Whether the moves are those that were given.
    pub has_history: bool,
    /// The board on one line, the top row first.
    pub rows: String,
    /// The board as FEN with drops.
    pub fen: String,
    /// The stones on the board.
    pub stones: u32,
    /// Whose turn it is, `X` or `O`; `None` if the game is over.
    pub to_move: Option<&'static str>,
    /// The columns that can be played.
    pub legal: Vec<usize>,
    /// The stones in each column, from the left.
    pub heights: Vec<usize>,
    /// `X`, `O` or `draw`; `None` while the game goes on.
    pub result: Option<&'static str>,
    /// The cell of the last move, if it is known.
    pub last_move: Option<String>,
    /// The lines of four that won.
    pub winning_lines: Vec<[String; 4]>,
    /// The threats of both sides.
    pub threats: ThreatsRecord,
}

/// The empty cells that would complete four in a row, whether or not they can be played now; none when the game is over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ThreatsRecord {
    /// Those of X.
    pub x: Vec<String>,
    /// Those of O.
    pub o: Vec<String>,
}

impl PositionRecord {
    /// Returns the last position of a game.
    pub fn new(game: &Game) -> Self {
        let (size, position) = (game.size(), game.position());
        let has_history = game.start().nb_moves() == 0;
        let moves = if has_history { Some(game.clone()) } else { Game::leading_to(position) };
        let outcome = game.outcome();
        Self {
            board: size.to_string(),
            width: size.width(),
            height: size.height(),
            moves: moves.map(|moves| moves.to_string()),
            has_history,
            rows: position.to_rows(),
            fen: position.to_fen(),
            stones: position.nb_moves(),
            to_move: outcome.is_none().then(|| name(position.side_to_move())),
            legal: game.legal_moves().into_iter().map(Column::number).collect(),
            heights: game.heights().to_vec(),
            result: outcome.map(|outcome| match outcome {
                GameOutcome::Won(player) => name(player),
                GameOutcome::Drawn => "draw",
            }),
            last_move: last_cell(game).map(|cell| cell.to_string()),
            winning_lines: game
                .winning_lines()
                .into_iter()
                .map(|line| line.map(|cell| cell.to_string()))
                .collect(),
            threats: if outcome.is_none() { ThreatsRecord::new(game) } else { ThreatsRecord::default() },
        }
    }
}

impl ThreatsRecord {
    fn new(game: &Game) -> Self {
        let cells = |set: Bitboard| set.iter().map(|cell| cell.to_string()).collect();
        let [x, o] = [Player::X, Player::O].map(|player| cells(game.position().threats(player)));
        Self { x, o }
    }
}

/// Returns the cell of the last stone that was played.
fn last_cell(game: &Game) -> Option<Cell> {
    let column = *game.moves().last()?;
    Cell::new(column, game.position().height(column).checked_sub(1)?)
}

const fn name(player: Player) -> &'static str {
    match player {
        Player::X => "X",
        Player::O => "O",
    }
}
