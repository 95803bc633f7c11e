//! The results of a run over empty boards, in each format; and a table of boards as a grid.

use std::iter;

use marlin_core::{BoardSize, Score};
use serde::Serialize;

use super::solved::{Agreement, SolvedBoard, ending, in_words, winning_move};
use super::table::{BoardEntry, BoardTable, Published, Winner};
use crate::Result;
use crate::args::SolverSettings;
use crate::report::{document, duration, grouped, markdown_table, rows_below};
use crate::stats::{micros, nodes_per_second};

/// Raised when a field changes its meaning or is removed; new fields do not raise it.
const SCHEMA_VERSION: u32 = 2;

/// A result beside the published score.
pub(super) type BoardResult = (SolvedBoard, Option<Score>);

const HEADINGS: [&str; 6] = ["board", "result", "nodes", "time", "nodes/s", "agrees"];

/// Returns the row of a board, below the headings if it is the first one.
pub(super) fn row(result: &BoardResult, is_first: bool) -> String {
    let headings = if is_first { line(&HEADINGS.map(str::to_owned)) } else { String::new() };
    headings + &line(&cells(result))
}

/// Returns the results as a Markdown table.
pub(super) fn markdown(results: &[BoardResult]) -> String {
    markdown_table(&rows_below(&HEADINGS, results.iter().map(|result| cells(result).to_vec())))
}

fn nps(solved: &SolvedBoard) -> u64 {
    nodes_per_second(solved.nodes, micros(solved.elapsed))
}

fn cells((solved, published): &BoardResult) -> [String; HEADINGS.len()] {
    let agrees = match solved.agreement(*published) {
        Agreement::Agrees => "yes",
        Agreement::Disagrees => "NO",
        Agreement::Open => "open",
        Agreement::Unpublished => "-",
    };
    [
        solved.size.to_string(),
        solved.in_words(),
        grouped(solved.nodes),
        duration(micros(solved.elapsed)),
        grouped(nps(solved)),
        agrees.to_owned(),
    ]
}

/// Aligns a row. The widths fit the longest result and the numbers of a day's work, because a row is printed
/// before the next one is known.
fn line([board, result, nodes, time, nps, agrees]: &[String; 6]) -> String {
    format!("{board:<5}  {result:<29}  {nodes:>17}  {time:>8}  {nps:>11}  {agrees}\n")
}

/// The results for programs. The names are part of the interface.
#[derive(Serialize)]
struct BoardsRecord {
    config: BoardsConfig,
    boards: Vec<BoardRecord>,
}

#[derive(Serialize)]
struct BoardsConfig {
    threads: usize,
    hash_mib: usize,
    time_ms: Option<u64>,
    cpu: &'static str,
}

#[derive(Serialize)]
struct BoardRecord {
    board: String,
    result: String,
    lower: i32,
    upper: i32,
    proven: bool,
    winning_move: Option<u32>,
    nodes: u64,
    time_us: f64,
    nps: u64,
    published: Option<String>,
    agreement: Agreement,
}

impl BoardRecord {
    fn new((solved, published): &BoardResult) -> Self {
        Self {
            board: solved.size.to_string(),
            result: solved.in_words(),
            lower: solved.bounds.lower().get(),
            upper: solved.bounds.upper().get(),
            proven: solved.score().is_some(),
            winning_move: solved.score().and_then(|score| winning_move(solved.size, score)),
            nodes: solved.nodes,
            time_us: micros(solved.elapsed),
            nps: nps(solved),
            published: published.map(|score| in_words(solved.size, score)),
            agreement: solved.agreement(*published),
        }
    }
}

/// Returns the results as JSON.
pub(super) fn json(settings: &SolverSettings, results: &[BoardResult]) -> Result<String> {
    let &SolverSettings { threads, hash_mib, cpu, .. } = settings;
    let config = BoardsConfig { threads, hash_mib, time_ms: settings.time_ms(), cpu: cpu.name() };
    let boards = results.iter().map(BoardRecord::new).collect();
    document(SCHEMA_VERSION, &BoardsRecord { config, boards })
}

impl BoardTable {
    /// Returns the table as Markdown, width across and height down, the lowest boards at the bottom. `+41`:
    /// the first player wins at move 41; `-36`: the second player wins at move 36; `=42`: a draw; italics:
    /// published, not yet verified by Marlin; `?`: no result in this table, or no move in the published one.
    pub(super) fn grid(&self) -> String {
        let sizes = || self.entries.values().map(|entry| entry.size);
        let widths = || sizes().map(BoardSize::width);
        let (Some(first), Some(last)) = (widths().min(), widths().max()) else { return String::new() };
        let mut heights: Vec<_> = sizes().map(BoardSize::height).collect();
        heights.sort_unstable();
        heights.dedup();
        let row = |heading: String, cell: &dyn Fn(usize) -> String| {
            let cells: Vec<_> = iter::once(heading).chain((first..=last).map(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let cell = |width, height| {
            BoardSize::new(width, height).and_then(|size| self.entry(size)).map(cell).unwrap_or_default()
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
    let verified = entry.proven_score().map(|score| {
        let ending = ending(entry.size, score);
        ending_text(Winner::of(ending.winner), Some(ending.final_move))
    });
    let published = || entry.published.as_ref().map(|board| published_cell(board, entry.size.cells()));
    verified.or_else(published).unwrap_or_else(|| "?".to_owned())
}

/// Returns the published result for a board of so many cells.
fn published_cell(board: &Published, cells: u32) -> String {
    let number = if board.winner == Winner::None { Some(cells) } else { board.winning_move };
    format!("*{}*", ending_text(board.winner, number))
}

fn ending_text(winner: Winner, number: Option<u32>) -> String {
    let sign = match winner {
        Winner::First => '+',
        Winner::Second => '-',
        Winner::None => '=',
    };
    format!("{sign}{}", number.map_or_else(|| "?".to_owned(), |number| number.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_results_are_upright_published_ones_in_italics_and_a_winner_may_be_without_a_move() {
        let table = BoardTable::read(
            "[sources]
             example = 'an example'
             [boards.7x6]
             published = { winner = 'first', move = 41, sources = ['example'] }
             [boards.8x6]
             published = { winner = 'first', sources = ['example'] }
             [boards.7x5]
             [boards.6x5]
             marlin = { winner = 'none', nodes = 1, seconds = 0.5, hash_mib = 64, threads = 1 }",
        )
        .unwrap();
        assert_eq!(BoardTable::read(&table.to_string()), Ok(table.clone()));
        let expected =
            "|  | 6 | 7 | 8 |\n|---:|---:|---:|---:|\n| **6** |  | *+41* | *+?* |\n| **5** | =30 | ? |  |\n";
        assert_eq!(table.grid(), expected);
        assert_eq!(BoardTable::read("").unwrap().grid(), "");
    }
}
