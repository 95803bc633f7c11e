//! The command `generate`: makes position sets from a seed.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use marlin_core::{BoardSize, Cpu};

use super::shared::{available_jobs, count, jobs};
use crate::failure::Failure;
use crate::sets;
use crate::sets::category::{Category, SetKind};
use crate::sets::generate::files::{check_replaceable, make};
use crate::sets::generate::selection::SetSpec;

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub(super) struct GenerateArgs {
    /// Draw the games from this seed: the same seed gives the same sets, byte for byte
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Make sets of this board, columns x rows; the categories are in thirds of its cells
    #[arg(long, value_name = "WxH", default_value_t = BoardSize::STANDARD)]
    board: BoardSize,
    /// Make the sets of these categories [default: all six]
    #[arg(long = "category", value_name = "CATEGORY", value_enum, num_args = 1..)]
    categories: Vec<Category>,
    /// Make sets of N positions; a smaller set is the beginning of a larger one
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count)]
    count: NonZeroUsize,
    /// Verify N positions at a time; the sets are the same for any N
    #[arg(long, value_name = "N", default_value_t = available_jobs(), value_parser = jobs())]
    jobs: u16,
    /// Write the sets to this folder; an interrupted run leaves its decisions there, and the next run resumes from them
    /// [default: test-positions]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace files that exist: sets of another seed or with more positions, and decisions that an interrupted run has
    /// left for another seed
    #[arg(long)]
    force: bool,
}

impl GenerateArgs {
    /// Returns the requested sets, or an error if the board is too small for one of them.
    fn kinds(&self) -> Result<Vec<SetKind>, Failure> {
        let categories = if self.categories.is_empty() { &Category::ALL[..] } else { &self.categories };
        let kind = |&category| SetKind { board: self.board, category };
        let kinds: Vec<_> = categories.iter().map(kind).collect();
        match kinds.iter().find(|kind| !kind.has_room()) {
            None => Ok(kinds),
            Some(SetKind { board, category }) => Err(Failure::Input(format!(
                "a board of {board} is too small for positions of {}: six cells are enough for all categories",
                category.name()
            ))),
        }
    }
}

/// Makes the requested sets, each in a file.
pub(super) fn run(args: &GenerateArgs, cpu: Cpu, out: &mut dyn Write) -> Result<(), Failure> {
    let kinds = args.kinds()?;
    let dir = args.out.clone().unwrap_or_else(|| sets::DIR_NAME.into());
    fs::create_dir_all(&dir).map_err(|source| Failure::file(&dir, &source))?;
    let spec =
        |kind| SetSpec { seed: args.seed, kind, count: args.count.into(), jobs: args.jobs.into(), cpu };
    let specs: Vec<_> = kinds.into_iter().map(spec).collect();
    if !args.force {
        // All of them, before hours of work for the first.
        specs.iter().try_for_each(|spec| check_replaceable(*spec, &dir))?;
    }
    let mut written = Ok(());
    for spec in specs {
        let path = make(spec, &dir)?;
        // The sets matter, not these lines: making them goes on after the reader has gone.
        written = written.and(writeln!(out, "{}: {} positions", path.display(), spec.count));
    }
    Ok(written?)
}
