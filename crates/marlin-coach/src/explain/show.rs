//! [`Mark`]: the highlights of a statement on the board, its moves, and a drawing of both.

use marlin_core::{Cell, Column, GameOutcome, Player, Position};
use serde::Serialize;

use super::statement::{Claimeven, Entry, Fork, ForkKind, Statement, Step, Threat};
use super::tactics::{below, landing, safe_moves};

/// The reason why a cell is highlighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Mark {
    /// A stone of the four that won.
    Stone,
    /// A move of the line or of the choice that the statement names.
    Move,
    /// A cell on which a side wins in the end, or must be stopped.
    Win,
    /// A winning cell of X.
    ThreatX,
    /// A winning cell of O.
    ThreatO,
    /// A winning cell of both players.
    ThreatBoth,
    /// A cell that can be played without harm.
    Free,
    /// A cell right below a winning cell.
    Entry,
    /// Claimeven: a cell that the side to move may get.
    Opponent,
    /// Claimeven: a cell that the side to move never gets.
    Own,
    /// Claimeven: a winning cell below which the side to move must play in the end.
    Trap,
}

/// A cell to highlight, as data too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MarkedCell {
    /// The cell.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Cell>"))]
    pub cell: Cell,
    /// The reason.
    pub mark: Mark,
    /// The number of a move, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The side whose move, four, threat or share of the cells it is; null for a cell of both sides or of
    /// none.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Option<Player>>"))]
    pub player: Option<Player>,
}

impl Statement {
    /// Returns the cells to highlight with the statement, each once.
    pub fn marks(&self) -> Vec<MarkedCell> {
        first_of_each_cell(match self {
            Self::After { branch, .. } => {
                [self.own_marks(), branch.steps.iter().flat_map(later_marks).collect()].concat()
            }
            _ => self.own_marks(),
        })
    }

    /// Returns the cells to highlight on the board that the statement itself is about, without the cells of
    /// the statements after a move.
    pub fn own_marks(&self) -> Vec<MarkedCell> {
        first_of_each_cell(match self {
            Self::Over { outcome: GameOutcome::Won(winner), stones } => {
                all(stones, Mark::Stone, Some(*winner))
            }
            Self::WinsAtOnce { cells, player } => all(cells, Mark::Win, Some(*player)),
            Self::MustBlock { cell, player } => all(&[*cell], Mark::Win, Some(player.opponent())),
            Self::CannotBlock { fork, winner } => wins(fork, *winner),
            Self::DoubleThreat { by, fork, player } => [moves(&[*by], *player), wins(fork, *player)].concat(),
            Self::ForcedLine { moves: line, fork, winner } => {
                let first = if line.len().is_multiple_of(2) { winner.opponent() } else { *winner };
                [moves(line, first), wins(fork, *winner)].concat()
            }
            Self::EveryMove { branches, player } => {
                branches.iter().map(|branch| numbered(branch.cell, 1, *player)).collect()
            }
            Self::After { branch, player } => moves(&[branch.cell], *player),
            Self::Threats(threats) => of_threats(threats),
            Self::Over { .. } | Self::NoLineLeft { .. } | Self::TooLate { .. } => Vec::new(),
            Self::FreeMoves { cells, entries, .. } => {
                [all(cells, Mark::Free, None), entries.iter().copied().flat_map(entry).collect()].concat()
            }
            Self::Claimeven(claimeven) => of_claimeven(claimeven),
            Self::Opening(opening) => {
                opening.keeping().iter().map(|&(cell, _)| numbered(cell, 1, opening.player)).collect()
            }
            Self::Search(search) => moves(&search.line, search.player),
        })
    }
}

const fn marked(cell: Cell, mark: Mark, player: Option<Player>) -> MarkedCell {
    MarkedCell { cell, mark, number: None, player }
}

const fn numbered(cell: Cell, number: usize, player: Player) -> MarkedCell {
    MarkedCell { cell, mark: Mark::Move, number: Some(number), player: Some(player) }
}

fn all(cells: &[Cell], mark: Mark, player: Option<Player>) -> Vec<MarkedCell> {
    cells.iter().map(|&cell| marked(cell, mark, player)).collect()
}

fn wins(fork: &Fork, winner: Player) -> Vec<MarkedCell> {
    all(&fork.wins, Mark::Win, Some(winner))
}

/// Returns the marks of moves that alternate, the first one by a player.
fn moves(cells: &[Cell], first: Player) -> Vec<MarkedCell> {
    let players = [first, first.opponent()].into_iter().cycle();
    let played = cells.iter().zip(1..).zip(players);
    played.map(|((&cell, number), player)| numbered(cell, number, player)).collect()
}

/// Returns the marks of a statement after a move, whose numbers continue from that move.
fn later_marks(step: &Step) -> Vec<MarkedCell> {
    let later = |marked: MarkedCell| MarkedCell { number: marked.number.map(|number| number + 1), ..marked };
    step.statement.marks().into_iter().map(later).collect()
}

/// Returns the marks of winning cells, of which two may be the same cell.
fn of_threats(threats: &[Threat]) -> Vec<MarkedCell> {
    let wins = |cell, player| threats.iter().any(|other| (other.cell, other.player) == (cell, player));
    let wins_for = |cell| [Player::X, Player::O].map(|player| wins(cell, player));
    threats.iter().map(|threat| winning_cell(threat.cell, wins_for(threat.cell))).collect()
}

/// Returns the mark of a cell that wins for X, for O, or for both.
const fn winning_cell(cell: Cell, wins_for: [bool; 2]) -> MarkedCell {
    match wins_for {
        [true, true] => marked(cell, Mark::ThreatBoth, None),
        [true, false] => marked(cell, Mark::ThreatX, Some(Player::X)),
        [false, _] => marked(cell, Mark::ThreatO, Some(Player::O)),
    }
}

fn entry(entry: Entry) -> [MarkedCell; 2] {
    [marked(entry.cell, Mark::Entry, None), winning_cell(entry.above, entry.wins_for)]
}

fn of_claimeven(claimeven: &Claimeven) -> Vec<MarkedCell> {
    let (us, them) = (Some(claimeven.player), Some(claimeven.player.opponent()));
    let traps: Vec<Cell> = claimeven.traps.iter().copied().chain(claimeven.odd_threat).collect();
    [
        all(&traps, Mark::Trap, us),
        all(&claimeven.opponent_cells, Mark::Opponent, them),
        all(&claimeven.own_cells, Mark::Own, us),
    ]
    .concat()
}

/// Returns the first mark of each cell.
fn first_of_each_cell(marks: Vec<MarkedCell>) -> Vec<MarkedCell> {
    let mut kept: Vec<MarkedCell> = Vec::new();
    for mark in marks {
        if kept.iter().all(|other| other.cell != mark.cell) {
            kept.push(mark);
        }
    }
    kept
}

impl Statement {
    /// Returns moves that show the statement, from the position that it is about: its own moves and, where a
    /// win follows, one reply and the win. After claimeven the side to move avoids a win at once as long as
    /// it can. Empty for statements without moves.
    pub fn moves_to_show(&self, position: &Position) -> Vec<Cell> {
        match self {
            Self::MustBlock { cell, .. } => vec![*cell],
            Self::WinsAtOnce { cells, .. } => cells.iter().copied().take(1).collect(),
            Self::CannotBlock { fork, .. } => reply_and_win(fork),
            Self::DoubleThreat { by, fork, .. } => [vec![*by], reply_and_win(fork)].concat(),
            Self::ForcedLine { moves, fork, .. } => [moves.clone(), reply_and_win(fork)].concat(),
            Self::After { branch, .. } => vec![branch.cell],
            Self::Claimeven(claimeven) => carried_out(claimeven, position),
            Self::Search(search) => search.line.clone(),
            _ => Vec::new(),
        }
    }
}

/// Returns a reply to a threat that no reply stops, and the win after it.
fn reply_and_win(fork: &Fork) -> Vec<Cell> {
    match (fork.kind, &fork.wins[..]) {
        (ForkKind::Zugzwang, &[win, ..]) => below(win).into_iter().chain([win]).collect(),
        (ForkKind::TwoCells | ForkKind::Stacked, &[blocked, win, ..]) => vec![blocked, win],
        _ => Vec::new(),
    }
}

/// Returns claimeven carried out to the end of the game.
fn carried_out(claimeven: &Claimeven, start: &Position) -> Vec<Cell> {
    let pairs = pairs(claimeven, start);
    let (mut position, mut moves) = (*start, Vec::new());
    while let Some(column) = stone_of_the_other_side(&position) {
        let answer = answer(&pairs, &position, column);
        moves.extend(landing(&position, column));
        position = position.after(column);
        let Some(cell) = landing(&position, answer).filter(|_| !position.is_over()) else { break };
        moves.push(cell);
        position = position.after(answer);
    }
    moves
}

/// Returns the columns with an odd number of empty cells in pairs, without the column of the odd threat.
pub(super) fn pairs(claimeven: &Claimeven, position: &Position) -> Vec<[Cell; 2]> {
    let own_column = claimeven.odd_threat.map(Cell::column);
    let columns = position.size().columns().filter(|&column| Some(column) != own_column);
    let odd = columns.filter(|&column| has_odd_rest(position, column));
    let cells: Vec<Cell> = odd.filter_map(|column| landing(position, column)).collect();
    cells.as_chunks().0.to_vec()
}

fn has_odd_rest(position: &Position, column: Column) -> bool {
    !(position.size().height() - position.height(column)).is_multiple_of(2)
}

/// Returns the column nearest to the centre that does not let the other side win at once; without one, any
/// column.
fn stone_of_the_other_side(position: &Position) -> Option<Column> {
    let safe = safe_moves(position).map(|(column, _, _)| column).next();
    safe.or_else(|| position.legal_moves().next()).filter(|_| !position.is_over())
}

/// Returns the column of the answer to a stone: the other column of an untouched pair, or the same column.
fn answer(pairs: &[[Cell; 2]], position: &Position, column: Column) -> Column {
    let partner = pairs
        .iter()
        .map(|pair| pair.map(Cell::column))
        .find_map(|[one, other]| if one == column { Some(other) } else { (other == column).then_some(one) });
    partner.filter(|_| has_odd_rest(position, column)).unwrap_or(column)
}

impl Step {
    /// Returns the board with the cells of the statement, and the meaning of the signs; `None` where the
    /// sentence suffices.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::by_rules;
    /// use marlin_core::{BoardSize, Position};
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
        let stone = || position.at(cell).map_or_else(|| ".".to_owned(), |player| player.to_string());
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
    text += &line(String::new(), size.columns().map(|column| column.file().to_owned()).collect());
    text + &legend(marks) + "\n"
}

/// Returns the number of a move, or the sign of another mark.
fn symbol(marked: &MarkedCell) -> String {
    let sign =
        || SIGNS.iter().find(|(mark, ..)| *mark == marked.mark).map_or("1", |(_, sign, _)| sign).to_owned();
    marked.number.map_or_else(sign, |number| number.to_string())
}

/// The sign of each mark on the board, and its meaning. Moves have their numbers.
const SIGNS: [(Mark, &str, &str); 10] = [
    (Mark::Stone, "#", "won"),
    (Mark::Win, "!", "wins in the end"),
    (Mark::ThreatX, "x", "wins for X"),
    (Mark::ThreatO, "o", "wins for O"),
    (Mark::ThreatBoth, "%", "wins for both"),
    (Mark::Free, "+", "safe"),
    (Mark::Entry, "_", "right below a winning cell"),
    (Mark::Opponent, "*", "may go to the side to move"),
    (Mark::Own, "=", "goes to the side that answers"),
    (Mark::Trap, "T", "wins for the side that answers"),
];

/// Returns the meaning of the signs on the board.
fn legend(marks: &[MarkedCell]) -> String {
    let moves = marks.iter().filter(|marked| marked.mark == Mark::Move).count();
    let mut entries = match moves {
        0 => Vec::new(),
        1 => vec!["1: a move".to_owned()],
        _ => vec!["1, 2 ...: moves".to_owned()],
    };
    for (mark, sign, meaning) in SIGNS {
        if marks.iter().any(|marked| marked.mark == mark) {
            entries.push(format!("{sign}: {meaning}"));
        }
    }
    entries.join("   ")
}
