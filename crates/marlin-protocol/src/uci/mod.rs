//! UCI with the variant `cfour`, as Cute Chess speaks it. Words without a meaning here are skipped.
//!
//! | line | answer |
//! |---|---|
//! | `uci` | who is there, the options, `uciok` |
//! | `isready` | `readyok`, during a search as well |
//! | `setoption name NAME [value VALUE]` | |
//! | `ucinewgame` | |
//! | `position startpos\|fen FEN [moves P@d1 ...]` | |
//! | `go` with `depth`, `nodes`, `movetime`, `mate`, `infinite`, `ponder`, `searchmoves`, `wtime`, `btime`, `winc`, `binc`, `movestogo` | `info ...` lines, `bestmove M [ponder M]`, or `bestmove (none)` when the game is over |
//! | `go perft N` | the games of N moves that begin with each move |
//! | `stop`, `ponderhit` | the answer that the search holds back |
//! | `d` | the board and its FEN |
//! | `quit` | |
//!
//! `debug` and `register` are accepted and mean nothing here. A line that can't be carried out is answered by `info string`
//! and changes nothing. After a `position` that was refused, `go` is answered by `info string` and `bestmove (none)`, and
//! everything else about the game by `info string` and what holds for the position before, until a good `position` or a new
//! game comes: nobody waits, and no move for another position is played.
//!
//! A score that isn't proven is a bound: a lower one that proves a draw or a win, an upper one that proves a draw or a loss,
//! otherwise the lower one, or the upper one if the lower one says no more than the rules do.

mod parse;
mod print;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use self::parse::{parse, parse_with};
pub(crate) use self::print::{print, print_with};
pub(crate) use self::words::Words;
