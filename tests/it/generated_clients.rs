//! What a client that is generated from the contract takes real answers for. `clients/rust/check` says it of oas3-gen itself; here is what such a
//! client does: it takes the first member of a union that fits, looks at no constants, and fills in what is missing where there is one.

use std::time::Duration;

use credence::http::openapi;
use credence::rulesets::{ALL, Observer, find};
use serde_json::{Value, json};

use crate::harness::Played;
use crate::harness::app::{TestApp, first_session, whole_events};

/// The contract, as such a client reads by it.
struct Reader(Value);

impl Reader {
    fn component(&self, name: &str) -> &Value {
        let component = &self.0["components"]["schemas"][name];
        assert!(component.is_object(), "there is no component {name}");
        component
    }

    /// The name of the component that a schema refers to.
    fn name(schema: &Value) -> &str {
        schema["$ref"].as_str().and_then(|to| to.rsplit('/').next()).unwrap_or_default()
    }

    /// The schema of what an operation answers.
    fn answer(&self, path: &str, method: &str, media: &str) -> &Value {
        let schema = &self.0["paths"][path][method]["responses"]["200"]["content"][media]["schema"];
        assert!(schema.is_object(), "{method} {path} answers no {media}");
        schema
    }

    /// What a value is taken for: the last component on the way down the unions.
    fn taken_for(&self, schema: &Value, value: &Value) -> Option<String> {
        let name = Self::name(schema);
        let schema = if name.is_empty() { schema } else { self.component(name) };
        let members = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
        match (members, schema["discriminator"]["propertyName"].as_str()) {
            (Some(_), Some(property)) => {
                let member = schema["discriminator"]["mapping"][value[property].as_str()?].as_str()?;
                self.taken_for(&json!({"$ref": member}), value)
            }
            (Some(members), None) => members.iter().find_map(|member| self.taken_for(member, value)),
            (None, _) => self.fits(schema, value).then(|| name.to_owned()),
        }
    }

    fn reads(&self, schema: &Value, value: &Value) -> bool {
        self.taken_for(schema, value).is_some()
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let kinds = schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
        let is_of_kind = kinds.iter().any(|kind| match kind.as_str() {
            Some("object") => value.is_object(),
            Some("array") => value.is_array(),
            Some("string") => value.is_string(),
            Some("boolean") => value.is_boolean(),
            Some("null") => value.is_null(),
            Some("integer") => value.is_i64() || value.is_u64(),
            Some("number") => value.is_number(),
            _ => true,
        });
        let is_listed = schema["enum"].as_array().is_none_or(|values| values.contains(value));
        let parts = match value {
            Value::Array(items) => items.iter().all(|item| self.reads(&schema["items"], item)),
            Value::Object(fields) => self.fits_object(schema, fields),
            _ => true,
        };
        is_of_kind && is_listed && parts
    }

    fn fits_object(&self, schema: &Value, fields: &serde_json::Map<String, Value>) -> bool {
        let Some(properties) = schema["properties"].as_object() else {
            let entry = &schema["additionalProperties"];
            return !entry.is_object() || fields.values().all(|value| self.reads(entry, value));
        };
        let is_closed = schema["additionalProperties"] == false;
        // Where one field is a constant, all that are missing are made up.
        let makes_up = properties.values().any(|property| property.get("const").is_some());
        let mut required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let is_whole = makes_up || required.all(|name| fields.contains_key(name));
        let fits = |(name, value): (&String, &Value)| match properties.get(name) {
            Some(property) if property.get("const").is_some() => true,
            Some(property) => self.reads(property, value),
            None => !is_closed,
        };
        is_whole && fields.iter().all(fits)
    }

    /// What each entry of a list is taken for.
    fn entries(&self, path: &str, list: &Value) -> Vec<String> {
        let list_of = self.component(Self::name(self.answer(path, "get", "application/json")));
        let entry = &list_of["properties"]["items"]["items"];
        let entries = list["items"].as_array().expect("a list").iter();
        entries.map(|item| self.taken_for(entry, item).unwrap_or_else(|| panic!("nothing fits {item}"))).collect()
    }
}

const LOG: &str = "/v1/games/{game}/events";

/// A game of Catan in which seat 1 said what is in its hand, which nobody else sees.
async fn with_something_hidden() -> TestApp {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", first_session()).await;
    let hand = json!({"seat": 1, "bundle": {"wood": 1}});
    app.append("g1", json!([{"type": "hand", "data": hand}, {"type": "note", "data": {"text": "a remark"}}])).await;
    app
}

#[tokio::test]
async fn an_event_is_taken_for_itself_and_nothing_else_for_a_hidden_one() {
    let (app, reader) = (with_something_hidden().await, Reader(openapi()));
    for (path, asked, form, hidden) in
        [(LOG, "/v1/games/g1/events", "View", "HiddenEvent"), ("/v1/events", "/v1/events", "Entry", "HiddenEntry")]
    {
        let kinds = ["Opening", "CatanProduction", "CatanSteal", "CatanBuild", "CatanBuild", "CatanHand", "Note"];
        let mut expected = kinds.map(|kind| format!("{kind}{form}"));
        let whole = app.get(&format!("{asked}?observer=referee")).await.expect(200);
        assert_eq!(reader.entries(path, &whole), expected, "{path}");
        expected[5] = hidden.to_owned();
        let seen = app.get(&format!("{asked}?observer=public")).await.expect(200);
        assert_eq!(reader.entries(path, &seen), expected, "{path}");
    }
}

/// Whole games of every ruleset: types that two games share are told apart by what the events say.
#[tokio::test]
async fn every_games_events_are_taken_for_its_own() {
    let (app, reader) = (TestApp::fresh().await, Reader(openapi()));
    for ruleset in ALL {
        let key = ruleset.key();
        let game = Played::simulate(find(key).expect("a ruleset"), credence::rulesets::usual_seats(*ruleset), Some(2), 1);
        let seats = vec![json!({}); credence::rulesets::usual_seats(*ruleset)];
        app.put(&format!("/v1/games/{key}"), json!({"ruleset": key, "seats": seats})).await.expect(201);
        let event = |(kind, data): &(String, Vec<u8>)| {
            let data: Value = serde_json::from_slice(data).expect("JSON");
            json!({"type": kind, "data": data})
        };
        app.append(key, game.events.iter().map(event).collect()).await;
        let prefix: String = key.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
        for observer in [Observer::Public, Observer::Seat(0), Observer::Referee] {
            let list = app.get(&format!("/v1/games/{key}/events?observer={observer}")).await.expect(200);
            for (item, name) in list["items"].as_array().expect("a list").iter().zip(reader.entries(LOG, &list)).skip(1) {
                let is_right = if item["hidden"] == true { name == "HiddenEvent" } else { name.starts_with(&prefix) };
                assert!(is_right, "{key}, {observer}: {item} is taken for {name}");
            }
        }
    }
}

/// Reads from an open stream until it holds so many events, and gives their data.
async fn data(app: &TestApp, path: &str, events: usize) -> Vec<Value> {
    let mut response = app.http.get(format!("{}{path}", app.base)).send().await.expect("a stream");
    let mut text = String::new();
    while whole_events(&text).len() < events {
        let chunk = tokio::time::timeout(Duration::from_secs(30), response.chunk()).await.expect("in time").expect("readable");
        text.push_str(std::str::from_utf8(&chunk.expect("the stream goes on")).expect("text"));
    }
    let data = |event: &str| event.lines().find_map(|line| line.strip_prefix("data:").map(str::to_owned)).expect("data");
    whole_events(&text).into_iter().map(|event| serde_json::from_str(&data(event)).expect("JSON")).collect()
}

#[tokio::test]
async fn what_a_stream_sends_is_in_the_contract() {
    let (app, reader) = (with_something_hidden().await, Reader(openapi()));
    let start = app.get("/v1/events?limit=1").await.expect(200)["cursor"].as_str().expect("a cursor").to_owned();
    for (path, asked, form, hidden) in [
        ("/v1/games/{game}/events/stream", "/v1/games/g1/events/stream?from=1".to_owned(), "View", "HiddenEvent"),
        ("/v1/events/stream", format!("/v1/events/stream?cursor={start}"), "Entry", "HiddenEntry"),
    ] {
        let schema = reader.answer(path, "get", "text/event-stream");
        let taken: Vec<String> =
            data(&app, &asked, 6).await.iter().map(|data| reader.taken_for(schema, data).expect("it fits")).collect();
        let mut expected =
            ["CatanProduction", "CatanSteal", "CatanBuild", "CatanBuild", "", "Note"].map(|kind| format!("{kind}{form}"));
        expected[4] = hidden.to_owned();
        assert_eq!(taken, expected, "{path}");
        let reset = json!({"detail": "the log does not hold it", "reset": true});
        assert_eq!(reader.taken_for(schema, &reset).as_deref(), Some("StreamReset"));
    }
    // Of which the game's stream sends one where the log does not hold what the client had.
    let again = app.http.get(format!("{}/v1/games/g1/events/stream", app.base)).header("last-event-id", "3-00000000");
    let mut response = again.send().await.expect("a stream");
    let mut text = String::new();
    while whole_events(&text).is_empty() {
        text.push_str(std::str::from_utf8(&response.chunk().await.expect("readable").expect("more")).expect("text"));
    }
    let sent = whole_events(&text)[0].to_owned();
    let json = sent.lines().find_map(|line| line.strip_prefix("data:")).expect("data");
    assert!(sent.contains("event: reset"), "{sent}");
    let schema = reader.answer("/v1/games/{game}/events/stream", "get", "text/event-stream");
    assert_eq!(reader.taken_for(schema, &serde_json::from_str(json).expect("JSON")).as_deref(), Some("StreamReset"));
}

/// A question without an answer is null in a turn, whose events stand: the whole answer must be readable.
#[tokio::test]
async fn a_turn_with_a_question_that_has_no_answer_is_read_whole() {
    let (app, reader) = (TestApp::fresh().await, Reader(openapi()));
    app.open_catan("g1", 3, json!({})).await;
    let queries = json!([{"type": "can_afford", "seat": 9, "piece": "city"}, {"type": "can_afford", "seat": 1, "piece": "road"}]);
    let turn = json!({"observer": "seat:0", "events": first_session(), "queries": queries});
    let answer = app.post("/v1/games/g1/turn", turn).await.expect(201);
    let schema = reader.answer("/v1/games/{game}/turn", "post", "application/json");
    assert_eq!(reader.taken_for(schema, &answer).as_deref(), Some("CatanTurnAnswer"));
    let one = &reader.component("CatanTurnAnswer")["properties"]["answers"]["items"];
    let taken: Vec<_> =
        answer["answers"].as_array().expect("answers").iter().map(|answer| reader.taken_for(one, answer)).collect();
    assert_eq!(taken, [Some("Unanswered".to_owned()), Some("CatanCanAffordAnswer".to_owned())]);
}

#[tokio::test]
async fn a_deal_is_not_taken_for_the_hands_of_now() {
    let (app, reader) = (TestApp::fresh().await, Reader(openapi()));
    app.put("/v1/games/h1", json!({"ruleset": "hearts", "setup": {"pass": ["hold"]}, "seats": [{}, {}, {}, {}]}))
        .await
        .expect(201);
    app.append("h1", json!([{"type": "deal", "data": {"deal": 0, "direction": "hold"}}])).await;
    for (form, name) in [("now", "HeartsWorld"), ("deal", "HeartsDealWorld")] {
        let drawn = app.post("/v1/games/h1/worlds", json!({"count": 1, "seed": 1, "as": form})).await.expect(200);
        let world = &reader.component("HeartsWorldAnswer")["properties"]["world"];
        assert_eq!(reader.taken_for(world, &drawn["worlds"][0]["world"]).as_deref(), Some(name));
        let schema = reader.answer("/v1/games/{game}/worlds", "post", "application/json");
        assert_eq!(reader.taken_for(schema, &drawn).as_deref(), Some("HeartsWorldsAnswer"));
    }
}
