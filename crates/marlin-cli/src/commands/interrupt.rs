//! The end of a search by Ctrl-C.

use marlin_core::StopFlag;
use marlin_support::interrupts;

/// Returns a flag that the first Ctrl-C raises. The second one ends the program.
pub(super) fn stop_at_interrupt() -> StopFlag {
    let stop = StopFlag::new();
    let flag = stop.clone();
    interrupts::on_first(move || flag.stop());
    stop
}
