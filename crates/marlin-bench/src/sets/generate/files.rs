//! The file of a set: its text, and the conditions of its replacement.

use std::path::{Path, PathBuf};

use marlin_core::{BoardSize, Game, Score};
use marlin_support::files::{Existing, read_text, write_whole};
use marlin_support::progress::ProgressReporter;

use super::checkpoint::Checkpoint;
use super::selection::{SelectError, SetSpec, select};
use super::verifier::VerifyError;
use crate::failure::Failure;
use crate::output::exists;
use crate::sets;

/// Returns an error if making a set would replace another set, unless that is the beginning of the new one, or would
/// discard decisions about another seed.
pub(crate) fn check_replaceable(spec: SetSpec, dir: &Path) -> Result<(), Failure> {
    let path = sets::file_of(dir, &spec.kind.name());
    let checkpoint = checkpoint_of(&path);
    if !Checkpoint::may_continue(&checkpoint, spec.seed, spec.kind) {
        return Err(exists(
            "folder with --out",
            &checkpoint,
            " (an interrupted run has left it, of another seed)",
        ));
    }
    if path.symlink_metadata().is_err() {
        return Ok(());
    }
    let Ok(old) = read_text(&path) else { return Err(exists("folder with --out", &path, "")) };
    let positions = old.lines().filter(|line| !line.starts_with('#')).count();
    let same_source = old.lines().nth(1).is_some_and(|line| line.starts_with(&command(spec)));
    if same_source && positions <= spec.count {
        return Ok(());
    }
    let remark = format!(" (it is another set, of {positions} positions)");
    Err(exists("folder with --out", &path, &remark))
}

/// Returns the file with the decisions about a set.
fn checkpoint_of(set: &Path) -> PathBuf {
    set.with_extension("partial")
}

/// Makes one set and returns its file.
pub(crate) fn make(spec: SetSpec, dir: &Path) -> Result<PathBuf, Failure> {
    let path = sets::file_of(dir, &spec.kind.name());
    let checkpoint_path = checkpoint_of(&path);
    let mut checkpoint = Checkpoint::open(&checkpoint_path, spec.seed, spec.kind)
        .map_err(|source| Failure::file(&checkpoint_path, &source))?;
    let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "making", spec.count, "positions");
    progress.set_part(&spec.kind.name());
    let set = select(spec, &mut checkpoint, |accepted| progress.set_done(accepted));
    drop(progress);
    let set = set.map_err(|error| match error {
        SelectError::Verify(error @ VerifyError::Disagreement { .. }) => Failure::Wrong(error.to_string()),
        SelectError::Checkpoint(source) => Failure::file(&checkpoint_path, &source),
        other => Failure::Input(other.to_string()),
    })?;
    write_whole(&path, render(spec, &set).as_bytes(), Existing::Replace)
        .map_err(|source| Failure::file(&path, &source))?;
    checkpoint.remove().map_err(|source| Failure::file(&checkpoint_path, &source))?;
    Ok(path)
}

/// Returns the text of a set: its description, the command that makes it, its board, and a line for each position.
fn render(spec: SetSpec, set: &[(Game, Score)]) -> String {
    let mut text = format!("# {}\n{} --count {}\n", spec.kind, command(spec), spec.count);
    text += &sets::board_head(spec.kind.board);
    text.extend(set.iter().map(|(game, score)| game.to_string() + " " + &score.to_string() + "\n"));
    text
}

/// Returns the line with the command that makes a set, without the number of positions.
fn command(SetSpec { seed, kind, .. }: SetSpec) -> String {
    let board =
        if kind.board == BoardSize::STANDARD { String::new() } else { format!(" --board {}", kind.board) };
    format!("# marlin-bench generate{board} --seed {seed} --category {}", kind.category.name())
}
