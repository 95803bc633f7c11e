//! [`Action`] and [`Effect`]: the input and the output of a game.

use std::path::PathBuf;

use marlin_core::Column;

use super::dialog::Prompt;
use super::story::StoryAction;

/// An action of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Select the next column to the left.
    Left,
    /// Select the next column to the right.
    Right,
    /// Select the first column.
    First,
    /// Select the last column.
    Last,
    /// Select a column.
    PointAt(Column),
    /// Drop a stone into the selected column, or let a waiting engine move.
    Drop,
    /// Drop a stone into a column.
    DropInto(Column),
    /// Take back moves until a person is to move.
    Undo,
    /// Replay the moves taken back.
    Redo,
    /// Start a new game. [`Action::Undo`] brings the last one back.
    New,
    /// Start a new game after one that is over, with the sides swapped.
    Rematch,
    /// Exchange the players of X and of O.
    Swap,
    /// Show or hide the score of each column.
    Hints,
    /// Show or hide the threats.
    Threats,
    /// Show or hide the evaluation over the game.
    Graph,
    /// Open or close the explanation of the position.
    Explanation,
    /// Scroll the open dialog, or the text beside the board, to a line.
    ScrollTo(usize),
    /// Open or close the review of the game.
    Review,
    /// Go through the review.
    Story(StoryAction),
    /// Change the colours to those of the next theme.
    Theme,
    /// Show or hide the line of best play.
    Line,
    /// Stop the engine: it replies with the proven result so far.
    Stop,
    /// Copy the moves to the clipboard; after the end of the game a line about it that can be shared.
    Copy,
    /// Show or hide the help.
    Help,
    /// Open a prompt.
    Ask(Prompt),
    /// Type a letter into the prompt.
    Type(char),
    /// Erase the last letter in the prompt.
    Erase,
    /// Submit the input of the prompt.
    Submit,
    /// Close the dialog.
    Close,
    /// Suspend the program.
    Suspend,
    /// Quit.
    Quit,
}

/// An effect of an action outside the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// End the running search; its reply is still needed.
    Stop,
    /// Copy a text to the clipboard.
    Copy(String),
    /// Write a file.
    Save {
        /// Its path.
        path: PathBuf,
        /// Its contents.
        text: String,
        /// Whether it may replace an existing file.
        replaces: bool,
    },
    /// Read a file, and pass its text to [`Play::load`](crate::Play::load).
    Load(PathBuf),
    /// Suspend the program until it is continued.
    Suspend,
    /// Quit.
    Quit,
}
