//! [`apply`]: turns open issues into moves, answers and a new README.

use marlin_core::Solver;

use crate::announce;
use crate::answer::IssueAnswer;
use crate::issue::Issue;
use crate::readme::{MarkersError, with_section};
use crate::render::{Rendered, render};
use crate::rules::Accepted;
use crate::series::Series;
use crate::title::Title;

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
/// The result is a function of the arguments: without network, clock, or randomness beyond the seed in the state. It
/// records the issues that are done. Applying the same issues to the result changes nothing, and repeats the answers to
/// those that are still open.
///
/// The solver is one of the standard board. With the book an issue takes less than 0.1 s.
///
/// # Errors
///
/// [`MarkersError`] if the README has no place for the game.
///
/// # Examples
///
/// ```
/// use marlin_core::{BoardSize, Book, Solver, SolverBuilder};
/// use marlin_readme::{Issue, Series, GameState, apply};
///
/// let issues = Issue::from_github(
///     r#"[{"number": 7, "title": "connect4|drop|red|4", "user": {"login": "octocat"},
///          "created_at": "2026-11-23T07:00:00Z"}]"#,
/// )?;
/// let series = Series::new(GameState::new("octocat/octocat", 1));
/// let readme = b"# Hello\n<!-- connect4 begin -->\n<!-- connect4 end -->\n";
/// let book = Book::embedded(BoardSize::STANDARD).expect("the feature `book` is on");
/// let solver = SolverBuilder::on(BoardSize::STANDARD).book(book.into()).build();
///
/// let applied = apply(&series, &issues, readme, &solver)?;
/// assert_eq!(applied.subject, "Connect Four: game 1, move 1");
/// assert!(applied.pending[0].answer.text.starts_with("Red 4 it is: move 1 of game 1."));
/// let again = apply(&applied.series, &issues, &applied.readme, &solver)?;
/// assert_eq!((again.series, again.readme), (applied.series, applied.readme));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply(
    series: &Series,
    issues: &[Issue],
    readme: &[u8],
    solver: &Solver,
) -> Result<Applied, MarkersError> {
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
            let answer = earlier.cloned().unwrap_or_else(|| announce::reopened(issue.number, accepted));
            return PendingAnswer { answer, is_repeated: true };
        }
        self.state.done.insert(issue.number);
        let (accepted, text) = match self.decide(issue, solver) {
            Ok(accepted) => (true, self.carry_out(accepted, solver)),
            Err(refusal) => (false, refusal.to_string()),
        };
        let text = format!("{text}\n\n{}", announce::board_link(&self.state.repository));
        PendingAnswer { answer: IssueAnswer { issue: issue.number, accepted, text }, is_repeated: false }
    }

    /// Carries out an accepted issue, and returns the text of the answer.
    fn carry_out(&mut self, accepted: Accepted, solver: &Solver) -> String {
        match accepted {
            Accepted::NewGame => {
                self.begin_next_game(solver);
                announce::new_game(self.state.game)
            }
            Accepted::Move(played) => {
                let before = self.state.board();
                self.state.moves.push(played);
                self.file_ended_game(solver);
                announce::last_move(self, &before, solver)
            }
        }
    }
}

/// Returns the subject of a commit.
fn commit_subject(before: &Series, after: &Series, pending: &[PendingAnswer]) -> String {
    let turn = after.state.turn();
    let fresh = pending.iter().filter(|pending| !pending.is_repeated).count();
    if before.state.turn() != turn {
        format!("Connect Four: game {}, move {}", turn.game, turn.ply)
    } else if fresh > 0 {
        format!("Connect Four: answer {fresh} issue{}", if fresh == 1 { "" } else { "s" })
    } else {
        "Connect Four: update the board".to_owned()
    }
}
