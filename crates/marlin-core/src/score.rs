//! [`Score`], [`Outcome`] and [`Ending`]: the value of a position under best play, and how its game ends.

use std::fmt;
use std::ops::Neg;

use crate::board::Board;
use crate::board_size::BoardSize;
use crate::geometry::{Masks, Size, Standard};
use crate::player::Player;
use crate::raw_bounds::RawBounds;

/// The result under best play, from the side to move.
///
/// # Examples
///
/// ```
/// use marlin_core::{Outcome, Score, Standard};
///
/// assert_eq!(Score::new(-3).unwrap().outcome(), Outcome::Loss);
/// assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
/// assert_eq!(Outcome::Win.to_string(), "win");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "lowercase"))]
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
/// 0 is a draw. A win counts the stones that the winner has left, the winning one included: 18 for a win with the fourth
/// of 21 stones, and 1 for a win with the last. So faster is better. A loss is the negative of the winner's score.
///
/// # Examples
///
/// ```
/// use marlin_core::{Outcome, Score};
///
/// let score = Score::new(18).unwrap();
/// assert_eq!(score.outcome(), Outcome::Win);
/// assert!(score > Score::new(17).unwrap() && -score == Score::MIN);
/// ```
///
/// The winner and the last move depend on the position, too: see [`Position::ending`](crate::Position::ending).
///
/// # References
///
/// The convention is Pascal Pons's, <http://blog.gamesolver.org>.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score<B: Board = Standard> {
    value: i8,
    board: B,
}

impl<const W: usize, const H: usize> Score<Size<W, H>> {
    /// The game ends with a full board.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Score, Standard};
    /// assert_eq!((Score::<Standard>::MIN.get(), Score::<Standard>::DRAW.get(), Score::<Standard>::MAX.get()), (-18, 0, 18));
    /// ```
    pub const DRAW: Self = Self::from_search(Size, 0);

    /// The fastest win of all: the first player's fourth stone. On boards without room for it, a draw.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Score, Solver};
    ///
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // O O O . . . .
    /// // X X X . . . .
    /// let position: Position = "112233".parse()?;
    /// assert_eq!(Solver::new().solve(&position), Score::MAX);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const MAX: Self = Self::from_search(Size, Size::<W, H>::MASKS.max_score());

    /// The fastest loss of all: to the first player's fourth stone. The negative of [`Score::MAX`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Score, Solver};
    ///
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // O O O . . . .
    /// // X X X X . . .
    /// let position: Position = "1122334".parse()?;
    /// assert_eq!(Solver::new().solve(&position), Score::MIN);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const MIN: Self = Self::from_search(Size, -Size::<W, H>::MASKS.max_score());
}

impl Score {
    /// Returns the score with a value, `None` if no game on the standard board can have it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Score, Standard};
    /// assert!(Score::new(18).is_some() && Score::new(19).is_none());
    /// ```
    pub const fn new(value: i32) -> Option<Self> {
        Self::within(Standard, &Standard::MASKS, value)
    }
}

impl<B: Board> Score<B> {
    /// Returns the score with a value on a board, `None` if no game there can have it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Score};
    ///
    /// let size: BoardSize = "8x5".parse()?;
    /// assert!(Score::on(size, 17).is_some() && Score::on(size, 18).is_none());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn on(board: B, value: i32) -> Option<Self> {
        Self::within(board, &board.masks(), value)
    }

    const fn within(board: B, masks: &Masks, value: i32) -> Option<Self> {
        let most = masks.max_score();
        if -most <= value && value <= most { Some(Self::from_search(board, value)) } else { None }
    }

    /// Returns the score of a value that the search has kept in range.
    pub(crate) const fn from_search(board: B, value: i32) -> Self {
        Self { value: value as i8, board }
    }

    /// Returns the highest score of a board: [`Score::MAX`] where its size is known at run time.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Score};
    ///
    /// let size: BoardSize = "8x5".parse()?;
    /// assert_eq!((Score::lowest(size).get(), Score::draw(size).get(), Score::highest(size).get()), (-17, 0, 17));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn highest(board: B) -> Self {
        Self::from_search(board, board.masks().max_score())
    }

    /// Returns the lowest score of a board, the negative of [`Self::highest`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Score};
    ///
    /// assert_eq!(Score::lowest(BoardSize::STANDARD).get(), -18);
    /// ```
    pub fn lowest(board: B) -> Self {
        -Self::highest(board)
    }

    /// Returns the score of a draw.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Outcome, Score};
    ///
    /// assert_eq!(Score::draw(BoardSize::STANDARD).outcome(), Outcome::Draw);
    /// ```
    pub const fn draw(board: B) -> Self {
        Self::from_search(board, 0)
    }

    /// Returns the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Score, Standard};
    ///
    /// assert_eq!(Score::<Standard>::MAX.board(), Standard);
    /// ```
    pub const fn board(self) -> B {
        self.board
    }

    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Score};
    ///
    /// assert_eq!(Score::<marlin_core::Standard>::MAX.size(), BoardSize::STANDARD);
    /// ```
    pub fn size(self) -> BoardSize {
        self.board.size()
    }

    /// Returns the same score with its board in another type; `None` if that type belongs to another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Score, Size, Standard};
    ///
    /// let score = Score::highest(BoardSize::STANDARD);
    /// assert_eq!(score.cast::<Standard>(), Some(Score::MAX));
    /// assert_eq!(score.cast::<Size<8, 7>>(), None);
    /// ```
    pub fn cast<C: Board>(self) -> Option<Score<C>> {
        Some(Score::from_search(C::of_size(self.size())?, self.get()))
    }

    /// Returns the value, from -18 to 18 on 7x6.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Score, Standard};
    /// assert_eq!(format!("{:+}", Score::<Standard>::MAX.get()), "+18");
    /// ```
    pub const fn get(self) -> i32 {
        self.value as i32
    }

    /// Returns the outcome.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Outcome, Score, Standard};
    /// assert_eq!(Score::<Standard>::DRAW.outcome(), Outcome::Draw);
    /// ```
    pub const fn outcome(self) -> Outcome {
        Outcome::of(self.get())
    }

    /// Returns the height of the score on an evaluation bar, for a position after `nb_moves` moves: 1 for a win with the
    /// next stone, -1 for a game that is lost already, 0 for a draw. Between them a win is the lower the later the game
    /// ends: 0.2 if it lasted as long as the board has cells, so that a win in the opening differs from a draw at sight.
    /// It has three decimals.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Score, Standard};
    /// // The empty board is won with the 41st stone.
    /// assert_eq!(Score::new(1).unwrap().evaluation(0), 0.238);
    /// assert_eq!(Score::new(-18).unwrap().evaluation(5), -0.981);
    /// assert_eq!(Score::<Standard>::DRAW.evaluation(0), 0.0);
    /// ```
    pub fn evaluation(self, nb_moves: u32) -> f64 {
        let masks = self.board.masks();
        f64::from(self.get().signum()) * evaluation(masks.ending(self.get(), nb_moves).plies, masks.cells())
    }
}

impl<B: Board> Neg for Score<B> {
    type Output = Self;

    fn neg(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

impl<const W: usize, const H: usize> From<Score<Size<W, H>>> for Score<BoardSize> {
    fn from(score: Score<Size<W, H>>) -> Self {
        Self::from_search(score.size(), score.get())
    }
}

impl<B: Board> From<Score<B>> for i32 {
    fn from(score: Score<B>) -> Self {
        score.get()
    }
}

impl<B: Board> fmt::Display for Score<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value, f)
    }
}

/// The scores of a board, as plain numbers.
impl Masks {
    /// Returns the score of the fastest win of all: see [`Score::MAX`]. A board without room for a line of four is a
    /// draw.
    pub(crate) const fn max_score(&self) -> i32 {
        if self.width < 4 && self.height < 4 { 0 } else { self.win_in(0, 6) }
    }

    /// Returns the score for a side to move that wins with the stone after the next `plies` ones: the stones that it
    /// would have left, that one counted.
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
        // The stones a player places on a full board; the winner keeps |score| - 1 of them after the winning one.
        let (stones, stones_before) = match winner {
            Player::X => (cells.div_ceil(2), 1),
            Player::O => (cells / 2, 0),
        };
        2 * (stones + 1 - score.unsigned_abs()) - stones_before
    }

    /// Returns the end of the game from a position after `nb_moves` moves.
    pub(crate) const fn ending(&self, score: i32, nb_moves: u32) -> Ending {
        let final_move = self.final_move(score, nb_moves);
        Ending {
            winner: Outcome::of(score).winner(nb_moves),
            final_move,
            plies: final_move.saturating_sub(nb_moves),
            cells: self.cells(),
        }
    }

    /// Returns the bounds of a position after `nb_moves` moves in words: see [`Report::in_words`](crate::Report::in_words).
    pub(crate) fn in_words(&self, bounds: RawBounds, nb_moves: u32) -> String {
        let us = Player::to_move_after(nb_moves);
        let latest = |winner, score| {
            format!("{winner} wins by move {} at the latest", self.final_move(score, nb_moves))
        };
        match (bounds.score().map(|score| self.ending(score, nb_moves)), bounds.lower, bounds.upper) {
            (Some(Ending { winner: None, plies: 0, .. }), ..) => "the game is a draw".to_owned(),
            (Some(Ending { winner: None, .. }), ..) => "a draw if both play perfectly".to_owned(),
            (Some(ending), ..) if ending.plies == 0 => ending.to_string(),
            (Some(ending), ..) => format!("{ending} if both play perfectly"),
            (None, score @ 1.., _) => latest(us, score),
            (None, _, score @ ..=-1) => latest(us.opponent(), score),
            (None, 0, _) => format!("{us} wins or draws, not proven which"),
            (None, _, 0) => format!("{} wins or draws, not proven which", us.opponent()),
            (None, ..) => "the winner is not proven".to_owned(),
        }
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
/// # Ok::<(), marlin_core::ParsePositionError>(())
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
    /// Returns [`Score::evaluation`] from the view of X.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Score};
    ///
    /// // X wins the empty board with the 41st stone.
    /// assert_eq!(Position::new().ending(Score::new(1).unwrap()).evaluation(), 0.238);
    /// ```
    pub fn evaluation(self) -> f64 {
        let height = evaluation(self.plies, self.cells);
        match self.winner {
            Some(Player::X) => height,
            Some(Player::O) => -height,
            None => 0.0,
        }
    }
}

/// Returns the height of a win on an evaluation bar.
fn evaluation(plies: u32, cells: u32) -> f64 {
    let left = f64::from(plies.saturating_sub(1)) / f64::from(cells);
    ((1.0 - 0.8 * left) * 1000.0).round() / 1000.0
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.final_move;
        match self.winner {
            Some(winner) if self.plies == 0 => write!(f, "{winner} has won, at move {end}"),
            Some(winner) => write!(f, "{winner} wins on move {end}"),
            None => f.write_str("draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    }

    #[test]
    fn a_win_before_each_move_maps_back_to_that_move() {
        fn check<const W: usize, const H: usize>() {
            let masks = Masks::of(W, H);
            for nb_moves in 6..masks.cells() {
                let score = masks.win_in(nb_moves, 0);
                let ending = masks.ending(score, nb_moves);
                assert_eq!((ending.final_move, ending.plies), (nb_moves + 1, 1));
                assert_eq!(masks.lost_at(nb_moves + 1), -score);
                assert_eq!(masks.final_move(-score, nb_moves + 1), nb_moves + 1);
            }
        }
        check::<7, 6>();
        check::<5, 5>();
        check::<8, 7>();
    }

    #[test]
    fn the_range_of_scores_is_that_of_the_board() {
        assert_eq!((Score::<Standard>::MIN.get(), Score::<Standard>::MAX.get()), (-18, 18));
        assert_eq!((Score::<Size<5, 5>>::MIN.get(), Score::<Size<5, 5>>::MAX.get()), (-10, 10));
        assert_eq!(Score::new(19), None);
        assert_eq!(Score::new(-19), None);
        assert_eq!((Score::<Size<1, 5>>::MIN.get(), Score::<Size<2, 2>>::MAX.get()), (0, 0));
        assert_eq!((Score::<Size<3, 3>>::MAX.get(), Score::<Size<3, 4>>::MAX.get()), (0, 3));
    }

    #[test]
    fn words_say_who_wins_and_when() {
        let say = |lower, upper, nb_moves| Standard::MASKS.in_words(RawBounds { lower, upper }, nb_moves);
        assert_eq!(say(18, 18, 6), "X wins on move 7 if both play perfectly");
        assert_eq!(say(-18, -18, 7), "X has won, at move 7");
        assert_eq!(say(0, 0, 40), "a draw if both play perfectly");
        assert_eq!(say(0, 0, 42), "the game is a draw");
        assert_eq!(say(-1, -1, 0), "O wins on move 42 if both play perfectly");
        assert_eq!(say(1, 18, 0), "X wins by move 41 at the latest");
        assert_eq!(say(-18, -1, 0), "O wins by move 42 at the latest");
        assert_eq!(say(0, 3, 1), "O wins or draws, not proven which");
        assert_eq!(say(-3, 0, 1), "X wins or draws, not proven which");
        assert_eq!(say(-3, 3, 1), "the winner is not proven");
    }

    #[test]
    fn an_evaluation_is_higher_the_sooner_the_game_ends() {
        let position: Position = "11223".parse().unwrap();
        assert!(position.ending(Score::new(-18).unwrap()).evaluation() > 0.98);
        assert!(position.ending(Score::DRAW).evaluation().is_sign_positive());
    }
}
