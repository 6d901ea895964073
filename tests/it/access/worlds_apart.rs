//! Two servers, two logs that differ in what a key may not see, and not a byte of difference in what it is answered.

use credence::rulesets::{ALL, Observer, find};
use serde_json::{Value, json};

use super::{guarded, seat_key};
use crate::harness::app::TestApp;
use crate::harness::observed::{Observed, assert_equal, observe, play, written_plainly};
use crate::harness::{Played, tables};
use crate::http_privacy::{SEATS, seen_by, simulated, whole};

/// A guarded server on which events were played, and a key.
struct World {
    app: TestApp,
    key: String,
}

impl World {
    async fn of(ruleset: &str, seats: usize, events: &[Value], seat: Option<u8>) -> Self {
        let (app, admin) = guarded().await;
        app.trust(&admin);
        let players: Vec<Value> = (0..seats).map(|seat| json!({"player": format!("p{seat}")})).collect();
        app.put("/v1/games/g", json!({"ruleset": ruleset, "seats": players})).await.expect(201);
        play(&app, "g", events).await;
        let key = match seat {
            Some(seat) => seat_key(&app, "g", seat).await.0,
            None => app.make_key(json!({"role": "reader"})).await.0,
        };
        Self { app, key }
    }

    /// What is answered to appends that only a key of a seat may try.
    async fn appended(&self, events: &[Value]) -> Observed {
        let mut observed = Observed::new();
        for event in events {
            let answer = self.app.post("/v1/games/g/events?observer=public", event.clone()).await;
            assert!(!answer.status.is_server_error(), "{event}");
            observed.push((event.to_string(), written_plainly(&answer)));
        }
        observed
    }
}

/// An event with an id and a time, so that two servers answer alike.
fn event(id: &str, kind: &str, data: &Value) -> Value {
    json!({"id": id, "type": kind, "time": "2026-01-02T03:04:05Z", "data": data})
}

/// What a seat of Catan might try, to learn something from whether it is taken: every card that it could have robbed, everything that it could
/// build.
fn tried_in_catan(seat: u8) -> Vec<Value> {
    let mut tried = Vec::new();
    for victim in (0..SEATS as u8).filter(|victim| *victim != seat) {
        for resource in ["wood", "brick", "sheep", "wheat", "ore"] {
            let data = json!({"thief": seat, "victim": victim, "resource": resource});
            tried.push(event(&format!("robbing {victim} of {resource}"), "steal", &data));
        }
    }
    for piece in ["road", "settlement", "city", "dev_card"] {
        tried.push(event(&format!("building a {piece}"), "build", &json!({"seat": seat, "piece": piece})));
    }
    tried
}

/// What a seat of any game might try: whatever the game gives as examples; and each of them under the ids of all events that stand.
fn tried(ruleset: &str, seats: usize, events: usize) -> Vec<Value> {
    let examples = find(ruleset).expect("it is hosted").examples(seats).events;
    let new = examples.iter().enumerate().map(|(number, (kind, data))| event(&format!("try {number}"), kind, data));
    let known = (0..events).map(|at| {
        let (kind, data) = &examples[at % examples.len()];
        event(&format!("event-{at}"), kind, data)
    });
    new.chain(known).collect()
}

/// Compares all that a key is answered on two servers, before and after it has tried to append. Says how many of its events were taken.
async fn compare(game: &Played, seats: usize, seat: Option<u8>, more: &[Value]) -> usize {
    let ruleset = game.ruleset.key();
    let observer = seat.map_or(Observer::Public, Observer::Seat);
    let who = format!("{ruleset} {observer}");
    let seen = seen_by(game, observer);
    let head = game.events.len() as u64;
    let revisions = |last: u64| [0, head / 3, 2 * head / 3, last];
    let worlds = [World::of(ruleset, seats, &whole(game), seat).await, World::of(ruleset, seats, &seen, seat).await];
    for world in &worlds {
        world.app.hold(Some(&world.key));
    }
    let [one, other] = &worlds;
    let observer = observer.to_string();
    let read = [
        observe(&one.app, "g", &observer, seats, &revisions(head)).await,
        observe(&other.app, "g", &observer, seats, &revisions(head)).await,
    ];
    assert_equal(&read[0], &read[1], &who);
    if seat.is_none() {
        return 0;
    }
    let tried: Vec<Value> = more.iter().cloned().chain(tried(ruleset, seats, game.events.len())).collect();
    let answers = [one.appended(&tried).await, other.appended(&tried).await];
    assert_equal(&answers[0], &answers[1], &format!("{who} reports"));
    // And what it reads after all that is the same again.
    let now = one.app.revision("g").await;
    assert_eq!(now, other.app.revision("g").await);
    let read = [
        observe(&one.app, "g", &observer, seats, &revisions(now)).await,
        observe(&other.app, "g", &observer, seats, &revisions(now)).await,
    ];
    assert_equal(&read[0], &read[1], &who);
    answers[0].iter().filter(|(_, answer)| answer.starts_with("201")).count()
}

#[tokio::test]
async fn a_key_is_answered_alike_in_worlds_that_it_cannot_tell_apart() {
    let game = simulated(5, 24);
    let mut taken = 0;
    for seat in [Some(0), Some(2), None] {
        let observer = seat.map_or(Observer::Public, Observer::Seat);
        assert_ne!(seen_by(&game, observer), whole(&game), "{observer} saw everything: this game says nothing");
        let more = seat.map_or_else(Vec::new, tried_in_catan);
        taken += Box::pin(compare(&game, SEATS, seat, &more)).await;
    }
    assert!(taken > 4, "{taken} events of seats were taken: too few to say anything");
}

#[tokio::test]
async fn so_it_is_in_every_game() {
    for ruleset in ALL {
        let seats = tables(*ruleset)[0];
        let game = Played::simulate(*ruleset, seats, Some(24), 3);
        for seat in [Some(1), None] {
            Box::pin(compare(&game, seats, seat, &[])).await;
        }
    }
}
