//! Requests about a position or a game, in JSON or by a URL, with their answers as data. A program that takes
//! them adds only its transport.
//!
//! | file | contents |
//! |---|---|
//! | `field` | the values of fields, each checked |
//! | `verb` | the purposes: the fields, the questions and the answer of each |
//! | `schema` | the fields as JSON Schema, with descriptions |

mod field;
#[cfg(feature = "schema")]
pub mod schema;
pub(crate) mod verb;

use std::time::Duration;

use marlin_core::{BoardSize, Game, Limits, Lookup, ParseError, Solver};
use marlin_notation::{Base, Claims, Notation, Reader};
use serde_json::{Map, Value};

pub use self::field::{
    APPEARANCE, BASE, BOARD, Door, Field, FieldKind, Fields, MAX_JSON_NUMBER, MOVES, NODES, POS, POSITION,
    RequestError, THEME, TIME,
};
pub use self::verb::{Answer, Found, LEVEL, LineRecord, SCORES, SEED, Verb, solved_by_book};
use crate::level::SkillLevel;
use crate::task::Steps;

/// The error of a review without moves.
pub const NEEDS_MOVES: &str =
    "a review needs the moves of the game, as in 4433 or d1 d2 c1 c2: a position alone has none";

/// Returns the reader of every notation and every board, for columns that count from 1. It reads the records
/// of this project, too.
pub fn reader() -> Reader {
    Reader::new().records(verb::RECORDS)
}

/// A request about a position or a game.
///
/// # Examples
///
/// ```
/// use marlin_coach::request::{Door, Request, Verb};
/// use marlin_core::{Limits, Solver};
///
/// let given = serde_json::json!({"position": "2255", "board": "6x5"});
/// let request = Request::read(Verb::Analyze, &Door::JSON, given.as_object().unwrap())?;
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
    /// For [`Verb::Reach`], the reason why the board cannot arise; the request asks for it.
    pub refuted: Option<ParseError>,
    /// The maximum number of moves of best play in the answer of [`Verb::Analyze`], which has none if it is
    /// 0, and of [`Verb::Line`].
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

/// The search of a request, in steps.
pub type RequestTask = Steps<Found>;

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    ///
    /// The error of an unknown field, of a value that its field does not allow, or of a text that is no
    /// position.
    pub fn read(verb: Verb, door: &Door, given: &Map<String, Value>) -> Result<Self, RequestError> {
        Self::of(verb, &Fields::new(door, verb.fields(), given)?)
    }

    /// Returns the request of valid values.
    ///
    /// # Errors
    ///
    /// The error of a text that is no position.
    pub fn of(verb: Verb, fields: &Fields<'_>) -> Result<Self, RequestError> {
        let door = fields.door;
        let base = if fields.number(BASE) == Some(0) { Base::Zero } else { Base::One };
        let reader = reader().board(fields.board()?).default_board(door.board).base(base);
        let given = [MOVES, POS, POSITION].into_iter();
        let mut given = given.filter_map(|field| Some((field.name, fields.text(field)?)));
        let (field, text) = given.next().unwrap_or((POSITION.name, ""));
        if let Some((other, _)) = given.next() {
            let text = format!("{field} and {other} are given: leave out one");
            return Err(RequestError::of_field(other, text));
        }
        let notation = if field == MOVES.name { Some(Notation::Moves) } else { door.notation };
        let spec = verb.spec();
        let is_refuted = |error: &ParseError| spec.takes_broken_rules && error.breaks_a_rule();
        let (given, game, stated, refuted) = match reader.notation(notation).read(text) {
            Ok(read) if spec.of_moves.is_some() && !read.has_moves() => {
                let error = RequestError::of_field(field, NEEDS_MOVES);
                return Err(RequestError { code: "needs_moves", ..error });
            }
            Ok(read) => {
                let game = match spec.of_moves {
                    Some(of_moves) => of_moves(&read.game, fields)?,
                    None => read.game,
                };
                (read.text.to_owned(), game, read.stated, None)
            }
            Err(error) if is_refuted(&error) => {
                (text.to_owned(), Game::on(door.board), Claims::default(), Some(error))
            }
            Err(error) => return Err(RequestError::of_position(field, &error, door)),
        };
        let (time, nodes) = (fields.number(TIME).map(Duration::from_millis), fields.number(NODES));
        let mut request = Self { stated, refuted, time, nodes, ..Self::new(verb, &given, game) };
        (spec.read)(&mut request, fields);
        Ok(request)
    }

    /// Returns a request without options.
    pub fn new(verb: Verb, given: &str, game: Game) -> Self {
        let (given, stated, refuted) = (given.to_owned(), Claims::default(), None);
        let (line, player, known, drawn) = (0, (SkillLevel::default(), 0), false, Drawn::default());
        Self { verb, given, game, stated, refuted, line, player, known, drawn, time: None, nodes: None }
    }

    /// Returns whether the answer needs no search.
    pub fn needs_no_search(&self) -> bool {
        !(self.verb.spec().needs_search)(self)
    }

    /// Returns the board of the solver that finds the answer; `None` if any solver does.
    pub fn board(&self) -> Option<BoardSize> {
        (!self.needs_no_search() || self.known).then(|| self.game.size())
    }

    /// Returns the findings if rules, book and table have them; `None` if the answer takes a search, or some
    /// time.
    ///
    /// # Panics
    ///
    /// If the lookup is one of another board than [`Self::board`].
    pub fn at_once(&self, lookup: &Lookup) -> Option<Found> {
        (self.verb.spec().at_once)(self, lookup)
    }

    /// Returns the search with its limits. They apply to the score of a position or its columns in total, and
    /// to each line and each other search by itself.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn task(&self, solver: &Solver, limits: &Limits) -> RequestTask {
        (self.verb.spec().task)(self, solver, limits)
    }

    /// Returns the findings, by a search within limits if it takes one.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    pub fn run(&self, solver: &Solver, limits: &Limits) -> Found {
        (self.verb.spec().run)(self, solver, limits)
    }

    /// Returns the findings as data.
    ///
    /// # Errors
    ///
    /// If the text of the position states another score.
    pub fn answer(&self, found: &Found) -> Result<Answer, RequestError> {
        let wrong = match found {
            Found::Explanation(found) => self.stated.contradiction_of_score(found.bounds),
            Found::Exploration(found) => self.stated.contradiction_of_score(found.bounds),
            _ => found.report().and_then(|report| self.stated.contradiction(report)),
        };
        if let Some(error) = wrong {
            return Err(RequestError::of_field(POSITION.name, error));
        }
        Ok((self.verb.spec().answer)(self, found))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::record::ReachRecord;

    fn read(verb: Verb, given: &Value) -> Request {
        Request::read(verb, &Door::JSON, given.as_object().unwrap()).unwrap()
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

    #[test]
    fn every_answer_is_read_back_as_its_position_and_a_wrong_score_in_it_is_refused() {
        let read_back = |text: &str| {
            super::reader()
                .read_line(text)
                .map(|read| (*read.position(), read.stated))
                .map_err(|error| error.to_string())
        };
        let solver = Solver::new();
        // A line of play has no position.
        for &verb in Verb::ALL.iter().filter(|verb| **verb != Verb::Line) {
            for given in ["", "4433", "1212121", "444444", "7/7/7/7/2pp3/2PP3"] {
                let mut text = given.to_owned();
                // An answer to an answer, too.
                while text.len() < 2_000 {
                    let level = if verb == Verb::Level {
                        json!({"position": text, "level": 1})
                    } else {
                        json!({"position": text})
                    };
                    let Ok(request) = Request::read(verb, &Door::JSON, level.as_object().unwrap()) else {
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
