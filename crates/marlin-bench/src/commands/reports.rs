//! The arguments of every command that reports on a comparison.

use std::path::{Path, PathBuf};

use clap::Args;
use marlin_support::files::Existing;

use super::values::report_file;
use crate::failure::Failure;
use crate::report::comparison::ComparisonFormat;
use crate::report::outputs::{Destinations, Outputs};

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
