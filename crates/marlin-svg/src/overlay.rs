//! The drawings over the board and its stones: the last move, the fours that won, the threats, and a line of play.

use std::fmt;

use marlin_core::{Bitboard, Cell, Column, Player};

use crate::Diagram;
use crate::glyph::cross;
use crate::layout::Layout;
use crate::style::Style;

/// The height of a digit's middle above its base line.
const DIGIT: usize = 8;
/// The distance of a number above the centre of a cell that has a threat below it.
const ABOVE: usize = 8;
/// The distance of a threat below the centre of a cell that a move of the line takes.
const BELOW: usize = 16;
/// The distance of two threats in a cell from its middle.
const BESIDE: usize = 13;

impl Diagram<'_> {
    /// Writes a ring around the last stone, a stroke through each four that won, and rings around its stones.
    pub(crate) fn write_marks(&self, f: &mut impl fmt::Write, layout: &Layout, style: &Style) -> fmt::Result {
        if let Some(cell) = self.last_cell() {
            let (x, y) = layout.cell(cell.column(), cell.row());
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="30"/>"#, style.class("last-edge"))?;
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="30"/>"#, style.class("last"))?;
        }
        for cell in self.game.position().winning_stones() {
            let (x, y) = layout.cell(cell.column(), cell.row());
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="30"/>"#, style.class("four"))?;
        }
        for class in ["line-edge", "line"] {
            for [first, .., last] in self.game.winning_lines() {
                let (x, y) = layout.cell(first.column(), first.row());
                let (to_x, to_y) = layout.cell(last.column(), last.row());
                writeln!(f, r#"<path {} d="M{x} {y}L{to_x} {to_y}"/>"#, style.class(class))?;
            }
        }
        Ok(())
    }

    /// Writes the stones of the line of play, each with its number in the line.
    pub(crate) fn write_line(&self, f: &mut impl fmt::Write, layout: &Layout, style: &Style) -> fmt::Result {
        for (step, (cell, player)) in self.ghosts().into_iter().enumerate() {
            let (x, y) = layout.cell(cell.column(), cell.row());
            let class = match player {
                Player::X => "ghost-x",
                Player::O => "ghost-o",
            };
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="26"/>"#, style.class(class))?;
            let up = if self.shows_threats() && self.is_threatened(cell) { ABOVE } else { 0 };
            writeln!(
                f,
                r#"<text {} x="{x}" y="{}">{}</text>"#,
                style.class("step"),
                y + DIGIT - up,
                step + 1
            )?;
        }
        Ok(())
    }

    /// Writes a small stone of X into each cell that X threatens, and one of O into each that O does.
    pub(crate) fn write_threats(
        &self,
        f: &mut impl fmt::Write,
        layout: &Layout,
        style: &Style,
    ) -> fmt::Result {
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
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="10"/>"#, style.class("threat-x"))?;
            writeln!(f, r#"<path {} d="{}"/>"#, style.class("threat-cross"), cross((x, y), 4))?;
        }
        for cell in of_o {
            let (x, y) = centre(cell);
            let x = x + beside(of_x, cell);
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="10"/>"#, style.class("threat-o"))?;
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="4"/>"#, style.class("threat-ring"))?;
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
            position.play_unchecked(column);
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
