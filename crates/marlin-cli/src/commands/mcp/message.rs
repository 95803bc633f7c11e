//! JSON-RPC 2.0: a line to a message, and replies to lines; and the versions of the protocol.

use marlin_support::lines::Line;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value, json};

/// The parameters of a message.
pub(super) type Params = Map<String, Value>;

/// A message of the client.
#[derive(Debug, PartialEq)]
pub(super) enum Message {
    /// It has a reply.
    Request { id: Id, method: String, params: Params },
    /// It has none.
    Notification { method: String, params: Params },
    /// The reply to a request of a server: this one makes none.
    Response,
}

/// The name of a request or of its progress: text or a whole number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Id {
    Number(Number),
    Text(String),
}

impl Id {
    /// Returns a name that the client has given, `None` for any other value.
    pub(super) fn new(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) if !number.is_f64() => Some(Self::Number(number.clone())),
            Value::String(text) => Some(Self::Text(text.clone())),
            _ => None,
        }
    }
}

/// The reason why a line has no result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct RpcError {
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Box<Value>>,
}

/// The codes of errors: the line is not JSON, not a message, asks for an unknown method, or has wrong parameters; the server
/// fails, has too much to do, or does not know the version.
const PARSE: i32 = -32700;
const INVALID: i32 = -32600;
pub(super) const NO_METHOD: i32 = -32601;
const PARAMS: i32 = -32602;
pub(super) const INTERNAL: i32 = -32603;
pub(super) const BUSY: i32 = -32000;
const VERSION: i32 = -32022;

impl RpcError {
    pub(super) fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// The line is not a message of the protocol.
    pub(super) fn invalid(message: &str) -> Self {
        Self::new(INVALID, message)
    }

    /// The parameters are wrong.
    pub(super) fn params(message: impl Into<String>) -> Self {
        Self::new(PARAMS, message)
    }

    /// The version is unknown.
    fn version(requested: &str) -> Self {
        let data = Some(Box::new(json!({"requested": requested, "supported": supported()})));
        Self { data, ..Self::new(VERSION, "Unsupported protocol version") }
    }
}

/// An error in reply to the line with an id, if that is known.
pub(super) type Rejection = (Option<Id>, RpcError);

/// The id of an object, whatever its other fields have: text that is no Unicode, or numbers and nesting beyond limits.
#[derive(Deserialize)]
struct Named {
    id: Value,
}

/// Parses a line. Blank lines are `None`.
pub(super) fn parse(line: &Line) -> Option<Result<Message, Rejection>> {
    let rejected = |id, error| Some(Err((id, RpcError::new(PARSE, error))));
    match line {
        Ok(text) if text.trim().is_empty() => None,
        Ok(text) => match serde_json::from_str(text) {
            Ok(value) => Some(message(value)),
            Err(error) => {
                let named = serde_json::from_str(text).ok().and_then(|Named { id }| Id::new(&id));
                rejected(named, format!("the line is not JSON: {error}"))
            }
        },
        Err(error) => rejected(None, error.to_string()),
    }
}

/// Returns the message of a line.
fn message(value: Value) -> Result<Message, Rejection> {
    let Value::Object(mut fields) = value else {
        let error = if value.is_array() {
            "a batch is not supported: send each message as an object on a line of its own"
        } else {
            "a message is an object"
        };
        return Err((None, RpcError::invalid(error)));
    };
    let id = fields.get("id").map(|id| Id::new(id).ok_or("the id must be a string or a whole number"));
    let known = id.clone().and_then(Result::ok);
    let invalid = |error: &str| (known.clone(), RpcError::invalid(error));
    if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(invalid("\"jsonrpc\" must be \"2.0\""));
    }
    let method = match fields.remove("method") {
        Some(Value::String(method)) => method,
        None if fields.contains_key("result") || fields.contains_key("error") => {
            return Ok(Message::Response);
        }
        _ => return Err(invalid("\"method\" must be a string")),
    };
    let id = id.transpose().map_err(invalid)?;
    let params = match fields.remove("params") {
        None => Params::new(),
        Some(Value::Object(params)) => params,
        // A notification has no reply, not even an error.
        Some(_) if id.is_none() => Params::new(),
        Some(_) => return Err((known, RpcError::params("\"params\" must be an object"))),
    };
    Ok(match id {
        Some(id) => Message::Request { id, method, params },
        None => Message::Notification { method, params },
    })
}

/// Returns the reply to a request with its result, which is JSON.
pub(super) fn result_line(id: &Id, result: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{result}}}\n", json!(id))
}

/// Returns the reply to a line without a result.
pub(super) fn error_line((id, error): &Rejection) -> String {
    format!("{}\n", json!({"jsonrpc": "2.0", "id": id, "error": error}))
}

/// Returns the progress of a request that has given a name to it.
pub(super) fn progress_line(token: &Id, progress: u64, message: &str) -> String {
    let params = json!({"progressToken": token, "progress": progress, "message": message});
    format!("{}\n", json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}))
}

/// The version in which each request names its version, and nothing is negotiated before.
const STATELESS: &str = "2026-07-28";

/// The versions that `initialize` negotiates, the newest first. Of that of 2025-03-26 batches are refused.
const NEGOTIATED: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The prefix of the fields that the protocol adds to the metadata of a message.
const PREFIX: &str = "io.modelcontextprotocol";

/// The time for which a client may keep the list of tools, in milliseconds: it never changes.
const LIST_TTL_MS: u64 = 3_600_000;

/// The instructions for the model.
const INSTRUCTIONS: &str = "Exact answers about Connect Four, on 7x6 and on other boards. Columns are numbered from 1 on the \
    left; X moves first. A position is the columns played from the empty board, as in \"4433\". Scores are from the side to \
    move: 0 is a draw, above 0 it wins, below 0 it loses; a win counts the stones that the winner has left, the winning \
    one included, so a greater score is a quicker win. Every score is proven: one that is not proven within the limits is null, with proven bounds.";

/// The kind of protocol that a request follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Era {
    /// A version was negotiated before, or will be.
    Negotiated,
    /// The request names its version itself.
    Stateless,
}

impl Era {
    /// Returns the kind of protocol of a request.
    ///
    /// # Errors
    ///
    /// The request names a version that is unknown, or not all that such a request must name.
    pub(super) fn of(params: &Params) -> Result<Self, RpcError> {
        let meta = params.get("_meta").and_then(Value::as_object);
        let field = |name: &str| meta.and_then(|meta| meta.get(&format!("{PREFIX}/{name}")));
        let Some(version) = field("protocolVersion") else { return Ok(Self::Negotiated) };
        let version = version.as_str();
        let version =
            version.ok_or_else(|| RpcError::params(format!("{PREFIX}/protocolVersion must be a string")))?;
        if field("clientCapabilities").is_none() {
            return Err(RpcError::params(format!("_meta must have {PREFIX}/clientCapabilities")));
        }
        if version == STATELESS { Ok(Self::Stateless) } else { Err(RpcError::version(version)) }
    }

    /// Returns the fields that every result has.
    pub(super) fn fields(self) -> Map<String, Value> {
        match self {
            Self::Negotiated => Map::new(),
            Self::Stateless => {
                let meta = json!({format!("{PREFIX}/serverInfo"): server_info()});
                Map::from_iter([("resultType".to_owned(), json!("complete")), ("_meta".to_owned(), meta)])
            }
        }
    }

    /// Returns a result as JSON.
    pub(super) fn result(self, mut fields: Map<String, Value>) -> String {
        fields.extend(self.fields());
        Value::Object(fields).to_string()
    }

    /// Returns a result that a client may keep as JSON.
    pub(super) fn cacheable(self, mut fields: Map<String, Value>) -> String {
        if self == Self::Stateless {
            fields.insert("ttlMs".to_owned(), LIST_TTL_MS.into());
            fields.insert("cacheScope".to_owned(), "public".into());
        }
        self.result(fields)
    }
}

/// Returns the result of `initialize`: the version of the client if it is known, and the newest one otherwise.
pub(super) fn initialize(params: &Params) -> Result<Map<String, Value>, RpcError> {
    let Some(requested) = params.get("protocolVersion").and_then(Value::as_str) else {
        return Err(RpcError::params("\"protocolVersion\" must be a string"));
    };
    let version = NEGOTIATED.into_iter().find(|&version| version == requested).unwrap_or(NEGOTIATED[0]);
    Ok(described([("protocolVersion", json!(version)), ("serverInfo", server_info())]))
}

/// Returns the result of `server/discover`.
pub(super) fn discover() -> Map<String, Value> {
    described([("supportedVersions", json!(supported()))])
}

/// Returns fields with those that describe the server.
fn described<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    let shared = [("capabilities", json!({"tools": {}})), ("instructions", json!(INSTRUCTIONS))];
    fields.into_iter().chain(shared).map(|(name, value)| (name.to_owned(), value)).collect()
}

fn supported() -> Vec<&'static str> {
    [STATELESS].into_iter().chain(NEGOTIATED).collect()
}

fn server_info() -> Value {
    json!({"name": "marlin", "title": "Marlin", "version": env!("CARGO_PKG_VERSION")})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Message, Rejection> {
        parse(&Ok(line.to_owned())).expect("a line that is not blank")
    }

    fn code(line: &str) -> (Value, i32) {
        let (id, error) = parsed(line).unwrap_err();
        (json!(id), error.code)
    }

    #[test]
    fn requests_have_an_id_and_notifications_have_none() {
        let params = Params::new();
        let request = parsed(r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#);
        let id = Id::Text("a".to_owned());
        assert_eq!(request, Ok(Message::Request { id, method: "ping".to_owned(), params: params.clone() }));
        let notification = parsed(r#"{"jsonrpc":"2.0","method":"x","params":{}}"#);
        assert_eq!(notification, Ok(Message::Notification { method: "x".to_owned(), params }));
        let without_reply = parsed(r#"{"jsonrpc":"2.0","method":"x","params":[]}"#);
        assert_eq!(
            without_reply,
            Ok(Message::Notification { method: "x".to_owned(), params: Params::new() })
        );
        assert_eq!(parsed(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), Ok(Message::Response));
        assert_eq!(parse(&Ok(" ".to_owned())), None);
    }

    #[test]
    fn nesting_has_a_limit() {
        assert_eq!(code(&"[".repeat(100_000)), (Value::Null, -32700));
    }

    #[test]
    fn an_error_has_the_code_of_its_kind_and_the_id_where_there_is_one() {
        for (line, id, expected) in [
            ("{", Value::Null, -32700),
            (r#""\ud800""#, Value::Null, -32700),
            (r#"{"id":7,"params":["\ud800"#, Value::Null, -32700),
            (r#"{"params":{"position":"\ud800"},"id":7}"#, json!(7), -32700),
            (r#"{"id":"\ud83d\ude00","params":[1e999]}"#, json!("😀"), -32700),
            (&format!(r#"{{"id":"a","params":{}{}}}"#, "[".repeat(200), "]".repeat(200)), json!("a"), -32700),
            ("[]", Value::Null, -32600),
            ("7", Value::Null, -32600),
            ("{}", Value::Null, -32600),
            (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, json!(1), -32600),
            (r#"{"jsonrpc":"2.0","id":"a"}"#, json!("a"), -32600),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Value::Null, -32600),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, Value::Null, -32600),
            (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, json!(1), -32600),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, json!(1), -32602),
        ] {
            assert_eq!(code(line), (id, expected), "{line}");
        }
    }

    fn params(value: &Value) -> Params {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn a_known_version_is_kept_and_an_unknown_one_gets_the_newest() {
        for (requested, version) in [
            ("2024-11-05", "2024-11-05"),
            ("2025-03-26", "2025-03-26"),
            ("2025-06-18", "2025-06-18"),
            ("2025-11-25", "2025-11-25"),
            ("2026-07-28", "2025-11-25"),
            ("1999-01-01", "2025-11-25"),
        ] {
            let result = initialize(&params(&json!({"protocolVersion": requested}))).unwrap();
            assert_eq!(result["protocolVersion"], version, "{requested}");
        }
        assert!(initialize(&Params::new()).is_err());
    }

    #[test]
    fn a_request_may_name_its_version_itself() {
        let era = |version: Value| {
            let [version_name, capabilities] =
                ["protocolVersion", "clientCapabilities"].map(|name| format!("{PREFIX}/{name}"));
            Era::of(&params(&json!({"_meta": {version_name: version, capabilities: {}}})))
        };
        assert_eq!(era(json!("2026-07-28")), Ok(Era::Stateless));
        assert_eq!(era(json!("1999-01-01")), Err(RpcError::version("1999-01-01")));
        assert!(era(json!(7)).is_err());
        assert_eq!(Era::of(&params(&json!({"_meta": {"progressToken": 1}}))), Ok(Era::Negotiated));
        let incomplete = json!({"_meta": {format!("{PREFIX}/protocolVersion"): STATELESS}});
        assert!(Era::of(&params(&incomplete)).is_err());
    }
}
