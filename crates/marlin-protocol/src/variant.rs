//! The names of boards as variants of UCI.

use marlin_core::{BoardSize, BoardSizeError};

/// The variant of the standard board, and the prefix of the others.
const VARIANT: &str = "cfour";

/// Returns the name of a board as a variant of UCI: `cfour` for 7x6, `cfour-8x7` for a board of another size.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_protocol::setting::variant;
///
/// assert_eq!(variant(BoardSize::STANDARD), "cfour");
/// assert_eq!(variant(BoardSize::new(8, 7)?), "cfour-8x7");
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
pub fn variant(board: BoardSize) -> String {
    if board == BoardSize::STANDARD { VARIANT.to_owned() } else { format!("{VARIANT}-{board}") }
}

/// Returns the boards that are announced as variants: those with at least four columns and four rows. The others are accepted
/// too.
pub(crate) fn variants() -> impl Iterator<Item = BoardSize> {
    BoardSize::all().filter(|board| board.width() >= 4 && board.height() >= 4)
}

/// Returns the board of a variant, or the error of its size if it names one.
pub(crate) fn board_of_variant(text: &str) -> Result<BoardSize, Option<BoardSizeError>> {
    match text.strip_prefix(VARIANT) {
        Some("") => Ok(BoardSize::STANDARD),
        Some(size) => size.strip_prefix('-').ok_or(None)?.parse().map_err(Some),
        None => Err(None),
    }
}

/// Returns the reason why a variant is refused.
pub(crate) fn variant_reason(error: Option<&BoardSizeError>) -> String {
    match error {
        Some(error @ BoardSizeError::DoesNotFit { .. }) => error.to_string(),
        _ => "cfour is the board of 7x6, and cfour-8x7 one of another size".to_owned(),
    }
}
