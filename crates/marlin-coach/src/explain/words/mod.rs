//! Statements as sentences.

mod zugzwang;

use marlin_core::Cell;
use marlin_core::any::{Position, Score};
use marlin_core::{GameOutcome, Player, Source};

use self::zugzwang::{claimeven_in_short, claimeven_in_words, free_moves};
use super::Explanation;
use super::board::after;
use super::statement::{Branch, Fork, ForkKind, Search, Statement, Step, Threat, Worth};

impl Step {
    /// Returns the statement in plain words. Each of its parts is on a line of its own, indented by two spaces.
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
    /// let position = Position::parse(BoardSize::STANDARD, "44553")?;
    /// let explanation = by_rules(&position);
    /// assert_eq!(
    ///     explanation.steps[0].sentence(&position),
    ///     "X threatens to win on both b1 and f1. O can block only one of them."
    /// );
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn sentence(&self, position: &Position) -> String {
        match &self.statement {
            Statement::Over { outcome: GameOutcome::Won(player), .. } => format!("{player} has won."),
            Statement::Over { outcome: GameOutcome::Drawn, .. } => {
                "The board is full, and nobody has won.".to_owned()
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
            Statement::ForcedLine { winner, moves, fork } => forced_line(*winner, moves, fork, position),
            Statement::EveryMove { player, branches } => every_move(*player, branches, position, self),
            Statement::After { player, branch } => {
                format!("{player} can play {}. {}", branch.cell, branch_in_words(branch, position))
            }
            Statement::Threats(threats) => {
                let threats: Vec<_> =
                    threats.iter().map(|&threat| format!("  {}", threat_in_words(threat))).collect();
                format!("These cells complete a four:\n{}", threats.join("\n"))
            }
            Statement::NoLineLeft { player } => {
                let them = player.opponent();
                format!("{player} can't win any more: every line of four has a stone of {them}.")
            }
            Statement::TooLate { player } => {
                format!("{player} can't win any more if both play well: the board is full before that.")
            }
            Statement::FreeMoves { cells, last, entries } => free_moves(cells, *last, entries),
            Statement::Claimeven(claimeven) => claimeven_in_words(claimeven, position),
            Statement::Search(search) => search_in_words(search, position, self),
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
    /// assert_eq!(headline("4433"), "X wins in 3 plies, at move 7");
    /// assert_eq!(headline(""), "Who wins isn't proven");
    /// ```
    pub fn headline(&self) -> String {
        let nb_moves = self.position.nb_moves();
        if let Some(score) = self.bounds.score() {
            return capitalized(&score.in_words(nb_moves));
        }
        // Both bounds tell the same winner, if one is known.
        match self.bounds.outcome() {
            Some(_) => {
                let winner = self.bounds.lower().winner(nb_moves);
                winner.map_or_else(|| "It is a draw".to_owned(), |player| format!("{player} wins"))
            }
            None => "Who wins isn't proven".to_owned(),
        }
    }
}

fn capitalized(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Returns things in a list: "a, b and c".
fn list(things: &[impl ToString], conjunction: &str) -> String {
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

/// Returns text with every line moved in.
fn moved_in(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

fn name(column: Cell) -> String {
    column.to_string().trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned()
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
            "{beginning}leaves no good move: wherever {loser} plays, {winner} wins right above, on {}.",
            list(wins, "or")
        ),
        (_, wins) => format!(
            "{beginning}threatens to win on {}. {loser} can block only one of them.",
            list(wins, "and")
        ),
    }
}

fn forced_line(winner: Player, moves: &[Cell], fork: &Fork, position: &Position) -> String {
    let loser = winner.opponent();
    let end = fork_in_words(fork, winner, &format!("Then {winner} "));
    let replies = if position.side_to_move() == winner { "Each reply" } else { "Each move" };
    format!(
        "{winner} wins by force: {}. {replies} of {loser} is the only one that doesn't lose at once. {end}",
        line(moves)
    )
}

/// Returns the statements about the position after a move, in a line or a few.
fn branch_in_words(branch: &Branch, position: &Position) -> String {
    let next = after(position, branch.cell.column());
    let in_words = |step: &Step| match &step.statement {
        Statement::Claimeven(claimeven) => claimeven_in_short(claimeven, &next),
        Statement::After { player, branch } => {
            format!("{player} can play {}. {}", branch.cell, branch_in_words(branch, &next))
        }
        _ => step.sentence(&next),
    };
    branch.steps.iter().map(in_words).collect::<Vec<_>>().join("\n")
}

/// Returns the result of each move, with moves of the same result together.
fn every_move(player: Player, branches: &[Branch], position: &Position, step: &Step) -> String {
    let at_most = if step.bounds.upper() < Score::draw(position.size()) { "loses" } else { "doesn't win" };
    let mut groups: Vec<(Vec<Cell>, String)> = Vec::new();
    for branch in branches {
        let reason = branch_in_words(branch, position);
        match groups.iter_mut().find(|(_, other)| *other == reason) {
            Some((cells, _)) => cells.push(branch.cell),
            None => groups.push((vec![branch.cell], reason)),
        }
    }
    let groups = groups.iter().map(|(cells, reason)| format!("  After {}: {reason}", list(cells, "or")));
    format!("{player} {at_most}, whatever it plays:\n{}", groups.collect::<Vec<_>>().join("\n"))
}

fn threat_in_words(threat: Threat) -> String {
    let Threat { player, cell, falls_to, .. } = threat;
    let row = if threat.is_odd() { "odd row" } else { "even row" };
    let column = name(cell);
    let them = player.opponent();
    let last = format!("If column {column} is filled last, {falls_to} plays this cell.");
    match threat.worth {
        Worth::Playable => format!("{cell} for {player} ({row}), which can be played now."),
        Worth::Guarded => {
            format!("{cell} for {player} ({row}). If {them} plays right below it, {player} wins. {last}")
        }
        Worth::Waiting => format!("{cell} for {player} ({row}). {last}"),
        Worth::Unreachable => {
            format!("{cell} for {player} ({row}), worth nothing: the game ends lower in column {column}.")
        }
    }
}

fn search_in_words(search: &Search, position: &Position, step: &Step) -> String {
    let nb_moves = position.nb_moves();
    let result = step.bounds.score().map(|score| score.in_words(nb_moves));
    let positions = match search.nodes {
        1 => "1 node".to_owned(),
        nodes => format!("{nodes} nodes"),
    };
    let found = match (result, search.source) {
        (None, _) => return format!("By search, {positions}: no proof within the limits."),
        (Some(result), Source::Book) => format!("By the opening book: {result}."),
        (Some(result), Source::Rules) => format!("By the bounds of the search, without a node: {result}."),
        (Some(result), _) => format!("By search, {positions}: {result}."),
    };
    if search.line.is_empty() {
        return found;
    }
    let Some(end) = &search.end else {
        return format!("{found} Best play begins with {}.", line(&search.line));
    };
    let proofs = end.steps.iter().filter(|step| step.statement.proves_something());
    let proofs: Vec<_> = proofs.map(|step| moved_in(&step.sentence(&end.position))).collect();
    format!(
        "{found} Best play continues with {}, where a rule decides:\n{}",
        line(&search.line),
        proofs.join("\n")
    )
}

impl Statement {
    /// Returns whether statements of this kind bound the score; the others only describe the position.
    pub const fn proves_something(&self) -> bool {
        !matches!(self, Self::MustBlock { .. } | Self::Threats(_) | Self::FreeMoves { .. })
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
