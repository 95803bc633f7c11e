//! [`apply`]: turns open issues into moves, answers and a new README.

use jiff::{SignedDuration, Timestamp};
use marlin_coach::level::Opponent;
use marlin_core::{Column, Game, GameOutcome, Solver};

use crate::Error;
use crate::archive::review_in_answer;
use crate::issue::{Colour, Issue, IssueAnswer, Mover, Title, Turn};
use crate::render::{Rendered, render, with_section};
use crate::series::{Series, better, counted};
use crate::state::LoggedMove;

/// The result of [`apply`].
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// The games after the issues.
    pub series: Series,
    /// The README after the issues.
    pub readme: Vec<u8>,
    /// The section of the README and the drawings.
    pub rendered: Rendered,
    /// The answers to all open issues of the game: the work that remains on GitHub.
    pub pending: Vec<PendingAnswer>,
    /// The subject of a commit that records the result.
    pub subject: String,
}

/// An answer to post: a reaction, a comment and a label, then the issue is closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingAnswer {
    /// The answer.
    pub answer: IssueAnswer,
    /// Whether an earlier run decided it, so that parts of it may be posted already.
    pub is_repeated: bool,
}

/// Applies all open issues of the game, in the order of their numbers. Other issues are ignored.
///
/// The result is a function of the arguments: without network, clock, or randomness beyond the seed in the
/// state. It records the issues that are done. Applying the same issues to the result changes nothing, and
/// repeats the answers to those that are still open.
///
/// The solver is one of the standard board. With the book an issue takes less than 0.1 s.
///
/// # Errors
///
/// If the README has no place for the game.
pub fn apply(series: &Series, issues: &[Issue], readme: &[u8], solver: &Solver) -> Result<Applied, Error> {
    let mut after = series.clone();
    // A killed run, or an editor, may have left a game in one of its two files, or in both.
    after.unfile();
    after.file_ended_game(solver);
    let mut issues: Vec<_> = issues.iter().filter(|issue| Title::is_of_game(&issue.title)).collect();
    issues.sort_by_key(|issue| issue.number);
    issues.dedup_by_key(|issue| issue.number);
    let pending: Vec<_> = issues.into_iter().map(|issue| after.answer(issue, solver)).collect();
    if pending.iter().any(|pending| !pending.is_repeated) {
        // Without a new answer the earlier ones stay, so that a run without new issues changes nothing.
        after.state.answers = pending.iter().map(|pending| pending.answer.clone()).collect();
    }
    let rendered = render(&after, solver);
    let readme = with_section(readme, &rendered.section)?;
    let subject = commit_subject(series, &after, &pending);
    Ok(Applied { series: after, readme, rendered, pending, subject })
}

impl Series {
    /// Decides an issue, carries it out, and returns the answer; the earlier answer if the issue is done.
    fn answer(&mut self, issue: &Issue, solver: &Solver) -> PendingAnswer {
        if self.state.done.contains(issue.number) {
            let earlier = self.state.answers.iter().find(|answer| answer.issue == issue.number);
            let accepted = self.moves().any(|played| played.issue == Some(issue.number));
            // A user has reopened the issue, or GitHub has listed it late.
            let text =
                "This issue is done already. To move, please click on a column of the board.".to_owned();
            let reopened = IssueAnswer { issue: issue.number, accepted, text };
            return PendingAnswer { answer: earlier.cloned().unwrap_or(reopened), is_repeated: true };
        }
        self.state.done.insert(issue.number);
        let (accepted, text) = match self.decide(issue, solver) {
            Ok(played) => (true, self.carry_out(played, solver)),
            Err(refusal) => (false, refusal),
        };
        let text =
            format!("{text}\n\n[Back to the board](https://github.com/{}#readme)", self.state.repository);
        PendingAnswer { answer: IssueAnswer { issue: issue.number, accepted, text }, is_repeated: false }
    }

    /// Carries out a move, or begins the next game, and returns the text of the answer.
    fn carry_out(&mut self, played: Option<LoggedMove>, solver: &Solver) -> String {
        let Some(played) = played else {
            self.begin_next_game(solver);
            return format!("Game {} begins. The first move is {}'s.", self.state.game, self.state.first);
        };
        let before = self.state.board();
        self.state.moves.push(played);
        self.file_ended_game(solver);
        last_move(self, &before, solver)
    }
}

/// Returns the subject of a commit.
fn commit_subject(before: &Series, after: &Series, pending: &[PendingAnswer]) -> String {
    let turn = after.state.turn();
    let fresh = pending.iter().filter(|pending| !pending.is_repeated).count();
    if before.state.turn() != turn {
        format!("Connect Four: game {}, move {}", turn.game, turn.ply)
    } else if fresh > 0 {
        format!("Connect Four: answer {}", counted(fresh, "issue"))
    } else {
        "Connect Four: update the board".to_owned()
    }
}

/// Returns the answer to the last move of the running game, which was made on the board `before`.
fn last_move(series: &Series, before: &Game, solver: &Solver) -> String {
    let Some(played) = series.state.moves.last() else { return String::new() };
    let (first, side) = (series.state.first, before.position().side_to_move());
    let (column, Turn { game, ply }) = (played.column, series.state.turn());
    let made = if played.bot {
        format!("The bot plays {} {column}: move {ply} of game {game}.", first.of(side))
    } else {
        format!("{} {column} it is: move {ply} of game {game}.", first.sides().name(side))
    };
    let next = match series.state.board().outcome() {
        Some(GameOutcome::Won(winner)) => {
            format!("{} has four in a row and wins the game!", first.sides().name(winner))
        }
        Some(GameOutcome::Drawn) => "The board is full: the game is a draw.".to_owned(),
        None => format!("Now it is {}'s turn.", series.state.side_to_move()),
    };
    match (series.ended(), Column::from_number(column)) {
        (Some(ended), _) => format!("{made} {next}\n\n{}", review_in_answer(series, ended, solver)),
        (None, Some(column)) if series.settings.hints => {
            format!("{made} {} {next}", hint(first, before, column, solver))
        }
        _ => format!("{made} {next}"),
    }
}

/// Returns the change of the score by a move, and the better moves.
fn hint(first: Colour, before: &Game, column: Column, solver: &Solver) -> String {
    let position = before.position();
    let scores = solver.query(position).analyze().scores();
    let best = scores.values().flatten().copied().max();
    let (Some(best), Some(after)) = (best, scores[column]) else { return String::new() };
    let now = first.outlook(after, position);
    if after == best {
        let is_forced = scores.values().flatten().count() == 1;
        let quality = if is_forced { "The only move left" } else { "A perfect move" };
        return format!("{quality}: with best play {now}.");
    }
    let columns: Vec<_> =
        scores.iter().filter(|(_, score)| **score == Some(best)).map(|(column, _)| column).collect();
    let before = first.past_outlook(best, position);
    format!("With best play {before}; now {now}. {}", better(&columns))
}

/// The time over which the moves of a player are counted.
const WINDOW: SignedDuration = SignedDuration::from_hours(1);

impl Series {
    /// Decides an issue. Returns the move, `None` for the beginning of the next game. The error is the answer
    /// to its author.
    fn decide(&self, issue: &Issue, solver: &Solver) -> Result<Option<LoggedMove>, String> {
        if self.settings.blocked.contains(&issue.author) {
            return Err("This account cannot take part in the game.".to_owned());
        }
        match Title::parse(&issue.title) {
            None => Err(
                "That title is not one of this game, so nothing has happened. A click on a column of the board opens \
                         an issue with the right title: please leave it as it is."
                    .to_owned(),
            ),
            Some(Title::New { turn }) => self.decide_new(issue, turn).map(|()| None),
            Some(Title::Drop { side, mover, turn }) => {
                self.decide_drop(issue, side, mover, turn, solver).map(Some)
            }
        }
    }

    fn decide_new(&self, issue: &Issue, turn: Option<Turn>) -> Result<(), String> {
        self.check_turn(turn)?;
        let may_end = issue.author.is(self.state.owner()) || self.settings.moderators.contains(&issue.author);
        if self.ended().is_none() && self.state.moves.is_empty() {
            Err(format!("The board is empty already: the first move is {}'s.", self.state.first))
        } else if self.ended().is_some() || may_end {
            Ok(())
        } else {
            Err("The running game is not over yet. The next one begins after its end.".to_owned())
        }
    }

    /// Refuses a title that names another turn.
    fn check_turn(&self, turn: Option<Turn>) -> Result<(), String> {
        let (now, side) = (self.state.turn(), self.state.side_to_move());
        if turn.is_none_or(|turn| turn == now) {
            return Ok(());
        }
        Err(format!(
            "The board has changed since that link was made: it is {side}'s turn on move {} of game {}. Please \
             choose again.",
            now.ply + 1,
            now.game
        ))
    }

    fn decide_drop(
        &self,
        issue: &Issue,
        side: Colour,
        mover: Mover,
        turn: Option<Turn>,
        solver: &Solver,
    ) -> Result<LoggedMove, String> {
        let to_move = self.state.side_to_move();
        let over = || "This game is over. The link below the board begins a new one.".to_owned();
        if self.ended().is_some() {
            return Err(over());
        }
        self.check_turn(turn)?;
        if side != to_move {
            return Err(format!("It is {to_move}'s turn."));
        }
        let last = self.state.moves.last();
        let board = self.state.board();
        let column = match mover {
            Mover::Bot if last.is_some_and(|last| last.bot) => {
                return Err("The bot has made the last move. Now it is a person's turn.".to_owned());
            }
            Mover::Bot => self.bot_column(solver).ok_or_else(over)?,
            Mover::Person(_) if last.and_then(LoggedMove::person) == Some(&issue.author) => {
                let next = "Another player is next, or the bot if you ask it to move.";
                return Err(format!("You have made the last move. {next}"));
            }
            Mover::Person(column) if !board.legal_moves().any(|legal| legal == column) => {
                return Err(format!("Column {column} is full. Please choose another one."));
            }
            Mover::Person(column) => column,
        };
        let limit = self.settings.moves_per_hour;
        if self.moves_within_an_hour(issue) >= limit {
            let limit = counted(limit, "move");
            return Err(format!("That would be more than {limit} within an hour. Please come back later."));
        }
        Ok(LoggedMove {
            column: column.number(),
            player: Some(issue.author.clone()),
            bot: mover == Mover::Bot,
            issue: Some(issue.number),
            at: Some(issue.at),
        })
    }

    /// Returns the bot's choice: at the perfect level a best column, and so the fastest win.
    fn bot_column(&self, solver: &Solver) -> Option<Column> {
        let seed = self.state.seed.wrapping_add(u64::from(self.state.game));
        let opponent = Opponent::new(self.settings.level, seed);
        Some(opponent.choose(self.state.board().position(), solver)?.column)
    }

    /// Returns the number of moves by the author of an issue in the hour before it, which includes moves of
    /// the bot at the author's request.
    fn moves_within_an_hour(&self, issue: &Issue) -> usize {
        let is_recent = |at: Timestamp| at <= issue.at && issue.at.duration_since(at) < WINDOW;
        let is_counted = |played: &&LoggedMove| {
            played.player.as_ref() == Some(&issue.author) && played.at.is_some_and(is_recent)
        };
        self.moves().filter(is_counted).count()
    }
}
