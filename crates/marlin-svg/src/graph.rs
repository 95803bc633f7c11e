//! [`Graph`]: the score over a game.

use std::fmt;

use marlin_core::{BoardSize, Ending, Outcome, Player, Score};

use crate::Drawing;
use crate::style::ROOT;

/// The width of a move.
const STEP: usize = 16;
/// The width of its bar.
const BAR: usize = 12;
/// The distance from the edge.
const MARGIN: usize = 20;
/// The width of the name of the line of a draw.
const NAME: usize = 36;
/// The height of the bar of a win with the next stone.
const HEIGHT: f64 = 96.0;
/// The distance of the line of a draw from the upper edge.
const AXIS: i32 = 148;
/// The distance of the numbers of the moves from the upper edge.
const NUMBERS: usize = 290;
/// The height of the drawing.
const DRAWING: usize = 340;
/// The minimum width, which the caption needs even for a short game.
const LEAST_WIDTH: usize = 420;
/// The height of the bar of a draw, which is on the line.
const DRAW: i32 = 6;
/// The moves between two numbers below the graph.
const NUMBERED: usize = 5;

/// The score over a game as a graph: a bar for each move, upwards if X wins after it, downwards if O wins,
/// and flat on the line of a draw. A closer win has a taller bar. The height is proportional to
/// [`Ending::evaluation`], on which even the win of an opening clearly differs from a draw. Its
/// [`Display`](fmt::Display) form is the SVG.
///
/// The graph is readable without colours, follows the reader's light or dark colour scheme, and has a
/// description in words.
#[derive(Debug, Clone)]
pub struct Graph {
    /// The board.
    pub size: BoardSize,
    /// The scores after each move of a game from the empty board, from X's view; `None` for an unknown score.
    pub scores: Vec<Option<Score>>,
    /// Moves that are marked, by their numbers from 1, such as blunders.
    pub marks: Vec<usize>,
    /// The colours and names.
    pub drawing: Drawing,
}

impl Graph {
    /// Returns the graph of scores, as [`Graph::scores`] has them, without marks.
    pub fn new(size: BoardSize, scores: Vec<Option<Score>>) -> Self {
        Self { size, scores, marks: Vec::new(), drawing: Drawing::default() }
    }

    /// Returns the width of the drawing.
    fn width(&self) -> usize {
        (self.scores.len() * STEP + 2 * MARGIN + NAME).max(LEAST_WIDTH)
    }

    /// Returns the left edge of a move's bar.
    const fn left(index: usize) -> usize {
        MARGIN + NAME + index * STEP + (STEP - BAR) / 2
    }

    /// Returns the upper edge and the height of a move's bar.
    fn bar(&self, index: usize, score: Score) -> (i32, i32) {
        let nb_moves = self.size.cells().min(u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1));
        // The evaluation takes the score of the side to move, and `score` is from X's view.
        let of_mover = if nb_moves % 2 == 0 { score } else { -score };
        // Whole numbers keep the code that prints fractions, some 15 KB, out of the module for pages.
        let height = (Ending::new(self.size, of_mover, nb_moves).evaluation().abs() * HEIGHT).round() as i32;
        match score.get() {
            0 => (AXIS - DRAW / 2, DRAW),
            1.. => (AXIS - height, height),
            _ => (AXIS, height),
        }
    }

    /// Writes all shapes of the drawing.
    fn write_shapes(&self, f: &mut impl fmt::Write) -> fmt::Result {
        let (width, height) = (self.width() - 2, DRAWING - 2);
        let page = self.drawing.class("page");
        writeln!(f, r#"<rect {page} x="1" y="1" width="{width}" height="{height}" rx="16"/>"#)?;
        for (index, score) in self.scores.iter().enumerate() {
            if let Some(score) = *score {
                self.write_bar(f, index, score)?;
            }
        }
        self.write_scale(f)?;
        for &number in &self.marks {
            self.write_mark(f, number)?;
        }
        let (x, y, class) = (self.width() / 2, DRAWING - MARGIN, self.drawing.class("caption"));
        writeln!(f, r#"<text {class} x="{x}" y="{y}">Taller bars: the win is closer</text>"#)
    }

    /// Writes the bar of a move.
    fn write_bar(&self, f: &mut impl fmt::Write, index: usize, score: Score) -> fmt::Result {
        let (x, (y, height)) = (Self::left(index), self.bar(index, score));
        let class = match score.outcome() {
            Outcome::Win => "bar-x",
            Outcome::Draw => "draw",
            Outcome::Loss => "bar-o",
        };
        let class = self.drawing.class(class);
        writeln!(f, r#"<rect {class} x="{x}" y="{y}" width="{BAR}" height="{height}" rx="2"/>"#)
    }

    /// Writes a ring at the end of a marked bar, and the number of its move.
    fn write_mark(&self, f: &mut impl fmt::Write, number: usize) -> fmt::Result {
        let Some(index) = number.checked_sub(1).filter(|&index| index < self.scores.len()) else {
            return Ok(());
        };
        let x = Self::left(index) + BAR / 2;
        let (y, label) = match self.scores[index].map(|score| (score, self.bar(index, score))) {
            Some((score, (top, _))) if score.get() > 0 => (top, top - 10),
            Some((score, (top, height))) if score.get() < 0 => (top + height, top + height + 20),
            _ => (AXIS, AXIS - 10),
        };
        writeln!(f, r#"<circle {} cx="{x}" cy="{y}" r="5"/>"#, self.drawing.class("dot"))?;
        writeln!(f, r#"<text {} x="{x}" y="{label}">{number}</text>"#, self.drawing.class("label"))
    }

    /// Writes the line of a draw, the numbers of the moves and the names of the sides.
    fn write_scale(&self, f: &mut impl fmt::Write) -> fmt::Result {
        let (start, right) = (MARGIN + NAME, self.width() - MARGIN);
        writeln!(f, r#"<path {} d="M{start} {AXIS}H{right}"/>"#, self.drawing.class("axis"))?;
        writeln!(f, r#"<text {} x="{MARGIN}" y="{}">draw</text>"#, self.drawing.class("side"), AXIS + 4)?;
        for number in (1..=self.scores.len()).filter(|&number| number == 1 || number % NUMBERED == 0) {
            let x = Self::left(number - 1) + BAR / 2;
            writeln!(f, r#"<text {} x="{x}" y="{NUMBERS}">{number}</text>"#, self.drawing.class("tick"))?;
        }
        let [first, second] = [Player::X, Player::O].map(|player| self.drawing.sides.name(player));
        let side = self.drawing.class("side");
        writeln!(f, r#"<text {side} x="{MARGIN}" y="{}">{first} wins</text>"#, MARGIN + 10)?;
        writeln!(f, r#"<text {side} x="{MARGIN}" y="{}">{second} wins</text>"#, NUMBERS - 18)
    }

    /// Returns the description in words that the drawing has for screen readers. It serves as the text
    /// alternative of an image.
    pub fn description(&self) -> String {
        let mut parts = Vec::new();
        let mut last = None;
        for (index, score) in self.scores.iter().enumerate() {
            let who = match score.map(Score::get) {
                None => "not known".to_owned(),
                Some(0) => "a draw".to_owned(),
                Some(1..) => format!("{} wins", self.drawing.sides.name(Player::X)),
                Some(_) => format!("{} wins", self.drawing.sides.name(Player::O)),
            };
            if last.as_ref() != Some(&who) {
                parts.push(format!("from move {} {who}", index + 1));
                last = Some(who);
            }
        }
        let mut text = parts.join(", ");
        if text.is_empty() {
            return "No moves.".to_owned();
        }
        text.replace_range(..1, "F");
        let marks: Vec<_> = self.marks.iter().map(ToString::to_string).collect();
        match &marks[..] {
            [] => text + ".",
            [mark] => format!("{text}. Marked: move {mark}."),
            _ => format!("{text}. Marked: moves {}.", marks.join(", ")),
        }
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width();
        let mut shapes = String::new();
        self.write_shapes(&mut shapes)?;
        writeln!(f, r#"{ROOT} viewBox="0 0 {width} {DRAWING}" width="{width}" height="{DRAWING}">"#)?;
        writeln!(f, "<title>The score over a game of Connect Four</title>")?;
        writeln!(f, "<desc>{}</desc>", self.description())?;
        writeln!(f, "{}{shapes}</svg>", self.drawing.sheet(&shapes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(index: usize, value: i8) -> (i32, i32) {
        Graph::new(BoardSize::STANDARD, Vec::new()).bar(index, Score::new(value))
    }

    #[test]
    fn bars_go_up_for_x_and_down_for_o_and_are_longer_for_a_sooner_win() {
        let bar = |number: usize, value| bar(number - 1, value);
        // After move 6 X wins with the next stone, after move 7 O does.
        assert_eq!(bar(6, 18), (AXIS - 96, 96));
        assert_eq!(bar(7, -18), (AXIS, 96));
        assert_eq!(bar(20, 0), (AXIS - DRAW / 2, DRAW));
        assert!(bar(10, 5).1 < bar(10, 6).1 && bar(10, -5).1 < bar(10, -6).1);
    }

    #[test]
    fn the_win_of_the_first_move_is_higher_than_a_draw_at_sight() {
        // X wins on move 41, which is the latest win of X.
        let (_, height) = bar(0, 1);
        assert!(height >= 4 * DRAW, "{height}");
    }

    #[test]
    fn a_game_without_moves_or_scores_is_drawn_too() {
        assert!(Graph::new(BoardSize::STANDARD, Vec::new()).to_string().contains("<desc>No moves.</desc>"));
        let unknown =
            Graph { marks: vec![0, 42, 43], ..Graph::new(BoardSize::STANDARD, vec![None; 42]) }.to_string();
        assert!(unknown.contains("From move 1 not known."), "{unknown}");
        assert_eq!(unknown.matches("<circle").count(), 1);
        for size in BoardSize::all() {
            let score = Some(Score::highest(size));
            assert!(Graph::new(size, vec![score; size.cells() as usize]).to_string().ends_with("</svg>\n"));
        }
    }
}
