//! The requests and responses of other servers, for their clients.

use std::cmp::Reverse;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use marlin_coach::level::SkillLevel;
use marlin_coach::request::{Door, Field, Fields, Found, LEVEL, POS, POSITION, Request, SEED, Verb};
use marlin_core::{BoardSize, Column, Score};
use marlin_notation::Notation;
use serde::Serialize;

use super::Problem;
use super::requests::{Asked, door, given, json_line};
use crate::pool::Lane;

/// The score of a full column.
const UNPLAYABLE: i32 = 100;

/// The scores of all columns, as gamesolver.org gives them.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "PosScores"))]
pub(crate) struct Scores {
    /// The position as given.
    pos: String,
    /// The scores from the left, 100 for a full column.
    score: Vec<i32>,
}

/// A column and its score.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "MoveScore"))]
pub(crate) struct ScoredColumn {
    /// The column.
    #[serde(rename = "move")]
    column: String,
    /// Its score.
    score: f64,
}

/// Answers `GET /solve?pos=44` with the bytes of Flask's `jsonify`, as servers in Python do.
pub(super) async fn pos((State(shared), RawQuery(query)): Asked) -> Result<impl IntoResponse, Problem> {
    let request = read(&[POS, POSITION], query.as_deref())?;
    let report = shared.proven(*request.game.position(), shared.budget(&request)).await?;
    let scores = report.scores().map(|score| score.map_or(UNPLAYABLE, Score::get));
    let scores = Scores { pos: request.given, score: scores.to_vec() };
    Ok(([(CONTENT_TYPE, "application/json")], json_line(&scores)))
}

/// Answers `GET /solve/connect4?position=44&level=10`: the move of the level, and after it the others, the
/// best first.
pub(super) async fn connect4(asked: Asked) -> Result<Json<Vec<ScoredColumn>>, Problem> {
    let (State(shared), RawQuery(query)) = asked;
    let request = read(&[POS, POSITION, LEVEL, SEED], query.as_deref())?;
    let budget = shared.budget(&request);
    let report = shared.proven(*request.game.position(), budget).await?;
    // The perfect level plays the best column.
    let chosen = if request.player.0 == SkillLevel::MAX || request.game.position().is_over() {
        report.best
    } else {
        match shared.search(Lane::Single, request, budget).await?.0 {
            Found::Level(choice) => choice.map(|choice| choice.column),
            _ => None,
        }
    };
    let scores = report.scores();
    let mut playable: Vec<_> =
        scores.iter().filter_map(|(column, score)| Some((column, (*score)?))).collect();
    playable.sort_by_key(|&(column, score)| (Some(column) != chosen, Reverse(score)));
    let record = |(column, score): (Column, Score)| ScoredColumn {
        column: column.to_string(),
        score: f64::from(score.get()),
    };
    Ok(Json(playable.into_iter().map(record).collect()))
}

/// Reads a request for the move of a level after moves on 7x6. Columns count from 1 in these requests.
fn read(fields: &[&'static Field], query: Option<&str>) -> Result<Request, Problem> {
    let door = Door { without: &["base"], notation: Some(Notation::Moves), ..door(BoardSize::STANDARD) };
    Ok(Request::of(Verb::Level, &Fields::new(&door, fields, &given(query)?)?)?)
}
