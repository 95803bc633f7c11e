//! Files that are written as a whole or not at all (feature `write`), and files that are read in bounded memory.

#[cfg(feature = "write")]
mod lock;
mod read;
mod state;
#[cfg(feature = "write")]
mod write;

use std::fs::{File, TryLockError};
use std::path::Path;
#[cfg(feature = "write")]
use std::path::PathBuf;

#[cfg(feature = "write")]
pub use self::lock::LockFile;
pub use self::read::{
    MAX_BYTES, check_regular, open_regular, read_bounded, read_text, read_text_from, read_whole,
};
pub use self::state::state_folder;
#[cfg(feature = "write")]
pub use self::write::{Existing, is_draft, outlive_size_limit, remove_drafts, write_whole, write_whole_with};

/// Returns the folder that a file is in, `.` for a name alone.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the file that a path leads to, through symbolic links.
#[cfg(feature = "write")]
fn target_of(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Locks a file until it is closed. Returns whether no other run has it.
///
/// Where files cannot be locked, no run is refused: two runs at once are at the user's risk.
///
/// # Examples
///
/// ```
/// use marlin_support::files::lock;
///
/// let file = tempfile::NamedTempFile::new()?;
/// assert!(lock(file.as_file()));
/// assert!(!lock(&file.reopen()?));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn lock(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_folder_is_in_the_current_one() {
        assert_eq!(folder_of(Path::new("a")), Path::new("."));
        assert_eq!(folder_of(Path::new("b/a")), Path::new("b"));
    }
}
