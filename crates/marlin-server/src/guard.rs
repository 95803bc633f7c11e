//! Requests that are rejected before anything else.

use axum::extract::Request;
use axum::http::header::{CONNECTION, CONTENT_ENCODING, HOST, TRANSFER_ENCODING};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Method, StatusCode, Version};
use axum::response::{IntoResponse, Response};
use hyper::body::Body;
use marlin_support::text::excerpt;

use crate::api::Problem;

/// The maximum length of a URL, in bytes: the longest games take a few hundred in any notation.
const MAX_URL: usize = 2048;

/// Returns whether a host is this server: an address, `localhost`, or a name of `--allow-host`, where `*` is
/// every name.
///
/// A page of another site can make its own name one of this machine (DNS rebinding), and would then read the
/// responses. An address cannot be rebound.
fn allows(names: &[String], host: &Authority) -> bool {
    let name = host.host().trim_end_matches('.').to_ascii_lowercase();
    let is_address = name.starts_with('[') || name.parse::<std::net::Ipv4Addr>().is_ok();
    // A client wrote this text.
    let is_local = name == "localhost" || name.ends_with(".localhost");
    is_address
        || is_local
        || names.iter().any(|allowed| allowed.eq_ignore_ascii_case(&name) || allowed == "*")
}

/// Checks the host that a request names.
fn check_host(request: &Request, names: &[String]) -> Result<(), Problem> {
    let bad = |error: &str| Problem::new(StatusCode::BAD_REQUEST, error);
    let mut given = request.headers().get_all(HOST).iter();
    let first = given.next();
    if given.next().is_some() {
        return Err(bad("the header Host is given twice: leave out one"));
    }
    let host = first.map(|host| host.to_str().ok().and_then(|host| host.parse::<Authority>().ok()));
    let header = match host {
        Some(None) => return Err(bad("the header Host has no name and no address")),
        None if request.version() > Version::HTTP_10 => return Err(bad("the header Host is missing")),
        host => host.flatten(),
    };
    let foreign = header.iter().chain(request.uri().authority()).find(|host| !allows(names, host));
    foreign.map_or(Ok(()), |host| {
        let host = excerpt(host.host());
        let error = format!("this server is not {host}: --allow-host {host} makes it so");
        Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, error))
    })
}

/// Returns the response to a request that is rejected at once. `names` are the names of the server beside
/// addresses and `localhost`.
pub(crate) fn rejection(request: &Request, names: &[String]) -> Option<Response> {
    if request.uri().to_string().len() > MAX_URL {
        let error = format!("a URL of more than {MAX_URL} bytes: POST many positions to /api/v1/lines");
        return Some(Problem::new(StatusCode::URI_TOO_LONG, error).into_response());
    }
    if let Err(problem) = check_host(request, names) {
        return Some(problem.into_response());
    }
    let is_encoded = |name, plain: &[&[u8]]| {
        let lists = request.headers().get_all(name).iter();
        let mut codings = lists.flat_map(|list| list.as_bytes().split(|byte| *byte == b','));
        codings.any(|coding| !plain.iter().any(|plain| coding.trim_ascii().eq_ignore_ascii_case(plain)))
    };
    // hyper reads chunks, and nothing that is within them.
    if is_encoded(CONTENT_ENCODING, &[b"identity"])
        || is_encoded(TRANSFER_ENCODING, &[b"chunked", b"identity"])
    {
        let error = "a Content-Encoding or a Transfer-Encoding: send the lines as they are";
        return Some(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error).into_response());
    }
    if request.method() != Method::POST && !request.body().is_end_stream() {
        let error = format!("{} takes no body: leave it out", excerpt(request.method().as_str()));
        let close = [(CONNECTION, HeaderValue::from_static("close"))];
        return Some((close, Problem::new(StatusCode::BAD_REQUEST, error)).into_response());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_allowed_names_are_hosts_of_the_server() {
        let allows = |name: &str, host: &str| allows(&[name.to_owned()], &host.parse().unwrap());
        for host in
            ["127.0.0.1:8080", "[::1]:80", "localhost", "LOCALHOST.:1", "marlin.example:80", "192.168.1.4"]
        {
            assert!(allows("Marlin.Example", host), "{host}");
        }
        for host in ["example.org", "127.0.0.1.example.org", "localhost.example.org", "marlin.example.org"] {
            assert!(!allows("Marlin.Example", host), "{host}");
        }
        assert!(allows("*", "example.org"));
    }
}
