//! [`Checkpoint`]: the decisions so far, on disk, from which an interrupted run resumes.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use marlin_core::{Game, Score};
use marlin_support::files::{check_regular, lock, read_text_from, read_whole};
use sha2::{Digest, Sha256};

use super::candidates::Candidate;
use crate::sets::category::SetKind;

/// The decision about a candidate: its score if it fits, `None` if it does not.
pub(crate) type Decision = Option<Score>;

/// A file beside the set that is being made: a header, then `INDEX MOVES SCORE CHECK` for each candidate, with `-` for the
/// score of one that does not fit. The check covers the header and the line before it.
///
/// One run at a time has it.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    path: PathBuf,
    header: String,
    file: File,
    known: HashMap<u64, (String, Decision)>,
}

impl Checkpoint {
    /// Returns whether the file is missing or of the same seed, so that opening it loses nothing.
    pub(crate) fn may_continue(path: &Path, seed: u64, kind: SetKind) -> bool {
        match read_whole(path) {
            Ok(bytes) => {
                let header = header(seed, kind).into_bytes();
                // A run may have been interrupted within the header.
                bytes.starts_with(&header) || header.starts_with(&bytes)
            }
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }

    /// Opens the file, and reads the decisions that a run with the same seed has left there.
    pub(crate) fn open(path: &Path, seed: u64, kind: SetKind) -> io::Result<Self> {
        check_regular(path)?;
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        if !lock(&file) {
            return Err(io::Error::new(io::ErrorKind::WouldBlock, "another run is making this set"));
        }
        // A file that is not text was written by another program. It is overwritten like the file of another seed.
        let text = match read_text_from(&file) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => String::new(),
            read => read?,
        };
        let header = header(seed, kind);
        let (known, valid_len) = match text.strip_prefix(&header) {
            Some(lines) => {
                let (known, len) = parse(lines, &header, kind);
                (known, header.len() + len)
            }
            None => (HashMap::new(), 0),
        };
        // A run that was interrupted within a line has left half of it.
        file.set_len(valid_len as u64)?;
        file.seek(SeekFrom::End(0))?;
        if valid_len == 0 {
            file.write_all(header.as_bytes())?;
        }
        Ok(Self { path: path.to_owned(), header, file, known })
    }

    /// Returns the decisions of an earlier run by index, with the moves of the candidates.
    pub(crate) fn known(&self) -> &HashMap<u64, (String, Decision)> {
        &self.known
    }

    /// Adds a decision.
    pub(crate) fn append(&mut self, candidate: &Candidate, decision: Decision) -> io::Result<()> {
        let score = decision.map_or_else(|| "-".to_owned(), |score| score.to_string());
        let decided = format!("{} {} {score}", candidate.index, candidate.game);
        // One call for the whole line, so that an interruption hardly ever leaves half of it.
        self.file.write_all(format!("{decided} {}\n", check(&self.header, &decided)).as_bytes())
    }

    /// Deletes the file; the set is written.
    pub(crate) fn remove(self) -> io::Result<()> {
        let removed = fs::remove_file(self.path);
        // Until now no other run has had it.
        drop(self.file);
        removed
    }
}

/// Returns the first line of a file.
fn header(seed: u64, kind: SetKind) -> String {
    format!("# {} with seed {seed}, candidates decided so far, with checks\n", kind.name())
}

/// Returns the checksum of a line, without which a changed byte would be another decision.
fn check(header: &str, decided: &str) -> String {
    let hash = Sha256::new().chain_update(header).chain_update(decided).finalize();
    hex::encode(&hash[..4])
}

/// Returns the decisions up to the first line that is not one, and their length in bytes.
fn parse(text: &str, header: &str, kind: SetKind) -> (HashMap<u64, (String, Decision)>, usize) {
    let mut known = HashMap::new();
    let mut len = 0;
    for line in text.split_inclusive('\n') {
        let decided = line.strip_suffix('\n').and_then(|line| line.rsplit_once(' '));
        let decided = decided.filter(|(decided, found)| *found == check(header, decided));
        let Some((index, moves, decision)) = decided.and_then(|(decided, _)| parse_line(decided, kind))
        else {
            break;
        };
        known.insert(index, (moves, decision));
        len += line.len();
    }
    (known, len)
}

fn parse_line(line: &str, kind: SetKind) -> Option<(u64, String, Decision)> {
    let (index, rest) = line.split_once(' ')?;
    let (moves, score) = rest.split_once(' ')?;
    let decision = if score == "-" {
        None
    } else {
        let score = Score::on(kind.board, score.parse().ok()?)?;
        kind.fits(Game::parse(kind.board, moves).ok()?.position(), score).then_some(())?;
        Some(score)
    };
    Some((index.parse().ok()?, moves.to_owned(), decision))
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use super::*;
    use crate::sets::category::Category;
    use crate::sets::generate::candidates::Candidates;

    fn temporary(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("marlin-checkpoint-{name}-{}", std::process::id()))
    }

    const KIND: SetKind = SetKind { board: BoardSize::STANDARD, category: Category::L3R1 };

    fn score() -> Decision {
        Score::on(KIND.board, 0)
    }

    fn candidates() -> Vec<Candidate> {
        Candidates::new(1, KIND).take(2).collect()
    }

    #[test]
    fn decisions_survive_an_interruption_within_a_line() {
        let path = temporary("torn");
        let candidates = candidates();
        let mut checkpoint = Checkpoint::open(&path, 1, KIND).unwrap();
        checkpoint.append(&candidates[0], score()).unwrap();
        checkpoint.append(&candidates[1], None).unwrap();
        drop(checkpoint);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - 1]).unwrap();

        let mut again = Checkpoint::open(&path, 1, KIND).unwrap();
        assert_eq!(again.known().len(), 1);
        assert_eq!(again.known()[&candidates[0].index].1, score());
        again.append(&candidates[1], None).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole);
        again.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_decision_that_was_changed_is_decided_again() {
        let path = temporary("changed");
        let candidates = candidates();
        let mut checkpoint = Checkpoint::open(&path, 1, KIND).unwrap();
        checkpoint.append(&candidates[0], score()).unwrap();
        drop(checkpoint);
        let whole = fs::read(&path).unwrap();
        let header_len = header(1, KIND).len();
        for place in header_len..whole.len() {
            for bit in 0..8 {
                let mut changed = whole.clone();
                changed[place] ^= 1 << bit;
                fs::write(&path, &changed).unwrap();
                let again = Checkpoint::open(&path, 1, KIND).unwrap();
                assert!(again.known().is_empty(), "byte {place}, bit {bit}: {:?}", again.known());
            }
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn one_run_at_a_time_has_the_file() {
        let path = temporary("lock");
        let first = Checkpoint::open(&path, 1, KIND).unwrap();
        let error = Checkpoint::open(&path, 1, KIND).unwrap_err().to_string();
        assert_eq!(error, "another run is making this set");
        drop(first);
        Checkpoint::open(&path, 1, KIND).unwrap().remove().unwrap();
    }

    #[test]
    fn decisions_about_another_seed_are_not_read() {
        let path = temporary("seed");
        let mut checkpoint = Checkpoint::open(&path, 1, KIND).unwrap();
        checkpoint.append(&candidates()[0], None).unwrap();
        drop(checkpoint);
        let other = Checkpoint::open(&path, 2, KIND).unwrap();
        assert!(other.known().is_empty());
        other.remove().unwrap();
    }
}
