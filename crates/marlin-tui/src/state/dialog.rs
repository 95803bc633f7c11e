//! [`Dialog`]: the help, the explanation of the position, the review or a prompt, over the board.

/// A dialog over the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// The keys and their actions.
    Help,
    /// The explanation of the score, as a text that scrolls.
    Explanation,
    /// The review of the game.
    Review(Story),
    /// A prompt and its input.
    Prompt {
        /// The request.
        prompt: Prompt,
        /// The input so far.
        input: String,
        /// Whether a warning has been shown, so that the same input is taken now.
        is_warned: bool,
    },
}

impl Dialog {
    /// Returns whether the dialog shows results of the engine.
    pub(super) const fn needs_engine(&self) -> bool {
        matches!(self, Self::Explanation | Self::Review(_))
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
            Self::Players => "Players of X and O: person, or a level from 1 to 10",
        }
    }
}
