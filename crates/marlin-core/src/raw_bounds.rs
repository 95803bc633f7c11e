//! The former name of [`Bounds`](crate::Bounds).

pub(crate) use crate::bounds::Bounds as RawBounds;
