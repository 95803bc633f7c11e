//! The target of the compilation.

/// Whether it is for a page: without threads, and each part of the program has to be loaded before it can run.
pub(crate) const IS_FOR_A_PAGE: bool = cfg!(all(target_arch = "wasm32", target_os = "unknown"));
