//! A client of the HTTP API, for the subcommands that use a server as anyone does.

use std::time::Duration;

use anyhow::Context;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::config::client_key;

/// What stands in a segment of a path as it is; all else is encoded, so that a server can refuse an id that holds it.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// An id as a segment of a path.
pub fn segment(id: &str) -> String {
    utf8_percent_encode(id, UNRESERVED).to_string()
}

/// What a server refused, in its words.
#[derive(Debug, thiserror::Error)]
#[error("{status}{}: {detail}", pointer.as_ref().map_or(String::new(), |pointer| format!(" at {pointer:?}")))]
pub struct Refused {
    status: StatusCode,
    /// The place in the body, as a JSON pointer.
    pub pointer: Option<String>,
    detail: String,
}

/// Knows where a server is.
pub struct Client {
    base: String,
    http: reqwest::Client,
    key: Option<String>,
}

impl Client {
    /// A client of the server at a URL, with the key that the environment holds.
    ///
    /// # Errors
    /// Where the client cannot be set up.
    pub fn new(base: &str) -> anyhow::Result<Self> {
        // A proxy of the environment is for the world outside; a server of one's own is asked directly.
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(120)).build()?;
        Ok(Self { base: base.trim_end_matches('/').to_owned(), http, key: client_key() })
    }

    /// The same with this key, where there is one.
    #[must_use]
    pub fn with_key(self, key: Option<&str>) -> Self {
        Self { key: key.map(str::to_owned).or(self.key), ..self }
    }

    /// Whether a Credence server answers there.
    pub async fn is_alive(&self) -> bool {
        matches!(self.send(Method::GET, "/health/live", None).await, Ok((_, body)) if body["status"] == "live")
    }

    /// Opens a game; one that stands already with the same content is as good.
    ///
    /// # Errors
    /// What the server refused, in its words.
    pub async fn open(&self, game: &str, body: &Value) -> anyhow::Result<Value> {
        self.done(Method::PUT, &format!("/v1/games/{}", segment(game)), Some(body)).await
    }

    /// Appends events.
    ///
    /// # Errors
    /// What the server refused, in its words.
    pub async fn append(&self, game: &str, events: &Value) -> anyhow::Result<Value> {
        self.done(Method::POST, &format!("/v1/games/{}/events", segment(game)), Some(events)).await
    }

    /// Reads a path.
    ///
    /// # Errors
    /// What the server refused, in its words.
    pub async fn get(&self, path: &str) -> anyhow::Result<Value> {
        self.done(Method::GET, path, None).await
    }

    /// Posts to a path.
    ///
    /// # Errors
    /// What the server refused, in its words.
    pub async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.done(Method::POST, path, Some(body)).await
    }

    /// Deletes what stands at a path.
    ///
    /// # Errors
    /// What the server refused, in its words.
    pub async fn delete(&self, path: &str) -> anyhow::Result<()> {
        self.done(Method::DELETE, path, None).await.map(drop)
    }

    async fn done(&self, method: Method, path: &str, body: Option<&Value>) -> anyhow::Result<Value> {
        let (status, answer) = self.send(method, path, body).await?;
        if status.is_success() {
            return Ok(answer);
        }
        let text = |field: &str| answer[field].as_str().map(str::to_owned);
        let mut detail = text("detail").unwrap_or_else(|| "the answer says no more".to_owned());
        if status == StatusCode::UNAUTHORIZED && self.key.is_none() {
            detail.push_str("; this command sends the key that stands in the variable CREDENCE_KEY, and there is none");
        }
        Err(Refused { status, pointer: text("pointer"), detail }.into())
    }

    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> anyhow::Result<(StatusCode, Value)> {
        let url = format!("{}{path}", self.base);
        let mut request = self.http.request(method, &url);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request
            .send()
            .await
            .with_context(|| format!("no answer from {url}; is `credence serve` running there? --server names another"))?;
        let status = response.status();
        if status == StatusCode::NO_CONTENT {
            return Ok((status, Value::Null));
        }
        let answer = response.json().await.with_context(|| format!("{url} did not answer with JSON"))?;
        Ok((status, answer))
    }
}
