//! Replaying sets: the command without a name.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use marlin_core::Cpu;
use marlin_support::files::Existing;
use marlin_support::progress::Progress;

use crate::commands::args::{Format, ReplayArgs};
use crate::compare::comparison::{Comparison, comparable};
use crate::failure::Failure;
use crate::host::Host;
use crate::output::{StepSummary, Target, different_files};
use crate::replay::check::verdict;
use crate::replay::measurement::Measured;
use crate::replay::results::{Config, Results};
use crate::replay::runner::Runner;
use crate::report;
use crate::sets::{self, PositionSet};

/// Replays the sets, writes the reports, and returns an error if it isn't all well.
pub(crate) fn run(
    args: &ReplayArgs,
    cpu: Cpu,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    if args.thresholds.is_any() && args.baseline.is_none() {
        return Err(Failure::Input(
            "--fail-time and --fail-nodes need a --baseline to compare with".to_owned(),
        ));
    }
    let sets = sets::load(&args.sets, args.sets_dir.as_deref(), args.count)?;
    let config = config(args, cpu);
    // Now, because nobody wants to hear of it after a long run.
    let baseline = args.baseline.as_deref().map(Results::read).transpose()?;
    if let Some(baseline) = &baseline {
        let sizes: Vec<_> = sets.iter().map(|set| (set.name.as_str(), set.lines.len())).collect();
        comparable(baseline, &config, &sizes, &args.thresholds)?;
    }
    let existing = Existing::by_force(args.force);
    let outputs = Outputs::open(args, existing)?;
    let later_baseline =
        args.save_baseline.as_deref().map(|path| Target::open(path, existing)).transpose()?;
    let limit = args.limit_ms.map(Duration::from_millis);
    let runner = Runner::new(args.threads.into(), args.search_threads.into(), args.hash, limit, cpu)?;
    let measured = measure(&runner.with_handicap(args.handicap), &sets, args.repeat);
    let mut results = Results::new(Host::detect(), config, &measured);
    let compared =
        baseline.map(|baseline| Comparison::new(&baseline, &results, &args.thresholds)).transpose();
    results.comparison = compared.as_ref().ok().cloned().flatten();
    let written = outputs.write(&results, &measured, out, err);
    // A wrong score matters more than a slow one, and that more than a reader that has gone.
    verdict(&measured, limit)?;
    steady(&results.config, &measured)?;
    compared?.map_or(Ok(()), |comparison| comparison.check(err))?;
    // Only what is well is worth comparing with.
    later_baseline.map_or(Ok(()), |target| target.write(&report::json(&results)?)).and(written)
}

/// Returns an error if node counts differ from round to round where they may not.
fn steady(config: &Config, measured: &[Measured<'_>]) -> Result<(), Failure> {
    let mut positions = measured
        .iter()
        .flat_map(|(set, measured)| set.lines.iter().zip(measured).map(|pair| (&set.name, pair)));
    match positions.find(|(_, (_, measurement))| config.is_deterministic() && !measurement.is_steady) {
        None => Ok(()),
        Some((set, (line, _))) => Err(Failure::Wrong(format!(
            "{set}: the nodes of position {} differ from round to round",
            line.game
        ))),
    }
}

fn config(args: &ReplayArgs, cpu: Cpu) -> Config {
    Config {
        threads: args.threads,
        search_threads: args.search_threads,
        hash_mib: args.hash,
        limit_ms: args.limit_ms,
        cpu: cpu.name().to_owned(),
        repeat: args.repeat,
        handicap: args.handicap,
    }
}

/// Replays the sets one after the other, and that so often: what disturbs the machine for a while disturbs all of them.
fn measure<'a>(runner: &Runner, sets: &'a [PositionSet], repeat: u32) -> Vec<Measured<'a>> {
    let positions: usize = sets.iter().map(|set| set.lines.len()).sum();
    let progress = Progress::new(env!("CARGO_PKG_NAME"), "solving", positions * repeat as usize, "positions");
    let round = || {
        sets.iter().map(|set| {
            progress.set_part(&set.name);
            (set, runner.measure(&set.lines, || progress.inc()))
        })
    };
    let mut results: Vec<_> = round().collect();
    for _ in 1..repeat {
        for ((_, measured), (_, again)) in results.iter_mut().zip(round()) {
            measured.iter_mut().zip(again).for_each(|(measurement, again)| measurement.add(again));
        }
    }
    results
}

/// Where the reports of a run go, and in which form.
struct Outputs {
    format: Format,
    file: Option<Target>,
    more: Vec<(Format, Target)>,
    summary: StepSummary,
}

impl Outputs {
    fn open(args: &ReplayArgs, existing: Existing) -> Result<Self, Failure> {
        let sets = args.sets.iter().map(Path::new).filter(|path| path.is_file());
        let reports = args.reports.iter().map(|(_, path)| path.as_path());
        let files = args.out.as_deref().into_iter().chain(args.save_baseline.as_deref());
        different_files(sets.chain(reports).chain(files))?;
        let more = args.reports.iter().map(|(format, path)| Ok((*format, Target::open(path, existing)?)));
        let more = more.collect::<Result<_, Failure>>()?;
        let file = args.out.as_deref().map(|path| Target::open(path, existing)).transpose()?;
        Ok(Self { format: args.format, file, more, summary: StepSummary::open()? })
    }

    /// Writes every report, and the line for tools after the first where it disturbs no format.
    fn write(
        mut self,
        results: &Results,
        measured: &[Measured<'_>],
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> Result<(), Failure> {
        for (format, target) in self.more {
            target.write(&report::render(format, results, measured)?)?;
        }
        self.summary.add("Connect Four positions", &report::render(Format::Markdown, results, measured)?)?;
        let text = report::render(self.format, results, measured)?;
        if let Some(target) = self.file {
            target.write(&text)?;
        } else {
            let is_read = self.format == Format::Table && io::stdout().is_terminal();
            let legend = if is_read { report::LEGEND } else { "" };
            out.write_all((text + legend).as_bytes())?;
        }
        let line = results.totals.bench_line();
        match self.format {
            Format::Table => writeln!(out, "{line}")?,
            _ => writeln!(err, "{line}")?,
        }
        Ok(())
    }
}
