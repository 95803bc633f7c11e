//! Makes the weak solution of marlin-coach: a search for a small tree whose leaves have short rules.
//!
//! The solver names the moves that win, so each step is a lesson for a rule: in this position, one of these cells. The finished
//! tree needs no solver: `marlin_coach::weak::verify` plays it to the end.

mod lesson;
mod tree;
mod trial;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use marlin_coach::weak::verify;
use marlin_support::files::{Existing, write_whole};
use marlin_support::progress::LogLines;

use self::tree::{Effort, solve};
use crate::maker::{Failure, MakerArgs};

/// Make the weak solution of marlin-coach: X's moves that win against every reply
///
/// The solver names the winning moves; the search chooses among them, and looks for the rules of the leaves. The same options give
/// the same file, byte for byte. It is verified before it is written: every reply is played to the end by the rules alone, as
/// 'marlin-cli weak verify' does. `just weak` makes the file of marlin-coach.
#[derive(Debug, Args)]
pub(crate) struct WeakArgs {
    /// The most items of the rule of a leaf: 6, 14, 32 or 64
    #[arg(long, value_name = "N", default_value = "64")]
    items: NonZeroUsize,
    /// Compare up to N moves of X where none leads to a leaf
    #[arg(long, value_name = "N", default_value = "1")]
    width: NonZeroUsize,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    maker: MakerArgs,
}

/// Makes the solution, verifies it, and prints its size.
pub(crate) fn run(args: &WeakArgs, out: &mut dyn Write) -> Result<(), Failure> {
    args.maker.check_free(&args.out)?;
    let effort = Effort { items: args.items.get(), width: args.width.get() };
    let leaves = Arc::new(AtomicU64::new(0));
    let shown = Arc::clone(&leaves);
    let lines = LogLines::start(move |elapsed| {
        format!("marlin-lab: {} rules found, {} s", shown.load(Ordering::Relaxed), elapsed.as_secs())
    });
    let solution = solve(args.maker.cpu(), effort, || {
        leaves.fetch_add(1, Ordering::Relaxed);
    })?;
    drop(lines);
    let proof = verify(&solution).map_err(|lost| Failure::Wrong(lost.to_string()))?;
    // The command that made the first of these files is part of their bytes.
    let text = format!(
        "# The weak solution of 7x6: X's moves that win against every reply. docs/formats.md describes the lines.\n\
         # marlin-bench weak --items {} --width {}\n{solution}",
        args.items, args.width,
    );
    write_whole(&args.out, text.as_bytes(), Existing::by_force(args.maker.force))?;
    Ok(writeln!(
        out,
        "{} positions, {} leaves, {} items, {} bytes",
        proof.positions(),
        proof.leaves,
        proof.items,
        text.len()
    )?)
}
