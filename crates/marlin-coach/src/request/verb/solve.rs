//! [`Verb::Solve`](super::Verb::Solve): the score of a position as plain data.

use super::analyze::play_of;
use super::prelude::*;

pub(super) const SPEC: Spec = Spec {
    at_once: |request, lookup| {
        let position = request.game.position();
        let report = lookup.best_move(position);
        (report.best_is_proven() || position.is_over()).then_some(Found::Score(report))
    },
    task: |request, solver, limits| scores(request, solver, limits, Goal::BestMove, Found::Score),
    // One search for the score with its move takes fewer nodes than a search in steps.
    run: |request, solver, limits| {
        let position = request.game.position();
        let search = || solver.query(position).limits(limits).best_move();
        Found::Score(solved_by_book(solver, position, limits).unwrap_or_else(search))
    },
    ..COMMON
};

/// Returns the answer to [`Verb::Solve`](super::Verb::Solve) by the rules and the book alone, if they
/// suffice: the score with a move that keeps it, or, if there are no limits, the score of a book that has no
/// such move. So an answer of the book never takes the time of a search.
pub fn solved_by_book(solver: &Solver, position: &Position, limits: &Limits) -> Option<Report> {
    let mut known = solver.lookup_on(position.size()).best_move(position);
    known.best = known.best.filter(|_| known.best_is_proven());
    let is_enough = known.best.is_some() || known.source == Source::Book && limits.is_none();
    is_enough.then_some(known)
}

record! {
    /// The score of a position, or its outcome, as plain data.
    ScoreRecord("Score") from (given: &str, position: &Position, found: &Report, score: Option<Score>, proven: bool) {
        let Report { bounds, source, nodes, elapsed, .. } = *found;
        let ending = score.map(|score| position.ending(score));
    } {
        /// The position as given.
        position: String = given.to_owned(),
        /// The score.
        score: Option<Score> = score,
        /// The outcome for the side to move.
        outcome: Option<Outcome> = bounds.outcome(),
        /// The plies until the game ends.
        plies_to_end: Option<u32> = ending.map(|ending| ending.plies),
        /// The number of the last move of the game.
        final_move: Option<u32> = ending.map(|ending| ending.final_move),
        /// The source of the score.
        source: Source = source,
        /// The nodes of the search.
        nodes: u64 = nodes,
        /// The time of the search, in microseconds.
        time_us: u64 = elapsed.as_micros() as u64,
        /// The best move; before its proof, the most promising move that the bounds allow.
        best: Option<Column> = None,
        /// Whether the score is proven, or the outcome if that was the goal.
        proven: bool = proven,
        /// The bounds of the score, if it is unproven.
        bounds: Option<Bounds> = (!proven).then_some(bounds),
        /// Whether the best move is proven to keep the score.
        best_proven: Option<bool> = None,
        /// The cells of the stones that won; null without a winner.
        winning_cells: Option<Vec<Cell>> = position.winner().map(|_| position.winning_stones().iter().collect()),
        /// The size of the board.
        board: BoardSize = position.size(),
        /// The moves of best play, if requested.
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<Vec<Column>> = None,
        /// The move to play if not `best`: its certain score is higher, but it is proven not best.
        #[serde(skip_serializing_if = "Option::is_none")]
        play: Option<Column> = None,
    }
}

impl ScoreRecord {
    /// Returns the record of a search for the score and a move that keeps it.
    pub fn of_score(given: &str, position: &Position, found: &Report) -> Self {
        let score = found.bounds.score();
        let record = Self::new(given, position, found, score, score.is_some());
        let (best, play) = (found.best, play_of(found));
        Self { best, best_proven: best.map(|_| found.best_is_proven()), play, ..record }
    }

    /// Returns the record of a search for the outcome. It has no score, even if the score is proven too, so
    /// that programs do not rely on a field that is rarely filled.
    pub fn of_outcome(given: &str, position: &Position, found: &Report) -> Self {
        Self::new(given, position, found, None, found.bounds.outcome().is_some())
    }

    /// Returns the record with the moves of best play, which begin with the best move.
    #[must_use]
    pub fn with_line(self, line: &[Column]) -> Self {
        let (line, best) = (Some(line.to_vec()), line.first().copied());
        let best_proven = best.map(|_| true).or(self.best_proven);
        let play = self.play.filter(|_| best.is_none());
        Self { best: best.or(self.best), best_proven, line, play, ..self }
    }
}
