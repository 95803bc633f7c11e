//! `perft`: the number of move sequences of each length, a check of the rules.

use std::io::Write;

use marlin_core::BoardSize;
use marlin_core::any::{Position, perft};

use crate::error::CliError;

/// Prints the number of sequences of 1 to `depth` moves from a position, each as soon as it is known.
pub(crate) fn run(board: BoardSize, moves: &str, depth: u32, out: &mut dyn Write) -> Result<(), CliError> {
    let position = Position::parse(board, moves)
        .map_err(|source| CliError::Position { argument: "--position", source })?;
    for depth in 1..=depth {
        writeln!(out, "perft {depth} {}", perft(&position, depth))?;
        out.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perft(moves: &str, depth: u32) -> String {
        let mut out = Vec::new();
        run(moves, depth, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_depth_up_to_the_last_has_a_line() {
        assert_eq!(perft("", 3), "perft 1 7\nperft 2 49\nperft 3 343\n");
    }

    #[test]
    fn a_finished_game_has_no_continuation() {
        assert_eq!(perft("1212121", 2), "perft 1 0\nperft 2 0\n");
    }
}
