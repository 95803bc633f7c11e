//! [`Pruning`]: the ways to search fewer nodes. Tests switch them off one by one; everywhere else they are constants.

/// The ways to search fewer nodes that a search uses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pruning {
    /// Whether claimeven bounds the score of children.
    pub(super) claimeven: bool,
    /// Whether positions with the same reduced form share an entry of the table.
    pub(super) reduced_form: bool,
    /// Whether the children are looked up in the table.
    pub(super) probe_children: bool,
}

impl Pruning {
    /// The pruning of an ordinary search.
    pub(super) const ALL: Self = Self { claimeven: true, reduced_form: true, probe_children: true };
}
