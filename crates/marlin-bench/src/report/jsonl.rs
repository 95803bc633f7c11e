//! Every position as a JSON object, one per line.

use std::io;

use serde::Serialize;

use crate::failure::Failure;
use crate::replay::measurement::{Measured, ScoreCheck};

/// A position. The names are part of the interface.
#[derive(Serialize)]
struct Object<'a> {
    set: &'a str,
    board: String,
    moves: String,
    expected: i32,
    lower: i32,
    upper: i32,
    verdict: &'static str,
    nodes: u64,
    time_us: f64,
}

/// Returns a line for each position.
pub(super) fn render(results: &[Measured<'_>]) -> Result<String, Failure> {
    let positions = results.iter().flat_map(|(set, measured)| {
        set.lines.iter().zip(measured).map(|(line, measurement)| Object {
            set: &set.name,
            board: set.board.to_string(),
            moves: line.game.to_string(),
            expected: line.score.get(),
            lower: measurement.bounds.lower().get(),
            upper: measurement.bounds.upper().get(),
            verdict: match measurement.check {
                ScoreCheck::Right => "right",
                ScoreCheck::Unproven => "unproven",
                ScoreCheck::Wrong => "wrong",
            },
            nodes: measurement.nodes,
            time_us: measurement.time_us(),
        })
    });
    let mut text = String::new();
    for position in positions {
        text.push_str(&serde_json::to_string(&position).map_err(io::Error::from)?);
        text.push('\n');
    }
    Ok(text)
}
