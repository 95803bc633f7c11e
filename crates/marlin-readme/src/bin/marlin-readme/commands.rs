//! The commands.

use std::io::{self, Write};
use std::path::Path;

use marlin_core::{BoardSize, Cpu, Solver};
use marlin_readme::{FoundFiles, GameState, Issue, Series, apply, import, is_repository, render, verify};
use marlin_support::files::{read_text, read_text_from};
use marlin_support::text;

use crate::answers;
use crate::args::{Args, Command, FirstGameArgs};
use crate::error::{Error, name};
use crate::folder::Folder;

/// Runs the command of the command line.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let Some(command) = &args.command else {
        let version = text::version(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), Cpu::detect());
        return Ok(writeln!(out, "{version}")?);
    };
    // With the book that is built in.
    let solver = &Solver::on(BoardSize::STANDARD);
    match command {
        Command::Init { paths, first } => {
            let folder = Folder::new(paths);
            let series = match folder.find()? {
                Some(series) => series,
                None => folder.series_without_state(first_game(first)?)?,
            };
            complete(&folder, series, solver)
        }
        Command::Import { file, paths, first } => {
            let state = import(&read(file)?, repository(first)?, first.seed);
            let state = state.map_err(|source| Error::Import { name: name(file), source })?;
            let folder = Folder::new(paths);
            if folder.find()?.is_some() {
                return Err(Error::Exists(name(&paths.dir)));
            }
            complete(&folder, folder.series_without_state(state)?, solver)
        }
        Command::Apply { issues, answers, paths, first } => {
            let folder = Folder::new(paths);
            let mut series = match folder.find()? {
                Some(series) => series,
                None => folder.series_without_state(first_game(first)?)?,
            };
            // In a copy of the files, in another repository, the links change to that repository.
            repository(first)?.clone_into(&mut series.state.repository);
            let issues = Issue::from_github(&read(issues)?)?;
            let applied = apply(&series, &issues, &folder.readme()?, solver);
            let applied = applied.map_err(|source| folder.markers_error(source))?;
            folder.write_series(&applied.series)?;
            folder.write_rendered(&applied.rendered, &applied.readme)?;
            answers::write(answers, &applied.pending)?;
            Ok(writeln!(out, "{}", applied.subject)?)
        }
        Command::Render { paths } => {
            let folder = Folder::new(paths);
            let mut series = folder.read()?;
            series.recompute(solver);
            write(&folder, &series, solver)
        }
        Command::Verify { paths } => print_differences(&Folder::new(paths), solver, out),
        Command::Undo { count, paths } => {
            let folder = Folder::new(paths);
            let mut series = folder.read()?;
            series.undo(*count)?;
            write(&folder, &series, solver)
        }
    }
}

/// Writes the games with all that their folder and their README lack.
fn complete(folder: &Folder, mut series: Series, solver: &Solver) -> Result<(), Error> {
    folder.add_settings()?;
    folder.add_markers()?;
    series.recompute(solver);
    write(folder, &series, solver)
}

/// Writes the games and their rendering. A README without markers is an error before anything is written.
fn write(folder: &Folder, series: &Series, solver: &Solver) -> Result<(), Error> {
    let rendered = render(series, solver);
    let readme = marlin_readme::readme::with_section(&folder.readme()?, &rendered.section);
    let readme = readme.map_err(|source| folder.markers_error(source))?;
    folder.write_series(series)?;
    folder.write_rendered(&rendered, &readme)
}

/// Prints the differences from the log of the games.
fn print_differences(folder: &Folder, solver: &Solver, out: &mut dyn Write) -> Result<(), Error> {
    let series = folder.read()?;
    let (readme, files) = folder.rendered(&render(&series, solver))?;
    let differences = verify(&series, FoundFiles { readme: &readme, files: &files }, solver);
    for difference in &differences {
        writeln!(out, "{difference}")?;
    }
    if !differences.is_empty() {
        return Err(Error::Differs { count: differences.len() });
    }
    let (games, turn) = (series.finished.len(), series.state.turn());
    let moves = if turn.ply == 1 { "move" } else { "moves" };
    Ok(writeln!(out, "All is well: {games} finished, game {} has {} {moves}.", turn.game, turn.ply)?)
}

/// Returns the state of a first game.
fn first_game(first: &FirstGameArgs) -> Result<GameState, Error> {
    Ok(GameState::new(repository(first)?, first.seed))
}

/// Returns the name of the repository.
fn repository(first: &FirstGameArgs) -> Result<&str, Error> {
    let repository = first.repository.as_str();
    if is_repository(repository) { Ok(repository) } else { Err(Error::Repository) }
}

/// Reads a file as text; `-` is standard input.
fn read(path: &Path) -> Result<String, Error> {
    let text = if path == Path::new("-") { read_text_from(io::stdin().lock()) } else { read_text(path) };
    text.map_err(|source| Error::read(path, source))
}
