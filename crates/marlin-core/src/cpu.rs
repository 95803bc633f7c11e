//! [`Cpu`]: the instructions that the search uses.

use std::fmt;
use std::str::FromStr;

use crate::notation::ParseError;

/// A level of instructions that this machine has: `baseline`, and on x86-64 `avx2` and `avx512`.
///
/// The search is compiled once for each level, and a solver takes the highest one. Answers and node counts
/// are the same on all levels. A lower level serves to compare times, or to measure the time that another
/// machine would take.
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
pub struct Cpu(pub(crate) CpuLevel);

/// The levels, the lowest first. The levels above the baseline are levels of x86-64, and a [`Cpu`] of such a
/// level exists only on a machine where it was detected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum CpuLevel {
    Baseline,
    Avx2,
    Avx512,
}

/// The levels with their names.
const LEVELS: [(CpuLevel, &str); 3] =
    [(CpuLevel::Baseline, "baseline"), (CpuLevel::Avx2, "avx2"), (CpuLevel::Avx512, "avx512")];

impl CpuLevel {
    /// Returns whether this machine has the instructions that the level adds to the level below.
    fn is_here(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        use std::arch::is_x86_feature_detected as has;
        match self {
            Self::Baseline => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                has!("avx512f") && has!("avx512dq") && has!("avx512vl") && has!("avx512vpopcntdq")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

impl Cpu {
    /// The instructions that every machine of this architecture has.
    pub const BASELINE: Self = Self(CpuLevel::Baseline);

    /// Returns the highest level that this machine has.
    pub fn detect() -> Self {
        Self::available().last().unwrap_or(Self::BASELINE)
    }

    /// Returns the levels that this machine has, the lowest first: at least [`Self::BASELINE`].
    pub fn available() -> impl Iterator<Item = Self> {
        LEVELS.iter().take_while(|(level, _)| level.is_here()).map(|&(level, _)| Self(level))
    }

    /// Returns the level's name, as it is written and read.
    pub const fn name(self) -> &'static str {
        LEVELS[self.0 as usize].1
    }
}

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name of a level. A level that this machine does not have is an error; its text names the levels
/// that the machine has.
impl FromStr for Cpu {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::available().find(|cpu| cpu.name() == text).ok_or_else(|| {
            let machine = Self::available().map(Self::name).collect::<Vec<_>>().join(", ");
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
    // SAFETY: every machine of this architecture has the instruction, and it changes nothing that can be
    // seen.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    // Elsewhere it is unused.
    let _ = value;
}
