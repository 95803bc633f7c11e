//! A [`BoardTable`] as Markdown, width across and height down.

use std::iter;

use marlin_core::{BoardSize, Player};

use super::ending::ending;
use super::table::{BoardEntry, BoardTable, LargerBoard};

impl BoardTable {
    /// Returns the table as Markdown, width across and height down, the lowest boards at the bottom. `+41`: the first player
    /// wins at move 41; `-36`: the second player wins at move 36; `=42`: a draw; italics: published, not yet verified by
    /// Marlin; `?`: no result in this table, or no move in the published one.
    pub(crate) fn grid(&self) -> String {
        let small = self.entries().iter().map(|entry| (entry.size.width(), entry.size.height()));
        let sizes: Vec<_> = small.chain(self.larger.keys().copied()).collect();
        let widths = || sizes.iter().map(|&(width, _)| width);
        let (Some(first), Some(last)) = (widths().min(), widths().max()) else { return String::new() };
        let mut heights: Vec<_> = sizes.iter().map(|&(_, height)| height).collect();
        heights.sort_unstable();
        heights.dedup();
        let row = |heading: String, cell: &dyn Fn(usize) -> String| {
            let cells: Vec<_> = iter::once(heading).chain((first..=last).map(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let cell = |width, height| {
            let entry = BoardSize::new(width, height).and_then(|size| self.entry(size)).map(cell);
            let larger = || self.larger.get(&(width, height)).map(|board| larger_cell(board, width * height));
            entry.or_else(larger).unwrap_or_default()
        };
        let head = row(String::new(), &|width| width.to_string());
        let rule = format!("|---:|{}\n", "---:|".repeat(last - first + 1));
        let rows =
            heights.iter().rev().map(|&height| row(format!("**{height}**"), &|width| cell(width, height)));
        [head, rule].into_iter().chain(rows).collect()
    }
}

/// Returns the result for a board in a few characters.
fn cell(entry: &BoardEntry) -> String {
    let Some(score) = entry.proven_score().or(entry.published_score()) else { return "?".to_owned() };
    let sign = match score.get().signum() {
        0 => '=',
        1 => '+',
        _ => '-',
    };
    let result = format!("{sign}{}", ending(entry.size, score).final_move);
    if entry.proven_score().is_some() { result } else { format!("*{result}*") }
}

/// Returns the result for a board of so many cells that does not fit 64 bits.
fn larger_cell(board: &LargerBoard, cells: usize) -> String {
    let sign = match board.winner {
        None => return format!("*={cells}*"),
        Some(Player::X) => '+',
        Some(Player::O) => '-',
    };
    board.winning_move.map_or_else(|| format!("*{sign}?*"), |number| format!("*{sign}{number}*"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_results_are_upright_and_published_ones_in_italics() {
        let table = BoardTable::read(
            "[sources]
             example = 'an example'
             [boards.7x6]
             published = { winner = 'first', move = 41, sources = ['example'] }
             [boards.7x5]
             [boards.6x5]
             marlin = { winner = 'none', nodes = 1, seconds = 0.5, hash_mib = 64, threads = 1 }",
        );
        let expected = "|  | 6 | 7 |\n|---:|---:|---:|\n| **6** |  | *+41* |\n| **5** | =30 | ? |\n";
        assert_eq!(table.unwrap().grid(), expected);
        assert_eq!(BoardTable::read("").unwrap().grid(), "");
    }
}
