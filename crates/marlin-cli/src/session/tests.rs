//! Sessions at a terminal, and failures that no input can provoke.

use std::io::{BufReader, Cursor};
use std::time::{Duration, Instant};

use marlin_core::{Solver, StopFlag};

use super::input::SessionEvent;
use super::job::{RunningSearch, SearchCommand};
use super::*;
use crate::protocol::{Dialect, Go, ReplyOn};

/// The time after which a test stops waiting. A machine may be busy, or pause for seconds.
const PATIENCE: Duration = Duration::from_secs(60);

fn solver() -> Solver {
    Solver::builder().hash_mib(1).unwrap().without_book().build()
}

fn transcript(input: &'static str, mode: Mode) -> (String, Result<(), Failure>) {
    let mut out = Vec::new();
    let setup =
        Setup { dialect: Dialect::Native, mode, is_strict: false, uses_book: false, is_coloured: false };
    let result = run(BufReader::new(Cursor::new(input)), &mut out, solver(), setup);
    (String::from_utf8(out).unwrap(), result)
}

#[test]
fn a_user_at_a_terminal_is_greeted_and_prompted() {
    let (text, _) = transcript("position 44\n\nstop\nundo\nquit\n", Mode::Terminal);
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "Marlin {version}, exact Connect Four (type 'help' for commands)\n\
         X to move> Played 2 moves\nX to move> X to move> X to move> Took back column 4, 1 move played\n\
         O to move> Goodbye!\n"
    );
    assert_eq!(text, expected);
}

#[test]
fn a_user_at_a_terminal_leaves_a_search_at_once() {
    let started = Instant::now();
    let (text, result) = transcript("analyze\nquit\n", Mode::Terminal);
    assert!(text.ends_with("X to move> Goodbye!\n") && result.is_ok(), "{text}");
    let (text, result) = transcript("analyze\n", Mode::Terminal);
    assert!(text.ends_with("> \nGoodbye!\n") && result.is_ok(), "{text}");
    assert!(!text.contains("analysis"), "{text}");
    assert!(started.elapsed() < PATIENCE);
}

#[test]
fn a_prompt_waits_for_the_end_of_the_search() {
    let (text, _) = transcript("analyze\nstop\nquit\n", Mode::Terminal);
    let (_, printed) = text.split_once('\n').unwrap();
    let answer =
        printed.strip_prefix("X to move> ").and_then(|printed| printed.strip_suffix("Goodbye!\n")).unwrap();
    // `quit` comes before the end of the search or after it.
    let is_answered = answer.starts_with("analysis ") && answer.ends_with("\n> ");
    assert!(answer.is_empty() || is_answered && answer.matches("> ").count() == 1, "{text}");
}

#[test]
fn a_session_survives_a_search_that_panics() {
    let (events, inbox) = mpsc::channel();
    let (permits, _permitted) = mpsc::channel();
    let mut out = Vec::new();
    let setup = Setup {
        dialect: Dialect::Native,
        mode: Mode::Piped,
        is_strict: false,
        uses_book: false,
        is_coloured: false,
    };
    let mut session = Session::new(solver(), setup, &mut out, events.clone(), permits);
    session.executor.running = Some(RunningSearch {
        stop: StopFlag::new(),
        command: SearchCommand::BestMove(Go::default()),
        reply_on: ReplyOn::Completion,
        deadline: None,
        result: None,
    });
    job::spawn(events.clone(), |_, _| String::new(), |_| panic!("a search that fails, on purpose")).unwrap();
    events.send(SessionEvent::Line(Ok("position 44".to_owned()))).unwrap();
    events.send(SessionEvent::InputEnded(Ok(()))).unwrap();

    let error = session.run(&inbox).unwrap_err();
    assert_eq!(error.exit_code(), 1);
    let expected = "Error: The search failed; the position is unchanged\nPlayed 2 moves\n";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}
