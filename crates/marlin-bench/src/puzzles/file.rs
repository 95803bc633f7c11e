//! The text of the file of puzzles.

use std::fmt::Write;

use super::rating::RatedPuzzle;

/// Returns the text of the file: its contents, the command that makes it, and a puzzle a line.
pub(crate) fn render(seed: u64, puzzles: &[RatedPuzzle]) -> String {
    let mut text = format!(
        "# Puzzles of 7x6: moves, kind, difficulty. Line k is day k from 2026-01-01 on. Kinds:\n\
         # W only win, H only hold, 3 5 7 win in as many plies, Z zugzwang.\n\
         # marlin-bench puzzles --seed {seed} --count {}\n",
        puzzles.len()
    );
    for rated in puzzles {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", rated.puzzle);
    }
    text
}
