//! Replies of the engine on the screen, proven and unproven ones.

use std::time::Duration;

use marlin_core::{Bounds, Score, Solver};
use marlin_tui::{Effect, EngineReply, EngineTask, Question, TaskProgress};

use crate::player::{PLAIN, Player};

#[test]
fn bounds_that_are_not_proven_are_shown_as_such() {
    let mut player = Player::new("9x6", "5");
    player.type_text("hh");
    let task = player.play.engine_task().unwrap();
    let EngineTask { position, question: Question::Analyze } = task else { panic!("{task:?}") };
    let size = position.size();
    let bounds = |lower, upper| {
        Bounds::new(Score::checked(size, lower).unwrap(), Score::checked(size, upper).unwrap())
    };
    let columns = vec![
        bounds(-24, 24),
        bounds(1, 24),
        bounds(-24, -2),
        bounds(0, 24),
        bounds(-24, 0),
        bounds(3, 3),
        bounds(0, 0),
        bounds(-4, -4),
        bounds(-3, 2),
    ];
    let solver = Solver::builder_on(size).hash_mib(1).unwrap().without_book().build();
    let mut analysis = solver.query(&position).nodes(0).analyze();
    analysis.bounds = Bounds::unknown(size);
    analysis.columns.iter_mut().zip(columns).for_each(|(entry, bounds)| *entry = bounds);
    player.play.receive(&task, EngineReply::Analyzed(Box::new(analysis), Vec::new()));
    player.screen.width = 100;
    let screen = player.look(PLAIN);
    let lines: Vec<Vec<&str>> =
        screen.lines().skip(15).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0][..9], ["1", "2", "3", "4", "5", "6", "7", "8", "9"], "{screen}");
    assert_eq!(lines[1][..9], ["?", "≥+1", "≤-2", "≥0", "≤0", "+3", "0", "-4", "?"], "{screen}");
    let words = ["open", "wins", "loses", "safe", "no", "win", "wins", "draws", "loses", "open"];
    assert_eq!(lines[2][..10], words, "{screen}");
    // Unproven results are not searched again at once, but when hints are shown anew.
    assert_eq!(player.play.engine_task(), None);
    player.type_text("hh");
    assert_eq!(player.play.engine_task(), Some(task));
}

#[test]
fn a_failed_search_is_told_and_the_game_goes_on() {
    let mut player = Player::new("7x6", "4");
    player.type_text("hh");
    let task = player.play.engine_task().unwrap();
    player.play.receive(&task, EngineReply::Failed("no memory".into()));
    assert!(player.message().contains("no memory"));
    assert_eq!(player.play.engine_task(), None);
    player.type_text("5");
    assert_eq!(player.moves(), "45");
}

#[test]
fn the_graph_asks_for_every_position_of_the_game() {
    let mut player = Player::new("7x6", "4433");
    player.type_text("g");
    player.let_engine_reply();
    let values: Vec<_> =
        player.play.evaluations().iter().map(|(_, bounds)| bounds.unwrap().score().unwrap().get()).collect();
    assert_eq!(values, [1, -1, 1, 2, 18]);
}

#[test]
fn an_explanation_says_who_wins_and_why() {
    let mut player = Player::new("7x6", "4433");
    player.type_text("e");
    assert!(player.look(PLAIN).contains("Searching ..."));
    player.let_engine_reply();
    let screen = player.look(PLAIN);
    assert!(screen.contains("Yellow wins on move 7 if both") && screen.contains("b1 and f1"), "{screen}");
    // Cells are named by letters, so the columns have them as well.
    assert!(screen.contains(" 1 (a) 2 (b) 3 (c)"), "{screen}");
}

#[test]
fn a_search_that_was_stopped_is_shown_as_far_as_it_came() {
    let mut player = Player::new("9x6", "5");
    player.type_text("hh");
    assert_eq!(player.press(crossterm::event::KeyCode::Esc), None);
    let position = *player.play.game().position();
    let mut progress = TaskProgress::default();
    progress.bounds = Some(Bounds::unknown(position.size()));
    progress.nodes = 1_234_567;
    progress.elapsed = Duration::from_millis(1500);
    player.play.progress = Some(progress);
    assert!(player.look(PLAIN).contains("Searching: 1.5 s, 1 million nodes. No winner proven; Esc: stop"));
    assert_eq!(player.press(crossterm::event::KeyCode::Esc), Some(Effect::Stop));
}
