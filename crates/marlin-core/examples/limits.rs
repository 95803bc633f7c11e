//! Search within limits: watch the bounds of the score close in, and take the best move so far when the nodes
//! run out.
//!
//! ```console
//! $ cargo run -q -p marlin-core --example limits
//! after 0 nodes the score lies in ..., the best move so far is ...
//! ...
//! stopped after 5000 nodes: the score lies in ..., the best move so far is ...
//! ```
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::time::Duration;

use marlin_core::{Column, Position, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position: Position = "444".parse()?;
    // The book would know the answer, and one thread stops at the same node each time.
    let solver = Solver::builder().without_book().threads(1).build();

    let report = solver
        .query(&position)
        .time(Duration::from_secs(10))
        .nodes(5_000)
        .on_progress(|progress| {
            let best = name(progress.best);
            let (nodes, bounds) = (progress.nodes, progress.bounds);
            println!("after {nodes} nodes the score lies in {bounds}, the best move so far is {best}");
        })
        .score();

    let (nodes, bounds, best) = (report.nodes, report.bounds, name(report.best));
    let open = format!("the score lies in {bounds}, the best move so far is {best}");
    match bounds.score() {
        Some(score) => println!("solved: the score is {score}"),
        None => println!("stopped after {nodes} nodes: {open}"),
    }
    Ok(())
}

/// Returns the number of a column, if there is one.
fn name(column: Option<Column>) -> String {
    column.map_or_else(|| "none".to_owned(), |column| column.to_string())
}
