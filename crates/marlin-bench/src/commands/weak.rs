//! The command `weak`: makes the weak solution of marlin-coach.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use marlin_coach::weak::verify;
use marlin_core::Cpu;
use marlin_support::files::Existing;
use marlin_support::progress::LogLines;

use super::shared::count;
use crate::failure::Failure;
use crate::output::ReportFile;
use crate::weak::{Effort, solve};

pub(super) const HELP: &str = "\
The solver names the winning moves; the search chooses among them, and looks for the rules of the
leaves. The same options give the same file, byte for byte. It is verified before it is written: every
reply is played to the end by the rules alone, as 'marlin-cli weak verify' does.

Example, the file of marlin-coach:
  marlin-bench weak --out crates/marlin-coach/weak.txt --force";

/// Arguments of `weak`.
#[derive(Debug, Args)]
pub(super) struct WeakArgs {
    /// The most items of the rule of a leaf: 6, 14, 32 or 64
    #[arg(long, value_name = "N", default_value = "64", value_parser = count)]
    items: NonZeroUsize,
    /// Compare up to N moves of X where none leads to a leaf
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    width: NonZeroUsize,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// Makes the solution, verifies it, and prints its size.
pub(super) fn run(args: &WeakArgs, cpu: Cpu, out: &mut dyn Write) -> Result<(), Failure> {
    let file = ReportFile::open(&args.out, Existing::by_force(args.force))?;
    let effort = Effort { items: args.items.get(), width: args.width.get() };
    let leaves = Arc::new(AtomicU64::new(0));
    let shown = Arc::clone(&leaves);
    let lines = LogLines::start(move |elapsed| {
        format!("marlin-bench: {} rules found, {} s", shown.load(Ordering::Relaxed), elapsed.as_secs())
    });
    let solution = solve(cpu, effort, || {
        leaves.fetch_add(1, Ordering::Relaxed);
    });
    let solution = solution.map_err(|error| Failure::Input(error.to_string()))?;
    drop(lines);
    let proof = verify(&solution).map_err(|lost| Failure::Wrong(lost.to_string()))?;
    let text = format!(
        "# The weak solution of 7x6: X's moves that win against every reply. docs/formats.md describes the lines.\n\
         # marlin-bench weak --items {} --width {}\n{solution}",
        args.items, args.width,
    );
    file.write(&text)?;
    writeln!(
        out,
        "{} positions, {} leaves, {} items, {} bytes",
        proof.positions(),
        proof.leaves,
        proof.items,
        text.len()
    )?;
    Ok(())
}
