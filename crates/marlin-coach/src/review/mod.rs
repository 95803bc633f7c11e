//! Reviews of games: the cost of each move, and the turning point.
//!
//! | file | contents |
//! |---|---|
//! | `assess` | the quality of a move, and the choice that its player had |
//! | `game` | the moves of a game and of each side, and the search for them |
//! | `report` | the reviews of a game or many as text or Markdown |
//!
//! Every statement is proven by the search. Under a limit, moves without proven scores have no assessment.
//!
//! A review has the moves of the game after its [start](Game::start). Moves that only set a board up are not
//! choices of a player: [`after_setup`] makes a game that starts after them.
//!
//! # Accuracy
//!
//! The accuracy of a side is the mean of these points over its moves with a choice: the moves where the
//! columns differ in score.
//!
//! | the move | points |
//! |---|---|
//! | keeps the score | 100 |
//! | keeps the outcome, but wins later or loses sooner by `s` of the winner's stones | 100 - 50 s / m, where m is the highest score of the board: 18 on 7x6 |
//! | turns a win into a draw, or a draw into a loss | 25 |
//! | turns a win into a loss | 0 |
//!
//! # Examples
//!
//! ```
//! use marlin_coach::review::{Review, MoveQuality};
//! use marlin_core::{Game, Limits, Player, Solver};
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
mod game;
mod report;

use marlin_core::{Game, Position};

pub use self::assess::{Assessment, ChoiceKind, MoveQuality};
pub use self::game::{LINE_PLIES, Review, ReviewTask, ReviewedMove, SideReview, Stretch};
pub use self::report::{Games, WorstMove};

/// Returns the game that starts in the position after the first `stones` moves of another: they set the board
/// up, and no player chose them. `None` if the game has fewer moves.
pub fn after_setup(game: &Game, stones: usize) -> Option<Game> {
    let (setup, played) = game.moves().split_at_checked(stones)?;
    let mut game = Game::from_position(setup.iter().copied().fold(*game.start(), Position::after));
    played.iter().try_for_each(|&column| game.play(column)).ok()?;
    Some(game)
}
