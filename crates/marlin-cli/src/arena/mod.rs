//! Players of Connect Four, matches between them, and scores of their moves: the commands `match` and `score-agent` show them.
//!
//! | module | contents |
//! |---|---|
//! | `agent` | the trait of all players, their moves and failures, and the start anew after a failure |
//! | `built_in` | Marlin itself, its levels, random moves, and a plain search to a fixed depth |
//! | `channel` | lines to and from a program and its descendants, each wait with a limit |
//! | `programs` | programs that speak Marlin's own protocol, UCI, UGI, or read one position per line |
//! | `spec` | the name of a player, and its start |
//! | `game` | one game from its opening to its end, with the time of its moves |
//! | `contest` | a match, game by game, compared with perfect play |
//! | `match_report` | the settings of a match, and its outcome as a table or an object |
//! | `quality` | the moves of a player in random or given positions, compared with the true scores |

mod agent;
mod built_in;
mod channel;
mod contest;
mod game;
mod match_report;
mod programs;
mod quality;
mod spec;

pub(crate) use self::agent::{Agent, AgentError, RestartingAgent};
pub(crate) use self::contest::{Match, MatchGame, MatchRecord};
pub(crate) use self::game::TimeControl;
pub(crate) use self::match_report::MatchOptions;
#[cfg(test)]
pub(crate) use self::match_report::MatchReport;
pub(crate) use self::quality::{QualityReport, RatedMove, random_positions, rate_move};
pub(crate) use self::spec::AgentSpec;
