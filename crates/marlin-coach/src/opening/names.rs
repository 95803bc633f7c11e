//! Names of openings.

use marlin_core::BoardSize;
use marlin_core::any::Position;

/// An opening of the standard board with a name in common use.
///
/// # Examples
///
/// ```
/// let opening = &marlin_coach::opening::OPENINGS[0];
/// assert_eq!((opening.name, opening.moves), ("centre opening", "4"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedOpening {
    /// The name.
    pub name: &'static str,
    /// The moves.
    pub moves: &'static str,
    /// The place where the name is used.
    pub source: &'static str,
}

/// The openings with a name. A name is listed only if a source gives its moves: "6-1" and "narrow 6-1", which players use as well, are
/// missing because no source with their moves was at hand.
pub const OPENINGS: &[NamedOpening] = &[NamedOpening {
    name: "centre opening",
    moves: "4",
    source: "the plain description of 1. d1, the first move of each of the proofs that X wins (J. D. Allen and V. Allis, 1988)",
}];

/// The name of the opening that a position belongs to.
///
/// # Examples
///
/// ```
/// use marlin_coach::opening::name_of;
/// use marlin_core::BoardSize;
/// use marlin_core::any::Position;
///
/// let name = name_of(&Position::parse(BoardSize::STANDARD, "4")?).expect("a name");
/// assert_eq!((name.name, name.is_mirrored), ("centre opening", false));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpeningName {
    /// The name.
    pub name: &'static str,
    /// Whether the position is the mirror image of the one with the name.
    pub is_mirrored: bool,
}

/// Returns the name of a position, by any of the move orders that lead to it, or of its mirror image; `None` if it has no name.
///
/// # Examples
///
/// ```
/// use marlin_coach::opening::name_of;
/// use marlin_core::any::Position;
///
/// assert_eq!(name_of(&Position::on("8x7".parse()?)), None);
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
pub fn name_of(position: &Position) -> Option<OpeningName> {
    find(OPENINGS, position)
}

/// Returns the name of a position or of its mirror image in a list.
fn find(openings: &[NamedOpening], position: &Position) -> Option<OpeningName> {
    if position.size() != BoardSize::STANDARD {
        return None;
    }
    let with = |image: &Position| {
        let is_named = |opening: &&NamedOpening| {
            Position::parse(BoardSize::STANDARD, opening.moves).is_ok_and(|named| named == *image)
        };
        openings.iter().find(is_named).map(|opening| opening.name)
    };
    let exact = with(position).map(|name| OpeningName { name, is_mirrored: false });
    exact.or_else(|| Some(OpeningName { name: with(&position.mirror())?, is_mirrored: true }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(moves: &str) -> Position {
        Position::parse(BoardSize::STANDARD, moves).unwrap()
    }

    #[test]
    fn every_opening_is_a_legal_game_that_goes_on_with_a_name_of_its_own() {
        for (i, opening) in OPENINGS.iter().enumerate() {
            let position = Position::parse(BoardSize::STANDARD, opening.moves).unwrap();
            assert!(!position.is_over() && !opening.name.is_empty() && !opening.source.is_empty());
            for other in &OPENINGS[..i] {
                assert!(
                    other.name != opening.name
                        && self::position(other.moves).canonical() != position.canonical()
                );
            }
        }
    }

    #[test]
    fn a_name_holds_for_every_move_order_and_for_the_mirror_image() {
        let openings = [NamedOpening { name: "a test", moves: "415", source: "" }];
        let found = |moves| find(&openings, &position(moves)).map(|name| (name.name, name.is_mirrored));
        assert_eq!(found("415"), Some(("a test", false)));
        assert_eq!(found("514"), Some(("a test", false)));
        assert_eq!(found("473"), Some(("a test", true)));
        assert_eq!(found("41"), None);
        assert_eq!(find(&openings, &Position::parse("7x5".parse().unwrap(), "415").unwrap()), None);
    }
}
