//! `perft`: the number of move sequences of each length, a check of the rules.

use std::io::Write;

use marlin_core::{Column, Position};

use crate::error::CliError;

/// Prints the number of sequences of 1 to `depth` moves from a position, each as soon as it is known.
pub(crate) fn run(moves: &str, depth: u32, out: &mut dyn Write) -> Result<(), CliError> {
    let position: Position = moves.parse()?;
    for depth in 1..=depth {
        let count = if position.is_over() { 0 } else { count(&position, depth) };
        writeln!(out, "perft {depth} {count}")?;
        out.flush()?;
    }
    Ok(())
}

/// Returns the number of sequences of `depth` moves, at least one, that begin with each column.
pub(crate) fn divide(position: &Position, depth: u32) -> Vec<(Column, u64)> {
    let count_after = |column| {
        let mut child = *position;
        child.make_move(column);
        match depth {
            0 | 1 => 1,
            _ if child.is_over() => 0,
            _ => count(&child, depth - 1),
        }
    };
    position.legal_moves().map(|column| (column, count_after(column))).collect()
}

/// Returns the number of sequences of `depth` moves, at least one, from a position in which the game goes on.
fn count(position: &Position, depth: u32) -> u64 {
    let playable = position.playable_cells();
    if depth == 1 {
        return u64::from(playable.count_ones());
    }
    // A move that wins ends its sequence short of the depth.
    position
        .legal_moves()
        .filter(|&column| !position.is_winning_move(column))
        .map(|column| {
            let mut child = *position;
            child.make_move(column);
            count(&child, depth - 1)
        })
        .sum()
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
    fn counts_from_the_empty_board_are_the_published_ones() {
        let expected = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572];
        let lines: Vec<_> =
            (1..).zip(expected).map(|(depth, count)| format!("perft {depth} {count}")).collect();
        assert_eq!(perft("", 9).lines().collect::<Vec<_>>(), lines);
    }

    #[test]
    fn the_counts_of_all_first_moves_add_up() {
        for (moves, depth, count) in [("", 1, 7), ("", 6, 117_649), ("121212", 2, 42), ("1212121", 3, 0)] {
            let counts = divide(&moves.parse().unwrap(), depth);
            assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), count, "{moves}");
        }
    }

    #[test]
    fn a_finished_game_has_no_continuation() {
        assert_eq!(perft("1212121", 2), "perft 1 0\nperft 2 0\n");
    }

    #[test]
    fn a_won_game_has_no_continuation() {
        // X wins with column 1, and O has seven answers to each of the six other moves.
        assert_eq!(perft("121212", 2), "perft 1 7\nperft 2 42\n");
    }
}
