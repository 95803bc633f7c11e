//! The OpenAPI document agrees with the answers.

use axum::body::Body;
use axum::http::Request;
use jsonschema::Validator;
use marlin_core::BoardSize;
use serde_json::{Value, json};

use super::TestServer;
use super::document::{self, text};

/// Returns the document as the server sends it.
async fn document(server: &TestServer) -> Value {
    server.get("/api/v1/openapi.json").await.json()
}

/// Returns what checks a value against a schema of the document.
fn validator(document: &Value, schema: &Value) -> Validator {
    let mut root = schema.clone();
    root["components"] = document["components"].clone();
    jsonschema::draft202012::new(&root).unwrap()
}

/// Returns an object of the document, also where a reference names it.
fn resolve<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    value["$ref"].as_str().map_or(value, |name| document.pointer(&name[1..]).expect(name))
}

/// `MARLIN_WRITE=1 cargo test -p marlin-server openapi` writes the document anew.
#[tokio::test]
async fn the_document_is_that_of_the_records_and_the_answers() {
    let server = TestServer::new(|_| {});
    let ask = async |method: &str, url: &str| match method {
        "get" => server.get(url).await.text,
        _ => server.post(url, "").await.text,
    };
    let expected = text(&document::document(ask).await, 0) + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json");
    if std::env::var_os("MARLIN_WRITE").is_some() {
        std::fs::write(path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap();
    let lines = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert_eq!(lines, None, "MARLIN_WRITE=1 cargo test -p marlin-server openapi writes the document anew");
    assert_eq!(found.len(), expected.len());
}

#[tokio::test]
async fn answers_are_as_their_schemas_say() {
    let server = TestServer::new(|_| {});
    let document = document(&server).await;
    for url in [
        "/api/v1/analyze?moves=4433",
        "/api/v1/analyze?moves=1212121",
        "/api/v1/analyze?board=10x6&time=20",
        "/api/v1/solve?moves=52271237417",
        "/api/v1/solve?moves=1212121",
        "/api/v1/solve?board=10x6&nodes=100",
        "/api/v1/analyze?moves=4433&line=4",
        "/api/v1/analyze?position=..../..../..O./.XX.",
        "/api/v1/position?moves=1212121",
        "/api/v1/position?position=..../..../..O./.XX.",
        "/api/v1/reach?position=..../..../.OO./.XX.",
        "/api/v1/reach?position=..../..../OOO./.XX.",
        "/api/v1/best?moves=1212121",
        "/api/v1/best?board=10x6&time=20&level=9",
        "/api/v1/explain?moves=6753313356447316657265273262",
        "/api/v1/explain?moves=44",
        "/api/v1/explain?moves=1212121",
        "/api/v1/explain?board=10x6&time=20",
        "/api/v1/explore?moves=44",
        "/api/v1/explore?moves=1212121",
        "/api/v1/explore?board=10x6&time=20",
        "/api/v1/review?moves=4444452353323",
        "/api/v1/review?moves=1212121",
        "/api/v1/review?moves=1212121&setup=3",
        "/api/v1/review?board=10x6&time=20&moves=1,2,3,4",
        "/solve?pos=444444",
        "/solve/connect4?position=444444&level=1",
    ] {
        let path = url.split('?').next().unwrap();
        let schema =
            &document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{path} has a schema");
        let answer = server.get(url).await.json();
        if let Err(error) = validator(&document, schema).validate(&answer) {
            panic!("{url}: {error} in {answer}");
        }
    }
    let schema = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let problem = server.get("/api/v1/solve?moves=x").await.json();
    assert!(validator(&document, &schema("Problem")).is_valid(&problem));
    assert!(
        !validator(&document, &schema("Problem")).is_valid(&json!({"message": "no"})),
        "schemas can fail"
    );
    let lines = server.post("/api/v1/lines", "44\nx\n").await.text;
    for (line, name) in lines.lines().zip(["Columns", "LineProblem"]) {
        assert!(validator(&document, &schema(name)).is_valid(&serde_json::from_str(line).unwrap()), "{line}");
    }
    let events = server.get("/api/v1/analyze/events?board=10x6&time=200").await.text;
    for event in events.split("\n\n").filter(|event| event.starts_with("event: progress")) {
        let data = serde_json::from_str(event.split_once("data: ").unwrap().1).unwrap();
        assert!(validator(&document, &schema("Progress")).is_valid(&data), "{event}");
    }
}

/// The requests that do the same little work for HEAD as for GET.
const CHEAP: [&str; 4] = ["/healthz", "/readyz", "/metrics", "/api/v1/openapi.json"];

#[tokio::test]
async fn no_request_without_a_body_in_its_answer_does_the_work_of_one() {
    let server = TestServer::new(|_| {});
    let document = document(&server).await;
    for (path, _) in
        document["paths"].as_object().unwrap().iter().filter(|(_, methods)| methods["get"].is_object())
    {
        let answer = server.ask(Request::head(path).body(Body::empty()).unwrap()).await;
        let expected = if CHEAP.contains(&path.as_str()) { 200 } else { 405 };
        assert_eq!((answer.status().as_u16(), &*answer.text), (expected, ""), "{path}");
    }
}

#[tokio::test]
async fn every_request_of_the_document_exists_and_has_the_parameters_it_names() {
    let server = TestServer::new(|_| {});
    let document = document(&server).await;
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    let boards: Vec<_> = BoardSize::all().map(|size| size.to_string()).collect();
    assert_eq!(document["components"]["parameters"]["board"]["schema"]["enum"], json!(boards));
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            for given in parameters.iter().map(|given| resolve(&document, given)) {
                let name = given["name"].as_str().unwrap();
                let url = format!("{path}?{name}=~");
                let answer =
                    if method == "get" { server.get(&url).await } else { server.post(&url, "").await };
                assert_eq!(answer.status().as_u16(), 400, "{url}");
                assert_eq!(answer.json()["field"], *name, "{url} is refused for its value: {}", answer.text);
                assert!(!answer.text.contains("no parameter"), "{url}: {}", answer.text);
            }
        }
    }
}
