//! One connection on which all is asked, so that no time goes into making others.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::wire::connect;

/// A connection that stays open.
pub struct Connection {
    reader: BufReader<TcpStream>,
}

/// An answer, and the time from the request to its last byte.
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Its body.
    pub body: Vec<u8>,
    /// How long it took.
    pub took: Duration,
}

impl Connection {
    /// Connects.
    pub fn open(address: &str) -> Self {
        Self { reader: BufReader::new(connect(address)) }
    }

    /// Asks with a key, and waits for the whole answer.
    pub fn ask(&mut self, key: &str, method: &str, path: &str, body: &str) -> Answer {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let request = if key.is_empty() { request.replace("authorization: Bearer \r\n", "") } else { request };
        let begun = Instant::now();
        self.reader.get_mut().write_all(request.as_bytes()).expect("sent");
        let (mut status, mut length, mut line) = (0, 0, String::new());
        loop {
            line.clear();
            self.reader.read_line(&mut line).expect("a head");
            let text = line.trim_end().to_ascii_lowercase();
            if text.is_empty() {
                break;
            }
            if let Some(rest) = text.strip_prefix("http/1.1 ") {
                status = rest.split(' ').next().and_then(|status| status.parse().ok()).expect("a status");
            } else if let Some(count) = text.strip_prefix("content-length: ") {
                length = count.parse().expect("a length");
            }
        }
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body).expect("a body");
        Answer { status, body, took: begun.elapsed() }
    }

    /// Makes a key.
    pub fn make_key(&mut self, by: &str, what: &Value) -> String {
        let made: Value =
            serde_json::from_slice(&self.ask(by, "POST", "/v1/keys", &what.to_string()).expect(201).body).expect("JSON");
        made["key"].as_str().expect("a key").to_owned()
    }
}

impl Answer {
    /// This answer, which must be of a status.
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        self
    }

    /// How long it took, in microseconds.
    pub fn micros(&self) -> f64 {
        self.took.as_secs_f64() * 1e6
    }
}
