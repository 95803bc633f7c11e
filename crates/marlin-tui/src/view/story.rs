//! The text of the review: the whole game on the first card, then a card for each blunder.

use marlin_coach::review::{Review, ReviewedMove};
use marlin_core::Bounds;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::board::name;
use super::ending::{self, Value};
use crate::look::{BEST, BOLD, DIM, Look, heading};
use crate::state::{BlunderCard, Play, Story};
use crate::words;

/// Returns the text of the open card for a width.
pub(super) fn lines(play: &Play, width: usize, look: Look) -> Vec<Line<'static>> {
    let (Some(story), Some(review)) = (play.story(), play.review()) else {
        return vec![Line::styled("Looking at the moves ...", DIM)];
    };
    match play.blunder_card() {
        Some(card) => blunder(play, &card, story, look),
        None => whole_game(play, review, width, look),
    }
}

/// Returns the graph, the accuracy, and the moves with their marks.
fn whole_game(play: &Play, review: &Review, width: usize, look: Look) -> Vec<Line<'static>> {
    let value = |played: &ReviewedMove| played.evaluation().map_or(Value::Unproven, Value::Known);
    let values: Vec<_> = review.moves.iter().map(value).collect();
    let mut lines = ending::accuracies(play, look);
    let turning_point = Line::raw(play.named(&review.turning_point_in_words()));
    lines.extend([Line::default(), turning_point, Line::default(), heading("Who was winning")]);
    lines.extend(ending::draw_graph(&values, width, look));
    lines.push(Line::default());
    lines.push(moves(review, look));
    lines.push(Line::styled(look.text("?? blunder, ? slip, · inexact, ! only move"), DIM));
    lines
}

/// Returns the moves, each with its number and its mark.
fn moves(review: &Review, look: Look) -> Line<'static> {
    let spans = review.moves.iter().flat_map(|played| {
        let style = match played.mark() {
            "??" => look.error(),
            "?" => BOLD,
            "·" => DIM,
            "!" => look.better(),
            _ => Style::new(),
        };
        let text = look.text(&format!("{}{}", played.column, played.mark()));
        [Span::styled(format!("{}.", played.number), DIM), Span::styled(text, style), Span::raw("  ")]
    });
    spans.collect()
}

fn blunder(play: &Play, card: &BlunderCard<'_>, story: Story, look: Look) -> Vec<Line<'static>> {
    let player = card.played.player;
    let badge = Span::styled(name(player, look), look.letter(player));
    if story.is_hidden() {
        let text = format!(" to move. {}", words::question(play, card.played));
        return vec![
            heading("Find the better column"),
            Line::from(vec![badge, Span::raw(text)]),
            Line::default(),
            Line::raw(look.text("A number, or ← → and Enter, tries a column. t shows the answer.")),
        ];
    }
    let mut lines = vec![Line::raw(play.named(&card.played.story().unwrap_or_default())), Line::default()];
    lines.push(heading("What follows"));
    lines.push(line(card, story, look));
    if let Some(found) = &card.played.assessment {
        let after = play.verdict(&card.played.position, Bounds::exact(found.after));
        lines.push(Line::raw(format!("{after}.")));
    }
    if !card.played.line.is_empty() {
        lines.extend([Line::default(), heading("Better"), Line::raw(words::moves(&card.played.line))]);
    }
    lines
}

/// Returns the moves from the blunder on. The last one on the board is reversed.
fn line(card: &BlunderCard<'_>, story: Story, look: Look) -> Line<'static> {
    let mut player = card.played.player;
    let mut spans = Vec::new();
    for (step, column) in (1..).zip(&card.line) {
        let style = if step == story.step { BEST } else { look.ink(player) };
        let mark = if step == 1 { "??" } else { "" };
        spans.extend([Span::styled(format!("{column}{mark}"), style), Span::raw(" ")]);
        player = player.opponent();
    }
    if card.line.len() == 1 && card.board(1).outcome().is_none() {
        spans.push(Span::styled("...", DIM));
    }
    Line::from(spans)
}

/// Returns the title of the open card.
pub(super) fn title(play: &Play) -> String {
    match play.story() {
        Some(story) if play.nb_cards() > 1 => {
            format!("Review, card {} of {}", story.card + 1, play.nb_cards())
        }
        _ => "Review".to_owned(),
    }
}

/// Returns the open card in a line, `None` unless the review is open.
pub(super) fn status(play: &Play, look: Look) -> Option<Line<'static>> {
    let story = play.story()?;
    let Some(card) = play.blunder_card() else {
        let text = match (play.review(), play.nb_cards()) {
            (None, _) => " Looking at the moves ...".to_owned(),
            (_, 1) => " No blunder to show".to_owned(),
            (_, cards) => format!(
                " The whole game. → shows {}",
                if cards == 2 { "the blunder" } else { "the blunders" }
            ),
        };
        return Some(Line::raw(look.text(&text)));
    };
    let played = card.played;
    let text = match story.step {
        _ if story.is_hidden() => format!(" move {}: find the better column", played.number),
        0 => {
            let best = played.assessment.as_ref().map_or(String::new(), |found| words::moves(&found.best));
            format!(" move {}: {}??, better {best}", played.number, played.column)
        }
        step => format!(" move {}: {}?? {}", played.number, played.column, words::moves(&card.line[1..step])),
    };
    let badge = Span::styled(name(played.player, look), look.letter(played.player));
    Some(Line::from(vec![Span::raw(" "), badge, Span::raw(look.text(&text))]))
}

/// Returns the keys of the review.
pub(super) fn keys(play: &Play) -> &'static [(&'static str, &'static str)] {
    match play.story() {
        Some(story) if story.card > 0 && story.is_hidden() => {
            &[("1-9", "try"), ("t", "answer"), ("Tab", "next card"), ("Esc", "close")]
        }
        Some(story) if story.card > 0 => {
            &[("← →", "cards"), ("↑ ↓", "moves"), ("t", "try it"), ("Esc", "close")]
        }
        _ => &[("← →", "cards"), ("t", "try"), ("PgDn", "scroll"), ("Esc", "close")],
    }
}
