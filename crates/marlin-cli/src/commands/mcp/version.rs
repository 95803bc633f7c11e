//! The versions of the protocol.

use serde_json::{Map, Value, json};

use super::message::{Params, RpcError};

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
        if version == STATELESS { Ok(Self::Stateless) } else { Err(RpcError::version(version, &supported())) }
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
        return Err(RpcError::params("\"protocolVersion\" must be a string".to_owned()));
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
        assert_eq!(era(json!("1999-01-01")), Err(RpcError::version("1999-01-01", &supported())));
        assert!(era(json!(7)).is_err());
        assert_eq!(Era::of(&params(&json!({"_meta": {"progressToken": 1}}))), Ok(Era::Negotiated));
        let incomplete = json!({"_meta": {format!("{PREFIX}/protocolVersion"): STATELESS}});
        assert!(Era::of(&params(&incomplete)).is_err());
    }
}
