//! The CPU time of a thread, which excludes the time of other work on its core.

use std::time::Duration;

/// Returns the CPU time of the calling thread, `None` where the system does not report it.
///
/// # Examples
///
/// ```
/// use marlin_support::cpu_time;
///
/// let before = cpu_time::of_thread();
/// std::thread::sleep(std::time::Duration::from_millis(50));
/// if let (Some(before), Some(after)) = (before, cpu_time::of_thread()) {
///     assert!(after - before < std::time::Duration::from_millis(50));
/// }
/// ```
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub fn of_thread() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};

    clock_gettime(ClockId::ThreadCPUTime).try_into().ok()
}

/// Returns the CPU time of the calling thread: `None`, because it is not available on this system.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub const fn of_thread() -> Option<Duration> {
    None
}
