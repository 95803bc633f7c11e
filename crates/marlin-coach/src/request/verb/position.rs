//! [`Verb::Position`](super::Verb::Position): a position by the rules, as plain data.

use super::analyze::ColumnsRecord;
use super::prelude::*;
use crate::level::SkillLevel;

const KNOWN: &Field = &Field::new("known", FieldKind::Flag)
    .about(None, "Whether to add the scores of all columns where rules and book suffice for them.");

pub(super) const SPEC: Spec = Spec {
    fields: &[MOVES, POSITION, BOARD, BASE, KNOWN],
    read: |request, fields| request.known = fields.flag(KNOWN),
    needs_search: |_| false,
    // The search for moves that lead to a board may take some time.
    at_once: |request, lookup| {
        (request.game.start().nb_moves() == 0).then(|| Found::Position(wanted(request, lookup)))
    },
    // Limits apply to searches, and a lookup searches nothing.
    task: |request, solver, _| done(solver, wanted(request, &solver.lookup())),
    ..COMMON
};

/// Returns the scores if they are wanted and known.
fn wanted(request: &Request, lookup: &Lookup) -> Option<Report> {
    if request.known { known(request, lookup) } else { None }
}

/// Returns the answer of a position with scores that are known.
pub(super) fn answer(request: &Request, known: Option<&Report>) -> Answer {
    let columns = |known| Box::new(ColumnsRecord::new(&request.given, request.game.position(), known));
    let known = known.map(columns);
    Answer::Position(Box::new(PositionRecord { known, ..PositionRecord::new(&request.game) }))
}

record! {
    /// A position by the rules, as plain data.
    PositionRecord("Position") pub from (game: &Game) {
        let (size, position, outcome) = (game.size(), game.position(), game.outcome());
        let has_history = game.start().nb_moves() == 0;
        let moves = if has_history { Some(game.clone()) } else { Game::leading_to(position).ok() };
        let last_move = game.moves().last().and_then(|&column| Cell::new(column, position.height(column) - 1));
        let threats = |player| position.threats(player).iter().filter(|_| outcome.is_none()).collect();
    } {
        /// The size of the board.
        board: BoardSize = size,
        /// Its columns.
        width: usize = size.width(),
        /// Its rows.
        height: usize = size.height(),
        /// The given moves or, for a board, moves that lead to it; null if none do.
        moves: Option<String> = moves.map(|moves| moves.to_string()),
        /// Whether the moves are the given ones.
        has_history: bool = has_history,
        /// The board on one line, the top row first, as in `..../..../..O./.XX.`.
        rows: String = position.to_rows(),
        /// The board as FEN with drops.
        fen: String = position.to_fen(),
        /// The stones on the board.
        stones: u32 = position.nb_moves(),
        /// The side to move; null after the end of the game.
        to_move: Option<Player> = outcome.is_none().then(|| position.side_to_move()),
        /// The columns that are legal moves.
        legal: Vec<Column> = game.legal_moves().collect(),
        /// The stones in each column, from the left.
        heights: Vec<usize> = game.heights().to_vec(),
        /// The result of the game; null before its end.
        result: Option<ResultRecord> = outcome.map(ResultRecord::from),
        /// The cell of the last move; null if it is unknown.
        last_move: Option<Cell> = last_move,
        /// The lines of four that won.
        winning_lines: Vec<[Cell; 4]> = game.winning_lines(),
        /// The threats of both sides.
        threats: ThreatsRecord = ThreatsRecord { x: threats(Player::X), o: threats(Player::O) },
        /// Whether level 10 is perfect on this board, or only the strongest level.
        perfect_level: bool = SkillLevel::MAX.is_perfect(size),
        /// The scores of all columns, if requested and known by rules and book.
        #[serde(skip_serializing_if = "Option::is_none")]
        known: Option<Box<ColumnsRecord>> = None,
    }
}

/// The empty cells that would complete four in a row, in reach or not; none after the end of the game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Threats"))]
#[non_exhaustive]
pub struct ThreatsRecord {
    /// The cells of X.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Vec<Cell>>"))]
    pub x: Vec<Cell>,
    /// The cells of O.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Vec<Cell>>"))]
    pub o: Vec<Cell>,
}
