//! The protocol of a session, as pure functions: a line of text to a [`Command`], and what is proven to text.
//!
//! | line | effect | answer |
//! |---|---|---|
//! | `position [startpos] [moves] [MOVES]` | the position after these moves from the empty board | `Played N moves`, or `Position reset to empty board` without any |
//! | `go [MS]` | search, for so many milliseconds at most | `info` lines, a line a column, `bestmove ...`, `Nodes analyzed: N` |
//! | `analyze` | prove the score of every column | `analysis S S S S S S S` |
//! | `stop` | end the running search; without one, nothing | what that search has proven |
//! | `undo` | take back a move | `Took back move C, N moves left` |
//! | `display`, `d` | draw the board | the board |
//! | `setoption name NAME [value VALUE]` | set `Threads`, `Hash`, `OwnBook` or `BookFile`, or `Clear Hash` | `Threads: N`, `Hash: N MiB`, `OwnBook: true`, `BookFile: FILE`, `Hash cleared` |
//! | `help` | list the commands | the list |
//! | `quit`, `exit` | end the session | `Goodbye!` |
//!
//! A line that is none of these has one line of [`ProtocolError`] as its answer, and changes nothing.

mod answer;
mod command;
mod error;

pub(crate) use answer::{analysis, final_info, game_over, immediate_win, info, verdict};
pub(crate) use command::Command;
pub(crate) use error::ProtocolError;

/// What `help` prints.
pub(crate) const HELP: &str = "\
Commands:
  position [MOVES]   set up the position after these moves, columns 1 to 7 (as in 'position 4433')
  go [MS]            find the best move, in so many milliseconds at most
  analyze            print the score of every column
  stop               end the search and say what it has proven
  undo               take back the last move
  display, d         draw the board
  setoption name N value V
                     set Threads, Hash (MiB), OwnBook (true or false: ask the opening book) or
                     BookFile; 'setoption name Clear Hash' forgets
  help               list the commands
  quit, exit         leave
";
