//! The command `ab`: two builds of this program in turn.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::args::AbArgs;
use crate::compare::judge;
use crate::comparison::Comparison;
use crate::failure::Failure;
use crate::output::StepSummary;
use crate::progress;
use crate::results::Results;
use crate::sets;

/// Runs the builds by turns, compares them pair by pair, and returns an error if the second is worse than it may be.
pub(crate) fn run(args: &AbArgs, cpu: Option<&str>, out: &mut dyn Write) -> Result<(), Failure> {
    let summary = StepSummary::open()?;
    let folder = tempfile::tempdir().map_err(|error| Failure::file(&std::env::temp_dir(), &error))?;
    let replay = Replay { sets: write_sets(args, folder.path())?, hash: args.hash, cpu };
    let bar = progress::bar(2 * args.pairs as usize, "runs");
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for pair in 0..args.pairs {
        let mut turns = [(&args.old, &mut old), (&args.new, &mut new)];
        if pair % 2 == 1 {
            turns.reverse();
        }
        for (program, runs) in turns {
            runs.push(replay.run(program)?);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    for (program, runs) in [(&args.old, &old), (&args.new, &new)] {
        always_the_same_nodes(program, runs)?;
    }
    judge(&Comparison::of_turns(&old, &new)?, &args.thresholds, args.format, summary, out)
}

/// Writes what is to be replayed where both builds find it, even those that know of no `--count`.
fn write_sets(args: &AbArgs, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let sets = sets::load(&args.sets, args.sets_dir.as_deref(), Some(args.count))?;
    let write = |(index, set): (usize, &sets::PositionSet)| {
        // Sets of other folders may have the same name.
        let path = folder.join(index.to_string()).join(format!("{}.txt", set.name));
        let mut text = String::new();
        for line in &set.lines {
            let _ = writeln!(text, "{} {}", line.game, line.score);
        }
        let written =
            fs::create_dir_all(folder.join(index.to_string())).and_then(|()| fs::write(&path, text));
        written.map_err(|error| Failure::file(&path, &error))?;
        Ok(path)
    };
    sets.iter().enumerate().map(write).collect()
}

/// What each build is asked for.
struct Replay<'a> {
    sets: Vec<PathBuf>,
    hash: usize,
    cpu: Option<&'a str>,
}

impl Replay<'_> {
    fn run(&self, program: &Path) -> Result<Results, Failure> {
        let mut command = Command::new(program);
        command.args(&self.sets).args([
            "--threads",
            "1",
            "--format",
            "json",
            "--hash",
            &self.hash.to_string(),
        ]);
        command.args(self.cpu.iter().flat_map(|level| ["--cpu", *level]));
        // What the builds have to say comes through this program.
        command.env_remove("GITHUB_ACTIONS").env_remove("GITHUB_STEP_SUMMARY").stdin(Stdio::null());
        let output = command.output().map_err(|error| Failure::file(program, &error))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let said =
                said.lines().last().unwrap_or("it said nothing").trim_start_matches("error: ").to_owned();
            let reason = format!("{}: {said} ({})", program.display(), output.status);
            return Err(if output.status.code() == Some(1) {
                Failure::Wrong(reason)
            } else {
                Failure::Input(reason)
            });
        }
        let results = Results::parse(&String::from_utf8_lossy(&output.stdout));
        results.map_err(|reason| Failure::file(program, &reason))
    }
}

/// Returns an error if a build counts other nodes from run to run.
fn always_the_same_nodes(program: &Path, runs: &[Results]) -> Result<(), Failure> {
    let nodes = |run: &Results| run.sets.iter().map(|set| set.total_nodes).collect::<Vec<_>>();
    if runs.windows(2).all(|pair| nodes(&pair[0]) == nodes(&pair[1])) {
        return Ok(());
    }
    Err(Failure::Wrong(format!("{}: node counts differ from run to run", program.display())))
}
