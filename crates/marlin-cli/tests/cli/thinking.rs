//! The commands of a session that search.

use std::time::{Duration, Instant};

use crate::process::{InteractiveRun, LATE, run, session, with_longer_times};
use crate::support::PATIENCE;

/// Options with which a session searches the empty board for seconds instead of answering from the book.
const SEARCHING: [&str; 3] = ["--hash", "8", "--no-book"];

/// The answer of `go` to [`LATE`].
const LATE_ANSWER: &str = "  Column 6: score -1 (LOSS in 4 plies, at move 41)
  Column 7: score -2 (LOSS in 2 plies, at move 39)
bestmove 6 score -1 (LOSE) in 4 plies, at move 41
";

/// Returns an output without its `info` lines and node counts, which differ from run to run.
fn without_counts(output: &str) -> String {
    let lasting = |line: &&str| !line.starts_with("info ") && !line.starts_with("Nodes analyzed: ");
    output.split_inclusive('\n').filter(lasting).collect()
}

#[test]
fn the_best_move_of_the_example_is_the_win_nearest_the_centre() {
    let output = session("position 4433\ngo\nquit\n");
    let expected = "\
Played 4 moves
  Column 1: score -3 (LOSS in 34 plies, at move 38)
  Column 2: score 18 (WIN in 3 plies, at move 7)
  Column 3: score 2 (WIN in 35 plies, at move 39)
  Column 4: score 2 (WIN in 35 plies, at move 39)
  Column 5: score 18 (WIN in 3 plies, at move 7)
  Column 6: score -3 (LOSS in 34 plies, at move 38)
  Column 7: score -4 (LOSS in 32 plies, at move 36)
bestmove 5 score 18 (WIN) in 3 plies, at move 7
Goodbye!
";
    assert_eq!(without_counts(&output), expected);
    let last_info = output.lines().rfind(|line| line.starts_with("info ")).unwrap();
    assert!(last_info.contains(" bounds 18 pv 5 "), "{last_info}");
    assert!(output.lines().rev().nth(1).unwrap().starts_with("Nodes analyzed: "), "{output}");
}

#[test]
fn every_column_is_scored_from_the_side_to_move() {
    let output = session(&format!("position {LATE}\ngo\nanalyze\n"));
    let expected = format!("Played 37 moves\n{LATE_ANSWER}analysis - - - - - -1 -2\n");
    assert_eq!(without_counts(&output), expected);
}

#[test]
fn the_last_info_line_carries_the_whole_line_of_play() {
    let output = session(&format!("position {LATE}\ngo\n"));
    let last_info = output.lines().rfind(|line| line.starts_with("info ")).unwrap();
    let words: Vec<_> = last_info.split(' ').collect();
    let names: Vec<_> = words[1..].iter().step_by(2).take(6).copied().collect();
    assert_eq!(names, ["nodes", "nps", "hashfull", "time", "bounds", "pv"], "{last_info}");
    assert_eq!((words[10], words[12..].len()), ("-1", 4), "{last_info}");

    let replayed = session(&format!("position {LATE}{}\nd\n", words[12..].concat()));
    assert!(replayed.ends_with("\nGame over: X has won, at move 41\n"), "{replayed}");
}

/// Returns the moves after `pv` in every `info` line.
fn lines_of_play(output: &str) -> Vec<Vec<&str>> {
    let lines = output.lines().filter(|line| line.starts_with("info "));
    lines.filter_map(|line| Some(line.split_once(" pv ")?.1.split(' ').collect())).collect()
}

#[test]
fn a_line_of_play_never_gets_shorter_while_its_first_moves_and_the_bounds_stay() {
    for (arguments, lines) in [
        (&["--hash", "8", "--no-book"][..], "position 44331\ngo\nposition 6567336616\ngo 40\n"),
        (&["uci", "--hash", "8", "--no-book"], "position startpos moves d d c c a\ngo\ngo movetime 40\n"),
        (&["--hash", "8"], "position 12\ngo\nposition 271236361557237\ngo\n"),
    ] {
        let output = run(arguments, lines.as_bytes()).succeeds();
        let mut compared = 0;
        for search in output.split_inclusive("bestmove ") {
            // The bounds come last before the line of play; in UCI the nodes follow them.
            let shown = search.lines().filter_map(|line| {
                let (head, moves) = line.strip_prefix("info ")?.split_once(" pv ")?;
                let bounds = head.split_once("bounds ").or_else(|| head.split_once("score "))?.1;
                Some((bounds.split(" nodes ").next(), moves.split(' ').collect::<Vec<_>>()))
            });
            let shown: Vec<_> = shown.collect();
            // New bounds may contradict a line that has ended the game.
            for [(_, before), (_, now)] in shown.array_windows().filter(|[one, other]| one.0 == other.0) {
                let stands = before.iter().zip(now).take_while(|(before, now)| before == now).count() >= 2;
                assert!(now.len() >= before.len() || !stands, "{before:?}, then {now:?} in {arguments:?}");
                compared += 1;
            }
        }
        assert!(compared > 0, "{output}");
    }
}

#[test]
fn the_last_line_of_play_of_a_search_goes_to_the_end_of_the_game() {
    // O wins with move 38.
    let output = run(&["--hash", "8", "--no-book"], b"position 44331\ngo\n").succeeds();
    assert_eq!(lines_of_play(&output).last().map(Vec::len), Some(33), "{output}");

    let lines = "setoption name MultiPV value 7\nposition startpos moves d d c c a b a e\ngo\n";
    let output = run(&["uci", "--hash", "8", "--no-book"], lines.as_bytes()).succeeds();
    for rank in 1..=7 {
        let info = output.lines().rfind(|line| line.contains(&format!(" multipv {rank} "))).unwrap();
        let score: Vec<_> = info.split_once(" score ").unwrap().1.split(' ').take(2).collect();
        let plies = match (score[0], score[1].parse::<i32>().unwrap()) {
            ("mate", moves) if moves > 0 => 2 * moves - 1,
            ("mate", moves) => -2 * moves,
            _ => 34,
        };
        assert_eq!(lines_of_play(info)[0].len(), plies as usize, "{info}");
    }
}

#[test]
fn there_is_a_move_to_ponder_on_while_the_game_goes_on() {
    for (arguments, lines) in [
        (&["uci", "--hash", "8"][..], "go\nposition startpos moves d d\ngo\ngo nodes 0\n"),
        (&["uci", "--hash", "8", "--no-book"], "go nodes 0\ngo nodes 300\ngo movetime 0\n"),
        (&["uci", "--hash", "8"], "setoption name Level value 1\ngo\ngo searchmoves P@a1\ngo\n"),
    ] {
        let output = run(arguments, lines.as_bytes()).succeeds();
        let best: Vec<_> = output.lines().filter(|line| line.starts_with("bestmove ")).collect();
        assert!(best.len() == 3 && best.iter().all(|best| best.contains(" ponder P@")), "{output}");
    }
}

#[test]
fn a_win_at_once_needs_no_search() {
    let expected =
        "Played 6 moves\nbestmove 5 score WIN (immediate) in 1 ply, at move 7\nNodes analyzed: 0\n";
    assert_eq!(session("position 223344\ngo\n"), expected);
}

#[test]
fn commands_during_a_search_wait_their_turn() {
    let input = format!("position {LATE}\ngo\nposition 44\nundo\nfly\nposition {LATE}\ngo\nquit\n");
    let expected = format!(
        "Played 37 moves\n{LATE_ANSWER}Played 2 moves\nTook back column 4, 1 move played\n\
         Unknown command: fly (type 'help' for commands)\nPlayed 37 moves\n{LATE_ANSWER}Goodbye!\n"
    );
    assert_eq!(without_counts(&session(&input)), expected);
}

#[test]
fn a_search_ends_with_its_time_and_marks_unproven_scores() {
    let started = Instant::now();
    let output = run(&SEARCHING, b"go 50\n").succeeds();
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());

    let lines: Vec<_> = output.lines().filter(|line| !line.starts_with("info ")).collect();
    assert_eq!(lines.len(), 9, "{output}");
    for (line, number) in lines.iter().zip(1..=7) {
        assert!(line.starts_with(&format!("  Column {number}: bounds ")), "{line}");
        assert!(line.ends_with(" (not proven)") && line.contains(".."), "{line}");
    }
    assert!(lines[7].starts_with("bestmove ") && lines[7].contains(" bounds "), "{output}");
    assert!(lines[8].starts_with("Nodes analyzed: "), "{output}");
}

#[test]
fn without_any_time_the_rules_alone_give_the_answer() {
    let started = Instant::now();
    let output = run(&SEARCHING, b"go 0\nposition 4433\ngo 0\n").succeeds();
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
    assert_eq!(output.lines().filter(|line| line.starts_with("bestmove ")).count(), 2, "{output}");
}

#[test]
fn stop_ends_a_search_and_prints_the_proven_bounds() {
    let mut program = InteractiveRun::start(&SEARCHING);
    program.send("go");
    assert!(program.line_with("info ").contains(" pv "));
    let asked = Instant::now();
    program.send("stop");
    let best = program.line_with("bestmove ");
    assert!(best.contains(" bounds ") && best.ends_with(')'), "{best}");
    assert!(program.line().starts_with("Nodes analyzed: "));
    assert!(asked.elapsed() < PATIENCE, "{:?}", asked.elapsed());

    // The session continues.
    program.send("position 4");
    assert_eq!(program.line(), "Played 1 move");
    assert_eq!(program.finish(), (String::new(), Some(0)));
}

#[test]
fn stop_ends_an_analysis_and_open_columns_are_bounds() {
    let mut program = InteractiveRun::start(&SEARCHING);
    program.send("analyze");
    program.send("stop");
    let line = program.line();
    let scores: Vec<_> = line.strip_prefix("analysis ").unwrap().split(' ').collect();
    assert_eq!(scores.len(), 7, "{line}");
    assert!(scores.iter().all(|score| score.contains("..")), "{line}");
}

#[test]
fn stop_overtakes_the_commands_that_wait() {
    let output = run(&SEARCHING, b"go\nposition 44\nstop\n").succeeds();
    let lines: Vec<_> = output.lines().filter(|line| !line.starts_with("info ")).collect();
    assert_eq!(lines.len(), 10, "{output}");
    assert_eq!(lines[9], "Played 2 moves");
}

#[test]
fn the_end_of_the_input_waits_for_the_search() {
    let output = session(&format!("position {LATE}\ngo"));
    assert_eq!(without_counts(&output), format!("Played 37 moves\n{LATE_ANSWER}"));
}

#[test]
fn a_closed_output_ends_the_program_without_a_message() {
    let mut program = InteractiveRun::start(&SEARCHING);
    program.send("go");
    program.line();
    assert_eq!(program.stop_reading(), Some(0));
}

/// Sends `quit` to a session that searches for minutes, and returns the rest of its output and the time that
/// it took to end.
fn quit_while_searching(arguments: &[&str], lines: &[&str]) -> (String, Duration) {
    let engine = ["--hash", "8", "--threads", "1", "--no-book"];
    let mut session = InteractiveRun::start(&[arguments, &engine].concat());
    for line in lines {
        session.send(line);
    }
    session.line_with("info ");
    let asked = Instant::now();
    session.send("quit");
    let (rest, code) = session.finish();
    assert_eq!(code, Some(0), "{rest}");
    (rest, asked.elapsed())
}

#[test]
fn quit_ends_a_search_at_once_in_uci_and_ugi_and_waits_for_it_in_marlins_own_protocol() {
    for dialect in ["uci", "ugi"] {
        for go in ["go movetime 600000", "go nodes 100000000000", "go"] {
            let (rest, took) = quit_while_searching(&["uci"], &[dialect, "position startpos", go]);
            assert!(took < PATIENCE, "{dialect}, {go}: {took:?}");
            // What is proven by then is answered.
            let answers = rest.lines().filter(|line| line.starts_with("bestmove P@")).count();
            assert_eq!(answers, 1, "{dialect}, {go}: {rest}");
        }
    }
    with_longer_times(|factor| {
        let time = 600 * factor;
        let (rest, took) = quit_while_searching(&[], &[&format!("go {time}")]);
        assert!(2 * took > Duration::from_millis(time.into()), "{took:?}");
        assert!(rest.contains("bestmove ") && rest.ends_with("Goodbye!\n"), "{rest}");
    });
}
