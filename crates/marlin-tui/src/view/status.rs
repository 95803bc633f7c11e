//! The line at the top, and the three lines at the bottom: the turn, the message and the keys.

use marlin_coach::task::TaskProgress;
use marlin_core::Player;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::board::name;
use super::layout::{ScreenLayout, least_with_pane};
use super::page::wrap;
use super::{ending, story, task};
use crate::look::{BEST, BOLD, DIM, Look};
use crate::state::{Command, Dialog, Play, Seat};
use crate::words;

/// The width from which the title has the name of the game.
const WIDE: u16 = 78;
/// The width from which levels have their names.
const MEDIUM: u16 = 60;

/// Draws the name, the players, and the score of their match after its first game.
pub(super) fn draw_title(frame: &mut Frame<'_>, layout: &ScreenLayout, play: &Play, look: Look) {
    if let Some(title) = play.task_title(layout.title.width.into()) {
        return frame.render_widget(Line::styled(format!(" {title} "), BEST), layout.title);
    }
    let tally = play.tally();
    let mut spans = Vec::new();
    if layout.title.width >= WIDE {
        spans.extend([Span::styled(" Four in a row ", BEST), Span::raw(" ")]);
    }
    for player in [Player::X, Player::O] {
        spans.push(Span::styled(name(player, look), look.letter(player)));
        let seat = match play.seat(player) {
            Seat::Person if play.called(player) == "you" => "you".to_owned(),
            seat if layout.title.width < MEDIUM => seat.to_string(),
            seat => seat.on(play.game().size()),
        };
        spans.push(Span::raw(format!(" {seat}")));
        if tally.games() > 0 {
            spans.push(Span::styled(format!(" {}", tally.wins[player as usize]), BOLD));
        }
        spans.push(Span::raw("  "));
    }
    if tally.draws > 0 {
        spans.push(Span::styled(format!("drawn {}  ", tally.draws), DIM));
    }
    let mut title = Line::from(spans);
    let board = format!("board {}", play.game().size());
    if title.width() + board.len() <= usize::from(layout.title.width) {
        title.push_span(Span::styled(board, DIM));
    }
    frame.render_widget(title, layout.title);
}

/// Draws the lines at the bottom.
pub(super) fn draw(frame: &mut Frame<'_>, layout: &ScreenLayout, play: &Play, look: Look) {
    let is_narrow = layout.pane.is_none();
    let status = story::status(play, look)
        .or_else(|| Some(task::status(play, play.task()?, look)))
        .unwrap_or_else(|| turn(play, look));
    frame.render_widget(status, layout.status);
    let message = match &play.message {
        Some(message) => {
            let style = if message.is_error { look.error() } else { BOLD };
            Some(Line::styled(format!(" {}", look.text(&message.text)), style))
        }
        None if is_narrow => verdict(play)
            .or_else(|| uncounted(play, look))
            .or_else(|| accuracy(play))
            .or_else(|| no_room(play, layout))
            .or_else(|| not_proven(play))
            .map(|text| Line::styled(text, DIM)),
        None => None,
    };
    // On a small screen a message that is longer than a line takes the place of the status too.
    if let Some(message) = message {
        let width = usize::from(layout.message.width);
        let mut lines = wrap(&message, width);
        if is_narrow && lines.len() > 2 {
            lines = wrap(&message, width.saturating_sub(4).max(1));
            lines[1].push_span(" ...");
        }
        let height = if is_narrow { lines.len().clamp(1, 2) as u16 } else { 1 };
        let area = Rect { y: layout.message.bottom() - height, height, ..layout.message };
        frame.render_widget(Clear, area);
        frame.render_widget(Paragraph::new(lines), area);
    }
    frame.render_widget(keys(layout, play, look), layout.keys);
}

/// Returns the message about the answer to a task, or the place of its question.
fn verdict(play: &Play) -> Option<String> {
    let task = play.task()?;
    let verdict = task.verdict.as_ref().map(|verdict| verdict.text.as_str());
    Some(format!(" {}", verdict.unwrap_or("? shows the task")))
}

/// Returns the result of a game that does not count, and the reason.
fn uncounted(play: &Play, look: Look) -> Option<String> {
    let reason = play.finished()?.uncounted()?;
    let result = ending::result(play.game().outcome()?, play, look).to_string();
    Some(format!(" {}. {reason}", result.trim()))
}

/// Returns the accuracy of both sides after the end of a game.
fn accuracy(play: &Play) -> Option<String> {
    play.game().outcome()?;
    let [x, o] = [Player::X, Player::O].map(|player| play.review()?.side(player).accuracy);
    Some(format!(" Accuracy: Yellow {:.0} %, Red {:.0} %", x?, o?))
}

/// Returns a note on the unproven part of the shown hints.
fn not_proven(play: &Play) -> Option<String> {
    let analysis = play.analysis().filter(|_| play.shown.hints && play.story().is_none())?;
    words::not_proven(analysis).map(|text| format!(" {text}"))
}

/// Returns a hint if the screen has no room for a part that is shown.
fn no_room(play: &Play, layout: &ScreenLayout) -> Option<String> {
    let shown = play.shown;
    if play.story().is_some() {
        return None;
    }
    let hidden = [(shown.graph, "graph"), (shown.hints && layout.hints.height == 0, "hints")];
    let (_, name) = hidden.into_iter().find(|(is_hidden, _)| *is_hidden)?;
    let (width, height) = least_with_pane(play.game().size());
    Some(format!(" The {name} needs {width}x{height}."))
}

/// Returns the side to move with the keys for it, or the result of the game.
fn turn(play: &Play, look: Look) -> Line<'static> {
    if let Some(outcome) = play.game().outcome() {
        let mut line = ending::result(outcome, play, look);
        line.spans.insert(0, Span::raw(" "));
        return line;
    }
    let player = play.game().position().side_to_move();
    let what = match (play.seat(player), &play.progress) {
        (Seat::Engine(_), _) if play.is_paused() => " is paused. Enter: go on, r: redo".to_owned(),
        (Seat::Engine(_), None) => " thinks".to_owned(),
        (Seat::Engine(_), Some(progress)) => format!(" thinks: {}; Esc: move now", describe(progress, play)),
        (Seat::Person, None) => format!(" to move: {} Enter or a number", look.text("← →")),
        (Seat::Person, Some(progress)) => {
            format!(" to move. Searching: {}; Esc: stop", describe(progress, play))
        }
    };
    Line::from(vec![Span::raw(" "), Span::styled(name(player, look), look.letter(player)), Span::raw(what)])
}

/// Describes the progress of the engine.
fn describe(progress: &TaskProgress, play: &Play) -> String {
    let tenths = progress.elapsed.as_millis() / 100;
    let nodes = match progress.nodes {
        nodes @ 0..1_000_000 => format!("{} thousand", nodes / 1_000),
        nodes => format!("{} million", nodes / 1_000_000),
    };
    let Some(bounds) = progress.bounds else {
        let left = progress.moves_left.unwrap_or(0);
        return format!("{}.{} s, {left} moves left to review", tenths / 10, tenths % 10);
    };
    let position = play.engine_task().map_or(*play.game().position(), |task| task.position);
    let found = if position != *play.game().position() {
        format!("Position after move {}", position.nb_moves())
    } else if bounds.outcome().is_none() {
        "No winner proven".to_owned()
    } else {
        play.verdict(&position, bounds)
    };
    format!("{}.{} s, {nodes} nodes. {found}", tenths / 10, tenths % 10)
}

/// Returns the most important keys that fit.
fn keys(layout: &ScreenLayout, play: &Play, look: Look) -> Line<'static> {
    let all = match (&play.dialog, play.task()) {
        (Some(Dialog::Review(_)), _) => story::keys(play).to_vec(),
        (Some(Dialog::Menu(_)), _) => task::MENU_KEYS.to_vec(),
        (_, Some(task)) => task::keys(task).to_vec(),
        _ => Command::of_footer(play.game().outcome().is_some()),
    };
    let mut spans = vec![Span::raw(" ")];
    let mut left = usize::from(layout.keys.width).saturating_sub(1);
    for (key, word) in all {
        let key = look.text(key);
        let width = key.chars().count() + word.len() + 3;
        if width > left + 2 {
            break;
        }
        left = left.saturating_sub(width);
        spans.push(Span::styled(key, BOLD));
        spans.push(Span::styled(format!(" {word}  "), DIM));
    }
    Line::from(spans)
}
