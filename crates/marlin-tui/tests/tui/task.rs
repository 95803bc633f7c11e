//! The menu, puzzles and lessons, and the results that are kept.

use crossterm::event::KeyCode;
use insta::assert_snapshot;
use marlin_coach::lesson;
use marlin_coach::progress::{FinishedGame, LogEntry, PuzzleAnswer};
use marlin_coach::puzzle::{self, Day};
use marlin_core::{Column, Outcome, Solver};
use marlin_tui::{
    Dialog, Effect, EngineReply, EngineTask, Kept, MenuPage, Question, Seat, SkillLevel, TaskQuestion,
};
use ratatui::layout::Rect;

use crate::player::{PLAIN, Player, engine};

/// Begins a puzzle.
fn puzzle(number: usize) -> Player {
    let mut player = Player::against("7x6", "44", [Seat::Person, engine(5)]);
    player.play.pose(TaskQuestion::of_puzzle(number).unwrap());
    player
}

/// Begins a step of a lesson, both counted from 0.
fn step(lesson: usize, step: usize) -> Player {
    let mut player = Player::against("7x6", "44", [Seat::Person, engine(5)]);
    player.play.pose(TaskQuestion::Lesson(lesson, step));
    player
}

/// Returns the key of a column.
fn key(column: Column) -> String {
    column.to_string()
}

/// Returns the solution of a puzzle, and a column that is wrong.
fn columns(number: usize) -> [Column; 2] {
    let puzzle = puzzle::numbered(number).unwrap();
    let solution = puzzle.solution(&Solver::on(puzzle.game.size())).unwrap();
    let wrong = puzzle.game.legal_moves().into_iter().find(|&column| column != solution).unwrap();
    [solution, wrong]
}

/// Returns the entry of an answer to puzzle 12.
fn answer(answer: PuzzleAnswer) -> LogEntry {
    let difficulty = puzzle::numbered(12).unwrap().difficulty;
    LogEntry::Puzzle { number: 12, difficulty, answer }
}

fn verdict(player: &Player) -> &str {
    player.play.task().and_then(|task| task.verdict.as_ref()).map_or("", |verdict| &verdict.text)
}

#[test]
fn a_puzzle_is_tried_solved_and_followed_by_the_next_one() {
    let [right, wrong] = columns(12);
    let mut player = puzzle(12);
    assert!(player.look(PLAIN).contains("Puzzle 12: "), "{}", player.look(PLAIN));
    // A column that is played before the scores are known waits for them.
    player.type_text(&key(wrong));
    assert_eq!(verdict(&player), "");
    player.let_engine_reply();
    assert!(verdict(&player).starts_with(&format!("Column {wrong} gives the ")), "{}", verdict(&player));
    player.type_text(&key(right));
    assert!(
        verdict(&player).starts_with("Right, at the second try: Red wins on move "),
        "{}",
        verdict(&player)
    );
    assert_eq!(player.keep(), [answer(PuzzleAnswer::Wrong), answer(PuzzleAnswer::Later)]);
    assert!(player.look(PLAIN).contains("Solved: 1 of 3650."), "{}", player.look(PLAIN));
    let copied = player.press(KeyCode::Char('c'));
    assert_eq!(copied, Some(Effect::Copy("Marlin puzzle 12: solved at the second try".to_owned())));
    assert_eq!(player.play.game().moves().last(), Some(&right));
    player.press(KeyCode::Right);
    assert!(player.look(PLAIN).contains("Puzzle 13: "), "{}", player.look(PLAIN));
    player.press(KeyCode::Char('p'));
    assert!(player.look(PLAIN).contains("Puzzle 12: "), "{}", player.look(PLAIN));
}

#[test]
fn the_hint_of_a_puzzle_is_no_answer_and_counts_as_shown_as_its_answer_does() {
    let mut player = puzzle(12);
    player.let_engine_reply();
    let moves = player.moves();
    player.type_text("h");
    let [right, wrong] = columns(12);
    let hint = verdict(&player).to_owned();
    let hinted: Vec<_> = hint.split([' ', ',', '.']).filter(|word| word.parse::<usize>().is_ok()).collect();
    assert!(hint.starts_with("One of the columns ") && hint.ends_with("does not count as solved."), "{hint}");
    assert!(hinted.len() == 3 && hinted.contains(&key(right).as_str()), "{hint}");
    assert_eq!((player.moves(), player.play.task().unwrap().tries), (moves, 0));
    player.type_text(&key(wrong));
    player.type_text("s");
    assert!(player.look(PLAIN).contains("Rating: puzzle 1360, you 1200."), "{}", player.look(PLAIN));
    assert_eq!(verdict(&player), format!("The solution is column {right}."));
    // Nothing that is found after a hint counts.
    assert_eq!(player.keep(), [answer(PuzzleAnswer::Shown)]);
    player.type_text("t");
    player.let_engine_reply();
    assert_eq!(verdict(&player), "You have seen its solution, so it no longer counts.");
    player.type_text(&key(right));
    assert!(verdict(&player).starts_with("Right: "), "{}", verdict(&player));
    assert_eq!(player.keep(), []);
    assert!(player.look(PLAIN).contains("Solved: 0 of 3650."), "{}", player.look(PLAIN));
}

#[test]
fn a_puzzle_that_the_engine_fails_at_is_not_asked_for_ever_and_can_be_tried_again() {
    let mut player = puzzle(12);
    let task = player.play.engine_task().unwrap();
    player.play.receive(&task, EngineReply::Failed("out of order".to_owned()));
    assert_eq!((player.play.engine_task(), player.message()), (None, "out of order"));
    player.type_text("t");
    assert_eq!(player.play.engine_task(), Some(task));
}

#[test]
fn the_answer_of_a_puzzle_is_not_in_view() {
    let mut player = puzzle(12);
    player.play.shown.hints = true;
    player.play.shown.line = true;
    player.let_engine_reply();
    let screen = player.look(PLAIN);
    assert!(
        !screen.contains("wins  ") && !screen.contains("Best line") && !screen.contains(" at "),
        "{screen}"
    );
}

#[test]
fn a_column_of_a_lesson_is_judged_and_its_reason_told() {
    let mut player = step(0, 0);
    let found = &lesson::all()[0].steps[0];
    player.type_text("1");
    assert_eq!(verdict(&player), format!("Not column 1. {}", found.wrong));
    player.type_text("h");
    assert_eq!(verdict(&player), format!("Hint: {}", found.wrong));
    player.type_text(&key(found.columns()[0]));
    assert_eq!(verdict(&player), format!("Yes. {}", found.reason));
    assert_eq!(player.keep(), [LogEntry::Step("threat".to_owned(), 1)]);
    player.press(KeyCode::Enter);
    assert!(player.look(PLAIN).contains("Lesson 1: Threats, 2 of 5"), "{}", player.look(PLAIN));
}

#[test]
fn the_cells_of_a_lesson_are_found_one_by_one() {
    let (lesson, place) = (0, 3);
    let mut player = step(lesson, place);
    assert_snapshot!(player.look(PLAIN));
    let found = &lesson::all()[lesson].steps[place];
    let cells = found.cells();
    for (left, cell) in (0..cells.len()).rev().zip(&cells) {
        player.type_text(&key(cell.column()));
        (0..6).for_each(|_| drop(player.press(KeyCode::Down)));
        (0..cell.row()).for_each(|_| drop(player.press(KeyCode::Up)));
        player.press(KeyCode::Enter);
        let expected =
            if left > 0 { format!("Right. {left} more.") } else { format!("Yes. {}", found.reason) };
        assert_eq!(verdict(&player), expected);
    }
    assert_eq!(player.keep(), [LogEntry::Step("threat".to_owned(), 4)]);
    // A click chooses a cell too.
    player.type_text("t");
    player.click(2, 12);
    assert!(verdict(&player).starts_with("Not a1. "), "{}", verdict(&player));
}

#[test]
fn a_step_whose_answer_was_shown_is_not_done() {
    for (lesson, place) in [(0, 0), (0, 3)] {
        let mut player = step(lesson, place);
        player.type_text("s");
        let found = &lesson::all()[lesson].steps[place];
        assert_eq!(verdict(&player), format!("{} {}", found.answer(), found.reason));
        assert_eq!(player.keep(), []);
    }
}

#[test]
fn every_step_of_every_lesson_can_be_solved_and_fits_beside_the_board() {
    for (index, lesson) in lesson::all().iter().enumerate() {
        for (place, found) in lesson.steps.iter().enumerate() {
            for (width, height) in [(80, 24), (120, 40), (60, 20)] {
                let mut player = step(index, place);
                player.screen = Rect::new(0, 0, width, height);
                if let Some(&column) = found.columns().first() {
                    player.type_text(&key(column));
                }
                for cell in found.cells() {
                    player.play.apply(marlin_tui::Action::Task(marlin_tui::TaskAction::Pick(cell)));
                }
                let screen = player.look(PLAIN);
                assert_eq!(player.keep(), [LogEntry::Step(lesson.id.clone(), place + 1)]);
                assert!(!screen.contains("PgUp PgDn"), "{width}x{height}:\n{screen}");
            }
        }
    }
}

#[test]
fn a_game_waits_until_the_tasks_are_left() {
    let mut player = puzzle(12);
    player.press(KeyCode::Right);
    player.press(KeyCode::Char('n'));
    player.press(KeyCode::Esc);
    let menu = player.look(PLAIN);
    assert!(menu.contains("Go on") && menu.contains("against level 5, move 3"), "{menu}");
    player.press(KeyCode::Enter);
    assert_eq!((player.moves().as_str(), player.play.task()), ("44", None));
    assert_eq!(player.play.seats, [Seat::Person, engine(5)]);
}

#[test]
fn the_menu_has_the_results_and_a_level_begins_a_game() {
    let mut player = Player::against("7x6", "", [Seat::Person, engine(3)]);
    let level = |number| SkillLevel::new(number).unwrap();
    for outcome in [Outcome::Win, Outcome::Loss, Outcome::Win] {
        player.play.kept.add(LogEntry::Game(FinishedGame::new(level(3), outcome)));
    }
    player.press(KeyCode::Esc);
    assert_snapshot!("menu", player.look(PLAIN));
    player.press(KeyCode::Down);
    player.press(KeyCode::Enter);
    assert_snapshot!("menu_levels", player.look(PLAIN));
    player.press(KeyCode::Enter);
    assert_eq!((player.play.seats[1], &player.play.dialog), (engine(4), &None));
    // A click on the last item of the first page quits.
    player.press(KeyCode::Esc);
    player.press(KeyCode::Up);
    assert_eq!(player.press(KeyCode::Enter), Some(Effect::Quit));
}

#[test]
fn no_line_of_the_menu_of_the_keys_and_of_a_message_is_cut_on_a_small_screen() {
    let mut player = Player::against("7x6", "1212121", [Seat::Person, engine(3)]);
    player.screen = Rect::new(0, 0, 40, 15);
    let level = SkillLevel::new(3).unwrap();
    for outcome in [Outcome::Win, Outcome::Loss, Outcome::Draw] {
        player.play.kept.add(LogEntry::Game(FinishedGame::new(level, outcome)));
    }
    player.type_text("4");
    let screen = player.look(PLAIN);
    assert!(screen.contains(" The game is over: n new game, u take\nback.\n"), "{screen}");
    player.play.open_menu(MenuPage::Main);
    assert_snapshot!("menu_40x15", player.look(PLAIN));
    player.press(KeyCode::Esc);
    player.type_text("?");
    assert_snapshot!("keys_40x15", player.look(PLAIN));
    let mut puzzle = puzzle(12);
    puzzle.screen = player.screen;
    puzzle.let_engine_reply();
    puzzle.type_text(&key(columns(12)[1]));
    assert!(puzzle.look(PLAIN).contains(" ...\n"), "{}", puzzle.look(PLAIN));
    for (number, found) in (1..).zip(puzzle::all()).skip(3_600) {
        puzzle.play.pose(TaskQuestion::of_puzzle(number).unwrap());
        let title = found.kind.title();
        assert!(puzzle.look(PLAIN).contains(title), "{title}: {}", puzzle.look(PLAIN));
    }
}

#[test]
fn an_engine_waits_for_the_end_of_the_menu() {
    let mut player = Player::against("7x6", "", [engine(5), Seat::Person]);
    player.play.open_menu(MenuPage::Main);
    assert_eq!(player.play.engine_task(), None);
    player.press(KeyCode::Esc);
    assert!(player.play.engine_task().is_some());
}

/// Returns the task of the engine if it is to move.
fn player_task(player: &Player) -> Option<EngineTask> {
    player.play.engine_task().filter(|task| matches!(task.question, Question::Move(_)))
}

/// Wins a game against level 1 on move 7, with the keys before it.
fn win(keys: &str) -> Player {
    let mut player = Player::against("7x6", "", [Seat::Person, engine(1)]);
    player.play.kept = Kept::on(Day::default());
    player.play.seats = [Seat::Person, engine(1)];
    player.type_text(keys);
    for column in ["1", "2", "1", "2", "1", "2", "1"] {
        // The engine moves as it is told.
        match player_task(&player) {
            Some(task) => player.play.receive(&task, EngineReply::Move(column.parse().ok())),
            None => player.type_text(column),
        }
    }
    assert_eq!(player.moves(), "1212121");
    player
}

#[test]
fn a_won_game_counts_once_and_one_that_began_elsewhere_or_with_help_says_why_it_does_not() {
    let won = |player: &Player| player.play.kept.progress.standing(SkillLevel::MIN).won;
    let mut player = win("");
    let kept = player.keep();
    let [LogEntry::Game(game)] = kept[..] else { panic!("{kept:?}") };
    assert!(game.id > 0);
    assert_eq!(game, FinishedGame { id: game.id, ..FinishedGame::new(SkillLevel::MIN, Outcome::Win) });
    assert!(player.look(PLAIN).contains("Level 1: you 1, it 0. Next: level 2"), "{}", player.look(PLAIN));
    player.type_text("u1");
    assert_eq!((player.keep(), won(&player)), (vec![LogEntry::Game(game)], 1));
    let mut begun = Player::against("7x6", "121212", [Seat::Person, engine(1)]);
    begun.type_text("1");
    let mut replaced = Player::against("7x6", "", [Seat::Person, engine(1)]);
    for column in ["1", "2", "1", "2", "1", "2", "3", "7", "u1"] {
        match player_task(&replaced) {
            Some(task) => replaced.play.receive(&task, EngineReply::Move(column.parse().ok())),
            None => replaced.type_text(column),
        }
    }
    for (mut player, reason) in [
        (begun, "begun from a position."),
        (replaced, "1 takeback."),
        // The hint is one; the scores and the line in view are one for each move.
        (win("h"), "1 hint."),
        (win("hh"), "4 hints."),
        (win("b"), "4 hints."),
    ] {
        player.screen = Rect::new(0, 0, 120, 40);
        assert_eq!((player.moves().as_str(), player.keep().len(), won(&player)), ("1212121", 1, 0));
        let screen = player.look(PLAIN);
        assert!(screen.contains(&format!("Not in your record: {reason}")), "{reason}: {screen}");
    }
}

#[test]
fn a_small_screen_shows_the_task_at_a_key() {
    let mut player = step(0, 0);
    player.screen = Rect::new(0, 0, 40, 15);
    assert!(player.look(PLAIN).contains("? shows the task"), "{}", player.look(PLAIN));
    player.type_text("?");
    let screen = player.look(PLAIN);
    assert!(screen.contains("three stones on top") && screen.contains("hint"), "{screen}");
    player.press(KeyCode::Esc);
    assert!(!matches!(player.play.dialog, Some(Dialog::Help)));
}
