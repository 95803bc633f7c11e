//! [`Verb`]: the purposes of requests. Each is a file with its fields, their words for documentation, its
//! questions and its record, and a line of the table.

mod analyze;
mod best;
mod draw;
mod explain;
mod explore;
mod level;
mod line;
mod position;
mod reach;
mod review;
mod solve;

use marlin_notation::Records;

pub use self::analyze::ColumnsRecord;
pub use self::draw::SCORES;
pub use self::explain::{BranchRecord, ExplanationRecord, StepRecord};
pub use self::explore::ExplorationRecord;
pub use self::level::{LEVEL, LevelMoveRecord, SEED};
pub use self::line::LineRecord;
pub use self::position::{PositionRecord, ThreatsRecord};
use self::prelude::*;
pub use self::reach::ReachRecord;
pub use self::review::{ReviewRecord, ReviewedMoveRecord};
pub use self::solve::{ScoreRecord, solved_by_book};
use super::Fields;
use crate::explain::Explanation;
use crate::level::ChosenMove;
use crate::opening::Exploration;
use crate::puzzle::PuzzleRecord;
use crate::review::Review;
use crate::task::Task;

/// The vocabulary of all purposes.
mod prelude {
    pub(super) use marlin_core::{
        BoardSize, Bounds, Cell, Column, Columns, Ending, Game, GameOutcome, Limits, Lookup, Outcome,
        ParseError, Player, Position, Report, Score, Solver, Source,
    };
    pub(super) use serde::Serialize;

    pub(super) use super::{Answer, COMMON, Found, Spec, done, fields, known, scores};
    pub(super) use crate::record::{ResultRecord, record};
    pub(super) use crate::request::{
        BASE, BOARD, Drawn, Field, FieldKind, MOVES, NODES, POS, POSITION, Request, RequestError,
        RequestTask, TIME,
    };
    pub(super) use crate::task::Goal;
}

/// Declares the purposes: each with its file, its record and its words.
macro_rules! verbs {
    ($($verb:ident: $file:ident, $record:ident, $summary:literal;)*) => {
        /// The purpose of a request.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Verb {
            $(#[doc = concat!($summary, ".")] $verb,)*
        }

        impl Verb {
            /// All purposes.
            pub const ALL: &[Self] = &[$(Self::$verb),*];

            pub(super) const fn spec(self) -> &'static Spec {
                match self { $(Self::$verb => &$file::SPEC,)* }
            }

            /// Returns the purpose in a few words.
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$verb => $summary,)* }
            }

            /// Returns the JSON Schema of its answers.
            #[cfg(feature = "schema")]
            pub fn record(self, generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                match self { $(Self::$verb => generator.subschema_for::<$record>(),)* }
            }
        }
    };
}

verbs! {
    Position: position, PositionRecord, "A position by the rules, with its scores if they take no search";
    Reach: reach, ReachRecord, "A game that leads to a board";
    Solve: solve, ScoreRecord, "The score and a best move";
    Analyze: analyze, ColumnsRecord, "The scores of all columns";
    Best: best, ColumnsRecord, "The best move, with the bounds of the others so far";
    Line: line, LineRecord, "The moves of best play";
    Level: level, LevelMoveRecord, "The best move, or the move of a player of a level";
    Explain: explain, ExplanationRecord, "The reasons for the score of a position";
    Explore: explore, ExplorationRecord, "A position in a tree of openings";
    Review: review, ReviewRecord, "The quality of the moves of a game";
    Draw: draw, PositionRecord, "A position by the rules, as a drawing";
}

impl Verb {
    /// Returns the fields that a request may have.
    pub const fn fields(self) -> &'static [&'static Field] {
        self.spec().fields
    }
}

/// Returns the fields of a request for a search, with some of its own.
macro_rules! fields {
    ($($own:expr),*) => {
        &[MOVES, POSITION, POS, BOARD, BASE, $($own,)* TIME, NODES]
    };
}
use fields;

/// Returns the game that a request is about.
type OfMoves = fn(&Game, &Fields<'_>) -> Result<Game, RequestError>;

/// A purpose: the fields of its requests, and the functions that answer them.
pub(super) struct Spec {
    fields: &'static [&'static Field],
    /// Returns the game that a request is about, if the purpose is about the moves of a game.
    pub(super) of_moves: Option<OfMoves>,
    /// Whether it has an answer for a board that breaks a rule.
    pub(super) takes_broken_rules: bool,
    /// Takes over the values of its own fields.
    pub(super) read: fn(&mut Request, &Fields<'_>),
    pub(super) needs_search: fn(&Request) -> bool,
    /// Returns the findings if rules, book and table have them.
    pub(super) at_once: fn(&Request, &Lookup) -> Option<Found>,
    pub(super) task: fn(&Request, &Solver, &Limits) -> RequestTask,
    /// Returns the findings of a search that takes no steps.
    pub(super) run: fn(&Request, &Solver, &Limits) -> Found,
    pub(super) answer: fn(&Request, &Found) -> Answer,
}

/// The common form of most purposes.
const COMMON: Spec = Spec {
    fields: fields![],
    of_moves: None,
    takes_broken_rules: false,
    read: |_, _| {},
    needs_search: |_| true,
    at_once: |_, _| None,
    task: |_, solver, _| done(solver, None),
    run: |request, solver, limits| request.task(solver, limits).run(),
    answer: Answer::of,
};

/// Returns the scores of all columns if a lookup has them.
fn known(request: &Request, lookup: &Lookup) -> Option<Report> {
    Some(lookup.analyze(request.game.position())).filter(Report::is_complete)
}

/// Returns a search for scores.
fn scores(
    request: &Request,
    solver: &Solver,
    limits: &Limits,
    goal: Goal,
    found: fn(Report) -> Found,
) -> RequestTask {
    let (position, limits) = (*request.game.position(), limits.clone());
    RequestTask::of(solver, move |asks| asks.scores(&position, goal, &limits).map(found))
}

/// Returns the task of a position with scores that are known.
fn done(solver: &Solver, known: Option<Report>) -> RequestTask {
    RequestTask::of(solver, move |_| Ok(Found::Position(known.clone())))
}

/// The findings of a request.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Found {
    /// A position by the rules, with its scores if they are wanted.
    Position(Option<Report>),
    /// A score.
    Score(Report),
    /// The scores of columns, and moves of best play.
    Columns(Report, Option<Vec<Column>>),
    /// Moves of best play.
    Line(Vec<Column>),
    /// The move of a player; `None` after the end of the game.
    Level(Option<ChosenMove>),
    /// A review.
    Review(Review),
    /// An explanation.
    Explanation(Explanation),
    /// A position in a tree of openings.
    Exploration(Exploration),
}

/// The answer to a request, as data.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the records have descriptions")]
#[non_exhaustive]
pub enum Answer {
    Position(Box<PositionRecord>),
    Reach(ReachRecord),
    Score(Box<ScoreRecord>),
    Columns(Box<ColumnsRecord>),
    Line(LineRecord),
    Level(LevelMoveRecord),
    Review(Box<ReviewRecord>),
    Explanation(ExplanationRecord),
    Exploration(ExplorationRecord),
}

impl Found {
    /// Returns the nodes of the search.
    pub fn nodes(&self) -> u64 {
        self.report().map_or(0, |report| report.nodes)
    }

    /// Returns the scores of the position, if they are among the findings.
    pub(super) fn report(&self) -> Option<&Report> {
        match self {
            Self::Position(Some(report)) | Self::Score(report) | Self::Columns(report, _) => Some(report),
            Self::Level(Some(choice)) => Some(&choice.analysis),
            _ => None,
        }
    }
}

/// The fields that do not change the position in records of this project, each list with a field that only
/// such an object has, or with no such field if the list applies to all objects.
pub(super) const RECORDS: Records = &[
    ("", ScoreRecord::FIELDS),
    ("", ColumnsRecord::FIELDS),
    ("", ExplanationRecord::FIELDS),
    ("", ExplorationRecord::FIELDS),
    ("", LevelMoveRecord::FIELDS),
    ("", PuzzleRecord::FIELDS),
    ("has_history", PositionRecord::FIELDS),
    ("turning_point", ReviewRecord::FIELDS),
    ("possible", &["possible", "reason", "cell"]),
];

impl Answer {
    /// Returns findings as data.
    fn of(request: &Request, found: &Found) -> Self {
        let (given, position) = (&*request.given, request.game.position());
        let columns = |report| ColumnsRecord::new(given, position, report);
        match found {
            Found::Position(known) => position::answer(request, known.as_ref()),
            Found::Score(report) => Self::Score(Box::new(ScoreRecord::of_score(given, position, report))),
            Found::Columns(report, None) => Self::Columns(Box::new(columns(report))),
            Found::Columns(report, Some(line)) => Self::Columns(Box::new(columns(report).with_line(line))),
            Found::Line(line) => Self::Line(LineRecord::new(request, line)),
            Found::Level(choice) => {
                Self::Level(LevelMoveRecord::new(given, position, request.player, choice.as_ref()))
            }
            Found::Review(review) => Self::Review(Box::new(ReviewRecord::new(review))),
            Found::Explanation(found) => Self::Explanation(ExplanationRecord::new(given, found)),
            Found::Exploration(found) => Self::Exploration(ExplorationRecord::new(given, found)),
        }
    }
}
