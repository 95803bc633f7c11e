//! [`Engine`]: requests to answers.

use marlin_coach::progress::{Progress, ProgressRecord};
use marlin_coach::puzzle::{Day, ParsePuzzleError};
use marlin_coach::request::{
    Answer, Door, Field, Fields, Found, NODES, Request, RequestError, RequestTask, Verb,
};
use marlin_coach::task::{Task, TaskProgress};
use marlin_core::{BoardSize, Book, Limits, Solver, TranspositionTable, suite};
use serde::Serialize;
use serde_json::{Map, Value};

/// The form of a page's requests: unknown fields are ignored, because a page may be newer than this version.
pub(crate) const DOOR: Door = Door { noun: None, without: &["time"], ..Door::JSON };

/// The operations, as the error about an unknown operation lists them.
const OPS: &str = "info, configure, clear, position, progress, reach, read, start, step or cancel";

/// The tasks by their names.
pub(crate) const TASKS: [(&str, Verb); 7] = [
    ("analyze", Verb::Analyze),
    ("best", Verb::Best),
    ("line", Verb::Line),
    ("level", Verb::Level),
    ("review", Verb::Review),
    ("explain", Verb::Explain),
    ("explore", Verb::Explore),
];

const HASH_MIB: &Field = &Field::number("hash_mib", 0, u64::MAX);
const TASK: &Field = &Field::number("task", 0, u32::MAX as u64);
const SLICE: &Field = &Field::number(NODES.name, 0, u64::MAX);

/// The answer to a request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Response {
    Info(InfoRecord),
    Answer(Box<Answer>),
    Progress(Box<ProgressRecord>),
    Suite(SuiteRecord),
    /// A task has begun.
    Started {
        task: u32,
    },
    Step(TaskStatus),
    /// The request is done.
    Done {},
}

/// The status of a task after a slice.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum TaskStatus {
    /// It goes on.
    Progress(Box<TaskProgress>),
    /// It has ended.
    Result(Box<Answer>),
}

/// The version, the size of the table and the books.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Info"))]
pub(crate) struct InfoRecord {
    /// The version.
    version: &'static str,
    /// The size of the table in MiB.
    hash_mib: usize,
    /// The loaded books.
    books: Vec<BookRecord>,
}

/// A book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Book"))]
#[non_exhaustive]
pub struct BookRecord {
    /// The size of its board.
    #[cfg_attr(test, schemars(with = "marlin_coach::record::As<BoardSize>"))]
    pub board: BoardSize,
    /// The maximum number of stones of a position in the book.
    pub plies: u32,
    /// The positions with a score of their own.
    pub positions: u64,
}

/// A position set.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Suite"))]
pub(crate) struct SuiteRecord {
    /// The size of the board.
    #[cfg_attr(test, schemars(with = "marlin_coach::record::As<BoardSize>"))]
    board: BoardSize,
    /// The moves of each line.
    positions: Vec<String>,
    /// The score of each line, from the side to move.
    scores: Vec<i32>,
}

/// The outcome of a request as plain data.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Reply<T> {
    Ok(T),
    Error(RequestError),
}

/// The engine: a table, books, and the running tasks.
///
/// # Examples
///
/// ```
/// use marlin_wasm::Engine;
///
/// let mut engine = Engine::default();
/// let started = engine.respond(r#"{"op": "start", "task": "analyze", "position": "443322"}"#);
/// assert_eq!(started, r#"{"ok":{"task":1}}"#);
/// let answer = engine.respond(r#"{"op": "step", "task": 1}"#);
/// assert!(answer.contains(r#""scores":[18,17,17,17,18,17,17]"#), "{answer}");
/// ```
#[derive(Debug)]
pub struct Engine {
    hash_mib: usize,
    books: Vec<Book>,
    /// The solver of the board of the last request.
    solver: Option<Solver>,
    tasks: Vec<(u32, Request, RequestTask)>,
    last_task: u32,
}

impl Default for Engine {
    fn default() -> Self {
        let (books, tasks) = (Vec::new(), Vec::new());
        Self { hash_mib: TranspositionTable::DEFAULT_MIB, books, solver: None, tasks, last_task: 0 }
    }
}

impl Engine {
    /// Answers a request in JSON, with `{"ok": ...}` or `{"error": {"code": ..., "message": ...}}`. A request
    /// with an error does not change the engine.
    pub fn respond(&mut self, request: &str) -> String {
        reply(match serde_json::from_str(request) {
            Ok(Value::Object(given)) => self.answer(&given),
            Ok(_) => Err(RequestError::of_request(None, "not a request: an object is expected")),
            Err(error) => Err(RequestError::of_request(None, format!("not a request: {error}"))),
        })
    }

    /// Reads a book from its bytes, and answers as [`Self::respond`] does.
    pub fn respond_to_book(&mut self, bytes: &[u8]) -> String {
        reply(self.load_book(bytes))
    }

    /// Reads a book from its bytes, for the tasks that begin later.
    ///
    /// # Errors
    ///
    /// If the bytes are no book, or are damaged. The engine keeps its books.
    pub fn load_book(&mut self, bytes: &[u8]) -> Result<BookRecord, RequestError> {
        let book = Book::read(bytes).map_err(|error| RequestError::of_field("book", error.to_string()))?;
        let record = BookRecord::new(&book);
        self.books.retain(|other| other.size() != book.size());
        self.solver = self.solver.take().map(|solver| {
            if solver.size() == book.size() { solver.to_builder().book(book.clone()).build() } else { solver }
        });
        self.books.push(book);
        Ok(record)
    }

    fn answer(&mut self, given: &Map<String, Value>) -> Result<Response, RequestError> {
        let number = |field: &'static Field| {
            let number = Fields::new(&DOOR, &[field], given)?.count(field);
            number.ok_or_else(|| missing(field.name))
        };
        Ok(match word(given, "op")? {
            "info" => Response::Info(InfoRecord {
                version: env!("CARGO_PKG_VERSION"),
                hash_mib: self.hash_mib,
                books: self.books.iter().map(BookRecord::new).collect(),
            }),
            "configure" => self.configure(number(HASH_MIB)?)?,
            "clear" => {
                self.solver.iter().for_each(|solver| solver.table().clear());
                Response::Done {}
            }
            "position" => self.once(Verb::Position, given)?,
            "progress" => {
                let today: Day = word(given, "today")?.parse().map_err(|error: ParsePuzzleError| {
                    RequestError::of_request(Some("today".to_owned()), error.to_string())
                })?;
                Response::Progress(Box::new(Progress::parse(word(given, "log")?).record(today)))
            }
            "reach" => self.once(Verb::Reach, given)?,
            "read" => Response::Suite(SuiteRecord::read(word(given, "text")?)?),
            "start" => self.start(given)?,
            "step" => {
                let nodes = Fields::new(&DOOR, &[SLICE], given)?.number(SLICE);
                self.step(number(TASK)? as u32, nodes)?
            }
            "cancel" => {
                let task = number(TASK)? as u32;
                let index = self.index_of(task)?;
                self.tasks.remove(index);
                Response::Done {}
            }
            _ => {
                let text = format!("invalid op: {OPS} is expected");
                return Err(RequestError::of_request(Some("op".to_owned()), text));
            }
        })
    }

    /// Answers a request that takes no search.
    fn once(&mut self, verb: Verb, given: &Map<String, Value>) -> Result<Response, RequestError> {
        let request = Request::read(verb, &DOOR, given)?;
        let found = if request.known {
            request.run(&self.solver(request.game.size())?, &Limits::NONE)
        } else {
            // This request must not make a table.
            Found::Position(None)
        };
        Ok(Response::Answer(Box::new(request.answer(&found)?)))
    }

    fn configure(&mut self, hash_mib: usize) -> Result<Response, RequestError> {
        let size = self.solver.as_ref().map_or(BoardSize::STANDARD, Solver::size);
        // The old table is dropped first: a page may not have memory for both.
        let before = std::mem::replace(&mut self.hash_mib, hash_mib);
        self.solver = None;
        if let Err(error) = self.solver(size) {
            self.hash_mib = before;
            return Err(error);
        }
        Ok(Response::Done {})
    }

    fn start(&mut self, given: &Map<String, Value>) -> Result<Response, RequestError> {
        let name = word(given, "task")?;
        let Some((_, verb)) = TASKS.into_iter().find(|(known, _)| *known == name) else {
            let (last, others) = TASKS.split_last().expect("there are tasks");
            let others = others.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            let text = format!("invalid task: {others} or {} is expected", last.0);
            return Err(RequestError::of_request(Some("task".to_owned()), text));
        };
        // The field `task` of a step is a number.
        let request = Request::read(verb, &DOOR, given)?;
        let limits = Limits { nodes: request.nodes, ..Limits::NONE };
        let task = request.task(&self.solver(request.game.size())?, &limits);
        self.last_task += 1;
        self.tasks.push((self.last_task, request, task));
        Ok(Response::Started { task: self.last_task })
    }

    /// Takes a step of a task. A step of 0 nodes gets the minimum number, so that the task ends.
    fn step(&mut self, number: u32, nodes: Option<u64>) -> Result<Response, RequestError> {
        let index = self.index_of(number)?;
        let (_, request, task) = &mut self.tasks[index];
        let found = match nodes {
            Some(nodes) => task.step(&Limits { nodes: Some(nodes.max(1)), ..Limits::NONE }),
            None => Some(task.run()),
        };
        Ok(Response::Step(match found {
            Some(found) => {
                let answer = request.answer(&found);
                self.tasks.remove(index);
                TaskStatus::Result(Box::new(answer?))
            }
            None => TaskStatus::Progress(Box::new(task.progress())),
        }))
    }

    fn index_of(&self, task: u32) -> Result<usize, RequestError> {
        let absent = || format!("there is no task {task}: `start` begins one");
        let index = self.tasks.iter().position(|&(number, ..)| number == task);
        index.ok_or_else(|| RequestError::of_field("no_task", absent()))
    }

    /// Returns the solver of a board.
    fn solver(&mut self, size: BoardSize) -> Result<Solver, RequestError> {
        if let Some(solver) = self.solver.as_ref().filter(|solver| solver.size() == size) {
            return Ok(solver.clone());
        }
        self.solver = None;
        let builder = Solver::builder_on(size).threads(1).hash_mib(self.hash_mib);
        let builder = builder.map_err(|error| RequestError::of_field("table", error.to_string()))?;
        let builder = match self.books.iter().find(|book| book.size() == size) {
            Some(book) => builder.book(book.clone()),
            // A page loads the book of the standard board. For other boards the library has the score of the
            // empty board.
            None if size == BoardSize::STANDARD => builder.without_book(),
            None => builder,
        };
        Ok(self.solver.insert(builder.build()).clone())
    }
}

impl BookRecord {
    fn new(book: &Book) -> Self {
        Self { board: book.size(), plies: book.plies(), positions: book.positions() }
    }
}

impl SuiteRecord {
    fn read(text: &str) -> Result<Self, RequestError> {
        let (mut board, mut positions, mut scores) = (None, Vec::new(), Vec::new());
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let found = suite::read_line(&mut board, line).map_err(|error| {
                RequestError::of_request(Some("text".to_owned()), format!("line {}: {error}", index + 1))
            })?;
            if let Some((game, score)) = found {
                positions.push(game.to_string());
                scores.push(score.get());
            }
        }
        Ok(Self { board: board.unwrap_or_default(), positions, scores })
    }
}

/// Returns the error of a request without a field that it must have.
fn missing(name: &str) -> RequestError {
    RequestError::of_request(Some(name.to_owned()), format!("{name} is missing"))
}

/// Returns the text of a field that each request has.
fn word<'a>(given: &'a Map<String, Value>, name: &str) -> Result<&'a str, RequestError> {
    given.get(name).ok_or_else(|| missing(name))?.as_str().ok_or_else(|| {
        RequestError::of_request(Some(name.to_owned()), format!("invalid {name}: a word is expected"))
    })
}

fn reply<T: Serialize>(answer: Result<T, RequestError>) -> String {
    let reply = match answer {
        Ok(answer) => Reply::Ok(answer),
        Err(error) => Reply::Error(error),
    };
    serde_json::to_string(&reply).unwrap_or_else(|error| unreachable!("records are plain data: {error}"))
}
