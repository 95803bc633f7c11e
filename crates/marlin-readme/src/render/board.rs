//! The board with the links below it.

use std::fmt::Write as _;

use marlin_core::BoardSize;
use marlin_core::any::Game;
use marlin_core::{Cell, Column};
use marlin_svg::{Diagram, Sides};

use crate::finished::{FinishedGame, GameResult};
use crate::render::BOARD_FILE;
use crate::series::Series;
use crate::side::Side;
use crate::state::GameState;

/// Returns the side to move, or the result of the game.
pub(super) fn headline(series: &Series) -> String {
    let (state, turn) = (&series.state, series.state.turn());
    let Some(ended) = series.ended() else {
        let how = "Click a number below the board and submit the issue that opens: the board follows in a minute or two.";
        return format!(
            "**Game {}, move {}: it is {}'s turn.** {how}",
            turn.game,
            turn.ply + 1,
            state.side_to_move()
        );
    };
    let new = issue_link(state, &format!("connect4|new|{turn}"), "Begin the next game");
    format!("**Game {} is over: {}.** {}{new}", turn.game, result(ended), last_stone(ended))
}

/// Returns the result of a game in words.
fn result(ended: &FinishedGame) -> String {
    let moves = ended.log.len();
    match ended.result {
        GameResult::Red => format!("red won at move {moves}"),
        GameResult::Yellow => format!("yellow won at move {moves}"),
        GameResult::Draw => "a draw".to_owned(),
        GameResult::Abandoned => format!("abandoned after {moves} move{}", if moves == 1 { "" } else { "s" }),
    }
}

/// Returns the player of the winning move in a sentence.
fn last_stone(ended: &FinishedGame) -> String {
    match ended.log.last() {
        Some(last) if ended.winner().is_some() => format!("The last stone was by {}. ", last.player_link()),
        _ => String::new(),
    }
}

/// Returns the result of the game before the running one.
pub(super) fn last_game(series: &Series) -> Option<String> {
    let last = series.finished.last().filter(|last| last.game != series.state.game)?;
    let link = page_link(series, &last.moves).map_or_else(String::new, |link| format!(" {link}"));
    Some(format!("Game {}: {}. {}{link}", last.game, result(last), last_stone(last)).trim_end().to_owned())
}

/// Returns a table of the drawing with a link below each column. It is HTML, because a table in Markdown has no cell across
/// all columns.
pub(super) fn table(series: &Series, game: &Game) -> String {
    let state = &series.state;
    let mut text = String::from("<table>\n<tr><td colspan=\"7\">");
    let (source, version, words) = (series.settings.link(BOARD_FILE), state.turn(), in_words(series, game));
    // Writing to a `String` never fails. The query keeps old pictures out of the cache of images.
    let _ = write!(text, "<img src=\"{source}?v={version}\" width=\"464\" alt=\"{words}\">");
    text.push_str("</td></tr>\n");
    if series.ended().is_none() {
        text.push_str("<tr>");
        for column in columns() {
            let _ = write!(text, "<td align=\"{}\">{}</td>", alignment(column), cell(state, game, column));
        }
        text.push_str("</tr>\n");
    }
    text + "</table>"
}

/// Returns the board in words, for screen readers.
fn in_words(series: &Series, game: &Game) -> String {
    let mut sentences = vec![match series.ended() {
        Some(ended) => format!("Game {}: {}.", ended.game, result(ended)),
        None => format!("Game {}, {} to move.", series.state.game, series.state.side_to_move()),
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

/// Returns the alignment of a link. Table cells have a margin and the drawing has none, so the outer links are aligned with
/// the inner side to be below their columns.
const fn alignment(column: Column) -> &'static str {
    match column.number() {
        1 => "right",
        7 => "left",
        _ => "center",
    }
}

/// Returns the cell below a column: its link, or a note that the column is full.
fn cell(state: &GameState, game: &Game, column: Column) -> String {
    if !game.legal_moves().contains(&column) {
        return "full".to_owned();
    }
    let title = format!("connect4|drop|{}|{column}|{}", state.side_to_move(), state.turn());
    let address = issue_address(state, &title).replace('&', "&amp;");
    format!("<a href=\"{address}\"><b>{column}</b></a>")
}

/// Returns the other links, and the rule of turns.
pub(super) fn other_links(series: &Series) -> String {
    let state = &series.state;
    let mut parts = Vec::new();
    if state.moves.last().is_none_or(|last| !last.bot) {
        let title = format!("connect4|drop|{}|ai|{}", state.side_to_move(), state.turn());
        parts.push(format!("Nobody else around? {}.", issue_link(state, &title, "Let the bot move")));
    }
    parts.push("Nobody moves twice in a row.".to_owned());
    parts.extend(page_link(series, &state.board().to_string()));
    parts.join(" ")
}

/// Returns a link to the position of some moves on the owner's page, if the settings have one.
pub(super) fn page_link(series: &Series, moves: &str) -> Option<String> {
    let page = &series.settings.page;
    (!page.is_empty()).then(|| format!("[Look at it on the board]({page}?pos={moves})."))
}

/// Returns a link that opens an issue.
fn issue_link(state: &GameState, title: &str, text: &str) -> String {
    format!("[{text}]({})", issue_address(state, title))
}

/// Returns the address of a new issue with a title.
fn issue_address(state: &GameState, title: &str) -> String {
    let title = title.replace('|', "%7C");
    let body = "Just+submit+this+issue%3A+its+title+says+it+all.";
    format!("https://github.com/{}/issues/new?title={title}&body={body}", state.repository)
}

/// Returns the drawing of the board alone.
pub(super) fn drawing(game: &Game) -> String {
    Diagram::new(game).with_sides(Sides::RedYellow).bare().to_string()
}
