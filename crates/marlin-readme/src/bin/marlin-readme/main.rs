//! Keeps a game of Connect Four in a README: the commands of the action, and those for its owner, on files.
//!
//! | file | contents |
//! |---|---|
//! | `args` | the command line and its help |
//! | `folder` | the files of a game and of the answers |

mod args;
mod folder;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use marlin_core::{BoardSize, Cpu, Solver};
use marlin_readme::{GameState, Issue, Series, apply, import, is_repository, render, verify, with_section};
use marlin_support::exit::{self, Failure, InFile, printable_name};
use marlin_support::files::{read_text, read_text_from};
use marlin_support::text;

use crate::args::{Args, Command, FirstGameArgs, PathArgs};
use crate::folder::write_answers;

fn main() -> ExitCode {
    exit::main(Args::try_parse(), |args| run(&args, &mut io::stdout().lock()))
}

/// Runs the command of the command line.
fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(command) = &args.command else {
        let version = text::version(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), Cpu::detect());
        return Ok(writeln!(out, "{version}")?);
    };
    // With the book that is built in.
    let solver = &Solver::on(BoardSize::STANDARD);
    let _lock = command.writes().map(PathArgs::lock).transpose()?;
    match command {
        Command::Init(first) => complete(&first.paths, found_or_first(first)?, solver),
        Command::Import { file, first } => {
            let paths = &first.paths;
            let state = import(&read(file)?, repository(first)?, first.seed).in_file(file)?;
            if paths.find()?.is_some() {
                return Err(Failure::usage(format_args!(
                    "there is a game in {} already: name another folder with --dir, or end that game with an issue 'connect4|new'",
                    printable_name(&paths.dir)
                )));
            }
            complete(paths, paths.series_without_state(state)?, solver)
        }
        Command::Apply { issues, answers, first } => {
            let (mut series, paths) = (found_or_first(first)?, &first.paths);
            // In a copy of the files, in another repository, the links change to that repository.
            repository(first)?.clone_into(&mut series.state.repository);
            let issues = Issue::from_github(&read(issues)?)?;
            let applied = apply(&series, &issues, &paths.read_readme()?, solver).in_file(&paths.readme)?;
            paths.write_series(&applied.series)?;
            paths.write_rendered(&applied.rendered, &applied.readme)?;
            write_answers(answers, &applied.pending)?;
            Ok(writeln!(out, "{}", applied.subject)?)
        }
        Command::Render(paths) => {
            let mut series = paths.read()?;
            series.recompute(solver);
            write(paths, &series, solver)
        }
        Command::Verify(paths) => print_differences(paths, solver, out),
        Command::Undo { count, paths } => {
            let mut series = paths.read()?;
            series.undo(*count)?;
            write(paths, &series, solver)
        }
    }
}

impl Command {
    /// Returns the files that the command changes.
    const fn writes(&self) -> Option<&PathArgs> {
        match self {
            Self::Init(first) | Self::Import { first, .. } | Self::Apply { first, .. } => Some(&first.paths),
            Self::Render(paths) | Self::Undo { paths, .. } => Some(paths),
            Self::Verify(_) => None,
        }
    }
}

/// Writes the games, and adds the files and the markers that their folder and their README lack.
fn complete(paths: &PathArgs, mut series: Series, solver: &Solver) -> Result<(), Failure> {
    paths.add_settings()?;
    paths.add_markers()?;
    series.recompute(solver);
    write(paths, &series, solver)
}

/// Writes the games and their rendering. A README without markers is an error before anything is written.
fn write(paths: &PathArgs, series: &Series, solver: &Solver) -> Result<(), Failure> {
    let rendered = render(series, solver);
    let readme = with_section(&paths.read_readme()?, &rendered.section).in_file(&paths.readme)?;
    paths.write_series(series)?;
    paths.write_rendered(&rendered, &readme)
}

/// Prints the differences from the log of the games.
fn print_differences(paths: &PathArgs, solver: &Solver, out: &mut dyn Write) -> Result<(), Failure> {
    // Files that another run has half written must not count as differences. Read-only files have no lock.
    let lock = paths.lock().ok();
    let series = paths.read()?;
    let (readme, files) = paths.rendered(&render(&series, solver))?;
    drop(lock);
    let differences = verify(&series, &readme, &files, solver);
    for difference in &differences {
        writeln!(out, "{difference}")?;
    }
    if !differences.is_empty() {
        let (count, end) = (differences.len(), if differences.len() == 1 { "" } else { "s" });
        return Err(Failure::failed(format_args!(
            "{count} difference{end}; 'marlin-readme verify --help' names the commands that repair them"
        )));
    }
    let (games, turn) = (series.finished.len(), series.state.turn());
    let moves = if turn.ply == 1 { "move" } else { "moves" };
    Ok(writeln!(out, "All is well: {games} finished, game {} has {} {moves}.", turn.game, turn.ply)?)
}

/// Returns the games of the folder, or a first one.
fn found_or_first(first: &FirstGameArgs) -> Result<Series, Failure> {
    match first.paths.find()? {
        Some(series) => Ok(series),
        None => first.paths.series_without_state(GameState::new(repository(first)?, first.seed)),
    }
}

/// Returns the name of the repository.
fn repository(first: &FirstGameArgs) -> Result<&str, Failure> {
    let repository = first.repository.as_str();
    if !is_repository(repository) {
        let usage = "--repository is named as on GitHub: --repository octocat/octocat";
        return Err(Failure::usage(usage.to_owned()));
    }
    Ok(repository)
}

/// Reads a file as text; `-` is standard input.
fn read(path: &Path) -> Result<String, Failure> {
    let text = if path == Path::new("-") { read_text_from(io::stdin().lock()) } else { read_text(path) };
    text.map_err(|source| Failure::read_file(path, &source))
}
