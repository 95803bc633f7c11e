//! The clock of a search.
//!
//! A web page's WebAssembly (`wasm32-unknown-unknown`) has no clock, and [`std::time::Instant::now`] ends the program
//! there. The host gives one by [`set_clock`]. Without it no time passes: a limit of time is never reached, and all
//! others work.

use std::sync::OnceLock;
use std::time::Duration;

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub(crate) use self::of_the_host::Instant;

/// The clock of the host.
static NOW: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the clock of searches on `wasm32-unknown-unknown`, where the standard library has none: a function that returns
/// the time since any fixed moment. Only the first call has an effect. On all other systems no call has one, because
/// searches use the clock of the system.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// # fn performance_now() -> f64 { 0.0 }
/// marlin_core::set_clock(|| Duration::from_secs_f64(performance_now() / 1000.0));
/// ```
pub fn set_clock(now: fn() -> Duration) {
    // A second clock would have another beginning, and a running search would jump in time.
    let _ = NOW.set(now);
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod of_the_host {
    use std::time::Duration;

    /// A moment by the host's clock.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        /// Returns the present moment.
        pub(crate) fn now() -> Self {
            Self(super::NOW.get().map_or(Duration::ZERO, |now| now()))
        }

        /// Returns the time since this moment.
        pub(crate) fn elapsed(&self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }
    }
}
