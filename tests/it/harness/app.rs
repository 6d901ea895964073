//! A real server on a real port, asked as anyone asks it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use credence::cli::{Server, start};
use credence::config::Config;
use credence::service::Limits;
use credence::store::connect;
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::Place;

/// A server over a log.
pub struct TestApp {
    /// The log's URL, to start another server on it.
    pub database_url: String,
    /// Where it listens.
    pub base: String,
    /// A client that keeps its connections.
    pub http: reqwest::Client,
    /// The key that requests bring, where one is held.
    key: Mutex<Option<String>>,
    /// The key of who may read everything, where one is needed.
    trusted: Mutex<Option<String>>,
    server: Server,
    /// Deleted with the last server on it.
    place: Option<Arc<tempfile::TempDir>>,
}

/// What was answered.
#[derive(Debug)]
pub struct Answered {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, byte by byte.
    pub bytes: Vec<u8>,
}

impl Answered {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.bytes)))
    }

    /// The body as JSON, after checking the status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", String::from_utf8_lossy(&self.bytes));
        if self.bytes.is_empty() { Value::Null } else { self.json() }
    }

    /// The body as a problem of a kind, after checking status and media type.
    #[track_caller]
    pub fn problem(&self, status: u16, kind: &str) -> Value {
        let body = self.expect(status);
        assert_eq!(self.headers["content-type"], "application/problem+json");
        assert_eq!(body["type"], format!("/problems/{kind}"), "{body}");
        assert_eq!(body["status"], status);
        body
    }
}

/// Gives the tenant `default` of a fresh database as many partitions as the variable `CREDENCE_TEST_PARTITIONS` says: so the same tests run with one
/// partition and with several. A database that has events, or is none, is left as it is.
pub async fn partition(url: &str) {
    let Some(partitions) = partitions() else { return };
    let Ok(store) = connect(url).await else { return };
    store.close().await;
    let place = match url.strip_prefix("sqlite:") {
        Some(path) => Place::Sqlite(PathBuf::from(path.trim_start_matches("//"))),
        None => Place::Postgres(url.to_owned()),
    };
    place.partition(partitions).await;
}

/// How many partitions the variable `CREDENCE_TEST_PARTITIONS` asks for.
#[expect(clippy::disallowed_methods, reason = "the variable is one of the tests")]
pub fn partitions() -> Option<u16> {
    let asked = std::env::var("CREDENCE_TEST_PARTITIONS").ok()?;
    Some(asked.parse().expect("CREDENCE_TEST_PARTITIONS is a number"))
}

impl TestApp {
    /// A server over a fresh SQLite file.
    pub async fn fresh() -> Self {
        Self::with_limits(Limits::default()).await
    }

    /// The same with other limits.
    pub async fn with_limits(limits: Limits) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a folder is made"));
        let url = format!("sqlite://{}", folder.path().join("log.db").display());
        Self { place: Some(folder), ..Self::start(&url, limits).await }
    }

    /// A server over a log that may hold games already.
    pub async fn on(database_url: &str) -> Self {
        Self::start(database_url, Limits::default()).await
    }

    /// The same, where the log may be one that no server starts on.
    pub async fn try_on(database_url: &str) -> anyhow::Result<Self> {
        Self::try_start(database_url, Limits::default()).await
    }

    async fn start(database_url: &str, limits: Limits) -> Self {
        Self::try_start(database_url, limits).await.expect("the server starts")
    }

    async fn try_start(database_url: &str, limits: Limits) -> anyhow::Result<Self> {
        Self::configured(Config { database_url: database_url.to_owned(), limits, ..Config::default() }).await
    }

    /// A server with settings; it takes a free port. Unless they say so, it does all that it is asked for itself, whatever other servers there are.
    pub async fn configured(config: Config) -> anyhow::Result<Self> {
        let advertise = config.advertise.or_else(|| Some("none".to_owned()));
        let config = Config { listen: SocketAddr::from(([127, 0, 0, 1], 0)), advertise, ..config };
        partition(&config.database_url).await;
        let server = start(&config).await?;
        let http = reqwest::Client::new();
        Ok(Self {
            database_url: config.database_url,
            base: server.url(),
            http,
            key: Mutex::default(),
            trusted: Mutex::default(),
            server,
            place: None,
        })
    }

    /// Stops the server, and starts another over the same log.
    pub async fn restart(self) -> Self {
        let (url, place) = (self.database_url.clone(), self.place.clone());
        self.server.stop().await;
        Self { place, ..Self::on(&url).await }
    }

    /// Stops the server.
    pub async fn stop(self) {
        self.server.stop().await;
    }

    /// Sends a request; a body goes as JSON.
    pub async fn ask(&self, method: Method, path: &str, headers: &[(&str, &str)], body: Option<Value>) -> Answered {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if let Some(key) = self.held() {
            request = request.bearer_auth(key);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.expect("the server answers");
        let (status, headers) = (response.status(), response.headers().clone());
        Answered { status, headers, bytes: response.bytes().await.expect("a whole body").to_vec() }
    }

    /// Has requests bring this key from now on; none, where it is absent.
    pub fn hold(&self, key: Option<&str>) {
        *self.key.lock().expect("whole") = key.map(str::to_owned);
    }

    /// The key that requests bring.
    pub fn held(&self) -> Option<String> {
        self.key.lock().expect("whole").clone()
    }

    /// Names the key of who may read everything.
    pub fn trust(&self, key: &str) {
        *self.trusted.lock().expect("whole") = Some(key.to_owned());
    }

    /// Reads a path as who may read everything.
    pub async fn get_trusted(&self, path: &str) -> Answered {
        let trusted = self.trusted.lock().expect("whole").clone();
        let Some(trusted) = trusted else { return self.get(path).await };
        let held = self.held();
        self.hold(Some(&trusted));
        let answer = self.get(path).await;
        self.hold(held.as_deref());
        answer
    }

    /// Makes a key and gives it, with its id.
    pub async fn make_key(&self, body: Value) -> (String, String) {
        let made = self.post("/v1/keys", body).await.expect(201);
        (made["key"].as_str().expect("a key").to_owned(), made["id"].as_str().expect("an id").to_owned())
    }

    /// Reads a path.
    pub async fn get(&self, path: &str) -> Answered {
        self.ask(Method::GET, path, &[], None).await
    }

    /// Posts JSON.
    pub async fn post(&self, path: &str, body: Value) -> Answered {
        self.ask(Method::POST, path, &[], Some(body)).await
    }

    /// Puts JSON.
    pub async fn put(&self, path: &str, body: Value) -> Answered {
        self.ask(Method::PUT, path, &[], Some(body)).await
    }

    /// Opens a game of Catan with players p0, p1 and so on.
    pub async fn open_catan(&self, game: &str, seats: usize, more: Value) {
        let players: Vec<Value> = (0..seats).map(|seat| json!({"player": format!("p{seat}")})).collect();
        let mut body = json!({"ruleset": "catan", "seats": players});
        if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
            body.extend(more);
        }
        self.put(&format!("/v1/games/{game}"), body).await.expect(201);
    }

    /// Appends events that must be taken.
    #[track_caller]
    pub fn append(&self, game: &str, events: Value) -> impl Future<Output = Value> {
        let path = format!("/v1/games/{game}/events");
        async move { self.post(&path, events).await.expect(201) }
    }

    /// Revision of the last event.
    pub async fn revision(&self, game: &str) -> u64 {
        self.get_trusted(&format!("/v1/games/{game}")).await.expect(200)["revision"].as_u64().expect("a revision")
    }
}

/// The events that a stream has sent whole, without comments and without an id that stands alone.
pub fn whole_events(text: &str) -> Vec<&str> {
    let whole = text.rsplit_once("\n\n").map_or("", |(whole, _)| whole);
    whole.split("\n\n").filter(|event| event.contains("data:")).collect()
}

/// The events of the first session: a robbery that nobody else saw, and two roads that give it away.
pub fn first_session() -> Value {
    json!([
        {"type": "production", "data": {"gains": {"1": {"wood": 3, "brick": 2, "ore": 1}}}},
        {"type": "steal", "data": {"thief": 2, "victim": 1}},
        {"type": "build", "data": {"seat": 1, "piece": "road"}},
        {"type": "build", "data": {"seat": 1, "piece": "road"}}
    ])
}
