//! The text that `--version` prints.

use marlin_core::Cpu;

/// Returns a program's name and version, the CPU level in use and the levels that this machine has.
///
/// # Examples
///
/// ```
/// use marlin_core::Cpu;
/// use marlin_support::version;
///
/// let text = version::describe("marlin", "1.2.3", Cpu::BASELINE);
/// assert!(text.starts_with("marlin 1.2.3 (baseline; available: baseline"));
/// ```
pub fn describe(program: &str, version: &str, cpu: Cpu) -> String {
    let available: Vec<_> = Cpu::available().map(Cpu::name).collect();
    format!("{program} {version} ({cpu}; available: {})", available.join(", "))
}
