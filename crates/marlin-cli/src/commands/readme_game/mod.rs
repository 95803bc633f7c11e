//! `readme-game`: the game in a README, on files.
//!
//! | file | contents |
//! |---|---|
//! | `folder` | the files of a game |
//! | `answers` | the folder with the answers to issues |

mod answers;
mod folder;

use std::io::{self, Write};
use std::path::Path;

use marlin_core::BoardSize;
use marlin_core::any::Solver;
use marlin_readme::{
    ImportError, Issue, IssuesError, Record, RecordError, State, UndoError, apply, import, is_repository,
    render, verify,
};
use marlin_support::files::{read_text, read_text_from};
use marlin_support::text::excerpt;

use self::folder::Folder;
use crate::args::{Args, FirstGameArgs, ReadmeGameCommand};
use crate::error::CliError;

/// Why a command of `readme-game` fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum GameError {
    /// A file of the game isn't as it must be.
    #[error("{dir}: {source}")]
    Record {
        /// The folder.
        dir: String,
        /// What is wrong.
        source: RecordError,
    },
    /// The README has no place for the game.
    #[error("{readme}: {source}")]
    Markers {
        /// The README.
        readme: String,
        /// What is wrong.
        source: marlin_readme::readme::MarkersError,
    },
    /// The list of issues can't be read.
    #[error(transparent)]
    Issues(#[from] IssuesError),
    /// The state of another game can't be imported.
    #[error("{name}: {source}")]
    Import {
        /// The file.
        name: String,
        /// What is wrong.
        source: ImportError,
    },
    /// There aren't so many moves.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// The repository isn't named as on GitHub.
    #[error("--repository is named as on GitHub: --repository octocat/octocat")]
    Repository,
    /// There is no game.
    #[error(
        "there is no game in {0}: 'marlin-cli readme-game init' begins one, and --dir names another folder"
    )]
    NoGame(String),
    /// There is a game already.
    #[error(
        "there is a game in {0} already: name another folder with --dir, or end that game with an issue 'connect4|new'"
    )]
    Exists(String),
    /// The folder for answers has other files.
    #[error("{0} has other files than answers: name a new folder with --answers")]
    Answers(String),
    /// The game isn't as its log says.
    #[error("{found} difference{}; 'marlin-cli readme-game verify --help' says what mends them", if *.found == 1 { "" } else { "s" })]
    Differs {
        /// The number of differences.
        found: usize,
    },
}

/// Carries out a command.
pub(super) fn run(command: &ReadmeGameCommand, args: &Args, out: &mut dyn Write) -> Result<(), CliError> {
    if args.asked_board(None)?.is_some_and(|board| board != BoardSize::STANDARD) {
        return Err(CliError::UnusedOption { option: "--board", command: "readme-game" });
    }
    let solver = &args.solver_of(&args.engine, BoardSize::STANDARD)?;
    match command {
        ReadmeGameCommand::Init { place, first } => {
            let folder = Folder::new(place);
            match folder.find()? {
                None => begin(&folder, State::new(repository(first)?, first.seed), solver),
                Some(record) => complete(&folder, record, solver),
            }
        }
        ReadmeGameCommand::Import { file, place, first } => {
            let state = import(&read(file)?, repository(first)?, first.seed);
            let state = state.map_err(|source| GameError::Import { name: name(file), source })?;
            let folder = Folder::new(place);
            if folder.find()?.is_some() {
                return Err(GameError::Exists(name(&place.dir)).into());
            }
            begin(&folder, state, solver)
        }
        ReadmeGameCommand::Apply { issues, answers, place, first } => {
            let folder = Folder::new(place);
            let mut record = match folder.find()? {
                Some(record) => record,
                None => folder.record(State::new(repository(first)?, first.seed))?,
            };
            // A copy of the files in another repository has links that lead there from now on.
            repository(first)?.clone_into(&mut record.state.repository);
            let issues = Issue::from_github(&read(issues)?).map_err(GameError::from)?;
            let applied = apply(&record, &issues, &folder.readme()?, solver);
            let applied = applied.map_err(|source| folder.markers(source))?;
            folder.write_record(&applied.record)?;
            folder.write_rendered(&applied.rendered, &applied.readme)?;
            answers::write(answers, &applied.effects)?;
            Ok(writeln!(out, "{}", applied.subject)?)
        }
        ReadmeGameCommand::Render { place } => {
            let folder = Folder::new(place);
            let mut record = folder.read()?;
            record.settle(solver);
            write(&folder, &record, solver)
        }
        ReadmeGameCommand::Verify { place } => check(&Folder::new(place), solver, out),
        ReadmeGameCommand::Undo { count, place } => {
            let folder = Folder::new(place);
            let mut record = folder.read()?;
            record.undo(*count).map_err(GameError::from)?;
            write(&folder, &record, solver)
        }
    }
}

/// Begins a game in a folder that has no running one.
fn begin(folder: &Folder, state: State, solver: &Solver) -> Result<(), CliError> {
    complete(folder, folder.record(state)?, solver)
}

/// Adds what a game needs and its folder or its README doesn't have yet.
fn complete(folder: &Folder, mut record: Record, solver: &Solver) -> Result<(), CliError> {
    folder.add_settings()?;
    folder.add_markers()?;
    record.settle(solver);
    write(folder, &record, solver)
}

/// Writes the games, and what readers see of them. A README without a place for the game leaves all as it was.
fn write(folder: &Folder, record: &Record, solver: &Solver) -> Result<(), CliError> {
    let rendered = render(record, solver);
    let readme = marlin_readme::readme::with_section(&folder.readme()?, &rendered.section);
    let readme = readme.map_err(|source| folder.markers(source))?;
    folder.write_record(record)?;
    folder.write_rendered(&rendered, &readme)
}

/// Prints what differs from the log of the games.
fn check(folder: &Folder, solver: &Solver, out: &mut dyn Write) -> Result<(), CliError> {
    let record = folder.read()?;
    let [readme, board, graph] = folder.rendered()?;
    let text =
        |bytes: &Option<Vec<u8>>| bytes.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let (board, graph) = (text(&board), text(&graph));
    let files = marlin_readme::Files {
        readme: readme.as_deref().unwrap_or_default(),
        board: board.as_deref(),
        graph: graph.as_deref(),
    };
    let found = verify(&record, files, solver);
    for difference in &found {
        writeln!(out, "{difference}")?;
    }
    if !found.is_empty() {
        return Err(GameError::Differs { found: found.len() }.into());
    }
    let (games, turn) = (record.finished.len(), record.state.turn());
    let moves = if turn.ply == 1 { "move" } else { "moves" };
    Ok(writeln!(out, "All is well: {games} finished, game {} has {} {moves}.", turn.game, turn.ply)?)
}

/// Returns the name of the repository.
fn repository(first: &FirstGameArgs) -> Result<&str, CliError> {
    let repository = first.repository.as_str();
    if is_repository(repository) { Ok(repository) } else { Err(GameError::Repository.into()) }
}

/// Reads a file as text; `-` is standard input.
fn read(path: &Path) -> Result<String, CliError> {
    let text = if path == Path::new("-") { read_text_from(io::stdin().lock()) } else { read_text(path) };
    text.map_err(|source| CliError::Input { name: name(path), source })
}

/// Returns a path as a message shows it.
fn name(path: &Path) -> String {
    excerpt(&path.to_string_lossy())
}
