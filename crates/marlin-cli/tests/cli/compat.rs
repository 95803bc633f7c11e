//! `--compat pons`, compared with a second implementation of that format, and Marlin's own format beside it.

use std::fmt::Write;

use marlin_core::{BoardSize, Column, Game, GameOutcome, Outcome, Position, Score, Solver};
use marlin_support::random::Random;

use crate::process::{LATE, TestFile, run};

/// The expected output for a file.
#[derive(Debug, Default)]
struct Expected {
    stdout: String,
    stderr: String,
}

/// Returns a random game to its end, of which the last position is wanted.
fn finished(random: &mut Random, is_wanted: impl Fn(&Position) -> bool) -> Game {
    loop {
        let mut game = Game::new();
        while let Some(column) = random.one_of(&game.legal_moves().collect::<Vec<_>>()) {
            game.play(column).unwrap();
        }
        if is_wanted(game.position()) {
            return game;
        }
    }
}

/// Returns a file of 1,000 lines, good ones and bad ones, the last one without an end.
fn lines() -> Vec<Vec<u8>> {
    let mut random = Random::new(1, 0);
    let has_winner = |position: &Position| position.winner().is_some();
    let mut lines = Vec::new();
    for index in 0..1_000 {
        let plies = random.within(&(30..=41));
        let game = random.game(BoardSize::STANDARD, plies, |_| true).to_string();
        // The last two numbers alone may be a score.
        let place = random.below(plies - 2) as usize;
        lines.push(match index % 20 {
            0 => String::new(),
            1 => game + "\r",
            2 => format!("{}x{}", &game[..place], &game[place..]),
            3 => game + "8",
            4 => format!("{} {}", &game[..place], &game[place..]),
            5 => finished(&mut random, has_winner).to_string(),
            6 => finished(&mut random, has_winner).to_string() + "4",
            7 => game + "1111111",
            8 => "\r".to_owned(),
            9 => finished(&mut random, |position| !has_winner(position)).to_string(),
            10 => format!("\u{feff}{game}"),
            11 if index == 511 => "4".repeat(10_000),
            _ => game,
        });
    }
    let mut lines: Vec<_> = lines.into_iter().map(String::into_bytes).collect();
    lines[333] = b"44\xff".to_vec();
    lines[777] = b"\x1b[2J\0".to_vec();
    lines
}

/// Plays a line; the error is the number of the first move that cannot be played or that wins.
fn play(line: &[u8]) -> Result<Game, usize> {
    let mut game = Game::new();
    for (&byte, number) in line.iter().zip(1..) {
        let column = (b'1'..=b'7').contains(&byte).then(|| Column::new(usize::from(byte - b'1')).unwrap());
        column.and_then(|column| game.play(column).ok()).ok_or(number)?;
        if matches!(game.outcome(), Some(GameOutcome::Won(_))) {
            return Err(number);
        }
    }
    Ok(game)
}

/// Returns a line as an error message shows it: the lines of this test have no other special characters.
fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let cut = if text.chars().count() > 60 { "..." } else { "" };
    let text: String = text.chars().take(60).collect();
    let escapes = [('\r', "\\r"), ('\u{1b}', "\\u{1b}"), ('\0', "\\0"), ('\u{feff}', "\\u{feff}")];
    escapes.iter().fold(text, |text, (special, escape)| text.replace(*special, escape)) + cut
}

/// Returns the expected output for lines, given the answer to a position.
fn expected(lines: &[Vec<u8>], answer: impl Fn(&Position) -> String) -> Expected {
    let mut expected = Expected::default();
    for (line, number) in lines.iter().zip(1..) {
        match play(line) {
            Ok(game) => {
                let text = std::str::from_utf8(line).unwrap();
                writeln!(expected.stdout, "{text} {}", answer(game.position())).unwrap();
            }
            Err(invalid) => {
                let line = shown(line);
                writeln!(expected.stderr, "Line {number}: Invalid move {invalid} \"{line}\"").unwrap();
            }
        }
    }
    expected
}

/// Returns the scores of all columns, each by itself, from the score of the position after it.
fn column_scores(solver: &Solver, position: &Position) -> Vec<Option<i32>> {
    let score = |column| {
        let mut child = *position;
        child.play(column).ok()?;
        Some(-solver.solve(&child).get())
    };
    position.size().columns().map(score).collect()
}

/// Returns the sign of a score.
fn sign(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    }
}

/// Returns a score as weak answers have it: a win with the next stone in full.
fn weak(score: Score, position: &Position) -> i32 {
    match score.outcome() {
        Outcome::Win if position.ending(score).plies == 1 => score.get(),
        outcome => sign(outcome),
    }
}

fn weak_columns(solver: &Solver, position: &Position) -> Vec<Option<i32>> {
    let columns = column_scores(solver, position).into_iter().map(|score| {
        let score = Score::checked(position.size(), score?)?;
        // The stones before the one that ends the game: one for a win at once, two for a loss to the answer.
        let plies = position.ending(score).plies;
        let is_soon = plies == 1 || (plies == 2 && score.outcome() == Outcome::Loss);
        Some(if is_soon { score.get() } else { sign(score.outcome()) })
    });
    columns.collect()
}

fn join(scores: &[Option<i32>]) -> String {
    let scores: Vec<_> = scores.iter().map(|score| score.unwrap_or(-1000).to_string()).collect();
    scores.join(" ")
}

#[test]
fn a_file_is_answered_byte_for_byte_on_any_number_of_threads() {
    let solver = Solver::builder().threads(1).build();
    let lines = lines();
    let file = TestFile::new("pons", lines.join(&b'\n'));
    let score = |position: &Position| solver.solve(position).get().to_string();
    let outcome = |position: &Position| weak(solver.solve(position), position).to_string();
    let columns = |position: &Position| join(&column_scores(&solver, position));
    let outcomes = |position: &Position| join(&weak_columns(&solver, position));
    let check = |arguments: &[&str], expected: Expected| {
        assert!(expected.stdout.lines().count() > 450 && expected.stderr.lines().count() > 450);
        for threads in ["1", "3"] {
            let arguments = [arguments, &["--compat", "pons", "--threads", threads, file.path()]].concat();
            let run = run(&arguments, b"");
            assert!(run.stdout == expected.stdout, "{arguments:?}");
            assert_eq!((run.stderr, run.code), (expected.stderr.clone(), Some(0)), "{arguments:?}");
        }
    };
    check(&["solve"], expected(&lines, score));
    check(&["solve", "-w"], expected(&lines, outcome));
    check(&["analyze"], expected(&lines, columns));
    check(&["solve", "-a"], expected(&lines, columns));
    check(&["solve", "-a", "-w"], expected(&lines, outcomes));
    check(&["analyze", "--outcome"], expected(&lines, outcomes));
}

#[test]
fn the_same_file_in_marlins_own_format_has_an_answer_for_every_line() {
    let solver = Solver::builder().threads(1).build();
    let lines = lines();
    let file = TestFile::new("own", lines.join(&b'\n'));
    let column = |score: Option<i32>| score.map_or_else(|| "-".to_owned(), |score| score.to_string());
    for threads in ["1", "3"] {
        let run = run(&["analyze", "--threads", threads, file.path()], b"");
        let answers: Vec<_> = run.stdout.lines().collect();
        assert_eq!((answers.len(), run.code), (lines.len(), Some(2)));
        for (line, answer) in lines.iter().zip(answers) {
            let text = std::str::from_utf8(line).ok().map(|line| line.strip_suffix('\r').unwrap_or(line));
            match text.and_then(|text| Some((text, text.parse::<Game>().ok()?))) {
                Some((text, game)) => {
                    let scores = column_scores(&solver, game.position()).into_iter().map(column);
                    assert_eq!(answer, format!("{text} {}", scores.collect::<Vec<_>>().join(" ")));
                }
                None => assert!(answer.contains(" error: "), "{answer}"),
            }
        }
    }
}

#[test]
fn the_output_matches_the_examples() {
    let pons = |arguments: &[&str], input: &str| {
        run(&[arguments, &["--compat", "pons"]].concat(), input.as_bytes()).succeeds()
    };
    assert_eq!(pons(&["solve"], "4433\n121212"), "4433 18\n121212 18\n");
    assert_eq!(pons(&["solve"], "\n"), " 1\n");
    assert_eq!(pons(&["solve"], ""), "");
    assert_eq!(pons(&["analyze"], "\n"), " -2 -1 0 1 0 -1 -2\n");
    assert_eq!(pons(&["analyze"], LATE), format!("{LATE} -1000 -1000 -1000 -1000 -1000 -1 -2\n"));
    // X wins at once with column 1; unless X takes column 2, O wins there.
    assert_eq!(pons(&["solve", "-a", "-w"], "121212\n"), "121212 18 -1 -18 -18 -18 -18 -18\n");
    assert_eq!(pons(&["solve", "-w"], "4433\n121212\n"), "4433 1\n121212 18\n");
}

#[test]
fn options_that_the_format_cannot_express_are_refused() {
    for arguments in [
        &["solve", "--compat", "pons", "--json"][..],
        &["solve", "--compat", "pons", "--csv"],
        &["solve", "--compat", "pons", "--time", "5"],
        &["solve", "--compat", "pons", "--input", "moves"],
        &["solve", "--compat", "tromp"],
        &["solve", "-a"],
        &["analyze", "-w"],
        &["solve", "--line"],
        &["solve", "--json", "--csv"],
        &["solve", "--json", "--line", "--outcome"],
        &["solve", "--time", "-1"],
        &["solve", "--nodes", "x"],
    ] {
        let run = run(arguments, b"121212\n");
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    }
}
