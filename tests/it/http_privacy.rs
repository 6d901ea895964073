//! Nobody learns what they did not see: changing what is hidden from an observer changes not one byte of what it is served.

use credence::belief::Evidence;
use credence::rulesets::{ALL, EventRef, Observer, find};
use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::observed::{Observed, assert_equal, observe, observe_players, play, refused};
use crate::harness::{Played, tables};

/// Seats at its table.
pub const SEATS: usize = 4;

/// A random game of Catan.
pub fn simulated(seed: u64, turns: u32) -> Played {
    Played::simulate(find("catan").expect("catan is hosted"), SEATS, Some(turns), seed)
}

/// An event as a client posts it: with id and time of its own, so that two servers are told the same.
fn posted(index: usize, kind: &str, data: &[u8]) -> Value {
    let data: Value = serde_json::from_slice(data).expect("JSON");
    json!({"id": format!("event-{index}"), "type": kind, "time": "2026-01-02T03:04:05Z", "data": data})
}

/// All of its events.
pub fn whole(game: &Played) -> Vec<Value> {
    game.events.iter().enumerate().map(|(index, (kind, data))| posted(index, kind, data)).collect()
}

/// The same, as an observer sees them.
pub fn seen_by(game: &Played, observer: Observer) -> Vec<Value> {
    let view = |index: usize| {
        let (kind, data) = &game.events[index];
        // How many events there are is no secret: one that is hidden as a whole stands as it is. The laws of views leave it out.
        posted(index, kind, &game.view(index, observer).unwrap_or_else(|| data.clone()))
    };
    (0..game.events.len()).map(view).collect()
}

fn without_referee(game: &Played) -> Vec<Observer> {
    game.observers().into_iter().filter(|observer| *observer != Observer::Referee).collect()
}

const PIECES: [&str; 4] = ["road", "settlement", "city", "dev_card"];

fn build(seat: usize, piece: &str) -> Value {
    json!({"type": "build", "data": {"seat": seat, "piece": piece}})
}

/// Probability that a seat can pay for a piece, in an observer's eyes.
async fn affords(app: &TestApp, game: &str, observer: &str, seat: usize, piece: &str) -> f64 {
    let body = json!({"observer": observer, "queries": [{"type": "can_afford", "seat": seat, "piece": piece}]});
    let answer = app.post(&format!("/v1/games/{game}/queries"), body).await.expect(200);
    answer["answers"][0]["p"].as_f64().expect("a probability")
}

/// What a spectator knows cannot be: whoever knows more knows it too, so every log refuses it.
async fn impossible(app: &TestApp, game: &str) -> Vec<Value> {
    let mut events = Vec::new();
    for seat in 0..SEATS {
        for piece in PIECES {
            if affords(app, game, "public", seat, piece).await == 0.0 {
                events.push(build(seat, piece));
            }
        }
        events.push(json!({"type": "steal", "data": {"thief": seat, "victim": seat}}));
        events.push(json!({"type": "hand_size", "data": {"seat": seat, "count": 90}}));
    }
    events
}

/// What a spectator thinks possible, and both logs refuse: their refusals rest on what is hidden, which differs.
async fn secretly_impossible(apps: [&TestApp; 2], game: &str) -> Vec<Value> {
    let mut events = Vec::new();
    for (seat, piece) in (0..SEATS).flat_map(|seat| PIECES.map(|piece| (seat, piece))) {
        let [one, other] = apps;
        let known = affords(one, game, "referee", seat, piece).await + affords(other, game, "referee", seat, piece).await;
        if known == 0.0 && affords(one, game, "public", seat, piece).await > 0.0 {
            events.push(build(seat, piece));
        }
    }
    events
}

fn kinds(refused: &Observed, kind: &str) -> usize {
    refused.iter().filter(|(_, answer)| answer.contains(&format!("/problems/{kind}\""))).count()
}

#[tokio::test]
async fn a_blinded_log_serves_the_same_bytes() {
    let (full, blind) = (TestApp::fresh().await, TestApp::fresh().await);
    let game = simulated(5, 24);
    let head = game.events.len() as u64;
    let mut contradictions = 0;
    for observer in without_referee(&game) {
        let (id, who) = (format!("blinded-{}", observer.to_string().replace(':', "-")), observer.to_string());
        let seen = seen_by(&game, observer);
        assert_ne!(seen, whole(&game), "{who} saw everything: this game says nothing");
        for (app, events) in [(&full, whole(&game)), (&blind, seen)] {
            app.open_catan(&id, SEATS, json!({})).await;
            play(app, &id, &events).await;
        }
        let revisions = [0, head / 3, 2 * head / 3, head];
        let (one, other) =
            (observe(&full, &id, &who, SEATS, &revisions).await, observe(&blind, &id, &who, SEATS, &revisions).await);
        assert_equal(&one, &other, &who);
        let events = impossible(&full, &id).await;
        let (one, other) = (refused(&full, &id, &who, &events).await, refused(&blind, &id, &who, &events).await);
        assert_equal(&one, &other, &who);
        contradictions += kinds(&one, "contradiction");
        assert!(kinds(&one, "refusal") >= SEATS, "a rule was broken for each seat");
    }
    assert!(contradictions >= SEATS, "{contradictions} contradictions: too few to say anything");
}

/// The same for every game that is hosted, as a spectator and one player read it.
#[tokio::test]
async fn a_blinded_log_of_any_game_serves_the_same_bytes() {
    let (full, blind) = (TestApp::fresh().await, TestApp::fresh().await);
    let mut settled = 0;
    for ruleset in ALL {
        let seats = tables(*ruleset)[0];
        let game = Played::simulate(*ruleset, seats, Some(24), 3);
        let head = game.events.len() as u64;
        for observer in [Observer::Public, Observer::Seat(1)] {
            let (id, who) = (format!("{}-{}", ruleset.key(), observer.to_string().replace(':', "-")), observer.to_string());
            for (app, events) in [(&full, whole(&game)), (&blind, seen_by(&game, observer))] {
                let players: Vec<Value> = (0..seats).map(|seat| json!({"player": format!("{id}-{seat}")})).collect();
                let opened = app.put(&format!("/v1/games/{id}"), json!({"ruleset": ruleset.key(), "seats": players})).await;
                assert_eq!(opened.status, 201, "{}", String::from_utf8_lossy(&opened.bytes));
                play(app, &id, &events).await;
            }
            let revisions = [0, head / 3, 2 * head / 3, head];
            let (one, other) =
                (observe(&full, &id, &who, seats, &revisions).await, observe(&blind, &id, &who, seats, &revisions).await);
            assert_equal(&one, &other, &format!("{} {who}", ruleset.key()));
            let (one, other) = (observe_players(&full, &id).await, observe_players(&blind, &id).await);
            assert_equal(&one, &other, &format!("players, {} {who}", ruleset.key()));
            settled += one.iter().filter(|(asked, answer)| asked.ends_with("history") && answer.contains("observed")).count();
        }
    }
    assert!(settled >= 8, "{settled} players of whom anything was settled: too few to say anything");
}

#[tokio::test]
async fn a_blinded_log_lists_the_same_quarantined_events() {
    let (full, blind) = (TestApp::fresh().await, TestApp::fresh().await);
    let game = simulated(8, 20);
    let mut listed = 0;
    for observer in without_referee(&game) {
        let (id, who) = (format!("quarantine-{}", observer.to_string().replace(':', "-")), observer.to_string());
        let half = game.events.len() / 2;
        for app in [&full, &blind] {
            app.open_catan(&id, SEATS, json!({"on_contradiction": "quarantine"})).await;
        }
        let (all, seen) = (whole(&game), seen_by(&game, observer));
        play(&full, &id, &all[..half]).await;
        play(&blind, &id, &seen[..half]).await;
        // Those that break a rule are refused by both; those that only contradict are kept, and every fold leaves them out.
        let mut kept = Vec::new();
        for (index, event) in impossible(&full, &id).await.into_iter().filter(|event| event["type"] == "build").enumerate() {
            let event = posted(10_000 + index, "build", event["data"].to_string().as_bytes());
            let path = format!("/v1/games/{id}/events?observer={who}");
            let (one, other) = (full.post(&path, event.clone()).await, blind.post(&path, event).await);
            assert_eq!((one.status, &one.bytes), (other.status, &other.bytes), "{who}");
            if one.status == 201 {
                kept.push(one.json()["revision"].clone());
                if kept.len() == 3 {
                    break;
                }
            }
        }
        let head = full.revision(&id).await;
        let revisions = [half as u64, head];
        let (one, other) =
            (observe(&full, &id, &who, SEATS, &revisions).await, observe(&blind, &id, &who, SEATS, &revisions).await);
        assert_equal(&one, &other, &who);
        let belief = full.get(&format!("/v1/games/{id}/belief?observer={who}")).await.expect(200);
        let quarantined = belief["quarantined"].as_array().expect("a list");
        assert_eq!(quarantined.iter().map(|event| event["revision"].clone()).collect::<Vec<_>>(), kept, "{who}");
        listed += quarantined.len();
    }
    assert!(listed >= SEATS, "{listed} events were quarantined: too few to say anything");
}

/// Whether the referee could take this log.
fn holds(game: &Played, events: &[(String, Vec<u8>)]) -> bool {
    let mut fold = game.begin(Observer::Referee);
    for (kind, data) in events {
        let event = EventRef { kind, schema: game.ruleset.schema(), data };
        let event = game.decode(event);
        match fold.see(&event, &mut Evidence::off()) {
            Ok(next) if fold.check(&event).is_ok() => fold = next,
            _ => return false,
        }
    }
    true
}

/// A change of what is hidden in one event, after which the whole log is still possible, and the seats that saw it.
struct Permuted {
    index: usize,
    seats: Vec<u64>,
    was: Value,
    events: Vec<(String, Vec<u8>)>,
}

/// Other cards in robberies, and other development cards in purchases, that the rest of the log allows.
fn permutations(game: &Played) -> Vec<Permuted> {
    let mut found = Vec::new();
    for (index, (kind, data)) in game.events.iter().enumerate() {
        let data: Value = serde_json::from_slice(data).expect("JSON");
        let (field, values, seats) = match kind.as_str() {
            "steal" => ("resource", ["wood", "brick", "sheep", "wheat", "ore"], vec![&data["thief"], &data["victim"]]),
            "build" if data.get("card").is_some() => {
                let cards = ["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"];
                ("card", cards, vec![&data["seat"]])
            }
            _ => continue,
        };
        let seats = seats.into_iter().map(|seat| seat.as_u64().expect("a seat")).collect::<Vec<_>>();
        for value in values.into_iter().filter(|value| data[field] != **value) {
            let mut other = data.clone();
            other[field] = json!(value);
            let mut events = game.events.clone();
            events[index].1 = serde_json::to_vec(&other).expect("JSON is serialisable");
            if holds(game, &events) {
                found.push(Permuted { index, seats: seats.clone(), was: data[field].clone(), events });
                break;
            }
        }
    }
    found
}

#[tokio::test]
async fn what_is_hidden_may_be_anything() {
    let (one, other) = (TestApp::fresh().await, TestApp::fresh().await);
    let mut kinds = std::collections::BTreeMap::new();
    let (mut number, mut vague) = (0, 0);
    for seed in [3, 11, 12] {
        let game = simulated(seed, 24);
        for permuted in permutations(&game) {
            let taken = kinds.entry(game.events[permuted.index].0.clone()).or_insert(0);
            *taken += 1;
            if *taken > 3 {
                continue;
            }
            number += 1;
            let id = format!("permuted-{number}");
            let changed: Vec<Value> =
                permuted.events.iter().enumerate().map(|(index, (kind, data))| posted(index, kind, data)).collect();
            // At the end the event is taken back for what a spectator saw of it; the reason names the card, which is hidden too.
            let revision = permuted.index + 1;
            let view = game.view(permuted.index, Observer::Public).expect("a view");
            let view: Value = serde_json::from_slice(&view).expect("JSON");
            let kind = &game.events[permuted.index].0;
            for (app, events) in [(&one, whole(&game)), (&other, changed)] {
                app.open_catan(&id, SEATS, json!({})).await;
                play(app, &id, &events).await;
            }
            let blind =
                |observer: &Observer| !matches!(observer, Observer::Seat(seat) if permuted.seats.contains(&u64::from(*seat)));
            let blind: Vec<Observer> = without_referee(&game).into_iter().filter(blind).collect();
            let mut events = impossible(&one, &id).await;
            events.extend(secretly_impossible([&one, &other], &id).await);
            for who in blind.iter().map(ToString::to_string) {
                let (a, b) = (refused(&one, &id, &who, &events).await, refused(&other, &id, &who, &events).await);
                assert_equal(&a, &b, &format!("{who} of {id}, refused"));
                vague += a.iter().filter(|(_, answer)| answer.contains("others at the table")).count();
            }
            for (app, reason) in [(&one, &permuted.was), (&other, &json!("another"))] {
                let instead = json!({"type": kind, "data": view});
                let data = json!({"revision": revision, "reason": format!("it was {reason}"), "instead": instead});
                app.append(&id, posted(20_000, "retract", data.to_string().as_bytes())).await;
            }
            let head = one.revision(&id).await;
            for who in blind.iter().map(ToString::to_string) {
                let revisions = [revision as u64, head - 1, head];
                let (a, b) =
                    (observe(&one, &id, &who, SEATS, &revisions).await, observe(&other, &id, &who, SEATS, &revisions).await);
                assert_equal(&a, &b, &format!("{who} of {id}"));
            }
            // The law would hold of a server that ignores the card: who saw it must be told different things.
            let seer = format!("/v1/games/{id}/belief?observer=seat:{}&revision={revision}", permuted.seats[0]);
            assert_ne!(one.get(&seer).await.bytes, other.get(&seer).await.bytes, "{id}: who saw the card");
        }
    }
    assert!(kinds.get("steal").is_some_and(|found| *found >= 2), "{kinds:?}: too few to say anything");
    assert!(vague > 0, "no refusal rested on what is hidden");
    assert!(kinds.contains_key("build"), "{kinds:?}: no development card could be another");
}
