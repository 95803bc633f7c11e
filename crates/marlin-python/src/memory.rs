//! Memory of a size that the caller gives: where the system refuses it, a `MemoryError`, and not the end of the process.

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Reserves room for more elements.
pub(crate) fn reserve<T>(all: &mut Vec<T>, count: usize) -> PyResult<()> {
    all.try_reserve(count).map_err(|_| no_memory(count.saturating_mul(size_of::<T>())))
}

/// Returns the error for a number of bytes.
pub(crate) fn no_memory(bytes: usize) -> PyErr {
    PyMemoryError::new_err(format!("no memory for {bytes} bytes: ask for fewer positions at once"))
}

/// Returns an empty vector with room for `count` elements.
pub(crate) fn with_room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut all = Vec::new();
    reserve(&mut all, count)?;
    Ok(all)
}

/// Returns `count` elements of one value.
pub(crate) fn filled<T: Clone>(value: T, count: usize) -> PyResult<Vec<T>> {
    let mut all = with_room(count)?;
    all.resize(count, value);
    Ok(all)
}

/// Collects items, of which there are at most `count`, up to the first error.
pub(crate) fn collect<T>(count: usize, items: impl IntoIterator<Item = PyResult<T>>) -> PyResult<Vec<T>> {
    let mut all = with_room(count)?;
    items.into_iter().try_for_each(|item| item.map(|item| all.push(item)))?;
    Ok(all)
}

/// Returns the numbers of an array.
pub(crate) fn read<T: Element + Default>(array: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let (py, array) = (array.py(), PyBuffer::<T>::get(array)?);
    let mut numbers = filled(T::default(), array.item_count())?;
    array.copy_to_slice(py, &mut numbers)?;
    Ok(numbers)
}
