//! [`Key`]: a word for each position, and the canonical one of two mirror images.

use crate::board::Board;
use crate::position::Position;

/// A word that identifies a position among all positions of its board size: see [`Position::key`].
///
/// # Examples
///
/// ```
/// use std::collections::HashSet;
/// use marlin_core::{Key, Position};
///
/// // Two orders of the same moves lead to the same position.
/// let positions = ["1122", "2211", "1221"].map(|moves| moves.parse::<Position>().unwrap());
/// assert_eq!(positions[0].key(), positions[1].key());
/// let keys: HashSet<Key> = positions.iter().map(Position::key).collect();
/// assert_eq!(keys.len(), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// Returns the key that is this word.
    pub(crate) const fn new(word: u64) -> Self {
        Self(word)
    }

    /// Returns the word itself.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// // On the empty board each column has its mark at the bottom.
    /// assert_eq!(Position::new().key().get(), Position::BOTTOM_MASK);
    /// ```
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl<B: Board> Position<B> {
    /// Returns a word that no other position of this board size has.
    ///
    /// It is `us + occupied + BOTTOM_MASK`: every column reads as the stones of the side to move above which a single 1
    /// marks the height. Users of the C++ Marlin and of its sibling rely on it: it does not change.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position: Position = "443".parse()?;
    /// assert_eq!(position.key().get(), position.us().bits() + position.mask() + Position::BOTTOM_MASK);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    ///
    /// # References
    ///
    /// John Tromp, the Fhourstones benchmark; Pascal Pons, <http://blog.gamesolver.org>.
    pub fn key(&self) -> Key {
        Key::new(self.raw.key(&self.masks()))
    }

    /// Returns the position mirrored left to right; its score and its best moves are mirrored with it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Position;
    /// let position: Position = "112".parse()?;
    /// assert_eq!(position.mirror(), "776".parse()?);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn mirror(&self) -> Self {
        Self::from_raw(self.board, self.raw.mirror(&self.masks()))
    }

    /// Returns the canonical one of the position and its mirror image: that with the lesser key.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Position;
    /// let position: Position = "112".parse()?;
    /// assert_eq!(position.canonical(), position.mirror().canonical());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Self {
        Self::from_raw(self.board, self.raw.canonical(&self.masks()))
    }
}
