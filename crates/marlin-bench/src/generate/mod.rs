//! The command `generate`: makes the position sets from a seed.
//!
//! | file | idea |
//! |---|---|
//! | `candidates.rs` | random games, a pure function of seed, shape and index |
//! | `judge.rs` | whether a candidate fits, and its score by two routes |
//! | `partial.rs` | the decisions on disk, for an interrupted run |
//! | `fill.rs` | threads decide, the order stays |

mod candidates;
mod fill;
mod judge;
mod partial;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use marlin_core::{Cpu, Game, Score};

use self::fill::{FillError, Order};
use self::judge::JudgeError;
use self::partial::Partial;
use crate::args::GenerateArgs;
use crate::failure::Failure;
use crate::progress;
use crate::sets;
use crate::shape::Shape;

/// Makes the sets that are asked for, one file each.
pub(crate) fn run(args: &GenerateArgs, cpu: Cpu, out: &mut dyn Write) -> Result<(), Failure> {
    let dir = match &args.out {
        Some(dir) => dir.clone(),
        None => sets::find_dir(None)?,
    };
    fs::create_dir_all(&dir).map_err(|source| Failure::file(&dir, &source))?;
    let shapes = if args.shapes.is_empty() { Shape::ALL.to_vec() } else { args.shapes.clone() };
    let mut written = Ok(());
    for shape in shapes {
        let order =
            Order { seed: args.seed, shape, count: args.count.into(), threads: args.threads.into(), cpu };
        if !args.force {
            check_replaceable(order, &sets::file_of(&dir, shape.name()))?;
        }
        let path = generate(order, &dir)?;
        // The sets are what was asked for: a reader that has gone stops none of them.
        written = written.and(writeln!(out, "{}: {} positions", path.display(), order.count));
    }
    Ok(written?)
}

/// Refuses to replace a set that isn't the first part of the one ordered.
fn check_replaceable(order: Order, path: &Path) -> Result<(), Failure> {
    let Ok(old) = fs::read_to_string(path) else { return Ok(()) };
    let positions = old.lines().filter(|line| !line.starts_with('#')).count();
    let same_source = old.lines().nth(1).is_some_and(|line| line.starts_with(&command(order)));
    if same_source && positions <= order.count {
        return Ok(());
    }
    Err(Failure::Input(format!(
        "{}: there is another set, of {positions} positions (choose a folder with --out, or replace it with --force)",
        path.display()
    )))
}

/// Makes one set and returns its file.
fn generate(order: Order, dir: &Path) -> Result<PathBuf, Failure> {
    let path = sets::file_of(dir, order.shape.name());
    let partial_path = path.with_extension("partial");
    let mut partial = Partial::open(&partial_path, order.seed, order.shape)
        .map_err(|source| Failure::file(&partial_path, &source))?;
    let bar = progress::bar(order.count, order.shape.name());
    let set = fill::fill(order, &mut partial, |accepted| bar.set_position(accepted as u64));
    bar.finish_and_clear();
    let set = set.map_err(|error| match error {
        FillError::Judge(error @ JudgeError::Disagreement { .. }) => Failure::Wrong(error.to_string()),
        FillError::Partial(source) => Failure::file(&partial_path, &source),
        other => Failure::Input(other.to_string()),
    })?;
    write_whole(&path, &render(order, &set)).map_err(|source| Failure::file(&path, &source))?;
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

/// Writes a file so that it is there as a whole or not at all.
fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let draft = path.with_extension("draft");
    fs::write(&draft, text)?;
    fs::rename(&draft, path)
}
