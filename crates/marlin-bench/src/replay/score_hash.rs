//! The score signature: SHA-256 over lines `MOVES SCORE`. For a set of another board than 7x6 the line that states
//! the board is hashed first.

use std::fmt::Display;

use sha2::{Digest, Sha256};

use super::measurement::{Measured, Measurement};
use crate::sets::{PositionSet, board_head};

/// Returns the hash of the positions of some sets with the scores as computed, `None` unless all are proven.
pub(crate) fn of_results(results: &[Measured<'_>]) -> Option<String> {
    let mut hash = Sha256::new();
    for (set, measured) in results {
        hash.update(board_head(set.board));
        for ((game, _), Measurement { bounds, .. }) in set.lines.iter().zip(measured) {
            add(&mut hash, game, bounds.score()?);
        }
    }
    Some(hex::encode(hash.finalize()))
}

/// Returns the hash of a set with the scores that it states.
pub(crate) fn of_set(set: &PositionSet) -> String {
    let mut hash = Sha256::new();
    hash.update(board_head(set.board));
    set.lines.iter().for_each(|(game, score)| add(&mut hash, game, score));
    hex::encode(hash.finalize())
}

fn add(hash: &mut Sha256, game: &impl Display, score: impl Display) {
    hash.update(format!("{game} {score}\n"));
}
