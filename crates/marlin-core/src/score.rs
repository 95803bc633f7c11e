//! [`Score`], [`Outcome`] and [`Ending`]: the value of a position under best play, and how its game ends.

use std::fmt;
use std::ops::Neg;

use crate::geometry::{BoardSize, Masks};
use crate::player::Player;

/// The result under best play, from the side to move.
///
/// # Examples
///
/// ```
/// use marlin_core::{Outcome, Score};
///
/// assert_eq!(Score::new(-3).outcome(), Outcome::Loss);
/// assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
/// assert_eq!(Outcome::Win.to_string(), "win");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The other side wins.
    Loss,
    /// A draw: no side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Outcome {
    /// Returns the outcome of a score.
    pub(crate) const fn of(score: i32) -> Self {
        match score {
            1.. => Self::Win,
            0 => Self::Draw,
            _ => Self::Loss,
        }
    }

    /// Returns the winner of a position after `nb_moves` moves whose side to move has this outcome.
    pub(crate) const fn winner(self, nb_moves: u32) -> Option<Player> {
        let us = Player::to_move_after(nb_moves);
        match self {
            Self::Win => Some(us),
            Self::Draw => None,
            Self::Loss => Some(us.opponent()),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// The exact value of a position under best play, always from the side to move.
///
/// 0 is a draw. A win counts the stones that the winner has left, the winning one included: 18 for a win with
/// the fourth of 21 stones, and 1 for a win with the last. So a faster win has a higher score. A loss is the
/// negative of the winner's score.
///
/// # Examples
///
/// ```
/// use marlin_core::{Outcome, Score};
///
/// let score = Score::new(18);
/// assert_eq!(score.outcome(), Outcome::Win);
/// assert!(score > Score::new(17) && Score::DRAW > -score);
/// ```
///
/// The winner and the last move depend on the position, too: see
/// [`Position::ending`](crate::Position::ending).
///
/// # References
///
/// The convention is Pascal Pons's, <http://blog.gamesolver.org>.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i8);

impl Score {
    /// The game ends with a full board.
    pub const DRAW: Self = Self(0);

    /// Returns the score with a value, without a check whether a game on some board can have it: see
    /// [`Score::checked`].
    pub const fn new(value: i8) -> Self {
        Self(value)
    }

    /// Returns the score with a value on a board, `None` if no game there can have it.
    pub fn checked(size: BoardSize, value: i32) -> Option<Self> {
        let most = size.masks().max_score();
        if -most <= value && value <= most { Some(Self::from_search(value)) } else { None }
    }

    /// Returns the score of a value that the search has kept in range.
    pub(crate) const fn from_search(value: i32) -> Self {
        Self(value as i8)
    }

    /// Returns the highest score of a board: a win with the first player's fourth stone, or a draw if the
    /// board has no room for it. The lowest score is its negative.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Score};
    ///
    /// assert_eq!(Score::highest(BoardSize::STANDARD).get(), 18);
    /// ```
    pub fn highest(size: BoardSize) -> Self {
        Self::from_search(size.masks().max_score())
    }

    /// Returns the value, from -18 to 18 on 7x6.
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// Returns the outcome.
    pub const fn outcome(self) -> Outcome {
        Outcome::of(self.get())
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The scores of a board, as plain numbers.
impl<W> Masks<W> {
    /// Returns the score of the fastest win of all: see [`Score::highest`]. A board without room for a line
    /// of four is a draw.
    pub(crate) const fn max_score(&self) -> i32 {
        if self.width < 4 && self.height < 4 { 0 } else { self.win_in(0, 6) }
    }

    /// Returns the score of a side to move that wins with the stone after the next `plies` stones: the number
    /// of stones that it has left, the winning one included.
    pub(crate) const fn win_in(&self, nb_moves: u32, plies: u32) -> i32 {
        ((self.cells() + 1).saturating_sub(nb_moves + plies) / 2) as i32
    }

    /// Returns our score where they have just completed four in a row with move `nb_moves`.
    pub(crate) const fn lost_at(&self, nb_moves: u32) -> i32 {
        -self.win_in(nb_moves - 1, 0)
    }

    /// Returns the number of the move that ends the game: see [`Ending::final_move`].
    pub(crate) const fn final_move(&self, score: i32, nb_moves: u32) -> u32 {
        let cells = self.cells();
        let Some(winner) = Outcome::of(score).winner(nb_moves) else { return cells };
        // The stones a player places on a full board; the winner keeps |score| - 1 of them after the winning
        // one.
        let (stones, stones_before) = match winner {
            Player::X => (cells.div_ceil(2), 1),
            Player::O => (cells / 2, 0),
        };
        // A score from data may be impossible on the board.
        (2 * (stones + 1).saturating_sub(score.unsigned_abs())).saturating_sub(stones_before)
    }

    /// Returns the end of the game from a position after `nb_moves` moves.
    pub(crate) const fn ending(&self, score: i32, nb_moves: u32) -> Ending {
        let final_move = self.final_move(score, nb_moves);
        let (winner, plies) = (Outcome::of(score).winner(nb_moves), final_move.saturating_sub(nb_moves));
        Ending { winner, final_move, plies, cells: self.cells() }
    }
}

/// The end of a game under perfect play, by the score of a position: the winner and the last move.
/// [`Position::ending`](crate::Position::ending) returns it.
///
/// # Examples
///
/// ```
/// use marlin_core::{Player, Position, Solver};
///
/// let position: Position = "4433".parse()?;
/// let ending = position.ending(Solver::new().solve(&position));
/// assert_eq!((ending.winner, ending.final_move, ending.plies), (Some(Player::X), 7, 3));
/// assert_eq!(ending.to_string(), "X wins on move 7");
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// The number of the move that ends the game, counted from 1. A draw ends with the last cell.
    pub final_move: u32,
    /// The number of moves until then, 0 if the game is over.
    pub plies: u32,
    cells: u32,
}

impl Ending {
    /// Returns the end of a game by the score of a position after `nb_moves` moves, for scores that are kept
    /// without their positions. [`Position::ending`](crate::Position::ending) has the moves from the
    /// position.
    pub fn new(size: BoardSize, score: Score, nb_moves: u32) -> Self {
        size.masks().ending(score.get(), nb_moves)
    }

    /// Returns the result as a number from -1 to 1 for an evaluation bar, from the view of X and with three
    /// decimals: 1 if X wins with the next stone, -1 if O does, and 0 for a draw. A later win is nearer to 0,
    /// but never nearer than 0.2, so that even a slow win does not look like a draw.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Ending, Score};
    ///
    /// let bar = |score, nb_moves| Ending::new(BoardSize::STANDARD, Score::new(score), nb_moves).evaluation();
    /// assert_eq!((bar(18, 6), bar(18, 4), bar(1, 0), bar(0, 0)), (1.0, 0.962, 0.238, 0.0));
    /// ```
    pub fn evaluation(self) -> f64 {
        let left = f64::from(self.plies.saturating_sub(1)) / f64::from(self.cells);
        let height = ((1.0 - 0.8 * left) * 1000.0).round() / 1000.0;
        match self.winner {
            Some(Player::X) => height,
            Some(Player::O) => -height,
            None => 0.0,
        }
    }
}

impl Ending {
    /// Returns the end of the game as the parts of a sentence.
    pub fn verdict(self) -> Verdict {
        let end = self.final_move;
        match self.winner {
            Some(winner) if self.plies == 0 => {
                Verdict::of(winner, ["has", "have"], format!(" won, at move {end}"))
            }
            Some(winner) => Verdict::of(winner, ["wins", "win"], format!(" on move {end}")),
            None => Verdict::without_player("draw"),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.verdict().fmt(f)
    }
}

/// A result as the parts of a sentence, for programs that name the players. `Display` calls them X and O.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// The subject of the sentence; `None` if it has no player, as in "a draw if both play perfectly".
    pub player: Option<Player>,
    /// The verb after the name of the player, and after "you": "wins" and "win". Empty without a player.
    pub verb: [&'static str; 2],
    /// The rest of the sentence; without a player, the whole of it.
    pub rest: String,
}

impl Verdict {
    pub(crate) fn of(player: Player, verb: [&'static str; 2], rest: impl Into<String>) -> Self {
        Self { player: Some(player), verb, rest: rest.into() }
    }

    pub(crate) fn without_player(sentence: &str) -> Self {
        Self { player: None, verb: [""; 2], rest: sentence.to_owned() }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { player, verb: [verb, _], rest } = self;
        match player {
            Some(player) => f.pad(&format!("{player} {verb}{rest}")),
            None => f.pad(rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Standard;
    use crate::position::Position;

    #[test]
    fn scores_map_to_the_move_that_ends_the_game() {
        let end = |score, nb_moves| Standard::MASKS.final_move(score, nb_moves);
        assert_eq!(end(1, 0), 41);
        assert_eq!(end(-1, 1), 41);
        assert_eq!(end(1, 1), 42);
        assert_eq!(end(-1, 0), 42);
        assert_eq!(end(18, 0), 7);
        assert_eq!(end(-18, 0), 8);
        assert_eq!(end(0, 17), 42);
        // These are scores of no position.
        assert_eq!((end(40, 0), end(-40, 0)), (0, 0));
    }

    #[test]
    fn a_win_before_each_move_maps_back_to_that_move() {
        for (width, height) in [(7, 6), (5, 5), (8, 7)] {
            let masks = Masks::of(width, height);
            for nb_moves in 6..masks.cells() {
                let score = masks.win_in(nb_moves, 0);
                let ending = masks.ending(score, nb_moves);
                assert_eq!((ending.final_move, ending.plies), (nb_moves + 1, 1));
                assert_eq!(masks.lost_at(nb_moves + 1), -score);
                assert_eq!(masks.final_move(-score, nb_moves + 1), nb_moves + 1);
            }
        }
    }

    #[test]
    fn the_range_of_scores_is_that_of_the_board() {
        let highest = |size: &str| Score::highest(size.parse().unwrap()).get();
        assert_eq!(["7x6", "5x5", "1x5", "2x2", "3x3", "3x4"].map(highest), [18, 10, 0, 0, 0, 3]);
        let standard = |value| Score::checked(BoardSize::STANDARD, value);
        assert_eq!([18, -18].map(standard), [18, -18].map(|value| Some(Score::new(value))));
        assert_eq!([19, -19].map(standard), [None, None]);
    }

    #[test]
    fn an_evaluation_is_higher_the_sooner_the_game_ends() {
        let position: Position = "11223".parse().unwrap();
        assert!(position.ending(Score::new(-18)).evaluation() > 0.98);
        assert!(position.ending(Score::DRAW).evaluation().is_sign_positive());
    }
}
