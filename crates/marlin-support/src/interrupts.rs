//! Cleanups before an interrupt ends this process, and actions at its first interrupt.
//!
//! The crate `ctrlc` ends no process by the signal that it has received, and takes signals that are to be ignored.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

type CleanupAction = Box<dyn FnOnce() + Send>;

/// The registered cleanups, by number.
static REGISTERED: Mutex<CleanupRegistry> = Mutex::new(CleanupRegistry { next: 0, actions: BTreeMap::new() });

struct CleanupRegistry {
    next: u64,
    actions: BTreeMap<u64, CleanupAction>,
}

fn registered() -> MutexGuard<'static, CleanupRegistry> {
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A cleanup, registered until this value is dropped.
#[derive(Debug)]
#[must_use = "dropping the value cancels the cleanup"]
pub struct Cleanup(u64);

impl Cleanup {
    /// Makes something that an interrupt would leave behind, and registers its cleanup, which `action` returns.
    ///
    /// An interrupt before the [`Cleanup`] is dropped calls the cleanup, and then ends this process as it would have done by
    /// itself. An interrupt during `make` waits.
    ///
    /// Interrupts are SIGINT, SIGTERM and SIGHUP on Unix, and Ctrl-C and the end of the console on Windows. A signal that this
    /// process was started to ignore remains ignored. SIGHUP is left alone where the system does not report this, as outside
    /// Linux. If the system refuses the thread that waits for interrupts, nothing is cleaned up.
    ///
    /// # Errors
    ///
    /// Those of `make`.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_support::interrupts::Cleanup;
    ///
    /// let make = || tempfile::tempdir();
    /// let (folder, cleanup) = Cleanup::make(make, |folder| {
    ///     let path = folder.path().to_owned();
    ///     move || drop(std::fs::remove_dir_all(path))
    /// })?;
    /// assert!(folder.path().is_dir());
    /// drop(cleanup);
    /// # Ok::<(), std::io::Error>(())
    /// ```
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
        let number = registered.next;
        registered.next += 1;
        registered.actions.insert(number, Box::new(action(&value)));
        Ok((value, Self(number)))
    }
}

impl Drop for Cleanup {
    fn drop(&mut self) {
        registered().actions.remove(&self.0);
    }
}

/// Calls a function at the first interrupt, SIGINT (Ctrl-C) or SIGTERM, in place of ending this process. The next one ends it.
///
/// A signal that the process was started to ignore remains ignored. If the system refuses the thread that waits, the first
/// interrupt ends the process.
///
/// # Examples
///
/// ```
/// use marlin_core::StopFlag;
///
/// let stop = StopFlag::new();
/// let flag = stop.clone();
/// marlin_support::interrupts::on_first(move || flag.stop());
/// // ... search until the flag is raised ...
/// ```
#[cfg(unix)]
pub fn on_first(action: impl FnOnce() + Send + 'static) {
    use signal_hook::consts::SIGHUP;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

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
fn clean_up() -> MutexGuard<'static, CleanupRegistry> {
    let mut registered = registered();
    // The latest may depend on earlier ones.
    for action in std::mem::take(&mut registered.actions).into_values().rev() {
        action();
    }
    registered
}

/// Returns the signals that interrupt this process: SIGHUP, SIGINT and SIGTERM except those that it was started to ignore.
#[cfg(unix)]
pub fn signals() -> impl Iterator<Item = i32> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    heeded([SIGHUP, SIGINT, SIGTERM])
}

/// Returns those of some signals that this process was not started to ignore.
///
/// Where the system does not report this, SIGHUP counts as ignored.
#[cfg(unix)]
pub fn heeded(signals: impl IntoIterator<Item = i32>) -> impl Iterator<Item = i32> {
    let ignored = ignored_signals().unwrap_or(bit(signal_hook::consts::SIGHUP));
    signals.into_iter().filter(move |&signal| ignored & bit(signal) == 0)
}

/// Cleans up at a signal, before the signal ends this process as it does by itself.
#[cfg(unix)]
fn watch() -> io::Result<()> {
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

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

/// Returns the signals that this process was started to ignore, if the system reports them: SIGHUP under `nohup`, SIGINT in
/// the background of a script.
#[cfg(unix)]
fn ignored_signals() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// The exit code of a process that Ctrl-C ends: STATUS_CONTROL_C_EXIT.
#[cfg(windows)]
const INTERRUPTED: i32 = 0xC000_013A_u32.cast_signed();

/// Cleans up when the console is interrupted or closed, and ends this process with the code that Windows gives then.
#[cfg(windows)]
fn watch() -> io::Result<()> {
    let handler = || {
        let _guard = clean_up();
        std::process::exit(INTERRUPTED)
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)
}
