//! A database that holds less than the server's memory: a copy that lagged took over, or a backup was restored under it.

use futures::StreamExt;
use serde_json::Value;

use super::{open_with, post_note};
use crate::harness::app::{TestApp, whole_events};
use crate::harness::{Place, on_postgres};

/// Takes the last events out of the log, as if they had never been copied: their rows, the heads, and the counter.
async fn fall_back(place: &Place, game: &str, head: u64) {
    let stream = format!("log_id = 1 AND stream = 'game/{game}'");
    place.tamper(&format!("DELETE FROM events WHERE {stream} AND revision > {head}")).await;
    place
        .tamper(&format!(
            "UPDATE streams SET revision = {head}, hash = (SELECT hash FROM events WHERE {stream} AND revision = {head}) WHERE {stream}"
        ))
        .await;
    place.tamper("UPDATE log_head SET position = (SELECT max(position) FROM events)").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_is_dropped_where_the_database_is_behind_it() {
    on_postgres(|place| async move {
        let app = TestApp::on(&place.url()).await;
        open_with(&app, "g1", 20).await;
        app.get("/v1/games/g1/belief?observer=seat:0").await.expect(200);
        fall_back(&place, "g1", 15).await;
        let events = app.get("/v1/games/g1/events?limit=100").await.expect(200);
        assert_eq!(events["items"].as_array().map(Vec::len), Some(16), "revisions 0 to 15");
        assert_eq!(app.get("/v1/games/g1/belief?observer=seat:0").await.expect(200)["revision"], 15);
        app.get("/v1/games/g1/belief?revision=18").await.problem(404, "not-found");
        // The id stood at revision 18 and is lost: it is no duplicate.
        let again = post_note(&app, "g1", "n17").await.expect(201);
        assert_eq!((&again["revision"], &again["appended"][0]["duplicate"]), (&16.into(), &false.into()), "{again}");
        // One that was not lost is.
        let again = post_note(&app, "g1", "n3").await.expect(200);
        assert_eq!((&again["appended"][0]["revision"], &again["appended"][0]["duplicate"]), (&4.into(), &true.into()), "{again}");
        app.get("/v1/games/g1/audit?observer=referee").await.expect(200);
        app.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_of_the_same_length_and_other_content_is_dropped() {
    on_postgres(|place| async move {
        let apps = [TestApp::on(&place.url()).await, TestApp::on(&place.url()).await];
        open_with(&apps[0], "g1", 10).await;
        apps[1].get("/v1/games/g1/belief").await.expect(200);
        fall_back(&place, "g1", 8).await;
        // The other server writes what now stands at the revisions that the first one remembers otherwise.
        for id in ["other-9", "other-10"] {
            post_note(&apps[1], "g1", id).await.expect(201);
        }
        let events = apps[0].get("/v1/games/g1/events?observer=referee&limit=100").await.expect(200);
        let ids: Vec<&Value> = events["items"].as_array().expect("events").iter().skip(9).map(|event| &event["id"]).collect();
        assert_eq!(ids, ["other-9", "other-10"]);
        for app in apps {
            app.stop().await;
        }
    })
    .await;
}

/// The events of a stream as (event, id) pairs, until so many have come.
async fn follow(app: &TestApp, game: &str, last: &str, count: usize) -> Vec<(String, String)> {
    let url = format!("{}/v1/games/{game}/events/stream", app.base);
    let answer =
        app.http.get(url).header("accept", "text/event-stream").header("last-event-id", last).send().await.expect("answered");
    assert_eq!(answer.status(), 200);
    let (mut bytes, mut text) = (answer.bytes_stream(), String::new());
    while whole_events(&text).len() < count {
        text.push_str(std::str::from_utf8(&bytes.next().await.expect("more").expect("read")).expect("text"));
    }
    let field = |event: &str, name: &str| {
        event.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim_start_matches(':').trim().to_owned()
    };
    whole_events(&text).into_iter().take(count).map(|event| (field(event, "event"), field(event, "id"))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_followed_a_longer_log_is_sent_all_of_the_restored_one() {
    on_postgres(|place| async move {
        let app = TestApp::on(&place.url()).await;
        open_with(&app, "g1", 6).await;
        let sent = follow(&app, "g1", "2", 4).await;
        assert_eq!(sent.iter().map(|(_, id)| id.split('-').next().unwrap_or_default()).collect::<Vec<_>>(), ["3", "4", "5", "6"]);
        let last = sent[3].1.clone();
        assert_eq!(follow(&app, "g1", &sent[0].1, 1).await[0].1, sent[1].1, "resumed without gap or repeat");
        fall_back(&place, "g1", 4).await;
        // Beyond the head.
        let again = follow(&app, "g1", &last, 6).await;
        assert_eq!(again[0].0, "reset");
        assert_eq!((again[1].1.split('-').next(), again.len()), (Some("0"), 6));
        // The head has passed it again, with other events.
        for number in 0..4 {
            post_note(&app, "g1", &format!("new-{number}")).await.expect(201);
        }
        assert_eq!(follow(&app, "g1", &last, 1).await[0].0, "reset");
        // What was not lost goes on as it was.
        assert_eq!(follow(&app, "g1", &sent[1].1, 1).await[0].1.split('-').next(), Some("5"));
        app.stop().await;
    })
    .await;
}
