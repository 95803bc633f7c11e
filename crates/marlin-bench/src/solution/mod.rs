//! Positions past the opening book: the times of their answers by the book and the search together.
//!
//! | module | contents |
//! |---|---|
//! | `positions` | positions of a number of stones, each as likely as another |
//! | `measurement` | the nodes and the time of each question about a position |
//! | `report` | their percentiles, and the questions with the most nodes |

pub(crate) mod measurement;
pub(crate) mod positions;
pub(crate) mod report;
