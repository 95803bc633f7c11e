//! The drawing of a board: the rack with its stones, the text around it, and over it the last move, the fours
//! that won, the threats and a line of play.

use std::fmt;

use marlin_core::{Bitboard, Cell, Column, Game, Outcome, Player, Score};

use crate::Drawing;
use crate::layout::{Layout, Surroundings};
use crate::style::ROOT;
use crate::{Diagram, best_score};

/// The width and the height of a card in pixels.
const CARD: (usize, usize) = (1200, 630);

/// A place in pixels from the upper left corner.
type Point = (usize, usize);

/// The radius of a hole.
const HOLE: usize = 29;

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout =
            Layout::new(self.game.size(), self.scores.is_some(), !self.arrows.is_empty(), self.surroundings);
        let mut shapes = String::new();
        self.write_shapes(&mut shapes, &layout)?;
        let (left, width, height) = layout.view();
        let (shown_width, shown_height) =
            if self.surroundings == Surroundings::Card { CARD } else { (width, height) };
        let shown = format!(r#"width="{shown_width}" height="{shown_height}""#);
        writeln!(f, r#"{ROOT} viewBox="{left} 0 {width} {height}" {shown}>"#)?;
        writeln!(f, "<title>Connect Four, {}</title>", self.caption())?;
        writeln!(f, "<desc>{}</desc>", self.description())?;
        writeln!(f, "{}{shapes}</svg>", self.drawing.sheet(&shapes))
    }
}

impl Diagram<'_> {
    /// Writes all shapes of the drawing.
    fn write_shapes(&self, f: &mut impl fmt::Write, layout: &Layout) -> fmt::Result {
        let (_, width, height) = layout.view();
        let page = self.drawing.class("page");
        match self.surroundings {
            Surroundings::Card => {
                let (width, height) = (width + 2, height + 2);
                writeln!(f, r#"<rect {page} x="-1" y="-1" width="{width}" height="{height}"/>"#)?;
            }
            Surroundings::All => {
                let (width, height) = (width - 2, height - 2);
                writeln!(f, r#"<rect {page} x="1" y="1" width="{width}" height="{height}" rx="16"/>"#)?;
            }
            Surroundings::Bare | Surroundings::Column(_) => {}
        }
        self.write_scores(f, layout)?;
        for &column in self.arrows.iter().filter(|&&column| self.is_drawn(column)) {
            let ((x, y), class) = (layout.arrow(column), self.drawing.class("arrow"));
            writeln!(f, r#"<path {class} d="M{x} {y}l-13-13h8v-9h10v9h8z"/>"#)?;
        }
        self.write_rack(f, layout)?;
        self.write_marks(f, layout)?;
        self.write_line(f, layout)?;
        self.write_threats(f, layout)?;
        if !matches!(self.surroundings, Surroundings::Bare | Surroundings::Card) {
            self.write_numbers(f, layout)?;
        }
        if self.surroundings == Surroundings::All {
            let ((x, y), class, caption) = (layout.caption(), self.drawing.class("caption"), self.caption());
            writeln!(f, r#"<text {class} x="{x}" y="{y}">{caption}</text>"#)?;
        }
        Ok(())
    }

    /// Writes the score of each column above the column, and its meaning below the score.
    fn write_scores(&self, f: &mut impl fmt::Write, layout: &Layout) -> fmt::Result {
        let Some(columns) = &self.scores else { return Ok(()) };
        let best = best_score(columns);
        for (column, score) in self.game.size().columns().zip(columns) {
            let Some(score) = score.filter(|_| self.is_drawn(column)) else { continue };
            let (x, y) = layout.score(column);
            let class = class(score);
            let is_best = Some(score) == best;
            if is_best {
                let (left, top) = (x - 30, y - 14);
                let class = self.drawing.class(class);
                writeln!(f, r#"<rect {class} x="{left}" y="{top}" width="60" height="28" rx="14"/>"#)?;
            }
            let class = if is_best { "best" } else { class };
            if self.surroundings == Surroundings::Card {
                let path = number(&signed(score), (x, y));
                writeln!(f, r#"<path {} d="{path}"/>"#, self.drawing.class(&format!("glyph ink-{class}")))?;
                continue;
            }
            let class = format!("score {class}");
            let (class, shown) = (self.drawing.class(&class), signed(score));
            writeln!(f, r#"<text {class} x="{x}" y="{}">{shown}</text>"#, y + 7)?;
            let (class, words) = (self.drawing.class("word"), words(score, self.game));
            writeln!(f, r#"<text {class} x="{x}" y="{}">{words}</text>"#, y + 29)?;
        }
        Ok(())
    }

    /// Writes the rack with its holes and stones.
    fn write_rack(&self, f: &mut impl fmt::Write, layout: &Layout) -> fmt::Result {
        let (x, y, width, height) = layout.rack();
        let (foot, foot_height) = layout.foot();
        let [top, bottom, below] = ["rack-top", "rack-bottom", "foot"].map(|name| self.drawing.class(name));
        writeln!(f, r#"<defs><linearGradient id="marlin-rack" x2="0" y2="1">"#)?;
        writeln!(f, r#"<stop {top}/><stop {bottom} offset="1"/></linearGradient></defs>"#)?;
        writeln!(f, r#"<rect {below} x="{x}" y="{foot}" width="{width}" height="{foot_height}" rx="22"/>"#)?;
        let place = format!(r#"x="{x}" y="{y}" width="{width}" height="{height}" rx="22""#);
        writeln!(f, r#"<rect fill="url(#marlin-rack)" {place}/>"#)?;
        writeln!(f, "<g {}>", self.drawing.class("rim"))?;
        for row in (0..self.game.size().height()).rev() {
            for column in self.game.size().columns().filter(|&column| self.is_drawn(column)) {
                let centre = layout.cell(column, row);
                let stone = Cell::new(column, row).and_then(|cell| self.game.position().at(cell));
                write_stone(f, self.drawing, stone, centre)?;
            }
        }
        writeln!(f, "</g>")
    }

    /// Writes the numbers of the columns, larger for a page that shows columns one by one, because such a
    /// page shows them smaller.
    fn write_numbers(&self, f: &mut impl fmt::Write, layout: &Layout) -> fmt::Result {
        for column in self.game.size().columns().filter(|&column| self.is_drawn(column)) {
            let (x, y) = layout.number(column);
            let class = if self.surroundings == Surroundings::All { "number" } else { "number large" };
            writeln!(f, r#"<text {} x="{x}" y="{y}">{column}</text>"#, self.drawing.class(class))?;
        }
        Ok(())
    }

    /// Returns whether a column is part of the drawing.
    fn is_drawn(&self, column: Column) -> bool {
        !matches!(self.surroundings, Surroundings::Column(only) if only != column)
    }
}

/// Writes an empty hole, or the stone in it: with an engraved cross for X, and an engraved ring for O.
fn write_stone(f: &mut impl fmt::Write, style: Drawing, stone: Option<Player>, (x, y): Point) -> fmt::Result {
    let (class, cut, sign) = match stone {
        None => ("hole", "", String::new()),
        Some(Player::X) => {
            ("x", "cut-x", format!(r#"<path {} d="{}"/>"#, style.class("cross"), cross((x, y), 9)))
        }
        Some(Player::O) => {
            ("o", "cut-o", format!(r#"<circle {} cx="{x}" cy="{y}" r="10"/>"#, style.class("ring")))
        }
    };
    writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="{HOLE}"/>"#, style.class(class))?;
    if stone.is_some() {
        writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="22"/>{sign}"#, style.class(cut))?;
    }
    Ok(())
}

/// Returns the class of a score's colour.
fn class(score: Score) -> &'static str {
    match score.outcome() {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

/// Returns a score with its sign.
fn signed(score: Score) -> String {
    match score.get() {
        value @ 1.. => format!("+{value}"),
        0 => "0".to_owned(),
        value => format!("\u{2212}{}", value.unsigned_abs()),
    }
}

/// Returns the meaning of a column's score for the side to move: the result, and the number of the move that
/// ends the game.
fn words(score: Score, game: &Game) -> String {
    let end = game.position().ending(score).final_move;
    match score.outcome() {
        Outcome::Win => format!("wins at {end}"),
        Outcome::Draw => "draw".to_owned(),
        Outcome::Loss => format!("loses at {end}"),
    }
}

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
    pub(crate) fn write_marks(&self, f: &mut impl fmt::Write, layout: &Layout) -> fmt::Result {
        if let Some(cell) = self.last_cell() {
            let (x, y) = layout.cell(cell.column(), cell.row());
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="30"/>"#, self.drawing.class("last-edge"))?;
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="30"/>"#, self.drawing.class("last"))?;
        }
        for cell in self.game.position().winning_stones() {
            let (x, y) = layout.cell(cell.column(), cell.row());
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="30"/>"#, self.drawing.class("four"))?;
        }
        for class in ["line-edge", "line"] {
            for [first, .., last] in self.game.winning_lines() {
                let (x, y) = layout.cell(first.column(), first.row());
                let (to_x, to_y) = layout.cell(last.column(), last.row());
                writeln!(f, r#"<path {} d="M{x} {y}L{to_x} {to_y}"/>"#, self.drawing.class(class))?;
            }
        }
        Ok(())
    }

    /// Writes the stones of the line of play, each with its number in the line.
    pub(crate) fn write_line(&self, f: &mut impl fmt::Write, layout: &Layout) -> fmt::Result {
        for (step, (cell, player)) in self.ghosts().into_iter().enumerate() {
            let (x, y) = layout.cell(cell.column(), cell.row());
            let class = match player {
                Player::X => "ghost-x",
                Player::O => "ghost-o",
            };
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="26"/>"#, self.drawing.class(class))?;
            let up = if self.shows_threats() && self.is_threatened(cell) { ABOVE } else { 0 };
            let (y, class) = (y + DIGIT - up, self.drawing.class("step"));
            writeln!(f, r#"<text {class} x="{x}" y="{y}">{}</text>"#, step + 1)?;
        }
        Ok(())
    }

    /// Writes a small stone of X into each cell that X threatens, and a small stone of O into each cell that
    /// O threatens.
    pub(crate) fn write_threats(&self, f: &mut impl fmt::Write, layout: &Layout) -> fmt::Result {
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
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="10"/>"#, self.drawing.class("threat-x"))?;
            writeln!(f, r#"<path {} d="{}"/>"#, self.drawing.class("threat-cross"), cross((x, y), 4))?;
        }
        for cell in of_o {
            let (x, y) = centre(cell);
            let x = x + beside(of_x, cell);
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="10"/>"#, self.drawing.class("threat-o"))?;
            writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="4"/>"#, self.drawing.class("threat-ring"))?;
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

    /// Returns the cells of the line of play that the rules allow, with their players.
    pub(crate) fn ghosts(&self) -> Vec<(Cell, Player)> {
        let mut position = *self.game.position();
        let step = |&column: &Column| {
            let stone = (Cell::new(column, position.height(column))?, position.side_to_move());
            position.play(column).ok()?;
            Some(stone)
        };
        self.line.iter().map_while(step).collect()
    }

    /// Returns the cell of the last stone that was played.
    pub(crate) fn last_cell(&self) -> Option<Cell> {
        let column = *self.game.moves().last()?;
        let row = self.game.position().height(column).checked_sub(1)?;
        Cell::new(column, row)
    }
}

/// The width of a character.
const WIDTH: usize = 10;
/// The height of a character.
const HEIGHT: usize = 16;
/// The distance of two characters.
const GAP: usize = 6;

/// Returns the path of a cross with a centre.
pub(crate) fn cross((x, y): Point, reach: usize) -> String {
    let (left, top, right, bottom) = (x - reach, y - reach, x + reach, y + reach);
    format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}")
}

/// Returns the path of a number with its sign, by its centre.
pub(crate) fn number(text: &str, (x, y): Point) -> String {
    let length = text.chars().count();
    let left = x - (length * (WIDTH + GAP) - GAP) / 2;
    let place = |index| left + index * (WIDTH + GAP);
    text.chars()
        .enumerate()
        .map(|(index, character)| stroke(character, place(index), y - HEIGHT / 2))
        .collect()
}

/// Returns the strokes of a character by its upper left corner; empty for a character that is not part of a
/// number.
fn stroke(character: char, x: usize, y: usize) -> String {
    let relative = match character {
        '0' => "h10v16h-10z",
        '1' => "m2 3l4-3v16",
        '2' => "h10v8h-10v8h10",
        '3' => "h10v16h-10m2-8h8",
        '4' => "v8h10m0-8v16",
        '5' => "m10 0h-10v8h10v8h-10",
        '6' => "m10 0h-10v16h10v-8h-10",
        '7' => "h10l-6 16",
        '8' => "v16h10v-16zm0 8h10",
        '9' => "m10 8h-10v-8h10v16h-10",
        '+' => "m0 8h10m-5-5v10",
        '\u{2212}' => "m0 8h10",
        _ => return String::new(),
    };
    format!("M{x} {y}{relative}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_centred_and_each_of_its_characters_has_strokes() {
        assert_eq!(number("7", (105, 108)), "M100 100h10l-6 16");
        assert_eq!(number("+7", (105, 108)), "M92 100m0 8h10m-5-5v10M108 100h10l-6 16");
        let digits: Vec<_> = ('0'..='9').map(|digit| stroke(digit, 0, 0)).collect();
        for (index, digit) in digits.iter().enumerate() {
            assert!(digit.len() > 4 && !digits[..index].contains(digit), "{index}");
        }
    }
}
