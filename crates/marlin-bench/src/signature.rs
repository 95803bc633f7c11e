//! [`Signature`]: the identity of the search in two values, and the file that records them.
//!
//! A change that is not meant to affect the search keeps the node count. A change that improves the search changes the node
//! count, but never the scores.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use marlin_support::files::{Existing, read_text, write_whole};
use serde::Deserialize;

use crate::failure::Failure;
use crate::replay::score_hash;
use crate::sets::PositionSet;

/// The suite: sets, and the number of their first positions that belong to it. Measured with `marlin-bench signature --jobs 1`:
/// about four seconds.
const SUITE: [(&str, usize); 5] =
    [("L3_R1", 500), ("L2_R1", 500), ("L2_R2", 500), ("L1_R1", 500), ("L1_R2", 200)];

/// The table in MiB: small, so that the node count depends on the replacement of entries too.
pub(crate) const HASH_MIB: usize = 16;

pub(crate) const FILE_NAME: &str = "signature.toml";

/// The command that records a change.
const UPDATE: &str = "cargo run --release -q -p marlin-bench -- signature --write";

/// The identity of the search.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Signature {
    /// SHA-256 over the lines `MOVES SCORE` of the suite, with the scores as computed.
    pub(crate) scores: String,
    /// Nodes visited.
    pub(crate) nodes: u64,
    /// The same hash of every set as a whole, with the scores that it states.
    pub(crate) sets: BTreeMap<String, String>,
}

impl Signature {
    /// Reads the file.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let text = read_text(path)
            .map_err(|error| Failure::file(path, &format!("{error} (`{UPDATE}` makes it)")))?;
        toml::from_str(&text).map_err(|error| {
            let reason = error.message().lines().next().unwrap_or_default().to_owned();
            Failure::file(path, &format!("{reason} (`{UPDATE}` makes it anew)"))
        })
    }

    /// Writes the file.
    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        let written = write_whole(path, render(self).as_bytes(), Existing::Replace);
        written.map_err(|error| Failure::file(path, &error))
    }
}

/// Reduces all sets to the first positions of those of the suite.
pub(crate) fn suite(mut sets: Vec<PositionSet>) -> Vec<PositionSet> {
    let first = |(name, count): (&str, usize)| {
        let index = sets.iter().position(|set| set.name == name)?;
        let mut set = sets.swap_remove(index);
        set.lines.truncate(count);
        Some(set)
    };
    SUITE.into_iter().filter_map(first).collect()
}

/// Returns the hash of every set, with the scores that it states.
pub(crate) fn of_sets(sets: &[PositionSet]) -> BTreeMap<String, String> {
    sets.iter().map(|set| (set.name.clone(), score_hash::of_set(set))).collect()
}

/// Returns an error that names the differences, if there are any.
pub(crate) fn compare(recorded: &Signature, found: &Signature) -> Result<(), Failure> {
    let mut differences = Vec::new();
    if recorded.scores != found.scores {
        differences.push(format!("scores: expected {}, found {}", recorded.scores, found.scores));
    }
    if recorded.nodes != found.nodes {
        differences.push(format!("nodes: expected {}, found {}", recorded.nodes, found.nodes));
    }
    let names: BTreeSet<_> = recorded.sets.keys().chain(found.sets.keys()).collect();
    for name in names {
        let of =
            |signature: &Signature| signature.sets.get(name).cloned().unwrap_or_else(|| "none".to_owned());
        let (expected, found) = (of(recorded), of(found));
        if expected != found {
            differences.push(format!("the set {name}: expected {expected}, found {found}"));
        }
    }
    if differences.is_empty() {
        return Ok(());
    }
    Err(Failure::Wrong(format!(
        "the signature differs in {} (if the search or the sets were changed on purpose: `{UPDATE}`)",
        differences.join(", and in ")
    )))
}

/// Returns the file's text.
fn render(signature: &Signature) -> String {
    let sets: String = signature.sets.iter().flat_map(|(name, hash)| [name, " = \"", hash, "\"\n"]).collect();
    let suite: Vec<_> = SUITE.iter().map(|(name, count)| format!("{count} of {name}")).collect();
    format!(
        "# The identity of the search, over the first positions of these sets:\n\
         # {}.\n\
         # Each is solved from an empty table of {HASH_MIB} MiB: neither value depends on threads or on the machine.\n\
         #\n\
         # scores  SHA-256 over the lines `MOVES SCORE` with the scores as computed; changes only with the sets\n\
         # nodes   nodes visited; changes with the search\n\
         # sets    the hash of every set as a whole, with the scores that it states: a set may never change unseen\n\
         #\n\
         # Checked by `marlin-bench signature --check`. After an intended change of the search:\n\
         # {UPDATE}\n\
         \n\
         scores = \"{}\"\n\
         nodes = {}\n\
         \n\
         [sets]\n\
         {sets}",
        suite.join(", "),
        signature.scores,
        signature.nodes
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature() -> Signature {
        let sets = BTreeMap::from([("L1_R1".to_owned(), "cd".to_owned())]);
        Signature { scores: "ab".to_owned(), nodes: 7, sets }
    }

    #[test]
    fn a_written_file_is_read_back() {
        assert_eq!(toml::from_str::<Signature>(&render(&signature())).unwrap(), signature());
    }

    #[test]
    fn a_difference_is_named_with_both_values_and_the_way_to_record_it() {
        assert!(compare(&signature(), &signature()).is_ok());
        let error = compare(&signature(), &Signature { nodes: 8, ..signature() }).unwrap_err().to_string();
        assert!(error.contains("nodes: expected 7, found 8") && error.contains("signature --write"));
        assert!(!error.contains("scores"));
        let changed = Signature { sets: BTreeMap::new(), ..signature() };
        let error = compare(&signature(), &changed).unwrap_err().to_string();
        assert!(error.contains("the set L1_R1: expected cd, found none"), "{error}");
        let error = compare(&changed, &signature()).unwrap_err().to_string();
        assert!(error.contains("the set L1_R1: expected none, found cd"), "{error}");
    }
}
