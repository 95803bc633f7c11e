//! Players of Connect Four, matches between them, and scores of their moves.
//!
//! | module | contents |
//! |---|---|
//! | [`players`] | players: other programs, by their protocols, and built-in ones |
//! | [`mod@matches`] | games between two players, compared with perfect play |
//! | [`scoring`] | the moves of one player, compared with the true scores |
//!
//! # Examples
//!
//! ```
//! use std::time::Duration;
//!
//! use marlin_arena::{AgentSpec, Match, MatchOptions, Random};
//! use marlin_core::{BoardSize, SolverBuilder};
//!
//! let solver = SolverBuilder::on(BoardSize::STANDARD).hash_mib(8)?.without_book().build();
//! let start = |name: &str, stream| {
//!     let spec = AgentSpec::from_words(&[name.to_owned()])?;
//!     Ok::<_, Box<dyn std::error::Error>>(spec.start(&solver, Random::new(1, stream), Duration::from_secs(60))?)
//! };
//! let players = [start("perfect", 1)?, start("random", 2)?];
//! let options = MatchOptions::default().games(4).opening_plies(24);
//! let mut contest = Match::new(options, solver.clone(), players);
//! while let Some(game) = contest.play_next() {
//!     println!("{}", game.record.moves);
//! }
//! print!("{}", contest.report().table());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod matches;
pub mod players;
pub mod scoring;

pub use marlin_support::random::Random;

pub use self::matches::{Match, MatchOptions};
pub use self::players::{Agent, AgentError, AgentMove, AgentSpec, AgentSpecError, Forfeit, RestartingAgent};
