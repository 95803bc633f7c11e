//! The report on boards: rows of a table, or one object.

use marlin_boards::{Agreement, Ending, Solved};
use serde::Serialize;

use crate::failure::Failure;
use crate::report::units::{duration, grouped};
use crate::report::{self, tables};
use crate::stats::{micros, nodes_per_second};

/// Raised when a field changes its meaning or goes; new fields don't raise it.
const SCHEMA_VERSION: u32 = 2;

/// The settings of the run.
#[derive(Debug, Serialize)]
pub(crate) struct Config {
    pub(crate) threads: u16,
    pub(crate) hash_mib: usize,
    pub(crate) time_ms: Option<u64>,
    pub(crate) cpu: &'static str,
}

const HEADINGS: [&str; 6] = ["board", "result", "nodes", "time", "nodes/s", "agrees"];

/// Returns the row above the others.
pub(crate) fn heading() -> String {
    line(&HEADINGS.map(str::to_owned))
}

/// Returns the row of a board.
pub(crate) fn row(solved: &Solved) -> String {
    line(&cells(solved))
}

/// Returns the results as a Markdown table.
pub(crate) fn markdown(results: &[Solved]) -> String {
    let rows: Vec<_> = results.iter().map(|solved| cells(solved).to_vec()).collect();
    tables::markdown(&[&[HEADINGS.map(str::to_owned).to_vec()], &rows[..]].concat())
}

fn nps(solved: &Solved) -> u64 {
    nodes_per_second(solved.nodes, micros(solved.elapsed))
}

fn cells(solved: &Solved) -> [String; HEADINGS.len()] {
    let agrees = match solved.agreement {
        Agreement::Agrees => "yes",
        Agreement::Disagrees => "NO",
        Agreement::Open => "open",
        Agreement::Unpublished => "-",
    };
    [
        solved.board.clone(),
        solved.result(),
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

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    tool: &'static str,
    version: &'static str,
    config: &'a Config,
    boards: Vec<Object<'a>>,
}

/// A board. The names are part of the interface.
#[derive(Serialize)]
struct Object<'a> {
    board: &'a str,
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

impl<'a> Object<'a> {
    fn new(solved: &'a Solved) -> Self {
        Self {
            board: &solved.board,
            result: solved.result(),
            lower: solved.bounds.0,
            upper: solved.bounds.1,
            proven: solved.ending.is_some(),
            winning_move: solved.ending.and_then(Ending::winning_move),
            nodes: solved.nodes,
            time_us: micros(solved.elapsed),
            nps: nps(solved),
            published: solved.published.map(|ending| ending.to_string()),
            agreement: solved.agreement.name(),
        }
    }
}

/// Returns the results as JSON.
pub(crate) fn json(config: &Config, results: &[Solved]) -> Result<String, Failure> {
    let document = Document {
        schema_version: SCHEMA_VERSION,
        tool: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        config,
        boards: results.iter().map(Object::new).collect(),
    };
    report::json(&document)
}
