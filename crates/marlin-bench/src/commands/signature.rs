//! The command `signature`: computes, checks and records the identity of the search.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use marlin_core::Cpu;

use super::shared::{available_jobs, jobs};
use crate::failure::Failure;
use crate::replay::check;
use crate::replay::runner::Runner;
use crate::replay::summary::Summary;
use crate::sets;
use crate::settings::SolverSettings;
use crate::signature::{FILE_NAME, HASH_MIB, Signature, compare, of_sets, suite};

/// Arguments of `signature`.
#[derive(Debug, Args)]
pub(super) struct SignatureArgs {
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
    #[arg(long, value_name = "N", default_value_t = available_jobs(), value_parser = jobs())]
    jobs: u16,
}

/// Computes the signature, prints it, and compares or records it on request.
pub(super) fn run(args: &SignatureArgs, cpu: Cpu, out: &mut dyn Write) -> Result<(), Failure> {
    let dir = sets::find_dir(args.sets_dir.as_deref())?;
    let path = dir.join(FILE_NAME);
    // Before the work, because it would be in vain without a file to compare with.
    let recorded = args.check.then(|| Signature::read(&path)).transpose()?;
    let sets = sets::load(&[], Some(&dir), None, None)?;
    let hashes = of_sets(&sets);
    let sets = suite(sets);
    let settings = SolverSettings { threads: 1, hash_mib: HASH_MIB, time: None, cpu };
    let results = Runner::new(args.jobs, settings)?.replay(&sets, 1)?;
    let totals = Summary::new(sets::TOTAL, &results);
    let scores = totals.scores.clone().unwrap_or_else(|| "unproven".to_owned());
    let signature = Signature { scores, nodes: totals.total_nodes, sets: hashes };
    let done = check::scores(&results, None)
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
) -> Result<String, Failure> {
    let place = path.display();
    if args.write {
        found.write(path)?;
        return Ok(format!("recorded in {place}\n"));
    }
    let Some(recorded) = recorded else { return Ok(String::new()) };
    compare(recorded, found)?;
    Ok(format!("as recorded in {place}: the scores, the nodes and all {} sets\n", found.sets.len()))
}
