//! Where reports go. Everything is opened before the work: nobody wants to hear of a missing folder after a long run.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::github;

/// A file that is to get a report.
#[derive(Debug)]
pub(crate) struct Target {
    path: PathBuf,
    file: File,
}

impl Target {
    /// Opens a file without emptying it: an earlier report stays until there is a new one.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        file.map(|file| Self { path: path.to_owned(), file }).map_err(|error| Failure::file(path, &error))
    }

    /// Puts a text in place of what is there.
    pub(crate) fn replace(mut self, text: &str) -> Result<(), Failure> {
        replace(&mut self.file, text).map_err(|error| Failure::file(&self.path, &error))
    }
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
pub(crate) struct StepSummary(Option<Target>);

impl StepSummary {
    /// Opens the file that GitHub names.
    pub(crate) fn open() -> Result<Self, Failure> {
        let Some(path) = github::step_summary() else { return Ok(Self(None)) };
        let file = OpenOptions::new().append(true).create(true).open(&path);
        let file =
            file.map_err(|error| Failure::file(&path, &format!("{error} (GITHUB_STEP_SUMMARY names it)")))?;
        Ok(Self(Some(Target { path, file })))
    }

    /// Adds Markdown, below a heading, to what earlier steps have written.
    pub(crate) fn add(&mut self, heading: &str, markdown: &str) -> Result<(), Failure> {
        let Some(Target { path, file }) = &mut self.0 else { return Ok(()) };
        let text = format!("### {heading}\n\n{markdown}\n");
        file.write_all(text.as_bytes()).map_err(|error| Failure::file(path, &error))
    }
}
