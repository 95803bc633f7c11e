//! Replays and checks the position sets of the Marlin Connect Four engine.

mod args;
mod boards;
mod compare;
mod replay;
mod report;
mod sets;
mod signature;
mod stats;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use marlin_core::Cpu;
use marlin_support::exit::Failure;
use marlin_support::{exit, text};

type Result<T, E = Failure> = std::result::Result<T, E>;

/// Replay standard position sets across rayon threads, one per hardware thread, to measure nodes per second.
///
/// Every score is checked. Each position is solved from an empty table, so node counts are the same for any
/// number of --jobs. Exit codes: 0 success, 1 a wrong score or a failed check, 2 bad usage, input or output,
/// 3 a regression against a baseline (with --on-unclear fail also a time that cannot be judged), 4 positions
/// that are not proven within --time.
#[derive(Debug, Parser)]
#[command(name = "marlin-bench", args_conflicts_with_subcommands = true)]
#[command(after_help = include_str!("help/marlin-bench.txt"))]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    replay: replay::ReplayArgs,
    /// Use the instructions of this CPU level, one that --version lists. Scores and node counts are the same
    /// at every level. If there is a command, write the option after it [default: the highest level]
    #[arg(long, value_name = "LEVEL", global = true)]
    cpu: Option<Cpu>,
    // Not the flag that clap makes: that one is answered before --cpu is read.
    /// Print the version, the CPU level in use and the levels that this machine has
    #[arg(short = 'V', long)]
    version: bool,
}

/// The commands beside replaying.
#[derive(Debug, Subcommand)]
enum Command {
    Signature(signature::SignatureArgs),
    Boards(boards::BoardsArgs),
    Compare(compare::CompareArgs),
    Ab(compare::AbArgs),
}

fn main() -> ExitCode {
    let arguments = Cli::try_parse().inspect_err(|error| {
        let text = error.to_string();
        if error.use_stderr() {
            // clap wrote this text.
            annotate("error", text.lines().next().unwrap_or_default().trim_start_matches("error: "));
        }
    });
    exit::main(arguments, |cli| {
        run(cli, &mut io::stdout().lock()).inspect_err(|failure| {
            // A reader that has left is no error.
            if failure.exit_code() > 0 {
                annotate("error", &failure.to_string());
            }
        })
    })
}

/// Runs the command that is given.
fn run(cli: Cli, out: &mut dyn Write) -> Result<()> {
    let cpu = cli.cpu.unwrap_or_else(Cpu::detect);
    if cli.version {
        let text = text::version(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), cpu);
        return Ok(writeln!(out, "{text}")?);
    }
    match cli.command {
        None => replay::run(cli.replay, cpu, out),
        Some(Command::Signature(args)) => signature::run(&args, cpu, out),
        Some(Command::Boards(args)) => boards::run(args, cpu, out),
        Some(Command::Compare(args)) => compare::compare(&args, out),
        Some(Command::Ab(args)) => compare::ab(&args, cli.cpu, out),
    }
}

/// Writes a line to standard error. If that is closed, no place is left for it.
fn complain(line: &str) {
    drop(writeln!(io::stderr(), "{line}"));
}

/// Writes an `error` or a `warning` as an annotation of the workflow too, if GitHub Actions runs this
/// program.
fn annotate(severity: &str, text: &str) {
    if env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true") {
        complain(&annotation(severity, text));
    }
}

/// Returns the line that makes a message an annotation of the workflow.
///
/// # References
///
/// "Workflow commands for GitHub Actions": `%` and line breaks are written as the bytes' numbers.
fn annotation(severity: &str, text: &str) -> String {
    let escaped = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    format!("::{severity} title={}::{escaped}", env!("CARGO_PKG_NAME"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_message_of_several_lines_stays_one_command() {
        assert_eq!(
            annotation("error", "5 % slower\nsee above"),
            "::error title=marlin-bench::5 %25 slower%0Asee above"
        );
    }

    #[test]
    fn every_example_of_every_help_text_is_a_valid_command_line() {
        let program = Cli::command();
        let helps = [&program].into_iter().chain(program.get_subcommands());
        let helps = helps.filter_map(|command| command.get_after_help()).map(ToString::to_string);
        let helps = helps.collect::<Vec<_>>().join("\n");
        let lines = helps.lines().filter(|line| line.starts_with("  marlin-bench"));
        // Without remarks and redirections.
        let examples: Vec<_> =
            lines.filter_map(|text| text.trim().split("  ").next()?.split(['<', '>']).next()).collect();
        assert!(examples.len() > 15, "{examples:?}");
        for example in examples {
            assert!(Cli::try_parse_from(example.split_whitespace()).is_ok(), "{example}");
        }
    }
}
