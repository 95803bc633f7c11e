//! The folder with the answers to issues: the input of the script that posts them.

use std::fs;
use std::io;
use std::path::Path;

use marlin_readme::PendingAnswer;
use marlin_support::files::{Existing, is_draft, remove_drafts, write_whole};

use crate::error::{Error, name};

/// The file that lists the answers.
const LIST: &str = "list";

/// Writes the answers, and removes those of an earlier run.
pub(crate) fn write(dir: &Path, pending: &[PendingAnswer]) -> Result<(), Error> {
    let failed = |source| Error::write(dir, source);
    fs::create_dir_all(dir).map_err(failed)?;
    remove_answers(dir)?;
    let mut list = String::new();
    // New answers are first, then the earlier ones, latest first: an answer that fails in each run delays no other.
    let (repeated, new): (Vec<_>, Vec<_>) = pending.iter().partition(|pending| pending.is_repeated);
    for PendingAnswer { answer, is_repeated } in new.into_iter().chain(repeated.into_iter().rev()) {
        let path = dir.join(format!("{}.md", answer.issue));
        fs::write(&path, answer.comment()).map_err(|source| Error::write(&path, source))?;
        let freshness = if *is_repeated { "again" } else { "new" };
        list += &[&answer.issue.to_string(), answer.reaction(), answer.label(), freshness].join("\t");
        list.push('\n');
    }
    // The list is last, so that it never names a missing answer.
    write_whole(&dir.join(LIST), list.as_bytes(), Existing::Replace).map_err(failed)
}

/// Removes the answers of an earlier run.
///
/// # Errors
///
/// [`Error::OtherFiles`] if the folder has anything else; then nothing is removed.
fn remove_answers(dir: &Path) -> Result<(), Error> {
    let failed = |source| Error::write(dir, source);
    let list = dir.join(LIST);
    remove_drafts(&list);
    let mut entries: Vec<_> =
        fs::read_dir(dir).and_then(Iterator::collect::<io::Result<_>>).map_err(failed)?;
    // Those of a run at the same time are left to it.
    entries.retain(|entry| !is_draft(&list, &entry.file_name()));
    let is_answer = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_suffix(".md"));
        name == LIST || number.is_some_and(|number| number.parse::<u64>().is_ok())
    };
    if !entries.iter().all(is_answer) {
        return Err(Error::OtherFiles(name(dir)));
    }
    entries.iter().try_for_each(|entry| fs::remove_file(entry.path())).map_err(failed)
}
