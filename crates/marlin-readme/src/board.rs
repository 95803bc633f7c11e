//! The board with the links below it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use marlin_core::{Cell, Column, Game};
use marlin_svg::{Diagram, Drawing, Surroundings, Theme};

use crate::issue::Colour;
use crate::series::{FinishedGame, GameResult, Series, counted};
use crate::state::GameState;

/// The file with the drawing of the board.
pub const BOARD_FILE: &str = "board.svg";

/// The width of a column in pixels. Seven of them are side by side on a phone too.
const COLUMN_WIDTH: usize = 48;

/// Returns the side to move, or the result of the game.
pub(crate) fn headline(series: &Series) -> String {
    let (state, turn) = (&series.state, series.state.turn());
    let Some(ended) = series.ended() else {
        let how = "Click a column of the board and submit the issue that opens: the stone follows in a minute or two.";
        let side = state.side_to_move();
        return format!("**Game {}, move {}: it is {side}'s turn.** {how}", turn.game, turn.ply + 1);
    };
    let new = issue_link(state, &format!("connect4|new|{turn}"), "Begin the next game");
    format!("**Game {} is over: {}.** {}{new}", turn.game, result(ended), last_stone(ended))
}

/// Returns the result of a game in words.
pub(crate) fn result(ended: &FinishedGame) -> String {
    let moves = ended.log.len();
    let won = |colour: Colour| format!("{colour} won on move {moves}");
    match ended.result {
        GameResult::Red => won(Colour::Red),
        GameResult::Yellow => won(Colour::Yellow),
        GameResult::Draw => "a draw".to_owned(),
        GameResult::Abandoned => format!("abandoned after {}", counted(moves, "move")),
    }
}

/// Returns the player of the winning move in a sentence.
pub(crate) fn last_stone(ended: &FinishedGame) -> String {
    match ended.log.last() {
        Some(last) if ended.winner().is_some() => format!("The last stone was by {}. ", last.player_link()),
        _ => String::new(),
    }
}

/// Returns the result of the game before the running one.
pub(crate) fn last_game(series: &Series) -> Option<String> {
    let last = series.finished.last().filter(|last| last.game != series.state.game)?;
    let link = page_link(series, &last.moves).map_or_else(String::new, |link| format!(" {link}"));
    Some(format!("Game {}: {}. {}{link}", last.game, result(last), last_stone(last)).trim_end().to_owned())
}

/// Returns the board as a picture a column, side by side, each with the link of its move. No space is between
/// them, so that they make up the board.
pub(crate) fn columns_with_links(series: &Series, game: &Game) -> String {
    let pictures: Vec<_> =
        game.size().columns().map(|column| column_with_link(series, game, column)).collect();
    format!("<p align=\"center\">{}</p>", pictures.concat())
}

/// Returns the picture of a column, with a link if it can be played.
fn column_with_link(series: &Series, game: &Game, column: Column) -> String {
    let (state, words) = (&series.state, column_in_words(series, game, column));
    // The query keeps old pictures out of the cache of images.
    let (source, version) = (series.settings.link(&column_file(column)), state.turn());
    let image = format!("<img src=\"{source}?v={version}\" width=\"{COLUMN_WIDTH}\" alt=\"{words}\">");
    if series.ended().is_some() || !game.legal_moves().any(|legal| legal == column) {
        return image;
    }
    let title = format!("connect4|drop|{}|{column}|{}", state.side_to_move(), state.turn());
    let address = issue_address(state, &title).replace('&', "&amp;");
    format!("<a href=\"{address}\">{image}</a>")
}

/// Returns a column in words, for screen readers: the link, and the stones from the bottom.
fn column_in_words(series: &Series, game: &Game, column: Column) -> String {
    let stone = |row| game.position().at(Cell::new(column, row)?);
    let stones: Vec<_> =
        (0..).map_while(stone).map(|player| series.state.first.of(player).to_string()).collect();
    let mut words = if series.ended().is_some() {
        format!("Column {column}")
    } else if game.legal_moves().any(|legal| legal == column) {
        format!("Play column {column}")
    } else {
        format!("Column {column}, full")
    };
    let _ = match &stones[..] {
        [] => write!(words, ": empty."),
        _ => write!(words, ": {}, from the bottom.", stones.join(", ")),
    };
    if game.moves().last() == Some(&column) {
        words.push_str(" The last stone is here.");
    }
    words
}

/// Returns the file with the picture of a column.
fn column_file(column: Column) -> String {
    format!("column-{column}.svg")
}

/// Returns the other links, and the rule of turns.
pub(crate) fn other_links(series: &Series) -> String {
    let state = &series.state;
    let mut parts = Vec::new();
    if state.moves.last().is_none_or(|last| !last.bot) {
        let title = format!("connect4|drop|{}|ai|{}", state.side_to_move(), state.turn());
        parts.push(format!("No one else around? {}.", issue_link(state, &title, "Let the bot move")));
    }
    parts.push("No one moves twice in a row.".to_owned());
    parts.extend(page_link(series, &state.board().to_string()));
    parts.join(" ")
}

/// Returns a link to the position of some moves on the owner's page, if the settings have one.
pub(crate) fn page_link(series: &Series, moves: &str) -> Option<String> {
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

/// Returns the line for readers who want the game in their own README, if the settings have an address for
/// it.
pub(crate) fn invitation(series: &Series) -> Option<String> {
    let guide = &series.settings.invite;
    (!guide.is_empty()).then(|| format!("[Add this game to your README]({guide})."))
}

/// Returns the drawings of the board and of each of its columns, by their files.
pub(crate) fn drawings(game: &Game, first: Colour, theme: Theme) -> BTreeMap<String, String> {
    let column = |column| (column_file(column), drawing(game, first, theme, Surroundings::Column(column)));
    let mut files: BTreeMap<_, _> = game.size().columns().map(column).collect();
    files.insert(BOARD_FILE.to_owned(), drawing(game, first, theme, Surroundings::Bare));
    files
}

/// Returns the drawing of the board.
pub(crate) fn drawing(game: &Game, first: Colour, theme: Theme, surroundings: Surroundings) -> String {
    let drawing = Drawing { theme, sides: first.sides(), ..Drawing::default() };
    Diagram { drawing, surroundings, ..Diagram::new(game) }.to_string()
}
