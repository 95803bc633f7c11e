//! Files that are written as a whole or not at all, and files that are read as far as they may be long.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, FileType};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::time::Duration;

use tempfile::{Builder, PersistError};

/// The treatment of a file that exists.
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
    /// It stays, and writing is an error.
    Keep,
    /// It is replaced.
    Replace,
}

impl Existing {
    /// Returns the choice that an option `--force` stands for.
    pub const fn by_force(force: bool) -> Self {
        if force { Self::Replace } else { Self::Keep }
    }
}

/// Writes bytes to a file that has all of them afterwards, on the disk, or is as it was before.
///
/// A file that is replaced keeps its permissions, and a link to it stays a link.
///
/// # Errors
///
/// Those of the system. With [`Existing::Keep`] also that the file exists: the error then names the file that has the
/// bytes instead.
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

/// Writes a file as [`write_whole`] does, with the bytes that a function writes to its writer.
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
    let prefix = draft_prefix(&path);
    remove_drafts(folder_of(&path), &prefix);
    let mut draft = draft().prefix(&prefix).tempfile_in(folder_of(&path))?;
    // Where files can't be locked, an hour tells a draft that is written from one that was left.
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
        Existing::Keep => draft.persist_noclobber(&path).map(|_| ()).or_else(keep)?,
    }
    sync_folder(folder_of(&path));
    Ok(())
}

/// Has the name of a new file on the disk as well, where the system can do that. The file itself is there already.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}

/// Keeps a draft if a file with its name has appeared since the work began.
fn keep(error: PersistError) -> io::Result<()> {
    let (_, kept) = error.file.keep().map_err(|error| error.error)?;
    Err(io::Error::new(error.error.kind(), format!("{}; the text is in {}", error.error, kept.display())))
}

/// Prepares a draft with the permissions that the user gives to new files. Those of a temporary file would be private.
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

/// The most bytes of a file that is read as a whole: far more than any result, state or game has.
pub const MOST_BYTES: u64 = 64 << 20;

/// Checks that a path leads to a file that has an end and can be read again, or to nothing: not to a directory, nor to a FIFO
/// or a device, which may keep its reader waiting forever.
///
/// # Errors
///
/// Those of the system, and [`io::ErrorKind::InvalidInput`] with the kind of what is there.
///
/// # Examples
///
/// ```
/// use marlin_support::files::check_regular;
///
/// let folder = tempfile::tempdir()?;
/// assert!(check_regular(&folder.path().join("nothing")).is_ok());
/// assert!(check_regular(folder.path()).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
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

/// Opens a file that has an end and can be read again.
///
/// # Errors
///
/// Those of the system, and those of [`check_regular`].
///
/// # Examples
///
/// ```
/// use marlin_support::files::open_regular;
///
/// let folder = tempfile::tempdir()?;
/// let error = open_regular(folder.path()).unwrap_err();
/// assert_eq!(error.to_string(), "it is a directory, where a file is expected");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn open_regular(path: &Path) -> io::Result<File> {
    // Opening a FIFO would wait for its writer.
    check_regular(path)?;
    File::open(path)
}

/// Reads a file of [`MOST_BYTES`] at most as a whole.
///
/// # Errors
///
/// Those of [`open_regular`], and [`io::ErrorKind::FileTooLarge`].
///
/// # Examples
///
/// ```
/// use std::io::ErrorKind;
///
/// use marlin_support::files::{MOST_BYTES, read_whole};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("state");
/// std::fs::write(&path, "4433")?;
/// assert_eq!(read_whole(&path)?, b"4433");
/// std::fs::File::create(&path)?.set_len(MOST_BYTES + 1)?;
/// assert_eq!(read_whole(&path).unwrap_err().kind(), ErrorKind::FileTooLarge);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    read_bounded(open_regular(path)?, MOST_BYTES)
}

/// Reads a file of text as [`read_whole`] does.
///
/// # Errors
///
/// Those of [`read_whole`], and [`io::ErrorKind::InvalidData`] if it isn't UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(read_whole(path)?)
}

/// Reads an input that may have no end, such as standard input, as text of [`MOST_BYTES`] at most.
///
/// # Errors
///
/// Those of the input, and those of [`read_text`].
///
/// # Examples
///
/// ```
/// use marlin_support::files::read_text_from;
///
/// assert_eq!(read_text_from(&b"4433"[..])?, "4433");
/// assert!(read_text_from(std::io::repeat(0)).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_text_from(input: impl Read) -> io::Result<String> {
    text_of(read_bounded(input, MOST_BYTES)?)
}

/// Reads an input of some bytes at most to its end.
///
/// # Errors
///
/// Those of the input, and [`io::ErrorKind::FileTooLarge`].
///
/// # Examples
///
/// ```
/// use marlin_support::files::read_bounded;
///
/// assert_eq!(read_bounded(&b"44"[..], 2)?, b"44");
/// assert_eq!(read_bounded(&b"443"[..], 2).unwrap_err().to_string(), "it has more than 2 bytes");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_bounded(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let reason = format!("it has more than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not valid UTF-8"))
}

/// Says what something is that isn't a file.
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

/// Says what something is that isn't a file.
#[cfg(not(unix))]
fn kind(found: FileType) -> &'static str {
    if found.is_dir() { "a directory" } else { "a device" }
}

/// Returns how the names of a file's drafts begin.
fn draft_prefix(path: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".draft-");
    prefix
}

/// The age from which nobody writes a draft any more.
const DRAFT_AGE: Duration = Duration::from_secs(3600);

/// Removes the drafts of a file that runs have left which were killed. One that is being written is locked or young.
fn remove_drafts(folder: &Path, prefix: &OsStr) {
    let is_draft = |name: &OsStr| name.as_encoded_bytes().starts_with(prefix.as_encoded_bytes());
    for entry in
        fs::read_dir(folder).into_iter().flatten().flatten().filter(|entry| is_draft(&entry.file_name()))
    {
        let is_left = File::open(entry.path()).is_ok_and(|draft| draft.try_lock().is_ok());
        let age = entry
            .metadata()
            .and_then(|found| found.modified())
            .ok()
            .and_then(|written| written.elapsed().ok());
        if is_left && age.is_some_and(|age| age > DRAFT_AGE) {
            // The next run tries again.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns the folder that a file is in, or will be.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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

    #[test]
    fn a_file_without_a_folder_is_in_the_current_one() {
        assert_eq!(folder_of(Path::new("a")), Path::new("."));
        assert_eq!(folder_of(Path::new("b/a")), Path::new("b"));
    }
}
