//! The score signature: SHA-256 over lines `MOVES SCORE`.

use std::fmt::Display;

use sha2::{Digest, Sha256};

use super::measurement::{Measured, Measurement};
use crate::sets::PositionSet;

/// Returns the hash of the positions of some sets with the scores as computed, `None` unless all are proven.
pub(crate) fn of_results(results: &[Measured<'_>]) -> Option<String> {
    let positions = results.iter().flat_map(|(set, measured)| set.lines.iter().zip(measured));
    let mut hash = Sha256::new();
    for (line, Measurement { bounds, .. }) in positions {
        add(&mut hash, &line.game, bounds.score()?);
    }
    Some(hex::encode(hash.finalize()))
}

/// Returns the hash of a set with the scores that it states.
pub(crate) fn of_set(set: &PositionSet) -> String {
    let mut hash = Sha256::new();
    set.lines.iter().for_each(|line| add(&mut hash, &line.game, line.score));
    hex::encode(hash.finalize())
}

fn add(hash: &mut Sha256, game: &impl Display, score: impl Display) {
    hash.update(format!("{game} {score}\n"));
}
