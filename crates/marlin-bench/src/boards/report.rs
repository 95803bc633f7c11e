//! The results of a run over empty boards, in each format.

use marlin_core::Score;
use serde::Serialize;

use super::ending::{in_words, winning_move};
use super::solved::{Agreement, SolvedBoard};
use crate::failure::Failure;
use crate::report::document;
use crate::report::tables::{duration, grouped, markdown_table};
use crate::settings::SolverSettings;
use crate::stats::{micros, nodes_per_second};

/// Raised when a field changes its meaning or is removed; new fields do not raise it.
const SCHEMA_VERSION: u32 = 2;

/// A result beside the published score.
pub(crate) type BoardResult = (SolvedBoard, Option<Score>);

const HEADINGS: [&str; 6] = ["board", "result", "nodes", "time", "nodes/s", "agrees"];

/// Returns the row above the others.
pub(crate) fn heading() -> String {
    line(&HEADINGS.map(str::to_owned))
}

/// Returns the row of a board.
pub(crate) fn row(result: &BoardResult) -> String {
    line(&cells(result))
}

/// Returns the results as a Markdown table.
pub(crate) fn markdown(results: &[BoardResult]) -> String {
    let rows = results.iter().map(|result| cells(result).to_vec());
    markdown_table(&[HEADINGS.map(str::to_owned).to_vec()].into_iter().chain(rows).collect::<Vec<_>>())
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

/// Aligns a row. The widths are those of the longest result and of the numbers of a day's work, because a row is
/// printed before the next one is known.
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
    agreement: &'static str,
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
            agreement: solved.agreement(*published).name(),
        }
    }
}

/// Returns the results as JSON.
pub(crate) fn json(settings: &SolverSettings, results: &[BoardResult]) -> Result<String, Failure> {
    let &SolverSettings { threads, hash_mib, time, cpu } = settings;
    let time_ms = time.map(|time| time.as_millis() as u64);
    let config = BoardsConfig { threads, hash_mib, time_ms, cpu: cpu.name() };
    let boards = results.iter().map(BoardRecord::new).collect();
    document(SCHEMA_VERSION, &BoardsRecord { config, boards })
}
