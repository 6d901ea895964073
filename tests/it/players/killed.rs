//! A server that is killed at any moment loses no conduct that it acknowledged, and doubles none when it is sent again.

use std::time::Duration;

use credence::belief::seeded;
use credence::rulesets::ALL;
use credence::store::chain::{GENESIS, verify};
use rand::RngExt;
use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::{LOG, Observation, Place, Played, Process, history, of_game, player, program, read_all, settled_in, tables};

crate::store_contract::laws! {
    killing_the_server_changes_nothing,
}

const GAMES: usize = 12;

async fn send(http: &reqwest::Client, method: reqwest::Method, url: String, body: Value) -> Option<u16> {
    let answer = http.request(method, url).json(&body).send().await.ok()?;
    let status = answer.status().as_u16();
    assert!(status < 400, "{}", answer.text().await.unwrap_or_default());
    // An answer that broke off was not given.
    answer.bytes().await.ok().map(|_| status)
}

async fn killing_the_server_changes_nothing(place: Place) {
    let mut rng = seeded(11, 0);
    let mut server = Process::serve(&place.url());
    let (http, mut sendings, mut kills, mut interrupted) = (reqwest::Client::new(), 0, 0, 0);
    let mut expected: Vec<Vec<Observation>> = vec![Vec::new(); 8];
    for number in 0..GAMES {
        let ruleset = ALL[number % ALL.len()];
        let tables = tables(ruleset);
        let played = Played::simulate(ruleset, tables[number % tables.len()].min(8), Some(12), number as u64);
        let game = format!("game-{number}");
        let seats: Vec<Value> = (0..played.game.seats()).map(|seat| json!({"player": format!("p{seat}")})).collect();
        let mut requests = vec![(reqwest::Method::PUT, String::new(), json!({"ruleset": ruleset.key(), "seats": seats}))];
        let events: Vec<Value> = played
            .events
            .iter()
            .enumerate()
            .map(|(index, (kind, data))| {
                let data: Value = serde_json::from_slice(data).expect("JSON");
                json!({"id": format!("e{index}"), "type": kind, "data": data})
            })
            .collect();
        requests.extend(events.chunks(9).map(|batch| (reqwest::Method::POST, "/events".to_owned(), json!(batch))));
        for (method, path, body) in requests {
            loop {
                let url = format!("{}/v1/games/{game}{path}", server.url);
                let sent = send(&http, method.clone(), url, body.clone());
                // Every fourth sending is cut short, whatever became of those before it: how many kills there are is
                // not left to chance.
                sendings += 1;
                let answer = if sendings % 4 == 0 {
                    // At some moment of the request. Every third time nothing has left this process yet, so that some
                    // requests are surely without an answer.
                    let moment = if kills % 3 == 0 { 0 } else { rng.random_range(0..4_000) };
                    let mut sent = Box::pin(sent);
                    let answered = match moment {
                        0 => None,
                        moment => tokio::time::timeout(Duration::from_micros(moment), sent.as_mut()).await.ok(),
                    };
                    server.kill();
                    kills += 1;
                    let answer = match answered {
                        Some(answer) => answer,
                        None => sent.await,
                    };
                    server = Process::serve(&place.url());
                    answer
                } else {
                    sent.await
                };
                if answer.is_some() {
                    break;
                }
                interrupted += 1;
            }
        }
        for (seat, observations) in settled_in(&played, &game) {
            expected[seat].extend(observations);
        }
    }
    assert!(kills > 10 && interrupted > 3, "{kills} kills, {interrupted} requests interrupted: too few to say anything");
    server.kill();
    let output = program(&["rebuild", "--database-url", &place.url()]).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let app = TestApp::on(&place.url()).await;
    let mut persons = Vec::new();
    for (seat, expected) in expected.iter_mut().enumerate().filter(|(_, expected)| !expected.is_empty()) {
        let mut recorded = of_game(&history(&app, &format!("p{seat}"), 1_000).await);
        recorded.sort();
        expected.sort();
        assert_eq!(&recorded, expected, "p{seat}");
        persons.push(format!("p{seat}"));
    }
    assert!(persons.len() >= 3, "too few players to say anything");
    app.stop().await;
    let store = place.open().await;
    for id in persons {
        let person = store.find_player(LOG, &id).await.expect("found").expect("a player").person;
        let (stream, mut hash) = (player(&person), GENESIS);
        for (revision, event) in (0..).zip(&read_all(&*store, LOG, &stream).await) {
            verify(&hash, &stream, revision, event).expect("the chain is whole");
            hash = event.hash;
        }
    }
    store.close().await;
}
