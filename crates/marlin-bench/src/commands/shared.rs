//! The arguments that several commands have, and reading the values of options.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use marlin_core::Cpu;
use marlin_support::files::Existing;

use crate::compare::verdict::{OnUnclear, Thresholds};
use crate::failure::Failure;
use crate::report::comparison::ComparisonFormat;
use crate::report::outputs::{Destinations, Outputs};
use crate::settings::SolverSettings;

/// The greatest number of positions at once: more than any present machine has threads.
const MAX_JOBS: u16 = 1024;

/// The most threads that a search may have.
const MAX_THREADS: u16 = marlin_core::MAX_THREADS as u16;

/// The settings of a search, as arguments.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct SearchArgs {
    /// Search each position with N threads; with more than one, node counts differ from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    pub(super) threads: u16,
    /// Give each solver a table of MIB MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(super) hash: usize,
    /// Give up on a position after MS milliseconds [default: never]
    #[arg(long, value_name = "MS", value_parser = milliseconds())]
    pub(super) time: Option<Duration>,
}

impl SearchArgs {
    /// Returns the settings of the solvers.
    pub(super) fn settings(&self, cpu: Cpu) -> SolverSettings {
        SolverSettings { threads: self.threads.into(), hash_mib: self.hash, time: self.time, cpu }
    }
}

/// The limits of a comparison, as arguments.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ThresholdArgs {
    /// Exit with 3 if the time of a set grows by more than PCT percent, and its confidence interval is above 0 %
    #[arg(long, value_name = "PCT", value_parser = percentage)]
    fail_time: Option<f64>,
    /// Exit with 3 if the nodes of a set grow by more than PCT percent; node counts are exact, so 0 makes sense
    #[arg(long, value_name = "PCT", value_parser = percentage)]
    fail_nodes: Option<f64>,
    /// Exit code if the interval of a time is too wide for --fail-time to decide
    #[arg(long, value_enum, value_name = "VERDICT", default_value_t = OnUnclear::Pass, requires = "fail_time")]
    on_unclear: OnUnclear,
}

impl From<ThresholdArgs> for Thresholds {
    fn from(ThresholdArgs { fail_time, fail_nodes, on_unclear }: ThresholdArgs) -> Self {
        Self { fail_time, fail_nodes, on_unclear }
    }
}

/// The formats and files of the reports on a comparison.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Format of the report
    #[arg(long, value_enum, default_value_t = ComparisonFormat::Table)]
    format: ComparisonFormat,
    /// Write the report to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write another report of the same comparison to a file, as in junit=ab.xml; may be given several times
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = report_file::<ComparisonFormat>)]
    reports: Vec<(ComparisonFormat, PathBuf)>,
    /// Replace the files that --out and --report name, if they exist
    #[arg(long)]
    force: bool,
}

impl ReportArgs {
    /// Opens the files, before the work. They must be none of the files that are read.
    pub(crate) fn open<'a>(
        &'a self,
        read: impl Iterator<Item = &'a Path>,
    ) -> Result<Outputs<ComparisonFormat>, Failure> {
        let Self { format, out, reports, force } = self;
        let destinations = Destinations { format: *format, file: out.as_deref(), more: reports };
        Outputs::open(&destinations, read, None, Existing::by_force(*force))
    }
}

/// Returns the reader of a number of positions at once.
pub(super) fn jobs() -> impl TypedValueParser<Value = u16> {
    whole(1..=MAX_JOBS)
}

/// Returns the reader of a number of threads of one search.
pub(super) fn threads() -> impl TypedValueParser<Value = u16> {
    whole(1..=MAX_THREADS)
}

/// Returns the reader of a time in milliseconds.
pub(super) fn milliseconds() -> impl TypedValueParser<Value = Duration> {
    clap::value_parser!(u64).range(1..).map(Duration::from_millis)
}

/// Returns the reader of a whole number within a range. Its error names the range.
pub(super) fn whole<T>(range: RangeInclusive<T>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Reads a number of positions.
pub(super) fn count(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number, 1 or more".to_owned())
}

/// Reads a number of percent.
pub(super) fn percentage(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim_end().parse().ok();
    number
        .filter(|percent| (0.0..=1e6).contains(percent))
        .ok_or_else(|| "expected percent, from 0 to 1000000".to_owned())
}

/// Returns the number of threads that this machine runs at once, as a number of positions.
pub(super) fn available_jobs() -> u16 {
    let available = thread::available_parallelism().map_or(1, usize::from);
    u16::try_from(available).unwrap_or(MAX_JOBS).min(MAX_JOBS)
}

/// Reads `FORMAT=FILE`.
pub(super) fn report_file<F: ValueEnum>(text: &str) -> Result<(F, PathBuf), String> {
    let parts = text.split_once('=').filter(|(_, path)| !path.is_empty());
    let (format, path) = parts.ok_or("expected FORMAT=FILE, as in junit=scores.xml")?;
    let format = F::from_str(format, false).map_err(|_| {
        let names = F::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<_> = names.map(|value| value.get_name().to_owned()).collect();
        format!("no format {format:?} (there are {})", names.join(", "))
    })?;
    Ok((format, path.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::replay::ReplayFormat;

    #[test]
    fn a_report_has_a_known_format_and_a_file() {
        assert_eq!(report_file("junit=a=b.xml"), Ok((ReplayFormat::Junit, PathBuf::from("a=b.xml"))));
        let error = report_file::<ReplayFormat>("xml=a").unwrap_err();
        assert!(error.starts_with("no format \"xml\" (there are table, json"), "{error}");
        assert!(["junit", "junit=", ""].iter().all(|text| report_file::<ReplayFormat>(text).is_err()));
    }

    #[test]
    fn a_percentage_may_have_a_percent_sign() {
        assert_eq!((percentage("2.5"), percentage("10 %"), percentage("0")), (Ok(2.5), Ok(10.0), Ok(0.0)));
        assert!(["-1", "x", "", "nan", "inf"].iter().all(|text| percentage(text).is_err()));
    }
}
