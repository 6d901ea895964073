//! Requests on plain sockets, so that half of one can be sent, and half of an answer be left unread.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(150);

/// An answer.
pub struct Answer {
    /// Its status; 0 where none came.
    pub status: u16,
    /// Its body as it was sent.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON; null where it is none.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// This answer, which must be of a status.
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body[..self.body.len().min(500)]));
        self
    }
}

/// The text of a request; the connection ends after its answer.
pub fn text(method: &str, path: &str, headers: &str, body: &str) -> String {
    let length = if body.is_empty() { String::new() } else { format!("content-length: {}\r\n", body.len()) };
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n{length}{headers}\r\n{body}"
    )
}

/// A connection on which something was sent; waits where the server takes no more connections.
pub fn sent(address: &str, text: &str) -> TcpStream {
    let mut stream = connect(address);
    // A server that refuses the request may close before it has read all of it.
    stream.write_all(text.as_bytes()).ok();
    stream
}

/// A connection.
pub fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("it accepts");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
    stream.set_nodelay(true).expect("no delay");
    stream
}

/// The whole answer on a connection that ends after it.
pub fn received(mut stream: &TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let mut buffer = [0; 1 << 16];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").map_or(bytes.len(), |at| at + 4);
    let status = std::str::from_utf8(&bytes[..end]).ok().and_then(|head| head.split(' ').nth(1)?.parse().ok());
    Answer { status: status.unwrap_or(0), body: bytes.split_off(end) }
}

/// Asks, and waits for the answer.
pub fn ask(address: &str, method: &str, path: &str, body: &str) -> Answer {
    received(&sent(address, &text(method, path, "", body)))
}
