//! [`Lesson`]: what the fit learns from, independent of its source.

/// A node with several candidates, whose results are known in full or in part.
pub(crate) trait Lesson: Sync {
    /// Returns how often a round learns from it.
    fn times(&self) -> usize {
        1
    }

    /// Returns the weight of its first choice, 0 if that is not to be learned from.
    fn choice(&self) -> f32 {
        1.0
    }

    /// Returns the row of the last layer for the threshold that was requested: the greatest score of a child whose move holds.
    fn row(&self) -> usize;

    /// Returns the nodes of the search there, 0 without a search.
    fn nodes(&self) -> u32;

    /// Returns whether it is held out of the fit, to judge it.
    fn is_held_out(&self) -> bool;

    /// Returns the children whose results are known, or those of its mirror image.
    fn children(&self, is_mirrored: bool) -> Vec<Child>;
}

/// A child of a lesson.
#[derive(Debug, Clone)]
pub(crate) struct Child {
    /// The rows of the first layer that it has, and the share of each.
    pub(crate) inputs: Vec<(usize, f32)>,
    /// The number of the first rows of the last layer whose thresholds its score is known to be above.
    pub(crate) rows_below: usize,
    /// The first row of those whose thresholds its score is known not to be above.
    pub(crate) first_row_above: usize,
    /// Whether the move exceeds alpha.
    pub(crate) holds: bool,
    /// The priority of the move in the search, 0 without a search.
    pub(crate) priority: i32,
}

impl Child {
    /// Returns whether its score is above the threshold of a row, if that is known.
    pub(crate) const fn is_above(&self, row: usize) -> Option<bool> {
        if row < self.rows_below {
            Some(true)
        } else if row >= self.first_row_above {
            Some(false)
        } else {
            None
        }
    }
}

/// Returns whether some children hold and others do not.
pub(crate) fn is_mixed(children: &[Child]) -> bool {
    let holding = children.iter().filter(|child| child.holds).count();
    holding > 0 && holding < children.len()
}
