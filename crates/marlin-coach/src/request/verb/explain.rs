//! [`Verb::Explain`](super::Verb::Explain): the reasons for a score as plain data.

use super::prelude::*;
use crate::explain::{
    BranchGroup, Explanation, ExplanationTask, Layer, MarkedCell, Search, SecondFour, Statement, Step, groups,
};
use crate::text::Text;

pub(super) const SPEC: Spec = Spec {
    task: |request, solver, limits| {
        ExplanationTask::new(solver, request.game.position(), limits).map(Found::Explanation)
    },
    ..COMMON
};

record! {
    /// The reasons for the score of a position as plain data.
    ExplanationRecord("Explanation") pub from (given: &str, explanation: &Explanation) {
        let (position, bounds) = (&explanation.position, explanation.bounds);
        // Both bounds of a proven outcome have the same winner.
        let result = position.ending(bounds.lower()).winner.map_or(GameOutcome::Drawn, GameOutcome::Won);
        let board = Board { position: *position, path: Vec::new() };
    } {
        /// The position as given.
        position: String = given.to_owned(),
        /// The size of the board.
        board: BoardSize = position.size(),
        /// The side to move; null after the end of the game.
        to_move: Option<Player> = (!position.is_over()).then(|| position.side_to_move()),
        /// The winner and the end of the game, in words.
        headline: String = explanation.headline().to_string(),
        /// The score, if it is proven.
        score: Option<Score> = bounds.score(),
        /// The winner or a draw, if it is proven.
        winner: Option<ResultRecord> = bounds.outcome().map(|_| result.into()),
        /// The deepest layer of the proof of the winner.
        winner_layer: Option<Layer> = explanation.outcome_layer,
        /// The deepest layer of the proof of the score.
        score_layer: Option<Layer> = explanation.score_layer,
        /// The statements.
        steps: Vec<StepRecord> = board.records(&explanation.steps, Step::text),
        /// Whether the score is proven.
        proven: bool = bounds.score().is_some(),
        /// The bounds of the score, if it is unproven.
        bounds: Option<Bounds> = bounds.score().is_none().then_some(bounds),
        /// The headline as parts.
        headline_parts: Text = explanation.headline(),
    }
}

record! {
    /// A statement.
    StepRecord("Step") from (board: &Board, step: &Step, text: Text) {
        let (statement, position) = (&step.statement, &board.position);
        let claimeven = if let Statement::Claimeven(claimeven) = statement { Some(claimeven) } else { None };
        let second_fours = claimeven.map(|claimeven| claimeven.second_fours.clone());
        let search = if let Statement::Search(search) = statement { Some(search) } else { None };
    } {
        /// Its layer.
        layer: Layer = step.layer,
        /// Its kind, as in `double_threat`.
        kind: &'static str = statement.kind(),
        /// The statement in words, without the statements in `branches` and `end`.
        text: String = text.to_string(),
        /// The lower bound proven so far, from the side to move.
        lower: Score = step.bounds.lower(),
        /// The upper bound proven so far.
        upper: Score = step.bounds.upper(),
        /// Moves that show the statement on the board after `path`, in the order of play: the moves that it
        /// names, and the win that follows if there is one.
        moves: Vec<Cell> = statement.moves_to_show(position),
        /// The cells to highlight on the board after `path`.
        cells: Vec<MarkedCell> = statement.own_marks(),
        /// The moves after which it has further statements. Moves with the same statements are together.
        branches: Vec<BranchRecord> = groups(statement, position).iter().map(|group| BranchRecord::new(board, group)).collect(),
        /// The fours of the side to move that come too late against claimeven.
        #[serde(skip_serializing_if = "Option::is_none")]
        second_fours: Option<Vec<SecondFour>> = second_fours,
        /// The nodes of a search.
        #[serde(skip_serializing_if = "Option::is_none")]
        nodes: Option<u64> = search.map(|search| search.nodes),
        /// The reasons for the score or the winner after the moves of a search.
        #[serde(skip_serializing_if = "Option::is_none")]
        end: Option<Vec<StepRecord>> = search.and_then(|search| board.end(search)),
        /// The columns that lead from the explained position to the board of the statement.
        path: Vec<Column> = board.path.clone(),
        /// The text as parts.
        parts: Text = text,
    }
}

record! {
    /// Moves after which the same sentences are true, with the statements about the position after the first
    /// of them.
    BranchRecord("Branch") from (board: &Board, group: &BranchGroup<'_>) {} {
        /// The cell of the first move.
        cell: Cell = group.branch.cell,
        /// The statements about the position after it. The texts are true after each of the moves; the marks,
        /// the moves and the bounds are for the position after the first one.
        steps: Vec<StepRecord> = board.after(&[group.branch.cell]).records(&group.branch.steps, Step::brief),
        /// The cells of all the moves.
        cells: Vec<Cell> = group.cells.clone(),
        /// The moves in words, as in `After b6, f6 or g2:`.
        intro: String = group.intro().to_string(),
        /// The intro as parts.
        intro_parts: Text = group.intro(),
    }
}

/// A board that statements are about, and the columns that lead to it from the explained position.
struct Board {
    position: Position,
    path: Vec<Column>,
}

impl Board {
    fn after(&self, moves: &[Cell]) -> Self {
        let columns = moves.iter().map(|cell| cell.column());
        let position = columns.clone().fold(self.position, Position::after);
        Self { position, path: self.path.iter().copied().chain(columns).collect() }
    }

    fn records<'a>(
        &self,
        steps: impl IntoIterator<Item = &'a Step>,
        text: fn(&Step, &Position) -> Text,
    ) -> Vec<StepRecord> {
        steps.into_iter().map(|step| StepRecord::new(self, step, text(step, &self.position))).collect()
    }

    /// Returns the reasons after the moves of a search.
    fn end(&self, search: &Search) -> Option<Vec<StepRecord>> {
        let proofs = search.end.as_deref()?.steps.iter().filter(|step| step.statement.proves_something());
        Some(self.after(&search.line).records(proofs, Step::text))
    }
}
