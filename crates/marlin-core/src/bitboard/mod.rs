//! Sets of cells, one bit a cell, in the layout of [`Geometry`](crate::geometry::Geometry).

mod words;

pub(crate) use self::words::*;
