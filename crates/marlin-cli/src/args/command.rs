//! The commands.

use clap::Subcommand;
use clap_complete::Shell;

use super::batch::{ANALYZE_HELP, AnalyzeArgs, SOLVE_HELP, SolveArgs};
use super::book::BookCommand;
#[cfg(feature = "match")]
use super::contest::{MATCH_HELP, MatchArgs, SCORE_AGENT_HELP, ScoreAgentArgs};
use super::explain::{EXPLAIN_HELP, ExplainArgs};
use super::explore::{EXPLORE_HELP, ExploreArgs};
#[cfg(feature = "man")]
use super::help::MAN_HELP;
use super::help::{COMPLETIONS_HELP, UCI_HELP};
use super::mcp::{MCP_HELP, McpArgs};
use super::perft::{PERFT_HELP, PerftArgs};
#[cfg(feature = "play")]
use super::play::{PLAY_HELP, PlayArgs};
use super::puzzle::{PUZZLE_HELP, PuzzleArgs};
use super::review::{REVIEW_HELP, ReviewArgs};
use super::shared::ProtocolArgs;
use super::show::{SHOW_HELP, ShowArgs};
use super::weak::WeakCommand;

/// The command to run instead of a session.
///
/// Deferred, so that only the arguments of the given command are built: with those of all commands, an answer to a single line
/// would take a fifth longer. A doc comment on the struct of its arguments would then replace the description of the command.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum CliCommand {
    /// Print the score of each position
    #[command(after_help = SOLVE_HELP)]
    Solve(SolveArgs),
    /// Print the scores of all columns of each position
    #[command(after_help = ANALYZE_HELP)]
    Analyze(AnalyzeArgs),
    /// Start a session in UCI with the variant 'cfour', for Cute Chess and similar programs
    #[command(after_help = UCI_HELP)]
    Uci(ProtocolArgs),
    /// Start a session in UGI, for Cute Games and similar programs
    #[command(after_help = UCI_HELP)]
    Ugi(ProtocolArgs),
    /// Serve tools to assistants by the Model Context Protocol
    #[command(after_help = MCP_HELP)]
    Mcp(McpArgs),
    /// Make, check and read opening books
    #[command(subcommand)]
    Book(BookCommand),
    /// Let two players play games, and compare the results with perfect play
    #[cfg(feature = "match")]
    #[command(after_help = MATCH_HELP)]
    Match(MatchArgs),
    /// Count the good and the perfect moves of a player
    #[cfg(feature = "match")]
    #[command(after_help = SCORE_AGENT_HELP)]
    ScoreAgent(ScoreAgentArgs),
    /// Play against the engine or another person, in the terminal or line by line
    #[cfg(feature = "play")]
    #[command(after_help = PLAY_HELP)]
    Play(PlayArgs),
    /// Solve a puzzle, one for each day: find the only move that wins or holds
    #[command(after_help = PUZZLE_HELP)]
    Puzzle(PuzzleArgs),
    /// Explain why a position is won, lost or drawn, each statement with its proof
    #[command(after_help = EXPLAIN_HELP)]
    Explain(ExplainArgs),
    /// Explore an opening: results, replies that hold, move orders, the moves of each level
    #[command(after_help = EXPLORE_HELP)]
    Explore(ExploreArgs),
    /// Draw the board after some moves, as text or as SVG
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// Review games: blunders, only moves, accuracy, the turning point
    #[command(after_help = REVIEW_HELP)]
    Review(ReviewArgs),
    /// Check and play the weak solution: X's moves that win against every reply
    #[command(subcommand)]
    Weak(WeakCommand),
    /// Count the sequences of 1, 2 ... DEPTH moves
    #[command(after_help = PERFT_HELP)]
    Perft(PerftArgs),
    /// Print a script that lets a shell complete commands and options
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write those of all commands to a directory
    #[cfg(feature = "man")]
    #[command(after_help = MAN_HELP)]
    Man {
        /// The directory; it must exist
        dir: Option<std::path::PathBuf>,
    },
}
