//! The record of long work, from which an interrupted run resumes: files of lines in JSON, each with a
//! checksum at its end.

use std::fs;
use std::io;
use std::path::Path;

use marlin_support::files::{Existing, check_regular, write_whole};
use marlin_support::progress::ProgressReporter;
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// Positions whose samples share a file.
const CHUNK: u64 = 20;

/// Returns the samples of the first searches, those from the folder first, where each chunk has a file.
pub(crate) fn of_chunks<T: Serialize + DeserializeOwned + Send>(
    folder: &Path,
    name: &str,
    count: u64,
    of_one: impl Fn(u64) -> io::Result<Vec<T>> + Sync,
) -> io::Result<Vec<T>> {
    let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "sampling", count as usize, "positions");
    let mut all = Vec::new();
    for start in (0..count).step_by(CHUNK as usize) {
        let end = count.min(start + CHUNK);
        let chunk = || (start..end).into_par_iter().map(&of_one).collect::<io::Result<Vec<_>>>();
        let path = folder.join(format!("{name}-from-{start}-to-{end}.jsonl"));
        let items = || Ok(chunk()?.into_iter().flatten().collect());
        all.extend(from_file_or(&path, items, |error| error)?);
        progress.set_done(end as usize);
    }
    Ok(all)
}

/// Returns the items of a file. Where there is none, makes them and writes the file. `failed` has the error
/// of the file.
pub(crate) fn from_file_or<T: Serialize + DeserializeOwned, E>(
    path: &Path,
    make: impl FnOnce() -> Result<Vec<T>, E>,
    failed: impl FnOnce(io::Error) -> E,
) -> Result<Vec<T>, E> {
    if path.exists() {
        return read(path).map_err(failed);
    }
    let items = make()?;
    write(path, &items).map_err(failed)?;
    Ok(items)
}

fn write<T: Serialize>(path: &Path, items: &[T]) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    write_whole(path, render(items)?.as_bytes(), Existing::Replace)
}

fn read<T: DeserializeOwned>(path: &Path) -> io::Result<Vec<T>> {
    check_regular(path)?;
    parse(&fs::read(path)?).map_err(|reason| {
        let path = path.display();
        io::Error::other(format!("{path} is damaged or of another version ({reason}); remove it"))
    })
}

fn render<T: Serialize>(items: &[T]) -> io::Result<String> {
    let line = |item: &T| Ok(serde_json::to_string(item)? + "\n");
    let text = items.iter().map(line).collect::<io::Result<String>>()?;
    let checksum = checksum(&text);
    Ok(text + &checksum)
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<Vec<T>, String> {
    let text = str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let end = text.trim_end_matches('\n').rfind('\n').map_or(0, |index| index + 1);
    let (lines, found) = text.split_at(end);
    if found != checksum(lines) {
        return Err("its checksum is wrong".to_owned());
    }
    lines.lines().map(|line| serde_json::from_str(line).map_err(|error| error.to_string())).collect()
}

/// Returns the last line. Without it a changed byte would be another result.
fn checksum(lines: &str) -> String {
    format!("# {}\n", hex::encode(Sha256::digest(lines)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written_and_refused_after_any_change() {
        for items in [vec![Some(18), None, Some(-2)], vec![]] {
            let text = render(&items).unwrap();
            assert_eq!(parse::<Option<i32>>(text.as_bytes()), Ok(items));
            for place in 0..text.len() {
                for bit in 0..8 {
                    let mut changed = text.clone().into_bytes();
                    changed[place] ^= 1 << bit;
                    assert!(parse::<Option<i32>>(&changed).is_err(), "byte {place}, bit {bit}");
                }
                assert!(parse::<Option<i32>>(&text.as_bytes()[..place]).is_err(), "{place} bytes");
            }
        }
    }

    #[test]
    fn what_is_recorded_is_not_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record/part.jsonl");
        let made = |items: Vec<u8>| from_file_or(&path, || Ok(items), |error| error).unwrap();
        assert_eq!((made(vec![1, 2]), made(vec![3])), (vec![1, 2], vec![1, 2]));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_record_without_an_end_is_refused() {
        let refused = from_file_or(Path::new("/dev/zero"), || Ok(vec![0_u8]), |error| error).unwrap_err();
        assert_eq!(refused.to_string(), "it is a device, where a file is expected");
    }
}
