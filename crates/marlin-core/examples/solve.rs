//! Solve a position: its score, the score of every column, and a perfect game from there.
//!
//! ```console
//! $ cargo run -q -p marlin-core --example solve
//! . . . . . . .
//! . . . . . . .
//! . . . . . . .
//! . . . . . . .
//! . . O O . . .
//! . . X X . . .
//! X wins on move 7 if both play perfectly
//! column 1: -3
//! column 2: 18
//! column 3: 2
//! column 4: 2
//! column 5: 18
//! column 6: -3
//! column 7: -4
//! a perfect game goes on with 5 4 2
//! ```
#![allow(clippy::print_stdout, reason = "an example prints")]

use marlin_core::{ParseError, Position, Solver};

fn main() -> Result<(), ParseError> {
    let position: Position = "4433".parse()?;
    println!("{position}");

    let solver = Solver::new();
    println!("{}", solver.query(&position).score().verdict());

    for (column, bounds) in &solver.query(&position).analyze().columns {
        // Without limits the bounds are the score.
        match bounds {
            Some(score) => println!("column {column}: {score}"),
            None => println!("column {column}: full"),
        }
    }

    let line = solver.best_line(&position);
    let columns: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
    println!("a perfect game goes on with {}", columns.join(" "));
    Ok(())
}
