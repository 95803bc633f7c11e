//! Kernels of the rules.
fn main() {}
