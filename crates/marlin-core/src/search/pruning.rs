//! [`Pruning`]: the ways to search fewer nodes. Tests switch them off one by one; everywhere else they are constants.

/// The ways to search fewer nodes that a search uses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pruning {
    /// Whether claimeven bounds the score of children.
    pub(super) claimeven: bool,
    /// The children whose fours are looked at one by one.
    pub(super) fours: FourLimits,
    /// Whether positions with the same reduced form share an entry of the table.
    pub(super) reduced_form: bool,
    /// Whether the children are looked up in the table.
    pub(super) probe_children: bool,
}

impl Pruning {
    /// The pruning of an ordinary search.
    pub(super) const ALL: Self =
        Self { claimeven: true, fours: FourLimits::STANDARD, reduced_form: true, probe_children: true };
}

/// The children whose fours are looked at one by one. For others the rule costs more time than it saves.
#[derive(Debug, Clone, Copy)]
pub(super) struct FourLimits {
    /// The fewest empty cells of the node.
    pub(super) fewest_empty: u32,
    /// The most fours of the child.
    pub(super) most_fours: u32,
}

impl FourLimits {
    /// The limits of an ordinary search.
    pub(super) const STANDARD: Self = Self { fewest_empty: 22, most_fours: 8 };

    /// No limits, for tests.
    #[cfg(test)]
    pub(super) const NONE: Self = Self { fewest_empty: 0, most_fours: u32::MAX };
}
