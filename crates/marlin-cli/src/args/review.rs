//! The arguments of `review`, and its help.

use std::path::PathBuf;

use clap::ValueEnum;
use marlin_support::options::{EngineOptions, whole};

use super::shared::{BaseArgs, LimitArgs};

pub(super) const REVIEW_HELP: &str = "\
A file has a game on each line: moves, as in '4433', moves and a score, or cells, as in
'1. d1 d2 2. c1 *'. Empty lines and those that begin with '#' are skipped, but '# board 8x5' states
the board. The files that 'match --out' writes are read too, as lines and as JSON.

One game is reviewed move by move. Scores are those of the player who moves, before and after the
move. A blunder changes the outcome. A slow win or a quick loss changes the last move alone. An only
move is the single one that keeps the win or the draw. A forced one blocks a win at once, or is the
only column left. The turning point is the last blunder.

Accuracy is the mean over all moves at which the columns differ in score: 100 for a move that keeps
the score, 100 - 50 s / m for one that wins later or loses sooner by s of the winner's stones, where
m is the greatest score of the board (18 on 7x6), 25 for a win that becomes a draw or a draw that
becomes a loss, and 0 for a win that becomes a loss.

Many games are a table with a line for each game, and the worst moves of all.

With --format json each game is an object on a line:
  game, board      its moves, and the size of the board
  result           \"X\", \"O\" or \"draw\"; null for an unfinished game
  sides            X and O, each with player, accuracy (in percent, or null), and the numbers
                   moves, perfect, blunders, slow_wins, quick_losses, only_moves, forced, proven
                   (the basis of the other numbers); and accuracy_words
  turning_point    the number of the last blunder, or null
  turning_point_words
                   the turning point in words
  longest_stretch  the numbers of the first and the last move of the longest stretch of only
                   and forced moves of one side, or null
  moves            each with number, player, column, before, after (the scores), final_move (of
                   perfect play from before the move), scores (of all columns), best (columns),
                   verdict (\"perfect\", \"slow win\", \"quick loss\", \"blunder\"), outcomes (of a
                   blunder, before and after), choice (\"free\", \"only\", \"forced\"), line (perfect
                   play in place of a blunder), refutation (perfect play after a blunder), story (a
                   blunder in words), mark (\"??\", \"?\", \"!\" or nothing) and evaluation (after the
                   move, from X's view, 1 to -1)
  summary          the number of blunders, and of unproven moves, as text
  setup            the stones on the board before the first of the moves

Moves with unproven scores have no assessment, and the exit code is 4. Ctrl-C ends the searches: the
proven moves are printed, and games that have not begun are left out.

Examples:
  marlin-cli review 4444452353323
  marlin-cli review 4444452353323 --svg game.svg
  marlin-cli review games.txt --worst 10 --format markdown
  marlin-cli match level:3 level:4 --out levels.tsv && marlin-cli review levels.tsv";

// Arguments of `review`. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct ReviewArgs {
    /// Moves of a game, which may be separated, or a file of games; '-' or nothing for standard input
    #[arg(value_name = "MOVES|FILE")]
    pub(crate) games: Vec<String>,

    #[command(flatten)]
    pub(crate) base: BaseArgs,

    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReviewFormat,

    /// Of many games, print the N worst moves
    #[arg(long, value_name = "N", default_value = "5", value_parser = whole(0..=usize::MAX), allow_negative_numbers = true)]
    pub(crate) worst: usize,

    /// Of one game, write a graph of the score to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Replace the file of --svg if it exists
    #[arg(long, requires = "svg")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// The output format of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReviewFormat {
    /// Tables and sentences
    Text,
    /// The same as Markdown
    Markdown,
    /// A JSON object for each game
    Json,
}
