//! Everything that one observer is served of a game, byte by byte, to be compared with what it was served elsewhere.

use credence::rulesets::{Examples, find};
use reqwest::Method;
use serde_json::{Value, json};

use super::app::{Answered, TestApp};
use super::history;

/// What was asked, and what was answered.
pub type Observed = Vec<(String, String)>;

/// What a server makes up when a game is opened. The contract lets it differ, and nothing else.
struct Minted(Vec<String>);

impl Minted {
    /// Id and time of the opening, and the random identities of the persons.
    async fn of(app: &TestApp, game: &str) -> Self {
        let log = app.get_trusted(&format!("/v1/games/{game}/events?observer=referee&limit=1")).await.expect(200);
        let opening = &log["items"][0];
        let mut minted = vec![text(&opening["id"]), text(&opening["time"])];
        minted.extend(opening["data"]["seats"].as_array().expect("seats").iter().map(|seat| text(&seat["person"])));
        Self(minted)
    }

    fn mask(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8(bytes.to_vec()).expect("answers are text");
        self.0.iter().enumerate().fold(text, |text, (place, minted)| text.replace(minted, &format!("<minted {place}>")))
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// Status, headers that say something about the game, and body. Of entity tags what is of the chain is left out: it is salted.
fn written(answer: &Answered, minted: &Minted) -> String {
    let text = |name: &str| answer.headers.get(name).map_or("", |value| value.to_str().expect("text"));
    let header = |name: &str| match (name, text(name).split_once('-')) {
        ("etag", Some((revision, chain))) if !revision.contains('.') => {
            assert!(chain.is_char_boundary(8) && chain[..8].chars().all(|digit| digit.is_ascii_hexdigit()), "{}", text(name));
            format!("{revision}{}", &chain[8..])
        }
        _ => text(name).to_owned(),
    };
    let headers = ["content-type", "etag", "link"].map(header);
    format!("{} {headers:?}\n{}", answer.status, minted.mask(&answer.bytes))
}

/// The same, of an answer that holds nothing that the server made up.
pub fn written_plainly(answer: &Answered) -> String {
    written(answer, &Minted(Vec::new()))
}

/// One observer at a game, and all that it was served so far.
struct Reader<'a> {
    app: &'a TestApp,
    base: String,
    observer: &'a str,
    minted: Minted,
    observed: Observed,
}

impl Reader<'_> {
    /// Reads what is always there.
    async fn get(&mut self, below: &str, parameters: &str) -> Answered {
        let path = format!("{}{below}?observer={}{parameters}", self.base, self.observer);
        let answer = self.app.get(&path).await;
        assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.bytes));
        self.observed.push((path, written(&answer, &self.minted)));
        answer
    }

    /// Asks what may be refused. Says whether it was not.
    async fn post(&mut self, below: &str, mut body: Value) -> bool {
        body["observer"] = json!(self.observer);
        let path = format!("{}{below}", self.base);
        let asked = format!("{path} {body}");
        let answer = self.app.ask(Method::POST, &path, &[], Some(body)).await;
        assert!(!answer.status.is_server_error(), "{asked}: {}", String::from_utf8_lossy(&answer.bytes));
        self.observed.push((asked, written(&answer, &self.minted)));
        answer.status == 200
    }

    /// Draws worlds as numbers.
    async fn packed(&mut self, revision: u64) {
        let body = json!({"observer": self.observer, "count": 12, "seed": 7, "revision": revision});
        let (path, accept) = (format!("{}/worlds", self.base), [("accept", "application/vnd.credence.worlds")]);
        let mut answer = self.app.ask(Method::POST, &path, &accept, Some(body)).await;
        assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.bytes));
        let end = answer.bytes.iter().position(|byte| *byte == b'\n').expect("a first line");
        let numbers = format!("{:?}", answer.bytes.split_off(end));
        self.observed.push((format!("{path} at {revision}, packed"), written(&answer, &self.minted) + &numbers));
    }

    /// The belief at a revision: whole, and a few variables of it.
    async fn believe(&mut self, revision: u64) {
        let belief = self.get("/belief", &format!("&revision={revision}")).await.json();
        let variables = belief["variables"].as_array().expect("a list");
        if let Some(variable) = variables.get(variables.len() / 2) {
            let id = text(&variable["id"]);
            let some = format!("{}*", id.split('/').next().unwrap_or_default());
            let some: String = form_urlencoded::byte_serialize(some.as_bytes()).collect();
            self.get("/belief", &format!("&revision={revision}&variables={some}")).await;
        }
    }

    /// Asks all questions: together where none is refused, and else each alone. Says which were answered.
    async fn ask(&mut self, queries: &[Value], revision: Option<u64>) -> Vec<bool> {
        let body = |queries: &[Value]| match revision {
            None => json!({"queries": queries}),
            Some(revision) => json!({"revision": revision, "queries": queries}),
        };
        if self.post("/queries", body(queries)).await {
            return vec![true; queries.len()];
        }
        let mut answered = Vec::with_capacity(queries.len());
        for query in queries {
            answered.push(self.post("/queries", body(std::slice::from_ref(query))).await);
        }
        answered
    }

    /// Supposes each event after a revision. Says how many were taken.
    async fn suppose(&mut self, events: &[(&'static str, Value)], revision: u64) -> usize {
        let mut taken = 0;
        for (kind, data) in events {
            let with = json!([{"type": kind, "data": data}]);
            taken += usize::from(self.post("/what-if", json!({"revision": revision, "with": with})).await);
        }
        taken
    }
}

/// Reads everything that there is to read of a game as one observer, now and at these revisions. What is asked and supposed are the
/// examples of the game's ruleset.
pub async fn observe(app: &TestApp, game: &str, observer: &str, seats: usize, revisions: &[u64]) -> Observed {
    let minted = Minted::of(app, game).await;
    let base = format!("/v1/games/{game}");
    let ruleset = text(&app.get(&base).await.expect(200)["ruleset"]);
    let Examples { queries, events } = find(&ruleset).expect("a ruleset that is hosted").examples(seats);
    assert!(!queries.is_empty() && !events.is_empty(), "{ruleset} gives no questions or no events: it would not be probed");
    let mut reader = Reader { app, base, observer, minted, observed: Observed::new() };
    for below in ["", "/events", "/belief", "/audit", "/evidence", "/curve"] {
        reader.get(below, "").await;
    }
    for below in ["/events", "/evidence", "/curve"] {
        reader.get(below, "&limit=1000").await;
    }
    let mut answered = reader.ask(&queries, None).await;
    assert!(reader.post("/turn", json!({"queries": queries, "worlds": {"count": 12, "seed": 7}})).await, "a turn that only asks");
    // One that is refused, and one that would be recorded if the log were at another revision.
    reader.post("/turn", json!({"events": [{"type": "no_such_event"}], "queries": queries})).await;
    let mut taken = 0;
    for revision in revisions {
        reader.believe(*revision).await;
        reader.post("/worlds", json!({"count": 12, "seed": 7, "revision": revision})).await;
        reader.packed(*revision).await;
        for form in find(&ruleset).expect("a ruleset that is hosted").forms() {
            assert!(reader.post("/worlds", json!({"count": 12, "seed": 7, "revision": revision, "as": form})).await, "{form}");
        }
        let now = reader.ask(&queries, Some(*revision)).await;
        answered.iter_mut().zip(now).for_each(|(ever, now)| *ever |= now);
        reader.post("/what-if", json!({"without": [revision]})).await;
        taken += reader.suppose(&events, *revision).await;
    }
    let answers = answered.iter().filter(|ever| **ever).count();
    assert!(
        2 * answers >= queries.len(),
        "{ruleset} for {observer}: {answers} of {} questions were ever answered",
        queries.len()
    );
    assert!(taken > 0, "{ruleset} for {observer}: no table took an event that was supposed");
    let Reader { base, minted, mut observed, .. } = reader;
    let lines = followed(app, game, observer).await;
    observed.push((format!("{base}/events/stream?observer={observer}"), minted.mask(lines.as_bytes())));
    if observer == "public" {
        observed.push(("/v1/events".to_owned(), minted.mask(fed(app, game).await.as_bytes())));
    }
    observed
}

/// What is remembered of the players of a game, and their histories but for the moments of recording.
pub async fn observe_players(app: &TestApp, game: &str) -> Observed {
    let minted = Minted::of(app, game).await;
    let seats = app.get(&format!("/v1/games/{game}")).await.expect(200)["seats"].clone();
    let mut observed = Observed::new();
    for player in seats.as_array().expect("seats").iter().map(|seat| text(&seat["player"])) {
        let path = format!("/v1/players/{player}");
        let answer = app.get(&path).await;
        assert_eq!(answer.status, 200, "{path}");
        observed.push((path, written(&answer, &minted)));
        let mut items = history(app, &player, 1_000).await;
        items.iter_mut().for_each(|item| item["time"] = Value::Null);
        observed.push((format!("{player}'s history"), Value::Array(items).to_string()));
    }
    observed
}

/// What the feed gives the spectator of a game, but for its cursors: they hold hashes, which are salted anew on every server.
async fn fed(app: &TestApp, game: &str) -> String {
    let (mut lines, mut cursor) = (String::new(), String::new());
    loop {
        let page = app.get(&format!("/v1/events?limit=1000{cursor}")).await.expect(200);
        for mut entry in page["items"].as_array().expect("a list").iter().filter(|entry| entry["game"] == game).cloned() {
            entry["cursor"] = Value::Null;
            lines.push_str(&format!("{entry}\n"));
        }
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return lines,
        }
    }
}

/// The stream from the opening to the head, as lines.
async fn followed(app: &TestApp, game: &str, observer: &str) -> String {
    // A line for the head of the answer, and one for each event from the opening on.
    let lines = app.revision(game).await as usize + 2;
    let url = format!("{}/v1/games/{game}/events/stream?observer={observer}&from=0", app.base);
    let mut request = app.http.get(url).header("accept", "application/x-ndjson");
    if let Some(key) = app.held() {
        request = request.bearer_auth(key);
    }
    let mut response = request.send().await.expect("a stream");
    let mut bytes = Vec::new();
    while bytes.iter().filter(|byte| **byte == b'\n').count() < lines {
        bytes.extend_from_slice(&response.chunk().await.expect("readable").expect("the stream goes on"));
    }
    String::from_utf8(bytes).expect("lines are text")
}

/// Posts events that are expected to be refused, and keeps what was said to the observer.
pub async fn refused(app: &TestApp, game: &str, observer: &str, events: &[Value]) -> Observed {
    let minted = Minted::of(app, game).await;
    let before = app.revision(game).await;
    let mut observed = Observed::new();
    for event in events {
        let answer = app.post(&format!("/v1/games/{game}/events?observer={observer}"), event.clone()).await;
        assert_eq!(answer.status, 422, "{event}: {}", String::from_utf8_lossy(&answer.bytes));
        observed.push((format!("{event} for {observer}"), written(&answer, &minted)));
    }
    assert_eq!(app.revision(game).await, before, "a refused append changes nothing");
    observed
}

/// Fails at the first difference.
#[track_caller]
pub fn assert_equal(one: &Observed, other: &Observed, who: &str) {
    for ((asked, one), (_, other)) in one.iter().zip(other) {
        if one != other {
            let at = one.bytes().zip(other.bytes()).position(|(a, b)| a != b).unwrap_or(one.len().min(other.len()));
            let around = |text: &str| {
                String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(150)..(at + 150).min(text.len())]).into_owned()
            };
            panic!("{who}: {asked}\ndiffers at byte {at}:\n{}\nand\n{}", around(one), around(other));
        }
    }
    assert_eq!(one.len(), other.len(), "{who}: as much was asked in both");
}

/// Posts a whole log, in batches.
pub async fn play(app: &TestApp, game: &str, events: &[Value]) {
    for batch in events.chunks(100) {
        app.append(game, Value::Array(batch.to_vec())).await;
    }
}
