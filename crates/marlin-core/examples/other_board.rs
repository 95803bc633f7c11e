//! Play on another board: a position and a solver belong to a `BoardSize`.
//!
//! ```console
//! $ cargo run -q -p marlin-core --example other_board
//! . . . . . .
//! . . . . . .
//! . . . . . .
//! . . . X O .
//! 6x4: a draw if both play perfectly
//! 5x4: a draw if both play perfectly
//! ```
#![allow(clippy::print_stdout, reason = "an example prints")]

use marlin_core::{BoardSize, Position, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size: BoardSize = "6x4".parse()?;
    let position = Position::parse(size, "45")?;
    println!("{position}");
    // One MiB is plenty for a small board.
    let solver = Solver::builder_on(size).hash_mib(1)?.build();
    println!("{size}: {}", in_words(&solver, &position));

    let size: BoardSize = "5x4".parse()?;
    let solver = Solver::builder_on(size).hash_mib(1)?.build();
    println!("{size}: {}", in_words(&solver, &Position::on(size)));
    Ok(())
}

/// Returns the result of a position in words.
fn in_words(solver: &Solver, position: &Position) -> String {
    solver.query(position).score().verdict().to_string()
}
