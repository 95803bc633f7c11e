//! [`Dialog`]: the help, the explanation of the position, or a prompt, over the board.

/// A dialog over the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// The keys and their actions.
    Help,
    /// The explanation of the score, as a text that scrolls.
    Explanation {
        /// The first line that is shown.
        top: usize,
    },
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
