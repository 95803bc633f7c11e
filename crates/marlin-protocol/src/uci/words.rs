//! [`Words`]: the words in which UCI and UGI differ.

use crate::command::Dialect;

/// The words in which UCI and UGI differ.
pub(crate) struct Words {
    pub(crate) hello: &'static str,
    pub(crate) hello_done: &'static str,
    pub(crate) new_game: &'static str,
    /// The words of `go` for the remaining time, X's first.
    pub(crate) times: [&'static str; 2],
    pub(crate) increments: [&'static str; 2],
    pub(crate) dialect: Dialect,
}

/// The words of UCI.
pub(super) const WORDS: Words = Words {
    hello: "uci",
    hello_done: "uciok",
    new_game: "ucinewgame",
    times: ["wtime", "btime"],
    increments: ["winc", "binc"],
    dialect: Dialect::Uci,
};
