//! [`Dialog`]: the help, the explanation of the position, or a question, in front of the game.

use std::path::PathBuf;

use super::Play;
use super::apply::Effect;
use crate::seat::{ParseSeatError, Seat};

/// The most letters of an answer: more than a path may have.
const MAX_LETTERS: usize = 4096;

/// What stands over the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// The keys and what they do.
    Help,
    /// Why the position has its score, as a text that scrolls.
    Explanation {
        /// The first line that is shown.
        top: usize,
    },
    /// A question, and the answer as far as it is typed.
    Question {
        /// What is asked.
        question: Question,
        /// The answer so far.
        answer: String,
        /// Whether the same answer has been warned about and would now be taken.
        is_warned: bool,
    },
}

/// What a player can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The file to save the game in.
    Save,
    /// The file to load a game from.
    Load,
    /// The players of X and of O.
    Players,
}

impl Question {
    /// Returns the question in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Save => "Save the game in the file",
            Self::Load => "Load a game from the file",
            Self::Players => "Players of X and O: person, or a level from 1 to 10",
        }
    }
}

/// The file that is proposed.
const FILE: &str = "marlin-game.txt";

impl Play {
    pub(super) fn ask(&mut self, question: Question) {
        let answer = match question {
            Question::Save | Question::Load => FILE.to_owned(),
            Question::Players => self.seats.map(Seat::word).join(" "),
        };
        self.dialog = Some(Dialog::Question { question, answer, is_warned: false });
    }

    pub(super) fn type_letter(&mut self, letter: char) {
        if let Some(Dialog::Question { answer, is_warned, .. }) = &mut self.dialog
            && answer.len() < MAX_LETTERS
            && !letter.is_control()
        {
            answer.push(letter);
            *is_warned = false;
        }
    }

    pub(super) fn erase(&mut self) {
        if let Some(Dialog::Question { answer, is_warned, .. }) = &mut self.dialog {
            answer.pop();
            *is_warned = false;
        }
    }

    /// Takes the answer. A question stays open until its answer can be used.
    pub(super) fn submit(&mut self) -> Option<Effect> {
        let Some(Dialog::Question { question, answer, is_warned }) = &self.dialog else {
            self.dialog = None;
            return None;
        };
        let (question, answer, replaces) = (*question, answer.trim().to_owned(), *is_warned);
        if answer.is_empty() {
            self.dialog = None;
            return None;
        }
        match question {
            Question::Save => {
                Some(Effect::Save { path: PathBuf::from(answer), text: self.record(), replaces })
            }
            Question::Load => Some(Effect::Load(PathBuf::from(answer))),
            Question::Players => {
                match parse_seats(&answer) {
                    Ok(seats) => {
                        self.dialog = None;
                        self.set_seats(seats);
                    }
                    Err(error) => self.fail(error),
                }
                None
            }
        }
    }

    /// Closes the question about a file that has been saved or loaded.
    pub fn close_question(&mut self) {
        self.dialog = None;
    }

    /// Says that a file exists already; the same answer again replaces it.
    pub fn warn_of_existing(&mut self, name: &str) {
        if let Some(Dialog::Question { is_warned, .. }) = &mut self.dialog {
            *is_warned = true;
        }
        self.fail(format!("{name} exists already: Enter again replaces it"));
    }
}

/// Reads the players of X and of O.
pub(crate) fn parse_seats(text: &str) -> Result<[Seat; 2], String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let [x, o] = words[..] else {
        return Err("two players are expected, those of X and of O, as in 'person 5'".to_owned());
    };
    let seat = |word: &str| word.parse().map_err(|error: ParseSeatError| error.to_string());
    Ok([seat(x)?, seat(o)?])
}
