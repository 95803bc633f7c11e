//! The arguments of every command that searches positions.

use std::time::Duration;

use clap::Args;
use marlin_core::Cpu;

use super::values::{milliseconds, threads};
use crate::settings::SolverSettings;

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
