//! The options of the makers of text files.

use std::path::Path;

use clap::Args;
use marlin_core::Cpu;
pub(crate) use marlin_support::exit::Failure;
use marlin_support::files::folder_of;
use marlin_support::options::{MAX_JOBS, available_jobs, whole};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// The arguments of the makers of text files.
#[derive(Debug, Args)]
pub(crate) struct MakerArgs {
    /// Replace a file that exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Use the instructions of this CPU level; the files are the same at every level [default: the highest
    /// level]
    #[arg(long, value_name = "LEVEL")]
    cpu: Option<Cpu>,
}

impl MakerArgs {
    pub(crate) fn cpu(&self) -> Cpu {
        self.cpu.unwrap_or_else(Cpu::detect)
    }

    /// Checks before long work that a file can be made.
    pub(crate) fn check_free(&self, path: &Path) -> Result<(), Failure> {
        if path.symlink_metadata().is_ok() && !self.force {
            return Err(Failure::exists(path));
        }
        if folder_of(path).is_dir() { Ok(()) } else { Err(Failure::file(path, "there is no such folder")) }
    }
}

/// The number of positions at once.
#[derive(Debug, Args)]
pub(crate) struct JobsArgs {
    /// Search N positions at a time; the files are the same for any N
    #[arg(long, value_name = "N", default_value_t = available_jobs(), value_parser = whole(1..=MAX_JOBS))]
    pub(crate) jobs: u16,
}

impl JobsArgs {
    pub(crate) fn pool(&self) -> Result<ThreadPool, ThreadPoolBuildError> {
        ThreadPoolBuilder::new().num_threads(self.jobs.into()).build()
    }
}
