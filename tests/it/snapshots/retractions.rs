//! Retractions of events before and after the newest snapshot.

use serde_json::{Value, json};

use super::{HEAD, OBSERVERS, audited, belief, event, folded_from_the_log, hash_of, record, recorded, served};
use crate::harness::Place;
use crate::harness::app::TestApp;
use crate::harness::observed::{Observed, assert_equal};

/// Takes back what stands at a revision, and puts something in its place.
async fn retract(app: &TestApp, revision: u64, instead: Option<Value>) {
    let mut data = json!({"revision": revision, "reason": "it was noted wrongly"});
    if let Some(instead) = instead {
        data["instead"] = instead;
    }
    app.append("g1", json!({"type": "retract", "data": data})).await;
}

/// What is served now, after a restart, and of the log alone, is the same.
async fn agrees_with_the_log(app: TestApp, place: &Place, name: &str, revisions: &[u64]) -> (TestApp, Observed) {
    let now = served(&app, revisions).await;
    let app = app.restart().await;
    assert_equal(&now, &served(&app, revisions).await, &format!("{name}: after a restart"));
    for observer in OBSERVERS {
        let snapshots = audited(&app, observer).await;
        assert!(snapshots.iter().all(|snapshot| snapshot["same"] == json!(true)), "{name}, {observer}: {snapshots:?}");
    }
    app.stop().await;
    let truth = folded_from_the_log(place, name, revisions).await;
    assert_equal(&truth, &now, &format!("{name}: a fold of the whole log"));
    (TestApp::on(&place.url()).await, truth)
}

#[tokio::test]
async fn a_retraction_before_the_newest_snapshot_counts() {
    let (_folder, place, app) = recorded().await;
    let hash = |observed: &Observed, query: &str| hash_of(belief(observed, query));
    // Seat 3 was given an ore too, a long time ago.
    assert_eq!(event(410)["type"], "production");
    let gains = json!({"gains": {"3": {"wood": 1, "brick": 1, "wheat": 2, "ore": 1}}});
    retract(&app, 410, Some(json!({"type": "production", "data": gains}))).await;
    let revisions = [409, 410, 1_006, 2_005, HEAD, HEAD + 1];
    let (app, served) = agrees_with_the_log(app, &place, "far-back", &revisions).await;
    for observer in OBSERVERS {
        let query = format!("observer={observer}");
        let (then, now) = (hash(&served, &format!("{query}&revision={HEAD}")), hash(&served, &query));
        assert_ne!(then, now, "{observer}: the ore shows");
    }
    // The server goes on from where it began: a steal becomes known, and new snapshots follow.
    assert_eq!(event(2_005)["type"], "steal");
    let known = json!({"thief": 2, "victim": 1, "resource": "wood"});
    retract(&app, 2_005, Some(json!({"type": "steal", "data": known}))).await;
    // Two retractions stand in the log by now, so that a step stands two revisions later.
    record(&app, HEAD + 1..=3_600, 250, &OBSERVERS).await;
    assert_eq!(app.revision("g1").await, 3_602);
    let revisions = [2_005, HEAD + 1, HEAD + 2, 2_800, 3_500];
    let (app, _) = agrees_with_the_log(app, &place, "new-snapshots", &revisions).await;
    // One from before the newest snapshot, and one from after it, which leaves that snapshot as good as it was.
    assert_eq!(event(3_001)["type"], "turn");
    retract(&app, 3_003, None).await;
    assert_eq!(event(3_600)["type"], "turn");
    retract(&app, 3_602, None).await;
    let revisions = [3_003, 3_500, 3_602, 3_603];
    let (app, _) = agrees_with_the_log(app, &place, "two-more", &revisions).await;
    app.stop().await;
}
