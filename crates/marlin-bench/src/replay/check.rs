//! What a replay says in the end: the first wrong score with the way to see it, or what time didn't allow.

use std::time::Duration;

use crate::failure::Failure;
use crate::replay::measurement::{Measured, Verdict};

/// Returns an error if a score is wrong or, second to that, if positions are unproven.
pub(crate) fn verdict(results: &[Measured<'_>], limit: Option<Duration>) -> Result<(), Failure> {
    let count =
        |verdict| results.iter().flat_map(|(_, measured)| measured).filter(|m| m.verdict == verdict).count();
    if let Some(first) = first_wrong(results) {
        let others = match count(Verdict::Wrong) - 1 {
            0 => String::new(),
            others => format!("; {others} more wrong"),
        };
        return Err(Failure::Wrong(first + &others));
    }
    match count(Verdict::Unproven) {
        0 => Ok(()),
        unproven => Err(Failure::TimeLimit(format!(
            "{unproven} of {} positions are not proven within {:?}",
            results.iter().map(|(_, measured)| measured.len()).sum::<usize>(),
            limit.unwrap_or_default()
        ))),
    }
}

/// Names the first position with a wrong score, and the command that shows what the engine says about it.
fn first_wrong(results: &[Measured<'_>]) -> Option<String> {
    let mut positions = results
        .iter()
        .flat_map(|(set, measured)| set.lines.iter().zip(measured).map(|(line, m)| (&set.name, line, m)));
    let (set, line, measurement) = positions.find(|(_, _, m)| m.verdict == Verdict::Wrong)?;
    let moves = line.game.to_string();
    let moves = if moves.is_empty() { "''" } else { &moves };
    Some(format!(
        "wrong score in {set}: position {moves}, expected {}, got {} \
         (reproduce: printf '%s\\n' {moves} | cargo run --release -q -p marlin-cli -- solve --no-book -)",
        line.score, measurement.bounds
    ))
}
