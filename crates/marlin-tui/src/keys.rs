//! The actions of keys and of the mouse.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use marlin_core::Column;
use ratatui::layout::Rect;

use crate::look::Look;
use crate::state::{
    Action, BoardTask, Command, Dialog, MenuAction, MenuPage, Play, Story, StoryAction, TaskAction,
};
use crate::view::{Page, cell_at, column_at, menu_item_at};

/// The lines by which a step of the mouse wheel scrolls.
const WHEEL_LINES: usize = 3;

/// Returns the action of a terminal event, `None` without one.
pub fn action(play: &Play, event: &Event, screen: Rect) -> Option<Action> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => match &play.dialog {
            // In every dialog.
            _ if is_control(*key, 'c') || is_control(*key, 'd') => Some(Action::Quit),
            _ if cfg!(unix) && is_control(*key, 'z') => Some(Action::Suspend),
            None => match play.task() {
                Some(task) => task_action(task, *key),
                None => key_action(*key),
            }
            .or_else(|| scroll(play, screen, key.code)),
            Some(Dialog::Menu(_)) => menu_action(key.code),
            Some(Dialog::Help | Dialog::Explanation) => {
                scroll(play, screen, reading_key(key.code)).or(Some(Action::Close))
            }
            Some(Dialog::Review(story)) => {
                review_action(*story, *key, play.cursor).or_else(|| scroll(play, screen, key.code))
            }
            Some(Dialog::Prompt { .. }) => prompt_action(*key),
        },
        Event::Mouse(mouse) => mouse_action(play, *mouse, screen),
        _ => None,
    }
}

fn mouse_action(play: &Play, mouse: MouseEvent, screen: Rect) -> Option<Action> {
    let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
    match (&play.dialog, mouse.kind) {
        (_, MouseEventKind::ScrollUp) => scroll_by(play, screen, |top| top.saturating_sub(WHEEL_LINES)),
        (_, MouseEventKind::ScrollDown) => scroll_by(play, screen, |top| top + WHEEL_LINES),
        (Some(Dialog::Help | Dialog::Explanation), MouseEventKind::Down(_)) => Some(Action::Close),
        (Some(Dialog::Review(story)), _) if is_click && story.is_hidden() => {
            column_at(play, screen, mouse.column, mouse.row)
                .map(|column| Action::Story(StoryAction::Try(column)))
        }
        (Some(Dialog::Review(_)), _) if is_click => Some(Action::Story(StoryAction::Forward)),
        (Some(Dialog::Menu(menu)), _) if is_click => {
            let item = menu_item_at(play, *menu, screen, mouse.column, mouse.row)?;
            Some(Action::InMenu(MenuAction::Choose(Some(item))))
        }
        (Some(_), _) => None,
        (None, _) if is_click && play.task().is_some() => {
            let task = play.task()?;
            Some(Action::Task(if task.is_over {
                TaskAction::Next
            } else if task.is_about_cells() {
                TaskAction::Pick(cell_at(play, screen, mouse.column, mouse.row)?)
            } else {
                TaskAction::Try(column_at(play, screen, mouse.column, mouse.row)?)
            }))
        }
        (None, kind) => {
            let column = column_at(play, screen, mouse.column, mouse.row)?;
            match kind {
                _ if is_click => Some(Action::DropInto(column)),
                MouseEventKind::Moved if column != play.cursor => Some(Action::PointAt(column)),
                _ => None,
            }
        }
    }
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}

fn key_action(key: KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('z') => Some(Action::Undo),
            KeyCode::Char('y') => Some(Action::Redo),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Left => Action::Left,
        KeyCode::Right => Action::Right,
        KeyCode::Home => Action::First,
        KeyCode::End => Action::Last,
        KeyCode::Enter | KeyCode::Down | KeyCode::Char(' ') => Action::Drop,
        KeyCode::Up | KeyCode::Backspace => Action::Undo,
        KeyCode::Esc => Action::Stop,
        KeyCode::Char('0'..='9') => Action::DropInto(digit_column(key.code)?),
        KeyCode::Char(letter) => Command::of_key(letter)?,
        _ => return None,
    })
}

/// Returns the action of a key in a task, `None` for one that scrolls or has none.
fn task_action(task: &BoardTask, key: KeyEvent) -> Option<Action> {
    let is_about_cells = task.is_about_cells();
    Some(Action::Task(match key.code {
        KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ' | 'n') if task.is_over => TaskAction::Next,
        KeyCode::Left | KeyCode::Char('p') if task.is_over => TaskAction::Previous,
        KeyCode::Char('e') if task.is_over => return Some(Action::Explanation),
        KeyCode::Char('c') if task.is_over => return Some(Action::Copy),
        KeyCode::Char('t') => TaskAction::Again,
        KeyCode::Char('n') => TaskAction::Next,
        KeyCode::Char('p') => TaskAction::Previous,
        KeyCode::Char('h') => TaskAction::Hint,
        KeyCode::Char('s') => TaskAction::Show,
        KeyCode::Char('q') => return Some(Action::Quit),
        KeyCode::Char('y') => return Some(Action::Theme),
        KeyCode::Char('?') => return Some(Action::Help),
        KeyCode::Esc => return Some(Action::Menu(MenuPage::Main)),
        KeyCode::Left => return Some(Action::Left),
        KeyCode::Right => return Some(Action::Right),
        KeyCode::Up if is_about_cells => TaskAction::Up,
        KeyCode::Down if is_about_cells => TaskAction::Down,
        KeyCode::Enter | KeyCode::Down | KeyCode::Char(' ') => TaskAction::Answer,
        code => TaskAction::Try(digit_column(code)?),
    }))
}

fn menu_action(key: KeyCode) -> Option<Action> {
    Some(match key {
        KeyCode::Char('q') => Action::Quit,
        KeyCode::Up | KeyCode::Char('k') => Action::InMenu(MenuAction::Up),
        KeyCode::Down | KeyCode::Char('j') => Action::InMenu(MenuAction::Down),
        KeyCode::Enter | KeyCode::Right | KeyCode::Char(' ') => Action::InMenu(MenuAction::Choose(None)),
        KeyCode::Esc | KeyCode::Left | KeyCode::Backspace => Action::InMenu(MenuAction::Back),
        _ => return None,
    })
}

/// Returns the column of a digit; 0 is the tenth.
fn digit_column(key: KeyCode) -> Option<Column> {
    match key {
        KeyCode::Char('0') => Column::from_number(10),
        KeyCode::Char(digit @ '1'..='9') => Column::from_number(digit as usize - '0' as usize),
        _ => None,
    }
}

/// Returns the action of a key in the review, `None` for one that scrolls or has none.
fn review_action(story: Story, key: KeyEvent, cursor: Column) -> Option<Action> {
    let is_guess = story.card > 0 && story.is_hidden();
    Some(match key.code {
        KeyCode::Esc | KeyCode::Char('v' | 'q') => Action::Close,
        KeyCode::Char('t') => Action::Story(StoryAction::Guess),
        KeyCode::Char('y') => Action::Theme,
        KeyCode::Tab => Action::Story(StoryAction::Next),
        KeyCode::BackTab => Action::Story(StoryAction::Previous),
        KeyCode::Left if is_guess => Action::Left,
        KeyCode::Right if is_guess => Action::Right,
        KeyCode::Enter | KeyCode::Down | KeyCode::Char(' ') if is_guess => {
            Action::Story(StoryAction::Try(cursor))
        }
        code if is_guess => Action::Story(StoryAction::Try(digit_column(code)?)),
        KeyCode::Left => Action::Story(StoryAction::Previous),
        KeyCode::Right => Action::Story(StoryAction::Next),
        KeyCode::Enter | KeyCode::Char(' ') => Action::Story(StoryAction::Forward),
        // The whole game has no line, and its text scrolls.
        KeyCode::Down if story.card > 0 => Action::Story(StoryAction::Forward),
        KeyCode::Up | KeyCode::Backspace if story.card > 0 => Action::Story(StoryAction::Back),
        _ => return None,
    })
}

/// Returns the key that scrolls as another one does, for texts to read.
const fn reading_key(key: KeyCode) -> KeyCode {
    match key {
        KeyCode::Char('k') => KeyCode::Up,
        KeyCode::Char('j') => KeyCode::Down,
        KeyCode::Char(' ') => KeyCode::PageDown,
        key => key,
    }
}

fn scroll(play: &Play, screen: Rect, key: KeyCode) -> Option<Action> {
    Some(Action::ScrollTo(Page::of(play, screen, Look::FULL)?.after(key)?))
}

fn scroll_by(play: &Play, screen: Rect, to: impl FnOnce(usize) -> usize) -> Option<Action> {
    let page = Page::of(play, screen, Look::FULL)?;
    Some(Action::ScrollTo(to(page.top).min(page.last_top())))
}

fn prompt_action(key: KeyEvent) -> Option<Action> {
    match key.code {
        KeyCode::Enter => Some(Action::Submit),
        KeyCode::Esc => Some(Action::Close),
        KeyCode::Backspace => Some(Action::Erase),
        KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => Some(Action::Type(letter)),
        _ => None,
    }
}
