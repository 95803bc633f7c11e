//! Statements as sentences.
//!
//! Each statement has a text of its own, and a sentence with the texts of the statements below it. Players read them, so they
//! have no words of the search in them.

mod nested;
mod threats;
mod zugzwang;

use marlin_core::any::{Bounds, Position, Score};
use marlin_core::{Cell, GameOutcome, Player, Source};

pub(crate) use self::nested::{BranchGroup, groups};
use self::threats::threats_in_words;
use self::zugzwang::{claimeven_in_short, claimeven_in_words, free_moves};
use super::Explanation;
use super::statement::{Fork, ForkKind, Search, Statement, Step};

/// The moves of a line that a sentence names. The rest is counted.
const NAMED_MOVES: usize = 8;

impl Step {
    /// Returns the statement in plain words, without those below it: the statements after its moves.
    ///
    /// `position` is the one that the statement is about.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::by_rules;
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse(BoardSize::STANDARD, "574375546524673577715")?;
    /// let explanation = by_rules(&position);
    /// let last = explanation.steps.last().expect("a statement");
    /// assert_eq!(last.text(&position), "O can win with d4.");
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn text(&self, position: &Position) -> String {
        let draw = Score::DRAW;
        match &self.statement {
            Statement::Over { outcome: GameOutcome::Won(player), .. } => format!("{player} has won."),
            Statement::Over { outcome: GameOutcome::Drawn, .. } => {
                "The board is full without four in a row.".to_owned()
            }
            Statement::WinsAtOnce { player, cells } => {
                format!("{player} wins at once on {}.", list(cells, "or"))
            }
            Statement::MustBlock { player, cell } => {
                format!("{player} must play {cell}, or {} wins there.", player.opponent())
            }
            Statement::CannotBlock { winner, fork } => fork_in_words(fork, *winner, &format!("{winner} ")),
            Statement::DoubleThreat { player, by, fork } => {
                fork_in_words(fork, *player, &format!("{player} plays {by} and "))
            }
            Statement::ForcedLine { winner, moves, fork } => forced_line(*winner, moves, fork),
            Statement::EveryMove { player, .. } if self.bounds.upper() < draw => {
                format!("Whatever {player} plays, {} can win.", player.opponent())
            }
            Statement::EveryMove { player, .. } => {
                format!("Whatever {player} plays, {} can keep it from winning.", player.opponent())
            }
            Statement::After { player, branch } if self.bounds.lower() > draw => {
                format!("{player} can win with {}.", branch.cell)
            }
            Statement::After { player, branch } => {
                format!("{player} can play {} and not lose.", branch.cell)
            }
            Statement::Threats(threats) => threats_in_words(threats),
            Statement::NoLineLeft { player } => {
                let them = player.opponent();
                format!("{player} can no longer win: every line of four has a stone of {them}.")
            }
            Statement::TooLate { player } => {
                let them = player.opponent();
                format!(
                    "{player} can no longer force a win: {them} can keep every four of {player} from being completed \
                     until the board is full."
                )
            }
            Statement::FreeMoves { cells, last, entries } => free_moves(cells, *last, entries),
            Statement::Claimeven(claimeven) => claimeven_in_words(claimeven, position),
            Statement::Opening(opening) => opening.text(),
            Statement::Search(search) => search_in_words(search, position, self),
        }
    }

    /// Returns the text of a statement that is one of the reasons for another: claimeven without its details.
    pub(crate) fn brief(&self, position: &Position) -> String {
        match &self.statement {
            Statement::Claimeven(claimeven) => claimeven_in_short(claimeven, position),
            _ => self.text(position),
        }
    }
}

impl Explanation {
    /// Returns who wins and when, as far as it is proven.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::by_rules;
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Position;
    ///
    /// let headline = |moves: &str| {
    ///     by_rules(&Position::parse(BoardSize::STANDARD, moves).unwrap()).headline()
    /// };
    /// assert_eq!(headline("4433"), "X wins on move 7 if both play perfectly");
    /// assert_eq!(headline(""), "The winner is not proven");
    /// ```
    pub fn headline(&self) -> String {
        headline(&self.position, self.bounds)
    }
}

/// Returns the winner of a position and the end of the game in words, as far as the bounds of its score prove them.
///
/// # Examples
///
/// ```
/// use marlin_coach::explain::headline;
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Position, Solver};
///
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// let found = Solver::on(BoardSize::STANDARD).query(&position).analyze();
/// assert_eq!(headline(&position, found.bounds), "X wins on move 7 if both play perfectly");
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
pub fn headline(position: &Position, bounds: Bounds) -> String {
    let mut text = position.in_words(bounds);
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Returns things in a list: "a, b and c".
pub(super) fn list(things: &[impl ToString], conjunction: &str) -> String {
    let things: Vec<String> = things.iter().map(ToString::to_string).collect();
    match things.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {conjunction} {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Returns moves as they are played: "d2 e2 f2".
fn line(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns the effect of a fork, in a sentence that begins with its cause.
fn fork_in_words(fork: &Fork, winner: Player, beginning: &str) -> String {
    let loser = winner.opponent();
    match (fork.kind, &fork.wins[..]) {
        (ForkKind::TwoCells, [one, other]) => format!(
            "{beginning}threatens to win on both {one} and {other}. {loser} can block only one of them."
        ),
        (ForkKind::Stacked, [blocked, above]) => format!(
            "{beginning}threatens to win on {blocked}. {loser} must block there, and {winner} wins on {above} right above."
        ),
        (ForkKind::Zugzwang, wins) => format!(
            "{beginning}leaves {loser} no good move: wherever it plays, {winner} wins right above, on {}.",
            list(wins, "or")
        ),
        (_, wins) => format!(
            "{beginning}threatens to win on {}. {loser} can block only one of them.",
            list(wins, "and")
        ),
    }
}

fn forced_line(winner: Player, moves: &[Cell], fork: &Fork) -> String {
    let loser = winner.opponent();
    let end = fork_in_words(fork, winner, &format!("Then {winner} "));
    format!(
        "{winner} wins by force: {}. Each time {loser} has only one move that does not lose at once. {end}",
        line(moves)
    )
}

/// Returns the findings of a search without its cost, which is in the record.
fn search_in_words(search: &Search, position: &Position, step: &Step) -> String {
    if step.bounds.score().is_none() {
        return "This position is too hard to solve within the limits.".to_owned();
    }
    let how = if search.source == Source::Book { "From the opening book" } else { "Solved by calculation" };
    let found = format!("{how}: {}.", position.in_words(step.bounds));
    let end = if search.end.is_some() { ", until the board shows the reason" } else { "" };
    match (search.line.split_at_checked(NAMED_MOVES), &search.line[..]) {
        (_, []) => found,
        (Some((named, [_, _, ..])), all) => {
            let others = all.len() - named.len();
            format!("{found} Perfect play goes on with {} and {others} more moves{end}.", line(named))
        }
        (_, all) => format!("{found} Perfect play goes on with {}{end}.", line(all)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_listed_with_commas_and_a_conjunction() {
        assert_eq!(list(&["a"], "or"), "a");
        assert_eq!(list(&["a", "b"], "or"), "a or b");
        assert_eq!(list(&["a", "b", "c"], "and"), "a, b and c");
    }
}
