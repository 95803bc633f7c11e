//! The command line: the arguments of each command beside its work, and the choice between the commands.
//!
//! | module | contents |
//! |---|---|
//! | `batch` | `solve` and `analyze` |
//! | `checks` | `perft`, `bench` and `weak` |
//! | `shared` | arguments and parts of several commands |
//! | the others | a command each |
//!
//! The folder help/ has the texts below the options.

mod batch;
mod book;
mod checks;
mod explain;
mod explore;
mod learn;
mod play;
mod puzzle;
mod review;
pub(crate) mod shared;
mod show;
#[cfg(test)]
mod tests;
mod tree;

use std::io::{self, Write};

use clap::{Parser, Subcommand};
use marlin_core::Cpu;
use marlin_support::exit::Failure;
use marlin_support::options::EngineOptions;
use marlin_support::text;

use self::shared::{ColorArgs, input, is_interactive};
use crate::protocol::Dialect;
use crate::session::{self, Mode, Setup};

/// Answers Connect Four positions exactly: the winner, and the move that ends the game.
///
/// Without a command it starts a session: type 'help' in it.
#[derive(Debug, Parser)]
#[command(after_help = include_str!("help/marlin-cli.txt"), args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(flatten)]
    session: SessionArgs,

    #[command(flatten)]
    color: ColorArgs,

    // Not the flag that clap makes: that one answers before it knows of --cpu.
    /// Print the version, the CPU level in use and the levels that this machine has
    #[arg(short = 'V', long)]
    version: bool,

    #[command(subcommand)]
    command: Option<CliCommand>,
}

// Options of a session. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
struct SessionArgs {
    #[command(flatten)]
    engine: EngineOptions,

    /// At the end of the session, exit with 2 if a line could not be carried out
    #[arg(long)]
    strict: bool,
}

/// The command to run instead of a session.
///
/// Deferred, so that only the arguments of the given command are built. To build the arguments of all
/// commands would make the answer to a single line a fifth slower. A doc comment on the struct of its
/// arguments would then replace the description of the command.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum CliCommand {
    /// Print the score of each position
    #[command(after_help = concat!(include_str!("help/positions.txt"), include_str!("help/solve.txt")))]
    Solve(batch::SolveArgs),
    /// Print the scores of all columns of each position
    #[command(after_help = concat!(include_str!("help/positions.txt"), include_str!("help/analyze.txt")))]
    Analyze(batch::AnalyzeArgs),
    /// Explain why a position is won, lost or drawn, each statement with its proof
    #[command(after_help = include_str!("help/explain.txt"))]
    Explain(explain::ExplainArgs),
    /// Explore an opening: results, replies that hold, move orders, the moves of each level
    #[command(after_help = include_str!("help/explore.txt"))]
    Explore(explore::ExploreArgs),
    /// Draw the board after some moves, as text or as SVG
    #[command(after_help = include_str!("help/show.txt"))]
    Show(show::ShowArgs),
    /// Review games: blunders, only moves, accuracy, the turning point
    #[command(after_help = include_str!("help/review.txt"))]
    Review(review::ReviewArgs),
    /// Play against the engine or another person, in the terminal or line by line
    #[command(after_help = include_str!("help/play.txt"))]
    Play(play::PlayArgs),
    /// Solve a puzzle, one for each day: find the only move that wins or holds
    #[command(after_help = include_str!("help/puzzle.txt"))]
    Puzzle(puzzle::PuzzleArgs),
    /// Learn in eight lessons, each with tasks on the board
    #[command(after_help = include_str!("help/learn.txt"))]
    Learn(learn::LearnArgs),
    /// Start a session in UCI or UGI, for Cute Chess, Cute Games and similar programs
    #[command(after_help = include_str!("help/uci.txt"))]
    Uci(SessionArgs),
    /// Make, check and read opening books
    #[command(subcommand)]
    Book(book::BookCommand),
    /// Check and play the weak solution: X's moves that win against every reply
    #[command(subcommand)]
    Weak(checks::WeakCommand),
    /// Count the sequences of 1, 2 ... DEPTH moves
    #[command(after_help = include_str!("help/perft.txt"))]
    Perft(checks::PerftArgs),
    /// Solve the positions of the signature, and print nodes and nodes per second
    #[command(after_help = include_str!("help/bench.txt"))]
    Bench,
}

/// Carries out the command line.
pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let out = &mut io::stdout().lock();
    if args.version {
        let cpu = args.session.engine.search.cpu.unwrap_or_else(Cpu::detect);
        let (program, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        return Ok(writeln!(out, "{}", text::version(program, version, cpu))?);
    }
    let Some(command) = args.command else {
        let mode = if is_interactive() { Mode::Terminal } else { Mode::Piped };
        return run_session(Dialect::Native, mode, &args.session, args.color.has_colours(), out);
    };
    match command {
        CliCommand::Solve(args) => args.run(out),
        CliCommand::Analyze(args) => args.run(out),
        CliCommand::Explain(args) => args.run(out),
        CliCommand::Explore(args) => args.run(out),
        CliCommand::Show(args) => args.run(out),
        CliCommand::Review(args) => args.run(out),
        CliCommand::Play(args) => args.run(out),
        CliCommand::Puzzle(args) => args.run(out),
        CliCommand::Learn(args) => args.run(out),
        CliCommand::Uci(args) => run_session(Dialect::Uci, Mode::Piped, &args, false, out),
        CliCommand::Book(command) => command.run(out),
        CliCommand::Weak(command) => command.run(out),
        CliCommand::Perft(args) => args.run(out),
        CliCommand::Bench => checks::bench(checks::BENCH, out),
    }
}

/// Runs a session. Marlin's own dialect is for a person too, at a terminal.
fn run_session(
    dialect: Dialect,
    mode: Mode,
    args: &SessionArgs,
    is_coloured: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let uses_book = !args.engine.no_book;
    let setup = Setup { dialect, mode, is_strict: args.strict, uses_book, is_coloured };
    session::run(input(), out, args.engine.solver()?, setup)
}
