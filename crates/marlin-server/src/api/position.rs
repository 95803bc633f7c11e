//! The answers about one position or game, from its score to its review.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::level::{ChosenMove, Opponent};
use marlin_coach::record::{
    ColumnsRecord, ExplanationRecord, ExplorationRecord, LevelMoveRecord, PositionRecord, ReachRecord,
    ReviewRecord, ScoreRecord,
};
use marlin_coach::review::Review;
use marlin_core::{BoardSize, Limits, Position, Report, Solver};

use super::Problem;
use super::params::{Params, PositionRequest, notation_problem};
use super::shared::Shared;
use crate::pool::{Budget, Lane};

/// Answers with the score of a position.
pub(super) async fn solve(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ScoreRecord>, Problem> {
    let request = PositionRequest::parse(query.as_deref(), &shared)?;
    let analysis = score(&shared, Lane::Single, request.position, request.budget).await?;
    Ok(Json(ScoreRecord::of_score(&request.given, &request.position, &analysis)))
}

/// Returns the score and a move that keeps it: at once if they are known, and otherwise by a search.
pub(super) async fn score(
    shared: &Shared,
    lane: Lane,
    position: Position,
    budget: Budget,
) -> Result<Report, Problem> {
    if let Some(known) = shared.pool.lookup_score(&position)? {
        return Ok(known);
    }
    let search =
        move |solver: &Solver, limits: &Limits| solver.query(&position).limits(limits).solve_with_move();
    let analysis = shared.pool.search(lane, position.size(), &budget, search).await?;
    shared.metrics.nodes.inc_by(analysis.nodes);
    Ok(analysis)
}

/// Answers with the best move, or that of a player of a level.
pub(super) async fn best(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<LevelMoveRecord>, Problem> {
    let allowed = ["moves", "position", "board", "base", "level", "seed", "time", "nodes"];
    let params = Params::new(query.as_deref(), &allowed)?;
    let (given, game) = params.position(shared.pool.board())?;
    let position = *game.position();
    let (level, seed) = (params.level()?.unwrap_or_default(), params.seed()?);
    let budget = params.budget(shared.time)?;
    let known = shared.pool.lookup_columns(&position)?;
    let choice = choose(&shared, position, Opponent::new(level, seed), known, budget).await?;
    Ok(Json(LevelMoveRecord::new(given, &position, (level, seed), choice.as_ref())))
}

/// Returns the move of a player, `None` if the game is over: at once if it is known to keep the score, and otherwise by a
/// search.
pub(super) async fn choose(
    shared: &Shared,
    position: Position,
    opponent: Opponent,
    known: Option<Report>,
    budget: Budget,
) -> Result<Option<ChosenMove>, Problem> {
    if position.is_over() {
        return Ok(None);
    }
    if let Some(choice) = known.and_then(|known| opponent.choose_proven(known)) {
        return Ok(Some(choice));
    }
    let choose = move |solver: &Solver, limits: &Limits| {
        Opponent { limits: limits.clone(), ..opponent }.choose(&position, solver)
    };
    let choice = shared.pool.search(Lane::Single, position.size(), &budget, choose).await?;
    shared.metrics.nodes.inc_by(choice.as_ref().map_or(0, |choice| choice.analysis.nodes));
    Ok(choice)
}

/// Answers with the reasons why a position is won, lost or drawn.
pub(super) async fn explain(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ExplanationRecord>, Problem> {
    let request = PositionRequest::parse(query.as_deref(), &shared)?;
    let PositionRequest { given, position, budget, .. } = request;
    let explain = move |solver: &_, limits: &_| marlin_coach::explain::explain(solver, &position, limits);
    let explanation = shared.pool.search(Lane::Single, position.size(), &budget, explain).await?;
    Ok(Json(ExplanationRecord::new(&given, &explanation)))
}

/// Answers with a position in a tree of openings.
pub(super) async fn explore(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ExplorationRecord>, Problem> {
    let request = PositionRequest::parse(query.as_deref(), &shared)?;
    let PositionRequest { given, position, budget, .. } = request;
    let explore = move |solver: &_, limits: &_| marlin_coach::opening::explore(solver, &position, limits);
    let found = shared.pool.search(Lane::Single, position.size(), &budget, explore).await?;
    Ok(Json(ExplorationRecord::new(&given, &found)))
}

/// Answers with the mistakes of a game.
pub(super) async fn review(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ReviewRecord>, Problem> {
    let params = Params::new(query.as_deref(), &["moves", "setup", "board", "base", "time", "nodes"])?;
    let game = params.after_setup(&params.game("moves", shared.pool.board())?)?;
    let board = game.size();
    let budget = params.budget(shared.time)?;
    // The time of the limits is that of one position. The whole review is stopped when the time is up.
    let review = move |solver: &_, limits: &_| ReviewRecord::new(&Review::new(&game, solver, limits, |_| {}));
    Ok(Json(shared.pool.search(Lane::Single, board, &budget, review).await?))
}

/// Answers with the stones, the legal moves, the threats and the result, with the scores on request if rules and book suffice.
pub(super) async fn position(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<PositionRecord>, Problem> {
    let params = Params::new(query.as_deref(), &["moves", "position", "board", "base", "known"])?;
    let (given, game) = params.position(shared.pool.board())?;
    let position = *game.position();
    let mut record = if game.start().nb_moves() == 0 {
        PositionRecord::new(&game)
    } else {
        on_search_thread(&shared, move || PositionRecord::new(&game)).await?
    };
    let known = if params.known()? { shared.pool.lookup_columns(&position)? } else { None };
    record.known = known.map(|analysis| Box::new(ColumnsRecord::new(given, &position, &analysis)));
    Ok(Json(record))
}

/// Answers with moves that lead to a board, or the reason why there are none.
pub(super) async fn reach(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ReachRecord>, Problem> {
    let params = Params::new(query.as_deref(), &["position", "board", "base"])?;
    let read = params.reader(BoardSize::STANDARD)?.read(params.text("position").unwrap_or_default());
    let read = read.map(|read| read.game);
    let record = on_search_thread(&shared, move || ReachRecord::new(read)).await?;
    record.map(Json).map_err(|error| notation_problem("position", &error))
}

/// Runs the search for a game that leads to a board, which may take some tenths of a second, on a thread of the searches.
async fn on_search_thread<T: Send + 'static>(
    shared: &Shared,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let (board, budget) = (shared.pool.board(), Budget::from_now(shared.time, None));
    Ok(shared.pool.search(Lane::Short, board, &budget, move |_: &_, _: &_| work()).await?)
}
