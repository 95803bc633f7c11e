//! Text for users: foreign text made fit to print, drawings of boards, tables, and the text of `--version`.

use std::fmt::Write;
use std::time::Duration;

#[cfg(feature = "tables")]
use comfy_table::{CellAlignment, Table, presets};
use marlin_core::{Bounds, Column, Columns, Cpu, Game, Player, Position};
pub use marlin_notation::excerpt;

/// Returns a time in milliseconds, to the microsecond: more digits would be noise.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Appends a line to a text in memory.
pub fn push_line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a `String` never fails.
    let _ = text.write_fmt(line);
    text.push('\n');
}

/// The optional parts of the drawing of a board.
#[derive(Debug, Default)]
pub struct Extras {
    /// The score of each column, or its bounds.
    pub scores: Option<Columns<Option<Bounds>>>,
    /// Whether the threats of both sides are shown.
    pub threats: bool,
    /// Moves of best play.
    pub line: Option<Vec<Column>>,
}

/// Returns the drawing of a board with additions.
pub fn drawing(game: &Game, extras: &Extras) -> String {
    let mut text = game.to_drawing();
    if let Some(columns) = extras.scores {
        let column =
            |bounds: &Option<Bounds>| bounds.map_or_else(|| "-".to_owned(), |found| found.to_string());
        push_line(&mut text, format_args!("Scores: {}", joined(columns.values().map(column))));
    }
    if extras.threats && game.outcome().is_none() {
        for player in [Player::X, Player::O] {
            let cells = joined(game.position().threats(player).iter());
            let cells = if cells.is_empty() { "none" } else { &cells };
            push_line(&mut text, format_args!("Threats of {player}: {cells}"));
        }
    }
    if let Some(line) = extras.line.as_ref().filter(|line| !line.is_empty()) {
        push_line(&mut text, format_args!("Best line: {}", joined(line)));
    }
    text
}

/// Returns the result of a column in words as far as it is proven, by the bounds of its score.
pub fn result(bounds: Bounds, position: &Position) -> String {
    // Both bounds of a proven outcome have the same winner.
    match (bounds.score(), bounds.outcome(), position.ending(bounds.lower()).winner) {
        (Some(score), ..) => position.ending(score).to_string(),
        (None, Some(_), Some(winner)) => format!("{winner} wins"),
        _ => "?".to_owned(),
    }
}

/// Returns the names of items with spaces between them.
pub fn joined(items: impl IntoIterator<Item: ToString>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// Returns a program's name and version, the CPU level in use and the levels that this machine has: the text
/// of `--version`.
pub fn version(program: &str, version: &str, cpu: Cpu) -> String {
    let available: Vec<_> = Cpu::available().map(Cpu::name).collect();
    format!("{program} {version} ({cpu}; available: {})", available.join(", "))
}

/// Aligns rows of the same number of cells as text: the first column to the left, the others to the right.
#[cfg(feature = "tables")]
pub fn aligned(rows: &[Vec<String>]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        column.set_cell_alignment(if index == 0 { CellAlignment::Left } else { CellAlignment::Right });
    }
    table.trim_fmt() + "\n"
}

#[cfg(test)]
mod tests {
    use marlin_core::{BoardSize, Score};

    use super::*;

    #[test]
    fn a_proven_winner_is_named_though_the_score_is_open() {
        let position = Position::parse(BoardSize::STANDARD, "4").unwrap();
        let score = |value| Score::checked(BoardSize::STANDARD, value).unwrap();
        let result = |lower, upper| result(Bounds::new(score(lower), score(upper)).unwrap(), &position);
        let results =
            [result(-2, -2), result(-18, -1), result(0, 0), result(1, 18), result(0, 18), result(-18, 18)];
        assert_eq!(results, ["X wins on move 39", "X wins", "draw", "O wins", "?", "?"]);
    }

    #[test]
    fn a_version_names_the_level_in_use_and_those_of_the_machine() {
        let text = version("marlin", "1.2.3", Cpu::BASELINE);
        assert!(text.starts_with("marlin 1.2.3 (baseline; available: baseline"), "{text}");
    }

    #[cfg(feature = "tables")]
    #[test]
    fn the_first_column_of_a_table_is_aligned_to_the_left_and_others_to_the_right() {
        let rows = [["", "wins"], ["level 9", "12"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(aligned(&rows), "         wins\nlevel 9    12\n");
    }

    #[test]
    fn milliseconds_have_three_decimals_at_most() {
        for (nanos, shown) in [(1_591_999, "1.592"), (500, "0.001"), (499, "0"), (60_000_000_000, "60000")] {
            assert_eq!(milliseconds(Duration::from_nanos(nanos)).to_string(), shown);
        }
        let decimals = |micros| {
            milliseconds(Duration::from_micros(micros)).to_string().split('.').nth(1).map_or(0, str::len)
        };
        assert!((0..100_000).all(|micros| decimals(micros) <= 3));
    }

    #[test]
    fn an_excerpt_is_printable_and_short() {
        for (text, shown) in [
            ("fly to the 'moon' \\ é", "fly to the 'moon' \\ é".to_owned()),
            ("a\u{1b}[2J\0\t\u{202e}", "a\\u{1b}[2J\\0\\t\\u{202e}".to_owned()),
            (&"x".repeat(60), "x".repeat(60)),
            (&"x".repeat(1_000), "x".repeat(60) + "..."),
        ] {
            assert_eq!(excerpt(text), shown);
        }
    }
}
