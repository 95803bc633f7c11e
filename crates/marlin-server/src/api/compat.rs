//! The requests and responses of other servers, for their clients.

use std::cmp::Reverse;
use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderName};
use marlin_coach::level::Opponent;
use marlin_core::{BoardSize, Column, Columns, Game, Position, Report, Score};
use serde::Serialize;

use super::Problem;
use super::analyze::columns;
use super::params::{Params, moves_problem};
use super::position::choose;
use super::shared::Shared;
use crate::pool::Lane;

/// The score of a full column.
const UNPLAYABLE: i32 = 100;

/// The scores of all columns, as gamesolver.org gives them.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "PosScores"))]
pub(super) struct Scores {
    /// The position as given.
    pos: String,
    /// The scores from the left, 100 for a full column.
    score: Vec<i32>,
}

/// A column and its score.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "MoveScore"))]
pub(super) struct ScoredColumn {
    /// The column.
    #[serde(rename = "move")]
    column: String,
    /// Its score.
    score: f64,
}

/// A body in JSON that ends with a line break: the bytes of Flask's `jsonify`, which servers in Python answer by.
type JsonLine = ([(HeaderName, &'static str); 1], String);

/// Answers `GET /solve?pos=44`.
pub(super) async fn pos(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<JsonLine, Problem> {
    let params = Params::new(query.as_deref(), &["pos"])?;
    let position = position(&params, "pos")?;
    let analysis = columns(&shared, Lane::Single, position, params.budget(shared.time)?).await?;
    let scores = proven(&analysis)?.into_iter().map(|score| score.map_or(UNPLAYABLE, Score::get));
    let scores = Scores { pos: params.text("pos").unwrap_or_default().to_owned(), score: scores.collect() };
    Ok(([(CONTENT_TYPE, "application/json")], json_line(&scores)?))
}

/// Returns a value as compact JSON with a line break.
fn json_line(value: &impl Serialize) -> Result<String, Problem> {
    let text = serde_json::to_string(value);
    text.map(|text| text + "\n")
        .map_err(|error| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
}

/// Answers `GET /solve/connect4?position=44&level=10`: the move of the level, and after it the others, the best first.
pub(super) async fn connect4(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Vec<ScoredColumn>>, Problem> {
    let params = Params::new(query.as_deref(), &["position", "level", "seed"])?;
    let position = position(&params, "position")?;
    let (budget, seed) = (params.budget(shared.time)?, params.seed()?);
    let analysis = columns(&shared, Lane::Single, position, budget).await?;
    let scores = proven(&analysis)?;
    let chosen = match params.level()? {
        Some(level) => {
            let opponent = Opponent::new(level, seed);
            let choice = choose(&shared, position, opponent, Some(analysis), budget).await?;
            choice.map(|choice| choice.column)
        }
        None => analysis.best,
    };
    let mut playable: Vec<_> =
        scores.by_column().filter_map(|(column, score)| Some((column, (*score)?))).collect();
    playable.sort_by_key(|&(column, score)| (Some(column) != chosen, Reverse(score)));
    let record = |(column, score): (Column, Score)| ScoredColumn {
        column: column.to_string(),
        score: f64::from(score.get()),
    };
    Ok(Json(playable.into_iter().map(record).collect()))
}

/// Returns the position after the moves of a parameter. Columns count from 1 in these requests.
fn position(params: &Params, name: &str) -> Result<Position, Problem> {
    let moves = params.text(name).unwrap_or_default();
    let game = Game::parse(BoardSize::STANDARD, moves).map_err(|error| moves_problem(name, &error))?;
    Ok(*game.position())
}

/// Returns the scores of all columns, or a problem: these responses have no field for bounds.
pub(super) fn proven(analysis: &Report) -> Result<Columns<Option<Score>>, Problem> {
    analysis.is_complete().then(|| analysis.scores()).ok_or_else(|| {
        let error = "the scores were not proven in time: try again, or /api/v1/analyze, which has bounds";
        Problem::new(StatusCode::GATEWAY_TIMEOUT, error)
    })
}
