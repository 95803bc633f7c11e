//! Play against the solver: type a column a line, and it answers with a perfect move.
//!
//! ```console
//! $ printf '1\n1\n9\n1\n2\n2\n' | cargo run -q -p marlin-core --example game_loop
//! You are X: type a column from 1 to 7.
//! O plays 4
//! O plays 4
//! there is no column 9 (the columns are 1 to 7)
//! O plays 1
//! O plays 4
//! O plays 4
//! . . . . . . .
//! . . . . . . .
//! O . . O . . .
//! X . . O . . .
//! X X . O . . .
//! X X . O . . .
//! O has won
//! ```
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::io;

use marlin_core::{Column, Game, Solver};

fn main() -> io::Result<()> {
    let solver = Solver::new();
    let mut game = Game::new();
    println!("You are X: type a column from 1 to 7.");
    for line in io::stdin().lines() {
        let line = line?;
        let Some(column) = line.trim().parse().ok().and_then(Column::from_number) else {
            println!("'{}' is no column", line.trim());
            continue;
        };
        // A full column is refused, and the game is as it was.
        if let Err(error) = game.play(column) {
            println!("{error}");
            continue;
        }
        if let Some(answer) = solver.best_move(game.position()) {
            game.play(answer).map_err(io::Error::other)?;
            println!("O plays {answer}");
        }
        if let Some(outcome) = game.outcome() {
            println!("{}\n{outcome}", game.position());
            break;
        }
    }
    Ok(())
}
