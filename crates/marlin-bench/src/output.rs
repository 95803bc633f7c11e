//! Where reports go. Everything is opened before the work: nobody wants to hear of a missing folder after a long run.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::github;

/// A file that is to get a report.
#[derive(Debug)]
pub(crate) struct Target {
    path: PathBuf,
    /// The earlier report, or what else is there; nothing if the file is yet to be made.
    file: Option<File>,
}

impl Target {
    /// Makes sure that a file can be written, and changes nothing: an earlier report stays until there is a new one, and a
    /// run that comes to nothing leaves none.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let file = if path.exists() {
            OpenOptions::new().write(true).open(path).map(Some)
        } else {
            tempfile::tempfile_in(folder_of(path)).map(|_| None)
        };
        file.map(|file| Self { path: path.to_owned(), file }).map_err(|error| Failure::file(path, &error))
    }

    /// Puts a text in place of what is there.
    pub(crate) fn replace(self, text: &str) -> Result<(), Failure> {
        let file = self.file.map_or_else(|| File::create(&self.path), Ok);
        let written = file.and_then(|mut file| replace(&mut file, text));
        written.map_err(|error| Failure::file(&self.path, &error))
    }
}

/// Returns the folder that a file is in, or will be.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns an error if two of some paths lead to the same place, where one text would replace the other.
pub(crate) fn different_files<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), Failure> {
    let mut seen = HashSet::new();
    for path in paths {
        let place = path.canonicalize().or_else(|_| {
            folder_of(path).canonicalize().map(|folder| folder.join(path.file_name().unwrap_or_default()))
        });
        // Devices take any number of texts.
        let is_file = path.is_file() || !path.exists();
        if is_file && !seen.insert(place.unwrap_or_else(|_| path.to_owned())) {
            return Err(Failure::file(path, &"named twice: one would replace the other"));
        }
    }
    Ok(())
}

fn replace(file: &mut File, text: &str) -> io::Result<()> {
    // Devices such as a terminal have no length to set.
    if file.metadata()?.is_file() {
        file.set_len(0)?;
        file.rewind()?;
    }
    file.write_all(text.as_bytes())
}

/// The summary of a GitHub workflow, where one is running.
#[derive(Debug)]
pub(crate) struct StepSummary(Option<(PathBuf, File)>);

impl StepSummary {
    /// Opens the file that GitHub names.
    pub(crate) fn open() -> Result<Self, Failure> {
        let Some(path) = github::step_summary() else { return Ok(Self(None)) };
        let file = OpenOptions::new().append(true).create(true).open(&path);
        let file =
            file.map_err(|error| Failure::file(&path, &format!("{error} (GITHUB_STEP_SUMMARY names it)")))?;
        Ok(Self(Some((path, file))))
    }

    /// Adds Markdown, below a heading, to what earlier steps have written.
    pub(crate) fn add(&mut self, heading: &str, markdown: &str) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.0 else { return Ok(()) };
        let text = format!("### {heading}\n\n{markdown}\n");
        file.write_all(text.as_bytes()).map_err(|error| Failure::file(path, &error))
    }
}
