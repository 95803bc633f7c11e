//! Replaying sets: the command without a name.

use std::fs::{File, OpenOptions};
use std::io::{Seek, Write};
use std::path::Path;
use std::time::Duration;

use marlin_core::Cpu;

use crate::args::{Format, ReplayArgs};
use crate::failure::Failure;
use crate::measurement::Summary;
use crate::progress;
use crate::report::{Config, Report};
use crate::run::Runner;
use crate::sets::{self, PositionSet};
use crate::verdict::{Measured, verdict};

/// Replays the sets, writes the report, and returns an error if it isn't all well.
pub(crate) fn run(
    args: &ReplayArgs,
    cpu: Cpu,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let sets = sets::load(&args.sets, args.sets_dir.as_deref())?;
    let limit = args.limit_ms.map(Duration::from_millis);
    let runner = Runner::new(args.threads.into(), args.search_threads.into(), args.hash, limit, cpu)?;
    // Now, because nobody wants to hear of a missing folder after a long run.
    let file = args.out.as_deref().map(|path| open(path).map(|file| (path, file))).transpose()?;
    let results = measure(&runner, &sets);
    let report = summarise(args, cpu, &results);
    let written = write_report(args.format, &report, file, out, err);
    // A wrong score matters more than a reader that has gone.
    verdict(&results, limit).and(written)
}

/// Opens the file of the report without emptying it: an earlier report stays until there is a new one.
fn open(path: &Path) -> Result<File, Failure> {
    let options = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    options.map_err(|error| Failure::file(path, &error))
}

fn measure<'a>(runner: &Runner, sets: &'a [PositionSet]) -> Vec<Measured<'a>> {
    let bar = progress::bar(sets.iter().map(|set| set.lines.len()).sum(), "");
    let results = sets
        .iter()
        .map(|set| {
            bar.set_message(set.name.clone());
            (set, runner.measure(&set.lines, || bar.inc(1)))
        })
        .collect();
    bar.finish_and_clear();
    results
}

fn summarise(args: &ReplayArgs, cpu: Cpu, results: &[Measured<'_>]) -> Report {
    Report {
        config: Config {
            threads: args.threads,
            search_threads: args.search_threads,
            hash_mib: args.hash,
            limit_ms: args.limit_ms,
            cpu: cpu.name(),
        },
        sets: results.iter().map(|(set, measured)| Summary::new(&set.name, measured)).collect(),
        totals: Summary::new("total", results.iter().flat_map(|(_, measured)| measured)),
    }
}

/// Writes the report to its file or to `out`, and the line for tools after it where it disturbs no format.
fn write_report(
    format: Format,
    report: &Report,
    file: Option<(&Path, File)>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let text = report.render(format)?;
    match file {
        Some((path, file)) => replace(file, &text).map_err(|error| Failure::file(path, &error))?,
        None => out.write_all(text.as_bytes())?,
    }
    let line = report.totals.bench_line();
    match format {
        Format::Table => writeln!(out, "{line}")?,
        Format::Json | Format::Csv | Format::Markdown => writeln!(err, "{line}")?,
    }
    Ok(())
}

fn replace(mut file: File, text: &str) -> std::io::Result<()> {
    // Devices such as a terminal have no length to set.
    if file.metadata()?.is_file() {
        file.set_len(0)?;
        file.rewind()?;
    }
    file.write_all(text.as_bytes())
}
