//! The menu: the game, the levels with their results, puzzles and lessons.

use marlin_coach::lesson;
use marlin_coach::level::SkillLevel;

use super::action::{Dialog, Effect, Menu, MenuAction, MenuPage};
use super::play::Play;
use super::players::Seat;
use super::task::TaskQuestion;

/// A choice in the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    Game,
    Open(MenuPage),
    Level(SkillLevel),
    Puzzle(usize),
    Lesson(usize),
    Help,
    Quit,
}

/// An item of the menu: its name and a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MenuItem {
    pub(crate) name: String,
    pub(crate) note: String,
    choice: Choice,
}

impl Play {
    /// Opens a page of the menu.
    pub fn open_menu(&mut self, page: MenuPage) {
        let item = match page {
            MenuPage::Main => 0,
            MenuPage::Levels => self.level_to_play().get() - 1,
            MenuPage::Lessons => {
                let is_open =
                    |lesson: &lesson::Lesson| self.kept.progress.nb_learned(lesson) < lesson.steps.len();
                lesson::all().iter().position(is_open).unwrap_or(0)
            }
        };
        self.dialog = Some(Dialog::Menu(Menu { page, item }));
        self.top = 0;
    }

    /// Returns the level that the results suggest, or else the level of the game.
    fn level_to_play(&self) -> SkillLevel {
        self.kept.progress.next_level().or_else(|| self.opponent()).unwrap_or(SkillLevel::MIN)
    }

    /// Returns the level of the engine in the game on the board, or in the one that waits.
    fn opponent(&self) -> Option<SkillLevel> {
        let seats = self.waiting.as_ref().map_or(self.seats, |waiting| waiting.seats);
        seats.into_iter().find_map(|seat| match seat {
            Seat::Engine(level) => Some(level),
            Seat::Person => None,
        })
    }

    /// Returns the items of a page.
    pub(crate) fn menu_items(&self, page: MenuPage) -> Vec<MenuItem> {
        let item = |name: String, note: String, choice| MenuItem { name, note, choice };
        match page {
            MenuPage::Main => self.main_items(),
            MenuPage::Levels => SkillLevel::all()
                .map(|level| {
                    let played = self.kept.standing_in_words(level);
                    let next = self.kept.progress.next_level().filter(|next| *next == level);
                    let next = next.map(|_| "play it next".to_owned());
                    let note = played.into_iter().chain(next).collect::<Vec<_>>().join("; ");
                    let name = format!("{:>2} {}", level.get(), level.name(self.game.size()));
                    item(name, note, Choice::Level(level))
                })
                .collect(),
            MenuPage::Lessons => lesson::all()
                .iter()
                .enumerate()
                .map(|(index, lesson)| {
                    let (done, all) = (self.kept.progress.nb_learned(lesson), lesson.steps.len());
                    item(
                        format!("{} {}", index + 1, lesson.title),
                        format!("{done} of {all} done"),
                        Choice::Lesson(index),
                    )
                })
                .collect(),
        }
    }

    fn main_items(&self) -> Vec<MenuItem> {
        let item = |name: &str, note: String, choice| MenuItem { name: name.to_owned(), note, choice };
        let game = self.waiting.as_ref().map_or(&self.game, |waiting| &waiting.game);
        let opponent =
            self.opponent().map_or_else(|| "two people".to_owned(), |level| format!("against level {level}"));
        let game = match game.moves().len() {
            1.. if game.outcome().is_none() => {
                item("Go on", format!("{opponent}, move {}", game.position().nb_moves() + 1), Choice::Game)
            }
            _ => item("New game", opponent, Choice::Game),
        };
        let latest = self.opponent().and_then(|level| self.kept.level_in_words(level));
        let next = self.kept.progress.next_level().map(|level| format!("next: level {level}"));
        let levels = latest.or(next).unwrap_or_else(|| "from 1, newcomer, to 10, perfect".to_owned());
        let day = self.puzzle_of_today();
        let rating = self.kept.progress.rating();
        let is_solved = if self.kept.progress.has_solved(day) { "solved" } else { "not solved yet" };
        let (all, done) = lesson::all().iter().fold((0, 0), |(all, done), lesson| {
            (all + lesson.steps.len(), done + self.kept.progress.nb_learned(lesson))
        });
        vec![
            game,
            item("Levels", levels, Choice::Open(MenuPage::Levels)),
            item("Puzzle of the day", format!("{is_solved}; your rating: {rating}"), Choice::Puzzle(day)),
            item("More puzzles", self.kept.puzzles_in_words(), Choice::Puzzle(self.next_puzzle())),
            item("Lessons", format!("{done} of {all} done"), Choice::Open(MenuPage::Lessons)),
            item("Keys", String::new(), Choice::Help),
            item("Quit", String::new(), Choice::Quit),
        ]
    }

    /// Carries out an action in the menu.
    pub(super) fn go_through_menu(&mut self, action: MenuAction) -> Option<Effect> {
        let Some(Dialog::Menu(menu)) = self.dialog else { return None };
        let items = self.menu_items(menu.page);
        let select = |item| Some(Dialog::Menu(Menu { item, ..menu }));
        match action {
            MenuAction::Up => self.dialog = select((menu.item + items.len() - 1) % items.len()),
            MenuAction::Down => self.dialog = select((menu.item + 1) % items.len()),
            MenuAction::Back if menu.page == MenuPage::Main => self.close(),
            MenuAction::Back => self.open_menu(MenuPage::Main),
            MenuAction::Choose(item) => {
                let item = items.get(item.unwrap_or(menu.item))?;
                return self.choose(item.choice);
            }
        }
        None
    }

    /// Puts the first step of a lesson on the board that is not done. Lessons are counted from 0.
    pub fn pose_lesson(&mut self, index: usize) {
        let step = lesson::all().get(index).map_or(1, |lesson| self.kept.progress.next_step(lesson));
        self.pose(TaskQuestion::Lesson(index, step - 1));
    }

    fn choose(&mut self, choice: Choice) -> Option<Effect> {
        self.close();
        match choice {
            Choice::Game => {
                self.leave_task();
                if self.game.outcome().is_some() {
                    self.begin_new();
                }
            }
            Choice::Open(page) => self.open_menu(page),
            Choice::Level(level) => {
                self.leave_task();
                let seats =
                    self.seats.map(|seat| if seat == Seat::Person { seat } else { Seat::Engine(level) });
                let has_both = seats.contains(&Seat::Person) && seats != [Seat::Person; 2];
                self.begin_new();
                self.set_seats(if has_both { seats } else { [Seat::Person, Seat::Engine(level)] });
            }
            Choice::Puzzle(number) => {
                if let Some(question) = TaskQuestion::of_puzzle(number) {
                    self.pose(question);
                }
            }
            Choice::Lesson(index) => self.pose_lesson(index),
            Choice::Help => self.dialog = Some(Dialog::Help),
            Choice::Quit => return Some(Effect::Quit),
        }
        None
    }
}
