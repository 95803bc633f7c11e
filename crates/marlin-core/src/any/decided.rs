//! Scores that the next two stones decide, on a board whose size is chosen at run time.

use super::position::Position;
use super::score::Score;
use crate::decided::decided_score;

/// Returns the score of a position that the next two stones decide: see [`decided`](crate::decided).
///
/// # Examples
///
/// ```
/// use marlin_core::any::{Position, Score, decided};
///
/// let size = "9x5".parse()?;
/// assert_eq!(decided(&Position::parse(size, "112233")?), Some(Score::max(size)));
/// assert_eq!(decided(&Position::empty(size)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decided(position: &Position) -> Option<Score> {
    let score = decided_score(position.masks(), &position.raw)?;
    Some(Score::from_search(position.size(), score))
}
