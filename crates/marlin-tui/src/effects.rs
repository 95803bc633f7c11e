//! The effects of a game: files and the clipboard.

use std::io::{self, Write};
use std::path::Path;

use marlin_support::files::{Existing, read_text, write_whole};
use marlin_support::text::excerpt;

use crate::state::{Effect, Play};

/// The surroundings of a game, for effects beyond files.
pub(crate) struct Outside<'a> {
    pub(crate) copy: &'a mut dyn FnMut(&str) -> io::Result<()>,
    /// Ends the running search.
    pub(crate) stop: &'a mut dyn FnMut(),
    /// Suspends the program.
    pub(crate) suspend: &'a mut dyn FnMut(),
}

/// Carries out an effect. Returns whether the game ends.
pub(crate) fn carry_out(effect: Effect, play: &mut Play, outside: &mut Outside<'_>) -> bool {
    match effect {
        Effect::Quit => return true,
        Effect::Stop => (outside.stop)(),
        Effect::Suspend => (outside.suspend)(),
        Effect::Copy(text) => {
            // A terminal without a clipboard reports no error, so the moves are shown as well.
            if let Err(error) = (outside.copy)(&text) {
                play.fail(format!("cannot copy: {error}; the moves are {text}"));
            }
        }
        Effect::Save { path, text, replaces } => save(&path, &text, replaces, play),
        Effect::Load(path) => load(&path, play),
    }
    false
}

/// Returns a path fit to print.
fn name(path: &Path) -> String {
    excerpt(&path.display().to_string())
}

fn save(path: &Path, text: &str, replaces: bool, play: &mut Play) {
    let name = name(path);
    if !replaces && path.exists() {
        play.warn_of_existing(&name);
        return;
    }
    match write_whole(path, text.as_bytes(), Existing::by_force(replaces)) {
        Ok(()) => {
            play.close_prompt();
            play.say(format!("saved in {name}"));
        }
        Err(error) => play.fail(format!("cannot write {name}: {error}")),
    }
}

fn load(path: &Path, play: &mut Play) {
    let name = name(path);
    match read_text(path) {
        Ok(text) => {
            play.close_prompt();
            play.load(&name, &text);
        }
        Err(error) => play.fail(format!("cannot read {name}: {error}")),
    }
}

/// Copies a text to the clipboard of a terminal that supports the sequence OSC 52.
pub(crate) fn copy(out: &mut impl Write, text: &str) -> io::Result<()> {
    crossterm::execute!(out, crossterm::clipboard::CopyToClipboard::to_clipboard_from(text))
}
