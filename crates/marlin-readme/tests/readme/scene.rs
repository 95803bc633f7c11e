//! [`Scene`]: a repository with its README, in memory.

use std::sync::OnceLock;

use jiff::{SignedDuration, Timestamp};
use marlin_core::{BoardSize, Book, Solver};
use marlin_readme::{Applied, GameState, Issue, Login, Series, apply, verify};

pub(crate) const README: &str =
    "# Octocat\n\nHello.\n\n<!-- connect4 begin -->\n<!-- connect4 end -->\n\n{braces}\n";

/// Returns a solver with the book, one for all tests.
pub(crate) fn solver() -> &'static Solver {
    static SOLVER: OnceLock<Solver> = OnceLock::new();
    SOLVER.get_or_init(|| {
        let book = Book::embedded(BoardSize::STANDARD).unwrap();
        Solver::builder().book(book).build()
    })
}

/// A repository with its README.
pub(crate) struct Scene {
    pub(crate) series: Series,
    pub(crate) readme: Vec<u8>,
    pub(crate) last: Option<Applied>,
    issues: u64,
}

impl Scene {
    pub(crate) fn new() -> Self {
        Self {
            series: Series::new(GameState::new("octocat/octocat", 1)),
            readme: README.into(),
            last: None,
            issues: 0,
        }
    }

    /// Returns a new issue, a minute after the one before.
    pub(crate) fn issue(&mut self, author: &str, title: &str) -> Issue {
        self.issues += 1;
        let begin: Timestamp = "2026-11-23T07:00:00Z".parse().unwrap();
        Issue {
            number: self.issues,
            title: title.to_owned(),
            author: Login::new(author).unwrap(),
            at: begin + SignedDuration::from_mins(self.issues as i64),
        }
    }

    /// Applies issues, checks the invariants, and returns the comments.
    pub(crate) fn apply(&mut self, issues: &[Issue]) -> Vec<String> {
        let applied = apply(&self.series, issues, &self.readme, solver()).unwrap();
        let again = apply(&applied.series, issues, &applied.readme, solver()).unwrap();
        assert_eq!((&again.series, &again.readme), (&applied.series, &applied.readme));
        assert!(again.pending.iter().all(|pending| pending.is_repeated));
        self.series = applied.series.clone();
        self.readme.clone_from(&applied.readme);
        self.last = Some(applied);
        assert_eq!(self.differences(), "");
        let pending = &self.last.as_ref().unwrap().pending;
        pending.iter().map(|pending| pending.answer.comment()).collect()
    }

    /// Opens an issue, applies it alone, and returns the first paragraph of the answer.
    pub(crate) fn open(&mut self, author: &str, title: &str) -> String {
        let issue = self.issue(author, title);
        let comments = self.apply(&[issue]);
        comments[0].split("\n\n").next().unwrap().to_owned()
    }

    /// Plays columns by two people in turn.
    pub(crate) fn play(&mut self, columns: &str) {
        for column in columns.chars() {
            let turn = self.series.state.moves.len();
            let (author, side) = [("ann", "yellow"), ("bob", "red")][turn % 2];
            let answer = self.open(author, &format!("connect4|drop|{side}|{column}"));
            assert!(answer.contains("it is: move"), "{answer}");
        }
    }

    /// Returns the differences from the log, one a line.
    pub(crate) fn differences(&self) -> String {
        let rendered = marlin_readme::render(&self.series, solver());
        let found = verify(&self.series, &self.readme, &rendered.files, solver());
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    /// Returns the README as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.readme.clone()).unwrap()
    }
}
