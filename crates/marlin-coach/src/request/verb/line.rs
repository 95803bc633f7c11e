//! [`Verb::Line`](super::Verb::Line): the moves of best play as plain data.

use super::prelude::*;

const PLIES: &Field =
    &Field::number("plies", 0, u64::MAX).about(None, "The maximum number of moves; all moves if absent.");

pub(super) const SPEC: Spec = Spec {
    fields: fields![PLIES],
    read: |request, fields| request.line = fields.count(PLIES).unwrap_or(usize::MAX),
    task: |request, solver, limits| {
        let (position, line, limits) = (*request.game.position(), request.line, limits.clone());
        RequestTask::of(solver, move |asks| asks.line(&position, line, &limits).map(Found::Line))
    },
    ..COMMON
};

record! {
    /// Moves of best play.
    LineRecord("Line") pub(super) from (request: &Request, line: &[Column]) {
        let end = line.iter().copied().fold(*request.game.position(), Position::after);
    } {
        /// The size of the board.
        board: BoardSize = end.size(),
        /// The columns.
        line: Vec<Column> = line.to_vec(),
        /// Whether the line is as long as requested, or ends with the game.
        complete: bool = line.len() >= request.line || end.is_over(),
    }
}
