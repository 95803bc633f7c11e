//! JSON-RPC 2.0: a line to a message, and replies to lines.

use marlin_support::lines::Line;
use serde::Serialize;
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

impl RpcError {
    const fn new(code: i32, message: String) -> Self {
        Self { code, message, data: None }
    }

    /// The line is no JSON.
    pub(super) const fn parse(message: String) -> Self {
        Self::new(-32700, message)
    }

    /// The JSON is no message.
    pub(super) fn invalid(message: &str) -> Self {
        Self::new(-32600, message.to_owned())
    }

    /// The server does not have the method.
    pub(super) const fn no_method(message: String) -> Self {
        Self::new(-32601, message)
    }

    /// The parameters are not those of the method.
    pub(super) const fn params(message: String) -> Self {
        Self::new(-32602, message)
    }

    /// The server has failed.
    pub(super) fn internal(message: &str) -> Self {
        Self::new(-32603, message.to_owned())
    }

    /// Too many calls wait.
    pub(super) const fn busy(message: String) -> Self {
        Self::new(-32000, message)
    }

    /// The version of the protocol is unknown.
    pub(super) fn version(requested: &str, supported: &[&str]) -> Self {
        let data = Some(Box::new(json!({"requested": requested, "supported": supported})));
        Self { data, ..Self::new(-32022, "Unsupported protocol version".to_owned()) }
    }
}

/// An error, with the request that it answers if that is known.
#[derive(Debug, PartialEq)]
pub(super) struct Rejection {
    pub(super) id: Option<Id>,
    pub(super) error: RpcError,
}

/// Parses a line. Blank lines are `None`.
pub(super) fn parse(line: &Line) -> Option<Result<Message, Rejection>> {
    let parsed = match line {
        Ok(text) if text.trim().is_empty() => return None,
        Ok(text) => serde_json::from_str(text).map_err(|error| format!("the line is not JSON: {error}")),
        Err(error) => Err(error.to_string()),
    };
    Some(match parsed {
        Ok(value) => message(value),
        Err(error) => Err(Rejection { id: None, error: RpcError::parse(error) }),
    })
}

/// Returns the message of a line.
fn message(value: Value) -> Result<Message, Rejection> {
    let Value::Object(mut fields) = value else {
        let error = if value.is_array() {
            "a batch is not supported: send each message as an object on a line of its own"
        } else {
            "a message is an object"
        };
        return Err(Rejection { id: None, error: RpcError::invalid(error) });
    };
    let id = fields.get("id").map(|id| Id::new(id).ok_or("the id must be a string or a whole number"));
    let known = id.clone().and_then(Result::ok);
    let reject = |error| Rejection { id: known.clone(), error };
    let invalid = |error: &str| reject(RpcError::invalid(error));
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
        Some(_) => return Err(reject(RpcError::params("\"params\" must be an object".to_owned()))),
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
pub(super) fn error_line(rejection: &Rejection) -> String {
    format!("{}\n", json!({"jsonrpc": "2.0", "id": rejection.id, "error": rejection.error}))
}

/// Returns the progress of a request that has given a name to it.
pub(super) fn progress_line(token: &Id, progress: u64, message: &str) -> String {
    let params = json!({"progressToken": token, "progress": progress, "message": message});
    format!("{}\n", json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Message, Rejection> {
        parse(&Ok(line.to_owned())).expect("a line that is not blank")
    }

    fn code(line: &str) -> (Value, i32) {
        let Rejection { id, error } = parsed(line).unwrap_err();
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
}
