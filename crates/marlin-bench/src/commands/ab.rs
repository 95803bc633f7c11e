//! The command `ab`: two builds of this program in turn.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use marlin_support::progress::Progress;

use crate::commands::args::AbArgs;
use crate::commands::compare::judge;
use crate::compare::comparison::Comparison;
use crate::failure::Failure;
use crate::output::StepSummary;
use crate::replay::results::Results;
use crate::sets;

/// Runs the builds by turns, compares them round by round, and returns an error if the second is worse than it may be.
pub(crate) fn run(
    args: &AbArgs,
    cpu: Option<&str>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    if args.thresholds.fail_time.is_some() && args.rounds < 2 {
        return Err(Failure::Input(
            "--fail-time needs --rounds 2 or more: a single ratio is noise".to_owned(),
        ));
    }
    let summary = StepSummary::open()?;
    let folder = tempfile::tempdir().map_err(|error| Failure::file(&std::env::temp_dir(), &error))?;
    let replay = Replay { sets: write_sets(args, folder.path())?, hash: args.hash, cpu };
    let progress = Progress::new(
        env!("CARGO_PKG_NAME"),
        "running the builds by turns",
        2 + 4 * args.rounds as usize,
        "runs",
    );
    let run = |program| replay.run(program).inspect(|_| progress.inc());
    // The first runs find cold files and clocks: they only show that both builds work.
    for program in [&args.old, &args.new] {
        run(program)?;
    }
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for _ in 0..args.rounds {
        old.push(run(&args.old)?);
        new.push(run(&args.new)?);
        new.push(run(&args.new)?);
        old.push(run(&args.old)?);
    }
    drop(progress);
    for (program, runs) in [(&args.old, &old), (&args.new, &new)] {
        always_the_same_nodes(program, runs)?;
    }
    judge(&Comparison::of_turns(&old, &new, &args.thresholds)?, args.format, summary, out, err)
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
        // The name of a file here is no command to look for elsewhere.
        let is_here = program.components().count() == 1 && program.is_file();
        let mut command =
            Command::new(if is_here { Path::new(".").join(program) } else { program.to_owned() });
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
        let results = Results::parse(&String::from_utf8_lossy(&output.stdout));
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let said =
                said.lines().last().unwrap_or("it said nothing").trim_start_matches("error: ").to_owned();
            let reason = format!("{}: {said} ({})", program.display(), output.status);
            // Programs end with 1 for many reasons; a build that has found a wrong score has results.
            let is_wrong = output.status.code() == Some(1) && results.is_ok();
            return Err(if is_wrong { Failure::Wrong(reason) } else { Failure::Input(reason) });
        }
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
