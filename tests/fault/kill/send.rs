//! Sending a request again and again until it is answered for good.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::tally::Tally;

/// Longest wait for an answer: then it is sent to the other server, where there is one.
const PATIENCE: Duration = Duration::from_secs(3);
/// Between two sendings, unless a server is started in the meantime.
const PAUSE: Duration = Duration::from_millis(10);

/// A request, as it is sent each time.
#[derive(Clone, Debug)]
pub struct Request {
    /// How.
    pub method: Method,
    /// Where, below the server's URL.
    pub path: String,
    /// The revision in `If-Match`.
    pub if_match: Option<u64>,
    /// What.
    pub body: Option<Value>,
}

/// What was said at last.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Value,
    /// Sendings before this one that got no answer.
    pub silent: u64,
    /// Sendings before this one that were told to come again, which does not say what became of them.
    pub busy: u64,
}

/// What came of one sending.
enum Sent {
    /// Status and body.
    Answered(u16, Value),
    /// It may have arrived, and nothing was said.
    Silent,
    /// Nobody listened.
    NotAtAll,
}

/// One client's way to the servers.
pub struct Sender {
    http: reqwest::Client,
    urls: watch::Receiver<Vec<String>>,
    tally: Arc<Tally>,
    /// Which server is asked next.
    turn: usize,
}

impl Sender {
    /// A way to servers whose URLs change.
    pub fn new(urls: watch::Receiver<Vec<String>>, tally: Arc<Tally>, turn: usize) -> Self {
        let http = reqwest::Client::builder().timeout(PATIENCE).build().expect("a client");
        Self { http, urls, tally, turn }
    }

    /// Sends until there is an answer that says what became of it.
    pub async fn send(&mut self, request: &Request) -> Answer {
        let (mut silent, mut busy) = (0, 0);
        loop {
            let sent = self.once(request).await;
            Tally::add(&self.tally.requests, u64::from(!matches!(sent, Sent::NotAtAll)));
            match sent {
                // Given up or turned away: it may stand all the same.
                Sent::Answered(503 | 408, _) => {
                    Tally::add(&self.tally.busy, 1);
                    busy += 1;
                }
                Sent::Answered(status, body) => {
                    self.tally.answered.send_modify(|answered| *answered += 1);
                    return Answer { status, body, silent, busy };
                }
                Sent::Silent => silent += 1,
                Sent::NotAtAll => {}
            }
            self.turn += 1;
            // A server that was started is asked at once.
            timeout(PAUSE, self.urls.changed()).await.ok();
            if self.urls.has_changed().is_err() {
                sleep(PAUSE).await;
            }
        }
    }

    /// Goes on with the other server.
    pub fn turn(&mut self) {
        self.turn += 1;
    }

    async fn once(&mut self, request: &Request) -> Sent {
        let url = {
            let urls = self.urls.borrow_and_update();
            format!("{}{}", urls[self.turn % urls.len()], request.path)
        };
        let mut sent = self.http.request(request.method.clone(), url);
        if let Some(revision) = request.if_match {
            sent = sent.header("if-match", format!("\"{revision}\""));
        }
        if let Some(body) = &request.body {
            sent = sent.json(body);
        }
        let answer = match sent.send().await {
            Ok(answer) => answer,
            Err(error) if error.is_connect() => return Sent::NotAtAll,
            Err(_) => return Sent::Silent,
        };
        let status = answer.status().as_u16();
        match answer.bytes().await {
            Ok(bytes) if bytes.is_empty() => Sent::Answered(status, Value::Null),
            Ok(bytes) => serde_json::from_slice(&bytes).map_or(Sent::Silent, |body| Sent::Answered(status, body)),
            // An answer that broke off was not given.
            Err(_) => Sent::Silent,
        }
    }
}
