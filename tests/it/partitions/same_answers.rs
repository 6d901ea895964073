//! A game is answered with the same bytes, whether its log has one partition or four, also after other games of the same players.

use credence::rulesets::{ALL, Observer, Profile, SeatOpening};
use serde_json::{Value, json};

use super::partitioned;
use crate::harness::app::TestApp;
use crate::harness::observed::{assert_equal, observe};
use crate::harness::{Played, fresh_sqlite, history, tables};
use crate::http_privacy::whole;

/// Games of each ruleset, one after the other, with the same players.
const GAMES: u64 = 3;

/// Answers about a player, without what rests on the position of the log: a seat that is taken is an event of a log of several partitions.
fn without_learned(mut answer: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("learned");
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut answer);
    answer
}

fn without_time(mut items: Vec<Value>) -> Vec<Value> {
    for item in &mut items {
        item.as_object_mut().expect("an entry").remove("time");
    }
    items
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_answered_with_the_same_bytes() {
    let (first, second) = (fresh_sqlite(), fresh_sqlite());
    let apps = [partitioned(&first.1, 1).await, partitioned(&second.1, 4).await];
    let mut settled = 0;
    for ruleset in ALL {
        let seats = tables(*ruleset)[0];
        // What all players taught is folded at steps of the log's positions, which are not the same.
        let strangers = (0..seats).map(|_| SeatOpening { person: String::new(), profile: Profile::default() }).collect();
        let usual = ruleset.open(json!({}), json!({}), strangers).expect("a table");
        let reads_population = usual["parameters"].get("population").is_some();
        let parameters = if reads_population { json!({"population": "shipped"}) } else { json!({}) };
        for seed in 0..GAMES {
            let game = Played::simulate(*ruleset, seats, Some(16), seed);
            let id = format!("{}-{seed}", ruleset.key());
            let players: Vec<Value> = (0..seats).map(|seat| json!({"player": format!("{}-{seat}", ruleset.key())})).collect();
            let opening = json!({"ruleset": ruleset.key(), "seats": players, "parameters": parameters});
            for app in &apps {
                app.put(&format!("/v1/games/{id}"), opening.clone()).await.expect(201);
                for event in whole(&game) {
                    app.append(&id, event).await;
                }
                app.append(&id, json!({"id": "end", "time": "2026-01-02T03:04:05Z", "type": "finish"})).await;
            }
            let head = game.events.len() as u64;
            for observer in [Observer::Public, Observer::Seat(1)] {
                let who = observer.to_string();
                let [one, other] = &apps;
                let one = observe(one, &id, &who, seats, &[head / 2, head]).await;
                let other = observe(other, &id, &who, seats, &[head / 2, head]).await;
                assert_equal(&one, &other, &format!("{id} {who}"));
            }
        }
        for seat in 0..seats {
            let player = format!("{}-{seat}", ruleset.key());
            let mut answers = Vec::new();
            for app in &apps {
                let known = without_learned(app.get(&format!("/v1/players/{player}")).await.expect(200));
                answers.push((known, without_time(history(app, &player, 7).await)));
            }
            assert_eq!(answers[0], answers[1], "{player}");
            settled += answers[0].1.len();
        }
    }
    assert!(settled > 20, "{settled} observations: too few to say anything");
    let listed = async |app: &TestApp| {
        let list = app.get("/v1/games?limit=1000").await.expect(200);
        list["items"].as_array().expect("games").iter().map(|game| game["game"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(listed(&apps[0]).await, listed(&apps[1]).await, "newest first");
    for app in apps {
        app.stop().await;
    }
}
