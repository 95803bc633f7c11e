//! [`Cpu`]: the instructions that the search uses.

use std::fmt;
use std::str::FromStr;

use crate::notation::ParseError;

/// A level of instructions that this machine has.
///
/// The search is compiled once for each level; answers and node counts are the same on all of them.
///
/// # Examples
///
/// ```
/// use marlin_core::Cpu;
///
/// assert!(Cpu::available().any(|cpu| cpu == Cpu::detect()));
/// assert_eq!("baseline".parse(), Ok(Cpu::BASELINE));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cpu(CpuLevel);

/// Whether the target is WebAssembly in a page: it has no threads, and every part of the program is loaded before it runs.
pub(crate) const IS_WASM: bool = cfg!(all(target_arch = "wasm32", target_os = "unknown"));

/// The levels. A [`Cpu`] of the upper two exists only where they were detected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CpuLevel {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Cpu {
    /// The instructions that every machine of this architecture has.
    pub const BASELINE: Self = Self(CpuLevel::Baseline);

    /// Returns the highest level that this machine has.
    pub fn detect() -> Self {
        Self::available().last().unwrap_or(Self::BASELINE)
    }

    /// Returns the levels that this machine has, the lowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        let levels = [
            Some(CpuLevel::Baseline),
            #[cfg(target_arch = "x86_64")]
            avx2().then_some(CpuLevel::Avx2),
            #[cfg(target_arch = "x86_64")]
            (avx2() && avx512()).then_some(CpuLevel::Avx512),
        ];
        levels.into_iter().flatten().map(Self)
    }

    /// Returns the level, which the machine is known to have.
    pub(crate) const fn level(self) -> CpuLevel {
        self.0
    }

    /// Returns the level's name, as it is written and read.
    pub const fn name(self) -> &'static str {
        match self.0 {
            CpuLevel::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            CpuLevel::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            CpuLevel::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Cpu {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::available().find(|cpu| cpu.name() == text).ok_or_else(|| {
            let available: Vec<&str> = Self::available().map(Self::name).collect();
            let machine = available.join(", ");
            ParseError::form(None, format!("no CPU level {text:?} on this machine (it has {machine})"))
        })
    }
}

/// Prefetches the memory of a value that will be read soon.
#[inline(always)]
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "the search waits for memory a tenth of its time without it")
)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every machine of this architecture has the instruction, and it changes nothing that can be seen.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(target_arch = "x86_64")]
fn avx2() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
}

#[cfg(target_arch = "x86_64")]
fn avx512() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx512f") && has!("avx512dq") && has!("avx512vl") && has!("avx512vpopcntdq")
}
