//! [`ReportFile`]: the destination of a report. Everything is opened before the work, so that a missing folder is noticed
//! before a long run.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use marlin_support::files::{Existing, folder_of, write_whole};

use crate::failure::Failure;

/// The destination of a report.
#[derive(Debug)]
pub(crate) struct ReportFile {
    path: PathBuf,
    kind: FileKind,
}

/// The kind of file that a path leads to.
#[derive(Debug)]
enum FileKind {
    /// A regular file, which exists or will be made.
    File(Existing),
    /// A device or a pipe.
    Stream(File),
    /// The standard streams of this program. If one were opened a second time, the two would overwrite each other.
    Stdout,
    Stderr,
}

impl ReportFile {
    /// Checks that a file can be written, and changes nothing: an earlier report remains until a new one is complete, and a
    /// failed run leaves none.
    pub(crate) fn open(path: &Path, existing: Existing) -> Result<Self, Failure> {
        let kind = match standard_stream(path) {
            Some(stream) => stream,
            None if is_stream(path) => FileKind::Stream(open_stream(path)?),
            None => {
                check_free(path, existing)?;
                check_writable(path)?;
                FileKind::File(existing)
            }
        };
        Ok(Self { path: path.to_owned(), kind })
    }

    /// Writes a text: it replaces the contents of a file, and is appended to a stream.
    pub(crate) fn write(self, text: &str) -> Result<(), Failure> {
        let written = match self.kind {
            FileKind::File(existing) => write_whole(&self.path, text.as_bytes(), existing),
            FileKind::Stream(mut file) => file.write_all(text.as_bytes()),
            FileKind::Stdout => io::stdout().write_all(text.as_bytes()),
            FileKind::Stderr => io::stderr().write_all(text.as_bytes()),
        };
        written.map_err(|error| Failure::file(&self.path, &error))
    }
}

/// Returns an error if the path is a folder, or a file that is not to be replaced.
fn check_free(path: &Path, existing: Existing) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::file(path, &"is a folder: name a file"));
    }
    // A link that leads nowhere exists too.
    if existing == Existing::Keep && path.symlink_metadata().is_ok() {
        let path = path.display();
        return Err(Failure::Input(format!(
            "{path} exists already: name another file, or pass --force to replace it"
        )));
    }
    Ok(())
}

/// Returns an error if a regular file cannot be written, where it is or where it will be.
fn check_writable(path: &Path) -> Result<(), Failure> {
    let file = path.is_file().then(|| OpenOptions::new().write(true).open(path)).transpose();
    let draft = file.and_then(|_| tempfile::tempfile_in(folder_of(path)));
    draft.map(|_| ()).map_err(|error| Failure::file(path, &error))
}

/// Returns the stream of this program that a path names.
fn standard_stream(path: &Path) -> Option<FileKind> {
    match path.to_str()? {
        "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => Some(FileKind::Stdout),
        "/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2" => Some(FileKind::Stderr),
        _ => None,
    }
}

/// Returns whether a path leads to a device, a pipe or an open file: these take any number of texts.
fn is_stream(path: &Path) -> bool {
    let is_descriptor = ["/dev/fd", "/proc/self/fd"].iter().any(|folder| path.starts_with(folder));
    standard_stream(path).is_some()
        || is_descriptor
        || path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

fn open_stream(path: &Path) -> Result<File, Failure> {
    OpenOptions::new().append(true).open(path).map_err(|error| Failure::file(path, &error))
}

/// Returns an error if two of the written files, or a written and a read one, are the same: one text would replace the other.
pub(crate) fn check_files_differ<'a>(
    read: impl IntoIterator<Item = &'a Path>,
    written: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let place = |path: &Path| {
        let place = path.canonicalize().or_else(|_| {
            folder_of(path).canonicalize().map(|folder| folder.join(path.file_name().unwrap_or_default()))
        });
        place.unwrap_or_else(|_| path.to_owned())
    };
    let mut seen: HashSet<_> = read.into_iter().map(place).collect();
    for path in written {
        if !is_stream(path) && !seen.insert(place(path)) {
            return Err(Failure::file(path, &"named twice: one would replace the other"));
        }
    }
    Ok(())
}
