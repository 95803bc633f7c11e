//! UCI with the variant `cfour`, as Cute Chess speaks it. Words without a meaning here are skipped.
//!
//! | line | reply |
//! |---|---|
//! | `uci` | name and author, the options, `uciok` |
//! | `isready` | `readyok`, during a search as well |
//! | `setoption name NAME [value VALUE]` | |
//! | `ucinewgame` | |
//! | `position startpos\|fen FEN [moves P@d1 ...]` | |
//! | `go` with `depth`, `nodes`, `movetime`, `mate`, `infinite`, `ponder`, `searchmoves`, `wtime`, `btime`, `winc`, `binc`, `movestogo` | `info ...` lines, `bestmove M [ponder M]`, or `bestmove (none)` when the game is over; no `ponder` if that move ends the game |
//! | `go perft N` | the number of sequences of N moves that begin with each move |
//! | `stop`, `ponderhit` | the reply of the waiting search |
//! | `d` | the board and its FEN |
//! | `quit` | |
//!
//! `debug` and `register` are accepted and have no effect. The reply to an invalid line is `info string`, and it changes nothing.
//! After an invalid `position`, the reply to `go` is `info string` and `bestmove (none)`, and other queries return `info string`
//! and the result for the previous position, until the next valid `position` or a new game. So no program waits for ever, or
//! plays a move from another position.
//!
//! An unproven score is printed as a bound: a lower one that proves a draw or a win, or an upper one that proves a
//! draw or a loss. Otherwise it is the lower bound, or the upper one if the lower one follows from the rules alone.

mod parse;
mod print;
#[cfg(test)]
mod tests;

pub(crate) use self::parse::{Words, parse, parse_with};
pub(crate) use self::print::{print, print_with};
