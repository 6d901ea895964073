//! Worlds in the forms that engines take: as a deal that can be played again, and as numbers.

use std::collections::{BTreeMap, BTreeSet};

use credence::rulesets::{ALL, find};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::{Played, tables};

/// How many times smaller numbers are than JSON, at least.
const SMALLER: usize = 3;

const WORLDS: usize = 500;

/// Opens a game, and posts its first events.
async fn posted(app: &TestApp, game: &Played, id: &str, events: usize) {
    let players: Vec<Value> = (0..game.game.seats()).map(|seat| json!({"player": format!("p{seat}")})).collect();
    app.put(&format!("/v1/games/{id}"), json!({"ruleset": game.ruleset.key(), "seats": players})).await.expect(201);
    let events = game.events[..events].iter().map(|(kind, data)| {
        let data: Value = serde_json::from_slice(data).expect("JSON");
        json!({"type": kind, "data": data})
    });
    app.append(id, events.collect()).await;
}

fn cards(value: &Value) -> BTreeSet<&str> {
    value.as_array().expect("cards").iter().map(|card| card.as_str().expect("a card")).collect()
}

/// Dealing the hands, passing the passes and playing the plays leads to the world, and to what the observer knows of the deal.
#[tokio::test]
async fn a_world_of_hearts_comes_as_the_deal_that_led_to_it() {
    let app = TestApp::fresh().await;
    let game = Played::simulate(find("hearts").expect("hearts is hosted"), 4, Some(30), 5);
    let played = game.events.iter().position(|(kind, _)| kind == "play").expect("a play");
    let deal: Value = serde_json::from_slice(&game.events[0].1).expect("JSON");
    assert_ne!(deal["direction"], "hold", "cards are passed");
    for (id, end) in [("before", 2), ("passed", played), ("played", played + 13)] {
        posted(&app, &game, id, end).await;
        let path = format!("/v1/games/{id}/worlds");
        let ask = |form: Value| app.post(&path, json!({"observer": "seat:0", "count": 50, "seed": 3, "as": form}));
        let (now, dealt) = (ask(json!("now")).await.expect(200), ask(json!("deal")).await.expect(200));
        assert_eq!(ask(json!("deal")).await.expect(200), dealt, "the same seed gives the same deals");
        for (now, dealt) in now["worlds"].as_array().expect("worlds").iter().zip(dealt["worlds"].as_array().expect("worlds")) {
            assert_eq!(now["ln_probability"], dealt["ln_probability"]);
            let (now, dealt) = (&now["world"], &dealt["world"]);
            let mut hands: Vec<BTreeSet<&str>> = (0..4).map(|seat| cards(&dealt["hands"][seat.to_string()])).collect();
            assert!(hands.iter().all(|hand| hand.len() == 13), "{dealt}");
            assert_eq!(hands.iter().flatten().collect::<BTreeSet<_>>().len(), 52, "{dealt}");
            assert_eq!(hands[0], cards(&deal["hands"]["0"]), "the observer knows its own hand");
            let passes = dealt["passes"].as_object().expect("passes");
            if id != "before" {
                assert_eq!(passes.len(), 4);
                let step = match deal["direction"].as_str().expect("a direction") {
                    "left" => 1,
                    "across" => 2,
                    _ => 3,
                };
                for (seat, passed) in passes {
                    let (seat, passed) = (seat.parse::<usize>().expect("a seat"), cards(passed));
                    assert!(passed.len() == 3 && passed.is_subset(&cards(&dealt["hands"][seat.to_string()])), "{dealt}");
                    hands[seat].retain(|card| !passed.contains(card));
                    hands[(seat + step) % 4].extend(passed);
                }
            }
            for card in cards(&dealt["plays"]) {
                assert!(hands.iter_mut().any(|hand| hand.remove(card)), "{card} was in no hand");
            }
            for (seat, hand) in hands.iter().enumerate() {
                assert_eq!(*hand, cards(&now["hands"][seat.to_string()]), "seat {seat} of {dealt}");
            }
        }
        assert_eq!(dealt["worlds"][0]["world"]["plays"].as_array().expect("plays").len(), end.saturating_sub(played));
    }
    app.post("/v1/games/played/worlds", json!({"count": 1, "as": "hand"})).await.problem(422, "malformed");
}

/// Packed worlds are the same worlds: each variable has the value that the world gives it.
#[tokio::test]
async fn packed_worlds_are_the_same_worlds_and_small() {
    let app = TestApp::fresh().await;
    let mut ratios = BTreeMap::new();
    for ruleset in ALL {
        let key = ruleset.key();
        let game = Played::simulate(*ruleset, tables(*ruleset)[0], Some(24), 3);
        posted(&app, &game, key, game.events.len() / 2).await;
        let path = format!("/v1/games/{key}/worlds");
        let body = json!({"observer": "public", "count": WORLDS, "seed": 11});
        let whole = app.post(&path, body.clone()).await;
        let accept = [("accept", "application/vnd.credence.worlds")];
        let packed = app.ask(Method::POST, &path, &accept, Some(body)).await;
        assert_eq!((packed.status.as_u16(), packed.headers["content-type"].to_str().expect("text")), (200, accept[0].1));
        let end = packed.bytes.iter().position(|byte| *byte == b'\n').expect("a first line");
        let head: Value = serde_json::from_slice(&packed.bytes[..end]).expect("JSON");
        let columns = head["columns"].as_array().expect("columns");
        let bytes = head["bytes"].as_u64().expect("a width") as usize;
        let weights = if head["weighted"] == true { 8 * WORLDS } else { 0 };
        let (importance, rows) = packed.bytes[end + 1..].split_at(weights);
        assert_eq!(rows.len(), WORLDS * columns.len() * bytes, "{key}: whole rows");
        let json = whole.json();
        for (index, world) in json["worlds"].as_array().expect("worlds").iter().enumerate() {
            let values = game.game.values(world["world"].clone()).expect("a world");
            let row = &rows[index * columns.len() * bytes..];
            for (column, number) in columns.iter().zip(row.chunks_exact(bytes)) {
                let place = number.iter().rev().fold(0, |place, byte| place << 8 | usize::from(*byte));
                let value = column["values"][place].as_str().expect("a value");
                let id = column["id"].as_str().expect("an id");
                assert_eq!(values.get(id).map_or("", String::as_str), value, "{key}: {id} of world {index}");
            }
            if weights > 0 {
                let weight = f64::from_le_bytes(importance[8 * index..8 * index + 8].try_into().expect("eight bytes"));
                assert_eq!(world["importance"], weight, "{key}: world {index}");
            }
        }
        let belief = app.get(&format!("/v1/games/{key}/belief")).await.json();
        let variables = belief["variables"].as_array().expect("variables").iter();
        let variables: BTreeSet<&str> = variables
            .filter(|variable| variable.get("derived").is_none())
            .map(|variable| variable["id"].as_str().expect("an id"))
            .collect();
        let named: BTreeSet<&str> = columns.iter().map(|column| column["id"].as_str().expect("an id")).collect();
        assert_eq!(named, variables, "{key}: a column for each variable");
        ratios.insert(key, whole.bytes.len() as f64 / packed.bytes.len() as f64);
    }
    assert!(ratios.values().all(|ratio| *ratio >= SMALLER as f64), "how many times smaller: {ratios:?}");
}
