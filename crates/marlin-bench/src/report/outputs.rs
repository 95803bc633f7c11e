//! [`Outputs`]: the reports of a replay, and where they go.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use marlin_support::files::Existing;

use super::format::Format;
use super::table::LEGEND;
use super::{Replayed, render};
use crate::failure::Failure;
use crate::github::StepSummary;
use crate::output::{Target, different_files};

/// The reports that are asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Destinations<'a> {
    /// The format of the first report.
    pub(crate) format: Format,
    /// Its file, if it isn't to go to standard output.
    pub(crate) file: Option<&'a Path>,
    /// The other reports with their files.
    pub(crate) more: &'a [(Format, PathBuf)],
}

/// The reports with their files open.
#[derive(Debug)]
pub(crate) struct Outputs {
    format: Format,
    file: Option<Target>,
    more: Vec<(Format, Target)>,
    summary: StepSummary,
}

impl Outputs {
    /// Opens the files. They must be different ones, and none of the `other_files`.
    pub(crate) fn open<'a>(
        destinations: &Destinations<'a>,
        other_files: impl Iterator<Item = &'a Path>,
        existing: Existing,
    ) -> Result<Self, Failure> {
        let &Destinations { format, file, more } = destinations;
        different_files(other_files.chain(more.iter().map(|(_, path)| path.as_path())).chain(file))?;
        let more = more.iter().map(|(format, path)| Ok((*format, Target::open(path, existing)?)));
        let more = more.collect::<Result<_, Failure>>()?;
        let file = file.map(|path| Target::open(path, existing)).transpose()?;
        Ok(Self { format, file, more, summary: StepSummary::open()? })
    }

    /// Writes every report, and the line for tools after the first one, or to standard error if that isn't a table.
    pub(crate) fn write(
        mut self,
        replayed: &Replayed<'_>,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> Result<(), Failure> {
        for (format, target) in self.more {
            target.write(&render(format, replayed)?)?;
        }
        self.summary.add("Connect Four positions", &render(Format::Markdown, replayed)?)?;
        let text = render(self.format, replayed)?;
        if let Some(target) = self.file {
            target.write(&text)?;
        } else {
            let is_read = self.format == Format::Table && io::stdout().is_terminal();
            let legend = if is_read { LEGEND } else { "" };
            out.write_all((text + legend).as_bytes())?;
        }
        let line = replayed.results.totals.bench_line();
        match self.format {
            Format::Table => writeln!(out, "{line}")?,
            _ => writeln!(err, "{line}")?,
        }
        Ok(())
    }
}
