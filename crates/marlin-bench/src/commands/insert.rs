//! The command `insert`: puts the output of a program into a section of a document.

use std::io::Read;
use std::path::PathBuf;

use clap::Args;
use marlin_support::files::{Existing, read_text, read_text_from, write_whole};

use crate::failure::Failure;
use crate::section;

pub(super) const HELP: &str = "\
A section is between two lines of the document, which remain:
  <!-- NAME -->
  <!-- /NAME -->

Example:
  marlin-bench --jobs 1 --format markdown > sets.md && marlin-bench insert docs/measurements.md sets < sets.md";

/// Arguments of `insert`.
#[derive(Debug, Args)]
pub(super) struct InsertArgs {
    /// Document to change
    file: PathBuf,
    /// Name of the section to replace
    name: String,
}

/// Replaces the section of the document with the input.
pub(super) fn run(args: &InsertArgs, from: &mut dyn Read) -> Result<(), Failure> {
    let InsertArgs { file, name } = args;
    let document = read_text(file).map_err(|error| Failure::file(file, &error))?;
    let text = read_text_from(from).map_err(|error| Failure::Input(format!("standard input: {error}")))?;
    let changed = section::replace(&document, name, &text).map_err(|reason| Failure::file(file, &reason))?;
    write_whole(file, changed.as_bytes(), Existing::Replace).map_err(|error| Failure::file(file, &error))
}
