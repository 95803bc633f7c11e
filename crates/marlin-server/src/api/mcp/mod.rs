//! The Model Context Protocol: six tools for assistants, at `/mcp` and on standard input and output. A call
//! is a request of the coach, which the threads of all requests answer; the SDK has the protocol.
//!
//! | file | contents |
//! |---|---|
//! | `tool` | the tools, and the findings of a call in words |

mod tool;

use std::future::Future;
use std::io::{self, IsTerminal, Write};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request as HttpRequest, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{MethodRouter, post};
use http_body_util::Full;
use marlin_coach::request::{Found, Request};
use marlin_coach::task::{Task, TaskProgress};
use marlin_core::{Limits, Solver};
use marlin_support::text::excerpt;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult, ErrorCode,
    ErrorData, Implementation, InitializeRequestParams, InitializeResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RxJsonRpcMessage, TxJsonRpcMessage, serve_directly};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService, Transport};
use rmcp::{RoleServer, ServerHandler};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, stdin, stdout};
use tokio::sync::{mpsc, watch};

use self::tool::TOOLS;
use super::Problem;
use super::lines::collect;
use super::requests::Shared;
use crate::client;
use crate::metrics::Metrics;
use crate::options::Options;
use crate::pool::{Budget, Lane, Phase, Rejected};

/// The instructions for the model.
const INSTRUCTIONS: &str = "Exact answers about Connect Four, on 7x6 and on other boards. Columns are numbered from 1 on the \
    left; X moves first. A position is the columns played from the empty board, as in \"4433\". Scores are from the side to \
    move: 0 is a draw, above 0 it wins, below 0 it loses; a win counts the stones that the winner has left, the winning \
    one included, so a greater score is a quicker win. Every score is proven: a score that is not proven within the limits is null, with proven bounds.";

/// The code of the error that a client gets while too many calls wait.
const BUSY: ErrorCode = ErrorCode(-32000);

/// The time between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// The maximum length of a line, in bytes. The description of a client is one line and may have icons.
const MAX_LINE: usize = 256 << 10;

/// A message may have this part of `--max-body`, because it takes several times its size once it is parsed.
const SHARE: usize = 16;

/// The tools of a server.
#[derive(Clone)]
struct Tools {
    shared: Arc<Shared>,
    list: Arc<[Tool]>,
}

impl Tools {
    fn new(shared: Arc<Shared>) -> Self {
        let (board, most) = (shared.pool.board(), shared.options.time);
        Self { list: TOOLS.iter().map(|tool| tool.listed(board, most)).collect(), shared }
    }

    /// Carries a call out, and reports its progress if the client has given a name to it.
    async fn call(
        &self,
        request: Request,
        time: Duration,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let budget = Budget::from_now(time, request.nodes);
        let (sender, mut progress) = mpsc::channel(1);
        let token = context.meta.get_progress_token();
        let sender = token.is_some().then_some(sender);
        let run = move |request: &Request, solver: &Solver, limits: &Limits| match &sender {
            Some(sender) => run_in_steps(request, solver, limits, sender),
            None => request.run(solver, limits),
        };
        let mut search = pin!(self.shared.find_by(Lane::Single, request.clone(), budget, run));
        let mut reported = 0;
        let found = loop {
            tokio::select! {
                found = &mut search => break found,
                () = context.ct.cancelled() => return Err(ErrorData::internal_error("cancelled", None)),
                Some(found) = progress.recv() => {
                    // Each report must state more progress than the last.
                    if let Some(token) = token.clone().filter(|_| found.nodes > reported) {
                        reported = found.nodes;
                        let report = ProgressNotificationParam::new(token, found.nodes as f64);
                        // A client that takes no report gets the result.
                        let _ = context.peer.notify_progress(report.with_message(in_words(&found))).await;
                    }
                }
            }
        };
        match found {
            Ok((found, answer)) => tool::result(&request, &found, &answer)
                .map_err(|error| ErrorData::internal_error(error.to_string(), None)),
            Err(Problem { status: StatusCode::SERVICE_UNAVAILABLE, error, .. }) => {
                Err(ErrorData::new(BUSY, error, None))
            }
            Err(Problem { status: StatusCode::INTERNAL_SERVER_ERROR, error, .. }) => {
                Err(ErrorData::internal_error(error, None))
            }
            Err(problem) => Ok(tool::failed(problem.error)),
        }
    }
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("marlin", env!("CARGO_PKG_VERSION")).with_title("Marlin"))
            .with_instructions(INSTRUCTIONS)
    }

    async fn initialize(
        &self,
        mut request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let result = self.negotiate_initialize(&request)?;
        // Later results have the form of the version that is agreed on.
        request.protocol_version = result.protocol_version.clone();
        context.peer.set_peer_info(request);
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if request.is_some_and(|request| request.cursor.is_some()) {
            return Err(ErrorData::invalid_params("invalid cursor: the list of tools has one page", None));
        }
        Ok(ListToolsResult::with_all_items(self.list.to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = TOOLS.iter().find(|tool| tool.name == request.name) else {
            let names = TOOLS.map(|tool| tool.name).join(", ");
            let error = format!("no tool '{}': there are {names}", excerpt(&request.name));
            return Err(ErrorData::invalid_params(error, None));
        };
        let given = request.arguments.unwrap_or_default();
        let result = match tool.read(&given, self.shared.pool.board(), self.shared.options.time) {
            Ok((request, time)) => self.call(request, time, &context).await?,
            Err(error) => tool::failed(error),
        };
        Ok(result.into())
    }

    /// Rejects a request that the SDK cannot read.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = excerpt(&request.method);
        Err(match &*method {
            "initialize" | "tools/call" => {
                ErrorData::invalid_params(format!("wrong parameters of {method}"), None)
            }
            _ => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("no method '{method}'"), None),
        })
    }
}

/// Returns the findings of a request, and sends its progress from time to time. A slow client misses some of
/// it.
fn run_in_steps(
    request: &Request,
    solver: &Solver,
    limits: &Limits,
    sender: &mpsc::Sender<TaskProgress>,
) -> Found {
    let step = Limits { time: Some(REPORT_INTERVAL), stop: limits.stop.clone(), ..Limits::NONE };
    let mut task = request.task(solver, limits);
    loop {
        if let Some(found) = task.step(&step) {
            return found;
        }
        let _ = sender.try_send(task.progress());
    }
}

/// Describes the progress of a task.
fn in_words(progress: &TaskProgress) -> String {
    let nodes = format!("{} nodes", progress.nodes);
    match (progress.moves_left, progress.bounds) {
        (Some(left), _) => format!("{nodes}, {left} moves left"),
        (None, Some(bounds)) => format!("{nodes}, proven bounds of the score {bounds}"),
        (None, None) => nodes,
    }
}

/// Returns the route of the tools over HTTP. Each message is a request without a session, so that a client
/// leaves nothing behind.
pub(super) fn route(shared: &Arc<Shared>) -> MethodRouter<Arc<Shared>> {
    let options = &shared.options;
    let most = options.max_body / SHARE;
    // The host of every request is checked already.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(most)
        .disable_allowed_hosts();
    let config = if options.cors.iter().any(|origin| origin == "*") {
        config
    } else {
        config
            .with_allowed_origins(options.cors.iter().map(|origin| with_port(origin)))
            .enforce_origin_validation()
    };
    let tools = Tools::new(Arc::clone(shared));
    let service = StreamableHttpService::new(
        move || Ok(tools.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    post(async move |State(shared): State<Arc<Shared>>, request: HttpRequest| {
        let (head, body) = request.into_parts();
        let (message, _memory) = collect(body, &shared, most).await?;
        tokio::select! {
            response = service.handle(HttpRequest::from_parts(head, Full::new(message))) => {
                Ok::<Response, Problem>(response.map(Body::new))
            }
            () = client::closed() => Err(Rejected::ClientLeft.into()),
        }
    })
}

/// Returns an origin with its port, which a browser leaves out if it is the default of the scheme.
fn with_port(origin: &str) -> String {
    let (scheme, host) = origin.split_once("://").unwrap_or_default();
    let has_port = host.trim_end_matches(|digit: char| digit.is_ascii_digit()).ends_with(':');
    let port = if scheme == "https" { 443 } else { 80 };
    if has_port { origin.to_owned() } else { format!("{origin}:{port}") }
}

/// Serves the tools on standard input and output until one of them ends.
pub(crate) async fn serve(options: &Options, solver: &Solver, metrics: &Arc<Metrics>) -> io::Result<()> {
    if io::stdin().is_terminal() {
        // Without a terminal a client reads this stream, or none does.
        let _ = writeln!(io::stderr(), "A client of MCP starts this program: see 'marlin-server help mcp'.");
    }
    serve_on(options, solver, metrics, stdin(), stdout()).await
}

/// Serves the tools on an input and an output.
pub(crate) async fn serve_on(
    options: &Options,
    solver: &Solver,
    metrics: &Arc<Metrics>,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> io::Result<()> {
    let (phase, phases) = watch::channel(Phase::Serving);
    let shared = Shared::start(options, solver, metrics, phases)?;
    // The last line need not have an end.
    let lines = AsyncRwTransport::new_server(input.chain(&b"\n"[..]), output).with_max_line_length(MAX_LINE);
    let service = serve_directly(Tools::new(shared), Connection { lines, phase }, None);
    service.waiting().await.map_or_else(|error| Err(error.into()), |_| Ok(()))
}

/// A connection whose end stops the searches: they are answered by the bounds that are proven until then.
struct Connection<T> {
    lines: T,
    phase: watch::Sender<Phase>,
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Connection<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let (sent, phase) = (self.lines.send(message), self.phase.clone());
        async move {
            sent.await.inspect_err(|_| {
                phase.send_replace(Phase::Stopping);
            })
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let mut phases = self.phase.subscribe();
        let message = tokio::select! {
            message = self.lines.receive() => message,
            _ = phases.wait_for(|&phase| phase == Phase::Stopping) => None,
        };
        if message.is_none() {
            self.phase.send_replace(Phase::Stopping);
        }
        message
    }

    async fn close(&mut self) -> Result<(), T::Error> {
        self.lines.close().await
    }
}
