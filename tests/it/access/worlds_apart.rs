//! Two servers, two logs that differ in what a key may not see, and not a byte of difference in what it is answered.

use credence::rulesets::Observer;
use serde_json::{Value, json};

use super::{guarded, seat_key};
use crate::harness::app::TestApp;
use crate::harness::observed::{Observed, assert_equal, observe, play, written_plainly};
use crate::http_privacy::{SEATS, seen_by, simulated, whole};

/// A guarded server on which events were played, and a key.
struct World {
    app: TestApp,
    key: String,
}

impl World {
    async fn of(events: &[Value], seat: Option<u8>) -> Self {
        let (app, admin) = guarded().await;
        app.trust(&admin);
        app.open_catan("g", SEATS, json!({})).await;
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

/// What a seat might try, to learn something from whether it is taken: everything that it could build, every card that it could have robbed, and
/// the ids of all events with something of its own under them. Each has an id and a time, so that two servers answer alike.
fn tried(seat: u8, events: usize) -> Vec<Value> {
    let mut tried = Vec::new();
    let mut add = |id: String, kind: &str, data: Value| {
        tried.push(json!({"id": id, "type": kind, "time": "2026-01-02T03:04:05Z", "data": data}));
    };
    for victim in (0..SEATS as u8).filter(|victim| *victim != seat) {
        for resource in ["wood", "brick", "sheep", "wheat", "ore"] {
            let data = json!({"thief": seat, "victim": victim, "resource": resource});
            add(format!("robbing {victim} of {resource}"), "steal", data);
        }
    }
    for piece in ["road", "settlement", "city", "dev_card"] {
        add(format!("building a {piece}"), "build", json!({"seat": seat, "piece": piece}));
    }
    for event in 0..events {
        add(format!("event-{event}"), "build", json!({"seat": seat, "piece": "road"}));
    }
    tried
}

#[tokio::test]
async fn a_key_is_answered_alike_in_worlds_that_it_cannot_tell_apart() {
    let game = simulated(5, 24);
    let head = game.events.len() as u64;
    let revisions = [0, head / 2, head];
    let mut taken = 0;
    for seat in [Some(0), Some(2), None] {
        let observer = seat.map_or(Observer::Public, Observer::Seat);
        let seen = seen_by(&game, observer);
        assert_ne!(seen, whole(&game), "{observer} saw everything: this game says nothing");
        let (one, other) = (World::of(&whole(&game), seat).await, World::of(&seen, seat).await);
        for world in [&one, &other] {
            world.app.hold(Some(&world.key));
        }
        let who = observer.to_string();
        let read =
            [observe(&one.app, "g", &who, SEATS, &revisions).await, observe(&other.app, "g", &who, SEATS, &revisions).await];
        assert_equal(&read[0], &read[1], &who);
        let Some(seat) = seat else { continue };
        let tried = tried(seat, game.events.len());
        let answers = [one.appended(&tried).await, other.appended(&tried).await];
        assert_equal(&answers[0], &answers[1], &format!("{who} reports"));
        taken += answers[0].iter().filter(|(_, answer)| answer.starts_with("201")).count();
        // And what it reads after all that is the same again.
        let (now, head) = (one.app.revision("g").await, other.app.revision("g").await);
        assert_eq!(now, head);
        let read = [observe(&one.app, "g", &who, SEATS, &[now]).await, observe(&other.app, "g", &who, SEATS, &[now]).await];
        assert_equal(&read[0], &read[1], &who);
    }
    assert!(taken > 4, "{taken} events of seats were taken: too few to say anything");
}
