//! The drawing of a board: the rack with its stones, and the text around it.

use std::fmt;

use marlin_core::{Cell, Column, Game, Outcome, Player, Score};

use crate::Diagram;
use crate::description::best_score;
use crate::glyph::{cross, number};
use crate::layout::{Layout, Surroundings};
use crate::style::{ROOT, Style};

/// The width and the height of a card in pixels.
const CARD: (usize, usize) = (1200, 630);

/// The radius of a hole.
const HOLE: usize = 29;

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = Layout::new(self.game.size(), self.scores.is_some(), self.surroundings);
        let style = Style::new(self.theme, self.appearance, self.sides);
        let mut shapes = String::new();
        self.write_shapes(&mut shapes, &layout, &style)?;
        let (left, width, height) = layout.view();
        let (shown_width, shown_height) =
            if self.surroundings == Surroundings::Card { CARD } else { (width, height) };
        writeln!(
            f,
            r#"{ROOT} viewBox="{left} 0 {width} {height}" width="{shown_width}" height="{shown_height}">"#
        )?;
        writeln!(f, "<title>Connect Four, {}</title>", self.caption())?;
        writeln!(f, "<desc>{}</desc>", self.description())?;
        writeln!(f, "{}{shapes}</svg>", style.sheet(&shapes))
    }
}

impl Diagram<'_> {
    /// Writes all that is drawn.
    fn write_shapes(&self, f: &mut impl fmt::Write, layout: &Layout, style: &Style) -> fmt::Result {
        let (_, width, height) = layout.view();
        let page = style.class("page");
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
        self.write_scores(f, layout, style)?;
        self.write_rack(f, layout, style)?;
        self.write_marks(f, layout, style)?;
        self.write_line(f, layout, style)?;
        self.write_threats(f, layout, style)?;
        if !matches!(self.surroundings, Surroundings::Bare | Surroundings::Card) {
            self.write_numbers(f, layout, style)?;
        }
        if self.surroundings == Surroundings::All {
            let ((x, y), class, caption) = (layout.caption(), style.class("caption"), self.caption());
            writeln!(f, r#"<text {class} x="{x}" y="{y}">{caption}</text>"#)?;
        }
        Ok(())
    }

    /// Writes the score of each column over it, and below the score its meaning.
    fn write_scores(&self, f: &mut impl fmt::Write, layout: &Layout, style: &Style) -> fmt::Result {
        let Some(columns) = &self.scores else { return Ok(()) };
        let best = best_score(columns);
        for (column, score) in self.game.size().columns().zip(columns) {
            let Some(score) = score.filter(|_| self.is_drawn(column)) else { continue };
            let (x, y) = layout.score(column);
            let class = class(score);
            let is_best = Some(score) == best;
            if is_best {
                let (left, top) = (x - 30, y - 14);
                let class = style.class(class);
                writeln!(f, r#"<rect {class} x="{left}" y="{top}" width="60" height="28" rx="14"/>"#)?;
            }
            let class = if is_best { "best" } else { class };
            if self.surroundings == Surroundings::Card {
                let path = number(&signed(score), (x, y));
                writeln!(f, r#"<path {} d="{path}"/>"#, style.class(&format!("glyph ink-{class}")))?;
                continue;
            }
            let class = format!("score {class}");
            writeln!(f, r#"<text {} x="{x}" y="{}">{}</text>"#, style.class(&class), y + 7, signed(score))?;
            let (class, words) = (style.class("word"), words(score, self.game));
            writeln!(f, r#"<text {class} x="{x}" y="{}">{words}</text>"#, y + 29)?;
        }
        Ok(())
    }

    /// Writes the rack with its holes and stones.
    fn write_rack(&self, f: &mut impl fmt::Write, layout: &Layout, style: &Style) -> fmt::Result {
        let (x, y, width, height) = layout.rack();
        let (foot, foot_height) = layout.foot();
        writeln!(f, r#"<defs><linearGradient id="marlin-rack" x2="0" y2="1">"#)?;
        writeln!(
            f,
            r#"<stop {}/><stop {} offset="1"/></linearGradient></defs>"#,
            style.class("rack-top"),
            style.class("rack-bottom")
        )?;
        writeln!(
            f,
            r#"<rect {} x="{x}" y="{foot}" width="{width}" height="{foot_height}" rx="22"/>"#,
            style.class("foot")
        )?;
        writeln!(
            f,
            r#"<rect fill="url(#marlin-rack)" x="{x}" y="{y}" width="{width}" height="{height}" rx="22"/>"#
        )?;
        writeln!(f, "<g {}>", style.class("rim"))?;
        for row in (0..self.game.size().height()).rev() {
            for column in self.game.size().columns().filter(|&column| self.is_drawn(column)) {
                let centre = layout.cell(column, row);
                let stone = Cell::new(column, row).and_then(|cell| self.game.position().at(cell));
                write_stone(f, style, stone, centre)?;
            }
        }
        writeln!(f, "</g>")
    }

    /// Writes the numbers of the columns, larger for a page that shows columns one by one, and so smaller than they are.
    fn write_numbers(&self, f: &mut impl fmt::Write, layout: &Layout, style: &Style) -> fmt::Result {
        for column in self.game.size().columns().filter(|&column| self.is_drawn(column)) {
            let (x, y) = layout.number(column);
            let class = if self.surroundings == Surroundings::All { "number" } else { "number large" };
            writeln!(f, r#"<text {} x="{x}" y="{y}">{column}</text>"#, style.class(class))?;
        }
        Ok(())
    }

    /// Returns whether a column is part of the drawing.
    fn is_drawn(&self, column: Column) -> bool {
        !matches!(self.surroundings, Surroundings::Column(only) if only != column)
    }
}

/// Writes an empty hole, or the stone in it: with a cross engraved for X and with a ring for O.
fn write_stone(
    f: &mut impl fmt::Write,
    style: &Style,
    stone: Option<Player>,
    (x, y): (usize, usize),
) -> fmt::Result {
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

/// Returns the meaning of a column's score for the side to move: the result, and the number of the move that ends the game.
fn words(score: Score, game: &Game) -> String {
    let end = game.position().ending(score).final_move;
    match score.outcome() {
        Outcome::Win => format!("wins at {end}"),
        Outcome::Draw => "draw".to_owned(),
        Outcome::Loss => format!("loses at {end}"),
    }
}
