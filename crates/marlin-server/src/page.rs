//! The page: the files of a folder, or the embedded ones. All of them are in memory.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{OriginalUri, State};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, ALLOW, AUTHORIZATION, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use marlin_coach::{lesson, puzzle};
use marlin_support::exit::Failure;
use marlin_support::text::excerpt;
use percent_encoding::percent_decode_str;
use rust_embed::RustEmbed;
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

use crate::api::{self, Problem};
use crate::options::Options;

/// The sources of a page: its own files with modules of WebAssembly, and this server.
const PAGE_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'self'",
);

/// Files whose name is a hash of their content never change.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A browser checks its copy of any other file before it uses it.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The minimum number of digits of a hash in a name.
const HASH_LEN: usize = 8;

/// The maximum size of all files of a folder, in bytes.
const MAX_PAGE: u64 = 256 << 20;

/// The maximum number of nested folders.
const MAX_DEPTH: usize = 16;

/// The encodings of compressed files beside others, the smaller ones first: their names and the extensions of
/// the files.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// The files of the built-in page. At the path of a built page's WebAssembly engine they have a script that
/// asks this server, so that the page is the same without the module.
#[derive(RustEmbed)]
#[folder = "page"]
#[include = "index.html"]
#[include = "404.html"]
#[include = "style.css"]
#[include = "icon.svg"]
#[include = "card.png"]
#[include = "manifest.webmanifest"]
#[include = "remote/index.js"]
#[include = "src/*.js"]
struct BuiltIn;

/// The files of a page, by their paths.
type Page = HashMap<String, PageFile>;

/// A file of a page.
struct PageFile {
    media_type: HeaderValue,
    bytes: Bytes,
    /// The hash of the bytes in quotation marks, which identifies the copy of a browser.
    tag: String,
}

/// Adds the page to the requests.
pub(crate) fn with_page(router: Router, options: &Options) -> Result<Router, Failure> {
    let page = match &options.page {
        None => embedded(),
        Some(folder) => {
            let name = excerpt(&folder.to_string_lossy());
            let has_index = folder.join("index.html").is_file();
            let page = if has_index { read(folder) } else { Ok(Page::new()) };
            let page = page
                .map_err(|error| Failure::usage(format_args!("cannot read the page in {name}: {error}")))?;
            if !page.contains_key("index.html") {
                let error = format_args!("no page in {name}: the folder of --page needs a file index.html");
                return Err(Failure::usage(error));
            }
            page
        }
    };
    Ok(router.fallback_service(Router::new().fallback(send).with_state(Arc::new(page))))
}

/// Admits pages of other origins, if there are any.
pub(crate) fn with_cors(router: Router, origins: &[String]) -> Result<Router, Failure> {
    if origins.is_empty() {
        return Ok(router);
    }
    // Libraries add these by themselves.
    let others = ["x-requested-with", "mcp-protocol-version", "mcp-method", "mcp-name"];
    let headers = [AUTHORIZATION, CONTENT_TYPE].into_iter().chain(others.map(HeaderName::from_static));
    let headers: Vec<_> = headers.collect();
    let layer = CorsLayer::new().allow_methods([Method::GET, Method::POST]).allow_headers(headers);
    if origins.iter().any(|origin| origin == "*") {
        return Ok(router.layer(layer.allow_origin(Any)));
    }
    let origin = |origin: &String| {
        let is_origin =
            origin.split_once("://").is_some_and(|(_, host)| !host.is_empty() && !host.contains(['/', '*']));
        HeaderValue::from_str(origin).ok().filter(|_| is_origin).ok_or_else(|| {
            let origin = excerpt(origin);
            Failure::usage(format_args!("invalid origin '{origin}': write it as a browser does, as in https://example.org, or * for all"))
        })
    };
    let list = origins.iter().map(origin).collect::<Result<Vec<_>, _>>()?;
    Ok(router.layer(layer.allow_origin(AllowOrigin::list(list))))
}

impl PageFile {
    fn new(media_type: &str, bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        let media_type = HeaderValue::from_str(media_type);
        Self {
            media_type: media_type.unwrap_or(HeaderValue::from_static("application/octet-stream")),
            tag: tag(&bytes),
            bytes,
        }
    }
}

/// Returns the built-in page, which sends its requests to this server, with the files that are smaller
/// compressed.
fn embedded() -> Page {
    let own = BuiltIn::iter()
        // The folder gives this text.
        .filter_map(|path| Some((path.replace("remote/", "engine/"), BuiltIn::get(&path)?.data)));
    let data = [("puzzles.txt", puzzle::FILE), ("lessons.json", lesson::FILE)];
    let data = data.map(|(path, text)| (path.to_owned(), Cow::Borrowed(text.as_bytes())));
    let mut page = Page::new();
    for (path, bytes) in own.chain(data) {
        let media_type = mime_guess::from_path(&path).first_or_octet_stream();
        let charset = if media_type.type_() == mime_guess::mime::TEXT { "; charset=utf-8" } else { "" };
        let media_type = format!("{media_type}{charset}");
        if let Some(smaller) = gzipped(&bytes).ok().filter(|smaller| smaller.len() < bytes.len()) {
            page.insert(format!("{path}.gz"), PageFile::new(&media_type, smaller));
        }
        page.insert(path, PageFile::new(&media_type, bytes.into_owned()));
    }
    page
}

fn gzipped(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut smaller = GzEncoder::new(Vec::new(), Compression::best());
    smaller.write_all(bytes)?;
    smaller.finish()
}

/// Reads the regular files of a folder, without hidden ones and without links out of the page.
fn read(folder: &Path) -> io::Result<Page> {
    let (root, mut page, mut total) = (folder.canonicalize()?, Page::new(), 0);
    let mut folders = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((folder, before, depth)) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
            let (path, key) = (entry.path(), format!("{before}{name}"));
            if name.starts_with('.') || !path.canonicalize().is_ok_and(|path| path.starts_with(&root)) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                if depth < MAX_DEPTH {
                    folders.push((path, format!("{key}/"), depth + 1));
                }
            } else if fs::metadata(&path)?.is_file() {
                total += fs::metadata(&path)?.len();
                if total > MAX_PAGE {
                    return Err(io::Error::other(format!("more than {} MiB of files", MAX_PAGE >> 20)));
                }
                let plain = key.strip_suffix(".br").or(key.strip_suffix(".gz")).unwrap_or(&key);
                let media_type = mime_guess::from_path(plain).first_or_octet_stream();
                page.insert(key, PageFile::new(media_type.as_ref(), fs::read(&path)?));
            }
        }
    }
    Ok(page)
}

/// Returns the path of the file at a URL.
fn file_path(url: &str) -> Option<String> {
    let path = percent_decode_str(url.strip_prefix('/')?).decode_utf8().ok()?.into_owned();
    Some(if path.is_empty() || path.ends_with('/') { path + "index.html" } else { path })
}

/// Returns the page of a link with the card of the link, compressed for a client that accepts it, if there
/// are such a card and a place for it in the page.
fn with_card(page: &PageFile, query: &str, headers: &HeaderMap) -> Option<(Option<&'static str>, PageFile)> {
    // The author of the page has marked the place of the card in this text.
    let (before, rest) = str::from_utf8(&page.bytes).ok()?.split_once("<!-- card -->")?;
    // The same marks this text.
    let (_, after) = rest.split_once("<!-- /card -->")?;
    let bytes = [before, &api::card(query, headers)?, after].concat();
    let smaller =
        if accepts(headers, ACCEPT_ENCODING, "gzip") { gzipped(bytes.as_bytes()).ok() } else { None };
    let encoding = smaller.is_some().then_some("gzip");
    Some((encoding, PageFile::new("text/html; charset=utf-8", smaller.unwrap_or(bytes.into_bytes()))))
}

/// Sends a file: compressed to a client that accepts it, and without a body to one that has a copy.
async fn send(
    State(page): State<Arc<Page>>,
    method: Method,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let path = file_path(uri.path()).filter(|path| page.contains_key(path));
    let Some(path) = path else {
        let missing = page.get("404.html").filter(|_| accepts(&headers, ACCEPT, "text/html"));
        let missing = missing.ok_or_else(|| Problem::not_found(&uri))?;
        let content = ([(CONTENT_TYPE, missing.media_type.clone())], missing.bytes.clone());
        return Ok((StatusCode::NOT_FOUND, content).into_response());
    };
    let plain = &page[&path];
    if method != Method::GET && method != Method::HEAD {
        let problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "a file takes only GET");
        return Ok(([(ALLOW, "GET,HEAD")], problem).into_response());
    }
    let smaller = ENCODINGS.iter().filter(|(name, _)| accepts(&headers, ACCEPT_ENCODING, name));
    let smaller = smaller.filter_map(|(name, end)| Some((*name, page.get(&format!("{path}{end}"))?)));
    let (encoding, file) = smaller.map(|(name, file)| (Some(name), file)).next().unwrap_or((None, plain));
    // A client wrote this text.
    let index = if path.ends_with("index.html") { uri.query() } else { None };
    let carded = index.and_then(|query| with_card(plain, query, &headers));
    let (encoding, file) = carded.as_ref().map_or((encoding, file), |(encoding, file)| (*encoding, file));
    let kept = if has_hash(&path) { IMMUTABLE } else { REVALIDATE };
    let fields = [
        (CACHE_CONTROL, kept),
        (CONTENT_SECURITY_POLICY, PAGE_POLICY),
        (CONTENT_TYPE, plain.media_type.clone()),
        (VARY, HeaderValue::from_static("accept-encoding")),
    ];
    let encoding = encoding.map(|name| [(CONTENT_ENCODING, name)]);
    let content = (!has_copy(&headers, &file.tag)).then(|| file.bytes.clone());
    Ok((fields, encoding, tagged(&file.tag, content)).into_response())
}

/// Returns a response with its tag, and without content for a client that has a copy.
pub(crate) fn tagged(tag: &str, content: Option<Bytes>) -> Response {
    let status = if content.is_some() { StatusCode::OK } else { StatusCode::NOT_MODIFIED };
    (status, [(ETAG, tag)], Body::from(content.unwrap_or_default())).into_response()
}

/// Returns the tag of an answer with this content, which identifies the copy of a browser.
pub(crate) fn tag(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// Returns whether a client has a copy with a tag.
pub(crate) fn has_copy(headers: &HeaderMap, tag: &str) -> bool {
    list_items(headers, IF_NONE_MATCH).any(|item| item == tag || item == "*")
}

/// Returns the items of a header that is a list. For a whole file a weak tag equals a strong one.
fn list_items(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(|item| item.trim().trim_start_matches("W/"))
}

/// Returns whether a client accepts an encoding or a media type: whether a header names it.
fn accepts(headers: &HeaderMap, header: HeaderName, accepted: &str) -> bool {
    list_items(headers, header).any(|item| {
        let (name, weight) = item.split_once(';').unwrap_or((item, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok()).unwrap_or(0.0);
        name.trim().eq_ignore_ascii_case(accepted) && weight > 0.0
    })
}

/// Returns whether the name of a file has a hash between its stem and its extension, as in `app-0123abcd.js`.
fn has_hash(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.split_once('.').map_or("", |(stem, _)| stem);
    let hash = stem.rsplit_once('-').map_or("", |(_, hash)| hash);
    hash.len() >= HASH_LEN && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use marlin_coach::level::SkillLevel;
    use marlin_coach::puzzle::PuzzleKind;
    use marlin_coach::text::Part;
    use marlin_core::{BoardSize, Player};

    use super::*;

    #[test]
    fn only_names_with_a_hash_are_kept_forever() {
        for (path, expected) in [
            ("app-0123abcd.js", true),
            ("x/marlin-0123456789abcdef.wasm", true),
            ("index.html", false),
            ("", false),
            ("marlin-connect.js", false),
            ("app-0123abc.js", false),
            ("0123abcd.js", false),
        ] {
            assert_eq!(has_hash(path), expected, "{path}");
        }
    }

    #[test]
    fn an_origin_has_a_scheme_and_a_host() {
        for wrong in
            ["example.org", "https://example.org/", "https://*.example.org", "https://", "https://a\nb"]
        {
            let error = with_cors(Router::new(), &[wrong.to_owned()]).unwrap_err().to_string();
            assert!(error.starts_with("invalid origin '"), "{error}");
        }
        assert!(with_cors(Router::new(), &["http://localhost:8080".to_owned()]).is_ok());
    }

    /// Returns the text of a file of the page.
    fn text(path: &str) -> String {
        String::from_utf8(BuiltIn::get(path).unwrap().data.into_owned()).unwrap()
    }

    fn is_of(path: &str, kind: &str) -> bool {
        Path::new(path).extension().is_some_and(|found| found == kind)
    }

    #[test]
    fn the_page_states_this_version_the_licence_and_the_source() {
        let index = text("index.html");
        let (version, licence) =
            (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_LICENSE").replace(" OR ", " or "));
        assert!(index.contains(&format!("Marlin {version}, free software under the licence {licence}")));
        assert!(index.contains(env!("CARGO_PKG_REPOSITORY")));
    }

    #[test]
    fn the_levels_of_the_page_are_those_of_the_coach() {
        let levels = text("src/levels.js");
        let expected: Vec<_> = SkillLevel::all()
            .map(|level| format!("    [\"{}\", \"{}\"],\n", level.name(BoardSize::STANDARD), level.summary()))
            .collect();
        assert!(levels.contains(&format!("([\n{}]);", expected.concat())), "{expected:?}");
        let strongest = SkillLevel::MAX.name("9x6".parse().unwrap());
        assert!(levels.contains(&format!("const STRONGEST = \"{strongest}\";")), "{strongest}");
    }

    #[test]
    fn the_puzzles_of_the_page_have_the_words_of_the_coach() {
        let kinds = text("src/kinds.js");
        for kind in PuzzleKind::ALL {
            let (mut task, mut takes) = (String::new(), "");
            for part in kind.question(Player::X).parts() {
                match part {
                    Part::Words(words) => task += words.trim_start_matches(" to move. "),
                    Part::Player { player: Player::O, .. } => task += "${player(them)}",
                    Part::Agreeing { it, you, .. } => {
                        task.extend(["${verb(them, \"", it, "\", \"", you, "\")}"]);
                    }
                    _ => continue,
                }
                takes = if task.contains("them") { "them" } else { "" };
            }
            let line = format!("    {}: [\"{}\", ({takes}) => text`{task}`],\n", kind.letter(), kind.title());
            assert!(kinds.contains(&line), "{line}");
        }
    }

    #[test]
    fn a_browser_loads_all_scripts_at_once() {
        let index = text("index.html");
        for path in embedded().keys().filter(|path| is_of(path, "js")) {
            assert!(index.contains(&format!("<link rel=\"modulepreload\" href=\"{path}\">")), "{path}");
        }
    }

    #[test]
    fn what_a_file_loads_is_there() {
        for path in BuiltIn::iter().filter(|path| is_of(path, "html") || is_of(path, "js")) {
            for quoted in text(&path).split('"').skip(1).step_by(2) {
                let name = quoted.rsplit('/').next().unwrap();
                let is_relative = quoted.starts_with("./") || quoted.starts_with("../");
                if is_relative && is_of(name, "js") {
                    assert!(BuiltIn::iter().any(|found| found.ends_with(name)), "{path}: {quoted}");
                }
            }
        }
    }
}
