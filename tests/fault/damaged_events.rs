//! Rows of the log that are not what was written: their game is named as damaged, whatever is asked of it, and all others go on.

use std::sync::Arc;

use credence::store::{AppendError, Expected, LogWriter};
use futures::future::join_all;

use super::{open_with, post_note};
use crate::harness::app::TestApp;
use crate::harness::{LOG, Place, append, game, name, one, part};
use crate::store_contract::laws;

laws! {
    each_damage_is_named_and_nothing_else_is_touched,
    a_damaged_stream_of_a_group_fails_alone,
    a_counter_that_is_behind_is_named,
    events_before_a_snapshot_are_walked_before_anything_is_appended,
}

/// A statement that damages the stream `game/g1` of 30 events, and the first revision that is wrong then.
fn damages(place: &Place) -> Vec<(&'static str, String, u64)> {
    let events = |what: &str| format!("{what} WHERE log_id = 1 AND stream = 'game/g1'");
    let (zeros, other) = (place.bytes(&"00".repeat(32)), place.bytes("7b7d"));
    vec![
        ("the first event is missing", format!("{} AND revision = 0", events("DELETE FROM events")), 0),
        ("an event in the middle is missing", format!("{} AND revision = 17", events("DELETE FROM events")), 17),
        ("the last event is missing", format!("{} AND revision = 30", events("DELETE FROM events")), 30),
        ("a payload was changed", format!("{} AND revision = 9", events(&format!("UPDATE events SET payload = {other}"))), 9),
        ("a payload does not parse", format!("{} AND revision = 9", events(&format!("UPDATE events SET payload = {zeros}"))), 9),
        ("a payload is gone", format!("{} AND revision = 9", events("UPDATE events SET payload = NULL")), 9),
        ("a type was changed", format!("{} AND revision = 9", events("UPDATE events SET type = 'finish'")), 9),
        ("an id was changed", format!("{} AND revision = 9", events("UPDATE events SET event_id = 'x'")), 9),
        ("a hash was changed", format!("{} AND revision = 9", events(&format!("UPDATE events SET hash = {zeros}"))), 9),
        ("the head's hash is wrong", events(&format!("UPDATE streams SET hash = {zeros}")), 30),
        ("the head is further on", events("UPDATE streams SET revision = 31"), 31),
        ("the head is further back", events("UPDATE streams SET revision = 29"), 29),
        ("the head is missing", events("DELETE FROM streams"), 0),
    ]
}

async fn each_damage_is_named_and_nothing_else_is_touched(place: Place) {
    for (what, statement, revision) in damages(&place) {
        let app = TestApp::on(&place.url()).await;
        // A log of its own for each damage would cost a database; the games of the damage before are forgotten instead.
        for number in 0..3 {
            open_with(&app, &format!("g{number}"), 30).await;
        }
        let served = app.get("/v1/games/g2/belief?observer=seat:0").await.bytes;
        app.stop().await;
        place.tamper(&statement).await;

        let app = TestApp::on(&place.url()).await;
        for path in
            ["belief?observer=seat:0", "events?observer=referee", "audit?observer=referee", "evidence", "belief?revision=3"]
        {
            let problem = app.get(&format!("/v1/games/g1/{path}")).await.problem(500, "damaged");
            assert_eq!(problem["revision"], revision, "{what}: {path}: {problem}");
            assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("revision")), "{what}: {problem}");
        }
        post_note(&app, "g1", "more").await.problem(500, "damaged");
        let ready = app.get("/health/ready").await;
        // Where the last event of the log is missing, its counter is wrong too; then the log takes nothing.
        if ready.status == 200 {
            assert!(ready.json()["damaged"].as_array().is_some_and(|found| !found.is_empty()), "{what}: {}", ready.json());
        }
        for number in [0, 2] {
            post_note(&app, &format!("g{number}"), "more").await.expect(201);
        }
        assert_eq!(app.get("/v1/games/g2/belief?observer=seat:0&revision=30").await.bytes, served, "{what}");
        app.stop().await;
        for table in ["events", "streams", "games", "seats", "log_head", "snapshots"] {
            place.run(&format!("DELETE FROM {table}")).await;
        }
    }
}

async fn a_damaged_stream_of_a_group_fails_alone(place: Place) {
    let damages = [
        ("the head's hash", format!("UPDATE streams SET hash = {} WHERE stream = 'game/g-1'", place.bytes(&"11".repeat(32)))),
        ("a head further on", "UPDATE streams SET revision = 9 WHERE stream = 'game/g-1'".to_owned()),
        (
            "events beyond the head",
            "UPDATE streams SET revision = 1, hash = (SELECT hash FROM events WHERE stream = 'game/g-1' \
          AND revision = 1) WHERE stream = 'game/g-1'"
                .to_owned(),
        ),
        ("no head", "DELETE FROM streams WHERE stream = 'game/g-1'".to_owned()),
    ];
    for (what, statement) in damages {
        let store = place.open().await;
        for number in 0..4_usize {
            let append = append(vec![part(game(&name("g", number)), Expected::Any, &["a", "b", "c"])]);
            store.append(vec![append]).await.expect("the group is taken").remove(0).expect("taken");
        }
        store.close().await;
        place.tamper(&statement).await;
        let store = place.open().await;
        // All in one group.
        let group = (0..4_usize).map(|number| one(game(&name("g", number)), Expected::Any, "more")).collect();
        let answers = store.append(group).await.expect("the group is taken");
        for (number, answer) in answers.iter().enumerate() {
            match answer {
                Err(AppendError::Damaged { stream, .. }) => assert!(number == 1 && *stream == game("g-1"), "{what}: {answer:?}"),
                Ok(appended) => assert!(number != 1 && appended.parts[0][0].revision == 3, "{what}: {appended:?}"),
                Err(other) => panic!("{what}, append {number}: {other}"),
            }
        }
        // And through the queue.
        let writer = LogWriter::spawn(Arc::clone(&store));
        let queued = (0..4_usize).map(|number| writer.append(one(game(&name("g", number)), Expected::Any, "again")));
        let answers = join_all(queued).await;
        let refused: Vec<usize> = (0..4).filter(|number| answers[*number].is_err()).collect();
        assert_eq!(refused, [1], "{what}");
        writer.close().await;
        store.close().await;
        for table in ["events", "streams", "log_head"] {
            place.run(&format!("DELETE FROM {table}")).await;
        }
    }
}

async fn a_counter_that_is_behind_is_named(place: Place) {
    let app = TestApp::on(&place.url()).await;
    open_with(&app, "g1", 5).await;
    app.stop().await;
    place.tamper("UPDATE log_head SET position = 3").await;
    let app = TestApp::on(&place.url()).await;
    let problem = app.get("/health/ready").await.problem(500, "damaged");
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("position 3")), "{problem}");
    post_note(&app, "g1", "more").await.problem(500, "damaged");
    // Reading needs no counter.
    app.get("/v1/games/g1/belief").await.expect(200);
    app.stop().await;
    place.tamper("UPDATE log_head SET position = 6").await;
    let store = place.open().await;
    assert_eq!(store.ping().await, Ok(()));
    assert!(store.position(LOG).await.expect("a position") == 6);
    store.close().await;
}

async fn events_before_a_snapshot_are_walked_before_anything_is_appended(place: Place) {
    let app = TestApp::on(&place.url()).await;
    open_with(&app, "g1", 1_300).await;
    app.stop().await;
    let store = place.open().await;
    assert!(!store.snapshots(LOG, &game("g1")).await.expect("listed").is_empty(), "a snapshot to begin from");
    store.close().await;
    place.tamper("DELETE FROM events WHERE stream = 'game/g1' AND revision = 40").await;
    let app = TestApp::on(&place.url()).await;
    let problem = post_note(&app, "g1", "more").await.problem(500, "damaged");
    assert_eq!(problem["revision"], 40, "{problem}");
    let problem = app.get("/v1/games/g1/belief").await.problem(500, "damaged");
    assert_eq!(problem["revision"], 40, "{problem}");
    app.stop().await;
}
