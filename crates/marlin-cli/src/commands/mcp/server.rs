//! [`Server`]: answers requests, one call of a tool at a time, and the other requests at once.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, SyncSender};
use std::thread;

use marlin_coach::task::TaskProgress;
use marlin_core::StopFlag;
use marlin_support::lines::Line;
use marlin_support::solvers::SolverPool;
use marlin_support::text::excerpt;
use serde_json::Value;

use super::message::{self, BUSY, Era, INTERNAL, Id, Message, NO_METHOD, Params, RpcError};
use super::tool::{self, Call, OnProgress};

/// The greatest number of calls that wait for their turn.
const MAX_WAITING: usize = 64;

/// A report of a thread to the server.
#[derive(Debug)]
pub(super) enum Event {
    /// A line was read.
    Line(Line),
    /// The input has ended.
    InputEnded(io::Result<()>),
    /// The running call has made progress.
    Progress(Box<TaskProgress>),
    /// The running call has ended, with its result as JSON, `None` after a failure.
    Finished(Option<String>),
}

/// A call of a tool that has no reply yet.
#[derive(Debug)]
struct PendingCall {
    id: Id,
    era: Era,
    call: Call,
    /// The name of its progress, if the client wants that.
    progress: Option<Id>,
}

/// The call that is carried out.
#[derive(Debug)]
struct RunningCall {
    id: Id,
    stop: StopFlag,
    progress: Option<Id>,
    /// The progress of the last report: each must be greater.
    reported: u64,
    /// Whether the client has withdrawn it: it has no reply then.
    is_cancelled: bool,
}

/// The state of a connection.
pub(super) struct Server<'a> {
    pool: SolverPool,
    out: &'a mut dyn Write,
    /// Passed on to calls.
    events: SyncSender<Event>,
    waiting: VecDeque<PendingCall>,
    running: Option<RunningCall>,
    has_ended: bool,
}

impl<'a> Server<'a> {
    pub(super) const fn new(pool: SolverPool, out: &'a mut dyn Write, events: SyncSender<Event>) -> Self {
        Self { pool, out, events, waiting: VecDeque::new(), running: None, has_ended: false }
    }

    /// Handles events until the input has ended and every call has its reply.
    pub(super) fn run(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        for event in inbox {
            match event {
                Event::Line(line) => self.handle_line(&line)?,
                Event::Progress(progress) => self.report(&progress)?,
                Event::Finished(result) => self.finish(result)?,
                Event::InputEnded(ended) => {
                    ended?;
                    self.has_ended = true;
                    self.running.iter().for_each(|running| running.stop.stop());
                }
            }
            self.start_next()?;
            if self.has_ended && self.running.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn handle_line(&mut self, line: &Line) -> io::Result<()> {
        let Some(message) = message::parse(line) else { return Ok(()) };
        match message {
            Ok(Message::Request { id, method, params }) => match self.answer(&id, &method, &params) {
                Ok(Some(result)) => self.write(&message::result_line(&id, &result)),
                Ok(None) => Ok(()),
                Err(error) => self.reject(Some(id), error),
            },
            Ok(Message::Notification { method, params }) => {
                if method == "notifications/cancelled" {
                    self.cancel(&params);
                }
                Ok(())
            }
            Ok(Message::Response) => Ok(()),
            Err((id, error)) => self.reject(id, error),
        }
    }

    /// Returns the result of a request as JSON, `None` if it follows later.
    fn answer(&mut self, id: &Id, method: &str, params: &Params) -> Result<Option<String>, RpcError> {
        // A client may send its first request with a version that only another method negotiates.
        let era = if method == "initialize" { Era::Negotiated } else { Era::of(params)? };
        let result = match method {
            "initialize" => era.result(message::initialize(params)?),
            "server/discover" if era == Era::Stateless => era.cacheable(message::discover()),
            "ping" => era.result(serde_json::Map::new()),
            "tools/list" if params.contains_key("cursor") => {
                return Err(RpcError::params("invalid cursor: the list of tools has one page"));
            }
            "tools/list" => era.cacheable(tool::list().map_err(|_| RpcError::new(INTERNAL, BUG))?),
            "tools/call" => return self.call(id, era, params),
            method => return Err(RpcError::new(NO_METHOD, format!("no method '{}'", excerpt(method)))),
        };
        Ok(Some(result))
    }

    /// Enqueues a call of a tool. Returns the result if that is an error.
    fn call(&mut self, id: &Id, era: Era, params: &Params) -> Result<Option<String>, RpcError> {
        let Some(name) = params.get("name").and_then(Value::as_str) else {
            return Err(RpcError::params("\"name\" must be the name of a tool"));
        };
        let none = Params::new();
        let arguments = match params.get("arguments") {
            None | Some(Value::Null) => &none,
            Some(Value::Object(arguments)) => arguments,
            Some(_) => return Err(RpcError::params("\"arguments\" must be an object")),
        };
        let Some(call) = Call::new(name, arguments, self.pool.main().size()) else {
            let names = tool::NAMES.map(|(name, ..)| name).join(", ");
            return Err(RpcError::params(format!("no tool '{}': there are {names}", excerpt(name))));
        };
        // A call that is cancelled has no reply, so another may have its id.
        let is_same = |running: &RunningCall| running.id == *id && !running.is_cancelled;
        let is_waiting = || self.waiting.iter().any(|waiting| waiting.id == *id);
        if self.running.as_ref().is_some_and(is_same) || is_waiting() {
            return Err(RpcError::invalid("the id is that of a call without a reply yet"));
        }
        let call = match call {
            Ok(call) => call,
            Err(error) => {
                return tool::failed(era, &error).map(Some).map_err(|_| RpcError::new(INTERNAL, BUG));
            }
        };
        if self.waiting.len() == MAX_WAITING {
            return Err(RpcError::new(
                BUSY,
                format!("{MAX_WAITING} calls wait already: send it again later"),
            ));
        }
        let progress = params.get("_meta").and_then(|meta| Id::new(meta.get("progressToken")?));
        self.waiting.push_back(PendingCall { id: id.clone(), era, call, progress });
        Ok(None)
    }

    /// Withdraws a call. It may be unknown, because it has just ended.
    fn cancel(&mut self, params: &Params) {
        let Some(id) = params.get("requestId").and_then(Id::new) else { return };
        self.waiting.retain(|waiting| waiting.id != id);
        if let Some(running) = self.running.as_mut().filter(|running| running.id == id) {
            running.is_cancelled = true;
            running.stop.stop();
        }
    }

    /// Starts the next call, if none is carried out.
    fn start_next(&mut self) -> io::Result<()> {
        while self.running.is_none() {
            let Some(PendingCall { id, era, call, progress }) = self.waiting.pop_front() else { break };
            let stop = StopFlag::new();
            if self.has_ended {
                stop.stop();
            }
            if self.spawn(call, era, stop.clone(), progress.is_some()).is_err() {
                self.reject(Some(id), RpcError::new(INTERNAL, "cannot start a thread: try again later"))?;
                continue;
            }
            self.running = Some(RunningCall { id, stop, progress, reported: 0, is_cancelled: false });
        }
        Ok(())
    }

    /// Starts the thread of a call. It always reports its end.
    fn spawn(&self, call: Call, era: Era, stop: StopFlag, reports: bool) -> io::Result<()> {
        let (pool, events) = (self.pool.clone(), self.events.clone());
        thread::Builder::new().name("call".to_owned()).spawn(move || {
            // Without a server there is no client either.
            let mut report =
                |progress: &TaskProgress| drop(events.send(Event::Progress(Box::new(progress.clone()))));
            let report: Option<&mut OnProgress<'_>> = if reports { Some(&mut report) } else { None };
            // Unwind safe: a call shares only tables, whose entries are checked when they are read.
            let result = panic::catch_unwind(AssertUnwindSafe(|| call.run(era, &pool, &stop, report)));
            drop(events.send(Event::Finished(result.ok().and_then(Result::ok))));
        })?;
        Ok(())
    }

    /// Reports the progress of the running call.
    fn report(&mut self, progress: &TaskProgress) -> io::Result<()> {
        let Some(running) = self.running.as_mut().filter(|running| !running.is_cancelled) else {
            return Ok(());
        };
        let Some(token) = running.progress.as_ref().filter(|_| progress.nodes > running.reported) else {
            return Ok(());
        };
        running.reported = progress.nodes;
        let line = message::progress_line(token, progress.nodes, &progress_in_words(progress));
        self.write(&line)
    }

    /// Replies to the running call, unless it was cancelled.
    fn finish(&mut self, result: Option<String>) -> io::Result<()> {
        match (self.running.take(), result) {
            (Some(RunningCall { is_cancelled: true, .. }) | None, _) => Ok(()),
            (Some(running), Some(result)) => self.write(&message::result_line(&running.id, &result)),
            (Some(running), None) => self.reject(Some(running.id), RpcError::new(INTERNAL, BUG)),
        }
    }

    fn reject(&mut self, id: Option<Id>, error: RpcError) -> io::Result<()> {
        self.write(&message::error_line(&(id, error)))
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        self.out.write_all(line.as_bytes())?;
        self.out.flush()
    }
}

/// The message of a failure that should not happen.
const BUG: &str = "the call failed: this is a bug in marlin";

/// Returns the findings of a task so far in words.
fn progress_in_words(progress: &TaskProgress) -> String {
    let nodes = format!("{} nodes", progress.nodes);
    match (progress.moves_left, progress.bounds) {
        (Some(left), _) => format!("{nodes}, {left} moves left"),
        (None, Some(bounds)) => format!("{nodes}, proven bounds of the score {bounds}"),
        (None, None) => nodes,
    }
}
