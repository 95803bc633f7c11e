//! Files that are written as a whole or not at all, and locks for them.
//!
//! Crates for atomic files replace a symbolic link by a file, and none of them can keep an existing file. So
//! the steps around [`tempfile`] are here.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use same_file::Handle;
#[cfg(unix)]
use signal_hook::{consts, flag};
use tempfile::{Builder, NamedTempFile, PersistError};

use super::{UserFolder, check_named, check_regular, folder_of, lock, read_whole};

/// The treatment of an existing file.
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
/// A replaced file keeps its permissions, and a symbolic link to it remains one. A device, a pipe or another
/// file that is not regular is never replaced: the bytes are written into it.
///
/// # Errors
///
/// The system refuses it, as it does for a folder. With [`Existing::Keep`], the file exists: then the error
/// names the other file that has the bytes.
pub fn write_whole(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    write_whole_with(path, existing, |out| out.write_all(bytes))
}

/// Writes a file that the user has not named, in a folder that may not exist yet, as [`write_whole`] does. A
/// file that is not regular is refused: writing into a FIFO would wait for its reader.
///
/// # Errors
///
/// Those of the system, and those of [`check_regular`].
pub fn write_own(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    check_regular(path)?;
    write_whole(path, bytes, Existing::Replace)
}

/// Returns the file that a path leads to, through symbolic links. It may not exist yet.
fn target_of(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // As many links as Linux follows.
    for _ in 0..40 {
        if let Ok(found) = path.canonicalize() {
            return found;
        }
        let Ok(target) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(target);
    }
    path
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
    check_named(path)?;
    let path = target_of(path);
    if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
        let mut out = BufWriter::new(File::options().write(true).open(&path)?);
        write(&mut out)?;
        return out.flush();
    }
    remove_drafts(&path);
    let mut draft = locked_draft(&path)?;
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
        Existing::Keep => {
            draft.persist_noclobber(&path).map(|_| ()).or_else(|error| keep_draft(&path, error))?;
        }
    }
    // The name of a new file survives a crash, where the system supports it.
    #[cfg(unix)]
    let _ = File::open(folder_of(&path)).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Keeps a draft whose final name is taken, under another name, so that no later run removes it as a draft.
fn keep_draft(path: &Path, error: PersistError) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(error.file.path().extension().unwrap_or_default());
    let kept = path.with_file_name(name);
    error.file.persist_noclobber(&kept).map_err(|error| error.error)?;
    Err(io::Error::new(error.error.kind(), format!("{}; the text is in {}", error.error, kept.display())))
}

/// Makes an empty draft, which this run has locked.
fn locked_draft(path: &Path) -> io::Result<NamedTempFile> {
    loop {
        let (prefix, mut builder) = (draft_prefix(path), Builder::new());
        // The draft gets the permissions of a new file. Without this it would be private, as temporary files
        // are.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let draft = builder.prefix(&prefix).tempfile_in(folder_of(path))?;
        // Before it is locked, another run may have taken it for an abandoned one.
        if lock(draft.as_file()) && draft.path().exists() {
            return Ok(draft);
        }
    }
}

/// Returns the start of the names of a file's drafts.
fn draft_prefix(path: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".draft-");
    prefix
}

/// Returns whether a name belongs to a draft of a file.
pub fn is_draft(path: &Path, name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(draft_prefix(path).as_encoded_bytes())
}

/// Removes the drafts of a file that killed runs have left, as [`write_whole`] does.
pub fn remove_drafts(path: &Path) {
    let path = target_of(path);
    let entries = fs::read_dir(folder_of(&path)).into_iter().flatten().flatten();
    let drafts = entries.filter(|entry| is_draft(&path, &entry.file_name()));
    for draft in drafts.filter(|draft| draft.file_type().is_ok_and(|found| found.is_file())) {
        // Locked until it is removed: a run that has just made it then makes another one.
        if let Ok(file) = File::options().write(true).open(draft.path())
            && file.try_lock().is_ok()
        {
            // The next run tries again.
            let _ = fs::remove_file(draft.path());
        }
    }
}

/// Lets a write beyond the size limit of files fail with an error, in place of ending this process by a
/// signal. Only Unix has such a limit. If the system refuses memory to code that cannot handle this, the
/// program prints the reason in a line and ends with exit code 1.
pub fn outlive_size_limit() {
    // A signal with a handler ends no process. Programs that this one starts get the treatment of the system
    // again.
    #[cfg(unix)]
    let _ = flag::register(consts::SIGXFSZ, Arc::default());
    #[cfg(unix)]
    let _ = flag::register_conditional_shutdown(consts::SIGABRT, 1, Arc::new(true.into()));
}

/// The time of a wait for a lock that is not reported.
const PATIENCE: Duration = Duration::from_secs(1);

/// A file that is locked in place of another one, which is replaced or removed and so cannot keep a lock.
/// Dropping this value removes it.
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

    /// Waits until no other run changes a file as a whole. The lock file is beside it. A wait of more than a
    /// second is reported on standard error, with the name of that file.
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
        let path = path.with_file_name(name);
        let wait = |file: &File| {
            let begun = Instant::now();
            while !lock(file) {
                if begun.elapsed() > PATIENCE {
                    // Without standard error it waits in silence.
                    let _ = writeln!(
                        io::stderr(),
                        "waiting for another run, which has locked {}",
                        path.display()
                    );
                    // A signal may end the call. Where files cannot be locked, another error does.
                    while file.lock().is_err_and(|error| error.kind() == io::ErrorKind::Interrupted) {}
                    break;
                }
                thread::sleep(Duration::from_millis(5));
            }
            true
        };
        Self::locked(&path, wait)?.ok_or_else(|| io::ErrorKind::WouldBlock.into())
    }

    /// The error about a file that is not regular names the file, because the caller names another one.
    fn locked(path: &Path, lock: impl Fn(&File) -> bool) -> io::Result<Option<Self>> {
        loop {
            check_regular(path)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
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

/// A small text that programs keep between their runs, in the user's folder of state.
#[derive(Debug, Clone)]
pub struct StateFile(Option<PathBuf>);

impl StateFile {
    /// Returns the file with a name. Without a folder of the user there is none.
    pub fn named(name: &str) -> Self {
        Self(UserFolder::State.path().map(|folder| folder.join(name)))
    }

    /// Reads the text, empty if the file is missing or unreadable.
    pub fn read(&self) -> String {
        let bytes = self.0.as_ref().and_then(|path| read_whole(path).ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Replaces the text by another one that follows from it. Another program that does so at the same time
    /// waits.
    ///
    /// # Errors
    ///
    /// Those of the system, and that the user has no folder.
    pub fn update(&self, change: impl FnOnce(&str) -> String) -> io::Result<()> {
        let path = self.0.as_ref().ok_or_else(|| io::Error::other("there is no home folder"))?;
        let updated = fs::create_dir_all(folder_of(path)).and_then(|()| {
            let _lock = LockFile::beside(path)?;
            // A text that cannot be read is an error, because the new text would replace it.
            let bytes = match read_whole(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
                read => read?,
            };
            write_own(path, change(&String::from_utf8_lossy(&bytes)).as_bytes())
        });
        updated.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_fifo_in_the_place_of_a_state_or_of_its_lock_is_refused_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = |name: &str| {
            let path = folder.path().join(name);
            assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
            path
        };
        let (state, settings) = (fifo("puzzles"), fifo("play.conf"));
        let refused = [StateFile(Some(state)).update(|_| "1".to_owned()), write_own(&settings, b"theme")];
        for (error, name) in
            refused.map(|refused| refused.unwrap_err().to_string()).iter().zip([Some("puzzles"), None])
        {
            let name =
                name.map_or_else(String::new, |name| format!("{}: ", folder.path().join(name).display()));
            assert_eq!(*error, format!("{name}it is a FIFO, where a file is expected"));
        }
        fifo(".solved.lock");
        let error = StateFile(Some(folder.path().join("solved"))).update(|_| "1".to_owned()).unwrap_err();
        assert!(error.to_string().contains(".solved.lock: it is a FIFO"), "{error}");
    }

    #[test]
    fn a_state_that_cannot_be_read_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("puzzles");
        let too_long = vec![b'1'; super::super::MAX_BYTES as usize + 1];
        fs::write(&path, &too_long).unwrap();
        assert!(StateFile(Some(path.clone())).update(|text| format!("{text}x")).is_err());
        assert_eq!(fs::metadata(&path).unwrap().len(), too_long.len() as u64);
    }

    #[test]
    fn changes_of_a_state_by_several_programs_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = StateFile(Some(folder.path().join("new/state")));
        let count = || (0..50).for_each(|_| file.update(|text| format!("{text}x")).unwrap());
        thread::scope(|scope| [(); 4].map(|()| scope.spawn(count)).map(|run| run.join().unwrap()));
        assert_eq!(file.read().len(), 200);
    }

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

    #[test]
    fn an_existing_file_is_kept_and_the_bytes_are_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let error = write_whole(&path, b"new", Existing::Keep).unwrap_err().to_string();
        let kept = error.split_once("the text is in ").unwrap().1;
        assert_eq!((fs::read(&path).unwrap(), fs::read(kept).unwrap()), (b"old".to_vec(), b"new".to_vec()));
        // Not even by the next run, which removes drafts.
        write_whole(&path, b"newer", Existing::Replace).unwrap();
        assert_eq!(fs::read(kept).unwrap(), b"new");
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
        let draft = |name: &str| {
            let path = folder.path().join(name);
            fs::write(&path, "half").unwrap();
            let file = File::options().write(true).open(&path).unwrap();
            (path, file)
        };
        let (left, _) = draft(".a.book.draft-1");
        let (locked, lock) = draft(".a.book.draft-2");
        let (other, _) = draft(".b.book.draft-1");
        lock.try_lock().unwrap();
        write_whole(&path, b"whole", Existing::Replace).unwrap();
        let is_there = |path: &Path| path.exists();
        assert_eq!([&left, &locked, &other].map(|path| is_there(path)), [false, true, true]);
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
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
        // So does one to a file that does not exist yet.
        fs::remove_file(&path).unwrap();
        write_whole(&link, b"newer", Existing::Replace).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn a_file_is_not_named_as_standard_output_is() {
        let error = write_whole(Path::new("-"), b"", Existing::Replace).unwrap_err();
        assert!(error.to_string().contains("name one"), "{error}");
    }
}
