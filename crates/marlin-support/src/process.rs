//! Processes: cleanups before an interrupt ends this one, actions at its first interrupt, programs that end
//! with all processes that they start, and the CPU time of a thread.
//!
//! The crate `ctrlc` ends no process by the signal that it has received, and takes signals that are to be
//! ignored. The crate `process-wrap` kills process groups only on request: not when their value is dropped,
//! and not on an interrupt.

use std::collections::BTreeMap;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};
#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
    low_level::emulate_default_handler,
};
#[cfg(windows)]
use win32job::{ExtendedLimitInfo, Job, JobError};

type CleanupAction = Box<dyn FnOnce() + Send>;

/// The registered cleanups, by number.
static REGISTERED: Mutex<BTreeMap<u64, CleanupAction>> = Mutex::new(BTreeMap::new());

fn registered() -> MutexGuard<'static, BTreeMap<u64, CleanupAction>> {
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A cleanup, registered until this value is dropped.
#[derive(Debug)]
#[must_use = "dropping the value cancels the cleanup"]
pub struct Cleanup(u64);

impl Cleanup {
    /// Makes something that an interrupt would leave behind, and registers its cleanup, which `action`
    /// returns.
    ///
    /// An interrupt before the [`Cleanup`] is dropped calls the cleanup, and then ends this process as usual.
    /// An interrupt during `make` waits.
    ///
    /// Interrupts are SIGINT, SIGTERM and SIGHUP on Unix, and Ctrl-C and the end of the console on Windows. A
    /// signal that this process was started to ignore remains ignored. SIGHUP is left alone where the system
    /// does not report this, as outside Linux. If the system refuses the thread that waits for interrupts,
    /// nothing is cleaned up.
    ///
    /// # Errors
    ///
    /// Those of `make`.
    pub fn make<T, A: FnOnce() + Send + 'static>(
        make: impl FnOnce() -> io::Result<T>,
        action: impl FnOnce(&T) -> A,
    ) -> io::Result<(T, Self)> {
        static WATCH: Once = Once::new();
        WATCH.call_once(|| {
            // Without the thread, an interrupt cleans nothing up.
            let _ = watch();
        });
        let mut registered = registered();
        let value = make()?;
        let number = registered.last_key_value().map_or(0, |(last, _)| last + 1);
        registered.insert(number, Box::new(action(&value)));
        Ok((value, Self(number)))
    }
}

impl Drop for Cleanup {
    fn drop(&mut self) {
        registered().remove(&self.0);
    }
}

/// Calls a function at the first interrupt, SIGINT (Ctrl-C) or SIGTERM, in place of ending this process. The
/// next one ends it.
///
/// A signal that the process was started to ignore remains ignored. If the system refuses the thread that
/// waits, the first interrupt ends the process.
#[cfg(unix)]
pub fn on_first(action: impl FnOnce() + Send + 'static) {
    let wait = move || {
        let interrupts = signals().filter(|&signal| signal != SIGHUP);
        let Ok(mut signals) = Signals::new(interrupts) else { return };
        let mut action = Some(action);
        for signal in signals.forever() {
            match action.take() {
                Some(action) => action(),
                None => drop(emulate_default_handler(signal)),
            }
        }
    };
    // The handler is registered by the thread: without one, an interrupt is left to the system.
    let _ = std::thread::Builder::new().name("interrupts".to_owned()).spawn(wait);
}

/// Calls a function at the first Ctrl-C, in place of ending this process. The next one ends it.
#[cfg(windows)]
pub fn on_first(action: impl FnOnce() + Send + 'static) {
    let action = Mutex::new(Some(action));
    let handler = move || match action.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(action) => action(),
        None => std::process::exit(INTERRUPTED),
    };
    let _ = ctrlc::set_handler(handler);
}

/// Cleans up. The guard keeps new cleanups from being registered: the process ends next.
fn clean_up() -> MutexGuard<'static, BTreeMap<u64, CleanupAction>> {
    let mut registered = registered();
    // A later cleanup may depend on an earlier one.
    for action in std::mem::take(&mut *registered).into_values().rev() {
        action();
    }
    registered
}

/// Returns the signals that interrupt this process: SIGHUP, SIGINT and SIGTERM except those that it was
/// started to ignore.
#[cfg(unix)]
pub fn signals() -> impl Iterator<Item = i32> {
    heeded([SIGHUP, SIGINT, SIGTERM])
}

/// Returns the signals of a set that this process was not started to ignore.
///
/// Where the system does not report this, SIGHUP counts as ignored.
#[cfg(unix)]
pub fn heeded(signals: impl IntoIterator<Item = i32>) -> impl Iterator<Item = i32> {
    let ignored = ignored_signals().unwrap_or(bit(SIGHUP));
    signals.into_iter().filter(move |&signal| ignored & bit(signal) == 0)
}

/// Cleans up at a signal, before the signal ends this process as usual.
#[cfg(unix)]
fn watch() -> io::Result<()> {
    let mut signals = Signals::new(signals())?;
    let handler = move || {
        for signal in signals.forever() {
            let _guard = clean_up();
            let _ = emulate_default_handler(signal);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(handler).map(drop)
}

/// Returns the bit of a signal in a set of them.
#[cfg(unix)]
const fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

/// Returns the signals that this process was started to ignore, if the system reports them: SIGHUP under
/// `nohup`, SIGINT in the background of a script.
#[cfg(unix)]
fn ignored_signals() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    // The system wrote this text.
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// The exit code of a process that Ctrl-C ends: STATUS_CONTROL_C_EXIT.
#[cfg(windows)]
const INTERRUPTED: i32 = 0xC000_013A_u32.cast_signed();

/// Cleans up when the console is interrupted or closed, and ends this process with the code that Windows
/// gives then.
#[cfg(windows)]
fn watch() -> io::Result<()> {
    let handler = || {
        let _guard = clean_up();
        std::process::exit(INTERRUPTED)
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)
}

/// The processes of a program: the program and its descendants.
///
/// They are killed when this value is dropped, and by an interrupt of this process. On Unix they are a
/// process group, which a daemon may leave. On Windows they are a job, which ends with this process, however
/// that ends.
#[derive(Debug)]
pub struct ProcessGroup {
    #[cfg(unix)]
    leader: Pid,
    /// The terminal signals only its own group.
    #[cfg(unix)]
    _cleanup: Cleanup,
    /// There is none where the system refuses it, or the program has ended already.
    #[cfg(windows)]
    _job: Option<Job>,
}

#[cfg(unix)]
impl ProcessGroup {
    /// Starts a program whose processes end with the group.
    ///
    /// # Errors
    ///
    /// Those of the system. Then the program has not been started.
    pub fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        use std::os::unix::process::CommandExt;

        let start = || command.process_group(0).spawn();
        let killer = |child: &Child| {
            let leader = Pid::from_child(child);
            move || kill(leader)
        };
        let (child, cleanup) = Cleanup::make(start, killer)?;
        let leader = Pid::from_child(&child);
        Ok((child, Self { leader, _cleanup: cleanup }))
    }
}

#[cfg(unix)]
impl Drop for ProcessGroup {
    fn drop(&mut self) {
        kill(self.leader);
    }
}

#[cfg(unix)]
fn kill(leader: Pid) {
    // Usually the group is empty by now, and that error does not matter.
    let _ = kill_process_group(leader, Signal::KILL);
}

#[cfg(windows)]
impl ProcessGroup {
    /// Starts a program whose processes end with the group.
    ///
    /// # Errors
    ///
    /// Those of the system. Then the program has not been started.
    pub fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        let child = command.spawn()?;
        let job = job_of(&child).ok();
        Ok((child, Self { _job: job }))
    }
}

/// Returns a job with a program, which is killed when its last handle is closed.
#[cfg(windows)]
fn job_of(child: &Child) -> Result<Job, JobError> {
    use std::os::windows::io::AsRawHandle;

    let mut limits = ExtendedLimitInfo::new();
    let job = Job::create_with_limit_info(limits.limit_kill_on_job_close())?;
    job.assign_process(child.as_raw_handle() as isize)?;
    Ok(job)
}

/// Returns the CPU time of the calling thread, which excludes the time of other work on its core; `None`
/// where the system does not report it.
pub fn cpu_time_of_thread() -> Option<Duration> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).try_into().ok();
    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    let time = None;
    time
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_group_is_killed() {
        let (mut child, group) = ProcessGroup::start(Command::new("sleep").arg("1000")).unwrap();
        drop(group);
        assert!(!child.wait().unwrap().success());
    }

    #[test]
    fn sleep_takes_no_cpu_time() {
        let before = cpu_time_of_thread();
        std::thread::sleep(Duration::from_millis(50));
        if let (Some(before), Some(after)) = (before, cpu_time_of_thread()) {
            assert!(after < before + Duration::from_millis(50));
        }
    }
}
