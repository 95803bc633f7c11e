//! [`Unproven`]: positions without a proof at the end of a run, after the limits or Ctrl-C have ended searches.

use marlin_core::{Solver, StopFlag};
use marlin_support::interrupts;

use crate::args::LimitArgs;
use crate::failure::{Reason, UNPROVEN};

/// Positions without a proof.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unproven {
    /// The limits that the user gave ended searches.
    #[error("{unproven} of {total} not proven within --time or --nodes: allow more, or leave them out")]
    Limits {
        /// Positions without a proof.
        unproven: u64,
        /// Positions read.
        total: u64,
    },
    /// The default limit ended searches.
    #[error(
        "{unproven} of {total} not proven within {seconds} s a position, the default: allow more by --time MS, or --time 0 for no limit"
    )]
    Default {
        /// Positions without a proof.
        unproven: u64,
        /// Positions read.
        total: u64,
        /// The limit.
        seconds: u64,
    },
    /// The user ended the searches.
    #[error("interrupted: {unproven} of {total} not proven")]
    Interrupted {
        /// Positions without a proof.
        unproven: u64,
        /// Positions read.
        total: u64,
    },
}

impl Reason for Unproven {
    fn exit_code(&self) -> u8 {
        UNPROVEN
    }
}

/// Returns a flag that the first Ctrl-C raises. The second one ends the program.
pub(super) fn stop_at_interrupt() -> StopFlag {
    let stop = StopFlag::new();
    let flag = stop.clone();
    interrupts::on_first(move || flag.stop());
    stop
}

/// Returns the reason for the positions without a proof, if there are any.
pub(super) fn check_proven(
    limits: &LimitArgs,
    solver: &Solver,
    stop: &StopFlag,
    unproven: u64,
    total: u64,
) -> Result<(), Unproven> {
    match limits.default_time(solver) {
        _ if unproven == 0 => Ok(()),
        _ if stop.is_stopped() => Err(Unproven::Interrupted { unproven, total }),
        Some(time) => Err(Unproven::Default { unproven, total, seconds: time.as_secs() }),
        None => Err(Unproven::Limits { unproven, total }),
    }
}
