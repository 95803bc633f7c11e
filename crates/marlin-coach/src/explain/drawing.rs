//! Boards as text, with the cells that a statement speaks of.

use marlin_core::Cell;
use marlin_core::Player;
use marlin_core::any::Position;

use super::marks::{Mark, MarkedCell};
use super::statement::{Statement, Step};

impl Step {
    /// Returns the board with the cells of the statement, and the meaning of the signs; `None` where the sentence suffices.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::by_rules;
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse(BoardSize::STANDARD, "4433")?;
    /// let drawing = by_rules(&position).steps[0].drawing(&position);
    /// assert_eq!(
    ///     drawing.as_deref(),
    ///     Some(
    ///         "6  . . . . . . .\n\
    ///          5  . . . . . . .\n\
    ///          4  . . . . . . .\n\
    ///          3  . . . . . . .\n\
    ///          2  . . O O . . .\n\
    ///          1  . ! X X 1 ! .\n\
    ///         \x20  a b c d e f g\n\
    ///          1: a move   !: wins in the end\n"
    ///     )
    /// );
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn drawing(&self, position: &Position) -> Option<String> {
        let is_drawn = match &self.statement {
            Statement::DoubleThreat { .. }
            | Statement::ForcedLine { .. }
            | Statement::Threats(_)
            | Statement::FreeMoves { .. }
            | Statement::Claimeven(_) => true,
            Statement::After { branch, .. } => {
                branch.steps.iter().any(|step| matches!(step.statement, Statement::Claimeven(_)))
            }
            Statement::Search(search) => !search.line.is_empty(),
            _ => false,
        };
        is_drawn.then(|| draw(position, &self.statement.marks()))
    }
}

/// Returns the board with marks, the names of rows and columns, and a legend.
fn draw(position: &Position, marks: &[MarkedCell]) -> String {
    let size = position.size();
    let symbol_of = |cell: Cell| {
        let mark = marks.iter().find(|marked| marked.cell == cell);
        let stone = || position.at(cell).map_or('.', Player::symbol).to_string();
        mark.map_or_else(stone, symbol)
    };
    let row_width = size.height().to_string().len();
    let width = marks.iter().map(|marked| symbol(marked).len()).max().unwrap_or(1);
    let line = |name: String, symbols: Vec<String>| {
        let cells: Vec<_> = symbols.into_iter().map(|symbol| format!("{symbol:>width$}")).collect();
        format!("{name:>row_width$}  {}\n", cells.join(" "))
    };
    let mut text = String::new();
    for row in (0..size.height()).rev() {
        let cells = size.columns().filter_map(|column| Cell::new(column, row));
        text += &line((row + 1).to_string(), cells.map(symbol_of).collect());
    }
    let bottom = size.columns().filter_map(|column| Cell::new(column, 0));
    let files = bottom.map(|cell| cell.to_string().trim_end_matches('1').to_owned());
    text += &line(String::new(), files.collect());
    text + &legend(marks) + "\n"
}

/// Returns the number of a move, or the sign of another mark.
fn symbol(marked: &MarkedCell) -> String {
    marked.number.map_or_else(|| sign(marked.mark).to_owned(), |number| number.to_string())
}

const fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Stone => "#",
        Mark::Move => "1",
        Mark::Win => "!",
        Mark::ThreatX => "x",
        Mark::ThreatO => "o",
        Mark::ThreatBoth => "%",
        Mark::Free => "+",
        Mark::Entry => "_",
        Mark::Opponent => "*",
        Mark::Own => "=",
        Mark::Trap => "T",
    }
}

/// Returns the meaning of the signs on the board.
fn legend(marks: &[MarkedCell]) -> String {
    let moves = marks.iter().filter(|marked| marked.mark == Mark::Move).count();
    let mut entries = match moves {
        0 => Vec::new(),
        1 => vec!["1: a move".to_owned()],
        _ => vec!["1, 2 ...: moves".to_owned()],
    };
    let meanings = [
        (Mark::Stone, "won"),
        (Mark::Win, "wins in the end"),
        (Mark::ThreatX, "wins for X"),
        (Mark::ThreatO, "wins for O"),
        (Mark::ThreatBoth, "wins for both"),
        (Mark::Free, "safe"),
        (Mark::Entry, "right below a winning cell"),
        (Mark::Opponent, "may go to the side to move"),
        (Mark::Own, "goes to the side that answers"),
        (Mark::Trap, "wins for the side that answers"),
    ];
    for (mark, meaning) in meanings {
        if marks.iter().any(|marked| marked.mark == mark) {
            entries.push(format!("{}: {meaning}", sign(mark)));
        }
    }
    entries.join("   ")
}
