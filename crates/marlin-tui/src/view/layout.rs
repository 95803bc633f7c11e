//! The parts of the screen, and the contents of the board: the game, or a card of the review.

use std::borrow::Cow;

use marlin_core::{Bitboard, BoardSize, Bounds, Cell, Column, Game, Player, Report};
use ratatui::layout::Rect;

use crate::state::{BlunderCard, BoardTask, Falling, Play, Shown, Story, last_cell};

/// The width that a pane beside the board needs.
const PANE_WIDTH: u16 = 30;
/// The height that a pane below the board needs.
const PANE_HEIGHT: u16 = 6;
/// The maximum height of a cell.
const MAX_CELL: u16 = 4;
/// The rows of a hint with words: the number, the word and the move.
const HINT_ROWS: u16 = 3;
/// The width that words below a column need.
const WORD_WIDTH: u16 = 6;

/// The areas of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScreenLayout {
    /// The line with the name and the players; of height 0 where it does not fit.
    pub(super) title: Rect,
    /// The line over the board, with the pointer of the selected column.
    pub(super) pointer: Rect,
    /// The board in its frame, which has no upper edge.
    pub(super) board: Rect,
    /// The numbers of the columns.
    pub(super) numbers: Rect,
    /// The hints below the columns; of height 0 where they do not fit.
    pub(super) hints: Rect,
    /// The side to move.
    pub(super) status: Rect,
    /// The latest message.
    pub(super) message: Rect,
    /// The most important keys.
    pub(super) keys: Rect,
    /// The pane beside or below the board.
    pub(super) pane: Option<Rect>,
    /// The width of a cell.
    pub(super) cell_width: u16,
    /// The height of a cell.
    pub(super) cell_height: u16,
}

/// The size of a cell, and the optional parts.
#[derive(Debug, Clone, Copy)]
struct Plan {
    width: u16,
    height: u16,
    /// Whether there are the title and the lower edge of the board.
    has_extras: bool,
    hint_rows: u16,
}

impl Plan {
    /// Returns the width and the height of the game without a pane.
    const fn needs(self, board: BoardSize) -> (u16, u16) {
        // The pointer, the numbers, the status, the message and the keys; the title and the lower edge; the
        // hints.
        let chrome = 5 + if self.has_extras { 2 } else { 0 } + self.hint_rows;
        (board.width() as u16 * self.width + 2, board.height() as u16 * self.height + chrome)
    }
}

/// Returns the minimum size of a screen, its columns and lines.
pub(super) fn least(board: BoardSize) -> (u16, u16) {
    let (width, height) = Plan { width: 2, height: 1, has_extras: false, hint_rows: 0 }.needs(board);
    (width.max(24), height)
}

/// Returns the minimum size of a screen with a pane.
pub(super) fn least_with_pane(board: BoardSize) -> (u16, u16) {
    let (width, height) = least(board);
    (width + PANE_WIDTH, height)
}

impl ScreenLayout {
    /// Returns the layout of a screen, `None` if it is too small.
    ///
    /// The cells are as large as a pane beside the board allows; if none fits, as large as the screen allows.
    pub(super) fn new(board: BoardSize, area: Rect) -> Option<Self> {
        let (least_width, least_height) = least(board);
        if area.width < least_width || area.height < least_height {
            return None;
        }
        let large = (2..=MAX_CELL).rev().map(|height| Plan {
            width: 2 * height + 2,
            height,
            has_extras: true,
            hint_rows: HINT_ROWS,
        });
        // The first one is for a screen that is high and narrow.
        let small = [
            (4, 2, true, 1),
            (5, 1, true, 1),
            (4, 1, true, 1),
            (3, 1, true, 1),
            (5, 1, false, 0),
            (3, 1, false, 0),
            (2, 1, false, 0),
        ]
        .map(|(width, height, has_extras, hint_rows)| Plan { width, height, has_extras, hint_rows });
        let plans: Vec<_> = large.chain(small).collect();
        let fits = |plan: &&Plan, beside: u16| {
            let (width, height) = plan.needs(board);
            width + beside <= area.width && height <= area.height
        };
        let plan = plans
            .iter()
            .find(|plan| fits(plan, PANE_WIDTH))
            .or_else(|| plans.iter().find(|plan| fits(plan, 0)))?;
        Some(Self::of(*plan, board, area))
    }

    fn of(plan: Plan, board: BoardSize, area: Rect) -> Self {
        let (width, height) = plan.needs(board);
        let main = width.max(least(board).0);
        let mut below = area.y;
        let mut rows = |height: u16, width: u16| {
            below += height;
            Rect { x: area.x, y: below - height, width, height }
        };
        let extra = u16::from(plan.has_extras);
        let title = rows(extra, area.width);
        let pointer = rows(1, width);
        let cells = rows(board.height() as u16 * plan.height + extra, width);
        let numbers = rows(1, width);
        let hints = rows(plan.hint_rows, width);
        let under = area.bottom() - 3;
        let pane = if area.width >= main + PANE_WIDTH {
            let y = title.bottom();
            Some(Rect { x: area.x + main + 1, y, width: area.width - main - 1, height: under - y })
        } else if area.height >= height + PANE_HEIGHT {
            let y = hints.bottom();
            Some(Rect { x: area.x, y, width: area.width, height: under - y })
        } else {
            None
        };
        let line = |from_below: u16| Rect { y: area.bottom() - from_below, height: 1, ..area };
        Self {
            title,
            pointer,
            board: cells,
            numbers,
            hints,
            status: line(3),
            message: line(2),
            keys: line(1),
            pane,
            cell_width: plan.width,
            cell_height: plan.height,
        }
    }

    /// Returns the place of a cell, its row counted from 0 at the bottom.
    pub(super) fn cell(&self, board: BoardSize, column: Column, row: usize) -> Rect {
        let from_top = (board.height() - 1 - row) as u16;
        Rect {
            x: self.board.x + 1 + column.index() as u16 * self.cell_width,
            y: self.board.y + from_top * self.cell_height,
            width: self.cell_width,
            height: self.cell_height,
        }
    }

    /// Returns the column at a place on the screen, from the pointer down to the hints.
    pub(super) fn column_at(&self, board: BoardSize, x: u16, y: u16) -> Option<Column> {
        let below = self.numbers.bottom().max(self.hints.bottom());
        let index = x.checked_sub(self.board.x + 1)? / self.cell_width;
        let is_on_board = self.pointer.y <= y && y < below && usize::from(index) < board.width();
        is_on_board.then(|| Column::new(usize::from(index)))?
    }

    /// Returns the cell at a place on the screen.
    pub(super) fn cell_at(&self, board: BoardSize, x: u16, y: u16) -> Option<Cell> {
        let from_top = usize::from(y.checked_sub(self.board.y)? / self.cell_height);
        Cell::new(self.column_at(board, x, y)?, (board.height() - 1).checked_sub(from_top)?)
    }

    /// Returns whether words fit below the columns.
    pub(super) const fn has_words(&self) -> bool {
        self.hints.height == HINT_ROWS && self.cell_width >= WORD_WIDTH
    }
}

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

/// The results of the columns, and the result of the best ones if one is proven to be best.
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
    /// The cells that a task points out.
    pub(super) marks: Vec<Cell>,
    /// The cell that a player chooses.
    pub(super) cursor: Option<Cell>,
    /// Whether columns have the letters of cells too, and rows their numbers: texts name cells by them.
    pub(super) has_letters: bool,
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
        let shown = play.shown;
        let threats = |player| game.position().threats(player);
        let task = play.task();
        let is_choosing = match task {
            Some(task) => !task.is_over && !task.is_about_cells(),
            None => !is_over && play.engine_to_move().is_none() && play.story().is_none(),
        };
        // The scores would give the answer of a task away.
        let shown = if task.is_some() { Shown::default() } else { shown };
        let hints = |analysis: &Report| {
            let is_proven = analysis.best_is_proven();
            let best = analysis.ranked().first().map(|(_, bounds)| *bounds).filter(|_| is_proven);
            Hints {
                columns: analysis.columns.to_vec(),
                best,
                promising: analysis.best.filter(|_| !is_proven),
            }
        };
        let hinted =
            play.hinted_column().and_then(|column| Cell::new(column, game.position().height(column)));
        // The pointer of the selected column would be below the pointer of the hint.
        let hint =
            hinted.map(|cell| (cell.column(), Pointer::Better)).filter(|(column, _)| *column != play.cursor);
        let choice = (play.cursor, Pointer::Choice(game.position().side_to_move()));
        Self {
            falling: play.falling,
            winning: game.position().winning_stones(),
            last: last_cell(game),
            threats: (shown.threats && !is_over).then(|| [threats(Player::X), threats(Player::O)]),
            line: if shown.line { line(play) } else { Vec::new() },
            pointers: is_choosing.then_some(choice).into_iter().chain(hint).collect(),
            column: Some(play.cursor),
            hints: play.analysis().filter(|_| shown.hints).map(hints),
            marks: task.map_or_else(|| hinted.into_iter().collect(), BoardTask::marks),
            cursor: task
                .filter(|task| task.is_about_cells() && !task.is_over)
                .and_then(|task| Cell::new(play.cursor, task.row)),
            has_letters: shown.threats || play.is_explaining() || task.is_some(),
            game: Cow::Borrowed(game),
        }
    }

    /// Returns the board of a card, with the better columns and the blunder over it.
    fn of_card(play: &'a Play, story: Story, card: &BlunderCard<'_>) -> Self {
        let game = card.board(story.step);
        let mut pointers = Vec::new();
        let mut hints = None;
        if story.is_hidden() {
            pointers.push((play.cursor, Pointer::Choice(card.played.player)));
        } else if story.step == 0
            && let Some(found) = &card.played.assessment
        {
            pointers.extend(found.best.iter().map(|&column| (column, Pointer::Better)));
            pointers.push((card.played.column, Pointer::Blunder));
            let columns = found.columns.values().map(|score| score.map(Bounds::exact)).collect();
            hints = Some(Hints { columns, best: Some(Bounds::exact(found.before)), promising: None });
        }
        Self {
            falling: None,
            winning: game.position().winning_stones(),
            last: last_cell(&game),
            threats: None,
            line: Vec::new(),
            column: story.is_hidden().then_some(play.cursor),
            pointers,
            hints,
            marks: Vec::new(),
            cursor: None,
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
