//! The command `generate`: makes the position sets from a seed.
//!
//! | file | idea |
//! |---|---|
//! | `candidates.rs` | random games, a pure function of seed, shape and index |
//! | `judge.rs` | whether a candidate fits, and its score by two routes |
//! | `partial.rs` | the decisions on disk, for an interrupted run |
//! | `fill.rs` | threads decide, the order stays |

mod candidates;
mod decisions;
mod selection;
mod verifier;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use marlin_core::{Cpu, Game, Score};
use marlin_support::files::{Existing, write_whole};
use marlin_support::progress::Progress;

use self::decisions::Partial;
use self::selection::{FillError, Order};
use self::verifier::JudgeError;
use crate::commands::args::GenerateArgs;
use crate::failure::Failure;
use crate::output::exists;
use crate::sets;
use crate::sets::category::Shape;

/// Makes the sets that are asked for, one file each.
pub(crate) fn run(args: &GenerateArgs, cpu: Cpu, out: &mut dyn Write) -> Result<(), Failure> {
    let dir = match &args.out {
        Some(dir) => dir.clone(),
        None => sets::find_dir(None)?,
    };
    fs::create_dir_all(&dir).map_err(|source| Failure::file(&dir, &source))?;
    let shapes = if args.shapes.is_empty() { Shape::ALL.to_vec() } else { args.shapes.clone() };
    let order =
        |shape| Order { seed: args.seed, shape, count: args.count.into(), threads: args.threads.into(), cpu };
    let orders: Vec<_> = shapes.into_iter().map(order).collect();
    if !args.force {
        // All of them, before hours of work for the first.
        orders.iter().try_for_each(|order| check_replaceable(*order, &dir))?;
    }
    let mut written = Ok(());
    for order in orders {
        let path = generate(order, &dir)?;
        // The sets are what was asked for: a reader that has gone stops none of them.
        written = written.and(writeln!(out, "{}: {} positions", path.display(), order.count));
    }
    Ok(written?)
}

/// Refuses to replace a set that isn't the first part of the one ordered, and decisions that are about another seed.
fn check_replaceable(order: Order, dir: &Path) -> Result<(), Failure> {
    let path = sets::file_of(dir, order.shape.name());
    let partial = partial_of(&path);
    if !Partial::may_continue(&partial, order.seed, order.shape) {
        return Err(exists(
            "folder with --out",
            &partial,
            " (an interrupted run has left it, of another seed)",
        ));
    }
    if path.symlink_metadata().is_err() {
        return Ok(());
    }
    let Ok(old) = fs::read_to_string(&path) else { return Err(exists("folder with --out", &path, "")) };
    let positions = old.lines().filter(|line| !line.starts_with('#')).count();
    let same_source = old.lines().nth(1).is_some_and(|line| line.starts_with(&command(order)));
    if same_source && positions <= order.count {
        return Ok(());
    }
    let remark = format!(" (it is another set, of {positions} positions)");
    Err(exists("folder with --out", &path, &remark))
}

/// Returns the file of the decisions about a set.
fn partial_of(set: &Path) -> PathBuf {
    set.with_extension("partial")
}

/// Makes one set and returns its file.
fn generate(order: Order, dir: &Path) -> Result<PathBuf, Failure> {
    let path = sets::file_of(dir, order.shape.name());
    let partial_path = partial_of(&path);
    let mut partial = Partial::open(&partial_path, order.seed, order.shape)
        .map_err(|source| Failure::file(&partial_path, &source))?;
    let progress = Progress::new(env!("CARGO_PKG_NAME"), "making", order.count, "positions");
    progress.set_part(order.shape.name());
    let set = selection::fill(order, &mut partial, |accepted| progress.set_done(accepted));
    drop(progress);
    let set = set.map_err(|error| match error {
        FillError::Judge(error @ JudgeError::Disagreement { .. }) => Failure::Wrong(error.to_string()),
        FillError::Partial(source) => Failure::file(&partial_path, &source),
        other => Failure::Input(other.to_string()),
    })?;
    write_whole(&path, render(order, &set).as_bytes(), Existing::Replace)
        .map_err(|source| Failure::file(&path, &source))?;
    partial.remove().map_err(|source| Failure::file(&partial_path, &source))?;
    Ok(path)
}

/// Returns the text of a set: what it is, how to make it again, and a line for each position.
fn render(order: Order, set: &[(Game, Score)]) -> String {
    let mut text = format!("# {}\n{} --count {}\n", order.shape, command(order), order.count);
    text.extend(set.iter().map(|(game, score)| game.to_string() + " " + &score.to_string() + "\n"));
    text
}

/// Returns the line of a set that says where it comes from, but for the number of positions.
fn command(order: Order) -> String {
    format!("# marlin-bench generate --seed {} --shape {}", order.seed, order.shape.name())
}
