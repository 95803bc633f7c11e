//! The hash that detects damage to a record. It is part of the format, and too short to justify a dependency.

/// Returns a hash of some bytes (FNV-1a).
pub(super) fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
