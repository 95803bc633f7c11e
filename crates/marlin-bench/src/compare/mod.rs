//! Two runs over the same positions, side by side.

pub(crate) mod comparison;
pub(crate) mod gate;
pub(crate) mod row;
