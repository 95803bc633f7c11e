//! The page: files of a folder, or those that come with the server.

use axum::Router;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, Method};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use marlin_page::{FILES, File};
use marlin_support::text::excerpt;
use tower_http::cors::{AllowOrigin, Any, CorsLayer};
use tower_http::services::ServeDir;

use crate::api::not_found;
use crate::config::Config;
use crate::error::ServeError;

/// What the page that comes with the server may load: its own files, and answers of this server.
const POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'self'; base-uri 'none'; form-action 'self'");

/// Files whose name is a hash of their content never change.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A browser asks whether its copy of any other file is the present one.
const ASK_FIRST: HeaderValue = HeaderValue::from_static("no-cache");

/// The least length of a hash in a name.
const HASH_LEN: usize = 8;

/// Adds the page to the requests.
pub(crate) fn with_page(router: Router, config: &Config) -> Result<Router, ServeError> {
    let Some(folder) = &config.page else {
        return Ok(with_own_page(router).fallback(not_found));
    };
    if !folder.join("index.html").is_file() {
        return Err(ServeError::Page { folder: excerpt(&folder.to_string_lossy()) });
    }
    let files = ServeDir::new(folder).precompressed_br().precompressed_gzip();
    let files =
        Router::new().fallback_service(files.fallback(get(not_found))).layer(middleware::from_fn(cache));
    Ok(router.fallback_service(files))
}

/// Returns what lets pages of other origins use the server, if there are any.
pub(crate) fn origins(origins: &[String]) -> Result<Option<CorsLayer>, ServeError> {
    if origins.is_empty() {
        return Ok(None);
    }
    let layer = CorsLayer::new().allow_methods([Method::GET, Method::POST]);
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

/// Adds the page that comes with the server, whose answers are those of the API.
fn with_own_page(router: Router) -> Router {
    let send = |file: &'static File| {
        get(async move || {
            let headers = [
                (CONTENT_TYPE, HeaderValue::from_static(file.media_type)),
                (CONTENT_SECURITY_POLICY, POLICY),
            ];
            (headers, [(CACHE_CONTROL, ASK_FIRST)], file.text)
        })
    };
    FILES.iter().fold(router, |router, file| {
        let router = router.route(&format!("/{}", file.path), send(file));
        if file.path == "index.html" { router.route("/", send(file)) } else { router }
    })
}

/// Tells browsers how long they may keep a file.
async fn cache(request: Request, next: Next) -> Response {
    let kept = if has_hash(request.uri().path()) { FOREVER } else { ASK_FIRST };
    let mut response = next.run(request).await;
    if response.status().is_success() || response.status().is_redirection() {
        response.headers_mut().insert(CACHE_CONTROL, kept);
    }
    response
}

/// Returns whether the name of a file has a hash between its stem and its ending, as in `app-0123abcd.js`.
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
            ("/app-0123abcd.js", true),
            ("/x/marlin-0123456789abcdef.wasm", true),
            ("/index.html", false),
            ("/", false),
            ("/marlin-connect.js", false),
            ("/app-0123abc.js", false),
            ("/0123abcd.js", false),
        ] {
            assert_eq!(has_hash(path), expected, "{path}");
        }
    }

    #[test]
    fn an_origin_has_a_scheme_and_a_host() {
        for wrong in ["example.org", "https://example.org/", "https://", "https://a\nb"] {
            assert!(matches!(origins(&[wrong.to_owned()]), Err(ServeError::Origin { .. })), "{wrong:?}");
        }
        assert!(origins(&["http://localhost:8080".to_owned()]).unwrap().is_some());
        assert!(origins(&[]).unwrap().is_none());
    }
}
