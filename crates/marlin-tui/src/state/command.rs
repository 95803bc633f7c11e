//! [`Command`]: the one table of the keys and words of a game, from which the dispatch, the help, the line of
//! keys and the help of the game line by line are made.

use super::{Action, Prompt};

/// A command of a game, by its keys on the screen and its words in the game line by line.
#[derive(Debug)]
pub(crate) struct Command {
    /// The letters of the keyboard, none for keys without one. The first is shown.
    letters: &'static str,
    /// The keys as they are shown, if they are no letter.
    key: &'static str,
    /// What it does, in a word or two.
    name: &'static str,
    /// The rest of its description on the screen, `None` if it shares the row of the next command there.
    note: Option<&'static str>,
    /// Its place in the line of keys during a game, from 1; 0 for none.
    in_game: u8,
    /// Its place there at the end of a game, and its name.
    at_end: (u8, &'static str),
    /// The words of a line.
    words: &'static [&'static str],
    /// How it is typed in a line, and what it does; empty if it has no line.
    line: (&'static str, &'static str),
    action: Option<Action>,
}

/// A command without anything.
const NONE: Command = Command {
    letters: "",
    key: "",
    name: "",
    note: Some(""),
    in_game: 0,
    at_end: (0, ""),
    words: &[],
    line: ("", ""),
    action: None,
};

/// All commands, in the order of the help: the most important ones first.
#[rustfmt::skip]
const COMMANDS: [Command; 28] = [
    Command { key: "← →", name: "choose a column", ..NONE },
    Command { key: "Enter", name: "drop a stone there", note: Some("; Space and ↓ do the same"), ..NONE },
    Command { key: "1 - 9", name: "drop into that column", note: Some(", 0 into the tenth"),
        line: ("A number", "drop a stone into that column"), ..NONE },
    Command { key: "mouse", name: "click on a column", note: Some(" to drop a stone there"), ..NONE },
    Command { letters: "uz", name: "undo", note: None, in_game: 2, at_end: (5, "undo"), words: &["undo", "u", "z"],
        line: ("undo", "take back your last move"), action: Some(Action::Undo), ..NONE },
    Command { letters: "r", name: "redo", note: Some("; z and ↑ undo too, also a new game"), in_game: 16, words: &["redo", "r"],
        line: ("redo", "replay a move that was taken back"), action: Some(Action::Redo), ..NONE },
    Command { letters: "n", name: "new game", note: None, in_game: 4, at_end: (4, "new"), words: &["new", "n"],
        line: ("new", "start a new game; 'undo' brings the last one back"), action: Some(Action::New), ..NONE },
    Command { letters: "m", name: "rematch", note: Some(" with the sides swapped"), at_end: (2, "rematch"), words: &["rematch", "m"],
        line: ("rematch", "start a new game after the end of one, with the sides swapped"), action: Some(Action::Rematch), ..NONE },
    Command { letters: "h", name: "hint", note: Some("; again: who wins with each column, and when"), in_game: 3, words: &["hint", "h"],
        line: ("hint", "name the best column; again, say who wins with each"), action: Some(Action::Hint), ..NONE },
    Command { words: &["hints"], note: None,
        line: ("hints", "say who wins with each column; 'hints on' says it at every turn"), action: Some(Action::Hints), ..NONE },
    Command { letters: "v", name: "review", note: Some(": each blunder, and what was better"), in_game: 7, at_end: (1, "review"), words: &["review", "v"],
        line: ("review", "list the moves with their quality, and what would have been better"), action: Some(Action::Review), ..NONE },
    Command { letters: "e", name: "explain", note: Some(" the position"), in_game: 8, words: &["explain", "e"],
        line: ("explain", "explain the position"), action: Some(Action::Explanation), ..NONE },
    Command { letters: "g", name: "graph", note: Some(": who is winning over the game"), in_game: 10, words: &["graph", "g"],
        line: ("graph", "list the evaluation over the game"), action: Some(Action::Graph), ..NONE },
    Command { letters: "t", name: "threats", note: Some(": cells that would complete four, x or o"), in_game: 13, words: &["threats", "t"],
        line: ("threats", "name the cells that would complete four in a row"), action: Some(Action::Threats), ..NONE },
    Command { letters: "b", name: "best line", note: Some(": the next moves, numbered in the cells"), in_game: 14, words: &["line", "b"],
        line: ("line", "name the next moves of best play"), action: Some(Action::Line), ..NONE },
    Command { letters: "p", name: "players", note: Some(" of Yellow and Red: a person, or a level"), in_game: 9, words: &["players", "p"],
        line: ("players X O", "choose the players of Yellow and Red, each 'person' or a level from 1 to 10"), action: Some(Action::Ask(Prompt::Players)), ..NONE },
    Command { letters: "x", name: "swap", note: Some(" the players of Yellow and Red"), in_game: 12, words: &["swap", "x"],
        line: ("swap", "swap the players of Yellow and Red"), action: Some(Action::Swap), ..NONE },
    // The lines have no colours.
    Command { letters: "y", name: "theme", note: Some(": classic, quiet, high contrast"), in_game: 11, action: Some(Action::Theme), ..NONE },
    Command { letters: "c", name: "copy", note: Some(" the moves; at the end a line to share"), at_end: (3, "share"), words: &["moves", "c"],
        line: ("moves", "print the moves"), action: Some(Action::Copy), ..NONE },
    Command { words: &["board", "d"], line: ("board", "draw the board"), note: None, ..NONE },
    Command { words: &["go"], line: ("go", "let the engine move after undo"), note: None, ..NONE },
    Command { letters: "s", name: "save", note: None, in_game: 15, words: &["save", "s", "save!"],
        line: ("save FILE", "save the game; 'save! FILE' replaces a file"), action: Some(Action::Ask(Prompt::Save)), ..NONE },
    Command { letters: "l", name: "load", note: Some(" a game"), words: &["load", "l"],
        line: ("load FILE", "load a game"), action: Some(Action::Ask(Prompt::Load)), ..NONE },
    Command { key: "PgDn", name: "scroll", note: Some(" a text beside the board; PgUp scrolls back"), ..NONE },
    Command { key: "Esc", name: "menu", note: Some(", or stop a thinking engine: it moves at once"), in_game: 6, at_end: (7, "menu"), ..NONE },
    Command { key: "Ctrl-Z", name: "suspend", note: Some("; fg in the shell goes on"), ..NONE },
    Command { letters: "?", name: "help", in_game: 1, words: &["help", "?"], action: Some(Action::Help), ..NONE },
    Command { letters: "q", name: "quit", note: Some(", as Ctrl-C does; the moves are printed"), in_game: 5, at_end: (6, "quit"), words: &["quit", "exit", "q"],
        line: ("quit", "quit, as the end of the input does"), action: Some(Action::Quit), ..NONE },
];

impl Command {
    /// Returns the action of a letter on the keyboard.
    pub(crate) fn of_key(letter: char) -> Option<Action> {
        COMMANDS.iter().find(|command| command.letters.contains(letter.to_ascii_lowercase()))?.action
    }

    /// Returns the action of a word of a line.
    pub(crate) fn of_word(word: &str) -> Option<Action> {
        COMMANDS
            .iter()
            .find(|command| command.words.iter().any(|known| known.eq_ignore_ascii_case(word)))?
            .action
    }

    /// Returns the key as it is shown, empty if there is none on the screen.
    fn shown_key(&self) -> &'static str {
        if self.key.is_empty() { self.letters.get(..1).unwrap_or_default() } else { self.key }
    }

    /// Returns the rows of the help: the keys, their names, and the rest of the description.
    pub(crate) fn rows() -> Vec<(String, String, &'static str)> {
        let (mut rows, mut keys, mut names) = (Vec::new(), Vec::new(), Vec::new());
        // A reader of the help knows its key, and on a screen of 24 lines the help has no line to spare.
        let is_shown =
            |command: &&Self| !command.shown_key().is_empty() && command.action != Some(Action::Help);
        for command in COMMANDS.iter().filter(is_shown) {
            keys.push(command.shown_key());
            names.push(command.name);
            if let Some(note) = command.note {
                rows.push((keys.join(" "), names.join(", "), note));
                keys.clear();
                names.clear();
            }
        }
        rows
    }

    /// Returns the keys for the line at the foot of the screen, with their names: the most important ones
    /// first.
    pub(crate) fn of_footer(is_over: bool) -> Vec<(&'static str, &'static str)> {
        let place = |command: &Self| if is_over { command.at_end } else { (command.in_game, command.name) };
        let mut placed: Vec<_> =
            COMMANDS.iter().map(|command| (place(command), command.shown_key())).collect();
        placed.retain(|((place, _), _)| *place > 0);
        placed.sort_unstable();
        placed.into_iter().map(|((_, name), key)| (key, name)).collect()
    }

    /// Returns the help of the game line by line.
    pub(crate) fn lines() -> String {
        let lines = COMMANDS.iter().map(|command| command.line).filter(|(typed, _)| !typed.is_empty());
        lines.fold(String::new(), |text, (typed, about)| text + &format!("{typed:<17}{about}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_key_or_a_word_of_its_own_and_its_help() {
        let mut letters: Vec<char> = COMMANDS.iter().flat_map(|command| command.letters.chars()).collect();
        let mut words: Vec<&str> =
            COMMANDS.iter().flat_map(|command| command.words.iter().copied()).collect();
        let counts = (letters.len(), words.len());
        letters.sort_unstable();
        letters.dedup();
        words.sort_unstable();
        words.dedup();
        assert_eq!((letters.len(), words.len()), counts);
        for command in &COMMANDS {
            let is_help = command.action == Some(Action::Help);
            assert!(command.shown_key().is_empty() == command.name.is_empty(), "{command:?}");
            assert!(command.words.is_empty() || is_help || !command.line.0.is_empty(), "{command:?}");
        }
        assert!(COMMANDS.last().is_some_and(|command| command.note.is_some()), "the last row ends");
    }
}
