//! The threats of a [`Position`]: which empty cells complete four in a row.

use super::Column;
use super::bitboard::Bitboard;
use super::position::Position;
use crate::player::Player;

impl Position {
    /// Returns the empty cells that would complete four in a row for the side to move: see
    /// [`Position::winning_cells`](crate::Position::winning_cells).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("5x2".parse()?, "112233")?;
    /// assert_eq!(position.winning_cells().to_string(), ". . . . .\n. . . x .");
    /// assert_eq!(position.opponent_winning_cells().to_string(), ". . . x .\n. . . . .");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn winning_cells(&self) -> Bitboard {
        self.cells(self.raw.our_threats(self.masks()))
    }

    /// Returns the empty cells that would complete four in a row for the other side: see
    /// [`Position::opponent_winning_cells`](crate::Position::opponent_winning_cells).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("5x2".parse()?, "11223")?;
    /// assert_eq!(position.opponent_winning_cells().to_string(), ". . . . .\n. . . x .");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn opponent_winning_cells(&self) -> Bitboard {
        self.cells(self.raw.their_threats(self.masks()))
    }

    /// Returns the threats of a player: the empty cells that would complete four in a row for that player, whether or not
    /// a stone can be played there now.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Player;
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("5x2".parse()?, "112233")?;
    /// assert_eq!(position.threats(Player::O).to_string(), ". . . x .\n. . . . .");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn threats(&self, player: Player) -> Bitboard {
        if player == self.side_to_move() { self.winning_cells() } else { self.opponent_winning_cells() }
    }

    /// Returns whether the side to move wins by playing this column now.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("5x2".parse()?, "112233")?;
    /// let winning = position.legal_moves().filter(|&column| position.is_winning_move(column));
    /// assert!(winning.map(|column| column.number()).eq([4]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn is_winning_move(&self, column: Column) -> bool {
        let masks = self.masks();
        self.can_play(column) && self.raw.winning_moves(masks) & masks.column_mask(column.index()) != 0
    }

    /// Returns whether the side to move has a move that wins at once.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let size = "5x2".parse()?;
    /// assert!(Position::parse(size, "112233")?.can_win_next());
    /// assert!(!Position::parse(size, "11223")?.can_win_next());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn can_win_next(&self) -> bool {
        self.raw.winning_moves(self.masks()) != 0
    }
}
