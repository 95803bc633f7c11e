//! [`Outputs`]: the reports of a run with their files.

use std::io::Write;
use std::path::{Path, PathBuf};

use marlin_support::files::Existing;

use crate::failure::Failure;
use crate::github::StepSummary;
use crate::output::{ReportFile, check_files_differ};

/// The requested reports.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Destinations<'a, F> {
    /// The format of the first report.
    pub(crate) format: F,
    /// Its file, `None` for standard output.
    pub(crate) file: Option<&'a Path>,
    /// The other reports with their files.
    pub(crate) more: &'a [(F, PathBuf)],
}

/// The reports with their files open.
#[derive(Debug)]
pub(crate) struct Outputs<F> {
    format: F,
    file: Option<ReportFile>,
    more: Vec<(F, ReportFile)>,
    summary: StepSummary,
}

impl<F: Copy> Outputs<F> {
    /// Opens the files. They must be different ones, and none of those that are read or written elsewhere.
    pub(crate) fn open<'a>(
        destinations: &Destinations<'a, F>,
        read: impl Iterator<Item = &'a Path>,
        other_written: Option<&'a Path>,
        existing: Existing,
    ) -> Result<Self, Failure> {
        let &Destinations { format, file, more } = destinations;
        let written = more.iter().map(|(_, path)| path.as_path()).chain(file).chain(other_written);
        check_files_differ(read, written)?;
        let more = more.iter().map(|(format, path)| Ok((*format, ReportFile::open(path, existing)?)));
        let more = more.collect::<Result<_, Failure>>()?;
        let file = file.map(|path| ReportFile::open(path, existing)).transpose()?;
        Ok(Self { format, file, more, summary: StepSummary::open()? })
    }

    /// Returns the format of the first report.
    pub(crate) const fn format(&self) -> F {
        self.format
    }

    /// Returns whether the first report is written to standard output.
    pub(crate) const fn is_printed(&self) -> bool {
        self.file.is_none()
    }

    /// Writes every report: the first to its file or to standard output, the others to theirs, and the summary of a workflow
    /// in a separate format below a heading.
    pub(crate) fn write(
        mut self,
        (heading, summary): (&str, F),
        render: impl Fn(F) -> Result<String, Failure>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        for (format, target) in self.more {
            target.write(&render(format)?)?;
        }
        self.summary.add(heading, &render(summary)?)?;
        let text = render(self.format)?;
        match self.file {
            Some(target) => target.write(&text),
            None => Ok(out.write_all(text.as_bytes())?),
        }
    }
}
