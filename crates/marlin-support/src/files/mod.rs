//! Files that are written as a whole or not at all (feature `write`), and files that are read in bounded
//! memory.

#[cfg(feature = "write")]
mod write;

use std::ffi::OsString;
use std::fs::{self, File, FileType, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

#[cfg(feature = "write")]
pub use self::write::{
    Existing, LockFile, StateFile, is_draft, outlive_size_limit, remove_drafts, write_own, write_whole,
    write_whole_with,
};

/// The maximum size of a file that is read as a whole: far more than the size of any result, state or game.
pub const MAX_BYTES: u64 = 64 << 20;

/// The folder of the programs within a folder of the user.
const PROGRAM: &str = "marlin";

/// Returns the folder that a file is in, `.` for a name alone.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A folder of a user's files, as the [XDG base directories] and Windows name it.
///
/// [XDG base directories]: https://specifications.freedesktop.org/basedir-spec/latest/
#[derive(Debug, Clone, Copy)]
pub enum UserFolder {
    /// Settings: `$XDG_CONFIG_HOME/marlin`, otherwise `~/.config/marlin`, and on Windows `%APPDATA%\marlin`.
    Config,
    /// State of a program between its runs: `$XDG_STATE_HOME/marlin`, otherwise `~/.local/state/marlin`, and
    /// on Windows `%LOCALAPPDATA%\marlin`.
    State,
}

impl UserFolder {
    /// Returns the path, `None` if the user has no such folder. It may not exist yet.
    pub fn path(self) -> Option<PathBuf> {
        self.path_of(std::env::var_os)
    }

    /// Returns the path by the variables of an environment. Relative paths are invalid by the specification.
    fn path_of(self, variable: impl Fn(&'static str) -> Option<OsString>) -> Option<PathBuf> {
        let (own, of_windows, at_home) = match self {
            Self::Config => ("XDG_CONFIG_HOME", "APPDATA", ".config"),
            Self::State => ("XDG_STATE_HOME", "LOCALAPPDATA", ".local/state"),
        };
        let path = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let base = path(own).or_else(|| path(of_windows).filter(|_| cfg!(windows)));
        Some(base.or_else(|| Some(path("HOME")?.join(at_home)))?.join(PROGRAM))
    }
}

/// Locks a file until it is closed. Returns whether no other run has it.
///
/// Where files cannot be locked, no run is refused: two runs at once are at the user's risk.
pub fn lock(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Checks that a path is the name of a file, and not `-`, which is standard output elsewhere.
///
/// # Errors
///
/// [`io::ErrorKind::InvalidInput`] for `-`.
pub fn check_named(path: &Path) -> io::Result<()> {
    if path != Path::new("-") {
        return Ok(());
    }
    let reason = "'-' is standard output, but this needs a file: name one (./- is a file of that name)";
    Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
}

/// Checks that a path leads to a regular file, or that nothing has this path. A directory is an error, and so
/// are FIFOs and devices, which may keep their readers waiting forever.
///
/// # Errors
///
/// Those of the system, and [`io::ErrorKind::InvalidInput`] with the kind of the file.
pub fn check_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(()),
        Ok(found) => {
            let reason = format!("it is {}, where a file is expected", kind(found.file_type()));
            Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Opens a regular file.
///
/// # Errors
///
/// Those of the system, and those of [`check_regular`].
pub fn open_regular(path: &Path) -> io::Result<File> {
    // Opening a FIFO would wait for its writer.
    check_regular(path)?;
    // Callers often treat a missing file as an empty one. A link to a missing file is an error.
    let is_dangling = |error: &io::Error| error.kind() == io::ErrorKind::NotFound && path.is_symlink();
    let dangling =
        || io::Error::new(io::ErrorKind::InvalidInput, "it is a link to nothing, where a file is expected");
    File::open(path).map_err(|error| if is_dangling(&error) { dangling() } else { error })
}

/// Reads a file of at most [`MAX_BYTES`].
///
/// # Errors
///
/// Those of [`open_regular`], and [`io::ErrorKind::FileTooLarge`].
pub fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    read_bounded(open_regular(path)?, MAX_BYTES)
}

/// Reads a text file of at most [`MAX_BYTES`].
///
/// # Errors
///
/// Those of [`read_whole`], and [`io::ErrorKind::InvalidData`] if it is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(read_whole(path)?)
}

/// Reads an input, which may be endless as standard input, as text of at most [`MAX_BYTES`].
///
/// # Errors
///
/// Those of the input, and those of [`read_text`].
pub fn read_text_from(input: impl Read) -> io::Result<String> {
    text_of(read_bounded(input, MAX_BYTES)?)
}

/// Reads an input of at most `limit` bytes to its end.
///
/// # Errors
///
/// Those of the input, and [`io::ErrorKind::FileTooLarge`].
pub fn read_bounded(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let reason = format!("it has more than {limit} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not valid UTF-8"))
}

/// Names the kind of something that is not a regular file.
#[cfg(unix)]
fn kind(found: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match found {
        _ if found.is_dir() => "a directory",
        _ if found.is_fifo() => "a FIFO",
        _ if found.is_socket() => "a socket",
        _ => "a device",
    }
}

/// Names the kind of something that is not a regular file.
#[cfg(not(unix))]
fn kind(found: FileType) -> &'static str {
    if found.is_dir() { "a directory" } else { "a device" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_folder_is_in_the_current_one() {
        assert_eq!(folder_of(Path::new("a")), Path::new("."));
        assert_eq!(folder_of(Path::new("b/a")), Path::new("b"));
    }

    #[test]
    fn what_is_no_regular_file_or_too_long_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(check_regular(&folder.path().join("nothing")).is_ok());
        let error = open_regular(folder.path()).unwrap_err();
        assert_eq!(error.to_string(), "it is a directory, where a file is expected");
        let path = folder.path().join("state");
        fs::write(&path, "4433").unwrap();
        assert_eq!(read_whole(&path).unwrap(), b"4433");
        File::create(&path).unwrap().set_len(MAX_BYTES + 1).unwrap();
        assert_eq!(read_whole(&path).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read_bounded(&b"443"[..], 2).unwrap_err().to_string(), "it has more than 2 bytes");
        assert!(read_text_from(io::repeat(0)).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn the_variable_comes_before_the_home_folder_and_relative_paths_do_not_count() {
        let found = |folder: UserFolder, variables: &[(&str, &str)]| {
            let value =
                |name| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).into());
            folder.path_of(value).map(|folder| folder.display().to_string())
        };
        for (folder, name, at_home) in [
            (UserFolder::State, "XDG_STATE_HOME", "/h/.local/state/marlin"),
            (UserFolder::Config, "XDG_CONFIG_HOME", "/h/.config/marlin"),
        ] {
            assert_eq!(found(folder, &[("HOME", "/h"), (name, "/s")]).as_deref(), Some("/s/marlin"));
            for other in ["s", ""] {
                assert_eq!(found(folder, &[("HOME", "/h"), (name, other)]).as_deref(), Some(at_home));
            }
            assert_eq!(found(folder, &[("HOME", "")]), None);
            assert_eq!(found(folder, &[]), None);
        }
    }
}
