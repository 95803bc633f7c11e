//! [`apply`]: open issues to moves, answers and a new README.

use marlin_core::any::Solver;

use crate::announce;
use crate::answer::Answer;
use crate::issue::Issue;
use crate::readme::{MarkersError, with_section};
use crate::record::Record;
use crate::render::{Rendered, render};
use crate::rules::Action;
use crate::title::Request;

/// What a look at the open issues comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// The games after it.
    pub record: Record,
    /// The README after it.
    pub readme: Vec<u8>,
    /// What readers see of the games.
    pub rendered: Rendered,
    /// The answers to all issues of the game that are open: what remains to be done on GitHub.
    pub effects: Vec<Effect>,
    /// What has happened, as the subject of a commit.
    pub subject: String,
}

/// An answer to give: react, comment, label and close the issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// The answer.
    pub answer: Answer,
    /// Whether an earlier look had decided it, so that a part of this may have been done already.
    pub is_repeated: bool,
}

/// Applies all open issues of the game to it, in the order of their numbers. Issues that aren't the game's are left alone.
///
/// The result follows from the arguments alone: there is no network, no clock, and no randomness but the seed in the state. What is done
/// stands in the result, so applying the same issues to it once more changes nothing, and only repeats the answers to
/// those that are still open.
///
/// The solver is one of the standard board. With the book an issue takes a few hundredths of a second at most.
///
/// # Errors
///
/// [`MarkersError`], if the README has no place for the game.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Book, Solver};
/// use marlin_readme::{Issue, Record, State, apply};
///
/// let issues = Issue::from_github(
///     r#"[{"number": 7, "title": "connect4|drop|red|4", "user": {"login": "octocat"},
///          "created_at": "2026-11-23T07:00:00Z"}]"#,
/// )?;
/// let record = Record::new(State::new("octocat/octocat", 1));
/// let readme = b"# Hello\n<!-- connect4 begin -->\n<!-- connect4 end -->\n";
/// let book = Book::embedded_on(BoardSize::STANDARD).expect("the feature `book` is on");
/// let solver = Solver::builder_on(BoardSize::STANDARD).book(book.into()).build();
///
/// let applied = apply(&record, &issues, readme, &solver)?;
/// assert_eq!(applied.subject, "Connect Four: game 1, move 1");
/// assert!(applied.effects[0].answer.text.starts_with("Red 4 it is: move 1 of game 1."));
/// let again = apply(&applied.record, &issues, &applied.readme, &solver)?;
/// assert_eq!((again.record, again.readme), (applied.record, applied.readme));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply(
    record: &Record,
    issues: &[Issue],
    readme: &[u8],
    solver: &Solver,
) -> Result<Applied, MarkersError> {
    let mut after = record.clone();
    // A write that was cut off, or an editor, may have left a game that has ended unfiled.
    after.file_ended_game(solver);
    let mut issues: Vec<_> = issues.iter().filter(|issue| Request::is_meant(&issue.title)).collect();
    issues.sort_by_key(|issue| issue.number);
    issues.dedup_by_key(|issue| issue.number);
    let effects: Vec<_> = issues.into_iter().map(|issue| after.take(issue, solver)).collect();
    if effects.iter().any(|effect| !effect.is_repeated) {
        // Without a new answer the earlier ones stay, so that a look at nothing new changes nothing.
        after.state.answers = effects.iter().map(|effect| effect.answer.clone()).collect();
    }
    let rendered = render(&after, solver);
    let readme = with_section(readme, &rendered.section)?;
    let subject = subject(record, &after, &effects);
    Ok(Applied { record: after, readme, rendered, effects, subject })
}

impl Record {
    /// Takes an issue: decides what it does, does it, and returns the answer, or the earlier one if it is done.
    fn take(&mut self, issue: &Issue, solver: &Solver) -> Effect {
        if self.state.done.contains(issue.number) {
            let earlier = self.state.answers.iter().find(|answer| answer.issue == issue.number);
            let accepted = self.moves().any(|played| played.issue == Some(issue.number));
            let answer = earlier.cloned().unwrap_or_else(|| announce::reopened(issue.number, accepted));
            return Effect { answer, is_repeated: true };
        }
        self.state.done.insert(issue.number);
        let (accepted, text) = match self.decide(issue, solver) {
            Ok(action) => (true, self.carry_out(action, solver)),
            Err(refusal) => (false, refusal.to_string()),
        };
        let text = format!("{text}\n\n{}", announce::link(&self.state.repository));
        Effect { answer: Answer { issue: issue.number, accepted, text }, is_repeated: false }
    }

    /// Carries out what an issue does, and returns what to say.
    fn carry_out(&mut self, action: Action, solver: &Solver) -> String {
        match action {
            Action::Begin => {
                self.begin_next_game(solver);
                announce::new_game(self.state.game)
            }
            Action::Play(played) => {
                let before = self.state.board();
                self.state.moves.push(played);
                self.file_ended_game(solver);
                announce::played(self, &before, solver)
            }
        }
    }
}

/// Returns what has happened, as the subject of a commit.
fn subject(before: &Record, after: &Record, effects: &[Effect]) -> String {
    let turn = after.state.turn();
    let fresh = effects.iter().filter(|effect| !effect.is_repeated).count();
    if before.state.turn() != turn {
        format!("Connect Four: game {}, move {}", turn.game, turn.ply)
    } else if fresh > 0 {
        format!("Connect Four: answer {fresh} issue{}", if fresh == 1 { "" } else { "s" })
    } else {
        "Connect Four: update the board".to_owned()
    }
}
