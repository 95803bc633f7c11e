//! Prompts: the typed input, and its use.

use std::path::PathBuf;

use super::action::Effect;
use super::dialog::{Dialog, Prompt};
use super::play::Play;
use super::record::record;
use crate::seat::{Seat, parse_seats};

/// The greatest length of an input in bytes: more than a path may have.
const MAX_BYTES: usize = 4096;

/// The proposed file.
const FILE: &str = "marlin-game.txt";

impl Play {
    pub(super) fn ask(&mut self, prompt: Prompt) {
        let input = match prompt {
            Prompt::Save | Prompt::Load => FILE.to_owned(),
            Prompt::Players => self.seats.map(Seat::word).join(" "),
        };
        self.dialog = Some(Dialog::Prompt { prompt, input, is_warned: false });
    }

    pub(super) fn type_letter(&mut self, letter: char) {
        if let Some(Dialog::Prompt { input, is_warned, .. }) = &mut self.dialog
            && input.len() < MAX_BYTES
            && !letter.is_control()
        {
            input.push(letter);
            *is_warned = false;
        }
    }

    pub(super) fn erase(&mut self) {
        if let Some(Dialog::Prompt { input, is_warned, .. }) = &mut self.dialog {
            input.pop();
            *is_warned = false;
        }
    }

    /// Uses the input. A prompt remains open until its input is valid.
    pub(super) fn submit(&mut self) -> Option<Effect> {
        let Some(Dialog::Prompt { prompt, input, is_warned }) = &self.dialog else {
            self.dialog = None;
            return None;
        };
        let (prompt, input, replaces) = (*prompt, input.trim().to_owned(), *is_warned);
        if input.is_empty() {
            self.dialog = None;
            return None;
        }
        match prompt {
            Prompt::Save => {
                Some(Effect::Save { path: PathBuf::from(input), text: record(&self.game), replaces })
            }
            Prompt::Load => Some(Effect::Load(PathBuf::from(input))),
            Prompt::Players => {
                match parse_seats(&input) {
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

    /// Closes the prompt after its file has been saved or loaded.
    pub fn close_prompt(&mut self) {
        self.dialog = None;
    }

    /// Shows that a file exists already, and lets the same input replace it.
    pub fn warn_of_existing(&mut self, name: &str) {
        if let Some(Dialog::Prompt { is_warned, .. }) = &mut self.dialog {
            *is_warned = true;
        }
        self.fail(format!("{name} exists already: Enter again replaces it"));
    }
}
