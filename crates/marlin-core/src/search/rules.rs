//! [`Rules`]: what the search may use. Tests switch the rules off one by one; everywhere else they are constants.

/// Which rules a search uses.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct Rules {
    /// Whether claimeven bounds the score of children.
    pub(super) claimeven: bool,
    /// Whether positions with the same reduced form share an entry of the table.
    pub(super) reduced_form: bool,
    /// Whether the children are looked up in the table.
    pub(super) probe_children: bool,
    /// Whether every third position counts as one that another thread is searching.
    pub(super) pretend_busy: bool,
}

impl Rules {
    /// The rules of an ordinary search.
    pub(super) const ALL: Self =
        Self { claimeven: true, reduced_form: true, probe_children: true, pretend_busy: false };
}
