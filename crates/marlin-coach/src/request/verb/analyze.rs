//! [`Verb::Analyze`](super::Verb::Analyze): the scores of all columns as plain data, and moves of best play.

use super::prelude::*;

const LINE: &Field = &Field::number("line", 0, u64::MAX)
    .about(Some(0), "The maximum number of moves of best play by both sides in the answer; 0 for none.");

pub(super) const SPEC: Spec = Spec {
    fields: fields![LINE],
    read: |request, fields| request.line = fields.count(LINE).unwrap_or(0),
    at_once: |request, lookup| {
        let known = if request.line == 0 { known(request, lookup) } else { None };
        known.map(|report| Found::Columns(report, None))
    },
    task: |request, solver, limits| {
        if request.line == 0 {
            return scores(request, solver, limits, Goal::Columns, |report| Found::Columns(report, None));
        }
        let (position, line, limits) = (*request.game.position(), request.line, limits.clone());
        let known = known(request, &solver.lookup());
        RequestTask::of(solver, move |asks| {
            let report = match &known {
                Some(known) => known.clone(),
                None => asks.scores(&position, Goal::Columns, &limits)?,
            };
            let is_proven = report.bounds.score().is_some();
            let moves = if is_proven { asks.line(&position, line, &limits)? } else { Vec::new() };
            Ok(Found::Columns(report, Some(moves)))
        })
    },
    ..COMMON
};

/// Returns the move to play if it differs from the best move; `None` if no best move was asked for.
pub(super) fn play_of(found: &Report) -> Option<Column> {
    found.move_to_play().filter(|play| found.best.is_some_and(|best| best != *play))
}

record! {
    /// The scores of all columns of a position as plain data.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::record::ColumnsRecord;
    /// use marlin_core::{BoardSize, Position, Solver};
    ///
    /// let position = Position::parse(BoardSize::STANDARD, "4433")?;
    /// let analysis = Solver::on(BoardSize::STANDARD).query(&position).analyze();
    /// let record = ColumnsRecord::new("4433", &position, &analysis);
    /// assert_eq!(record.scores.map(|score| score.unwrap().get()), [-3, 18, 2, 2, 18, -3, -4]);
    /// assert_eq!(record.best_columns.unwrap().len(), 2);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    ColumnsRecord("Columns") pub from (given: &str, position: &Position, analysis: &Report) {
        let (score, is_proven) = (analysis.bounds.score(), analysis.is_complete());
        let ending = score.map(|score| position.ending(score));
        let best_columns = || position.size().columns().filter(|&column| analysis.keeps_score(column)).collect();
    } {
        /// The position as given.
        position: String = given.to_owned(),
        /// The score of each column, from the left; null if full or unproven.
        scores: Columns<Option<Score>> = analysis.scores(),
        /// The best move; before its proof, the most promising move that the bounds allow.
        best: Option<Column> = analysis.best,
        /// The score of the position.
        score: Option<Score> = score,
        /// The outcome for the side to move.
        outcome: Option<Outcome> = analysis.bounds.outcome(),
        /// The plies until the game ends.
        plies_to_end: Option<u32> = ending.map(|ending| ending.plies),
        /// The number of the last move of the game.
        final_move: Option<u32> = ending.map(|ending| ending.final_move),
        /// The source of the scores.
        source: Source = analysis.source,
        /// The nodes of the search.
        nodes: u64 = analysis.nodes,
        /// The time of the search, in microseconds.
        time_us: u64 = analysis.elapsed.as_micros() as u64,
        /// All columns that keep the score, none after the end of the game; null if not all scores are
        /// proven.
        best_columns: Option<Vec<Column>> = is_proven.then(best_columns),
        /// Whether all scores are proven.
        proven: bool = is_proven,
        /// The bounds of the score of the position, if not all scores are proven.
        bounds: Option<Bounds> = (!is_proven).then_some(analysis.bounds),
        /// The bounds of the score of each column, if not all are proven.
        column_bounds: Option<Columns<Option<Bounds>>> = (!is_proven).then_some(analysis.columns),
        /// Whether the best move is proven to keep the score.
        best_proven: Option<bool> = analysis.best.map(|_| analysis.best_is_proven()),
        /// The cells of the stones that won; null without a winner.
        winning_cells: Option<Vec<Cell>> = position.winner().map(|_| position.winning_stones().iter().collect()),
        /// The size of the board.
        board: BoardSize = position.size(),
        /// The height of the score on an evaluation bar, from the view of X: 1 for a win of X with the next
        /// stone, 0 for a draw, -1 for a win of O.
        evaluation: Option<f64> = ending.map(Ending::evaluation),
        /// The moves of best play, if requested.
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<Vec<Column>> = None,
        /// The move to play if not `best`: its certain score is higher, but it is proven not best.
        #[serde(skip_serializing_if = "Option::is_none")]
        play: Option<Column> = play_of(analysis),
    }
}

impl ColumnsRecord {
    /// Returns the record with the moves of best play, which begin with the best move.
    #[must_use]
    pub fn with_line(self, line: &[Column]) -> Self {
        let (line, best) = (Some(line.to_vec()), line.first().copied());
        let best_proven = best.map(|_| true).or(self.best_proven);
        let play = self.play.filter(|_| best.is_none());
        Self { best: best.or(self.best), best_proven, line, play, ..self }
    }
}
