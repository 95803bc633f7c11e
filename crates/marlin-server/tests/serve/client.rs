//! A client that can misbehave.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};

use super::PATIENCE;

/// A response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

/// Returns a connection.
pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Sends a GET request on a connection of its own.
pub(crate) fn get(address: SocketAddr, url: &str) -> Reply {
    let text = send(address, request(url).as_bytes());
    read(&text).unwrap_or_else(|| panic!("{url}: no answer in {text:?}"))
}

/// Sends a POST request on a connection of its own.
pub(crate) fn post(address: SocketAddr, url: &str, body: &str) -> Reply {
    let head = format!(
        "POST {url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let text = send(address, (head + body).as_bytes());
    read(&text).unwrap_or_else(|| panic!("{url}: no answer in {text:?}"))
}

/// Returns a request that closes the connection after the response.
pub(crate) fn request(url: &str) -> String {
    format!("GET {url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
}

/// Sends bytes, and returns the bytes until the connection is closed.
pub(crate) fn send(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = connect(address);
    // The server may refuse a request before it has read all of it.
    let _ = stream.write_all(bytes);
    rest(&mut stream)
}

/// Returns the bytes until the connection is closed.
pub(crate) fn rest(stream: &mut TcpStream) -> String {
    let mut found = Vec::new();
    let end = stream.read_to_end(&mut found);
    let is_reset = |error: &io::Error| error.kind() == ErrorKind::ConnectionReset;
    assert!(end.as_ref().err().is_none_or(is_reset), "{end:?} after {:?}", String::from_utf8_lossy(&found));
    String::from_utf8(found).unwrap()
}

/// Reads some bytes. The system ends a read with a timeout when the machine is suspended.
pub(crate) fn read_some(stream: &mut TcpStream, bytes: &mut [u8]) -> io::Result<usize> {
    loop {
        match stream.read(bytes) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Parses a response, `None` if there is none.
pub(crate) fn read(text: &str) -> Option<Reply> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    let body = if is_chunked { unchunked(body)? } else { body.to_owned() };
    Some(Reply { status, head: head.to_owned(), body })
}

/// Joins the chunks of a body, `None` if it broke off.
fn unchunked(mut rest: &str) -> Option<String> {
    let mut body = String::new();
    loop {
        let (len, after) = rest.split_once("\r\n")?;
        let len = usize::from_str_radix(len, 16).ok()?;
        if len == 0 {
            return Some(body);
        }
        body += after.get(..len)?;
        rest = after.get(len + 2..)?;
    }
}
