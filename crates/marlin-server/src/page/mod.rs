//! The page: the files of a folder, or the embedded ones. All of them are in memory.

mod files;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{OriginalUri, State};
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    HeaderName, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use marlin_support::text::excerpt;
use percent_encoding::percent_decode_str;
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

use self::files::{FILES, PUZZLES};
use crate::api::Problem;
use crate::error::ServeError;
use crate::options::Options;

/// The sources of a page: its own files with modules of WebAssembly, and this server.
const PAGE_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'self'",
);

/// Files whose name is a hash of their content never change.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A browser checks its copy of any other file before it uses it.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The least number of digits of a hash in a name.
const HASH_LEN: usize = 8;

/// The greatest size of all files of a folder, in bytes.
const MAX_PAGE: u64 = 256 << 20;

/// The greatest number of nested folders.
const MAX_DEPTH: usize = 16;

/// The encodings of compressed files beside others, the smaller ones first: their names and the extensions of the files.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// The files of a page, by their paths.
#[derive(Debug, Default)]
struct Page {
    files: HashMap<String, PageFile>,
    bytes: u64,
}

/// A file of a page.
#[derive(Debug)]
struct PageFile {
    media_type: HeaderValue,
    bytes: Bytes,
    /// The hash of the bytes in quotation marks, which identifies the copy of a browser.
    tag: String,
}

/// Adds the page to the requests.
pub(crate) fn with_page(router: Router, options: &Options) -> Result<Router, ServeError> {
    let page = match &options.page {
        Some(folder) => Page::read(folder)?,
        None => Page::embedded(),
    };
    Ok(router.fallback_service(Router::new().fallback(send).with_state(Arc::new(page))))
}

/// Returns the layer that admits pages of other origins, if there are any.
pub(crate) fn cors(origins: &[String]) -> Result<Option<CorsLayer>, ServeError> {
    if origins.is_empty() {
        return Ok(None);
    }
    let layer = CorsLayer::new().allow_methods([Method::GET, Method::POST]).allow_headers([CONTENT_TYPE]);
    if origins.iter().any(|origin| origin == "*") {
        return Ok(Some(layer.allow_origin(Any)));
    }
    let origin = |origin: &String| {
        let is_origin =
            origin.split_once("://").is_some_and(|(_, host)| !host.is_empty() && !host.contains('/'));
        let header = HeaderValue::from_str(origin).ok().filter(|_| is_origin);
        header.ok_or_else(|| ServeError::Origin { origin: excerpt(origin) })
    };
    let list = origins.iter().map(origin).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(layer.allow_origin(AllowOrigin::list(list))))
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

impl Page {
    /// Returns the embedded page, which sends its requests to this server.
    fn embedded() -> Self {
        let files = FILES.iter().chain([&PUZZLES]);
        let files = files.map(|file| (file.path.to_owned(), PageFile::new(file.media_type, file.bytes)));
        Self { files: files.collect(), bytes: 0 }
    }

    /// Reads the page of a folder.
    fn read(folder: &Path) -> Result<Self, ServeError> {
        let name = || excerpt(&folder.to_string_lossy());
        let failed = |source| ServeError::ReadPage { folder: name(), source };
        let mut page = Self::default();
        if folder.join("index.html").is_file() {
            page.read_folder(&folder.canonicalize().map_err(failed)?, folder, "", 0).map_err(failed)?;
        }
        if page.files.contains_key("index.html") {
            Ok(page)
        } else {
            Err(ServeError::Page { folder: name() })
        }
    }

    /// Reads the regular files of a folder, without hidden ones and without links out of the page.
    fn read_folder(&mut self, root: &Path, folder: &Path, before: &str, depth: usize) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
            let (path, key) = (entry.path(), format!("{before}{name}"));
            if name.starts_with('.') || !path.canonicalize().is_ok_and(|path| path.starts_with(root)) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                if depth < MAX_DEPTH {
                    self.read_folder(root, &path, &format!("{key}/"), depth + 1)?;
                }
            } else if fs::metadata(&path)?.is_file() {
                self.bytes += fs::metadata(&path)?.len();
                if self.bytes > MAX_PAGE {
                    return Err(io::Error::other(format!("more than {} MiB of files", MAX_PAGE >> 20)));
                }
                let plain = key.strip_suffix(".br").or(key.strip_suffix(".gz")).unwrap_or(&key);
                let media_type = mime_guess::from_path(plain).first_or_octet_stream();
                self.files.insert(key, PageFile::new(media_type.as_ref(), fs::read(&path)?));
            }
        }
        Ok(())
    }

    /// Returns the file at a path of a URL.
    fn find(&self, path: &str) -> Option<(Cow<'_, str>, &PageFile)> {
        let path = percent_decode_str(path.strip_prefix('/')?).decode_utf8().ok()?.into_owned();
        let is_folder = path.is_empty() || path.ends_with('/');
        let key = if is_folder { path + "index.html" } else { path };
        let file = self.files.get(&key)?;
        Some((key.into(), file))
    }
}

/// Sends a file: compressed to a client that accepts it, and without a body to one that has a copy.
async fn send(
    State(page): State<Arc<Page>>,
    method: Method,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Some((path, plain)) = page.find(uri.path()) else { return Err(Problem::not_found(&uri)) };
    if method != Method::GET && method != Method::HEAD {
        let problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "a file takes GET alone");
        return Ok(([(ALLOW, "GET,HEAD")], problem).into_response());
    }
    let smaller = ENCODINGS.iter().filter(|(name, _)| accepts(&headers, name));
    let smaller = smaller.filter_map(|(name, end)| Some((*name, page.files.get(&format!("{path}{end}"))?)));
    let (encoding, file) = smaller.map(|(name, file)| (Some(name), file)).next().unwrap_or((None, plain));
    let kept = if has_hash(&path) { IMMUTABLE } else { REVALIDATE };
    let (status, body) = if has_copy(&headers, &file.tag) {
        (StatusCode::NOT_MODIFIED, Body::empty())
    } else {
        (StatusCode::OK, Body::from(file.bytes.clone()))
    };
    let mut response =
        (status, [(CACHE_CONTROL, kept), (CONTENT_SECURITY_POLICY, PAGE_POLICY)], body).into_response();
    let fields = response.headers_mut();
    fields.insert(CONTENT_TYPE, plain.media_type.clone());
    fields.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&file.tag) {
        fields.insert(ETAG, tag);
    }
    if let Some(encoding) = encoding {
        fields.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Ok(response)
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

/// Returns whether a client accepts an encoding.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    list_items(headers, ACCEPT_ENCODING).any(|item| {
        let (name, weight) = item.split_once(';').unwrap_or((item, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok()).unwrap_or(0.0);
        name.trim().eq_ignore_ascii_case(encoding) && weight > 0.0
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
        for wrong in ["example.org", "https://example.org/", "https://", "https://a\nb"] {
            assert!(matches!(cors(&[wrong.to_owned()]), Err(ServeError::Origin { .. })), "{wrong:?}");
        }
        assert!(cors(&["http://localhost:8080".to_owned()]).unwrap().is_some());
        assert!(cors(&[]).unwrap().is_none());
    }
}
