//! The match, the games of the same players: its score, and whether the game on the board counts.

use marlin_core::{Game, GameOutcome, Player};

/// The score of a match. The wins follow the players when they swap sides.
///
/// # Examples
///
/// ```
/// use marlin_core::{GameOutcome, Player};
/// use marlin_tui::Tally;
///
/// let tally = Tally::default().with(GameOutcome::Won(Player::X)).swapped();
/// assert_eq!((tally.wins(Player::X), tally.wins(Player::O), tally.games()), (0, 1, 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    wins: [u32; 2],
    draws: u32,
}

impl Tally {
    /// Returns the games won by the player who is X or O now.
    pub const fn wins(self, player: Player) -> u32 {
        self.wins[player as usize]
    }

    /// Returns the drawn games.
    pub const fn draws(self) -> u32 {
        self.draws
    }

    /// Returns the number of games.
    pub const fn games(self) -> u32 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// Returns the score after another game.
    #[must_use]
    pub const fn with(mut self, outcome: GameOutcome) -> Self {
        match outcome {
            GameOutcome::Won(winner) => self.wins[winner as usize] += 1,
            GameOutcome::Drawn => self.draws += 1,
        }
        self
    }

    /// Returns the score after the players have swapped sides.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { wins: [self.wins[1], self.wins[0]], ..self }
    }
}

/// The match of the players.
#[derive(Debug, Clone, Copy)]
pub(super) struct Contest {
    /// The score of the games before the one on the board.
    pub(super) tally: Tally,
    /// Whether the game on the board counts.
    pub(super) counts: bool,
}

impl Contest {
    /// Returns a match that begins with a game. One that is over before it is on the board does not count.
    pub(super) fn beginning_with(game: &Game) -> Self {
        Self { tally: Tally::default(), counts: game.outcome().is_none() }
    }
}
