//! Tables as text and as Markdown. A crate for tables would be longer to set up than these lines.

/// The alignment of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// Rows below the heads of their columns.
#[derive(Debug)]
pub(super) struct Table<const N: usize> {
    pub(super) heads: [(&'static str, Align); N],
    pub(super) rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// Returns the heads as a row.
    fn names(&self) -> [String; N] {
        self.heads.map(|(name, _)| name.to_owned())
    }

    /// Returns the table as text, with two spaces between the columns.
    pub(super) fn to_text(&self) -> String {
        let names = self.names();
        let rows: Vec<_> = std::iter::once(&names).chain(&self.rows).collect();
        let widths: [usize; N] =
            std::array::from_fn(|i| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0));
        let cell = |row: &[String; N], i: usize| match self.heads[i].1 {
            Align::Left => format!("{:1$}", row[i], widths[i]),
            Align::Right => format!("{:>1$}", row[i], widths[i]),
        };
        let line = |row: &&[String; N]| {
            let cells: Vec<_> = (0..N).map(|i| cell(row, i)).collect();
            cells.join("  ").trim_end().to_owned() + "\n"
        };
        rows.iter().map(line).collect()
    }

    /// Returns the table as Markdown.
    pub(super) fn to_markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rules = self.heads.map(|(_, align)| match align {
            Align::Left => ":---".to_owned(),
            Align::Right => "---:".to_owned(),
        });
        let rows = self.rows.iter().map(|row| line(row));
        [line(&self.names()), line(&rules)].into_iter().chain(rows).collect()
    }
}
