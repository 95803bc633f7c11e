//! The empty boards of all sizes: solving them, and a table of the results.
//!
//! | file | idea |
//! |---|---|
//! | `ending.rs` | the score of an empty board as the end of the game: who wins, and with which move |
//! | `solved.rs` | solving an empty board, and comparing the result with the published one |
//! | `checkpoint.rs` | the states of long searches, in files |
//! | `table.rs` | the table of boards: its entries, and merging two tables |
//! | `text.rs`, `grid.rs` | the table as TOML, and as Markdown |
//! | `table_file.rs` | a table that is kept in a file |
//! | `report.rs` | the results of a run, in each format |

pub(crate) mod checkpoint;
mod ending;
mod grid;
pub(crate) mod report;
pub(crate) mod solved;
pub(crate) mod table;
pub(crate) mod table_file;
mod text;
