//! Which move to try first: the one that makes the most winning cells, and of equals the one nearest the centre.

/// Columns still to be searched, best first.
#[derive(Debug)]
pub(super) struct Order<const L: usize> {
    columns: [u8; L],
    promises: [i32; L],
    len: usize,
}

impl<const L: usize> Order<L> {
    pub(super) const fn new() -> Self {
        Self { columns: [0; L], promises: [0; L], len: 0 }
    }

    /// Adds a column behind all that promise as much.
    #[inline(always)]
    pub(super) fn insert(&mut self, column: usize, promise: i32) {
        let mut slot = self.len;
        while slot > 0 && self.promises[slot - 1] < promise {
            self.columns[slot] = self.columns[slot - 1];
            self.promises[slot] = self.promises[slot - 1];
            slot -= 1;
        }
        self.columns[slot] = column as u8;
        self.promises[slot] = promise;
        self.len += 1;
    }

    /// Returns the columns, best first.
    pub(super) fn columns(&self) -> impl Iterator<Item = usize> {
        self.columns[..self.len].iter().map(|&column| usize::from(column))
    }
}
