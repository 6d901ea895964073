//! Tenants, keys, and what happened to keys.

use std::sync::Arc;

use credence::store::{Expected, KeyRow, LogId, RecordedEvent, TrailRow};

use crate::harness::{LOG, OTHER_LOG, Place, append, event, game, part, read_all};

super::laws! {
    a_tenant_has_a_log_of_its_own,
    of_racing_makers_of_tenants_all_get_the_same,
    a_key_is_found_by_its_id_and_listed_by_its_log,
    a_key_is_revoked_once,
    what_happened_is_listed_newest_first,
    the_last_day_of_use_only_grows,
    the_reporter_stands_in_the_chain,
}

fn key(id: &str, log: LogId) -> KeyRow {
    KeyRow {
        key: id.to_owned(),
        log,
        role: "seat".to_owned(),
        game: Some("g1".to_owned()),
        seat: Some(3),
        name: Some("a bot's".to_owned()),
        hash: *blake3::hash(id.as_bytes()).as_bytes(),
        made_us: 1_790_000_000_000_000,
        expires_us: Some(i64::MAX),
        revoked_us: None,
        used_day: None,
    }
}

fn trail(entry: &str, key: &str) -> TrailRow {
    let by = Some("admin".to_owned());
    TrailRow { entry: entry.to_owned(), at_us: 7, what: "made".to_owned(), key: key.to_owned(), by, detail: "why".to_owned() }
}

async fn a_tenant_has_a_log_of_its_own(place: Place) {
    let store = place.open().await;
    assert_eq!(store.find_tenant("default").await, Ok(Some(LogId(1))));
    assert_eq!(store.find_tenant("theirs").await, Ok(None));
    let theirs = store.make_tenant("theirs", 1).await.expect("made");
    assert_eq!(store.make_tenant("theirs", 1).await, Ok(theirs));
    // A log that has events already, and no name, is nobody else's to take.
    store.append(vec![append(vec![part(game("g"), Expected::NoStream, &["e"])])]).await.expect("written")[0]
        .as_ref()
        .expect("taken");
    let others = store.make_tenant("others", 1).await.expect("made");
    assert!(others > theirs && others > LOG && theirs > LogId(1), "{others:?}");
    let tenants = store.tenants().await.expect("the tenants");
    assert!(tenants.contains(&(LogId(1), "default".to_owned())) && tenants.contains(&(others, "others".to_owned())));
    assert!(store.make_tenant("", 1).await.is_err() && store.make_tenant("nul\0", 1).await.is_err());
    store.close().await;
}

async fn of_racing_makers_of_tenants_all_get_the_same(place: Place) {
    let store = place.open().await;
    let makers = (0..16).map(|maker| {
        let (store, name) = (Arc::clone(&store), format!("tenant {}", maker % 4));
        tokio::spawn(async move { (name.clone(), store.make_tenant(&name, 1).await.expect("made")) })
    });
    let mut made: Vec<(String, LogId)> = Vec::new();
    for maker in makers.collect::<Vec<_>>() {
        made.push(maker.await.expect("it ends"));
    }
    made.sort();
    made.dedup();
    assert_eq!(made.len(), 4, "one log a name: {made:?}");
    let mut logs: Vec<LogId> = made.iter().map(|(_, log)| *log).collect();
    logs.sort();
    logs.dedup();
    assert_eq!(logs.len(), 4, "and one name a log: {made:?}");
    store.close().await;
}

async fn a_key_is_found_by_its_id_and_listed_by_its_log(place: Place) {
    let store = place.open().await;
    assert_eq!(store.has_keys().await, Ok(false));
    for (id, log) in [("k1", LOG), ("k2", OTHER_LOG), ("k3", LOG)] {
        store.add_key(&key(id, log), &trail(&format!("t{id}"), id)).await.expect("added");
    }
    assert_eq!(store.has_keys().await, Ok(true));
    assert_eq!(store.find_key("k2").await, Ok(Some(key("k2", OTHER_LOG))));
    assert_eq!(store.find_key("k4").await, Ok(None));
    let ids = async |before, limit| -> Vec<String> {
        store.list_keys(LOG, before, limit).await.expect("the list").into_iter().map(|row| row.key).collect()
    };
    assert_eq!(ids(None, 9).await, ["k3", "k1"]);
    assert_eq!(ids(None, 1).await, ["k3"]);
    assert_eq!(ids(Some("k3"), 9).await, ["k1"]);
    assert!(store.add_key(&key("k1", OTHER_LOG), &trail("t", "k1")).await.is_err(), "an id is one key");
    store.close().await;
    let store = place.open().await;
    assert_eq!(store.find_key("k1").await, Ok(Some(key("k1", LOG))), "it is kept");
    store.close().await;
}

async fn a_key_is_revoked_once(place: Place) {
    let store = place.open().await;
    store.add_key(&key("k1", LOG), &trail("a", "k1")).await.expect("added");
    assert_eq!(store.revoke_key(OTHER_LOG, &trail("b", "k1")).await, Ok(false), "another tenant's key");
    assert_eq!(store.revoke_key(LOG, &trail("c", "k1")).await, Ok(true));
    assert_eq!(store.revoke_key(LOG, &trail("d", "k1")).await, Ok(false));
    assert_eq!(store.find_key("k1").await, Ok(Some(KeyRow { revoked_us: Some(7), ..key("k1", LOG) })));
    assert_eq!(store.has_keys().await, Ok(true), "a server whose keys are all revoked is not open again");
    let told = store.list_access(LOG, None, 9).await.expect("the trail");
    assert_eq!(told.iter().map(|row| row.entry.as_str()).collect::<Vec<_>>(), ["c", "a"]);
    store.close().await;
}

async fn what_happened_is_listed_newest_first(place: Place) {
    let store = place.open().await;
    for entry in ["a", "b", "c"] {
        store.note_access(LOG, &trail(entry, "k")).await.expect("noted");
    }
    assert_eq!(store.list_access(LOG, None, 2).await, Ok(vec![trail("c", "k"), trail("b", "k")]));
    assert_eq!(store.list_access(LOG, Some("b"), 2).await, Ok(vec![trail("a", "k")]));
    assert_eq!(store.list_access(OTHER_LOG, None, 2).await, Ok(Vec::new()));
    store.close().await;
}

async fn the_last_day_of_use_only_grows(place: Place) {
    let store = place.open().await;
    store.add_key(&key("k1", LOG), &trail("a", "k1")).await.expect("added");
    for (day, kept) in [(20_000, 20_000), (19_999, 20_000), (20_001, 20_001)] {
        store.note_use("k1", day).await.expect("noted");
        let row = store.find_key("k1").await.expect("read").expect("there");
        assert_eq!(row.used_day, Some(kept));
    }
    store.close().await;
}

/// Who reported an event cannot be changed without its being seen.
async fn the_reporter_stands_in_the_chain(place: Place) {
    let store = place.open().await;
    let mut batch = part(game("g"), Expected::NoStream, &["e0", "e1"]);
    batch.events[1].reporter = Some("somebody".to_owned());
    store.append(vec![append(vec![batch])]).await.expect("written")[0].as_ref().expect("taken");
    let events = read_all(&*store, LOG, &game("g")).await;
    assert_eq!((events[0].reporter.as_deref(), events[1].reporter.as_deref()), (None, Some("somebody")));
    let verify = |event: &RecordedEvent| credence::store::chain::verify(&events[0].hash, &game("g"), 1, event);
    assert_eq!(verify(&events[1]), Ok(()));
    for reporter in [None, Some("somebody else".to_owned())] {
        let changed = RecordedEvent { reporter, ..events[1].clone() };
        assert!(verify(&changed).is_err());
    }
    assert_eq!(event("e0").reporter, None);
    store.close().await;
}
