//! Makes position sets from a seed: random games, sorted into categories, each score found by two routes.

mod category;
mod verifier;

use std::fs;
use std::io::Write;
use std::iter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use marlin_core::{BoardSize, Game, Score, suite};
use marlin_support::exit::InFile;
use marlin_support::files::{Existing, read_text, write_whole};
use marlin_support::progress::ProgressReporter;
use rayon::ThreadPool;
use rayon::prelude::*;

use self::category::{Category, SetKind, candidates};
use self::verifier::{Verifier, shared_solver};
use crate::maker::{Failure, JobsArgs, MakerArgs};
use crate::store;

/// The folder of the sets if none is given, below the current one.
const DIR_NAME: &str = "test-positions";

/// The minimum and the maximum number of candidates that share a file of the record.
const CHUNKS: [usize; 2] = [32, 256];

/// Candidates in a row that do not fit, after which no more are tried: those that fit are too rare, or there
/// are none. On 7x6 one in four or more fits, and at most 30 in a row do not.
const MOST_MISFITS: u32 = 100_000;

/// Make position sets: random games, sorted into categories, each score checked by two routes
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
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
    #[arg(long, value_name = "N", default_value = "1000")]
    count: NonZeroUsize,
    /// Write the sets to this folder; an interrupted run leaves its decisions there, and the next run resumes
    /// from them
    #[arg(long, value_name = "DIR", default_value = DIR_NAME)]
    out: PathBuf,
    #[command(flatten)]
    jobs: JobsArgs,
    #[command(flatten)]
    maker: MakerArgs,
}

/// A position of a set.
type Line = (Game, Score);

/// Makes the requested sets, each in a file.
pub(crate) fn run(args: &GenerateArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let kinds = args.kinds()?;
    fs::create_dir_all(&args.out).in_file(&args.out)?;
    if !args.maker.force {
        // All of them, before hours of work for the first.
        kinds.iter().try_for_each(|&kind| args.check_replaceable(kind))?;
    }
    let pool = args.jobs.pool()?;
    let mut written = Ok(());
    for kind in kinds {
        let path = args.make(kind, &pool)?;
        // The sets matter, not these lines: the work continues if the lines cannot be written.
        written = written.and(writeln!(out, "{}: {} positions", path.display(), args.count));
    }
    Ok(written?)
}

impl GenerateArgs {
    /// Returns the requested sets, or an error if the board is too small for one of them.
    fn kinds(&self) -> Result<Vec<SetKind>, Failure> {
        let all = Category::value_variants();
        let categories = if self.categories.is_empty() { all } else { &self.categories };
        let kind = |&category| SetKind { board: self.board, category };
        let kinds: Vec<_> = categories.iter().map(kind).collect();
        match kinds.iter().find(|kind| !kind.has_room()) {
            None => Ok(kinds),
            Some(SetKind { board, category }) => Err(Failure::usage(format!(
                "a board of {board} is too small for positions of {}: six cells are enough for all categories",
                category.name()
            ))),
        }
    }

    fn file_of(&self, kind: SetKind) -> PathBuf {
        self.out.join(format!("{}.txt", kind.name()))
    }

    /// Returns an error if making a set would replace another set, unless that is the beginning of the new
    /// one.
    fn check_replaceable(&self, kind: SetKind) -> Result<(), Failure> {
        let path = self.file_of(kind);
        if path.symlink_metadata().is_err() {
            return Ok(());
        }
        let exists = |remark: &str| {
            let advice = "name another folder with --out, or pass --force to replace it";
            Err(Failure::usage(format_args!("{} exists already: {advice}{remark}", path.display())))
        };
        let Ok(old) = read_text(&path) else { return exists("") };
        let positions = old.lines().filter(|line| !line.starts_with('#')).count();
        let same_source = old.lines().nth(1).is_some_and(|line| line.starts_with(&self.command(kind)));
        if same_source && positions <= self.count.get() {
            return Ok(());
        }
        exists(&format!(" (it is another set, of {positions} positions)"))
    }

    /// Makes one set and returns its file.
    fn make(&self, kind: SetKind, pool: &ThreadPool) -> Result<PathBuf, Failure> {
        let path = self.file_of(kind);
        let record = self.out.join(format!("{}-seed-{}.partial", kind.name(), self.seed));
        let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "making", self.count.get(), "positions");
        progress.set_part(&kind.name());
        let solver = shared_solver(kind.board, self.maker.cpu())?;
        let verifiers =
            (0..self.jobs.jobs).map(|_| Verifier::new(kind, &solver)).collect::<Result<Vec<_>, _>>()?;
        let decisions = decisions(candidates(self.seed, kind), &record, kind, |games| {
            let verify = |game| {
                let verifier = &verifiers[rayon::current_thread_index().unwrap_or(0)];
                Ok(verifier.verify(game)?.map(Score::get))
            };
            pool.install(|| games.par_iter().with_max_len(1).map(verify).collect())
        });
        let set = first_fitting(kind, self.count.get(), decisions, |found| progress.set_done(found))?;
        drop(progress);
        write_whole(&path, self.render(kind, &set).as_bytes(), Existing::Replace).in_file(&path)?;
        fs::remove_dir_all(&record).in_file(&record)?;
        Ok(path)
    }

    /// Returns the text of a set: its description, the command that makes it, its board, and a line for each
    /// position.
    fn render(&self, kind: SetKind, set: &[Line]) -> String {
        let mut text = format!("# {kind}\n{} --count {}\n", self.command(kind), self.count);
        if kind.board != BoardSize::STANDARD {
            text.extend(["# board ", &kind.board.to_string(), "\n"]);
        }
        text.extend(set.iter().map(|(game, score)| suite::to_line(game, *score) + "\n"));
        text
    }

    /// Returns the line with the command that makes a set, without the number of positions. The command names
    /// `marlin-bench`, because the line is part of the bytes of the published sets.
    fn command(&self, SetKind { board, category }: SetKind) -> String {
        let option = if board == BoardSize::STANDARD { String::new() } else { format!(" --board {board}") };
        format!("# marlin-bench generate{option} --seed {} --category {}", self.seed, category.name())
    }
}

/// Returns the decisions about candidates in their order, chunk by chunk from the record or by the threads:
/// the score of one that fits, `None` for another.
fn decisions(
    mut candidates: impl Iterator<Item = Game>,
    record: &Path,
    kind: SetKind,
    decide: impl Fn(&[Game]) -> Result<Vec<Option<i32>>, Failure>,
) -> impl Iterator<Item = Result<(Game, Option<Score>), Failure>> {
    let mut start = 0;
    iter::from_fn(move || {
        // Small sets need few candidates. In a large chunk the threads seldom wait for the last of them.
        let games: Vec<_> = candidates.by_ref().take(start.clamp(CHUNKS[0], CHUNKS[1])).collect();
        let end = start + games.len();
        let path = record.join(format!("from-{start}-to-{end}.jsonl"));
        start = end;
        (!games.is_empty()).then(|| match store::from_file_or(&path, || decide(&games), Failure::usage) {
            Ok(scores) => {
                let score = |score: Option<i32>| score.and_then(|score| Score::checked(kind.board, score));
                games.into_iter().zip(scores).map(|(game, found)| Ok((game, score(found)))).collect()
            }
            Err(failure) => vec![Err(failure)],
        })
    })
    .flatten()
}

/// Returns the first positions that fit.
fn first_fitting(
    kind: SetKind,
    count: usize,
    decisions: impl IntoIterator<Item = Result<(Game, Option<Score>), Failure>>,
    on_found: impl Fn(usize),
) -> Result<Vec<Line>, Failure> {
    let (mut set, mut misfits) = (Vec::new(), 0);
    for decision in decisions {
        let (game, score) = decision?;
        misfits = if score.is_some() { 0 } else { misfits + 1 };
        set.extend(score.map(|score| (game, score)));
        on_found(set.len());
        if set.len() == count {
            return Ok(set);
        }
        if misfits == MOST_MISFITS {
            break;
        }
    }
    Err(Failure::usage(match set.len() {
        0 => format!("{}: no such position found", kind.name()),
        found => format!(
            "{}: only {found} of {count} positions found (ask for them with --count {found})",
            kind.name()
        ),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_for_positions_that_do_not_come_ends() {
        let kind = SetKind { board: BoardSize::STANDARD, category: Category::L1R1 };
        let found_after = |misfits| {
            let decision = |place| Ok((Game::on(kind.board), (place >= misfits).then_some(Score::DRAW)));
            first_fitting(kind, 1, (0..=misfits).map(decision), |_| ())
        };
        assert_eq!(found_after(MOST_MISFITS - 1).unwrap().len(), 1);
        for misfits in [MOST_MISFITS, MOST_MISFITS + 1] {
            let reason = found_after(misfits).unwrap_err().to_string();
            assert_eq!(reason, "L1_R1: no such position found");
        }
    }
}
