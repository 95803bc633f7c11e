//! A [`Table`] as people know it: width across, height down.

use std::fmt::Write;

use marlin_core::BoardSize;

use crate::ending::Ending;
use crate::table::{Entry, Found, Table};

impl Table {
    /// Returns the table as Markdown, width across and height down, the lowest boards at the bottom. `+41`: the first player
    /// wins at move 41; `-36`: the second player wins at move 36; `=42`: a draw; italics: published, not yet verified by
    /// Marlin; `?`: no result in this table.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_boards::Table;
    ///
    /// let table = Table::read(
    ///     "[sources]
    ///      example = 'an example'
    ///      [boards.7x6]
    ///      published = { winner = 'first', move = 41, sources = ['example'] }
    ///      [boards.6x5]
    ///      marlin = { winner = 'none', nodes = 1, seconds = 0.5, hash_mib = 64, threads = 1 }",
    /// )?;
    /// assert_eq!(table.grid(), "|  | 6 | 7 |\n|---:|---:|---:|\n| **6** |  | *+41* |\n| **5** | =30 |  |\n");
    /// # Ok::<(), marlin_boards::ReadTableError>(())
    /// ```
    pub fn grid(&self) -> String {
        let sizes = || self.entries().iter().map(|entry| entry.board().size());
        let widths = || sizes().map(BoardSize::width);
        let (Some(first), Some(last)) = (widths().min(), widths().max()) else { return String::new() };
        let mut heights: Vec<_> = sizes().map(BoardSize::height).collect();
        heights.sort_unstable();
        heights.dedup();
        let mut text = "|  |".to_owned();
        for width in first..=last {
            push(&mut text, &width.to_string());
        }
        text.push_str("\n|---:|");
        text.push_str(&"---:|".repeat(last - first + 1));
        text.push('\n');
        for height in heights.into_iter().rev() {
            text.push('|');
            push(&mut text, &format!("**{height}**"));
            for width in first..=last {
                let at = |entry: &&Entry| {
                    let size = entry.board().size();
                    (size.width(), size.height()) == (width, height)
                };
                push(&mut text, &self.entries().iter().find(at).map_or_else(String::new, cell));
            }
            text.push('\n');
        }
        text
    }
}

fn push(text: &mut String, cell: &str) {
    let _ = write!(text, " {cell} |");
}

/// Returns what is known of a board, in a few characters.
fn cell(entry: &Entry) -> String {
    let Some(ending) = entry.ending() else { return "?".to_owned() };
    let result = match ending {
        Ending::Draw => format!("={}", entry.board().size().cells()),
        Ending::FirstWins(number) => format!("+{number}"),
        Ending::SecondWins(number) => format!("-{number}"),
    };
    let is_proven = entry.found().and_then(Found::ending).is_some();
    if is_proven { result } else { format!("*{result}*") }
}
