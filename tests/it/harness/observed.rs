//! Everything that one observer is served of a game, byte by byte, to be compared with what it was served elsewhere.

use std::collections::BTreeMap;

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
        let log = app.get(&format!("/v1/games/{game}/events?observer=referee&limit=1")).await.expect(200);
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

/// Status, headers that say something about the game, and body.
fn written(answer: &Answered, minted: &Minted) -> String {
    let header = |name: &str| answer.headers.get(name).map_or("", |value| value.to_str().expect("text")).to_owned();
    let headers = ["content-type", "etag", "link"].map(header);
    format!("{} {headers:?}\n{}", answer.status, minted.mask(&answer.bytes))
}

/// Questions of Catan that touch every hand.
fn catan_questions(seats: usize) -> Value {
    let of_seat = |seat: usize| {
        let other = (seat + 1) % seats;
        [
            json!({"type": "can_afford", "seat": seat, "piece": "city"}),
            json!({"type": "at_least", "seat": seat, "resource": "ore", "count": 1}),
            json!({"type": "monopoly_haul", "seat": seat, "resource": "wheat"}),
            json!({"type": "steal_outcome", "thief": seat, "victim": other}),
            json!({"type": "dev_cards", "seat": seat}),
            json!({"type": "confidence", "seat": seat}),
        ]
    };
    Value::Array((0..seats).flat_map(of_seat).collect())
}

/// Questions of Hearts that touch every hand.
fn hearts_questions(seats: usize) -> Value {
    let of_seat = |seat: usize| {
        [
            json!({"type": "holds", "seat": seat, "card": "QS"}),
            json!({"type": "void", "seat": seat, "suit": "C"}),
            json!({"type": "suit_length", "seat": seat, "suit": "H"}),
            json!({"type": "unseen", "seat": seat}),
            json!({"type": "expected_points", "seat": seat, "card": "QS"}),
            json!({"type": "entropy", "by": "seat"}),
            json!({"type": "confidence"}),
        ]
    };
    Value::Array((0..seats).flat_map(of_seat).collect())
}

/// Questions of Liar's Dice that touch every cup; `best_response` is asked alone, because it is refused where nobody is to act.
fn liars_dice_questions(seats: usize) -> Value {
    let of_face = |face: u8| {
        [
            json!({"type": "plausibility", "quantity": 2, "face": face}),
            json!({"type": "face_total", "face": face}),
            json!({"type": "face_popularity", "face": face, "recent_rounds": 2}),
        ]
    };
    let of_seat = |seat: usize| {
        [
            json!({"type": "hand", "seat": seat}),
            json!({"type": "bids", "seat": seat}),
            json!({"type": "accuracy", "seat": seat}),
            json!({"type": "trust", "seat": seat}),
        ]
    };
    Value::Array((1..=6).flat_map(of_face).chain((0..seats).flat_map(of_seat)).collect())
}

/// Questions of Vinto that touch every row.
fn vinto_questions(seats: usize) -> Value {
    let of_seat = |seat: usize| {
        [
            json!({"type": "rank", "seat": seat, "position": 0}),
            json!({"type": "row_total", "seat": seat}),
            json!({"type": "wins_if_called", "seat": seat}),
            json!({"type": "knows", "seat": seat, "position": 1}),
            json!({"type": "holds_known", "seat": seat, "rank": "7"}),
            json!({"type": "readiness", "seat": seat}),
        ]
    };
    Value::Array((0..seats).flat_map(of_seat).collect())
}

/// Questions of a battle that touch both teams; those about a member that was not shown are refused alike.
fn pokemon_questions() -> Value {
    let of_seat = |seat: usize| [json!({"type": "unrevealed", "seat": seat}), json!({"type": "observation", "seat": seat})];
    Value::Array((0..2).flat_map(of_seat).collect())
}

/// A ruleset's own questions, and events that might have been; none for one that nobody wrote down here.
fn asked_of(ruleset: &str, seats: usize) -> (Value, Vec<Value>) {
    let event = |kind: &str, data: Value| json!({"type": kind, "data": data});
    match ruleset {
        "catan" => {
            let hand = event("hand", json!({"seat": 1, "bundle": {"wood": 1}}));
            (catan_questions(seats), vec![event("monopoly", json!({"seat": 0, "resource": "ore", "total": 0})), hand])
        }
        "hearts" => {
            let play = |seat: u8| event("play", json!({"seat": seat, "card": "QS"}));
            (hearts_questions(seats), (0..4).map(play).collect())
        }
        "liars_dice" => {
            let of_seat = |seat: usize| {
                [
                    event("roll", json!({"seat": seat, "dice": [1, 1, 1, 1, 1]})),
                    event("bid", json!({"seat": seat, "quantity": 6, "face": 6})),
                    event("call", json!({"seat": seat})),
                    event("exact", json!({"seat": seat})),
                ]
            };
            let all: BTreeMap<String, [u8; 5]> = (0..seats).map(|seat| (seat.to_string(), [1, 2, 3, 4, 5])).collect();
            let reveal = event("reveal", json!({"hands": all}));
            (liars_dice_questions(seats), (0..seats).flat_map(of_seat).chain([reveal]).collect())
        }
        "vinto" => {
            let draw = |seat: u8| event("draw", json!({"seat": seat, "card": "Q"}));
            let peek = |seat: u8| event("peek", json!({"seat": seat, "target": seat, "position": 0, "card": "Joker"}));
            (vinto_questions(seats), (0..2).flat_map(|seat| [draw(seat), peek(seat)]).collect())
        }
        "pokemon_randbats" => {
            let lines = json!({"channel": "spectator", "from_line": 0, "lines": ["|turn|1"]});
            (pokemon_questions(), vec![event("protocol", lines)])
        }
        _ => (json!([]), Vec::new()),
    }
}

/// Reads everything that there is to read of a game as one observer, now and at these revisions.
pub async fn observe(app: &TestApp, game: &str, observer: &str, seats: usize, revisions: &[u64]) -> Observed {
    let minted = Minted::of(app, game).await;
    let base = format!("/v1/games/{game}");
    let mut gets: Vec<String> = ["", "/events", "/belief", "/audit", "/evidence"]
        .iter()
        .map(|path| format!("{base}{path}?observer={observer}"))
        .collect();
    gets.push(format!("{base}/events?observer={observer}&limit=1000"));
    gets.push(format!("{base}/evidence?observer={observer}&limit=1000"));
    let ruleset = text(&app.get(&base).await.expect(200)["ruleset"]);
    let (questions, might_have_been) = asked_of(&ruleset, seats);
    if ruleset == "catan" {
        gets.push(format!("{base}/belief?observer={observer}&variables=seat:1/*"));
    }
    gets.extend(revisions.iter().map(|revision| format!("{base}/belief?observer={observer}&revision={revision}")));
    let mut posts = vec![(format!("{base}/queries"), json!({"observer": observer, "queries": questions}))];
    if ruleset == "liars_dice" {
        let best = |revision: &u64| json!({"observer": observer, "revision": revision, "queries": [{"type": "best_response"}]});
        posts.extend(revisions.iter().map(|revision| (format!("{base}/queries"), best(revision))));
    }
    for revision in revisions {
        let worlds = json!({"observer": observer, "count": 12, "seed": 7, "revision": revision});
        posts.push((format!("{base}/worlds"), worlds));
        let asked = json!({"observer": observer, "revision": revision, "queries": questions});
        posts.push((format!("{base}/queries"), asked));
        posts.push((format!("{base}/what-if"), json!({"observer": observer, "without": [revision]})));
        for with in &might_have_been {
            posts.push((format!("{base}/what-if"), json!({"observer": observer, "revision": revision, "with": [with]})));
        }
    }
    let mut observed = Observed::new();
    for path in gets {
        let answer = app.get(&path).await;
        assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.bytes));
        observed.push((path, written(&answer, &minted)));
    }
    for (path, body) in posts {
        let asked = format!("{path} {body}");
        let answer = app.ask(Method::POST, &path, &[], Some(body)).await;
        assert!(!answer.status.is_server_error(), "{asked}: {}", String::from_utf8_lossy(&answer.bytes));
        observed.push((asked, written(&answer, &minted)));
    }
    let lines = followed(app, game, observer).await;
    observed.push((format!("{base}/events/stream?observer={observer}"), minted.mask(lines.as_bytes())));
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

/// The stream from the opening to the head, as lines.
async fn followed(app: &TestApp, game: &str, observer: &str) -> String {
    // A line for the head of the answer, and one for each event from the opening on.
    let lines = app.revision(game).await as usize + 2;
    let url = format!("{}/v1/games/{game}/events/stream?observer={observer}&from=0", app.base);
    let mut response = app.http.get(url).header("accept", "application/x-ndjson").send().await.expect("a stream");
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
    assert_eq!(one.len(), other.len());
    for ((asked, one), (_, other)) in one.iter().zip(other) {
        if one != other {
            let at = one.bytes().zip(other.bytes()).position(|(a, b)| a != b).unwrap_or(one.len().min(other.len()));
            let around = |text: &str| {
                String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(150)..(at + 150).min(text.len())]).into_owned()
            };
            panic!("{who}: {asked}\ndiffers at byte {at}:\n{}\nand\n{}", around(one), around(other));
        }
    }
}

/// Posts a whole log, in batches.
pub async fn play(app: &TestApp, game: &str, events: &[Value]) {
    for batch in events.chunks(100) {
        app.append(game, Value::Array(batch.to_vec())).await;
    }
}
