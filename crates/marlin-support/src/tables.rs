//! Tables as text.

use comfy_table::{CellAlignment, Table, presets};

/// Aligns rows of the same number of cells: the first column to the left, the others to the right.
///
/// # Examples
///
/// ```
/// use marlin_support::tables::aligned;
///
/// let rows = [["", "wins"], ["level 9", "12"]].map(|row| row.map(str::to_owned).to_vec());
/// assert_eq!(aligned(&rows), "         wins\nlevel 9    12\n");
/// ```
pub fn aligned(rows: &[Vec<String>]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        column.set_cell_alignment(if index == 0 { CellAlignment::Left } else { CellAlignment::Right });
    }
    table.trim_fmt() + "\n"
}
