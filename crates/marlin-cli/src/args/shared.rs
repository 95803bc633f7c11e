//! The arguments that several commands have.

use std::time::Duration;

use clap::builder::TypedValueParser;
use marlin_coach::DEFAULT_TIME;
use marlin_core::notation::Base;
use marlin_core::{BoardSize, Limits, Solver, StopFlag};
use marlin_support::options::{EngineOptions, at_least_one, whole};

// The base of columns. No doc comment: see `Command`.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct BaseArgs {
    /// Number of the leftmost column in the moves that are read, 0 or 1. Answers count columns from 1
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    pub(crate) base: Base,
}

// A position. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// The position: moves from the empty board, as in 4433 or 4 4 3 3, or another notation, as in 7/7/7/7/3p3/3P3; - is
    /// standard input [default: a pipe's content, or the empty board]
    pub(crate) moves: Vec<String>,

    #[command(flatten)]
    pub(crate) base: BaseArgs,
}

/// Returns the time of a search where none is given, in milliseconds.
#[cfg(feature = "play")]
pub(super) const fn default_ms() -> u64 {
    DEFAULT_TIME.as_millis() as u64
}

// Limits. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// Search a position for at most MS milliseconds, and as long again for moves of best play; 0 for no limit [default: 5000; none on 7x6 with a book]
    #[arg(long, value_name = "MS", value_parser = whole(0..=u64::MAX).map(Duration::from_millis), allow_negative_numbers = true)]
    time: Option<Duration>,

    /// Search at most N nodes of a position, and as many again for moves of best play
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// Returns the time that limits the search of a position because no limit is given; `None` on 7x6 with a book, where all
    /// positions are proven soon.
    pub(crate) fn default_time(&self, solver: &Solver) -> Option<Duration> {
        let is_quick = solver.size() == BoardSize::STANDARD && solver.book().is_some();
        (self.time.is_none() && self.nodes.is_none() && !is_quick).then_some(DEFAULT_TIME)
    }

    /// Returns the limits of the search of a position.
    pub(crate) fn limits(&self, solver: &Solver, stop: &StopFlag) -> Limits {
        let given = self.time.filter(|time| !time.is_zero());
        let time = given.or_else(|| self.default_time(solver));
        Limits { time, nodes: self.nodes, stop: Some(stop.clone()), ..Limits::NONE }
    }
}

// Options of a session. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct SessionArgs {
    /// Exit with 2 at the end of the session after a line that could not be carried out
    #[arg(long)]
    pub(crate) strict: bool,
}

// Options of a session in a protocol of GUIs. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct ProtocolArgs {
    #[command(flatten)]
    pub(crate) session: SessionArgs,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}
