//! Reviews of games: the cost of each move, and the turning point.
//!
//! | file | contents |
//! |---|---|
//! | `assess` | the quality of a move, and the choice that its player had |
//! | `side` | the moves of one side together, with its accuracy |
//! | `report` | a review as text or Markdown |
//! | `story` | the blunders and the turning point in sentences for players |
//! | `games` | the reviews of many games as a table, with the worst moves |
//! | `table` | tables as text and as Markdown |
//! | `task` | a review in steps |
//!
//! Every statement is proven by the search. Under a limit, moves without proven scores have no assessment.
//!
//! A review has the moves of the game after its [start](Game::start). Moves that only set a board up are no choice of a
//! player: [`after_setup`] makes a game that starts behind them.
//!
//! # Accuracy
//!
//! The accuracy of a side is the mean of these points over its moves with a choice: those where the columns differ in
//! score.
//!
//! | the move | points |
//! |---|---|
//! | keeps the score | 100 |
//! | keeps the outcome, but wins later or loses sooner by `s` of the winner's stones | 100 - 50 s / m, where m is the greatest score of the board: 18 on 7x6 |
//! | turns a win into a draw, or a draw into a loss | 25 |
//! | turns a win into a loss | 0 |
//!
//! # Examples
//!
//! ```
//! use marlin_coach::review::{Review, MoveQuality};
//! use marlin_core::any::{Game, Solver};
//! use marlin_core::{Limits, Player};
//!
//! // X opens three in a row, and O lets it happen.
//! let game = Game::parse("6x5".parse()?, "3141516")?;
//! let review = Review::new(&game, &Solver::on(game.size()), &Limits::NONE, |_| {});
//! let turning_point = review.turning_point().expect("O has lost a game that was a draw");
//! assert_eq!((turning_point.number, turning_point.player), (2, Player::O));
//! assert!(matches!(turning_point.verdict(), Some(MoveQuality::Blunder { .. })));
//! assert!(review.side(Player::X).accuracy > review.side(Player::O).accuracy);
//! print!("{}", review.to_text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assess;
mod games;
mod report;
mod side;
mod story;
mod table;
mod task;

use marlin_core::Column;
use marlin_core::any::{Analysis, Game, Position, Score, Solver};
use marlin_core::{Limits, Player};

pub use self::assess::{Assessment, ChoiceKind, MoveQuality};
pub use self::games::{Games, WorstMove};
pub use self::side::{SideReview, Stretch};
pub use self::task::ReviewTask;
use crate::explain::after;
use crate::task::Task;

/// The plies of the line that would have been better than a blunder, and of the line after it.
pub const LINE_PLIES: usize = 12;

/// Returns the game that starts in the position after the first `stones` moves of another: they set the board up, and no
/// player chose them. `None` if the game has fewer moves.
///
/// # Examples
///
/// ```
/// use marlin_coach::review::after_setup;
/// use marlin_core::any::Game;
///
/// let game = Game::parse("6x5".parse()?, "3141516")?;
/// let played = after_setup(&game, 4).expect("the game has seven moves");
/// assert_eq!((played.start().nb_moves(), played.to_string()), (4, "516".to_owned()));
/// assert_eq!(after_setup(&game, 8), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn after_setup(game: &Game, stones: usize) -> Option<Game> {
    let (setup, played) = game.moves().split_at_checked(stones)?;
    let mut start = *game.start();
    for &column in setup {
        start.make_move(column);
    }
    let mut game = Game::from_position(start);
    played.iter().try_for_each(|&column| game.play(column)).ok()?;
    Some(game)
}

/// A game with the quality of each of its moves.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Review {
    /// The game.
    pub game: Game,
    /// Its moves.
    pub moves: Vec<ReviewedMove>,
}

/// A move of a game.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReviewedMove {
    /// Its number: the stones on the board after it.
    pub number: u32,
    /// Its player.
    pub player: Player,
    /// The column.
    pub column: Column,
    /// The position before it.
    pub position: Position,
    /// Its quality; `None` if a limit has left it unproven.
    pub assessment: Option<Assessment>,
    /// The better line after a blunder: perfect play of both sides, as far as it is proven, 12 plies at most. Empty for other
    /// moves.
    pub line: Vec<Column>,
    /// Perfect play of both sides after a blunder, as far as it is proven, 12 plies at most: the proof of the loss.
    /// Empty for other moves.
    pub refutation: Vec<Column>,
}

impl ReviewedMove {
    /// Returns a move with its quality by an analysis of the position before it. A blunder has no line yet.
    fn new(position: &Position, column: Column, analysis: &Analysis) -> Self {
        let assessment = Assessment::new(position, column, analysis);
        let (number, player) = (position.nb_moves() + 1, position.side_to_move());
        Self {
            number,
            player,
            column,
            position: *position,
            assessment,
            line: Vec::new(),
            refutation: Vec::new(),
        }
    }

    /// Returns the quality of the move, `None` without a proof.
    pub fn verdict(&self) -> Option<MoveQuality> {
        Some(self.assessment.as_ref()?.verdict())
    }

    /// Returns the mark of the move beside its column, as in chess: `??` for a blunder, `?` for a slow win or a quick loss, `!`
    /// for the only move that kept the result. Other moves have an empty one.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::review::{Review, ReviewedMove};
    /// use marlin_core::Limits;
    /// use marlin_core::any::{Game, Solver};
    ///
    /// let game = Game::parse("6x5".parse()?, "3141516")?;
    /// let review = Review::new(&game, &Solver::on(game.size()), &Limits::NONE, |_| {});
    /// let marks: Vec<_> = review.moves.iter().map(ReviewedMove::mark).collect();
    /// assert_eq!(marks, ["", "??", "?", "?", "", "", ""]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mark(&self) -> &'static str {
        let is_only = self.assessment.as_ref().is_some_and(|found| found.choice == ChoiceKind::Only);
        match self.verdict() {
            Some(MoveQuality::Blunder { .. }) => "??",
            Some(MoveQuality::SlowWin { .. } | MoveQuality::QuickLoss { .. }) => "?",
            Some(MoveQuality::Perfect) if is_only => "!",
            Some(MoveQuality::Perfect) | None => "",
        }
    }

    /// Returns the score after the move on an evaluation bar, from the view of X: see
    /// [`Ending::evaluation`](marlin_core::Ending::evaluation). `None` without a proof.
    pub fn evaluation(&self) -> Option<f64> {
        let score = -self.assessment.as_ref()?.after;
        Some(after(&self.position, self.column).ending(score).evaluation())
    }

    /// Returns whether the move changed the outcome.
    pub fn is_blunder(&self) -> bool {
        matches!(self.verdict(), Some(MoveQuality::Blunder { .. }))
    }
}

impl Review {
    /// Reviews a game: a [`ReviewTask`] without steps. `on_move` is called after each move with the number of those that are
    /// left.
    ///
    /// The limits are those of each search: that of a position, and those of the lines instead of a blunder and after it. The last moves are reviewed first, because they help the search of the others.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    pub fn new(game: &Game, solver: &Solver, limits: &Limits, mut on_move: impl FnMut(usize)) -> Self {
        let mut task = ReviewTask::new(game, solver, limits);
        let mut left = game.moves().len();
        loop {
            let review = task.step(&Limits::NONE);
            let still_left = task.progress().moves_left.unwrap_or(0);
            (still_left..left).rev().for_each(&mut on_move);
            left = still_left;
            if let Some(review) = review {
                return review;
            }
        }
    }

    /// Returns whether every move has its assessment.
    pub fn is_complete(&self) -> bool {
        self.open_moves() == 0
    }

    /// Returns the number of moves that have no assessment.
    fn open_moves(&self) -> usize {
        self.moves.iter().filter(|played| played.assessment.is_none()).count()
    }

    /// Returns the score after each move from the view of X, `None` for an unproven one: the course of the game.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::review::Review;
    /// use marlin_core::BoardSize;
    /// use marlin_core::Limits;
    /// use marlin_core::any::{Game, Score, Solver};
    ///
    /// let game = Game::parse(BoardSize::STANDARD, "44")?;
    /// let review = Review::new(&game, &Solver::on(game.size()), &Limits::NONE, |_| {});
    /// let scores: Vec<_> = review.scores_of_x().into_iter().flatten().map(Score::get).collect();
    /// assert_eq!(scores, [1, 1]);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn scores_of_x(&self) -> Vec<Option<Score>> {
        let of_x = |played: &ReviewedMove| {
            let after = played.assessment.as_ref()?.after;
            Some(if played.player == Player::X { after } else { -after })
        };
        self.moves.iter().map(of_x).collect()
    }

    /// Returns the moves of one side together.
    pub fn side(&self, player: Player) -> SideReview {
        SideReview::new(self, player)
    }

    /// Returns the last move that changed the outcome: no later one gave the result away. `None` if no move did, or if
    /// a later move is unproven.
    pub fn turning_point(&self) -> Option<&ReviewedMove> {
        let ended = self.moves.iter().rev().find(|played| played.assessment.is_none() || played.is_blunder());
        ended.filter(|played| played.is_blunder())
    }

    /// Returns the longest stretch of moves of one side, at least two, that were all forced or the only ones to keep the
    /// outcome, and were found; the first of those of the same length.
    pub fn longest_stretch(&self) -> Option<Stretch> {
        side::longest_stretch(&self.moves)
    }
}
