//! Statements as sentences.
//!
//! Each statement has a text of its own, and a sentence with the texts of the statements below it. Players
//! read them, so they contain no terms of the search.

use marlin_core::{Bounds, Cell, Column, Game, GameOutcome, Outcome, Player, Position, Score, Source};

use super::show::pairs;
use super::statement::{
    Branch, Claimeven, Entry, Explanation, Fork, ForkKind, Layer, Opening, Search, SecondFour, Statement,
    Step, Threat, Worth,
};
use super::tactics::below;
use crate::text::{InText, Part, Text, text};

/// The moves of a line that a sentence names. The rest is counted.
const NAMED_MOVES: usize = 8;

impl Step {
    /// Returns the statement in plain words, without the statements below it, which are about the positions
    /// after its moves.
    ///
    /// `position` is the one that the statement is about.
    pub fn text(&self, position: &Position) -> Text {
        let draw = Score::DRAW;
        match &self.statement {
            Statement::Over { outcome: GameOutcome::Won(player), .. } => {
                text![does(*player, HAS), " won."]
            }
            Statement::Over { outcome: GameOutcome::Drawn, .. } => {
                text!["The board is full without four in a row."]
            }
            Statement::WinsAtOnce { player, cells } => {
                text![does(*player, WINS), " at once on ", list(cells, "or"), "."]
            }
            Statement::MustBlock { player, cell } => {
                let them = player.opponent();
                text![*player, " must play ", *cell, ", or ", does(them, WINS), " there."]
            }
            Statement::CannotBlock { winner, fork } => fork_in_words(fork, *winner, text![*winner, " "]),
            Statement::DoubleThreat { player, by, fork } => {
                let beginning = text![does(*player, PLAYS), " ", *by, " and "];
                fork_in_words(fork, *player, beginning)
            }
            Statement::ForcedLine { winner, moves, fork } => forced_line(*winner, moves, fork),
            Statement::EveryMove { player, .. } => {
                let whatever = text!["Whatever ", does(*player, PLAYS), ", "];
                let can = if self.bounds.upper() < draw {
                    text!["win."]
                } else {
                    text!["keep ", *player, " from winning."]
                };
                text![whatever, player.opponent(), " can ", can]
            }
            Statement::After { player, branch } if self.bounds.lower() > draw => {
                text![*player, " can win with ", branch.cell, "."]
            }
            Statement::After { player, branch } => {
                text![*player, " can play ", branch.cell, " and not lose."]
            }
            Statement::Threats(threats) => {
                let threats = threats.iter().map(|&threat| threat_in_words(threat, threats));
                Text::join(threats, &Part::Break)
            }
            Statement::NoLineLeft { player } => {
                let theirs = Part::owner(player.opponent());
                text![*player, " can no longer win: every line of four has one of ", theirs, " stones."]
            }
            Statement::TooLate { player } => {
                let them = player.opponent();
                text![
                    *player,
                    " can no longer force a win: ",
                    them,
                    " can keep all of ",
                    Part::owner(*player),
                    " fours from being completed until the board is full."
                ]
            }
            Statement::FreeMoves { cells, last, entries } => free_moves(cells, *last, entries),
            Statement::Claimeven(claimeven) => claimeven_in_words(claimeven, position),
            Statement::Opening(opening) => opening_in_words(opening, position),
            Statement::Search(search) => search_in_words(search, position, self),
        }
    }

    /// Returns the text of a statement that is one of the reasons for another: claimeven without its details.
    pub(crate) fn brief(&self, position: &Position) -> Text {
        match &self.statement {
            Statement::Claimeven(claimeven) => claimeven_in_short(claimeven, position),
            _ => self.text(position),
        }
    }
}

impl Explanation {
    /// Returns the sentences of all steps, one paragraph each.
    pub fn sentences(&self) -> Vec<Text> {
        self.steps.iter().map(|step| step.sentence(&self.position)).collect()
    }

    /// Returns the winner and the end of the game in words, as far as they are proven.
    pub fn headline(&self) -> Text {
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
        let parts = |step: &Step| {
            [Some(format!("{}\n", step.sentence(&self.position))), step.drawing(&self.position)]
        };
        let parts = self.steps.iter().flat_map(parts).flatten().map(|part| format!("\n{part}"));
        [format!("{}\n{}.\n", game.to_drawing(), self.headline()), proof].into_iter().chain(parts).collect()
    }
}

/// Returns the winner of a position and the end of the game in words, as far as the bounds of its score prove
/// them.
pub fn headline(position: &Position, bounds: Bounds) -> Text {
    text![position.verdict(bounds)].capitalized()
}

/// Returns things in a list: "a, b and c".
pub(crate) fn list<T: InText + Clone>(things: &[T], conjunction: &str) -> Text {
    let mut list = Text::default();
    for (index, thing) in things.iter().enumerate() {
        match things.len() - index {
            _ if index == 0 => {}
            1 => format!(" {conjunction} ").add_to(&mut list),
            _ => ", ".add_to(&mut list),
        }
        thing.clone().add_to(&mut list);
    }
    list
}

/// Returns moves as they are played: "d2 e2 f2", or "4 5 6".
pub(crate) fn line<T: InText + Clone>(moves: &[T]) -> Text {
    Text::sentences(moves.iter().map(|played| text![played.clone()]))
}

/// Returns the effect of a fork, in a sentence that begins with its cause.
fn fork_in_words(fork: &Fork, winner: Player, beginning: Text) -> Text {
    let loser = winner.opponent();
    let [threatens, wins_on] = [THREATENS, WINS].map(|verb| Part::of(winner, verb));
    match (fork.kind, &fork.wins[..]) {
        (ForkKind::Stacked, &[blocked, above]) => {
            let threat = text![beginning, threatens, " to win on ", blocked, ". "];
            text![
                threat,
                loser,
                " must block there, and ",
                winner,
                " ",
                wins_on,
                " on ",
                above,
                " right above."
            ]
        }
        (ForkKind::Zugzwang, wins) => {
            let leaves =
                text![beginning, Part::of(winner, ["leaves", "leave"]), " ", loser, " no good move: "];
            let plays = Part::of(loser, ["it plays", "you play"]);
            text![
                leaves,
                "wherever ",
                plays,
                ", ",
                winner,
                " ",
                wins_on,
                " right above, on ",
                list(wins, "or"),
                "."
            ]
        }
        (_, wins) => {
            let both = if wins.len() == 2 { "both " } else { "" };
            let threat = text![beginning, threatens, " to win on ", both, list(wins, "and"), ". "];
            text![threat, loser, " can block only one of them."]
        }
    }
}

fn forced_line(winner: Player, moves: &[Cell], fork: &Fork) -> Text {
    let loser = winner.opponent();
    let end = fork_in_words(fork, winner, text!["Then ", winner, " "]);
    let wins = text![does(winner, WINS), " by force: ", line(moves), ". "];
    text![
        wins,
        "Each time ",
        loser,
        " ",
        Part::of(loser, HAS),
        " only one move that does not lose at once. ",
        end
    ]
}

/// Returns the findings of a search without its cost, which is in the record.
fn search_in_words(search: &Search, position: &Position, step: &Step) -> Text {
    if step.bounds.score().is_none() {
        return text!["This position is too hard to solve within the limits."];
    }
    let how = if search.source == Source::Book { "From the opening book" } else { "Solved by calculation" };
    let found = text![how, ": ", position.verdict(step.bounds), "."];
    let end = if search.end.is_some() { ", until the board shows the reason" } else { "" };
    let (named, more) = match (search.line.split_at_checked(NAMED_MOVES), &search.line[..]) {
        (_, []) => return found,
        (Some((named, others @ [_, _, ..])), _) => (named, format!(" and {} more moves", others.len())),
        (_, all) => (all, String::new()),
    };
    text![found, " Perfect play goes on with ", line(named), more, end, "."]
}

/// The verbs of more than one sentence, after a name and after "you".
const WINS: [&str; 2] = ["wins", "win"];
const HAS: [&str; 2] = ["has", "have"];
const PLAYS: [&str; 2] = ["plays", "play"];
const THREATENS: [&str; 2] = ["threatens", "threaten"];
const GETS: [&str; 2] = ["gets", "get"];
const COMPLETES: [&str; 2] = ["completes", "complete"];

/// Returns a player with its verb: "X wins", or "you win".
fn does(player: Player, verb: [&'static str; 2]) -> Text {
    text![player, " ", Part::of(player, verb)]
}

/// Moves after which the same sentences are true.
#[derive(Debug, Clone)]
pub(crate) struct BranchGroup<'a> {
    /// The cells of the moves.
    pub(crate) cells: Vec<Cell>,
    /// The first of the moves.
    pub(crate) branch: &'a Branch,
    /// The sentences.
    sentences: Text,
}

impl BranchGroup<'_> {
    /// Returns the moves as the beginning of the sentences: "After b6, f6 or g2:".
    pub(crate) fn intro(&self) -> Text {
        text!["After ", list(&self.cells, "or"), ":"]
    }
}

/// Returns the branches of a statement, grouped by equal sentences.
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
fn branch_in_words(branch: &Branch, position: &Position) -> Text {
    let next = position.after(branch.cell.column());
    Text::sentences(branch.steps.iter().map(|step| match &step.statement {
        Statement::After { branch, .. } => text![step.brief(&next), " ", branch_in_words(branch, &next)],
        _ => step.brief(&next),
    }))
}

impl Step {
    /// Returns the statement in plain words, with the statements below it: each on a line of its own,
    /// indented by two spaces.
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
    ///     explanation.steps[0].sentence(&position).to_string(),
    ///     "X threatens to win on both b1 and f1. O can block only one of them."
    /// );
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn sentence(&self, position: &Position) -> Text {
        Text::join(self.lines(position), &Part::Words("\n".to_owned()))
    }

    /// Returns the lines of the sentence.
    fn lines(&self, position: &Position) -> Vec<Text> {
        let text = self.text(position);
        let reasons: Vec<Text> = match &self.statement {
            Statement::After { branch, .. } => {
                return vec![text![text, " ", branch_in_words(branch, position)]];
            }
            Statement::EveryMove { .. } => {
                let groups = groups(&self.statement, position).into_iter();
                groups.map(|group| text![group.intro(), " ", group.sentences]).collect()
            }
            Statement::Search(search) => {
                let ends = search.end.iter().flat_map(|end| {
                    let proofs = end.steps.iter().filter(|step| step.statement.proves_something());
                    proofs.flat_map(|step| step.lines(&end.position))
                });
                ends.collect()
            }
            _ => Vec::new(),
        };
        std::iter::once(text).chain(reasons.into_iter().map(|line| text!["  ", line])).collect()
    }
}

/// Returns a sentence or two about a winning cell.
fn threat_in_words(threat: Threat, threats: &[Threat]) -> Text {
    let Threat { player, cell, falls_to, .. } = threat;
    let (them, column) = (player.opponent(), cell.column().file());
    // The other side wins right below: the cell is never played.
    let is_theirs = |under| threats.iter().any(|other| (other.player, other.cell) == (them, under));
    let wins = text![cell, " wins for ", player];
    if let Some(under) = below(cell).filter(|&under| threat.worth != Worth::Unreachable && is_theirs(under)) {
        return text![wins, " too, but ", under, " right below it wins for ", them, "."];
    }
    let gets = Part::of(falls_to, GETS);
    let last = text![" If column ", column, " is filled last, ", falls_to, " ", gets, " that cell."];
    match (threat.worth, below(cell)) {
        (Worth::Playable, _) => text![wins, ", and can be played now."],
        (Worth::Guarded, Some(below)) => {
            text![wins, " if ", does(them, PLAYS), " ", below, ".", last]
        }
        (Worth::Guarded | Worth::Waiting, _) => text![wins, ".", last],
        (Worth::Unreachable, _) => text![wins, " too, but the game ends lower in column ", column, "."],
    }
}

fn free_moves(cells: &[Cell], last: Player, entries: &[Entry]) -> Text {
    let next = last.opponent();
    let has = text![does(next, HAS), " to give something away."];
    let then = text![next, " then ", Part::of(next, HAS), " to give something away."];
    let unless = text!["Unless a new threat appears, ", then];
    let makes = Part::of(last, ["makes", "make"]);
    let safe = match cells.len() {
        0 => text!["No move is safe: ", has],
        1 => text!["One move is safe, and ", last, " ", makes, " it. ", unless],
        count => text![count, " moves are safe, and ", last, " ", makes, " the last one. ", unless],
    };
    let entries = entries.iter().map(|&entry| entry_in_words(entry, next));
    Text::join(std::iter::once(safe).chain(entries), &Part::Break)
}

fn entry_in_words(entry: Entry, player: Player) -> Text {
    let (Entry { cell, above, .. }, them) = (entry, player.opponent());
    let plays = text!["If ", does(player, PLAYS), " ", cell, ", ", them];
    if entry.wins_for[usize::from(them == Player::O)] {
        text![plays, " ", Part::of(them, WINS), " on ", above, "."]
    } else {
        text![plays, " can take ", above, " away."]
    }
}

fn claimeven_in_words(claimeven: &Claimeven, position: &Position) -> Text {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    let always = text![us, " always ", Part::of(us, PLAYS), " on top of ", Part::owner(them), " last stone."];
    let mut sentences = vec![text!["From now on ", always]];
    let pairs = pairs(claimeven, position);
    if !pairs.is_empty() {
        let pairs: Vec<Text> = pairs.iter().map(|&[one, other]| text![one, " and ", other]).collect();
        let when = text!["Only when ", does(them, PLAYS), " one of ", list(&pairs, "or of"), ", "];
        sentences.push(text![when, does(us, PLAYS), " the other one of the pair."]);
    }
    let in_time = if claimeven.second_fours.is_empty() { "." } else { " in time." };
    sentences.push(text!["The cells that ", them, " can still get make no four", in_time]);
    sentences.extend(second_fours(claimeven, position));
    sentences.extend(end_by_claimeven(claimeven, position));
    Text::sentences(sentences)
}

/// Returns the same without the pairs and the fours.
fn claimeven_in_short(claimeven: &Claimeven, position: &Position) -> Text {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    let on_top = text![Part::of(us, PLAYS), " on top of ", Part::owner(them), " last stone"];
    let plan = if pairs(claimeven, position).is_empty() {
        text!["From then on ", us, " always ", on_top, "."]
    } else {
        let takes = Part::of(us, ["takes", "take"]);
        text!["From then on ", us, " ", on_top, ", or ", takes, " the other one of a pair of cells."]
    };
    let fours = match (claimeven.second_fours.is_empty(), claimeven.at_least.get()) {
        (false, _) => Some(text![Part::owner(them), " fours all come too late."]),
        (true, 1..) => None,
        (true, _) => Some(text![does(them, GETS), " no four."]),
    };
    Text::sentences([plan].into_iter().chain(fours).chain(end_by_claimeven(claimeven, position)))
}

/// Returns the end of the game under claimeven, and the bound of the score by claimeven alone, which may be
/// weaker than the bound of the position.
fn end_by_claimeven(claimeven: &Claimeven, position: &Position) -> Vec<Text> {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    if claimeven.at_least.get() <= 0 {
        return vec![text!["With this plan ", does(us, ["does", "do"]), " not lose."]];
    }
    let wins = claimeven.odd_threat.into_iter().chain(claimeven.traps.iter().copied()).collect::<Vec<Cell>>();
    let completes = text![does(us, COMPLETES), " four on "];
    let how = if wins.is_empty() {
        text!["In the end ", completes, "the cells that ", them, " never ", Part::of(them, GETS), "."]
    } else {
        let entries: Vec<Cell> = wins.iter().filter_map(|&cell| below(cell)).collect();
        let forced = text!["In the end ", does(them, HAS), " to play ", list(&entries, "or")];
        text![forced, ", and ", completes, list(&wins, "or"), "."]
    };
    let last = position.ending(-claimeven.at_least).final_move;
    vec![how, text!["With this plan ", does(us, WINS), " by move ", last, "."]]
}

/// Returns a sentence for each four of the side that answers, with all fours of the side to move that are
/// complete after it.
fn second_fours(claimeven: &Claimeven, position: &Position) -> Vec<Text> {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    let mut groups: Vec<(&SecondFour, Vec<Text>)> = Vec::new();
    for late in &claimeven.second_fours {
        let is_same = |other: &SecondFour| {
            other.own == late.own && own_is_below(other, position) == own_is_below(late, position)
        };
        match groups.iter_mut().find(|(other, _)| is_same(other)) {
            Some((_, fours)) => fours.push(ends(&late.opponent)),
            None => groups.push((late, vec![ends(&late.opponent)])),
        }
    }
    let in_words = |(late, fours): (&SecondFour, Vec<Text>)| {
        let (four, come, it) =
            if fours.len() == 1 { (" four ", " comes", "it") } else { (" fours ", " come", "them") };
        let too_late = text![Part::owner(them), four, list(&fours, "and"), come, " too late"];
        let (completes, own) = (text![does(us, COMPLETES)], ends(&late.own));
        if own_is_below(late, position) {
            let first = text![completes, " the four ", own, " first"];
            text![too_late, ", because ", first, ": its empty cells are below ", it, "."]
        } else {
            text![too_late, ": in every order of moves ", completes, " a four first, for example ", own, "."]
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
fn ends(four: &[Cell]) -> Text {
    if let &[first, .., last] = four { text!["from ", first, " to ", last] } else { Text::default() }
}

/// Returns in words the columns that keep the result, the columns that give it away, and the end of the game.
fn opening_in_words(opening: &Opening, position: &Position) -> Text {
    let keeping = opening.keeping();
    let Some(best) = keeping.iter().map(|&(_, score)| score).max() else { return Text::default() };
    let is_all = keeping.len() == opening.columns.len();
    let with = if is_all { text![" with every column"] } else { text![" only with ", columns(&keeping)] };
    let which = if best.outcome() == Outcome::Loss { "the latest" } else { "the soonest" };
    let at = end(&keeping, best, which, position);
    let does = Part::of(opening.player, verb(best.outcome()));
    let mut sentences = vec![text![opening.player, " ", does, with, at, "."]];
    for outcome in [Outcome::Draw, Outcome::Loss].into_iter().filter(|&outcome| outcome < best.outcome()) {
        let others = opening.with(outcome);
        if let Some(worst) = others.iter().map(|&(_, score)| score).min() {
            let at = end(&others, worst, "the soonest", position);
            let [one, many] = verb(outcome);
            let does = if others.len() == 1 { one } else { many };
            sentences.push(text![columns(&others), " ", does, at, "."].capitalized());
        }
    }
    Text::sentences(sentences)
}

/// Returns the verb of an outcome after one subject, and after several.
const fn verb(outcome: Outcome) -> [&'static str; 2] {
    match outcome {
        Outcome::Win => WINS,
        Outcome::Draw => ["draws", "draw"],
        Outcome::Loss => ["loses", "lose"],
    }
}

/// Returns columns in words: "columns 3 and 5".
fn columns(columns: &[(Cell, Score)]) -> Text {
    let numbers: Vec<Column> = columns.iter().map(|(cell, _)| cell.column()).collect();
    text![if numbers.len() == 1 { "column " } else { "columns " }, list(&numbers, "and")]
}

/// Returns the last move of the game after the columns of a group that have a score. `which` names these
/// columns. The text is empty for a draw.
fn end(group: &[(Cell, Score)], score: Score, which: &str, position: &Position) -> Text {
    if score == Score::DRAW {
        return Text::default();
    }
    let of_score: Vec<_> = group.iter().copied().filter(|&(_, other)| other == score).collect();
    let number = position.ending(score).final_move;
    if of_score.len() == group.len() {
        return text![", on move ", number];
    }
    text![", ", which, " with ", columns(&of_score), ": on move ", number]
}

#[cfg(test)]
mod tests {
    use marlin_core::{BoardSize, Solver};

    use super::*;
    use crate::explain::search::opening;

    #[test]
    fn things_are_listed_with_commas_and_a_conjunction() {
        assert_eq!(list(&["a"], "or").to_string(), "a");
        assert_eq!(list(&["a", "b"], "or").to_string(), "a or b");
        assert_eq!(list(&["a", "b", "c"], "and").to_string(), "a, b and c");
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
            assert_eq!(opening_in_words(&opening, &position).to_string(), text, "{moves}");
        }
    }
}
