//! The folder with the answers to issues, which a script gives.

use std::fs;
use std::io;
use std::path::Path;

use marlin_readme::Effect;
use marlin_support::files::{Existing, write_whole};

use super::folder::not_written;
use super::{GameError, name};
use crate::error::CliError;

/// The file that lists the answers.
const LIST: &str = "list";

/// Writes the answers, in the place of those of an earlier run.
pub(super) fn write(dir: &Path, effects: &[Effect]) -> Result<(), CliError> {
    let failed = |source| not_written(dir, source);
    fs::create_dir_all(dir).map_err(failed)?;
    remove_answers(dir)?;
    let mut list = String::new();
    // New answers come first, then the latest of the earlier ones: those that fail each time keep nobody waiting.
    let (repeated, new): (Vec<_>, Vec<_>) = effects.iter().partition(|effect| effect.is_repeated);
    for Effect { answer, is_repeated } in new.into_iter().chain(repeated.into_iter().rev()) {
        let path = dir.join(format!("{}.md", answer.issue));
        // The list is what counts, and what is lost with the machine is given again by the next run.
        fs::write(&path, answer.comment()).map_err(|source| not_written(&path, source))?;
        let freshness = if *is_repeated { "again" } else { "new" };
        list += &[&answer.issue.to_string(), answer.reaction(), answer.label(), freshness].join("\t");
        list.push('\n');
    }
    // The list comes last: it names only answers that are there.
    write_whole(&dir.join(LIST), list.as_bytes(), Existing::Replace).map_err(failed)
}

/// Removes the answers of an earlier run.
///
/// # Errors
///
/// [`GameError::Answers`] if the folder has something else; then nothing is removed.
fn remove_answers(dir: &Path) -> Result<(), CliError> {
    let failed = |source| not_written(dir, source);
    let entries: Vec<_> = fs::read_dir(dir).and_then(Iterator::collect::<io::Result<_>>).map_err(failed)?;
    let is_answer = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_suffix(".md"));
        name == LIST || number.is_some_and(|number| number.parse::<u64>().is_ok())
    };
    if !entries.iter().all(is_answer) {
        return Err(GameError::Answers(name(dir)).into());
    }
    entries.iter().try_for_each(|entry| fs::remove_file(entry.path())).map_err(failed)
}
