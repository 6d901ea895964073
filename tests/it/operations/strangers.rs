//! A log that another program wrote: its chain is whole, and its events break rules that every game relies on.

use credence::rulesets::ALL;
use credence::store::{Append, Expected, NewEvent, Part};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::{Played, fresh_sqlite, game, home, tables};

/// A number that some seats, counts or cards are, and one that none is.
const WRONG: [u64; 2] = [7, 200];

/// An event with one number of it changed, for each number, in each way.
fn changed(data: &Value) -> Vec<Value> {
    let within = |data: &Value, put: &dyn Fn(Value) -> Value| changed(data).into_iter().map(put).collect::<Vec<_>>();
    match data {
        Value::Number(_) => WRONG.map(Value::from).to_vec(),
        Value::Array(items) => {
            let at = |at: usize| {
                within(&items[at], &|item| {
                    let mut items = items.clone();
                    items[at] = item;
                    Value::Array(items)
                })
            };
            (0..items.len()).flat_map(at).collect()
        }
        Value::Object(fields) => {
            let of = |(name, value): (&String, &Value)| {
                let mut all = within(value, &|value| {
                    let mut fields = fields.clone();
                    fields[name] = value;
                    Value::Object(fields)
                });
                if name.parse::<u8>().is_ok() {
                    all.extend(WRONG.map(|wrong| {
                        let mut fields = fields.clone();
                        let value = fields.remove(name).expect("it is there");
                        fields.insert(wrong.to_string(), value);
                        Value::Object(fields)
                    }));
                }
                all
            };
            fields.iter().flat_map(of).collect()
        }
        _ => Vec::new(),
    }
}

/// Such events are written past the server, at the start of a game and in the middle of one; what is asked of the game then is answered, and most
/// beliefs say what they left out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_that_break_rules_are_left_out_wherever_they_come_from() {
    let (_folder, place) = fresh_sqlite();
    let (mut written, mut left_out) = (Vec::new(), 0);
    for ruleset in ALL {
        let seats = *tables(*ruleset).last().expect("a table");
        let played = Played::simulate(*ruleset, seats, Some(4), 1);
        let app = TestApp::on(&place.url()).await;
        let mut wrong = Vec::new();
        for (kind, data) in ruleset.examples(seats).events {
            for data in changed(&data) {
                let text = serde_json::to_vec(&data).expect("JSON");
                if played.game.read(kind, &text).is_ok() {
                    wrong.push((kind, text));
                }
            }
        }
        assert!(!wrong.is_empty(), "{} has events with numbers", ruleset.key());
        let event = |(kind, data): &(String, Vec<u8>)| {
            let data: Value = serde_json::from_slice(data).expect("JSON");
            json!({"type": kind, "data": data})
        };
        let events: Vec<Value> = played.events.iter().take(40).map(event).collect();
        let mut games = Vec::new();
        for (number, wrong) in wrong.into_iter().enumerate() {
            for half in [0, events.len() / 2] {
                let id = format!("{}-{number}-{half}", ruleset.key());
                let persons = vec![json!({}); seats];
                app.put(&format!("/v1/games/{id}"), json!({"ruleset": ruleset.key(), "seats": persons})).await.expect(201);
                if half > 0 {
                    app.append(&id, Value::Array(events[..half].to_vec())).await;
                }
                games.push((id, half, wrong.clone()));
            }
        }
        app.stop().await;
        let store = place.open().await;
        for (id, half, (kind, payload)) in games {
            let event = NewEvent {
                id: format!("{id}-wrong"),
                kind: kind.to_owned(),
                schema: ruleset.schema(),
                time_us: 1_790_000_000_000_000,
                payload,
                salt: [7; 32],
                reporter: None,
            };
            let revision = half as u64;
            let part = Part { stream: game(&id), expected: Expected::At(revision), events: vec![event] };
            let append = Append { log: home(), parts: vec![part], catalog: Vec::new() };
            let mut results = store.append(vec![append]).await.expect("the database answers");
            results.pop().expect("an answer").expect("it is written");
            written.push(id);
        }
        store.close().await;
    }
    let app = TestApp::on(&place.url()).await;
    for id in &written {
        for observer in ["public", "seat:0", "referee"] {
            for below in ["belief", "events", "evidence", "curve"] {
                let path = format!("/v1/games/{id}/{below}?observer={observer}");
                let answer = app.get(&path).await;
                assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.bytes));
            }
            let belief = app.get(&format!("/v1/games/{id}/belief?observer={observer}")).await.expect(200);
            left_out += usize::from(belief["quarantined"].as_array().is_some_and(|list| !list.is_empty()));
            let draw = json!({"observer": observer, "count": 3, "seed": 1});
            app.ask(Method::POST, &format!("/v1/games/{id}/worlds"), &[], Some(draw)).await.expect(200);
        }
        let truth = app.get(&format!("/v1/games/{id}/truth")).await;
        assert_eq!(truth.status, 200, "{id}: {}", String::from_utf8_lossy(&truth.bytes));
    }
    assert!(left_out > written.len(), "{left_out} of {} games show what was left out", 3 * written.len());
    app.stop().await;
}
