//! The page, and pages of other origins.

use std::fs;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use tempfile::TempDir;

use super::TestServer;

/// Returns a folder with a page.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, content) in [
        ("index.html", "<title>a page</title>"),
        ("marlin.wasm", "module"),
        ("marlin.wasm.br", "smaller"),
        ("app-0123abcd.js", "//"),
        ("style.css", "a{}"),
    ] {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

fn server(folder: &TempDir) -> TestServer {
    TestServer::new(|options| options.page = Some(folder.path().to_owned()))
}

#[tokio::test]
async fn the_files_of_a_page_have_their_types() {
    let folder = folder();
    let server = server(&folder);
    for (url, kind, cached) in [
        ("/", "text/html", "no-cache"),
        ("/index.html", "text/html", "no-cache"),
        ("/marlin.wasm", "application/wasm", "no-cache"),
        ("/app-0123abcd.js", "text/javascript", "public, max-age=31536000, immutable"),
        ("/style.css", "text/css", "no-cache"),
    ] {
        let answer = server.get(url).await;
        let fields =
            ["content-type", "cache-control", "x-content-type-options"].map(|name| answer.header(name));
        assert_eq!((answer.status(), fields), (StatusCode::OK, [kind, cached, "nosniff"]), "{url}");
    }
    assert_eq!(server.get("/solve?pos=44").await.status(), StatusCode::OK, "the requests are there too");
}

#[tokio::test]
async fn browsers_that_can_get_the_compressed_file() {
    let folder = folder();
    let answer = server(&folder).get_with("/marlin.wasm", "accept-encoding", "gzip, br").await;
    assert_eq!((answer.header("content-encoding"), &*answer.text), ("br", "smaller"));
    assert_eq!(answer.header("content-type"), "application/wasm");
}

#[tokio::test]
async fn the_embedded_page_is_sent_compressed() {
    let server = TestServer::new(|_| {});
    let size = async |path: &str, encoding: &str| {
        let answer = server.get_with(path, "accept-encoding", encoding).await;
        let found = (answer.status(), answer.header("content-encoding"));
        assert_eq!(found, (StatusCode::OK, encoding), "{path}");
        answer.bytes
    };
    for path in ["/", "/style.css", "/src/session.js"] {
        assert!(2 * size(path, "gzip").await < size(path, "").await, "{path}");
    }
}

#[tokio::test]
async fn a_browser_at_an_address_without_a_page_gets_a_way_to_one() {
    let server = TestServer::new(|_| {});
    for (path, accepted) in [("/help", "text/html,*/*;q=0.8"), ("/a/b", "text/plain, Text/HTML;q=0.9")] {
        let answer = server.get_with(path, "accept", accepted).await;
        assert_eq!(
            (answer.status(), answer.header("content-type")),
            (StatusCode::NOT_FOUND, "text/html; charset=utf-8")
        );
        let leads_there = ["<base href=\"/\">", "<a href=\"./\">"].map(|link| answer.text.contains(link));
        assert_eq!(leads_there, [true; 2], "{}", answer.text);
        assert_eq!(answer.header("content-security-policy"), "", "it would forbid the base");
    }
    let refused = server.get_with("/help", "accept", "application/json").await;
    assert_eq!(refused.header("content-type"), "application/json");
}

#[tokio::test]
async fn nothing_outside_the_folder_is_served() {
    let folder = folder();
    let server = server(&folder);
    for url in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/nothing.html",
        "/api/v1/nothing",
        "//etc/passwd",
    ] {
        assert_eq!(server.get(url).await.status(), StatusCode::NOT_FOUND, "{url}");
    }
}

#[tokio::test]
async fn only_regular_files_of_the_page_are_served() {
    let (folder, outside) = (folder(), TempDir::new().unwrap());
    let path = |name: &str| folder.path().join(name);
    fs::write(outside.path().join("secret"), "secret").unwrap();
    fs::write(path(".env"), "secret").unwrap();
    fs::create_dir(path(".git")).unwrap();
    fs::write(path(".git/config"), "secret").unwrap();
    fs::create_dir(path("sub")).unwrap();
    fs::write(path("sub/index.html"), "below").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside.path().join("secret"), path("out.txt")).unwrap();
        std::os::unix::fs::symlink(outside.path(), path("away")).unwrap();
        std::os::unix::fs::symlink("style.css", path("inside.css")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(path("fifo")).status().unwrap().success());
    }
    let server = server(&folder);
    let (long, encoded) = (format!("/{}", "a".repeat(300)), format!("/{}", "%2e".repeat(600)));
    for url in [
        "/.env",
        "/.git/config",
        "/out.txt",
        "/away/secret",
        "/fifo",
        "//sub",
        "/sub",
        "/x%00",
        "/%ff",
        &long,
        &encoded,
    ] {
        let answer = server.get(url).await;
        assert_eq!((answer.status(), answer.header("location")), (StatusCode::NOT_FOUND, ""), "{url}");
    }
    assert_eq!(server.get("/sub/").await.text, "below");
    assert_eq!(server.get("/%73tyle.css").await.text, "a{}");
    #[cfg(unix)]
    assert_eq!(server.get("/inside.css").await.text, "a{}");
    assert_eq!(server.post("/style.css", "").await.header("allow"), "GET,HEAD");
}

#[tokio::test]
async fn a_browser_that_has_a_file_gets_it_only_when_it_has_changed() {
    let folder = folder();
    for server in [server(&folder), TestServer::new(|_| {})] {
        for (url, encodings) in [("/", ""), ("/style.css", ""), ("/", "br")] {
            let ask = async |copy: &str| {
                let request =
                    Request::get(url).header("accept-encoding", encodings).header("if-none-match", copy);
                server.ask(request.body(Body::empty()).unwrap()).await
            };
            let answer = ask("\"other\"").await;
            let tag = answer.header("etag");
            assert!(answer.status() == StatusCode::OK && tag.len() > 10, "{url}: {tag}");
            assert!(answer.header("content-security-policy").starts_with("default-src 'self'"));
            let again = ask(&format!("\"other\", W/{tag}")).await;
            assert_eq!(
                (again.status(), &*again.text, again.header("etag")),
                (StatusCode::NOT_MODIFIED, "", tag)
            );
        }
    }
}

#[tokio::test]
async fn the_embedded_page_has_all_files_that_it_loads() {
    let server = TestServer::new(|_| {});
    let index = server.get("/").await;
    assert_eq!(index.header("content-type"), "text/html; charset=utf-8");
    assert!(index.header("content-security-policy").starts_with("default-src 'self'"));
    let loaded = ["href=\"", "src=\""].map(|before| index.text.split(before).skip(1));
    for name in
        loaded.into_iter().flatten().map(|rest| rest.split('"').next().unwrap().trim_start_matches("./"))
    {
        assert_eq!(server.get(&format!("/{name}")).await.status(), StatusCode::OK, "{name}");
    }
    for name in ["puzzles.txt", "lessons.json"] {
        assert_eq!(server.get(&format!("/{name}")).await.status(), StatusCode::OK, "{name}");
    }
    let engine = server.get("/engine/index.js").await;
    assert_eq!(engine.header("content-type"), "text/javascript; charset=utf-8");
    assert!(engine.text.contains("api/v1/"), "it asks the server");
}

#[tokio::test]
async fn a_link_to_a_position_has_a_card_with_it() {
    let server = TestServer::new(|_| {});
    for (query, title, picture) in [
        ("pos=4433", "Yellow against Red: Yellow to move", "4433&board=7x6&ply=4"),
        ("x=0&o=7&pos=443", "Yellow against Level 7: Level 7 to move", "443&board=7x6&ply=3"),
        ("o=7&review&pos=1212121", "Yellow beat Level 7 on move 7", "1212121&board=7x6&ply=7"),
        ("board=8x7&pos=121212&ply=2", "Yellow against Red: Yellow to move", "121212&board=8x7&ply=2"),
        ("pos=..../.O../XX..", "Yellow against Red: Red to move", "....%2F.O..%2FXX..&board=4x3&ply=0"),
    ] {
        let text = server.get_with(&format!("/?{query}"), "x-forwarded-proto", "https").await.text;
        let picture = format!("/board.png?pos={picture}");
        let image = format!("https://localhost{}", picture.replace('&', "&amp;"));
        for (property, content) in [("title", title), ("image", &image)] {
            let tag = format!("<meta property=\"og:{property}\" content=\"{content}\">");
            assert!(text.contains(&tag), "{query}: no {tag} in {text}");
        }
        assert_eq!(server.get(&picture).await.header("content-type"), "image/png");
    }
    let plain = server.get("/").await.text;
    for wrong in ["pos=", "pos=%22%3E", "pos=44&ply=3", "pos=44&pos=4", "pos=44&x=11", "puzzle=1&pos=4"] {
        assert_eq!(server.get(&format!("/?{wrong}")).await.text, plain, "{wrong}");
    }
    let smaller = server.get_with("/?pos=4433", "accept-encoding", "gzip").await;
    let again = server.get_with("/?pos=4433", "if-none-match", smaller.header("etag")).await;
    assert_eq!((smaller.header("content-encoding"), again.status()), ("gzip", StatusCode::OK));
}

#[tokio::test]
async fn the_examples_of_the_api_are_answered() {
    let server = TestServer::new(|_| {});
    let help = server.get("/api").await;
    assert!(help.header("content-security-policy").starts_with("default-src 'none'"));
    for link in help.text.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert_eq!(server.get(&link.replace("&amp;", "&")).await.status(), StatusCode::OK, "{link}");
    }
}

#[tokio::test]
async fn pages_of_other_origins_need_to_be_named() {
    let from = |server: TestServer| async move {
        let answer = server.get_with("/solve?pos=44", "origin", "https://example.org").await;
        answer.header("access-control-allow-origin").to_owned()
    };
    let with = |origins: &[&str]| {
        let origins = origins.iter().map(|&origin| origin.to_owned()).collect();
        TestServer::new(|options| options.cors = origins)
    };
    assert_eq!(from(with(&[])).await, "");
    assert_eq!(from(with(&["https://other.org"])).await, "");
    assert_eq!(from(with(&["https://other.org", "https://example.org"])).await, "https://example.org");
    assert_eq!(from(with(&["*"])).await, "*");
}

#[tokio::test]
async fn a_page_of_another_origin_may_send_the_headers_that_libraries_add() {
    let server = TestServer::new(|options| options.cors = vec!["*".to_owned()]);
    let request = Request::options("/api/v1/lines")
        .header("origin", "https://example.org")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,x-requested-with");
    let answer = server.ask(request.body(Body::empty()).unwrap()).await;
    assert_eq!(
        answer.header("access-control-allow-headers"),
        "authorization,content-type,x-requested-with,mcp-protocol-version,mcp-method,mcp-name"
    );
}
