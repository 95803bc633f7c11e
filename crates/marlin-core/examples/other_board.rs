//! Play on another board: the board is the parameter of every type.
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

use marlin_core::{Position, Size, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = Position::<Size<6, 4>>::from_columns([3, 4])?;
    println!("{position}");
    // One MiB is plenty for a small board.
    let solver = Solver::builder_on(Size::<6, 4>).hash_mib(1)?.build();
    println!("6x4: {}", solver.query(&position).solve().in_words());

    let solver = Solver::builder_on(Size::<5, 4>).hash_mib(1)?.build();
    println!("5x4: {}", solver.query(&Position::empty()).solve().in_words());
    Ok(())
}
