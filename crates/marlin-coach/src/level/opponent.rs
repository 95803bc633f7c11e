//! [`Opponent`]: a player of a level, and [`Choice`], its move.

use marlin_core::Column;
use marlin_core::any::{Analysis, Bounds, Position, Score, Solver};
use marlin_core::{Limits, Outcome};

use super::Level;
use super::chance::Chance;
use super::lines::open_lines;
use super::sight::look_ahead;
use super::skill::{Sight, Skill};

/// The nodes after which a player below the perfect level gives up to see everything: a few milliseconds. With the book,
/// nearly all positions of 7x6 take less.
const NODES: u64 = 100_000;

/// The plies that a player sees of a position that is too hard to solve.
const PLIES_OF_HARD_POSITIONS: u32 = 8;

/// The size of the table of a search below the perfect level, in MiB.
const TABLE_MIB: usize = 1;

/// A player of a level.
///
/// Below the perfect level, a move takes a few milliseconds on any board, with or without a book: a player that would see
/// everything sees 8 plies where the position can't be solved in 100,000 nodes. With the book it can be solved on more
/// plies, so at levels 7 to 9 the move depends on the book too. The perfect level has the limits that it is given.
///
/// # Examples
///
/// ```
/// use marlin_coach::level::{Level, Opponent};
/// use marlin_core::Limits;
/// use marlin_core::any::{Position, Solver};
///
/// // A board that nobody has solved.
/// let size = "9x6".parse()?;
/// let solver = Solver::on(size);
/// let limits = Limits { nodes: Some(10_000), ..Limits::NONE };
/// let opponent = Opponent { limits, ..Opponent::new(Level::MAX, 1) };
/// assert!(opponent.choose(&Position::on(size), &solver).is_some());
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Opponent {
    /// The strength.
    pub level: Level,
    /// What decides among moves that look equal, and which moves are mistakes: the same seed plays the same game with the
    /// same book.
    pub seed: u64,
    /// The columns to choose from; all if there are none.
    pub columns: Vec<Column>,
    /// When the search gives up, if that is before the end that the level sets. With limits on time a seed doesn't stand
    /// for a game any more.
    pub limits: Limits,
}

/// A move of a player of a level.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Choice {
    /// The column.
    pub column: Column,
    /// What is proven of the columns. It may be more than the player has made use of.
    pub analysis: Analysis,
}

impl Opponent {
    /// Returns a player of a level that may play any column, without limits of its own.
    pub const fn new(level: Level, seed: u64) -> Self {
        Self { level, seed, columns: Vec::new(), limits: Limits::NONE }
    }

    /// Returns the player's move, `None` if the game is over or none of its columns can be played.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    pub fn choose(&self, position: &Position, solver: &Solver) -> Option<Choice> {
        let is_allowed = |column: &Column| self.columns.is_empty() || self.columns.contains(column);
        let columns: Vec<_> = position.legal_moves().filter(is_allowed).collect();
        if columns.is_empty() {
            return None;
        }
        let chance = &mut Chance::new(self.seed, position);
        let solver = &if self.level == Level::MAX { solver.clone() } else { private(solver) };
        let (best, analysis) = match (Skill::of(self.level).draw(chance), self.limits.depth) {
            (Sight::Plies(plies), None) => self.look(position, solver, plies, columns),
            (Sight::Plies(plies), Some(depth)) => self.look(position, solver, plies.min(depth), columns),
            (Sight::Everything, Some(depth)) => self.look(position, solver, depth, columns),
            (Sight::Everything, None) => self.solve(position, solver, columns),
        };
        let weighted: Vec<_> =
            best.into_iter().map(|column| (column, 1 + open_lines(position, column))).collect();
        Some(Choice { column: chance.one_of(&weighted)?, analysis })
    }

    /// Returns the columns that look best to a player who sees a number of plies.
    fn look(
        &self,
        position: &Position,
        solver: &Solver,
        plies: u32,
        columns: Vec<Column>,
    ) -> (Vec<Column>, Analysis) {
        let (best, analysis) = look_ahead(position, solver, &self.limits(), plies, columns);
        let blind = || solver.query(position).nodes(0).analyze();
        (best, analysis.unwrap_or_else(blind))
    }

    /// Returns the columns that look best to a player who sees everything.
    fn solve(&self, position: &Position, solver: &Solver, columns: Vec<Column>) -> (Vec<Column>, Analysis) {
        let analysis = solver.query(position).limits(&self.limits()).analyze();
        let scores: Option<Vec<(Column, Score)>> =
            columns.iter().map(|&column| Some((column, analysis.columns[column]?.score()?))).collect();
        if let Some(scores) = scores {
            let best = scores.iter().map(|&(_, score)| score).max();
            let best = scores.into_iter().filter(|&(_, score)| Some(score) == best);
            return (best.map(|(column, _)| column).collect(), analysis);
        }
        // Too hard: what was proven counts, and beyond it what is seen.
        let (seen, _) = self.look(position, solver, PLIES_OF_HARD_POSITIONS, columns);
        let outcome =
            |column: &Column, of: Outcome| analysis.columns[*column].and_then(Bounds::outcome) == Some(of);
        let best = analysis.best.filter(|best| self.level == Level::MAX && seen.contains(best));
        let won: Vec<_> = seen.iter().copied().filter(|column| outcome(column, Outcome::Win)).collect();
        let open: Vec<_> = seen.iter().copied().filter(|column| !outcome(column, Outcome::Loss)).collect();
        let choices =
            [best.into_iter().collect(), won, open].into_iter().find(|columns: &Vec<_>| !columns.is_empty());
        (choices.unwrap_or(seen), analysis)
    }

    /// Returns the limits of a search: a player below the perfect level gives up after some nodes.
    fn limits(&self) -> Limits {
        if self.level == Level::MAX {
            return self.limits.clone();
        }
        let nodes = self.limits.nodes.map_or(NODES, |nodes| nodes.min(NODES));
        Limits { nodes: Some(nodes), ..self.limits.clone() }
    }
}

/// Returns a solver with the book of another and a table of its own, for a single thread: what is found within a limit of
/// nodes doesn't depend on the searches before then. If there is no memory for the table, it shares that of the other.
fn private(solver: &Solver) -> Solver {
    let builder = solver.to_builder().threads(1);
    builder.clone().hash_mib(TABLE_MIB).unwrap_or(builder).build()
}
