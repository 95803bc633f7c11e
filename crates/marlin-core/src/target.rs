//! The differences of a web page. WebAssembly without an operating system has one thread and no clock, and a
//! page loads all of the program before it runs, so size counts there. No other target of the standard
//! library has `target_os = "unknown"`.

/// Whether the program is the WebAssembly of a web page.
pub(crate) const IS_WASM: bool = cfg!(target_os = "unknown");

/// Returns whether the search is compiled for the boards of 64 bits of a height. Each height takes seconds to
/// compile, so unit tests and builds with debug assertions have one, unless `--cfg marlin_all_forms` asks for
/// all. A page has to load each form, which is hardly faster than the form that looks the masks up.
pub(crate) const fn knows_height(height: u32) -> bool {
    let has_all_forms = cfg!(any(not(any(debug_assertions, test)), marlin_all_forms));
    !IS_WASM && (has_all_forms || height == 5)
}

/// Declares a function of the search that is inlined in each caller, so that it is compiled for the caller's
/// CPU level. A page has one copy of the function.
macro_rules! one_copy_in_wasm {
    ($($function:tt)*) => {
        #[cfg_attr(not(target_os = "unknown"), inline(always))]
        #[cfg_attr(target_os = "unknown", inline(never))]
        $($function)*
    };
}

pub(crate) use one_copy_in_wasm;

#[cfg(not(target_os = "unknown"))]
pub(crate) use std::time::Instant;

#[cfg(any(target_os = "unknown", doc))]
pub use self::clock::set_clock;

#[cfg(target_os = "unknown")]
pub(crate) use self::clock::Instant;

#[cfg(any(target_os = "unknown", doc))]
mod clock {
    use std::sync::OnceLock;
    use std::time::Duration;

    /// The clock of the host.
    static NOW: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock of searches: a function that returns the time since any fixed moment. Only the first
    /// call has an effect.
    ///
    /// This function exists on `wasm32-unknown-unknown` alone, where the standard library has no clock.
    /// Before the call no time passes there, so a limit of time has no effect.
    pub fn set_clock(now: fn() -> Duration) {
        // A second clock would have another origin, and a running search would jump in time.
        let _ = NOW.set(now);
    }

    /// A moment by the host's clock.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        /// Returns the present moment.
        pub(crate) fn now() -> Self {
            Self(NOW.get().map_or(Duration::ZERO, |now| now()))
        }

        /// Returns the time since this moment.
        pub(crate) fn elapsed(&self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }
    }
}
