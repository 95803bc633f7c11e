//! [`Scene`]: the board to draw with its marks, that of the game or of the review.

use std::borrow::Cow;

use marlin_core::{Bitboard, Bounds, Cell, Column, Game, Player, Report};

use crate::state::{BlunderCard, Falling, Play, Story};

/// A sign over a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pointer {
    /// A player chooses the column.
    Choice(Player),
    /// The column would have been better.
    Better,
    /// The column was played, and was a blunder.
    Blunder,
}

/// The results of the columns, and that of the best ones if one is proven to be best.
pub(super) struct Hints {
    pub(super) columns: Vec<Option<Bounds>>,
    pub(super) best: Option<Bounds>,
    /// The most promising column, if none is proven to be best.
    pub(super) promising: Option<Column>,
}

/// The board to draw with its marks, computed once for all cells.
pub(super) struct Scene<'a> {
    pub(super) game: Cow<'a, Game>,
    pub(super) falling: Option<Falling>,
    pub(super) winning: Bitboard,
    pub(super) last: Option<Cell>,
    pub(super) threats: Option<[Bitboard; 2]>,
    /// The cells of the line of best play, in order.
    pub(super) line: Vec<(Cell, Player)>,
    pub(super) pointers: Vec<(Column, Pointer)>,
    /// The column whose number is bold.
    pub(super) column: Option<Column>,
    /// The results of the columns, if they are shown and known.
    pub(super) hints: Option<Hints>,
    /// Whether columns have the letters of cells too: texts name cells by them.
    pub(super) has_letters: bool,
}

impl Hints {
    fn of(analysis: &Report) -> Self {
        let is_proven = analysis.best_is_proven();
        let best = analysis.ranked().first().map(|(_, bounds)| *bounds).filter(|_| is_proven);
        Self { columns: analysis.columns.to_vec(), best, promising: analysis.best.filter(|_| !is_proven) }
    }
}

impl<'a> Scene<'a> {
    /// Returns the scene of a game.
    pub(super) fn of(play: &'a Play) -> Self {
        match (play.story(), play.blunder_card()) {
            (Some(story), Some(card)) => Self::of_card(play, story, &card),
            (Some(_), None) => Self { hints: None, line: Vec::new(), ..Self::of_game(play) },
            (None, _) => Self::of_game(play),
        }
    }

    fn of_game(play: &'a Play) -> Self {
        let game = play.game();
        let is_over = game.outcome().is_some();
        let shown = play.shown();
        let threats = |player| game.position().threats(player);
        let is_choosing = !is_over && play.engine_to_move().is_none() && play.story().is_none();
        let choice = (play.cursor(), Pointer::Choice(game.position().side_to_move()));
        Self {
            falling: play.falling(),
            winning: game.position().winning_stones(),
            last: play.last_cell(),
            threats: (shown.threats && !is_over).then(|| [threats(Player::X), threats(Player::O)]),
            line: if shown.line { line(play) } else { Vec::new() },
            pointers: if is_choosing { vec![choice] } else { Vec::new() },
            column: Some(play.cursor()),
            hints: play.analysis().filter(|_| shown.hints).map(Hints::of),
            has_letters: shown.threats || play.is_explaining(),
            game: Cow::Borrowed(game),
        }
    }

    /// Returns the board of a card, with the better columns and the blunder over it.
    fn of_card(play: &'a Play, story: Story, card: &BlunderCard<'_>) -> Self {
        let game = card.board(story.step);
        let mut pointers = Vec::new();
        let mut hints = None;
        if story.is_hidden() {
            pointers.push((play.cursor(), Pointer::Choice(card.played.player)));
        } else if story.step == 0
            && let Some(found) = &card.played.assessment
        {
            pointers.extend(found.best.iter().map(|&column| (column, Pointer::Better)));
            pointers.push((card.played.column, Pointer::Blunder));
            let columns = found.columns.iter().map(|score| score.map(Bounds::exact)).collect();
            hints = Some(Hints { columns, best: Some(Bounds::exact(found.before)), promising: None });
        }
        let last = game
            .moves()
            .last()
            .and_then(|&column| Cell::new(column, game.position().height(column).checked_sub(1)?));
        Self {
            falling: None,
            winning: game.position().winning_stones(),
            last,
            threats: None,
            line: Vec::new(),
            column: story.is_hidden().then_some(play.cursor()),
            pointers,
            hints,
            has_letters: false,
            game: Cow::Owned(game),
        }
    }
}

/// Returns the cells of the line of best play, each with its player.
fn line(play: &Play) -> Vec<(Cell, Player)> {
    let mut position = *play.game().position();
    let step = |&column: &Column| {
        let cell = Cell::new(column, position.height(column))?;
        let player = position.side_to_move();
        position.play(column).ok()?;
        Some((cell, player))
    };
    play.best_line().iter().map_while(step).collect()
}
