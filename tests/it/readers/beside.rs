//! A server that only reads beside the one that writes, on one database: it answers as that one does, and changes no row.

use credence::store::{Append, Expected, NewEvent, Part, RecordedEvent, StreamId};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::{note, reading};
use crate::harness::app::TestApp;
use crate::harness::{Place, home, on_postgres};
use crate::players::{an_offer, refuses};

/// What stands in every table.
async fn rows(url: &str) -> Vec<(String, String)> {
    let mut connection = PgConnection::connect(url).await.expect("the database answers");
    let tables = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut connection).await.expect("the tables");
    let mut found = Vec::new();
    for table in tables {
        let sum = format!("SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM {table} t");
        let sum = sqlx::query_scalar(AssertSqlSafe(sum)).fetch_one(&mut connection).await.expect("its rows");
        found.push((table, sum));
    }
    connection.close().await.expect("the connection closes");
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_changes_no_row() {
    on_postgres(|place| async move {
        let writer = TestApp::on(&place.url()).await;
        let (admin, _) = writer.make_key(json!({"role": "admin"})).await;
        writer.hold(Some(&admin));
        writer.open_catan("g", 4, json!({})).await;
        // So many events that a server which writes makes a snapshot where they are folded.
        for batch in 0..3 {
            let events: Vec<Value> = (0..500).map(|event| note(&format!("{batch}-{event}"))).collect();
            writer.append("g", json!(events)).await;
        }
        let (stranger, _) = writer.make_key(json!({"role": "reader"})).await;
        let base = writer.base.clone();
        writer.stop().await;
        let before = rows(&place.url()).await;
        assert!(before.len() > 8, "{before:?}");
        let reader = reading(&place.url(), &base, Default::default()).await;
        for key in [&admin, &stranger] {
            // Both keys are used for the first time on this day here.
            reader.hold(Some(key));
            reader.get("/v1/games/g/belief?observer=public").await.expect(200);
        }
        reader.hold(Some(&admin));
        for path in
            ["", "/belief?observer=seat:1", "/belief?revision=1400&observer=referee", "/evidence?from=1490", "/audit", "/events"]
        {
            reader.get(&format!("/v1/games/g{path}")).await.expect(200);
        }
        for path in [
            "/v1/games",
            "/v1/players",
            "/v1/players/p1",
            "/v1/players/p1/history",
            "/v1/events",
            "/v1/rulesets/catan",
            "/v1/keys",
        ] {
            reader.get(path).await.expect(200);
        }
        let wrong = format!("{}x", &admin[..admin.len() - 1]);
        reader.hold(Some(&wrong));
        for _ in 0..20 {
            reader.get("/v1/games/g").await.problem(401, "unauthenticated");
        }
        // Stopping waits for what went on in the background.
        reader.stop().await;
        assert_eq!(rows(&place.url()).await, before);
    })
    .await;
}

/// So many events more like one that stands in a person's stream.
async fn more(place: &Place, stream: &StreamId, like: &RecordedEvent, numbers: std::ops::Range<usize>) {
    let again = |number: usize| NewEvent {
        id: format!("again {number}"),
        kind: like.kind.clone(),
        schema: like.schema,
        time_us: like.time_us,
        payload: like.payload.clone().expect("nothing is erased"),
        salt: [0; 32],
        reporter: None,
    };
    let store = place.open().await;
    let parts = vec![Part { stream: stream.clone(), expected: Expected::Any, events: numbers.map(again).collect() }];
    let answers = store.append(vec![Append { log: home(), parts, catalog: Vec::new() }]).await.expect("the group");
    assert!(answers[0].is_ok(), "{:?}", answers[0]);
    store.close().await;
}

/// What is kept lies far behind, where only a server that writes keeps more: what was known then is folded from what is nearest in memory. What befalls the
/// events between, which nothing reads again, stays unnoticed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_known_then_is_folded_from_the_nearest_state() {
    on_postgres(|place| async move {
        // Of merged streams there are no such states.
        if home().partitions() > 1 {
            return;
        }
        let writer = TestApp::on(&place.url()).await;
        writer.open_catan("g", 4, json!({})).await;
        writer.append("g", an_offer()).await;
        writer.append("g", refuses("no", 2)).await;
        let base = writer.base.clone();
        writer.stop().await;
        let store = place.open().await;
        let stream = StreamId::player(&store.find_player(home(), "p2").await.expect("read").expect("a player").person);
        let settled = store.read(home(), &stream, 0, 1).await.expect("read").pop().expect("the refusal");
        store.close().await;
        more(&place, &stream, &settled, 0..70).await;
        let writer = TestApp::on(&place.url()).await;
        assert_eq!(writer.get("/v1/players/p2").await.expect(200)["revision"], 70);
        writer.stop().await;
        let kept = place.count("SELECT max(revision) FROM profiles").await;
        assert!((60..=70).contains(&kept), "it is kept as of a moment shortly before, at revision {kept}");
        more(&place, &stream, &settled, 70..4_170).await;

        let reader = reading(&place.url(), &base, Default::default()).await;
        let then = reader.get("/v1/players/p2?revision=4100").await.expect(200);
        assert_eq!(reader.get("/v1/players/p2").await.expect(200)["revision"], 4_170);
        let between = format!("stream = '{}' AND revision = 1000", stream.as_str());
        place.tamper(&format!("UPDATE events SET payload = {} WHERE {between}", place.bytes("7b7d"))).await;
        assert_eq!(reader.get("/v1/players/p2?revision=4100").await.expect(200), then);
        reader.stop().await;
    })
    .await;
}
