//! The checks of a replay: every score right and proven, node counts the same in every round.

use std::time::Duration;

use marlin_core::BoardSize;

use super::measurement::{Measured, ScoreCheck};
use super::results::ReplayConfig;
use crate::failure::Failure;

/// Returns an error if a score is wrong or, second to that, if positions are unproven.
pub(crate) fn scores(results: &[Measured<'_>], time: Option<Duration>) -> Result<(), Failure> {
    let count =
        |check| results.iter().flat_map(|(_, measured)| measured).filter(|m| m.check == check).count();
    if let Some(first) = first_wrong(results) {
        let others = match count(ScoreCheck::Wrong) - 1 {
            0 => String::new(),
            others => format!("; {others} more wrong"),
        };
        return Err(Failure::Wrong(first + &others));
    }
    match count(ScoreCheck::Unproven) {
        0 => Ok(()),
        unproven => Err(Failure::TimeLimit(format!(
            "{unproven} of {} positions are not proven within {:?}",
            results.iter().map(|(_, measured)| measured.len()).sum::<usize>(),
            time.unwrap_or_default()
        ))),
    }
}

/// Names the first position with a wrong score, and the command that reproduces it.
fn first_wrong(results: &[Measured<'_>]) -> Option<String> {
    let mut positions = results
        .iter()
        .flat_map(|(set, measured)| set.lines.iter().zip(measured).map(move |(line, m)| (set, line, m)));
    let (set, (game, score), measurement) = positions.find(|(_, _, m)| m.check == ScoreCheck::Wrong)?;
    let moves = game.to_string();
    let moves = if moves.is_empty() { "''" } else { &moves };
    let board = match set.board {
        BoardSize::STANDARD => String::new(),
        board => format!(" --board {board}"),
    };
    Some(format!(
        "wrong score in {}: position {moves}, expected {score}, got {} \
         (reproduce: printf '%s\\n' {moves} | cargo run --release -q -p marlin-cli -- solve{board} --no-book -)",
        set.name, measurement.bounds
    ))
}

/// Returns an error if node counts differ from round to round where they may not.
pub(crate) fn node_counts(config: &ReplayConfig, measured: &[Measured<'_>]) -> Result<(), Failure> {
    let mut positions = measured
        .iter()
        .flat_map(|(set, measured)| set.lines.iter().zip(measured).map(|pair| (&set.name, pair)));
    match positions.find(|(_, (_, measurement))| config.is_deterministic() && !measurement.is_deterministic) {
        None => Ok(()),
        Some((set, ((game, _), _))) => {
            Err(Failure::Wrong(format!("{set}: the nodes of position {game} differ from round to round")))
        }
    }
}
