//! The command `signature`: computes, checks and records the identity of the search in two values.
//!
//! A change that is not meant to affect the search keeps the node count. A change that improves the search
//! changes the node count, but never the scores.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use marlin_core::{BoardSize, Cpu};
use marlin_support::exit::{Failure, InFile};
use marlin_support::files::{Existing, read_text, write_whole};
use marlin_support::options::whole;
use serde::Deserialize;

use crate::Result;
use crate::args::{MAX_JOBS, SolverSettings, available_jobs};
use crate::replay::check_scores;
use crate::replay::results::Summary;
use crate::replay::runner::{Runner, hash_of_set};
use crate::sets::{self, PositionSet};

/// The suite: sets, and the number of their first positions that belong to it. Measured with `marlin-bench
/// signature --jobs 1`: about four seconds.
const SUITE: [(&str, usize); 5] =
    [("L3_R1", 500), ("L2_R1", 500), ("L2_R2", 500), ("L1_R1", 500), ("L1_R2", 200)];

/// The table in MiB: small, so that the node count depends on the replacement of entries too.
const HASH_MIB: usize = 16;

const FILE_NAME: &str = "signature.toml";

/// The command that records a change.
const UPDATE: &str = "cargo run --release -q -p marlin-bench -- signature --write";

/// Print the identity of the search: a hash of its scores and its node count over a fixed suite
#[derive(Debug, Args)]
pub(crate) struct SignatureArgs {
    /// Compare with signature.toml, and exit with 1 if anything differs
    #[arg(long, conflicts_with = "write")]
    check: bool,
    /// Record scores, nodes and sets in signature.toml
    #[arg(long)]
    write: bool,
    /// Look for the sets and signature.toml in this folder [default: test-positions]
    #[arg(long, value_name = "DIR")]
    sets_dir: Option<PathBuf>,
    /// Solve N positions at a time; scores and node counts are the same for any N
    #[arg(long, value_name = "N", default_value_t = available_jobs(), value_parser = whole(1..=MAX_JOBS))]
    jobs: u16,
}

/// Computes the signature, prints it, and compares or records it on request.
pub(crate) fn run(args: &SignatureArgs, cpu: Cpu, out: &mut dyn Write) -> Result<()> {
    let dir = sets::find_dir(args.sets_dir.as_deref())?;
    let path = dir.join(FILE_NAME);
    // Before the work, because it would be in vain without a file to compare with.
    let recorded = args.check.then(|| Signature::read(&path)).transpose()?;
    let sets = sets::load(&[], Some(&dir), Some(BoardSize::STANDARD), |_| None)?;
    let hashes = sets.iter().map(|set| (set.name.clone(), hash_of_set(set))).collect();
    let sets = suite(sets);
    let settings = SolverSettings { threads: 1, hash_mib: HASH_MIB, time: None, cpu };
    let (results, _) = Runner::new(args.jobs, settings, 0.0)?.replay(&sets, 1)?;
    let totals = Summary::new(sets::TOTAL, &results);
    let scores = totals.scores.clone().unwrap_or_else(|| "unproven".to_owned());
    let signature = Signature { scores, nodes: totals.total_nodes, sets: hashes };
    let done = check_scores(&results, None)
        .and_then(|()| check_or_record(args, recorded.as_ref(), &signature, &path));
    let text = format!("scores {}\nnodes {}\n", signature.scores, signature.nodes);
    let result_line = done.as_ref().map_or("", String::as_str);
    let written = writeln!(out, "{text}{result_line}{}", totals.bench_line());
    // A check that fails matters more than output that fails.
    done?;
    Ok(written?)
}

/// Compares or records a signature on request, and returns a line about it.
fn check_or_record(
    args: &SignatureArgs,
    recorded: Option<&Signature>,
    found: &Signature,
    path: &Path,
) -> Result<String> {
    let place = path.display();
    if args.write {
        write_whole(path, render(found).as_bytes(), Existing::Replace).in_file(path)?;
        return Ok(format!("recorded in {place}\n"));
    }
    let Some(recorded) = recorded else { return Ok(String::new()) };
    compare(recorded, found)?;
    Ok(format!("as recorded in {place}: the scores, the nodes and all {} sets\n", found.sets.len()))
}

/// The identity of the search.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Signature {
    /// SHA-256 over the lines `MOVES SCORE` of the suite, with the scores as computed.
    scores: String,
    /// Nodes visited.
    nodes: u64,
    /// The same hash of every set as a whole, with the scores that it states.
    sets: BTreeMap<String, String>,
}

impl Signature {
    /// Reads the file.
    fn read(path: &Path) -> Result<Self> {
        let text =
            read_text(path).map_err(|error| Failure::file(path, format!("{error} (`{UPDATE}` makes it)")))?;
        toml::from_str(&text).map_err(|error| {
            let reason = error.message().lines().next().unwrap_or_default().to_owned();
            Failure::file(path, format!("{reason} (`{UPDATE}` makes it anew)"))
        })
    }

    /// Returns the values by their names.
    fn values(&self) -> BTreeMap<String, String> {
        let sets = self.sets.iter().map(|(name, hash)| (format!("the set {name}"), hash.clone()));
        let own = [("scores".to_owned(), self.scores.clone()), ("nodes".to_owned(), self.nodes.to_string())];
        own.into_iter().chain(sets).collect()
    }
}

/// Reduces all sets to the sets of the suite, with the first positions of each.
fn suite(mut sets: Vec<PositionSet>) -> Vec<PositionSet> {
    let first = |(name, count): (&str, usize)| {
        let index = sets.iter().position(|set| set.name == name)?;
        let mut set = sets.swap_remove(index);
        set.lines.truncate(count);
        Some(set)
    };
    SUITE.into_iter().filter_map(first).collect()
}

/// Returns an error that names the differences, if there are any.
fn compare(recorded: &Signature, found: &Signature) -> Result<()> {
    let (recorded, found) = (recorded.values(), found.values());
    let names: BTreeSet<_> = recorded.keys().chain(found.keys()).collect();
    let value =
        |of: &BTreeMap<String, String>, name| of.get(name).cloned().unwrap_or_else(|| "none".to_owned());
    let both = names.into_iter().map(|name| (name, value(&recorded, name), value(&found, name)));
    let differences = both.filter(|(_, recorded, found)| recorded != found);
    let differences =
        differences.map(|(name, recorded, found)| format!("{name}: expected {recorded}, found {found}"));
    let differences: Vec<_> = differences.collect();
    if differences.is_empty() {
        return Ok(());
    }
    Err(Failure::failed(format!(
        "the signature differs in {} (if the search or the sets were changed on purpose: `{UPDATE}`)",
        differences.join(", and in ")
    )))
}

/// Returns the file's text.
fn render(signature: &Signature) -> String {
    let sets: String = signature.sets.iter().flat_map(|(name, hash)| [name, " = \"", hash, "\"\n"]).collect();
    let suite: Vec<_> = SUITE.iter().map(|(name, count)| format!("{count} of {name}")).collect();
    format!(
        include_str!("signature.txt"),
        suite = suite.join(", "),
        hash_mib = HASH_MIB,
        update = UPDATE,
        scores = signature.scores,
        nodes = signature.nodes,
        sets = sets.trim_end(),
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
    fn the_bench_of_the_command_line_has_the_positions_of_the_suite() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let sets = suite(
            sets::load(&[], Some(&root.join("test-positions")), Some(BoardSize::STANDARD), |_| None).unwrap(),
        );
        let text = read_text(&root.join("crates/marlin-cli/src/commands/bench.txt")).unwrap();
        let found = marlin_core::suite::read(text.as_bytes()).unwrap().lines;
        assert!(found == sets.into_iter().flat_map(|set| set.lines).collect::<Vec<_>>());
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
