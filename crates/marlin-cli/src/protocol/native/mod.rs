//! Marlin's own dialect.
//!
//! | line | effect | reply |
//! |---|---|---|
//! | `position [startpos] [moves] [MOVES]` | the position after these moves from the empty board | `Played N moves`, or `Position reset to empty board` without any |
//! | `play C`, `C` | play a column | `Played column C, O to move`, or the end of the game |
//! | `undo` | take back a move | `Took back column C, N moves played` |
//! | `new` | the empty board | `Position reset to empty board` |
//! | `moves` | | the moves so far, or `No moves yet` |
//! | `display`, `d` | draw the board | the board |
//! | `hint` | search | `hint: play C, X wins on move M if both play perfectly` |
//! | `go [MS]` | search, for at most MS milliseconds | `info` lines, a line for each column, `bestmove ...`, `Nodes analyzed: N`; `Game is ...` and `bestmove none` when the game is over |
//! | `analyze` | prove the score of every column | `analysis S S S S S S S` |
//! | `stop` | end the running search, if there is one | its reply, as far as it is proven |
//! | `setoption name NAME [value VALUE]` | set an option, such as `Threads`, or `Clear Hash` | `Threads: N`, `Hash cleared` |
//! | `uci`, `ugi` | switch to that protocol | its reply |
//! | `help [COMMAND]`, `?` | list the commands, or explain one | the list, or some lines |
//! | `quit`, `exit` | end the session | `Goodbye!` |
//!
//! Commands may be written in any case. The reply to any other line is an error in one line, and it changes nothing.

mod help;
mod parse;
mod print;
#[cfg(test)]
mod tests;

pub(crate) use self::parse::parse;
pub(crate) use self::print::print;
