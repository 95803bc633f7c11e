//! [`Host`]: the parts of a machine that determine the speed of a search.

use std::fs;

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

    /// Describes the machine in a line.
    pub(crate) fn describe(&self) -> String {
        let processor = self.processor.as_deref().unwrap_or("unknown processor");
        let memory = self.memory_mib.map_or_else(String::new, |mib| format!(", {} GiB", (mib + 512) >> 10));
        format!("{processor} ({}), {} threads{memory}, {}", self.arch, self.threads, self.os)
    }
}

/// Returns the MiB of this process in huge pages, `None` if unknown.
pub(crate) fn huge_pages_mib() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    huge_kib(&text).map(|kib| kib >> 10)
}

fn huge_kib(smaps: &str) -> Option<u64> {
    let line = smaps.lines().find_map(|line| line.strip_prefix("AnonHugePages:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_has_an_operating_system_and_at_least_one_cpu_level() {
        let host = Host::detect();
        assert!(!host.os.is_empty() && !host.levels.is_empty() && host.threads > 0, "{host:?}");
        assert!(host.describe().contains(std::env::consts::ARCH), "{}", host.describe());
    }

    #[test]
    fn huge_pages_are_read_from_the_smaps_of_linux() {
        assert_eq!(huge_kib("Rss:  5 kB\nAnonHugePages:      2048 kB\n"), Some(2048));
        assert_eq!(huge_kib("AnonHugePages:         0 kB"), Some(0));
        assert_eq!(huge_kib("Rss: 5 kB"), None);
    }
}
