//! Statements as sentences.

use marlin_core::any::{Cell, Position, Score};
use marlin_core::{GameOutcome, Player, Source};

use super::Explanation;
use super::board::{after, empty_cells};
use super::statement::{Branch, Claimeven, Entry, Fork, ForkKind, Search, Statement, Step, Threat, Worth};

impl Step {
    /// Returns the statement in plain words. Where it has parts, each stands in a line of its own, moved in by two spaces.
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
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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

/// Returns what a fork does. The sentence begins with what makes it.
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

/// Returns what is true after a move, in a line or a few.
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

/// Returns what each move leads to, moves that lead to the same together.
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

fn free_moves(cells: &[Cell], last: Player, entries: &[Entry]) -> String {
    let next = last.opponent();
    let free = match cells.len() {
        0 => format!("Every move is right below a winning cell, and {next} must make one:"),
        1 => format!(
            "One move isn't below a winning cell. {last} makes it. If no other winning cell comes up, {next} must then play one of these:"
        ),
        count => format!(
            "{count} moves aren't below a winning cell. {last} makes the last of them. If no other winning cell comes up, {next} must then play one of these:"
        ),
    };
    let entries: Vec<_> = entries.iter().map(|&entry| format!("  {}", entry_in_words(entry, next))).collect();
    format!("{free}\n{}", entries.join("\n"))
}

fn entry_in_words(entry: Entry, player: Player) -> String {
    let (Entry { cell, above, .. }, them) = (entry, player.opponent());
    let wins_for_them = entry.wins_for[usize::from(them == Player::O)];
    if wins_for_them {
        format!("{cell}, and {them} wins on {above}.")
    } else {
        format!("{cell}, and {them} can take {above} away from {player}.")
    }
}

fn claimeven_in_words(claimeven: &Claimeven, position: &Position) -> String {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    let mut sentences = vec![format!("{us} answers each stone of {them} right above it.")];
    let own_column = claimeven.odd_threat.map(Cell::column);
    let columns = position.size().columns().filter(|&column| Some(column) != own_column);
    let lowest = |column| {
        let mut empty = empty_cells(position, column);
        let cell = empty.next()?;
        empty.count().is_multiple_of(2).then_some(cell)
    };
    let odd: Vec<Cell> = columns.filter_map(lowest).collect();
    if !odd.is_empty() {
        let pairs: Vec<String> = odd
            .chunks(2)
            .filter_map(|pair| Some(format!("{} and {}", pair.first()?, pair.get(1)?)))
            .collect();
        sentences.push(format!(
            "When {them} plays one of {}, {us} plays the other one of the pair instead.",
            list(&pairs, "or of")
        ));
    }
    sentences.push(format!("So {them} gets at most the cells marked *, and makes no four there."));
    let wins = below_which(claimeven);
    let end = (-claimeven.at_least).final_move(position.nb_moves());
    sentences.push(match (wins.is_empty(), claimeven.at_least.get()) {
        (false, 1..) => format!(
            "When these are used up, {them} must play right below {}, and {us} wins there, at move {end} at the latest.",
            list(&wins, "or")
        ),
        (_, 1..) => format!("{us} gets all cells marked =, and has a four with them when the board is full."),
        _ => format!("So {us} doesn't lose."),
    });
    sentences.join(" ")
}

/// Returns the winning cells below which the side to move must play in the end.
fn below_which(claimeven: &Claimeven) -> Vec<Cell> {
    claimeven.odd_threat.into_iter().chain(claimeven.traps.iter().copied()).collect()
}

/// Returns the same without the cells that each side gets.
fn claimeven_in_short(claimeven: &Claimeven, position: &Position) -> String {
    let (us, them, wins) = (claimeven.player, claimeven.player.opponent(), below_which(claimeven));
    let end = (-claimeven.at_least).final_move(position.nb_moves());
    let result = match (wins.is_empty(), claimeven.at_least.get()) {
        (false, 1..) => format!(
            "{them} must play right below {} in the end, where {us} wins at move {end} at the latest",
            list(&wins, "or")
        ),
        (_, 1..) => format!("{us} has a four at the latest when the board is full"),
        _ => format!("{them} gets no four"),
    };
    format!("{us} answers each stone of {them} right above it, and {result}.")
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
        "{found} Best play goes on with {}, and then a rule tells the rest:\n{}",
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
    use super::super::Layer;
    use super::*;

    #[test]
    fn things_are_listed_with_commas_and_a_conjunction() {
        assert_eq!(list(&["a"], "or"), "a");
        assert_eq!(list(&["a", "b"], "or"), "a or b");
        assert_eq!(list(&["a", "b", "c"], "and"), "a, b and c");
    }

    #[test]
    fn layers_have_names_of_their_own() {
        let mut names: Vec<_> = Layer::ALL.map(Layer::name).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Layer::ALL.len());
    }
}
