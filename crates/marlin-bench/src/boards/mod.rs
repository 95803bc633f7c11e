//! Empty boards of several sizes, and what is published about them.

pub(crate) mod ending;
pub(crate) mod known;
pub(crate) mod solved;
