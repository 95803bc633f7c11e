//! The actions of keys and of the mouse.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use marlin_core::Column;
use ratatui::layout::Rect;

use crate::state::{Action, Dialog, Play, Prompt};
use crate::view::{ExplanationPage, column_at};

/// The lines by which a step of the mouse wheel scrolls.
const WHEEL_LINES: usize = 3;

/// Returns the action of a terminal event, `None` without one.
///
/// # Examples
///
/// ```
/// use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
/// use marlin_core::any::Game;
/// use marlin_tui::{Action, Play, Seat, action};
/// use ratatui::layout::Rect;
///
/// let play = Play::new(Game::on("7x6".parse()?), [Seat::Person; 2]);
/// let key = Event::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::NONE));
/// assert_eq!(action(&play, &key, Rect::new(0, 0, 80, 24)), Some(Action::Undo));
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
pub fn action(play: &Play, event: &Event, screen: Rect) -> Option<Action> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => match play.dialog() {
            _ if is_interrupt(*key) => Some(Action::Quit),
            None => key_action(*key),
            Some(Dialog::Help) => Some(Action::Close),
            Some(Dialog::Explanation { .. }) => Some(explanation_action(play, *key, screen)),
            Some(Dialog::Prompt { .. }) => prompt_action(*key),
        },
        Event::Mouse(mouse) if play.dialog().is_none() => {
            let column = column_at(play, screen, mouse.column, mouse.row)?;
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Some(Action::DropInto(column)),
                MouseEventKind::Moved if column != play.cursor() => Some(Action::PointAt(column)),
                _ => None,
            }
        }
        Event::Mouse(mouse) => match (play.dialog()?, mouse.kind) {
            (Dialog::Help | Dialog::Explanation { .. }, MouseEventKind::Down(_)) => Some(Action::Close),
            (Dialog::Explanation { .. }, MouseEventKind::ScrollUp) => {
                Some(scroll(play, screen, |page| page.top.saturating_sub(WHEEL_LINES)))
            }
            (Dialog::Explanation { .. }, MouseEventKind::ScrollDown) => {
                Some(scroll(play, screen, |page| page.top + WHEEL_LINES))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether a key ends the program in every dialog.
fn is_interrupt(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'd'))
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
        KeyCode::Char('0') => Action::DropInto(Column::from_number(10)?),
        KeyCode::Char(digit @ '1'..='9') => Action::DropInto(Column::from_char(digit)?),
        KeyCode::Char(letter) => letter_action(letter)?,
        _ => return None,
    })
}

fn letter_action(letter: char) -> Option<Action> {
    Some(match letter.to_ascii_lowercase() {
        'u' => Action::Undo,
        'r' => Action::Redo,
        'n' => Action::New,
        'x' => Action::Swap,
        'p' => Action::Ask(Prompt::Players),
        'h' => Action::Hints,
        't' => Action::Threats,
        'b' => Action::Line,
        'g' => Action::Graph,
        'e' => Action::Explanation,
        'c' => Action::Copy,
        's' => Action::Ask(Prompt::Save),
        'l' => Action::Ask(Prompt::Load),
        '?' => Action::Help,
        'q' => Action::Quit,
        _ => return None,
    })
}

/// Returns the action of a key in the explanation, which scrolls or closes it.
fn explanation_action(play: &Play, key: KeyEvent, screen: Rect) -> Action {
    let to: fn(&ExplanationPage) -> usize = match key.code {
        KeyCode::Up | KeyCode::Char('k') => |page| page.top.saturating_sub(1),
        KeyCode::Down | KeyCode::Char('j') => |page| page.top + 1,
        KeyCode::PageUp => |page| page.top.saturating_sub(page.height),
        KeyCode::PageDown | KeyCode::Char(' ') => |page| page.top + page.height,
        KeyCode::Home => |_| 0,
        KeyCode::End => |_| usize::MAX,
        _ => return Action::Close,
    };
    scroll(play, screen, to)
}

fn scroll(play: &Play, screen: Rect, to: impl FnOnce(&ExplanationPage) -> usize) -> Action {
    let page = ExplanationPage::of(play, screen);
    Action::ScrollTo(to(&page).min(page.last_top()))
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
