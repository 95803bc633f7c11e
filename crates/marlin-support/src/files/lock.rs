//! [`LockFile`]: a lock for files that are replaced as a whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::{check_regular, lock, target_of};

/// A file that is locked in place of another one, which is replaced or removed and so cannot keep a lock. Dropping this value
/// removes it.
///
/// # Examples
///
/// ```
/// use marlin_support::files::LockFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("state.lock");
/// let first = LockFile::try_new(&path)?;
/// assert!(first.is_some() && LockFile::try_new(&path)?.is_none());
/// drop(first);
/// assert!(!path.exists());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct LockFile {
    path: PathBuf,
    _file: File,
}

impl LockFile {
    /// Locks a file, and makes it if it does not exist; `None` if another run has it.
    ///
    /// # Errors
    ///
    /// Those of the system, and those of [`check_regular`].
    pub fn try_new(path: &Path) -> io::Result<Option<Self>> {
        Self::locked(path, lock)
    }

    /// Waits until no other run changes a file as a whole. The lock file is beside it.
    ///
    /// # Errors
    ///
    /// As for [`LockFile::try_new`].
    pub fn beside(path: &Path) -> io::Result<Self> {
        check_regular(path)?;
        let path = target_of(path);
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(".lock");
        let wait = |file: &File| {
            // A signal may end the call. Where files cannot be locked, another error does.
            while file.lock().is_err_and(|error| error.kind() == io::ErrorKind::Interrupted) {}
            true
        };
        Self::locked(&path.with_file_name(name), wait)?.ok_or_else(|| io::ErrorKind::WouldBlock.into())
    }

    fn locked(path: &Path, lock: impl Fn(&File) -> bool) -> io::Result<Option<Self>> {
        loop {
            check_regular(path)?;
            let file = File::options().write(true).create(true).truncate(false).open(path)?;
            if !lock(&file) {
                return Ok(None);
            }
            // The run that had the file may have removed it in between: then its lock excludes no other run.
            let opened = Handle::from_file(file.try_clone()?)?;
            if Handle::from_path(path).is_ok_and(|found| found == opened) {
                return Ok(Some(Self { path: path.to_owned(), _file: file }));
            }
        }
    }
}

impl Drop for LockFile {
    fn drop(&mut self) {
        // A file that stays is locked and removed by the next run.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn one_run_after_the_other_has_a_file_and_the_last_one_removes_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("count");
        // A killed run has left its lock.
        fs::write(folder.path().join(".count.lock"), "").unwrap();
        fs::write(&path, "0").unwrap();
        let count = || {
            for _ in 0..50 {
                let _lock = LockFile::beside(&path).unwrap();
                let count: u32 = fs::read_to_string(&path).unwrap().parse().unwrap();
                fs::write(&path, (count + 1).to_string()).unwrap();
            }
        };
        thread::scope(|scope| [(); 4].map(|()| scope.spawn(count)).map(|run| run.join().unwrap()));
        assert_eq!(fs::read_to_string(&path).unwrap(), "200");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
