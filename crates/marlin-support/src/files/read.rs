//! Files that are read in bounded memory.

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::Path;

/// The greatest size of a file that is read as a whole: far more than any result, state or game has.
pub const MAX_BYTES: u64 = 64 << 20;

/// Checks that a path is that of a regular file, or of nothing. A directory is an error, and so are FIFOs and devices, which may
/// keep their readers waiting forever.
///
/// # Errors
///
/// Those of the system, and [`io::ErrorKind::InvalidInput`] with the kind of the file.
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

/// Opens a regular file.
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

/// Reads a file of at most [`MAX_BYTES`].
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
/// use marlin_support::files::{MAX_BYTES, read_whole};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("state");
/// std::fs::write(&path, "4433")?;
/// assert_eq!(read_whole(&path)?, b"4433");
/// std::fs::File::create(&path)?.set_len(MAX_BYTES + 1)?;
/// assert_eq!(read_whole(&path).unwrap_err().kind(), ErrorKind::FileTooLarge);
/// # Ok::<(), std::io::Error>(())
/// ```
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
    text_of(read_bounded(input, MAX_BYTES)?)
}

/// Reads an input of at most `limit` bytes to its end.
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
