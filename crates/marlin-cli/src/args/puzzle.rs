//! The arguments of `puzzle` and its help.

use clap::builder::TypedValueParser;
use marlin_coach::puzzle::{self, Day, PuzzleKind};
use marlin_support::options::{EngineOptions, whole};

pub(super) const PUZZLE_HELP: &str = "\
In each puzzle exactly one column keeps the win or the draw. Type its number. After a wrong column
the loss is printed, and you may try again. 'line' shows how the game goes on after the solution, with
the reason; 'solution' gives up; 'quit' or the end of the input leaves.

Without options it is the puzzle of today, by UTC. A week begins with an easy one on Monday. The kinds:
  only-win    only one move wins
  only-hold   only one move holds the draw
  win-in-3    only one move wins, with your second stone (3 stones in all, with the reply)
  win-in-5    the same with your third stone
  win-in-7    the same with your fourth stone
  zugzwang    only one move wins: in the end the other side has no safe move left

The difficulty, from 1 to 99, is the percentage of moves of levels 1 to 9 that miss the solution.
Solved puzzles are kept in the file 'puzzles' in $XDG_STATE_HOME/marlin or ~/.local/state/marlin: your
streak is the number of days in a row on which you solved the puzzle of the day.

With --json the puzzle is one object, and nothing is asked:
  number      from 1 on
  kind, title, question
              the kind, and the task in words
  difficulty  from 1 to 99
  position    the moves
  board       the size of the board
  to_move     X or O

Examples:
  marlin-cli puzzle                        the puzzle of today
  marlin-cli puzzle --day 2026-12-24       the puzzle of another day
  marlin-cli puzzle --kind zugzwang        the next one of a kind that you have not solved
  marlin-cli puzzle --number 12 --json
  echo 4 | marlin-cli puzzle --number 12   one answer from a pipe";

// A puzzle. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct PuzzleArgs {
    /// The puzzle of a day, as in 2026-12-24 [default: today]
    #[arg(long, value_name = "DATE", allow_hyphen_values = true, conflicts_with_all = ["number", "kind"])]
    pub(crate) day: Option<Day>,

    /// The puzzle with a number
    #[arg(long, value_name = "N", value_parser = number(), allow_negative_numbers = true, conflicts_with = "kind")]
    pub(crate) number: Option<usize>,

    /// The first puzzle of a kind that is not solved yet
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<PuzzleKind>,

    /// Print a JSON object, and ask nothing
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Returns the reader of the number of a puzzle.
fn number() -> impl TypedValueParser<Value = usize> {
    whole(1..=puzzle::all().count())
}
