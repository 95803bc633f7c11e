//! `marlin-cli play` in a real pseudo-terminal, whose screen is read as a person sees it.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use tempfile::TempDir;

use crate::support::{PATIENCE, PROGRAM};

const LEFT: &str = "\u{1b}[D";
const ENTER: &str = "\r";
const ESCAPE: &str = "\u{1b}";
const CTRL_C: &str = "\u{3}";

/// Returns a number other than 0.
fn some(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

/// The program at a new terminal.
pub(crate) struct Screen {
    keys: Pty,
    child: Child,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Everything that was sent to the terminal.
    pub(crate) sent: Vec<u8>,
}

impl Screen {
    /// Starts `play` with these arguments.
    fn play(arguments: &[&str]) -> Self {
        Self::run(&[], &[&["play"], arguments].concat())
    }

    /// Starts the program with a folder for its settings and its record.
    fn run_in(folder: &TempDir, arguments: &[&str]) -> Self {
        let folder = folder.path().to_str().unwrap();
        Self::run(&[("XDG_CONFIG_HOME", folder), ("XDG_STATE_HOME", folder)], arguments)
    }

    /// Starts the program with some variables of the environment; it remembers nothing unless they name a
    /// folder.
    pub(crate) fn run(variables: &[(&str, &str)], arguments: &[&str]) -> Self {
        let (keys, far_end) = open().unwrap();
        keys.resize(Size::new(24, 80)).unwrap();
        let command = Command::new(PROGRAM)
            .args(arguments)
            .args(["--hash", "8", "--threads", "1"])
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .env_remove("COLORTERM")
            .env_remove("LC_ALL")
            .env_remove("LC_CTYPE")
            .env("LANG", "C.UTF-8")
            // A path below a file cannot be a folder.
            .env("XDG_CONFIG_HOME", PROGRAM)
            .env("XDG_STATE_HOME", PROGRAM)
            .envs(variables.iter().copied())
            // For the image of a process that a signal may leave.
            .current_dir(std::env::temp_dir());
        let child = command.spawn(far_end).unwrap();
        Self::of(keys, child)
    }

    /// Reads the terminal of a program.
    fn of(keys: Pty, child: Child) -> Self {
        let mut output = File::from(keys.as_fd().try_clone_to_owned().unwrap());
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of the terminal is an error on some systems.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                let _ = sender.send(bytes[..count].to_vec());
            }
        });
        Self {
            keys,
            child,
            output: receiver,
            parser: vt100::Parser::new(some(24), some(80), 0),
            sent: Vec::new(),
        }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Changes the size of the terminal.
    fn resize(&mut self, lines: u16, columns: u16) {
        self.parser.screen_mut().set_size(some(lines), some(columns));
        self.keys.resize(Size::new(lines, columns)).unwrap();
    }

    /// Waits until a text is on the screen, and returns the screen.
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let screen = self.parser.screen().contents();
            if screen.contains(text) {
                return screen;
            }
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.take(&bytes),
                Err(error) => panic!("'{text}' does not appear ({error}):\n{screen}"),
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.parser.process(bytes);
        self.sent.extend(bytes);
    }

    /// Returns whether the terminal passes on each key at once.
    fn is_raw(&self) -> bool {
        let terminal = self.keys.as_fd().try_clone_to_owned().unwrap();
        let modes = std::process::Command::new("stty").arg("-a").stdin(terminal).output().unwrap();
        String::from_utf8_lossy(&modes.stdout).contains("-icanon")
    }

    /// Leaves a game.
    fn quit(mut self) {
        self.press("q");
        assert_eq!(self.leave().0, Some(0));
    }

    /// Waits for the end of the program; returns its exit code and what the terminal shows then.
    pub(crate) fn leave(self) -> (Option<i32>, String) {
        let (status, shown) = self.leave_by_any_end();
        (status.code(), shown)
    }

    fn leave_by_any_end(mut self) -> (ExitStatus, String) {
        let deadline = Instant::now() + PATIENCE;
        while self.child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "the program does not end");
            match self.output.recv_timeout(Duration::from_millis(20)) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
        // Its end of the terminal is closed, which ends the output after the last of it.
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
            self.take(&bytes);
        }
        let screen = self.parser.screen();
        // The terminal is as it was: no second screen, no mouse, and the cursor is seen.
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert!(!self.is_raw());
        (self.child.wait().unwrap(), screen.contents())
    }
}

#[test]
fn a_game_against_the_engine_is_won_undone_and_left() {
    let mut screen = Screen::play(&["443322", "--o", "10"]);
    screen.wait_for(" Yellow  to move: ← → Enter");
    screen.press("5");
    screen.wait_for("You win on move 7");
    screen.wait_for("[▜><▛][▜><▛][▜><▛][▜><▛]");
    // Both sides, after the review of the moves.
    screen.wait_for("50.0 %");
    screen.press("u");
    screen.wait_for("Moves (6) 443322");
    screen.press(&format!("r{LEFT}"));
    screen.wait_for("You win on move 7");
    screen.press("q");
    let (code, rest) = screen.leave();
    assert_eq!(code, Some(0));
    assert!(rest.contains("Moves: 4433225\nTo go on: marlin-cli play 4433225 --x person --o 10"), "{rest}");
}

#[test]
fn the_engine_answers_a_stone_that_is_dropped_with_enter() {
    let mut screen = Screen::play(&["--o", "10"]);
    screen.wait_for(" Yellow  to move");
    screen.press(ENTER);
    screen.wait_for("Moves (2) 44");
    // A click on the first column: SGR coordinates count from 1.
    screen.press("\u{1b}[<0;4;6M");
    screen.wait_for("Moves (4) 441");
    screen.press(CTRL_C);
    assert_eq!(screen.leave().0, Some(0));
}

#[test]
fn a_game_that_a_signal_ends_gives_the_terminal_back() {
    let interrupts = marlin_support::process::heeded([SIGTERM, SIGINT, SIGHUP, SIGQUIT]);
    for signal in interrupts {
        let mut screen = Screen::play(&["--o", "person"]);
        screen.wait_for(" Yellow  to move");
        assert!(screen.is_raw());
        send(&screen.child, signal);
        let (status, _) = screen.leave_by_any_end();
        assert_eq!(status.signal(), Some(signal), "the signal ends it");
    }
}

#[test]
fn a_second_signal_ends_a_game_whose_terminal_takes_no_more_output() {
    let (keys, mut child) = start_without_hang_up();
    // The terminal is not read, and each size draws the whole board anew, until the output is full.
    for size in 0..60 {
        keys.resize(Size::new(40 + size % 2, 120)).unwrap();
        thread::sleep(Duration::from_millis(20));
    }
    send(&child, SIGTERM);
    thread::sleep(Duration::from_millis(1500));
    assert!(
        child.try_wait().unwrap().is_none(),
        "the first one restores the terminal, which waits for a reader"
    );
    send(&child, SIGTERM);
    assert!(ends_soon(&mut child), "it waits for its terminal");
}

/// Sends a signal to a program.
fn send(child: &Child, signal: i32) {
    let arguments = [format!("-{signal}"), child.id().to_string()];
    assert!(std::process::Command::new("kill").args(arguments).status().unwrap().success());
}

/// Starts a game that ignores the end of its terminal, and waits until it is drawn.
fn start_without_hang_up() -> (Pty, Child) {
    let (mut keys, far_end) = open().unwrap();
    keys.resize(Size::new(24, 80)).unwrap();
    let command = Command::new("sh").args(["-c", "trap '' HUP; exec \"$0\" play --o person", PROGRAM]);
    let child = command.env("TERM", "xterm").spawn(far_end).unwrap();
    let (mut bytes, mut text) = ([0; 4096], String::new());
    // Blanks are not sent.
    while !text.contains("person") {
        let count = keys.read(&mut bytes).unwrap();
        text.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    (keys, child)
}

/// Waits for the end of a program, and returns whether it comes.
fn ends_soon(child: &mut Child) -> bool {
    let deadline = Instant::now() + PATIENCE;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            child.kill().unwrap();
            child.wait().unwrap();
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
    true
}

#[test]
fn a_game_ends_with_its_terminal_also_without_a_hang_up() {
    let (keys, mut child) = start_without_hang_up();
    drop(keys);
    assert!(ends_soon(&mut child), "it reads a terminal that has vanished");
}

#[test]
fn a_signal_ends_a_game_that_waits_for_the_rest_of_a_key() {
    let (mut keys, mut child) = start_without_hang_up();
    keys.write_all(b"\x1b[").unwrap();
    thread::sleep(Duration::from_millis(100));
    send(&child, SIGTERM);
    assert!(ends_soon(&mut child), "it waits for the rest of a key");
}

#[test]
fn a_signal_ends_a_program_whose_keys_never_end() {
    for (arguments, shown) in [
        (&["puzzle", "--number", "12"][..], "Puzzle 12: "),
        (&["learn"], "1 Threats"),
        (&["play", "--o", "person"], " Yellow  to move"),
    ] {
        let mut screen = Screen::run(&[], arguments);
        screen.wait_for(shown);
        let mut keys = File::from(screen.keys.as_fd().try_clone_to_owned().unwrap());
        // A key of a puzzle takes longer to handle than to press.
        thread::spawn(move || while keys.write_all(&b"n1".repeat(100)).is_ok() {});
        thread::sleep(Duration::from_millis(500));
        send(&screen.child, SIGTERM);
        assert_eq!(screen.leave_by_any_end().0.signal(), Some(SIGTERM), "{arguments:?}");
    }
}

#[test]
fn a_key_that_arrives_with_a_new_size_is_handled() {
    let mut screen = Screen::play(&["--o", "person"]);
    screen.wait_for(" Yellow  to move");
    for round in 0..40 {
        screen.resize(24 + round % 2, 80);
        screen.press("1u");
        screen.resize(24, 80 + round % 3);
        screen.press("4");
        screen.wait_for("Moves (1) 4");
        screen.press("u");
        screen.wait_for("No moves yet");
    }
    screen.quit();
}

#[test]
fn a_terminal_of_any_size_takes_bounded_memory() {
    for (rows, columns) in [(5_000, 5_000), (65_535, 65_535)] {
        let mut screen = Screen::play(&["44", "--o", "person"]);
        screen.wait_for(" Yellow  to move");
        screen.parser.screen_mut().set_size(some(200), some(500));
        screen.keys.resize(Size::new(rows, columns)).unwrap();
        screen.press("1");
        screen.wait_for("Moves (3) 441");
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", screen.child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        assert!(peak.is_none_or(|peak| peak.parse::<u64>().unwrap() < 300_000), "{status}");
        screen.quit();
    }
}

#[test]
fn hints_stay_until_they_are_switched_off() {
    let mut screen = Screen::play(&["4433", "--o", "person"]);
    screen.wait_for(" Yellow  to move");
    screen.press("h");
    screen.wait_for("Hint: column 5");
    screen.press("h");
    let hints = screen.wait_for("at 39");
    assert!(hints.contains("+18") && hints.contains("loses  wins  wins  wins  wins loses loses"), "{hints}");
    screen.press("5");
    screen.wait_for("Moves (5) 44335");
    screen.wait_for("loses loses loses loses loses loses loses");
    screen.press("q");
    screen.quit();
}

#[test]
fn the_screen_follows_the_size_of_the_terminal() {
    let mut screen = Screen::play(&["44", "--o", "person"]);
    screen.wait_for(" Yellow  to move");
    screen.resize(8, 20);
    screen.wait_for("columns: 20 of 24");
    screen.resize(40, 120);
    let large = screen.wait_for(" Yellow  to move");
    assert!(large.contains("▄▀▀▄"), "{large}");
    screen.quit();
}

#[test]
fn a_search_that_would_take_hours_is_stopped_by_a_key() {
    let mut screen = Screen::play(&["--board", "9x6", "--x", "10", "--o", "person", "--time", "3600000"]);
    screen.wait_for("Yellow  thinks: ");
    // The game listens while the engine thinks.
    screen.press("?");
    screen.wait_for("Esc closes");
    screen.press(ENTER);
    screen.press(ESCAPE);
    screen.wait_for("Moves (1) ");
    screen.quit();
}

#[test]
fn a_game_is_saved_and_copied() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("g");
    let mut screen = Screen::play(&["4433", "--o", "person"]);
    screen.wait_for(" Yellow  to move");
    screen.press("c");
    screen.wait_for("copied: 4433");
    // The sequence OSC 52 with the moves in base 64.
    let sequence = b"\x1b]52;c;NDQzMw==";
    assert!(screen.sent.windows(sequence.len()).any(|bytes| bytes == sequence));
    screen.press("s");
    screen.wait_for("Save the game in the file: marlin-game.txt");
    screen.press(&"\u{7f}".repeat(20));
    screen.press(&format!("{}{ENTER}", file.display()));
    screen.wait_for("saved in ");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "# board 7x6\n4433\n");
    screen.quit();
}

#[test]
fn random_keys_leave_a_game_that_can_be_left() {
    let mut screen = Screen::play(&["--x", "1", "--o", "person", "--time", "20"]);
    screen.wait_for("Four in a row");
    let mut number = 9_u64;
    let keys = [
        "1", "4", "7", "9", LEFT, ENTER, ESCAPE, "h", "t", "g", "e", "b", "u", "r", "n", "x", "?", " ",
        "\u{7f}",
    ];
    for _ in 0..300 {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        screen.press(keys[(number >> 33) as usize % keys.len()]);
    }
    screen.press(CTRL_C);
    assert_eq!(screen.leave().0, Some(0));
}

#[test]
fn without_colours_none_are_sent() {
    let mut screen = Screen::play(&["443322", "--o", "person", "--color", "never"]);
    let shown = screen.wait_for("Yellow ● to move");
    // The stones differ in their shapes.
    assert!(shown.contains("▜██▛") && shown.contains("▜▄▄▛"), "{shown}");
    let text = String::from_utf8_lossy(&screen.sent).into_owned();
    assert!(!text.contains("38;5;") && !text.contains("48;5;"), "{text:?}");
    screen.quit();
}

#[test]
fn a_locale_without_utf_8_gets_ascii_alone() {
    let mut screen = Screen::run(&[("LANG", "C")], &["play", "443322", "--o", "person"]);
    let shown = screen.wait_for("to move: arrows Enter");
    assert!(shown.is_ascii() && screen.sent.is_ascii(), "{shown}");
    screen.quit();
}

#[test]
fn a_terminal_gets_the_colours_that_it_has() {
    let mut screen = Screen::play(&["44", "--o", "person", "--theme", "classic"]);
    screen.wait_for(" Yellow  to move");
    // The yellow of X and the red of O among 256 colours.
    let text = String::from_utf8_lossy(&screen.sent).into_owned();
    assert!(text.contains("38;5;221") && text.contains("38;5;203"), "{text:?}");
    screen.quit();
}

#[test]
fn the_players_the_theme_and_the_hints_are_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = Screen::run_in(&folder, &["play", "--x", "1", "--o", "person"]);
    first.wait_for(" Red  to move");
    first.press("yhh");
    first.wait_for("loses");
    first.quit();
    let file = folder.path().join("marlin/play.conf");
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.ends_with("players = 1 person\ntheme = quiet\nhints = on\n"), "{saved}");
    let mut second = Screen::run_in(&folder, &["play"]);
    second.wait_for("level 1 (newcomer)");
    // Without players there is the menu first.
    second.wait_for("New game");
    second.press(ENTER);
    second.wait_for(" Red  to move: ← →");
    second.quit();
    // A damaged file is replaced, and a note says so.
    std::fs::write(&file, "theme = pink").unwrap();
    let mut third = Screen::run_in(&folder, &["play", "--o", "person"]);
    third.wait_for("will be replaced");
    third.quit();
    assert!(std::fs::read_to_string(&file).unwrap().contains("theme = classic"));
}

#[test]
fn a_puzzle_is_solved_on_the_screen_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let asked = marlin_coach::puzzle::numbered(12).unwrap();
    let solution = asked.solution(&marlin_core::Solver::on(asked.game.size())).unwrap();
    let mut screen = Screen::run_in(&folder, &["puzzle", "--number", "12"]);
    screen.wait_for("Puzzle 12: ");
    screen.press(&solution.to_string());
    screen.wait_for("Solved: 1 of 3650.");
    screen.press(ESCAPE);
    screen.wait_for("More puzzles         Solved: 1 of 3650.");
    screen.quit();
    let kept = std::fs::read_to_string(folder.path().join("marlin/record")).unwrap();
    assert!(kept.ends_with(&format!(" puzzle 12 {} first\n", asked.difficulty)), "{kept}");
}

#[test]
fn a_lesson_is_chosen_in_the_menu_and_a_step_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = Screen::run_in(&folder, &["learn"]);
    screen.wait_for("1 Threats            0 of 5 done");
    screen.press(ENTER);
    screen.wait_for("Lesson 1: Threats, 1 of 5");
    screen.press("4");
    screen.wait_for("Yes. ");
    screen.press("\u{1b}[C");
    screen.wait_for("Lesson 1: Threats, 2 of 5");
    screen.quit();
    let kept = std::fs::read_to_string(folder.path().join("marlin/record")).unwrap();
    assert!(kept.ends_with(" lesson threat 1\n"), "{kept}");
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_the_game_goes_on_after_it() {
    let (keys, far_end) = open().unwrap();
    keys.resize(Size::new(24, 80)).unwrap();
    let script = "set -m; \"$0\" play 44 --o person; echo back in the shell; read line; fg";
    let command = Command::new("bash").args(["-c", script, PROGRAM]);
    let command = command.env("TERM", "xterm-256color").env("XDG_CONFIG_HOME", PROGRAM);
    let child = command.spawn(far_end).unwrap();
    let mut screen = Screen::of(keys, child);
    screen.wait_for(" Yellow  to move");
    screen.press("\u{1a}");
    screen.wait_for("back in the shell");
    assert!(!screen.parser.screen().alternate_screen() && !screen.parser.screen().hide_cursor());
    screen.press("\r");
    screen.wait_for(" Yellow  to move");
    screen.press("1");
    screen.wait_for("Moves (3) 441");
    screen.quit();
}
