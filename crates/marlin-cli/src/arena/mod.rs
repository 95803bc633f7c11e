//! Players of Connect Four, matches between them, and scores of their moves: the commands `match` and `score-agent` show them.
//!
//! | module | contents |
//! |---|---|
//! | `agent` | the trait of all players, their moves and failures, and the start anew after a failure |
//! | `players` | the name of a player, its start, and the players in this process |
//! | `programs` | programs that speak Marlin's own protocol, UCI, UGI, or read one position per line |
//! | `game` | one game from its opening to its end, with the time of its moves |
//! | `contest` | a match, game by game, compared with perfect play, and its report |
//! | `quality` | the moves of a player in random or given positions, compared with the true scores |

mod agent;
mod contest;
mod game;
mod players;
mod programs;
mod quality;

pub(crate) use self::agent::{Forfeit, RestartingAgent};
#[cfg(test)]
pub(crate) use self::contest::MatchReport;
pub(crate) use self::contest::{Match, MatchGame, MatchOptions, MatchRecord};
pub(crate) use self::game::TimeControl;
pub(crate) use self::players::AgentSpec;
pub(crate) use self::quality::{QualityReport, RatedMove, random_positions, rate_move};
