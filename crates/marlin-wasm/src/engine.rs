//! [`Engine`]: requests to answers.

use std::collections::BTreeMap;

use marlin_coach::record::{ColumnsRecord, PositionRecord, ReachRecord};
use marlin_core::{BoardSize, Book, Solver, SolverBuilder};
use serde::Serialize;

use crate::drawing::DrawingRecord;
use crate::error::{Error, ErrorRecord};
use crate::given::Given;
use crate::request::Request;
use crate::task::{RunningTask, TaskRequest, TaskStatus};

/// The size of the table in MiB, as everywhere in Marlin.
const HASH_MIB: usize = 64;

/// The answer to a request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Response {
    /// The version, the size of the table and the books.
    Info(InfoRecord),
    /// A position.
    Position(Box<PositionRecord>),
    /// The game that leads to a board.
    Reach(ReachRecord),
    /// A drawing.
    Drawing(DrawingRecord),
    /// A task has begun.
    Started {
        /// Its number.
        task: u32,
    },
    /// The status of a task.
    Step(TaskStatus),
    /// The request is done.
    Done {},
}

/// The version, the size of the table and the books.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Info"))]
#[non_exhaustive]
pub struct InfoRecord {
    /// The version.
    pub version: &'static str,
    /// The size of the table in MiB.
    pub hash_mib: usize,
    /// The loaded books.
    pub books: Vec<BookRecord>,
}

/// A book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Book"))]
#[non_exhaustive]
pub struct BookRecord {
    /// The size of its board.
    pub board: BoardSize,
    /// The greatest number of stones of a position in the book.
    pub plies: u32,
    /// The positions with a score of their own.
    pub positions: u64,
}

/// The outcome of a request as plain data.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Reply<T> {
    Ok(T),
    Error(ErrorRecord),
}

/// The engine: a table, books, and the running tasks.
///
/// It has the table of one board at a time, because memory is scarce in a page. A task keeps the table that it has begun with.
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
    tasks: BTreeMap<u32, RunningTask>,
    last_task: u32,
}

impl Default for Engine {
    fn default() -> Self {
        Self { hash_mib: HASH_MIB, books: Vec::new(), solver: None, tasks: BTreeMap::new(), last_task: 0 }
    }
}

impl Engine {
    /// Answers a request in JSON, with `{"ok": ...}` or `{"error": {"code": ..., "message": ...}}`.
    pub fn respond(&mut self, request: &str) -> String {
        let request = serde_json::from_str(request).map_err(Error::from);
        reply(request.and_then(|request| self.answer(&request)))
    }

    /// Reads a book from its bytes, and answers as [`Self::respond`] does.
    pub fn respond_to_book(&mut self, bytes: &[u8]) -> String {
        reply(self.load_book(bytes))
    }

    /// Reads a book from its bytes, for the tasks that begin later.
    ///
    /// # Errors
    ///
    /// The bytes are no book, or are damaged. The engine keeps its books.
    pub fn load_book(&mut self, bytes: &[u8]) -> Result<BookRecord, Error> {
        let book: Book = Book::read(bytes)?;
        let record = BookRecord::new(&book);
        self.books.retain(|other| other.size() != book.size());
        self.solver = self.solver.take().map(|solver| {
            if solver.size() == book.size() { solver.to_builder().book(book.clone()).build() } else { solver }
        });
        self.books.push(book);
        Ok(record)
    }

    /// Answers a request.
    ///
    /// # Errors
    ///
    /// An invalid request, which leaves the engine as it was.
    pub fn answer(&mut self, request: &Request) -> Result<Response, Error> {
        Ok(match request {
            Request::Info => Response::Info(self.info()),
            Request::Configure { hash_mib } => self.configure(*hash_mib)?,
            Request::Clear => {
                self.solver.iter().for_each(|solver| solver.table().clear());
                Response::Done {}
            }
            Request::Position { given, known } => Response::Position(self.position(given, *known)?),
            Request::Reach(given) => {
                let read = given.reader()?.read(&given.position).map(|read| read.game);
                Response::Reach(ReachRecord::new(read)?)
            }
            Request::Diagram(diagram) => Response::Drawing(diagram.draw()?),
            Request::Graph(graph) => Response::Drawing(graph.draw()?),
            Request::Start(request) => self.start(request)?,
            Request::Step { task, nodes } => self.step(*task, *nodes)?,
            Request::Cancel { task } => {
                self.tasks.remove(task).ok_or(Error::NoTask { task: *task })?;
                Response::Done {}
            }
        })
    }

    fn position(&mut self, given: &Given, known: bool) -> Result<Box<PositionRecord>, Error> {
        let game = given.game()?;
        let (mut record, position) = (PositionRecord::new(&game), game.position());
        if known {
            let analysis = self.solver(game.size())?.query(position).known();
            if analysis.is_complete() {
                record.known = Some(Box::new(ColumnsRecord::new(&given.position, position, &analysis)));
            }
        }
        Ok(Box::new(record))
    }

    fn info(&self) -> InfoRecord {
        InfoRecord {
            version: env!("CARGO_PKG_VERSION"),
            hash_mib: self.hash_mib,
            books: self.books.iter().map(BookRecord::new).collect(),
        }
    }

    fn configure(&mut self, hash_mib: usize) -> Result<Response, Error> {
        let size = self.solver.as_ref().map_or(BoardSize::STANDARD, Solver::size);
        // The old table goes first: a page may not have memory for both.
        let before = std::mem::replace(&mut self.hash_mib, hash_mib);
        self.solver = None;
        if let Err(error) = self.solver(size) {
            self.hash_mib = before;
            return Err(error);
        }
        Ok(Response::Done {})
    }

    fn start(&mut self, request: &TaskRequest) -> Result<Response, Error> {
        let game = request.given.game()?;
        let solver = self.solver(game.size())?;
        let task = RunningTask::new(request, &game, &solver)?;
        self.last_task += 1;
        self.tasks.insert(self.last_task, task);
        Ok(Response::Started { task: self.last_task })
    }

    fn step(&mut self, number: u32, nodes: Option<u64>) -> Result<Response, Error> {
        let task = self.tasks.get_mut(&number).ok_or(Error::NoTask { task: number })?;
        let step = task.step(nodes);
        if matches!(step, TaskStatus::Result(_)) {
            self.tasks.remove(&number);
        }
        Ok(Response::Step(step))
    }

    /// Returns the solver of a board.
    fn solver(&mut self, size: BoardSize) -> Result<Solver, Error> {
        if let Some(solver) = self.solver.as_ref().filter(|solver| solver.size() == size) {
            return Ok(solver.clone());
        }
        self.solver = None;
        let builder = SolverBuilder::on(size).threads(1).hash_mib(self.hash_mib)?;
        let builder = match self.books.iter().find(|book| book.size() == size) {
            Some(book) => builder.book(book.clone()),
            // A page loads the book of the standard board; of others the library knows the empty board.
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

fn reply<T: Serialize>(answer: Result<T, Error>) -> String {
    let reply = match answer {
        Ok(answer) => Reply::Ok(answer),
        Err(error) => Reply::Error(error.record()),
    };
    serde_json::to_string(&reply).unwrap_or_else(|error| unreachable!("records are plain data: {error}"))
}
