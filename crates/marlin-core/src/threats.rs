//! The threats in a [`Position`]: the cells that complete four in a row.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::column::Column;
use crate::player::Player;
use crate::position::Position;

impl<B: Board> Position<B> {
    /// Returns the empty cells that would complete four in a row for the side to move, playable at once or not.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position: Position = Position::from_drawing(
    ///     ". . . . . . .
    ///      . . . . . . .
    ///      . . . . . . .
    ///      . . . . . . .
    ///      . . O O O . .
    ///      . . X X X . .",
    /// )?;
    /// assert_eq!(
    ///     position.winning_cells().to_string(),
    ///     ". . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . x . . . x ."
    /// );
    /// assert_eq!(
    ///     position.opponent_winning_cells().to_string(),
    ///     ". . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . x . . . x .\n\
    ///      . . . . . . ."
    /// );
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias("our_threats", "winning_position"))]
    pub fn winning_cells(&self) -> Bitboard<B> {
        self.cells(self.raw.our_threats(&self.masks()))
    }

    /// Returns the empty cells that would complete four in a row for the other side, playable at once or not.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // O O . . . . .
    /// // X X X . . . .
    /// let position: Position = "11223".parse()?;
    /// let must_block = position.opponent_winning_cells() & position.playable_cells();
    /// assert_eq!(must_block.iter().map(|cell| cell.column().number()).collect::<Vec<_>>(), [4]);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias("their_threats", "opponent_winning_position"))]
    pub fn opponent_winning_cells(&self) -> Bitboard<B> {
        self.cells(self.raw.their_threats(&self.masks()))
    }

    /// Returns the empty cells that would complete four in a row for a player, playable at once or not.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Player, Position};
    ///
    /// let position: Position = "112233".parse()?;
    /// let rows = [Player::X, Player::O].map(|player| position.threats(player).iter().next().unwrap().row());
    /// assert_eq!(rows, [0, 1]);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn threats(&self, player: Player) -> Bitboard<B> {
        if player == self.side_to_move() { self.winning_cells() } else { self.opponent_winning_cells() }
    }

    /// Returns whether the side to move wins by playing this column now.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position, Standard};
    ///
    /// // X has three in the bottom row, from column 1 on.
    /// let position: Position = "112233".parse()?;
    /// assert!(position.can_win_next());
    /// let winning: Vec<_> = Standard::columns().into_iter().filter(|&column| position.is_winning_move(column)).collect();
    /// assert_eq!(winning, [Column::from_number(4).unwrap()]);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias = "isWinningMove")]
    pub fn is_winning_move(&self, column: Column) -> bool {
        let masks = &self.masks();
        self.can_play(column) && self.raw.winning_moves(masks) & masks.column_mask(column.index()) != 0
    }

    /// Returns whether the side to move has a move that wins at once.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // O O . . . . .
    /// // X X X . . . .
    /// let position: Position = "11223".parse()?;
    /// assert!(!position.can_win_next()); // it is O's turn
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias = "canWinNext")]
    pub fn can_win_next(&self) -> bool {
        self.raw.winning_moves(&self.masks()) != 0
    }

    /// Returns the columns after which the opponent has no move that wins at once, from left to right. There may be
    /// none, and none is left when the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position};
    ///
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // O O . . . . .
    /// // X X X . . . .
    /// let position: Position = "11223".parse()?;
    /// assert!(position.non_losing_moves().map(Column::number).eq([4])); // O must block
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn non_losing_moves(&self) -> impl Iterator<Item = Column> + use<B> {
        let position = *self;
        self.legal_moves().filter(move |&column| {
            let mut next = position;
            next.make_move(column);
            next.is_over() || !next.can_win_next()
        })
    }
}
