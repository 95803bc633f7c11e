//! [`Columns`]: an entry for each column of a board.

use std::fmt;
use std::iter::{Enumerate, Map};
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::slice;

use crate::geometry::{BoardSize, Column, MAX_WIDTH, any_column};

/// An entry for each column of a board, from left to right, indexed by [`Column`]. It is a slice as well, and
/// allocates nothing.
///
/// # Examples
///
/// ```
/// use marlin_core::{Column, Position, Solver};
///
/// let scores = Solver::new().query(&Position::new()).analyze().scores();
/// assert_eq!(scores[Column::A].unwrap().get(), -2);
/// assert_eq!(scores.map(|score| score.unwrap().get()), [-2, -1, 0, 1, 0, -1, -2]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Columns<T> {
    width: u8,
    /// Entries beyond the width are inaccessible and have the default value, so that equal columns have equal
    /// arrays.
    entries: [T; MAX_WIDTH],
}

impl<T> Columns<T> {
    /// Returns the results of a function for each column of a board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Columns};
    ///
    /// let columns = Columns::on("5x4".parse::<BoardSize>()?, |column| column.number());
    /// assert_eq!(columns, [1, 2, 3, 4, 5]);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn on(size: BoardSize, mut entry: impl FnMut(Column) -> T) -> Self
    where
        T: Default,
    {
        let mut columns = Self::defaults(size.width());
        for (slot, column) in columns.iter_mut().zip(size.columns()) {
            *slot = entry(column);
        }
        columns
    }

    /// Returns columns whose entries the caller then writes. The compiler unrolls an array of 32 entries that
    /// a function makes, which takes much code.
    pub(crate) fn defaults(width: usize) -> Self
    where
        T: Default,
    {
        Self { width: width as u8, entries: std::array::from_fn(|_| T::default()) }
    }

    /// Returns the results of a function for each entry.
    pub fn map<U: Default>(self, mut function: impl FnMut(T) -> U) -> Columns<U> {
        let mut mapped = Columns::defaults(self.len());
        for (slot, entry) in mapped.iter_mut().zip(self.entries) {
            *slot = function(entry);
        }
        mapped
    }

    /// Returns the columns with their entries.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let scores = Solver::new().query(&Position::new()).analyze().scores();
    /// let drawn: Vec<_> = scores.iter().filter(|(_, score)| score.is_some_and(|score| score.get() == 0)).collect();
    /// assert_eq!(drawn.iter().map(|(column, _)| column.number()).collect::<Vec<_>>(), [3, 5]);
    /// ```
    pub fn iter(&self) -> <&Self as IntoIterator>::IntoIter {
        self.into_iter()
    }

    /// Returns the entries alone.
    pub fn values(&self) -> slice::Iter<'_, T> {
        (**self).iter()
    }
}

/// The columns of the board, from left to right.
impl<T> Deref for Columns<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.entries[..usize::from(self.width)]
    }
}

impl<T> DerefMut for Columns<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.entries[..usize::from(self.width)]
    }
}

/// # Panics
///
/// If the board does not have the column.
impl<T> Index<usize> for Columns<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &(**self)[index]
    }
}

impl<T> IndexMut<usize> for Columns<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut (**self)[index]
    }
}

impl<T> Index<Column> for Columns<T> {
    type Output = T;

    fn index(&self, column: Column) -> &T {
        &(**self)[column.index()]
    }
}

/// # Panics
///
/// If the board does not have the column.
impl<T> IndexMut<Column> for Columns<T> {
    fn index_mut(&mut self, column: Column) -> &mut T {
        &mut (**self)[column.index()]
    }
}

impl<'a, T> IntoIterator for &'a Columns<T> {
    type Item = (Column, &'a T);
    type IntoIter = Map<Enumerate<slice::Iter<'a, T>>, fn((usize, &'a T)) -> Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.values().enumerate().map(|(index, entry)| (any_column(index), entry))
    }
}

impl<T: PartialEq, const N: usize> PartialEq<[T; N]> for Columns<T> {
    fn eq(&self, other: &[T; N]) -> bool {
        **self == *other
    }
}

impl<T: fmt::Debug> fmt::Debug for Columns<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
