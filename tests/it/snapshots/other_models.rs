//! Snapshots of another release's model or schema: kept for comparison, and never folded from.

use credence::store::{Snapshot, TABLE};
use serde_json::json;

use super::{audited, belief, folded_from_the_log, hash_of, recorded, rows, served, versions};
use crate::harness::app::TestApp;
use crate::harness::observed::assert_equal;
use crate::harness::{game, home};

#[tokio::test]
async fn a_snapshot_of_another_model_is_for_comparison_only() {
    let (_folder, place, app) = recorded().await;
    app.stop().await;
    let revisions = [2_000, 2_300, 2_400];
    let truth = folded_from_the_log(&place, "folded", &revisions).await;
    // What is read at a past revision may get a snapshot there, which would replace that of the other schema.
    let unread = folded_from_the_log(&place, "unread", &[2_410]).await;
    let hash_at = |observer: &str, revision: u64| {
        let observed = if revision == 2_410 { &unread } else { &truth };
        hash_of(belief(observed, &format!("observer={observer}&revision={revision}")))
    };
    let store = place.open().await;
    let versions = versions(&rows(&*store).await);
    let (older, newer) = (versions.model - 1, versions.model + 1);
    let mut put = Vec::new();
    for observer in ["public", "referee"] {
        // Of another model, as it was served then and otherwise; and of this one, but with another schema.
        let others = [
            (2_000, versions.schema, older, "made up".to_owned()),
            (2_300, versions.schema, newer, "made up too".to_owned()),
            (2_400, versions.schema, newer, hash_at(observer, 2_400)),
            (2_410, versions.schema + 1, versions.model, "of another schema".to_owned()),
        ];
        for (revision, schema, model, belief_hash) in others {
            let of = |observer: &str, belief_hash: String| Snapshot {
                observer: observer.to_owned(),
                revision,
                schema,
                model,
                belief_hash,
                state: b"what this release cannot read".to_vec(),
            };
            put.extend([of(TABLE, String::new()), of(observer, belief_hash)]);
        }
    }
    store.put_snapshots(home().of_game("g1"), &game("g1"), &put).await.expect("taken");
    store.close().await;

    let mut app = TestApp::on(&place.url()).await;
    for when in ["at first", "after a restart"] {
        assert_equal(&truth, &served(&app, &revisions).await, when);
        for observer in ["public", "referee"] {
            let listed = audited(&app, observer).await;
            for snapshot in put.iter().filter(|snapshot| snapshot.observer == observer) {
                let now = hash_at(observer, snapshot.revision);
                let expected = json!({
                    "revision": snapshot.revision,
                    "schema": snapshot.schema,
                    "model": snapshot.model,
                    "belief_hash": snapshot.belief_hash,
                    "belief_hash_now": now,
                    "same": snapshot.belief_hash == now,
                });
                assert!(listed.contains(&expected), "{when}, {observer}: {expected} is not in {listed:?}");
            }
            let others = listed.iter().filter(|snapshot| snapshot["same"] == json!(false)).count();
            assert_eq!(others, 3, "{when}, {observer}: {listed:?}");
        }
        app = app.restart().await;
    }
    app.stop().await;
}
