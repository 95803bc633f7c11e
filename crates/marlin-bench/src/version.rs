//! What `--version` says.

use marlin_core::Cpu;

/// Returns the version, the CPU level in use and those that this machine has.
pub(crate) fn describe(cpu: Cpu) -> String {
    let available: Vec<_> = Cpu::available().map(Cpu::name).collect();
    format!(
        "{} {} ({cpu}; available: {})",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        available.join(", ")
    )
}
