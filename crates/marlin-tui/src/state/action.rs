//! [`Action`] and [`Effect`]: the input and the output of a game. [`Dialog`]: the dialog over the board.

use std::path::PathBuf;

use marlin_core::{Cell, Column};

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
    /// Name the best column; again in the same position, show the score of each column, or hide it.
    Hint,
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
    /// Answer a task, or go on to another one.
    Task(TaskAction),
    /// Open the menu.
    Menu(MenuPage),
    /// Go through the menu.
    InMenu(MenuAction),
    /// Stop the engine: it replies with the proven result so far. If it is idle, open the menu.
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

/// A dialog over the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// The keys and their actions.
    Help,
    /// The explanation of the score, as a text that scrolls.
    Explanation,
    /// The menu.
    Menu(Menu),
    /// The review of the game.
    Review(Story),
    /// A prompt and its input.
    Prompt {
        /// The request.
        prompt: Prompt,
        /// The input so far.
        input: String,
        /// Whether a warning was shown: then the same input, entered again, is accepted.
        is_warned: bool,
    },
}

/// A line of text for the players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The text.
    pub text: String,
    /// Whether it is an error.
    pub is_error: bool,
}

/// A place in the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Menu {
    /// The page.
    pub page: MenuPage,
    /// The selected item.
    pub item: usize,
}

/// A page of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MenuPage {
    /// The first one.
    #[default]
    Main,
    /// The levels.
    Levels,
    /// The lessons.
    Lessons,
}

impl MenuPage {
    /// Returns the title.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Main => "Four in a row",
            Self::Levels => "Play against a level",
            Self::Lessons => "Lessons",
        }
    }
}

/// The place in a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Story {
    /// The card: 0 is the whole game, then each blunder has one.
    pub card: usize,
    /// The moves of the card's line that are on the board.
    pub step: usize,
    /// Whether the player guesses the better columns, which are hidden.
    pub is_guessing: bool,
    /// Whether the better column of the card is shown although the player guesses: it was found.
    pub is_solved: bool,
}

impl Story {
    /// Returns whether the better column is hidden.
    pub(crate) const fn is_hidden(self) -> bool {
        self.is_guessing && !self.is_solved
    }
}

/// A request for typed input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompt {
    /// The file to save the game in.
    Save,
    /// The file to load a game from.
    Load,
    /// The players of X and of O.
    Players,
}

impl Prompt {
    /// Returns the label of the input.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Save => "Save the game in the file",
            Self::Load => "Load a game from the file",
            Self::Players => "Players of Yellow and Red: person, or a level from 1 to 10",
        }
    }
}

/// An action in the review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoryAction {
    /// Go to the next card.
    Next,
    /// Go to the card before.
    Previous,
    /// Play the next move of the line.
    Forward,
    /// Take a move of the line back.
    Back,
    /// Hide the better column, to find it, or show it.
    Guess,
    /// Try a column.
    Try(Column),
}

/// An action in the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuAction {
    /// Select the item above.
    Up,
    /// Select the item below.
    Down,
    /// Choose an item, counted from 0, or the selected one.
    Choose(Option<usize>),
    /// Go back to the page before, or close the menu.
    Back,
}

/// An action in a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskAction {
    /// Select the cell above.
    Up,
    /// Select the cell below.
    Down,
    /// Answer with the selected column or cell.
    Answer,
    /// Answer with a column; where cells are to be found, select it.
    Try(Column),
    /// Answer with a cell.
    Pick(Cell),
    /// Give a hint.
    Hint,
    /// Give up, and show the answer.
    Show,
    /// Begin the task again.
    Again,
    /// Go to the next task.
    Next,
    /// Go to the task before.
    Previous,
}
