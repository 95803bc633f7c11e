//! The command `signature`: what identifies the search in two values.
//!
//! A change that is meant to keep the search as it is keeps the node count; one that is meant to make it better changes
//! the node count and never the scores.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

use marlin_core::Cpu;
use marlin_support::files::{Existing, write_whole};
use marlin_support::progress::Progress;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::commands::args::SignatureArgs;
use crate::failure::Failure;
use crate::replay::check::verdict;
use crate::replay::measurement::{Measured, Measurement};
use crate::replay::runner::Runner;
use crate::replay::summary::Summary;
use crate::sets::category::Shape;
use crate::sets::{self, PositionSet};

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
    /// The same hash of every set as a whole, with the scores as they stand there.
    sets: BTreeMap<String, String>,
}

/// Computes the signature, prints it, and compares or records it if asked to.
pub(crate) fn run(args: &SignatureArgs, cpu: Cpu, out: &mut dyn Write) -> Result<(), Failure> {
    let dir = sets::find_dir(args.sets_dir.as_deref())?;
    let path = dir.join(FILE_NAME);
    // Before the work: a file that isn't there or can't be read won't be after it either.
    let recorded = args.check.then(|| read(&path)).transpose()?;
    let sets = sets::load(&[], Some(&dir), None)?;
    let hashes = of_sets(&sets);
    let sets = suite(sets);
    let runner = Runner::new(args.threads.into(), 1, HASH_MIB, None, cpu)?;
    let results = measure(&runner, &sets);
    let totals = Summary::new(sets::TOTAL, &results);
    let scores = totals.scores.clone().unwrap_or_else(|| "unproven".to_owned());
    let signature = Signature { scores, nodes: totals.total_nodes, sets: hashes };
    let done = verdict(&results, None).and_then(|()| settle(args, recorded.as_ref(), &signature, &path));
    let text = format!("scores {}\nnodes {}\n", signature.scores, signature.nodes);
    let said = done.as_ref().map_or("", String::as_str);
    let written = writeln!(out, "{text}{said}{}", totals.bench_line());
    // What the check says matters more than a reader that has gone.
    done?;
    Ok(written?)
}

/// Compares or records a signature if asked to, and says so in a line.
fn settle(
    args: &SignatureArgs,
    recorded: Option<&Signature>,
    found: &Signature,
    path: &Path,
) -> Result<String, Failure> {
    let place = path.display();
    if args.write {
        let written = write_whole(path, render(found).as_bytes(), Existing::Replace);
        written.map_err(|error| Failure::file(path, &error))?;
        return Ok(format!("recorded in {place}\n"));
    }
    let Some(recorded) = recorded else { return Ok(String::new()) };
    compare(recorded, found)?;
    Ok(format!("as recorded in {place}: the scores, the nodes and all {} sets\n", found.sets.len()))
}

/// Reduces all sets to the first positions of those of the suite.
fn suite(mut sets: Vec<PositionSet>) -> Vec<PositionSet> {
    let first = |(shape, count): (Shape, usize)| {
        let index = sets.iter().position(|set| set.name == shape.name())?;
        let mut set = sets.swap_remove(index);
        set.lines.truncate(count);
        Some(set)
    };
    SUITE.into_iter().filter_map(first).collect()
}

fn measure<'a>(runner: &Runner, sets: &'a [PositionSet]) -> Vec<Measured<'a>> {
    let progress = Progress::new(
        env!("CARGO_PKG_NAME"),
        "solving",
        sets.iter().map(|set| set.lines.len()).sum(),
        "positions",
    );
    progress.set_part("suite");
    sets.iter().map(|set| (set, runner.measure(&set.lines, || progress.inc()))).collect()
}

/// Returns the score signature of some sets: a hash of the positions with the scores as computed; `None` unless all are
/// proven.
pub(crate) fn of_scores(results: &[Measured<'_>]) -> Option<String> {
    let positions = results.iter().flat_map(|(set, measured)| set.lines.iter().zip(measured));
    let mut hash = Sha256::new();
    for (line, Measurement { bounds, .. }) in positions {
        add(&mut hash, &line.game, bounds.score()?);
    }
    Some(hex(&hash.finalize()))
}

/// Returns the score signature of every set, as its scores stand there.
fn of_sets(sets: &[PositionSet]) -> BTreeMap<String, String> {
    let of_set = |set: &PositionSet| {
        let mut hash = Sha256::new();
        set.lines.iter().for_each(|line| add(&mut hash, &line.game, line.score));
        (set.name.clone(), hex(&hash.finalize()))
    };
    sets.iter().map(of_set).collect()
}

fn add(hash: &mut Sha256, game: &impl fmt::Display, score: impl fmt::Display) {
    hash.update(format!("{game} {score}\n"));
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
    let suite: Vec<_> = SUITE.iter().map(|(shape, count)| format!("{count} of {}", shape.name())).collect();
    format!(
        "# What identifies the search, over the first positions of these sets:\n\
         # {}.\n\
         # Each is solved from an empty table of {HASH_MIB} MiB: neither value depends on threads or on the machine.\n\
         #\n\
         # scores  SHA-256 over the lines `MOVES SCORE` with the scores as computed; changes only with the sets\n\
         # nodes   nodes visited; changes with the search\n\
         # sets    the hash of every set as a whole, with the scores that it states: a set may never change unseen\n\
         #\n\
         # Checked by `marlin-bench signature --check`. After a change of the search that is meant:\n\
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
    fn what_is_written_is_read_back() {
        assert_eq!(toml::from_str::<Signature>(&render(&signature())).unwrap(), signature());
    }

    #[test]
    fn a_difference_is_named_with_both_values_and_the_way_to_take_it_over() {
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
