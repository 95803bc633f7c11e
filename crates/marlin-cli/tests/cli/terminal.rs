//! A session at a terminal: its prompt, and its colours.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::process::Child;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Instant;

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

use crate::support::PATIENCE;

const CTRL_D: &str = "\u{4}";

/// A session at a new terminal.
struct Terminal {
    keys: Pty,
    child: Child,
    screen: Receiver<String>,
    /// Text that has appeared and was not waited for yet.
    text: String,
}

impl Terminal {
    fn start(variables: &[(&str, &str)]) -> Self {
        let (keys, far_end) = open().unwrap();
        keys.resize(Size::new(40, 200)).unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_marlin-cli"))
            .args(["--hash", "8", "--no-book", "--threads", "1"])
            .env("TERM", "xterm")
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied());
        let child = command.spawn(far_end).unwrap();
        let mut output = File::from(keys.as_fd().try_clone_to_owned().unwrap());
        let (sender, screen) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of the terminal is an error on some systems.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                let _ = sender.send(String::from_utf8_lossy(&bytes[..count]).into_owned());
            }
        });
        Self { keys, child, screen, text: String::new() }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until a text appears, and returns the text before it.
    fn wait_for(&mut self, text: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some((before, after)) = self.text.split_once(text) {
                let (before, after) = (before.to_owned(), after.to_owned());
                self.text = after;
                return before;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.screen.recv_timeout(left) {
                Ok(more) => self.text.push_str(&more),
                Err(error) => panic!("'{text}' does not appear ({error}): {:?}", self.text),
            }
        }
    }

    /// Waits for the end of the session.
    fn leave(mut self) -> Option<i32> {
        self.wait_for("Goodbye!");
        self.child.wait().unwrap().code()
    }
}

#[test]
fn each_answer_is_followed_by_a_prompt_also_of_lines_pasted_together() {
    let mut terminal = Terminal::start(&[]);
    terminal.wait_for("(type 'help' for commands)");
    terminal.wait_for("X to move> ");
    terminal.press("4\r");
    terminal.wait_for("Played column 4, O to move\r\nO to move> ");
    terminal.press("4\rposition 43\rmoves\r");
    terminal.wait_for("Played column 4, X to move");
    terminal.wait_for("Played 2 moves");
    terminal.wait_for("43\r\nX to move> ");
    terminal.press(CTRL_D);
    assert_eq!(terminal.leave(), Some(0));
}

#[test]
fn a_line_typed_during_a_search_stops_it_or_ends_the_session() {
    let mut terminal = Terminal::start(&[]);
    terminal.press("go\r");
    terminal.wait_for("info nodes ");
    terminal.press("stop\r");
    terminal.wait_for("bestmove 4 bounds ");
    terminal.wait_for("X to move> ");
    terminal.press("go\r");
    terminal.wait_for("info nodes ");
    terminal.press("quit\r");
    assert_eq!(terminal.leave(), Some(0));
}

#[test]
fn stones_are_coloured_only_on_request() {
    let board = |variables: &[(&str, &str)]| {
        let mut terminal = Terminal::start(variables);
        terminal.press("position 44\rd\r");
        terminal.wait_for("Played 2 moves");
        let board = terminal.wait_for("Moves played: 2");
        terminal.press("quit\r");
        assert_eq!(terminal.leave(), Some(0));
        board
    };
    let coloured = board(&[]);
    let stone = |colour: u32, name| format!("\u{1b}[1m\u{1b}[{colour}m{name}\u{1b}[0m");
    assert!(coloured.contains(&stone(33, 'X')) && coloured.contains(&stone(31, 'O')), "{coloured:?}");
    let plain = board(&[("NO_COLOR", "1")]);
    assert!(plain.contains("| . . . X . . . |") && plain.contains("| . . . O . . . |"), "{plain:?}");
}
