//! The key of a [`Position`], and which of two mirror images stands for both.

use super::position::Position;
use crate::key::Key;

impl Position {
    /// Returns a word that no other position of this board size has: see [`Position::key`](crate::Position::key).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let size = "9x5".parse()?;
    /// assert_eq!(Position::parse(size, "1122")?.key(), Position::parse(size, "2211")?.key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn key(&self) -> Key {
        Key::new(self.raw.key(self.masks()))
    }

    /// Returns the position mirrored left to right.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let size = "9x5".parse()?;
    /// assert_eq!(Position::parse(size, "112")?.mirror(), Position::parse(size, "998")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn mirror(&self) -> Self {
        Self::from_raw(self.size(), self.raw.mirror(self.masks()))
    }

    /// Returns the one of the position and its mirror image that stands for both: that with the lesser key.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("9x5".parse()?, "112")?;
    /// assert_eq!(position.canonical(), position.mirror().canonical());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Self {
        Self::from_raw(self.size(), self.raw.canonical(self.masks()))
    }
}
