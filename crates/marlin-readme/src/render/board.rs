//! The board with the links below it.

use std::fmt::Write as _;

use marlin_core::BoardSize;
use marlin_core::any::Game;
use marlin_core::{Cell, Column};
use marlin_svg::{Diagram, Sides};

use crate::finished::{Ending, FinishedGame};
use crate::record::Record;
use crate::render::BOARD_FILE;
use crate::side::Side;
use crate::state::State;

/// Returns whose turn it is, or how the game ended.
pub(super) fn headline(record: &Record) -> String {
    let (state, turn) = (&record.state, record.state.turn());
    let Some(ended) = record.ended() else {
        let how = "Click a number below the board and submit the issue that opens: the board follows in a minute or two.";
        return format!(
            "**Game {}, move {}: it is {}'s turn.** {how}",
            turn.game,
            turn.ply + 1,
            state.side_to_move()
        );
    };
    let new = issue_link(state, &format!("connect4|new|{turn}"), "Begin the next game");
    format!("**Game {} is over: {}.** {}{new}", turn.game, ending(ended), last_stone(ended))
}

/// Returns how a game ended.
fn ending(ended: &FinishedGame) -> String {
    let moves = ended.log.len();
    match ended.result {
        Ending::Red => format!("red won at move {moves}"),
        Ending::Blue => format!("blue won at move {moves}"),
        Ending::Draw => "a draw".to_owned(),
        Ending::Abandoned => format!("abandoned after {moves} move{}", if moves == 1 { "" } else { "s" }),
    }
}

/// Returns who made the winning move.
fn last_stone(ended: &FinishedGame) -> String {
    match ended.log.last() {
        Some(last) if ended.winner().is_some() => format!("The last stone was by {}. ", last.by()),
        _ => String::new(),
    }
}

/// Returns how the game before the running one ended.
pub(super) fn last_game(record: &Record) -> Option<String> {
    let last = record.finished.last().filter(|last| last.game != record.state.game)?;
    let link = page_link(record, &last.moves).map_or_else(String::new, |link| format!(" {link}"));
    Some(format!("Game {}: {}. {}{link}", last.game, ending(last), last_stone(last)).trim_end().to_owned())
}

/// Returns a table of the drawing and of the links below its columns. Markdown has none that are as wide as a picture.
pub(super) fn table(record: &Record, game: &Game) -> String {
    let state = &record.state;
    let mut text = String::from("<table>\n<tr><td colspan=\"7\">");
    let (source, version, words) = (record.settings.link(BOARD_FILE), state.turn(), in_words(record, game));
    // Writing to a `String` never fails. The query keeps old pictures out of the cache of images.
    let _ = write!(text, "<img src=\"{source}?v={version}\" width=\"464\" alt=\"{words}\">");
    text.push_str("</td></tr>\n");
    if record.ended().is_none() {
        text.push_str("<tr>");
        for column in columns() {
            let _ = write!(text, "<td align=\"{}\">{}</td>", alignment(column), cell(state, game, column));
        }
        text.push_str("</tr>\n");
    }
    text + "</table>"
}

/// Returns the board in words: for those who don't see the drawing.
fn in_words(record: &Record, game: &Game) -> String {
    let mut sentences = vec![match record.ended() {
        Some(ended) => format!("Game {}: {}.", ended.game, ending(ended)),
        None => format!("Game {}, {} to move.", record.state.game, record.state.side_to_move()),
    }];
    if game.moves().is_empty() {
        sentences.push("The board is empty.".to_owned());
    }
    let stones: Vec<_> = columns().filter_map(|column| column_in_words(game, column)).collect();
    if !stones.is_empty() {
        sentences.push(format!("From the bottom up, {}.", stones.join("; ")));
    }
    if let Some(last) = game.moves().last() {
        sentences.push(format!("The last stone fell into column {last}."));
    }
    sentences.join(" ")
}

/// Returns the stones of a column from the bottom, `None` if it is empty.
fn column_in_words(game: &Game, column: Column) -> Option<String> {
    let stone = |row| game.position().at(Cell::new(column, row)?);
    let stones: Vec<_> = (0..).map_while(stone).map(|player| Side::from(player).to_string()).collect();
    (!stones.is_empty()).then(|| format!("column {column}: {}", stones.join(", ")))
}

/// Returns the columns of the board.
fn columns() -> impl Iterator<Item = Column> {
    BoardSize::STANDARD.columns()
}

/// Returns the alignment of a link. A cell of the table has a margin and the drawing hasn't, so the outer links stand below
/// their columns if they are aligned with the inner ones.
const fn alignment(column: Column) -> &'static str {
    match column.number() {
        1 => "right",
        7 => "left",
        _ => "center",
    }
}

/// Returns what stands below a column.
fn cell(state: &State, game: &Game, column: Column) -> String {
    if !game.legal_moves().contains(&column) {
        return "full".to_owned();
    }
    let title = format!("connect4|drop|{}|{column}|{}", state.side_to_move(), state.turn());
    let address = issue_address(state, &title).replace('&', "&amp;");
    format!("<a href=\"{address}\"><b>{column}</b></a>")
}

/// Returns the other things that a reader can do.
pub(super) fn invitation(record: &Record) -> String {
    let state = &record.state;
    let mut parts = Vec::new();
    if state.moves.last().is_none_or(|last| !last.bot) {
        let title = format!("connect4|drop|{}|ai|{}", state.side_to_move(), state.turn());
        parts.push(format!("Nobody else around? {}.", issue_link(state, &title, "Let the bot move")));
    }
    parts.push("Nobody moves twice in a row.".to_owned());
    parts.extend(page_link(record, &state.board().to_string()));
    parts.join(" ")
}

/// Returns a link to the page with the position of some moves, if the owner has one.
pub(super) fn page_link(record: &Record, moves: &str) -> Option<String> {
    let page = &record.settings.page;
    (!page.is_empty()).then(|| format!("[Look at it on the board]({page}?pos={moves})."))
}

/// Returns a link that opens an issue.
fn issue_link(state: &State, title: &str, text: &str) -> String {
    format!("[{text}]({})", issue_address(state, title))
}

/// Returns the address of a new issue with a title.
fn issue_address(state: &State, title: &str) -> String {
    let title = title.replace('|', "%7C");
    let body = "Just+submit+this+issue%3A+its+title+says+it+all.";
    format!("https://github.com/{}/issues/new?title={title}&body={body}", state.repository)
}

/// Returns the drawing of the board; the text of the README is around it.
pub(super) fn drawing(game: &Game) -> String {
    Diagram::new(game).with_sides(Sides::RedBlue).bare().to_string()
}
