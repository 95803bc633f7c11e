//! Matches: games between two players, compared with perfect play.
//!
//! | module | contents |
//! |---|---|
//! | `contest` | the match, game by game |
//! | `options` | the settings of a match |
//! | `opening` | the first moves of games |
//! | `clock` | the time limit of a move, and its oversteps |
//! | `game` | one game from its opening to its end |
//! | `record` | a game as data |
//! | `results` | the results of a player, beside those of perfect play |
//! | `report` | the outcome of a match as a table or an object |

mod clock;
mod contest;
mod game;
mod opening;
mod options;
mod record;
mod report;
mod results;

pub use self::clock::MARGIN;
pub use self::contest::{Match, MatchGame};
pub use self::options::MatchOptions;
pub use self::record::MatchRecord;
pub use self::report::MatchReport;
