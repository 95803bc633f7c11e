//! The drawings over the board and its stones: the last move, the fours that won, the threats, and a line of play.

use std::fmt;

use marlin_core::Player;
use marlin_core::any::Bitboard;
use marlin_core::{Cell, Column};

use crate::Diagram;
use crate::layout::Layout;

/// The height of a digit's middle above its base line.
const DIGIT: usize = 7;
/// The distance of a number above the centre of a cell that has a threat below it.
const ABOVE: usize = 6;
/// The distance of a threat below the centre of a cell that a move of the line takes.
const BELOW: usize = 15;
/// The distance of two threats in a cell from its middle.
const BESIDE: usize = 9;

impl Diagram<'_> {
    /// Writes a frame around the cell of the last move, a stroke through each four that won, and rings around its
    /// stones.
    pub(crate) fn write_marks(&self, f: &mut fmt::Formatter<'_>, layout: &Layout) -> fmt::Result {
        if let Some(cell) = self.last_cell() {
            let (x, y) = layout.cell(cell.column(), cell.row());
            let (x, y) = (x - 30, y - 30);
            writeln!(f, r#"<rect class="last" x="{x}" y="{y}" width="60" height="60" rx="8"/>"#)?;
        }
        for [first, .., last] in self.game.winning_lines() {
            let (x, y) = layout.cell(first.column(), first.row());
            let (to_x, to_y) = layout.cell(last.column(), last.row());
            writeln!(f, r#"<path class="line" d="M{x} {y}L{to_x} {to_y}"/>"#)?;
        }
        for cell in self.game.winning_stones() {
            let (x, y) = layout.cell(cell.column(), cell.row());
            writeln!(f, r#"<circle class="four" cx="{x}" cy="{y}" r="26"/>"#)?;
        }
        Ok(())
    }

    /// Writes the stones of the line of play, each with its number in the line.
    pub(crate) fn write_line(&self, f: &mut fmt::Formatter<'_>, layout: &Layout) -> fmt::Result {
        for (step, (cell, player)) in self.ghosts().into_iter().enumerate() {
            let (x, y) = layout.cell(cell.column(), cell.row());
            match player {
                Player::X => writeln!(f, r#"<circle class="ghost-x" cx="{x}" cy="{y}" r="24"/>"#)?,
                Player::O => writeln!(f, r#"<circle class="ghost-o" cx="{x}" cy="{y}" r="21"/>"#)?,
            }
            let up = if self.shows_threats() && self.is_threatened(cell) { ABOVE } else { 0 };
            writeln!(f, r#"<text class="step" x="{x}" y="{}">{}</text>"#, y + DIGIT - up, step + 1)?;
        }
        Ok(())
    }

    /// Writes a small cross into each cell that X threatens, and a small ring into each that O does.
    pub(crate) fn write_threats(&self, f: &mut fmt::Formatter<'_>, layout: &Layout) -> fmt::Result {
        if !self.shows_threats() {
            return Ok(());
        }
        let position = self.game.position();
        let [of_x, of_o] = [Player::X, Player::O].map(|player| position.threats(player));
        let ghosts: Vec<Cell> = self.ghosts().into_iter().map(|(cell, _)| cell).collect();
        let centre = |cell: Cell| {
            let (x, y) = layout.cell(cell.column(), cell.row());
            (x, if ghosts.contains(&cell) { y + BELOW } else { y })
        };
        let beside = |other: Bitboard, cell| if other.contains(cell) { BESIDE } else { 0 };
        for cell in of_x {
            let (x, y) = centre(cell);
            let x = x - beside(of_o, cell);
            let (left, top, right, bottom) = (x - 5, y - 5, x + 5, y + 5);
            let cross = format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}");
            writeln!(f, r#"<path class="threat-x" d="{cross}"/>"#)?;
        }
        for cell in of_o {
            let (x, y) = centre(cell);
            writeln!(f, r#"<circle class="threat-o" cx="{}" cy="{y}" r="6"/>"#, x + beside(of_x, cell))?;
        }
        Ok(())
    }

    /// Returns whether threats are drawn: they mean nothing once the game is over.
    pub(crate) fn shows_threats(&self) -> bool {
        self.has_threats && self.game.outcome().is_none()
    }

    /// Returns whether one of the players threatens a cell.
    fn is_threatened(&self, cell: Cell) -> bool {
        [Player::X, Player::O].iter().any(|&player| self.game.position().threats(player).contains(cell))
    }

    /// Returns the cells of the line of play, with their players.
    fn ghosts(&self) -> Vec<(Cell, Player)> {
        let mut position = *self.game.position();
        let step = |&column: &Column| {
            let stone = (Cell::new(column, position.height(column))?, position.side_to_move());
            position.make_move(column);
            Some(stone)
        };
        self.line.iter().filter_map(step).collect()
    }

    /// Returns the cell of the last stone that was played.
    pub(crate) fn last_cell(&self) -> Option<Cell> {
        let column = *self.game.moves().last()?;
        let row = self.game.position().height(column).checked_sub(1)?;
        Cell::new(column, row)
    }
}
