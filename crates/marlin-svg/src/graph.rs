//! [`Graph`]: the score over a game.

use std::fmt;

use marlin_core::any::Score;
use marlin_core::{Outcome, Player};

use crate::Sides;

/// The width of a move.
const STEP: usize = 14;
/// The width of its bar.
const BAR: usize = 10;
/// The distance from the edge.
const MARGIN: usize = 16;
/// The greatest height of a bar.
const HEIGHT: usize = 96;
/// The height of the least bar, so that it is visible.
const LEAST: usize = 6;
/// The height above and below the bars: for the numbers of the marked moves.
const LABELS: usize = 26;
/// The height of the caption.
const FOOT: usize = 56;
/// The width that the caption needs, however short the game is.
const LEAST_WIDTH: usize = 420;
/// The height of the bar of a draw, which is on the line.
const DRAW: usize = 6;
/// The moves between two numbers below the graph.
const NUMBERED: usize = 5;

/// The colours. Each rule begins with the class of the drawing, so that it changes nothing else on a page.
const STYLE: &str = "\
.marlin-graph text{font-family:system-ui,sans-serif;text-anchor:middle;fill:#1f2328}
.marlin-graph .page{fill:#ffffff;stroke:#d0d7de;stroke-width:1}
.marlin-graph .axis{stroke:#59636e;stroke-width:2}
.marlin-graph .x{fill:#f5b301}
.marlin-graph .o{fill:#0969da}
.marlin-graph .draw{fill:#59636e}
.marlin-graph .mark{fill:none;stroke:#1f2328;stroke-width:2}
.marlin-graph .number{font-size:12px;fill:#59636e}
.marlin-graph .label{font-size:13px;font-weight:bold}
.marlin-graph .caption{font-size:15px}
.marlin-graph .side{font-size:13px;text-anchor:start}
";

/// The colours that differ on a dark page.
const DARK: &str = "\
.marlin-graph text{fill:#f0f6fc}
.marlin-graph .page{fill:#0d1117;stroke:#3d444d}
.marlin-graph .axis{stroke:#9198a1}
.marlin-graph .x{fill:#f2b824}
.marlin-graph .o{fill:#58a6ff}
.marlin-graph .draw{fill:#9198a1}
.marlin-graph .mark{stroke:#f0f6fc}
.marlin-graph .number{fill:#9198a1}
";

/// The score over a game as a graph: a bar for each move, upwards if X wins after it and downwards if O does, the
/// sooner the longer, and none for a draw. The longest bar is that of the greatest score of the game. Its
/// [`Display`](fmt::Display) form is the SVG.
///
/// It is readable without colours, follows the reader's colour scheme, light or dark, and has a description in words.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_core::any::Score;
/// use marlin_svg::Graph;
///
/// let score = |value| Score::on(BoardSize::STANDARD, value);
/// let svg = Graph::new(vec![score(1), score(0), score(-4)]).with_marks(vec![2, 3]).to_string();
/// assert!(svg.contains("From move 1 X wins, from move 2 a draw, from move 3 O wins. Marked: moves 2, 3."));
/// ```
#[derive(Debug, Clone)]
pub struct Graph {
    scores: Vec<Option<Score>>,
    marks: Vec<usize>,
    sides: Sides,
}

impl Graph {
    /// Returns the graph of the scores after each move of a game from the empty board, from X's view; `None` for an
    /// unknown one.
    pub const fn new(scores: Vec<Option<Score>>) -> Self {
        Self { scores, marks: Vec::new(), sides: Sides::XO }
    }

    /// Marks moves by their numbers from 1, such as blunders.
    #[must_use]
    pub fn with_marks(mut self, moves: Vec<usize>) -> Self {
        self.marks = moves;
        self
    }

    /// Sets the names and colours of the players, by default X and O.
    #[must_use]
    pub const fn with_sides(mut self, sides: Sides) -> Self {
        self.sides = sides;
        self
    }

    /// Returns the width and the height of the drawing.
    fn size(&self) -> (usize, usize) {
        ((self.scores.len() * STEP + 2 * MARGIN).max(LEAST_WIDTH), 2 * (MARGIN + HEIGHT + LABELS) + FOOT)
    }

    /// Returns the height of the line of a draw.
    const fn axis() -> usize {
        MARGIN + LABELS + HEIGHT
    }

    /// Returns the left edge of a move's bar.
    fn left(&self, index: usize) -> usize {
        (self.size().0 - self.scores.len() * STEP) / 2 + index * STEP + (STEP - BAR) / 2
    }

    /// Returns the upper edge and the height of a bar. On the scale of a quiet game, small differences are visible.
    fn bar(&self, score: Score) -> (usize, usize) {
        let value = |score: Score| score.get().unsigned_abs() as usize;
        let greatest = self.scores.iter().flatten().map(|&score| value(score)).max().unwrap_or(0);
        let scale = greatest.max(value(Score::highest(score.size())) / 2);
        let height = match value(score) {
            0 => return (Self::axis() - DRAW / 2, DRAW),
            value => LEAST + (value - 1) * (HEIGHT - LEAST) / scale.saturating_sub(1).max(1),
        };
        (if score.get() > 0 { Self::axis() - height } else { Self::axis() }, height)
    }

    /// Writes the bar of a move.
    fn write_bar(&self, f: &mut fmt::Formatter<'_>, index: usize, score: Score) -> fmt::Result {
        let (x, (y, height)) = (self.left(index), self.bar(score));
        let class = match score.outcome() {
            Outcome::Win => "x",
            Outcome::Draw => "draw",
            Outcome::Loss => "o",
        };
        writeln!(f, r#"<rect class="{class}" x="{x}" y="{y}" width="{BAR}" height="{height}" rx="2"/>"#)
    }

    /// Writes a ring at the end of a marked bar, and the number of its move.
    fn write_mark(&self, f: &mut fmt::Formatter<'_>, number: usize) -> fmt::Result {
        let Some(index) = number.checked_sub(1).filter(|&index| index < self.scores.len()) else {
            return Ok(());
        };
        let (x, axis) = (self.left(index) + BAR / 2, Self::axis());
        let (y, label) = match self.scores[index].map(|score| (score, self.bar(score))) {
            Some((score, (top, _))) if score.get() > 0 => (top, top - 10),
            Some((score, (top, height))) if score.get() < 0 => (top + height, top + height + 20),
            _ => (axis, axis - 10),
        };
        writeln!(f, r#"<circle class="mark" cx="{x}" cy="{y}" r="5"/>"#)?;
        writeln!(f, r#"<text class="label" x="{x}" y="{label}">{number}</text>"#)
    }

    /// Returns the graph in words, as the drawing has them for screen readers: for the text alternative of an image.
    pub fn description(&self) -> String {
        self.sides.rename(&self.words())
    }

    fn words(&self) -> String {
        let mut parts = Vec::new();
        let mut last = None;
        for (index, score) in self.scores.iter().enumerate() {
            let who = match score.map(Score::get) {
                None => "not known",
                Some(0) => "a draw",
                Some(1..) => "X wins",
                Some(_) => "O wins",
            };
            if last != Some(who) {
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
        let (width, height) = self.size();
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="marlin-graph" role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}">"#
        )?;
        writeln!(f, "<title>The score over a game of Connect Four</title>")?;
        writeln!(f, "<desc>{}</desc>", self.description())?;
        let (light, dark) = self.sides.style();
        writeln!(f, "<style>\n{STYLE}{light}@media (prefers-color-scheme:dark){{\n{DARK}{dark}}}\n</style>")?;
        let (inner_width, inner_height) = (width - 2, height - 2);
        writeln!(
            f,
            r#"<rect class="page" x="1" y="1" width="{inner_width}" height="{inner_height}" rx="12"/>"#
        )?;
        for (index, score) in self.scores.iter().enumerate() {
            if let Some(score) = *score {
                self.write_bar(f, index, score)?;
            }
        }
        let (axis, right) = (Self::axis(), width - MARGIN);
        writeln!(f, r#"<path class="axis" d="M{MARGIN} {axis}H{right}"/>"#)?;
        for &number in &self.marks {
            self.write_mark(f, number)?;
        }
        let numbers = 2 * (MARGIN + HEIGHT + LABELS);
        for number in (1..=self.scores.len()).filter(|&number| number == 1 || number % NUMBERED == 0) {
            let x = self.left(number - 1) + BAR / 2;
            writeln!(f, r#"<text class="number" x="{x}" y="{numbers}">{number}</text>"#)?;
        }
        let (top, bottom) = (MARGIN + 12, numbers - 24);
        let [first, second] = [Player::X, Player::O].map(|player| self.sides.name(player));
        writeln!(f, r#"<text class="side" x="{MARGIN}" y="{top}">{first} wins</text>"#)?;
        writeln!(f, r#"<text class="side" x="{MARGIN}" y="{bottom}">{second} wins</text>"#)?;
        let (x, y) = (width / 2, height - MARGIN);
        writeln!(
            f,
            r#"<text class="caption" x="{x}" y="{y}">The score after each move: the longer, the sooner</text>"#
        )?;
        writeln!(f, "</svg>")
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use super::*;

    #[test]
    fn bars_go_up_for_x_and_down_for_o_and_are_longer_for_a_sooner_win() {
        let score = |value| Score::on(BoardSize::STANDARD, value).unwrap();
        let graph = Graph::new(vec![Some(score(-18))]);
        let (bar, axis) = (|value| graph.bar(score(value)), Graph::axis());
        assert_eq!(bar(18), (axis - HEIGHT, HEIGHT));
        assert_eq!(bar(-18), (axis, HEIGHT));
        assert_eq!((bar(1), bar(-1)), ((axis - LEAST, LEAST), (axis, LEAST)));
        assert_eq!(bar(0), (axis - DRAW / 2, DRAW));
        assert!(bar(5).1 < bar(6).1);
    }

    #[test]
    fn a_game_without_moves_or_scores_is_drawn_too() {
        assert!(Graph::new(Vec::new()).to_string().contains("<desc>No moves.</desc>"));
        let unknown = Graph::new(vec![None; 42]).with_marks(vec![0, 42, 43]).to_string();
        assert!(unknown.contains("From move 1 not known."), "{unknown}");
        assert_eq!(unknown.matches("<circle").count(), 1);
        for size in BoardSize::all() {
            let score = Some(Score::highest(size));
            assert!(Graph::new(vec![score; size.cells() as usize]).to_string().ends_with("</svg>\n"));
        }
    }
}
