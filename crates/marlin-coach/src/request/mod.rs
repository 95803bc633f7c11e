//! Requests about a position or a game, in JSON or by a URL, with their answers as data. A program that takes them adds only
//! its transport.
//!
//! | file | contents |
//! |---|---|
//! | `field` | the table of fields, with the check of their values |
//! | `schema` | the same as JSON Schema, with descriptions |

mod field;
#[cfg(feature = "schema")]
pub mod schema;

use std::time::Duration;

use marlin_core::{BoardSize, Column, Game, Limits, Lookup, ParseError, Position, Report, Solver, Source};
use marlin_notation::{Base, Claims, Notation, Reader, Records};
use serde::Serialize;
use serde_json::{Map, Value};

pub use self::field::{
    APPEARANCE, BASE, BOARD, Door, Field, FieldKind, Fields, LEVEL, MAX_JSON_NUMBER, MOVES, NODES, POSITION,
    RequestError, SCORES, SEED, THEME, TIME, Verb,
};
use crate::explain::{Explanation, ExplanationTask};
use crate::level::{ChosenMove, LevelTask, Opponent, SkillLevel};
use crate::opening::{Exploration, ExplorationTask};
use crate::record::{
    ColumnsRecord, ExplanationRecord, ExplorationRecord, LevelMoveRecord, PositionRecord, PuzzleRecord,
    ReachRecord, ReviewRecord, ScoreRecord,
};
use crate::review::{Review, ReviewTask, after_setup};
use crate::task::{Goal, Steps, Task};

/// The error of a review without moves.
pub const NEEDS_MOVES: &str =
    "a review needs the moves of the game, as in 4433 or d1 d2 c1 c2: a position alone has none";

/// The fields that do not change the position in records of this project, each list with a field that
/// only such an object has; none for those that are known in all objects.
const OF_RECORDS: Records = &[
    ("", ScoreRecord::FIELDS),
    ("", ColumnsRecord::FIELDS),
    ("", ExplanationRecord::FIELDS),
    ("", ExplorationRecord::FIELDS),
    ("", LevelMoveRecord::FIELDS),
    ("", PuzzleRecord::FIELDS),
    ("has_history", PositionRecord::FIELDS),
    ("turning_point", ReviewRecord::FIELDS),
    ("possible", &["possible", "reason", "cell"]),
    ("theory", &["first", "second", "result", "theory", "illegal", "end", "failure"]),
];

/// Returns the reader of every notation and every board, for columns that count from 1. It reads the records of this project, too.
pub fn reader() -> Reader {
    Reader::new().records(OF_RECORDS)
}

/// A request about a position or a game.
///
/// # Examples
///
/// ```
/// use marlin_coach::request::{Door, Request, Verb};
/// use marlin_core::{BoardSize, Limits, Solver};
///
/// let door = Door { noun: Some("field"), without: &[], is_url: false, board: BoardSize::STANDARD };
/// let given = serde_json::json!({"position": "2255", "board": "6x5"});
/// let request = Request::read(Verb::Analyze, &door, given.as_object().unwrap())?;
/// let found = request.run(&Solver::on(request.game.size()), &Limits::NONE);
/// let answer = serde_json::to_value(request.answer(&found)?).unwrap();
/// assert_eq!(answer["best"], 3);
/// # Ok::<(), marlin_coach::request::RequestError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Request {
    /// Its purpose.
    pub verb: Verb,
    /// The position as given.
    pub given: String,
    /// The game: with its moves if the text has them, and from the position on if it shows a board.
    pub game: Game,
    /// The scores that its text states.
    pub stated: Claims,
    /// Of [`Verb::Reach`], the reason why the board cannot arise: that is the question.
    pub refuted: Option<ParseError>,
    /// The moves of best play in the answer of [`Verb::Analyze`], none if 0, and those of [`Verb::Line`].
    pub line: usize,
    /// The level and the seed of [`Verb::Level`].
    pub player: (SkillLevel, u64),
    /// Whether [`Verb::Position`] adds the scores that take no search.
    pub known: bool,
    /// Whether [`Verb::Draw`] adds scores, threats and a picture.
    pub drawn: Drawn,
    /// The time of the request.
    pub time: Option<Duration>,
    /// The nodes of each search.
    pub nodes: Option<u64>,
}

/// The extras of a drawing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawn {
    /// The score of each column.
    pub scores: bool,
    /// The threats of both sides.
    pub threats: bool,
    /// A picture beside the text.
    pub svg: bool,
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

/// Moves of best play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Line"))]
#[non_exhaustive]
pub struct LineRecord {
    /// The size of the board.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<BoardSize>"))]
    pub board: BoardSize,
    /// The columns.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Vec<Column>>"))]
    pub line: Vec<Column>,
    /// Whether the line is as long as requested, or ends with the game.
    pub complete: bool,
}

/// The search of a request, in steps.
pub type RequestTask = Steps<Found>;

impl Found {
    /// Returns the nodes of the search.
    pub fn nodes(&self) -> u64 {
        self.report().map_or(0, |report| report.nodes)
    }

    /// Returns the scores of the position, if they are among the findings.
    fn report(&self) -> Option<&Report> {
        match self {
            Self::Position(Some(report)) | Self::Score(report) | Self::Columns(report, _) => Some(report),
            Self::Level(Some(choice)) => Some(&choice.analysis),
            _ => None,
        }
    }
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    ///
    /// A field or a value that there is not, or a position that is none.
    pub fn read(verb: Verb, door: &Door, given: &Map<String, Value>) -> Result<Self, RequestError> {
        Self::of(verb, &Fields::new(door, verb.fields(), given)?)
    }

    /// Returns the request of valid values.
    ///
    /// # Errors
    ///
    /// A position that is none.
    pub fn of(verb: Verb, fields: &Fields<'_>) -> Result<Self, RequestError> {
        let door = fields.door;
        let base = if fields.number(BASE) == Some(0) { Base::Zero } else { Base::One };
        let reader = reader().board(fields.board()?).default_board(door.board).base(base);
        let (field, text, notation) = match (fields.text(MOVES), fields.text(POSITION)) {
            (Some(_), Some(_)) => {
                let text = "moves and position are given: leave out one";
                return Err(RequestError::of_field(POSITION.name, text));
            }
            (Some(moves), None) => (MOVES.name, moves, Some(Notation::Moves)),
            (None, position) => (POSITION.name, position.unwrap_or_default(), None),
        };
        let is_refuted = |error: &ParseError| verb == Verb::Reach && error.breaks_a_rule();
        let (given, game, stated, refuted) = match reader.notation(notation).read(text) {
            Ok(read) if verb == Verb::Review => {
                let error =
                    || RequestError { code: "needs_moves", ..RequestError::of_field(field, NEEDS_MOVES) };
                if !read.has_moves() {
                    return Err(error());
                }
                let game = setup(&read.game, fields.number(field::SETUP).unwrap_or(0))?;
                (read.text.to_owned(), game, read.stated, None)
            }
            Ok(read) => (read.text.to_owned(), read.game, read.stated, None),
            Err(error) if is_refuted(&error) => {
                (text.to_owned(), Game::on(door.board), Claims::default(), Some(error))
            }
            Err(error) => return Err(RequestError::of_position(field, &error, door)),
        };
        let line = if verb == Verb::Line { field::PLIES } else { field::LINE };
        let level = fields.count(LEVEL).and_then(SkillLevel::new).unwrap_or_default();
        let [scores, threats, svg] =
            [field::SCORES, field::THREATS, field::SVG].map(|field| fields.flag(field));
        Ok(Self {
            line: fields.count(line).unwrap_or(if verb == Verb::Line { usize::MAX } else { 0 }),
            player: (level, fields.number(SEED).unwrap_or(0)),
            known: fields.flag(field::KNOWN),
            drawn: Drawn { scores, threats, svg },
            time: fields.number(TIME).map(Duration::from_millis),
            nodes: fields.number(NODES),
            stated,
            refuted,
            ..Self::new(verb, &given, game)
        })
    }

    /// Returns a request without options.
    pub fn new(verb: Verb, given: &str, game: Game) -> Self {
        let (given, player) = (given.to_owned(), (SkillLevel::default(), 0));
        let (stated, drawn, line, refuted) = (Claims::default(), Drawn::default(), 0, None);
        Self {
            verb,
            given,
            game,
            stated,
            refuted,
            line,
            player,
            known: false,
            drawn,
            time: None,
            nodes: None,
        }
    }

    /// Returns whether the answer needs no search.
    pub fn needs_no_search(&self) -> bool {
        matches!(self.verb, Verb::Position | Verb::Reach) || self.verb == Verb::Draw && !self.drawn.scores
    }

    /// Returns the board of the solver that finds the answer; `None` if any solver does.
    pub fn board(&self) -> Option<BoardSize> {
        (!self.needs_no_search() || self.known).then(|| self.game.size())
    }

    fn opponent(&self, limits: &Limits) -> Opponent {
        Opponent { limits: limits.clone(), ..Opponent::new(self.player.0, self.player.1) }
    }

    /// Returns the findings if rules, book and table have them; `None` if it takes a search, or some time.
    ///
    /// # Panics
    ///
    /// If the lookup is one of another board than [`Self::board`].
    pub fn at_once(&self, lookup: &Lookup) -> Option<Found> {
        let position = self.game.position();
        let known = || Some(lookup.analyze(position)).filter(Report::is_complete);
        match self.verb {
            Verb::Position if self.game.start().nb_moves() == 0 => {
                Some(Found::Position(if self.known { known() } else { None }))
            }
            Verb::Solve => {
                let report = lookup.best_move(position);
                (report.best_is_proven() || position.is_over()).then_some(Found::Score(report))
            }
            Verb::Analyze if self.line == 0 => known().map(|report| Found::Columns(report, None)),
            Verb::Level if position.is_over() => Some(Found::Level(None)),
            Verb::Level => {
                let choice = self.opponent(&Limits::NONE).choose_proven(known()?);
                choice.map(|choice| Found::Level(Some(choice)))
            }
            _ => None,
        }
    }

    /// Returns the search with its limits: in all those of the score of a position or its columns, and of the lines and the
    /// other searches each.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn task(&self, solver: &Solver, limits: &Limits) -> RequestTask {
        let (position, limits, line) = (*self.game.position(), limits.clone(), self.line);
        let scores = |goal, limits: Limits, found: fn(Report) -> Found| {
            RequestTask::of(solver, move |asks| asks.scores(&position, goal, &limits).map(found))
        };
        // Limits are those of searches: a lookup has none.
        let known = || Some(solver.lookup().analyze(&position)).filter(Report::is_complete);
        match self.verb {
            Verb::Position | Verb::Reach => {
                let known = if self.known { known() } else { None };
                RequestTask::of(solver, move |_| Ok(Found::Position(known.clone())))
            }
            Verb::Draw if self.drawn.scores => match known() {
                Some(known) => RequestTask::of(solver, move |_| Ok(Found::Position(Some(known.clone())))),
                None => scores(Goal::Columns, limits, |report| Found::Position(Some(report))),
            },
            Verb::Draw => RequestTask::of(solver, |_| Ok(Found::Position(None))),
            Verb::Solve => scores(Goal::BestMove, limits, Found::Score),
            Verb::Best => scores(Goal::BestMove, limits, |report| Found::Columns(report, None)),
            Verb::Analyze if line == 0 => {
                scores(Goal::Columns, limits, |report| Found::Columns(report, None))
            }
            Verb::Analyze => {
                let known = known();
                RequestTask::of(solver, move |asks| {
                    let report = match &known {
                        Some(known) => known.clone(),
                        None => asks.scores(&position, Goal::Columns, &limits)?,
                    };
                    let is_proven = report.bounds.score().is_some();
                    let moves = if is_proven { asks.line(&position, line, &limits)? } else { Vec::new() };
                    Ok(Found::Columns(report, Some(moves)))
                })
            }
            Verb::Line => {
                RequestTask::of(solver, move |asks| asks.line(&position, line, &limits).map(Found::Line))
            }
            Verb::Level => match LevelTask::new(&self.opponent(&limits), &position, solver) {
                Some(task) => task.map(|choice| Found::Level(Some(choice))),
                None => RequestTask::of(solver, |_| Ok(Found::Level(None))),
            },
            Verb::Explain => ExplanationTask::new(solver, &position, &limits).map(Found::Explanation),
            Verb::Explore => ExplorationTask::new(solver, &position, &limits).map(Found::Exploration),
            Verb::Review => ReviewTask::new(&self.game, solver, &limits).map(Found::Review),
        }
    }

    /// Returns the findings, by a search within limits if it takes one.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    pub fn run(&self, solver: &Solver, limits: &Limits) -> Found {
        match self.verb {
            // One search for the score with its move takes fewer nodes than a search in steps.
            Verb::Solve => {
                let position = self.game.position();
                let search = || solver.query(position).limits(limits).best_move();
                Found::Score(solved_by_book(solver, position, limits).unwrap_or_else(search))
            }
            _ => self.task(solver, limits).run(),
        }
    }

    /// Returns the findings as data.
    ///
    /// # Errors
    ///
    /// The text of the position states another score.
    pub fn answer(&self, found: &Found) -> Result<Answer, RequestError> {
        let wrong = match found {
            Found::Explanation(found) => self.stated.contradiction_of_score(found.bounds),
            Found::Exploration(found) => self.stated.contradiction_of_score(found.bounds),
            _ => found.report().and_then(|report| self.stated.contradiction(report)),
        };
        if let Some(error) = wrong {
            return Err(RequestError::of_field(POSITION.name, error));
        }
        let (given, position) = (&*self.given, self.game.position());
        let columns = |report: &_| ColumnsRecord::new(given, position, report);
        Ok(match found {
            Found::Position(_) if self.verb == Verb::Reach => {
                let read = self.refuted.clone().map_or_else(|| Ok(self.game.clone()), Err);
                Answer::Reach(ReachRecord::new(read).unwrap_or_else(|error| unreachable!("{error}")))
            }
            Found::Position(report) => {
                let mut record = PositionRecord::new(&self.game);
                let is_kept = |report: &&Report| self.verb != Verb::Draw || report.source != Source::Search;
                let known = report.as_ref().filter(is_kept);
                record.known = known.map(|known| Box::new(columns(known)));
                Answer::Position(Box::new(record))
            }
            Found::Score(report) => Answer::Score(Box::new(ScoreRecord::of_score(given, position, report))),
            Found::Columns(report, None) => Answer::Columns(Box::new(columns(report))),
            Found::Columns(report, Some(line)) => Answer::Columns(Box::new(columns(report).with_line(line))),
            Found::Line(line) => {
                let end = line.iter().copied().fold(*position, Position::after);
                let complete = line.len() >= self.line || end.is_over();
                Answer::Line(LineRecord { board: position.size(), line: line.clone(), complete })
            }
            Found::Level(choice) => {
                Answer::Level(LevelMoveRecord::new(given, position, self.player, choice.as_ref()))
            }
            Found::Review(review) => Answer::Review(Box::new(ReviewRecord::new(review))),
            Found::Explanation(found) => Answer::Explanation(ExplanationRecord::new(given, found)),
            Found::Exploration(found) => Answer::Exploration(ExplorationRecord::new(given, found)),
        })
    }
}

/// Returns the game with its first moves as setup.
fn setup(game: &Game, stones: u64) -> Result<Game, RequestError> {
    let played = usize::try_from(stones).ok().and_then(|stones| after_setup(game, stones));
    let many = || format!("a setup of {stones} stones, and {} moves", game.moves().len());
    played.ok_or_else(|| RequestError::of_field(field::SETUP.name, many()))
}

/// Returns the answer to [`Verb::Solve`] by the rules and the book alone, if it is enough: the score with a move that keeps it,
/// or without limits also the score of a book that has no such move. So an answer of the book never takes the time of a search.
pub fn solved_by_book(solver: &Solver, position: &Position, limits: &Limits) -> Option<Report> {
    let mut known = solver.lookup_on(position.size()).best_move(position);
    known.best = known.best.filter(|_| known.best_is_proven());
    let is_enough = known.best.is_some() || known.source == Source::Book && limits.is_none();
    is_enough.then_some(known)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DOOR: Door = Door { noun: Some("field"), without: &[], is_url: false, board: BoardSize::STANDARD };

    fn read(verb: Verb, given: &Value) -> Request {
        Request::read(verb, &DOOR, given.as_object().unwrap()).unwrap()
    }

    #[test]
    fn an_answer_with_scores_is_refused_to_a_position_that_states_others() {
        let solver = Solver::new();
        for verb in [Verb::Solve, Verb::Analyze, Verb::Best, Verb::Level, Verb::Explain, Verb::Explore] {
            for (score, is_right) in [(18, true), (5, false)] {
                let text = format!(r#"{{"position": "4433", "score": {score}}}"#);
                let request = read(verb, &json!({"position": text}));
                let answer = request.answer(&request.run(&solver, &Limits::NONE));
                let error = answer.err().map(|error| error.text);
                assert_eq!(
                    error.as_deref(),
                    if is_right { None } else { Some("the score is 18, not 5") },
                    "{verb:?}"
                );
            }
        }
    }

    #[test]
    fn an_answer_that_was_stopped_before_its_proof_says_so() {
        let (solver, stop) = (Solver::on("9x6".parse().unwrap()), marlin_core::StopFlag::new());
        stop.stop();
        let limits = Limits { stop: Some(stop), ..Limits::NONE };
        let searches =
            [Verb::Solve, Verb::Analyze, Verb::Best, Verb::Line, Verb::Level, Verb::Explain, Verb::Explore];
        for verb in searches.into_iter().chain([Verb::Review]) {
            let request = read(verb, &json!({"position": "46", "board": "9x6"}));
            let record =
                serde_json::to_value(request.answer(&request.run(&solver, &limits)).unwrap()).unwrap();
            let said = ["proven", "best_proven", "complete"].map(|name| &record[name]);
            assert!(said.contains(&&json!(false)), "{verb:?}: {record}");
        }
    }

    #[test]
    fn a_move_is_the_one_to_play_and_the_best_is_never_excluded() {
        // The book knows that column 4 is not the best here.
        let (solver, limits) = (Solver::new(), Limits { nodes: Some(1), ..Limits::NONE });
        let answer = |verb, level: usize| {
            let given = json!({"position": "7376265277444", "level": level});
            let given = if verb == Verb::Level { given } else { json!({"position": "7376265277444"}) };
            let request = read(verb, &given);
            serde_json::to_value(request.answer(&request.run(&solver, &limits)).unwrap()).unwrap()
        };
        let (analyzed, perfect) = (answer(Verb::Analyze, 10), answer(Verb::Level, 10));
        assert_eq!((&analyzed["play"], &perfect["play"]), (&json!(4), &json!(4)), "{analyzed} {perfect}");
        assert_eq!(
            (&analyzed["best"], &perfect["best_proven"]),
            (&perfect["best"], &json!(false)),
            "{perfect}"
        );
        assert!(answer(Verb::Level, 9)["play"].is_u64() && answer(Verb::Level, 9).get("best").is_none());
    }

    #[test]
    fn the_moves_and_the_position_of_an_answer_are_read_back_on_every_board() {
        let mut state = 72_u64;
        let mut below = |end: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % end
        };
        for board in BoardSize::all() {
            for most in [0, 1, 2, 3, 3, 3, board.cells() as usize] {
                let mut game = Game::on(board);
                while game.moves().len() < most && game.outcome().is_none() {
                    let legal: Vec<_> = game.legal_moves().collect();
                    game.play(legal[below(legal.len())]).unwrap();
                }
                let by = |field: &str, text: &str| {
                    let request = read(Verb::Position, &json!({field: text, "board": board.to_string()}));
                    let record = ReachRecord::new(Ok(request.game)).unwrap();
                    assert_eq!(record.moves, Some(game.to_string()), "{field}={text} on {board}");
                    request.given
                };
                by("position", &by("moves", &game.to_string()));
            }
        }
    }

    /// Returns the purpose after another, none after the last: each is in the list.
    fn next(verb: Verb) -> Option<Verb> {
        Some(match verb {
            Verb::Position => Verb::Reach,
            Verb::Reach => Verb::Solve,
            Verb::Solve => Verb::Analyze,
            Verb::Analyze => Verb::Best,
            Verb::Best => Verb::Line,
            Verb::Line => Verb::Level,
            Verb::Level => Verb::Explain,
            Verb::Explain => Verb::Explore,
            Verb::Explore => Verb::Review,
            Verb::Review => Verb::Draw,
            Verb::Draw => return None,
        })
    }

    #[test]
    fn every_answer_is_read_back_as_its_position_and_a_wrong_score_in_it_is_refused() {
        let read_back = |text: &str| {
            super::reader()
                .read_line(text)
                .map(|read| (*read.position(), read.stated))
                .map_err(|error| error.to_string())
        };
        let solver = Solver::new();
        let verbs = std::iter::successors(Some(Verb::Position), |verb| next(*verb));
        // A line of play has no position.
        for verb in verbs.filter(|verb| *verb != Verb::Line) {
            for given in ["", "4433", "1212121", "444444", "7/7/7/7/2pp3/2PP3"] {
                let mut text = given.to_owned();
                // An answer to an answer, too.
                while text.len() < 2_000 {
                    let level = if verb == Verb::Level {
                        json!({"position": text, "level": 1})
                    } else {
                        json!({"position": text})
                    };
                    let Ok(request) = Request::read(verb, &DOOR, level.as_object().unwrap()) else {
                        assert!(verb == Verb::Review && given.contains('/'), "{verb:?}: {text}");
                        break;
                    };
                    let answer = request.answer(&request.run(&solver, &Limits::NONE)).unwrap();
                    let (position, found) =
                        (*request.game.position(), serde_json::to_string(&answer).unwrap());
                    let (read, stated) = read_back(&found).unwrap_or_else(|error| panic!("{error}: {found}"));
                    let report = solver.query(&position).analyze();
                    assert_eq!((read, stated.contradiction(&report)), (position, None), "{found}");
                    let wrong = found
                        .replace("\"score\":", "\"score\":1")
                        .replace(":1null", ":null")
                        .replace(":1-", ":-1");
                    if wrong != found
                        && verb != Verb::Level
                        && let Ok((_, stated)) = read_back(&wrong)
                    {
                        assert!(stated.contradiction(&report).is_some(), "{wrong}");
                    }
                    if found.len() == text.len() || !found.contains("\"position\"") {
                        break;
                    }
                    text = found;
                }
            }
        }
        // The scores of other servers are 100 for a full column.
        let (read, stated) = read_back(r#"{"pos":"444444","score":[-4,-2,-2,100,-2,-2,-4]}"#).unwrap();
        assert_eq!((read.nb_moves(), stated.score.unwrap().to_string()), (6, "-2".to_owned()));
    }

    #[test]
    fn limits_take_nothing_from_what_the_table_knows() {
        let solver = Solver::on("5x4".parse().unwrap());
        let (whole, least) = (Limits::NONE, Limits { nodes: Some(1), ..Limits::NONE });
        for (verb, own, value) in [
            (Verb::Analyze, "line", json!(3)),
            (Verb::Draw, "scores", json!(true)),
            (Verb::Position, "known", json!(true)),
        ] {
            read(Verb::Analyze, &json!({"position": "33", "board": "5x4"})).run(&solver, &whole);
            let request = read(verb, &json!({"position": "33", "board": "5x4", own: value}));
            let found = request.run(&solver, &least);
            let is_proven = match &found {
                Found::Columns(report, _) | Found::Position(Some(report)) => report.is_complete(),
                _ => false,
            };
            let record = serde_json::to_value(request.answer(&found).unwrap()).unwrap();
            let is_known = verb != Verb::Position || record["known"]["proven"] == true;
            assert!(is_proven && is_known, "{verb:?}: {record}");
        }
    }
}
