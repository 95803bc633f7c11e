//! The command `signature`: what identifies the search in two values.
//!
//! A change that is meant to keep the search as it is keeps the node count; one that is meant to make it better changes
//! the node count and never the scores.

use std::fs;
use std::io::Write;
use std::path::Path;

use marlin_core::Cpu;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::args::SignatureArgs;
use crate::failure::Failure;
use crate::measurement::{Measurement, Summary};
use crate::progress;
use crate::run::Runner;
use crate::sets::{self, PositionSet};
use crate::shape::Shape;
use crate::verdict::{Measured, verdict};

/// How many of the first positions of a set make up the suite. Measured with `marlin-bench signature --threads 1`:
/// about four seconds.
const SUITE: [(Shape, usize); 5] =
    [(Shape::L3R1, 500), (Shape::L2R1, 500), (Shape::L2R2, 500), (Shape::L1R1, 500), (Shape::L1R2, 200)];

/// The table in MiB: small, so that the node count also tells how the table replaces what it holds.
const HASH_MIB: usize = 16;

const FILE_NAME: &str = "signature.toml";

/// The command that takes over a change.
const UPDATE: &str = "cargo run --release -q -p marlin-bench -- signature --write";

/// What identifies the search.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Signature {
    /// SHA-256 over the lines `MOVES SCORE` of the suite, with the scores as computed.
    scores: String,
    /// Nodes visited.
    nodes: u64,
}

/// Computes the signature, prints it, and compares or records it if asked to.
pub(crate) fn run(args: &SignatureArgs, cpu: Cpu, out: &mut dyn Write) -> Result<(), Failure> {
    let dir = sets::find_dir(args.sets_dir.as_deref())?;
    let path = dir.join(FILE_NAME);
    // Before the work: a file that isn't there or can't be read won't be after it either.
    let recorded = args.check.then(|| read(&path)).transpose()?;
    let sets = load_suite(&dir)?;
    let runner = Runner::new(args.threads.into(), 1, HASH_MIB, None, cpu)?;
    let results = measure(&runner, &sets);
    let totals = Summary::new("total", results.iter().flat_map(|(_, measured)| measured));
    let signature = Signature { scores: hash(&results), nodes: totals.total_nodes };
    let Signature { scores, nodes } = &signature;
    let written = writeln!(out, "scores {scores}\nnodes {nodes}\n{}", totals.bench_line());
    // What the check says matters more than a reader that has gone.
    verdict(&results, None)?;
    if args.write {
        fs::write(&path, render(&signature)).map_err(|error| Failure::file(&path, &error))?;
    }
    recorded.map_or(Ok(()), |recorded| compare(&recorded, &signature))?;
    Ok(written?)
}

/// Reads the first positions of every set of the suite.
fn load_suite(dir: &Path) -> Result<Vec<PositionSet>, Failure> {
    let first = |(shape, count): (Shape, usize)| {
        let mut set = sets::load_named(dir, shape.name())?;
        set.lines.truncate(count);
        Ok(set)
    };
    SUITE.into_iter().map(first).collect()
}

fn measure<'a>(runner: &Runner, sets: &'a [PositionSet]) -> Vec<Measured<'a>> {
    let bar = progress::bar(sets.iter().map(|set| set.lines.len()).sum(), "suite");
    let results = sets.iter().map(|set| (set, runner.measure(&set.lines, || bar.inc(1)))).collect();
    bar.finish_and_clear();
    results
}

fn hash(results: &[Measured<'_>]) -> String {
    let mut hash = Sha256::new();
    for (set, measured) in results {
        for (line, Measurement { bounds, .. }) in set.lines.iter().zip(measured) {
            hash.update(format!("{} {bounds}\n", line.game));
        }
    }
    hex(&hash.finalize())
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect()
}

fn read(path: &Path) -> Result<Signature, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::file(path, &format!("{error} (`{UPDATE}` makes it)")))?;
    toml::from_str(&text).map_err(|error| {
        let reason = error.message().lines().next().unwrap_or_default().to_owned();
        Failure::file(path, &format!("{reason} (`{UPDATE}` makes it anew)"))
    })
}

fn compare(recorded: &Signature, found: &Signature) -> Result<(), Failure> {
    let mut differences = Vec::new();
    if recorded.scores != found.scores {
        differences.push(format!("scores: expected {}, found {}", recorded.scores, found.scores));
    }
    if recorded.nodes != found.nodes {
        differences.push(format!("nodes: expected {}, found {}", recorded.nodes, found.nodes));
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
    let suite: Vec<_> = SUITE.iter().map(|(shape, count)| format!("{count} of {}", shape.name())).collect();
    format!(
        "# What identifies the search, over the first positions of these sets:\n\
         # {}.\n\
         # Each is solved from an empty table of {HASH_MIB} MiB: neither value depends on threads or on the machine.\n\
         #\n\
         # scores  SHA-256 over the lines `MOVES SCORE` with the scores as computed; changes only with the sets\n\
         # nodes   nodes visited; changes with the search\n\
         #\n\
         # Checked by `marlin-bench signature --check`. After a change of the search that is meant:\n\
         # {UPDATE}\n\
         \n\
         scores = \"{}\"\n\
         nodes = {}\n",
        suite.join(", "),
        signature.scores,
        signature.nodes
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature() -> Signature {
        Signature { scores: "ab".to_owned(), nodes: 7 }
    }

    #[test]
    fn what_is_written_is_read_back() {
        assert_eq!(toml::from_str::<Signature>(&render(&signature())).unwrap(), signature());
    }

    #[test]
    fn a_difference_is_named_with_both_values_and_the_way_to_take_it_over() {
        assert!(compare(&signature(), &signature()).is_ok());
        let error = compare(&signature(), &Signature { nodes: 8, ..signature() }).unwrap_err().to_string();
        assert!(error.contains("nodes: expected 7, found 8") && error.contains("signature --write"));
        assert!(!error.contains("scores"));
    }
}
