//! `marlin-cli puzzle`: its answers line by line, its JSON, and the solved puzzles that it keeps.

use std::fs;
use std::path::Path;

use marlin_coach::puzzle::{self, Day, Puzzle};
use marlin_core::Solver;
use marlin_tui::in_colours;
use serde_json::Value;
use tempfile::TempDir;

use super::process::{Run, run, run_with};

/// The variable of the folder that the solved puzzles are kept in.
const STATE: &str = "XDG_STATE_HOME";

/// Runs the command with the log in a folder, in a zone of time.
fn puzzle_in(zone: &str, state: &Path, arguments: &[&str], input: &str) -> Run {
    let variables = [(STATE, state.to_str().unwrap()), ("TZ", zone)];
    run_with(&variables, &[&["puzzle"], arguments].concat(), input.as_bytes())
}

/// Runs the command with the log in a folder.
fn puzzle(state: &Path, arguments: &[&str], input: &str) -> Run {
    puzzle_in("UTC", state, arguments, input)
}

/// Returns the words of the lines of the log after their days.
fn log(state: &TempDir) -> Vec<String> {
    let text = fs::read_to_string(state.path().join("marlin/record")).unwrap_or_default();
    text.lines().skip(1).filter_map(|line| Some(line.split_once(' ')?.1.to_owned())).collect()
}

/// Returns the solution of a puzzle, and a column that is wrong, as numbers.
fn columns(puzzle: &Puzzle) -> [String; 2] {
    let solution = puzzle.solution(&Solver::on(puzzle.game.size())).unwrap();
    let wrong = puzzle.game.legal_moves().into_iter().find(|&column| column != solution).unwrap();
    [solution, wrong].map(|column| column.number().to_string())
}

#[test]
fn a_wrong_answer_is_told_what_it_gives_away_and_the_right_one_gets_a_line_to_share() {
    let (state, number) = (TempDir::new().unwrap(), 12);
    let asked = puzzle::numbered(number).unwrap();
    let [right, wrong] = columns(&asked);
    let text =
        puzzle(state.path(), &["--number", "12"], &format!("{wrong}\n{right}\nline\nquit\n")).succeeds();
    assert!(
        text.starts_with(&format!(
            "Puzzle 12: {}. Rating: puzzle {}, you 1200.\n",
            asked.kind.title(),
            asked.rating()
        )),
        "{text}"
    );
    let board = run(&["show", &asked.game.to_string()], b"").succeeds();
    let question = format!("{board}Yellow has X, Red O. {}\n", in_colours(&asked.question()));
    assert!(text.contains(&question), "{text}");
    let (wrong_at, right_at) = (
        text.find(&format!("Column {wrong} gives the ")),
        text.find("\nRight, at the second try: Red wins on move "),
    );
    assert!(wrong_at.is_some() && wrong_at < right_at, "{text}");
    assert!(
        text.contains("\nMarlin puzzle 12: solved at the second try\nSolved: 1 of 3650. Streak: "),
        "{text}"
    );
    assert_eq!(text.matches("Moves played: ").count(), 2, "the line ends with a board: {text}");
    let difficulty = asked.difficulty;
    let expected = ["wrong", "later"].map(|answer| format!("puzzle 12 {difficulty} {answer}"));
    assert_eq!(log(&state), expected);
}

#[test]
fn the_solution_is_told_to_a_player_who_gives_up_and_does_not_count() {
    let state = TempDir::new().unwrap();
    let asked = puzzle::numbered(5).unwrap();
    let [right, _] = columns(&asked);
    let text = puzzle(state.path(), &["--number", "5"], &format!("solution\n{right}\n")).succeeds();
    let end =
        format!("The solution is column {right}.\nMarlin puzzle 5: not solved\nType 'line' or 'quit'.\n");
    assert!(text.ends_with(&end), "{text}");
    assert_eq!(log(&state), [format!("puzzle 5 {} shown", asked.difficulty)]);
    // Nor does it another day.
    let again = puzzle(state.path(), &["--number", "5"], &right).succeeds();
    assert!(again.contains("You have seen its solution, so it no longer counts.\n"), "{again}");
    assert!(again.contains("Marlin puzzle 5: not solved\nSolved: 0 of 3650."), "{again}");
    assert_eq!(log(&state), [format!("puzzle 5 {} shown", asked.difficulty)]);
    let next =
        puzzle(state.path(), &["--number", "7"], &columns(&puzzle::numbered(7).unwrap())[0]).succeeds();
    assert!(next.contains("Solved: 1 of 3650."), "{next}");
}

#[test]
fn other_words_are_no_tries_and_the_line_is_not_shown_before_the_solution() {
    let state = TempDir::new().unwrap();
    let [right, _] = columns(&puzzle::numbered(7).unwrap());
    let text = puzzle(state.path(), &["--number", "7"], &format!("\nline\n0\n8\nx\n{right}\n")).succeeds();
    assert_eq!(text.matches("is not an open column. Type one from 1 to 7").count(), 3, "{text}");
    assert_eq!(text.matches("First find the move").count(), 1, "{text}");
    assert!(text.contains("Marlin puzzle 7: solved at the first try\n"), "{text}");
}

#[test]
fn a_day_has_its_puzzle_and_today_is_the_default() {
    let state = TempDir::new().unwrap();
    let number = |arguments: &[&str]| -> Value {
        let text = puzzle(state.path(), &[arguments, &["--json"]].concat(), "").succeeds();
        serde_json::from_str::<Value>(&text).unwrap()["number"].clone()
    };
    assert_eq!(number(&["--day", "2026-01-01"]), 1);
    assert_eq!(number(&["--day", "2026-12-24"]), 358);
}

#[test]
fn today_is_the_date_of_the_zone_of_the_device() {
    let state = TempDir::new().unwrap();
    for (zone, hours) in [("UTC", 0), ("<+14>-14", 14), ("<-12>12", -12)] {
        // Midnight may pass between the two.
        let today = || {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
            let seconds = now.as_secs().checked_add_signed(hours * 3600).unwrap();
            puzzle::of_day(Day::from_unix(std::time::Duration::from_secs(seconds)))
        };
        let number = || {
            let text = puzzle_in(zone, state.path(), &["--json"], "").succeeds();
            serde_json::from_str::<Value>(&text).unwrap()["number"].clone()
        };
        let (before, found, after) = (today(), number(), today());
        assert!(found == before || found == after, "{zone}: {found}");
    }
}

#[test]
fn json_has_the_task_in_words_and_asks_nothing() {
    let state = TempDir::new().unwrap();
    let text = puzzle(state.path(), &["--number", "3", "--json"], "").succeeds();
    let asked = puzzle::numbered(3).unwrap();
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        found,
        serde_json::json!({
            "number": 3, "kind": asked.kind.name(), "title": asked.kind.title(), "question": asked.question().to_string(),
            "difficulty": asked.difficulty, "position": asked.game.to_string(), "board": "7x6",
            "to_move": asked.to_move().to_string(), "question_parts": asked.question(),
        })
    );
}

#[test]
fn a_kind_goes_on_with_its_first_puzzle_that_is_not_solved() {
    let state = TempDir::new().unwrap();
    let mut of_kind =
        puzzle::all().enumerate().filter(|(_, puzzle)| puzzle.kind == "zugzwang".parse().unwrap());
    for _ in 0..2 {
        let (index, asked) = of_kind.next().unwrap();
        let text = puzzle(state.path(), &["--kind", "zugzwang"], &columns(&asked)[0]).succeeds();
        assert!(text.starts_with(&format!("Puzzle {}: Zugzwang. ", index + 1)), "{text}");
    }
}

#[test]
fn a_streak_counts_days_in_a_row_and_a_damaged_file_costs_its_damaged_lines_alone() {
    let state = TempDir::new().unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let today = Day::from_unix(now);
    let entry = |back: i64| {
        let day = Day(today.0 - back);
        format!("{day} puzzle {} 35 first\n", puzzle::of_day(day))
    };
    fs::create_dir_all(state.path().join("marlin")).unwrap();
    let mut bytes = format!("{}{}2026-99-99 puzzle 1 35 first\n", entry(1), entry(2)).into_bytes();
    bytes.extend(b"\xff\xfe\n");
    fs::write(state.path().join("marlin/record"), bytes).unwrap();
    let [right, _] = columns(&puzzle::numbered(puzzle::of_day(today)).unwrap());
    let text = puzzle(state.path(), &["--day", &today.to_string()], &right).succeeds();
    assert!(text.ends_with("Solved: 3 of 3650. Streak: 3 days.\n"), "{text}");
    let again = puzzle(state.path(), &["--day", &today.to_string()], &right).succeeds();
    assert!(again.ends_with("Solved: 3 of 3650. Streak: 3 days.\n"), "{again}");
}

#[test]
fn the_files_of_earlier_programs_are_read_once() {
    let state = TempDir::new().unwrap();
    let folder = state.path().join("marlin");
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in [
        ("puzzles", "# head\n2026-01-01 1 1\n2026-01-02 2 3\n"),
        ("levels", "# head\n3 1 0 1\n"),
        ("lessons", "# head\nthreat 1\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let solve = |number: usize| {
        let [right, _] = columns(&puzzle::numbered(number).unwrap());
        puzzle(state.path(), &["--number", &number.to_string()], &right).succeeds()
    };
    assert!(solve(9).contains("Solved: 3 of 3650."));
    let difficulty = |number| puzzle::numbered(number).unwrap().difficulty;
    let expected = [
        format!("puzzle 1 {} first", difficulty(1)),
        format!("puzzle 2 {} later", difficulty(2)),
        "game 3 won".to_owned(),
        "game 3 drawn".to_owned(),
        "lesson threat 1".to_owned(),
        format!("puzzle 9 {} first", difficulty(9)),
    ];
    assert_eq!(log(&state), expected);
    fs::write(folder.join("puzzles"), "2026-01-03 3 1\n").unwrap();
    assert!(
        solve(9).contains("Solved: 3 of 3650."),
        "the log is there, and an answer without news is no line"
    );
    assert_eq!(log(&state), expected);
}

#[test]
fn a_streak_that_cannot_be_kept_is_a_warning_and_the_puzzle_is_solved() {
    let state = TempDir::new().unwrap();
    fs::write(state.path().join("marlin"), "a file where the folder would be").unwrap();
    let [right, _] = columns(&puzzle::numbered(9).unwrap());
    let found = puzzle(state.path(), &["--number", "9"], &right);
    assert!(found.code == Some(0) && found.stdout.contains("solved at the first try"), "{found:?}");
    assert!(found.stderr.starts_with("warning: cannot record this answer: "), "{found:?}");
}

#[test]
fn wrong_arguments_are_refused_with_what_is_expected() {
    for (arguments, words) in [
        (&["--day", "2026-02-30"][..], "a date is expected, as in 2026-11-24"),
        (&["--number", "0"], "a whole number from 1 to 3650 is expected"),
        (&["--number", "3651"], "a whole number from 1 to 3650 is expected"),
        (&["--kind", "easy"], "only-win, only-hold, win-in-3, win-in-5, win-in-7 or zugzwang is expected"),
        (&["--day", "2026-02-03", "--number", "1"], "cannot be used with"),
        (&["--board", "8x7"], "'puzzle' does not use --board"),
    ] {
        let refused = run(&[&["puzzle"], arguments].concat(), b"");
        assert!(refused.code == Some(2) && refused.stderr.contains(words), "{refused:?}");
    }
}
