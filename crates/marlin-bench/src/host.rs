//! [`Host`]: the parts of a machine that determine the speed of a search.

use marlin_core::Cpu;
use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// The machine that a run was made on. Unknown values are `None` or empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Host {
    pub(crate) os: String,
    pub(crate) arch: String,
    /// The name of the processor.
    pub(crate) processor: Option<String>,
    /// Threads that can run at once.
    pub(crate) threads: usize,
    pub(crate) memory_mib: Option<u64>,
    /// The CPU levels that a search may use here.
    pub(crate) levels: Vec<String>,
}

impl Host {
    /// Returns the description of this machine.
    pub(crate) fn detect() -> Self {
        let wanted = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(wanted);
        let processor = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned());
        Self {
            os: System::long_os_version().unwrap_or_else(|| std::env::consts::OS.to_owned()),
            arch: std::env::consts::ARCH.to_owned(),
            processor: processor.filter(|name| !name.is_empty()),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory_mib: Some(system.total_memory() >> 20).filter(|&mib| mib > 0),
            levels: Cpu::available().map(|cpu| cpu.name().to_owned()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_has_an_operating_system_and_at_least_one_cpu_level() {
        let host = Host::detect();
        assert!(!host.os.is_empty() && !host.levels.is_empty() && host.threads > 0, "{host:?}");
    }
}
