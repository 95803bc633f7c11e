//! Files that are written as a whole or not at all.
//!
//! Crates for atomic files replace a symbolic link by a file, and none of them can keep an existing file. So the steps around
//! [`tempfile`] are here.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use tempfile::{Builder, PersistError};

use super::folder_of;

/// The treatment of an existing file.
///
/// # Examples
///
/// ```
/// use marlin_support::files::{Existing, write_whole};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("report.txt");
/// std::fs::write(&path, "old")?;
/// assert!(write_whole(&path, b"new", Existing::Keep).is_err());
/// assert_eq!(std::fs::read(&path)?, b"old");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// The file is kept, and writing fails.
    Keep,
    /// The file is replaced.
    Replace,
}

impl Existing {
    /// Returns the treatment of an existing file, by the presence of `--force`.
    pub const fn by_force(force: bool) -> Self {
        if force { Self::Replace } else { Self::Keep }
    }
}

/// Writes a file atomically: afterwards it has all the bytes, on disk, or is unchanged.
///
/// A replaced file keeps its permissions, and a symbolic link to it remains one. What is not a regular file, such as a
/// device or a pipe, is never replaced: the bytes are written into it.
///
/// # Errors
///
/// Those of the system, which writes into no folder. With [`Existing::Keep`] also that the file exists: the error then names the file that has the bytes
/// instead.
///
/// # Examples
///
/// ```
/// use marlin_support::files::{Existing, write_whole};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("report.txt");
/// write_whole(&path, b"one", Existing::Keep)?;
/// write_whole(&path, b"two", Existing::Replace)?;
/// assert_eq!(std::fs::read(&path)?, b"two");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_whole(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    write_whole_with(path, existing, |out| out.write_all(bytes))
}

/// Writes a file as [`write_whole`] does, from a function that writes the bytes to its writer.
///
/// # Errors
///
/// As for [`write_whole`], and those of the function.
pub fn write_whole_with(
    path: &Path,
    existing: Existing,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
        let mut out = BufWriter::new(File::options().write(true).open(&path)?);
        write(&mut out)?;
        return out.flush();
    }
    let prefix = draft_prefix(&path);
    remove_drafts(folder_of(&path), &prefix);
    let mut draft = draft().prefix(&prefix).tempfile_in(folder_of(&path))?;
    // Where files cannot be locked, the age of a draft tells whether it is abandoned.
    let _ = draft.as_file().try_lock();
    let mut out = BufWriter::new(draft.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Ok(found) = fs::metadata(&path) {
        draft.as_file().set_permissions(found.permissions())?;
    }
    draft.as_file().sync_all()?;
    match existing {
        Existing::Replace => draft.persist(&path).map(|_| ()).map_err(|error| error.error)?,
        Existing::Keep => draft.persist_noclobber(&path).map(|_| ()).or_else(keep_draft)?,
    }
    sync_folder(folder_of(&path));
    Ok(())
}

/// Flushes a folder to disk, so that the name of a new file survives a crash, where the system supports it.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}

/// Keeps a draft whose final name is taken.
fn keep_draft(error: PersistError) -> io::Result<()> {
    let (_, kept) = error.file.keep().map_err(|error| error.error)?;
    Err(io::Error::new(error.error.kind(), format!("{}; the text is in {}", error.error, kept.display())))
}

/// Prepares a draft with the permissions of new files. Those of a temporary file would be private.
#[cfg(unix)]
fn draft() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// Prepares a draft.
#[cfg(not(unix))]
fn draft() -> Builder<'static, 'static> {
    Builder::new()
}

/// Returns the start of the names of a file's drafts.
fn draft_prefix(path: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".draft-");
    prefix
}

/// The age from which a draft is abandoned.
const DRAFT_AGE: Duration = Duration::from_secs(3600);

/// Removes the drafts that killed runs have left. A draft in use is locked or young.
fn remove_drafts(folder: &Path, prefix: &OsStr) {
    let is_draft = |name: &OsStr| name.as_encoded_bytes().starts_with(prefix.as_encoded_bytes());
    for entry in
        fs::read_dir(folder).into_iter().flatten().flatten().filter(|entry| is_draft(&entry.file_name()))
    {
        let is_unlocked = File::open(entry.path()).is_ok_and(|draft| draft.try_lock().is_ok());
        let age = entry
            .metadata()
            .and_then(|found| found.modified())
            .ok()
            .and_then(|written| written.elapsed().ok());
        if is_unlocked && age.is_some_and(|age| age > DRAFT_AGE) {
            // The next run tries again.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_existing_file_is_kept_and_the_bytes_are_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let error = write_whole(&path, b"new", Existing::Keep).unwrap_err().to_string();
        let kept = error.split_once("the text is in ").unwrap().1;
        assert_eq!((fs::read(&path).unwrap(), fs::read(kept).unwrap()), (b"old".to_vec(), b"new".to_vec()));
    }

    #[test]
    fn a_failed_write_changes_nothing_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let written = write_whole_with(&path, Existing::Replace, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the other half is missing"))
        });
        assert_eq!(written.unwrap_err().to_string(), "the other half is missing");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn drafts_of_killed_runs_are_removed_and_those_of_others_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.book");
        let draft = |name: &str, age: Duration| {
            let path = folder.path().join(name);
            fs::write(&path, "half").unwrap();
            let file = File::options().write(true).open(&path).unwrap();
            file.set_modified(std::time::SystemTime::now() - age).unwrap();
            (path, file)
        };
        let old = DRAFT_AGE + Duration::from_secs(1);
        let (left, _) = draft(".a.book.draft-1", old);
        let (young, _) = draft(".a.book.draft-2", Duration::ZERO);
        let (locked, lock) = draft(".a.book.draft-3", old);
        let (other, _) = draft(".b.book.draft-1", old);
        lock.try_lock().unwrap();
        write_whole(&path, b"whole", Existing::Replace).unwrap();
        let is_there = |path: &Path| path.exists();
        assert_eq!([&left, &young, &locked, &other].map(|path| is_there(path)), [false, true, true, true]);
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_written_into_and_stays() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        // A pipe, because a test that fails would replace a device.
        let (link, pipe) = (folder.path().join("link"), folder.path().join("pipe"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        symlink(&pipe, &link).unwrap();
        for (path, existing) in
            [(&pipe, Existing::Replace), (&link, Existing::Replace), (&link, Existing::Keep)]
        {
            let read = std::thread::scope(|scope| {
                let reader = scope.spawn(|| fs::read(&pipe).unwrap());
                write_whole(path, b"through", existing).unwrap();
                reader.join().unwrap()
            });
            assert_eq!(read, b"through");
            assert!(fs::metadata(path).unwrap().file_type().is_fifo());
        }
        assert!(write_whole(folder.path(), b"text", Existing::Replace).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_permissions_and_a_link_stays_a_link() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write_whole(&link, b"new", Existing::Replace).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
