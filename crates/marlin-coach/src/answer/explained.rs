//! [`ExplainedRecord`]: why a position has its score, as plain data.

use serde::Serialize;

use crate::explain::{Explanation, ExplanationRecord};

/// A position, and why it has its score, as plain data.
///
/// # Examples
///
/// ```
/// use marlin_coach::answer::ExplainedRecord;
/// use marlin_coach::explain::by_rules;
/// use marlin_core::BoardSize;
/// use marlin_core::any::Position;
///
/// let explanation = by_rules(&Position::parse(BoardSize::STANDARD, "4433")?);
/// let record = ExplainedRecord::new("4433", &explanation);
/// assert_eq!((record.position.as_str(), record.explanation.winner), ("4433", Some("X")));
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ExplainedRecord {
    /// The position as it was given.
    pub position: String,
    /// The explanation, whose fields stand beside the position.
    #[serde(flatten)]
    pub explanation: ExplanationRecord,
}

impl ExplainedRecord {
    /// Returns the record of an explanation.
    pub fn new(given: &str, explanation: &Explanation) -> Self {
        Self { position: given.to_owned(), explanation: explanation.record() }
    }
}
