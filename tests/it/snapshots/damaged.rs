//! Snapshots that are not what was written: a flipped bit, a cut row, a row in another's place.

use credence::store::{Snapshot, SnapshotPair, Store, TABLE};
use serde_json::json;

use super::{HEAD, OBSERVERS, PAST, audited, belief, copy_of, counted, folded_from_the_log, recorded, rows, served, versions};
use crate::harness::app::TestApp;
use crate::harness::observed::assert_equal;
use crate::harness::{game, home};

async fn newest(store: &dyn Store, observer: &str) -> SnapshotPair {
    let versions = versions(&rows(store).await);
    store.snapshot(home().of_game("g1"), &game("g1"), observer, versions, HEAD).await.expect("looked up").expect("a snapshot")
}

/// What can befall a snapshot, and what is left of its table and belief.
fn damaged(what: &str, pair: &SnapshotPair, other: &SnapshotPair, earlier: &SnapshotPair) -> (Vec<u8>, Vec<u8>) {
    let flipped = |bytes: &[u8], place: usize| {
        let mut bytes = bytes.to_vec();
        bytes[place] ^= 1;
        bytes
    };
    let (table, belief) = (&pair.table, &pair.belief);
    match what {
        "a flipped bit of the belief" => (table.clone(), flipped(belief, belief.len() - 1)),
        "a flipped bit of the checksum" => (table.clone(), flipped(belief, 0)),
        "a flipped bit of the table" => (flipped(table, table.len() / 2), belief.clone()),
        "half a belief" => (table.clone(), belief[..belief.len() / 2].to_vec()),
        "a byte too many" => (table.clone(), [belief.as_slice(), &[0]].concat()),
        "nothing" => (Vec::new(), Vec::new()),
        "table and belief exchanged" => (belief.clone(), table.clone()),
        "the belief of a seat" => (table.clone(), other.belief.clone()),
        "the belief of an earlier revision" => (table.clone(), earlier.belief.clone()),
        "the table of an earlier revision" => (earlier.table.clone(), belief.clone()),
        _ => unreachable!("{what} is not in the list"),
    }
}

const DAMAGES: [&str; 10] = [
    "a flipped bit of the belief",
    "a flipped bit of the checksum",
    "a flipped bit of the table",
    "half a belief",
    "a byte too many",
    "nothing",
    "table and belief exchanged",
    "the belief of a seat",
    "the belief of an earlier revision",
    "the table of an earlier revision",
];

/// Puts other bytes in the place of an observer's snapshot. Its fingerprint stays.
async fn replace(store: &dyn Store, observer: &str, revision: u64, (table, belief): (Vec<u8>, Vec<u8>)) {
    let rows = rows(store).await;
    let of = |name: &str, state: Vec<u8>| {
        let row = rows.iter().find(|row| row.observer == name && row.revision == revision).expect("a row");
        let belief_hash = row.belief_hash.clone();
        Snapshot { observer: row.observer.clone(), revision, schema: row.schema, model: row.model, belief_hash, state }
    };
    store.put_snapshots(home().of_game("g1"), &game("g1"), &[of(TABLE, table), of(observer, belief)]).await.expect("taken");
}

/// Damaged snapshots are counted in this test alone, because the counter is that of the process.
#[tokio::test]
async fn a_damaged_snapshot_is_dropped_and_never_served() {
    let (_folder, place, app) = recorded().await;
    app.stop().await;
    let truth = folded_from_the_log(&place, "folded", &PAST).await;
    for (number, what) in DAMAGES.into_iter().enumerate() {
        let copy = copy_of(&place, &format!("damaged-{number}"));
        let store = copy.open().await;
        let (pair, seat) = (newest(&*store, "public").await, newest(&*store, "seat:0").await);
        let versions = versions(&rows(&*store).await);
        let earlier = store.snapshot(home().of_game("g1"), &game("g1"), "public", versions, pair.revision - 1).await;
        let earlier = earlier.expect("looked up").expect("an earlier snapshot");
        replace(&*store, "public", pair.revision, damaged(what, &pair, &seat, &earlier)).await;
        store.close().await;

        let app = TestApp::on(&copy.url()).await;
        let before = counted(&app, "damaged").await;
        let belief_now = app.get("/v1/games/g1/belief?observer=public").await.bytes;
        assert!(belief_now == belief(&truth, "observer=public").as_bytes(), "{what}");
        assert!(counted(&app, "damaged").await > before, "{what} is counted");
        let listed = audited(&app, "public").await;
        assert!(listed.iter().all(|snapshot| snapshot["revision"] != json!(pair.revision)), "{what} is listed: {listed:?}");
        assert!(listed.iter().any(|snapshot| snapshot["revision"] == json!(earlier.revision)), "{what}: {listed:?}");
        for observer in ["seat:0", "referee"] {
            let belief_now = app.get(&format!("/v1/games/g1/belief?observer={observer}")).await.bytes;
            assert!(belief_now == belief(&truth, &format!("observer={observer}")).as_bytes(), "{what}: {observer}");
        }
        app.stop().await;
    }
    // All at once: then nothing is left but the log.
    let copy = copy_of(&place, "all-damaged");
    let changed = copy.run("UPDATE snapshots SET state = x'00'").await;
    let app = TestApp::on(&copy.url()).await;
    let before = counted(&app, "damaged").await;
    assert_equal(&truth, &served(&app, &PAST).await, "all snapshots are damaged");
    assert!(counted(&app, "damaged").await > before && changed > 6);
    for observer in OBSERVERS {
        let snapshots = audited(&app, observer).await;
        assert!(snapshots.iter().all(|snapshot| snapshot["same"] == json!(true)), "{observer}: {snapshots:?}");
    }
    let app = app.restart().await;
    assert_equal(&truth, &served(&app, &PAST).await, "snapshots were made anew");
    app.stop().await;
}
