//! The drawing in words.

use marlin_core::{Bitboard, Bounds, Cell, Column, Game, Player, Score};

use crate::{Diagram, Sides};

impl Diagram<'_> {
    /// Returns all that is drawn in words, as the drawing has them for screen readers: for the text alternative of an
    /// image.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Game;
    /// use marlin_svg::Diagram;
    ///
    /// let game = Game::parse("5x4".parse()?, "33")?;
    /// let words = "5 columns, 4 rows, from the top: ..... ..... ..O.. ..X... Last move: c2.";
    /// assert_eq!(Diagram::new(&game).description(), words);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn description(&self) -> String {
        let mut sentences = vec![board(self.game, self.sides)];
        sentences.extend(self.last_cell().map(|cell| format!("Last move: {cell}.")));
        sentences.extend(self.game.winning_lines().into_iter().map(four));
        sentences.extend(self.scores.as_deref().map(scores));
        if self.shows_threats() {
            sentences.extend([Player::X, Player::O].map(|player| threats(self, player)));
        }
        if !self.line.is_empty() {
            sentences.push(format!("Best line: {}.", words(&self.line)));
        }
        sentences.join(" ")
    }

    /// Returns the side to move, or the result of the game, and the score of the position if it is shown.
    pub(crate) fn caption(&self) -> String {
        let (game, position) = (self.game, self.game.position());
        let to_move = || format!("{} to move", position.side_to_move());
        let score = self.scores.as_deref().and_then(best_score);
        let text = match (game.outcome(), score) {
            (Some(outcome), _) => outcome.to_string(),
            (None, None) => to_move(),
            (None, Some(score)) => format!("{}: {}", to_move(), position.in_words(Bounds::exact(score))),
        };
        self.sides.rename(&text)
    }
}

/// Returns the best score of the columns, which is that of the position.
pub(crate) fn best_score(columns: &[Option<Score>]) -> Option<Score> {
    columns.iter().flatten().copied().max()
}

/// Returns the rows of the board from the top.
fn board(game: &Game, sides: Sides) -> String {
    let drawing = game.position().to_string().replace(' ', "");
    let drawing: String = drawing.chars().map(|cell| sides.letter(cell)).collect();
    let rows = drawing.lines().collect::<Vec<_>>().join(" ");
    let size = game.size();
    format!("{} columns, {} rows, from the top: {rows}.", size.width(), size.height())
}

/// Returns the cells of a line of four that has won.
fn four(line: [Cell; 4]) -> String {
    format!("Four in a row: {}.", line.map(|cell| cell.to_string()).join(" "))
}

/// Returns the scores of the columns from the left.
fn scores(columns: &[Option<Score>]) -> String {
    let score = |score: &Option<Score>| score.map_or_else(|| "-".to_owned(), |score| score.to_string());
    let columns: Vec<_> = columns.iter().map(score).collect();
    format!("Scores of the columns from the left: {}.", columns.join(" "))
}

/// Returns the threats of a player.
fn threats(diagram: &Diagram<'_>, player: Player) -> String {
    let cells = cells(diagram.game.position().threats(player));
    format!("Threats of {}: {cells}.", diagram.sides.name(player))
}

/// Returns the names of cells, or `none`.
fn cells(cells: Bitboard) -> String {
    let names: Vec<_> = cells.iter().map(|cell| cell.to_string()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

/// Returns moves with spaces between them.
fn words(moves: &[Column]) -> String {
    moves.iter().map(Column::to_string).collect::<Vec<_>>().join(" ")
}
