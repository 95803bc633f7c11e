//! Statements as sentences.
//!
//! Each statement has a text of its own, and a sentence with the texts of the statements below it. Players read them, so they
//! have no words of the search in them.

use marlin_core::{Bounds, Cell, Game, GameOutcome, Outcome, Player, Position, Score, Source};

use super::show::pairs;
use super::statement::{
    Branch, Claimeven, Entry, Explanation, Fork, ForkKind, Layer, Opening, Search, SecondFour, Statement,
    Step, Threat, Worth,
};
use super::tactics::{below, letter};

/// The moves of a line that a sentence names. The rest is counted.
const NAMED_MOVES: usize = 8;

impl Step {
    /// Returns the statement in plain words, without those below it: the statements after its moves.
    ///
    /// `position` is the one that the statement is about.
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
            Statement::EveryMove { player, .. } => {
                let what = if self.bounds.upper() < draw { "win" } else { "keep it from winning" };
                format!("Whatever {player} plays, {} can {what}.", player.opponent())
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
            Statement::Opening(opening) => opening_in_words(opening, position),
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
    /// Returns the sentences of all steps, one paragraph each.
    pub fn sentences(&self) -> Vec<String> {
        self.steps.iter().map(|step| step.sentence(&self.position)).collect()
    }

    /// Returns who wins and when, as far as it is proven.
    pub fn headline(&self) -> String {
        headline(&self.position, self.bounds)
    }

    /// Returns the board of the game, the result, and every statement with its drawing.
    pub fn to_text(&self, game: &Game) -> String {
        let is_of_book = |step: &Step| matches!(&step.statement, Statement::Search(search) if search.source == Source::Book);
        let source = |layer| match layer {
            Layer::Search if self.steps.iter().any(is_of_book) => "opening book".to_owned(),
            _ => layer.to_string(),
        };
        let proof = match (self.outcome_layer.map(source), self.score_layer.map(source)) {
            (Some(winner), Some(score)) if winner == score => format!("Proven by: {score}\n"),
            (Some(winner), Some(score)) => format!("Winner proven by: {winner}\nScore proven by: {score}\n"),
            (winner, _) => winner.map_or_else(String::new, |winner| format!("Winner proven by: {winner}\n")),
        };
        let parts = |step: &Step| [Some(step.sentence(&self.position) + "\n"), step.drawing(&self.position)];
        let parts = self.steps.iter().flat_map(parts).flatten().map(|part| format!("\n{part}"));
        [format!("{}\n{}.\n", game.to_drawing(), self.headline()), proof].into_iter().chain(parts).collect()
    }
}

/// Returns the winner of a position and the end of the game in words, as far as the bounds of its score prove them.
pub fn headline(position: &Position, bounds: Bounds) -> String {
    let mut text = position.in_words(bounds);
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Returns things in a list: "a, b and c".
pub(crate) fn list(things: &[impl ToString], conjunction: &str) -> String {
    let things: Vec<String> = things.iter().map(ToString::to_string).collect();
    match things.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {conjunction} {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Returns moves as they are played: "d2 e2 f2", or "4 5 6".
pub(crate) fn line(moves: &[impl ToString]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns the effect of a fork, in a sentence that begins with its cause.
fn fork_in_words(fork: &Fork, winner: Player, beginning: &str) -> String {
    let loser = winner.opponent();
    match (fork.kind, &fork.wins[..]) {
        (ForkKind::Stacked, [blocked, above]) => format!(
            "{beginning}threatens to win on {blocked}. {loser} must block there, and {winner} wins on {above} right above."
        ),
        (ForkKind::Zugzwang, wins) => format!(
            "{beginning}leaves {loser} no good move: wherever it plays, {winner} wins right above, on {}.",
            list(wins, "or")
        ),
        (_, wins) => {
            let (both, wins) = (if wins.len() == 2 { "both " } else { "" }, list(wins, "and"));
            format!("{beginning}threatens to win on {both}{wins}. {loser} can block only one of them.")
        }
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

/// Moves after which the same sentences are true.
#[derive(Debug, Clone)]
pub(crate) struct BranchGroup<'a> {
    /// The cells of the moves.
    pub(crate) cells: Vec<Cell>,
    /// The first of the moves.
    pub(crate) branch: &'a Branch,
    /// The sentences.
    sentences: String,
}

impl BranchGroup<'_> {
    /// Returns the moves as the beginning of the sentences: "After b6, f6 or g2:".
    pub(crate) fn intro(&self) -> String {
        format!("After {}:", list(&self.cells, "or"))
    }
}

/// Returns the branches of a statement, those of the same sentences together.
pub(crate) fn groups<'a>(statement: &'a Statement, position: &Position) -> Vec<BranchGroup<'a>> {
    let mut groups: Vec<BranchGroup<'a>> = Vec::new();
    for branch in statement.branches() {
        let sentences = branch_in_words(branch, position);
        match groups.iter_mut().find(|group| group.sentences == sentences) {
            Some(group) => group.cells.push(branch.cell),
            None => groups.push(BranchGroup { cells: vec![branch.cell], branch, sentences }),
        }
    }
    groups
}

/// Returns the sentences about the position after a move, in a line.
fn branch_in_words(branch: &Branch, position: &Position) -> String {
    let next = position.after(branch.cell.column());
    let in_words = |step: &Step| match &step.statement {
        Statement::After { branch, .. } => {
            format!("{} {}", step.brief(&next), branch_in_words(branch, &next))
        }
        _ => step.brief(&next),
    };
    branch.steps.iter().map(in_words).collect::<Vec<_>>().join(" ")
}

impl Step {
    /// Returns the statement in plain words, with the statements below it: each on a line of its own, indented by two spaces.
    ///
    /// `position` is the one that the statement is about.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::by_rules;
    /// use marlin_core::{BoardSize, Position};
    ///
    /// let position = Position::parse(BoardSize::STANDARD, "44553")?;
    /// let explanation = by_rules(&position);
    /// assert_eq!(
    ///     explanation.steps[0].sentence(&position),
    ///     "X threatens to win on both b1 and f1. O can block only one of them."
    /// );
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn sentence(&self, position: &Position) -> String {
        let text = self.text(position);
        match &self.statement {
            Statement::After { branch, .. } => format!("{text} {}", branch_in_words(branch, position)),
            Statement::EveryMove { .. } => {
                let groups = groups(&self.statement, position);
                let groups = groups.iter().map(|group| format!("{} {}", group.intro(), group.sentences));
                with_reasons(&text, groups)
            }
            Statement::Search(search) => {
                let reasons = search.end.iter().flat_map(|end| {
                    let proofs = end.steps.iter().filter(|step| step.statement.proves_something());
                    proofs.map(|step| step.sentence(&end.position))
                });
                with_reasons(&text, reasons)
            }
            _ => text,
        }
    }
}

/// Returns a text with its reasons below it, moved in.
fn with_reasons(text: &str, reasons: impl Iterator<Item = String>) -> String {
    let mut lines = vec![text.to_owned()];
    for reason in reasons {
        lines.extend(reason.lines().map(|line| format!("  {line}")));
    }
    lines.join("\n")
}

/// Returns a sentence or two for each winning cell.
fn threats_in_words(threats: &[Threat]) -> String {
    threats.iter().map(|&threat| threat_in_words(threat, threats)).collect::<Vec<_>>().join(" ")
}

fn threat_in_words(threat: Threat, threats: &[Threat]) -> String {
    let Threat { player, cell, falls_to, .. } = threat;
    let (them, column) = (player.opponent(), letter(cell));
    // The other side wins right below: the cell is never played.
    let is_theirs = |under| threats.iter().any(|other| (other.player, other.cell) == (them, under));
    if let Some(under) = below(cell).filter(|&under| threat.worth != Worth::Unreachable && is_theirs(under)) {
        return format!("{cell} wins for {player} too, but {under} right below it wins for {them}.");
    }
    let last = format!("If column {column} is filled last, {falls_to} gets that cell.");
    match (threat.worth, below(cell)) {
        (Worth::Playable, _) => format!("{cell} wins for {player}, and can be played now."),
        (Worth::Guarded, Some(below)) => {
            format!("{cell} wins for {player} if {them} plays {below}. {last}")
        }
        (Worth::Guarded | Worth::Waiting, _) => format!("{cell} wins for {player}. {last}"),
        (Worth::Unreachable, _) => {
            format!("{cell} wins for {player} too, but the game ends lower in column {column}.")
        }
    }
}

fn free_moves(cells: &[Cell], last: Player, entries: &[Entry]) -> String {
    let next = last.opponent();
    let safe = match cells.len() {
        0 => format!("No move is safe: {next} has to give something away."),
        1 => format!(
            "One move is safe, and {last} makes it. Unless a new threat appears, {next} then has to give something away."
        ),
        count => format!(
            "{count} moves are safe, and {last} makes the last one. Unless a new threat appears, {next} then has to give \
             something away."
        ),
    };
    let entries = entries.iter().map(|&entry| entry_in_words(entry, next));
    std::iter::once(safe).chain(entries).collect::<Vec<_>>().join(" ")
}

fn entry_in_words(entry: Entry, player: Player) -> String {
    let (Entry { cell, above, .. }, them) = (entry, player.opponent());
    let wins_for_them = entry.wins_for[usize::from(them == Player::O)];
    if wins_for_them {
        format!("If {player} plays {cell}, {them} wins on {above}.")
    } else {
        format!("If {player} plays {cell}, {them} can take {above} away.")
    }
}

fn claimeven_in_words(claimeven: &Claimeven, position: &Position) -> String {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    let mut sentences = vec![format!("From now on {us} always plays on top of {them}'s last stone.")];
    let pairs = pairs(claimeven, position);
    if !pairs.is_empty() {
        let pairs: Vec<String> = pairs.iter().map(|[one, other]| format!("{one} and {other}")).collect();
        sentences.push(format!(
            "Only when {them} plays one of {}, {us} plays the other one of the pair.",
            list(&pairs, "or of")
        ));
    }
    let in_time = if claimeven.second_fours.is_empty() { "" } else { " in time" };
    sentences.push(format!("The cells that {them} can still get make no four{in_time}."));
    sentences.extend(second_fours(claimeven, position));
    sentences.extend(end_by_claimeven(claimeven, position));
    sentences.join(" ")
}

/// Returns the same without the pairs and the fours.
fn claimeven_in_short(claimeven: &Claimeven, position: &Position) -> String {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    let plan = if pairs(claimeven, position).is_empty() {
        format!("From then on {us} always plays on top of {them}'s last stone.")
    } else {
        format!(
            "From then on {us} plays on top of {them}'s last stone, or takes the other one of a pair of cells."
        )
    };
    let fours = match (claimeven.second_fours.is_empty(), claimeven.at_least.get()) {
        (false, _) => Some(format!("All fours of {them} come too late.")),
        (true, 1..) => None,
        (true, _) => Some(format!("{them} gets no four.")),
    };
    [plan].into_iter().chain(fours).chain(end_by_claimeven(claimeven, position)).collect::<Vec<_>>().join(" ")
}

/// Returns the end of the game under claimeven, and the bound of the score by it alone, which may be weaker than that of the
/// position.
fn end_by_claimeven(claimeven: &Claimeven, position: &Position) -> Vec<String> {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    if claimeven.at_least.get() <= 0 {
        return vec![format!("With this plan {us} does not lose.")];
    }
    let wins = claimeven.odd_threat.into_iter().chain(claimeven.traps.iter().copied()).collect::<Vec<Cell>>();
    let how = if wins.is_empty() {
        format!("In the end {us} completes four on the cells that {them} never gets.")
    } else {
        let entries: Vec<Cell> = wins.iter().filter_map(|&cell| below(cell)).collect();
        let (entries, wins) = (list(&entries, "or"), list(&wins, "or"));
        format!("In the end {them} has to play {entries}, and {us} completes four on {wins}.")
    };
    let last = position.ending(-claimeven.at_least).final_move;
    vec![how, format!("With this plan {us} wins by move {last}.")]
}

/// Returns a sentence for each four of the side that answers, with all fours of the side to move that come after it.
fn second_fours(claimeven: &Claimeven, position: &Position) -> Vec<String> {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    let mut groups: Vec<(&SecondFour, Vec<String>)> = Vec::new();
    for late in &claimeven.second_fours {
        let is_same = |other: &SecondFour| {
            other.own == late.own && own_is_below(other, position) == own_is_below(late, position)
        };
        match groups.iter_mut().find(|(other, _)| is_same(other)) {
            Some((_, fours)) => fours.push(ends(&late.opponent)),
            None => groups.push((late, vec![ends(&late.opponent)])),
        }
    }
    let in_words = |(late, fours): (&SecondFour, Vec<String>)| {
        let (four, come, it) =
            if fours.len() == 1 { ("four", "comes", "it") } else { ("fours", "come", "them") };
        let (too_late, own) =
            (format!("{them}'s {four} {} {come} too late", list(&fours, "and")), ends(&late.own));
        if own_is_below(late, position) {
            format!(
                "{too_late}, because {us} completes the four {own} first: its empty cells are below {it}."
            )
        } else {
            format!("{too_late}: in every order of moves {us} completes a four first, for example {own}.")
        }
    };
    groups.into_iter().map(in_words).collect()
}

/// Returns whether each empty cell of the four of the side that answers is below a cell of the other four.
fn own_is_below(late: &SecondFour, position: &Position) -> bool {
    let is_above = |cell: Cell, other: &Cell| other.column() == cell.column() && other.row() > cell.row();
    let mut empty = late.own.iter().filter(|&&cell| position.at(cell).is_none());
    empty.all(|&cell| late.opponent.iter().any(|other| is_above(cell, other)))
}

/// Returns the ends of a four: "from c3 to f3".
fn ends(four: &[Cell]) -> String {
    if let [first, .., last] = four { format!("from {first} to {last}") } else { String::new() }
}

/// Returns which columns keep the result, which give it away, and when the game ends.
fn opening_in_words(opening: &Opening, position: &Position) -> String {
    let keeping = opening.keeping();
    let Some(best) = keeping.iter().map(|&(_, score)| score).max() else { return String::new() };
    let is_all = keeping.len() == opening.columns.len();
    let with =
        if is_all { "with every column".to_owned() } else { format!("only with {}", columns(&keeping)) };
    let which = if best.outcome() == Outcome::Loss { "the latest" } else { "the soonest" };
    let at = end(&keeping, best, which, position);
    let mut sentences = vec![format!("{} {} {with}{at}.", opening.player, verb(best.outcome(), true))];
    for outcome in [Outcome::Draw, Outcome::Loss].into_iter().filter(|&outcome| outcome < best.outcome()) {
        let others = opening.with(outcome);
        if let Some(worst) = others.iter().map(|&(_, score)| score).min() {
            let at = end(&others, worst, "the soonest", position);
            let mut sentence = format!("{} {}{at}.", columns(&others), verb(outcome, others.len() == 1));
            sentence[..1].make_ascii_uppercase();
            sentences.push(sentence);
        }
    }
    sentences.join(" ")
}

/// Returns that one or more columns have an outcome: "wins", or "win".
fn verb(outcome: Outcome, is_one: bool) -> String {
    let verb = if outcome == Outcome::Loss { "lose".to_owned() } else { outcome.to_string() };
    if is_one { verb + "s" } else { verb }
}

/// Returns columns in words: "columns 3 and 5".
fn columns(columns: &[(Cell, Score)]) -> String {
    let names: Vec<_> = columns.iter().map(|(cell, _)| cell.column()).collect();
    format!("{} {}", if names.len() == 1 { "column" } else { "columns" }, list(&names, "and"))
}

/// Returns the last move of the game after the columns with a score, `which` of a group these are; nothing for a draw.
fn end(group: &[(Cell, Score)], score: Score, which: &str, position: &Position) -> String {
    if score == Score::DRAW {
        return String::new();
    }
    let of_score: Vec<_> = group.iter().copied().filter(|&(_, other)| other == score).collect();
    let number = position.ending(score).final_move;
    if of_score.len() == group.len() {
        return format!(", on move {number}");
    }
    format!(", {which} with {}: on move {number}", columns(&of_score))
}

#[cfg(test)]
mod tests {
    use marlin_core::{BoardSize, Solver};

    use super::*;
    use crate::explain::search::opening;

    #[test]
    fn things_are_listed_with_commas_and_a_conjunction() {
        assert_eq!(list(&["a"], "or"), "a");
        assert_eq!(list(&["a", "b"], "or"), "a or b");
        assert_eq!(list(&["a", "b", "c"], "and"), "a, b and c");
    }

    #[test]
    fn sentences_say_which_columns_keep_the_result_and_when_the_game_ends() {
        let solver = Solver::on(BoardSize::STANDARD);
        for (moves, text) in [
            (
                "",
                "X wins only with column 4, on move 41. Columns 3 and 5 draw. Columns 1, 2, 6 and 7 lose, the \
                 soonest with columns 1 and 7: on move 40.",
            ),
            ("4", "O loses with every column, the latest with column 4: on move 41."),
            ("44444", "O loses with every column, on move 41."),
            (
                "22",
                "X draws only with column 5. Columns 1, 2, 3, 4, 6 and 7 lose, the soonest with column 1: on \
                 move 38.",
            ),
            (
                "41",
                "X wins only with columns 3, 4, 5, 6 and 7, the soonest with column 4: on move 35. Column 1 draws. \
                 Column 2 loses, on move 40.",
            ),
        ] {
            let position = Position::parse(BoardSize::STANDARD, moves).unwrap();
            let opening = opening(&solver, &position).unwrap();
            assert_eq!(opening_in_words(&opening, &position), text, "{moves}");
        }
    }
}
