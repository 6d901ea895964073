//! Snapshots: what is put is found again, byte by byte, and what is dropped takes nothing with it that is still in use.

use credence::store::{
    Append, CatalogChange, Expected, LogId, Snapshot, SnapshotPair, SnapshotRow, Store, StreamId, TABLE, Versions,
};

use crate::harness::{LOG, OTHER_LOG, Place, game, one, player};

super::laws! {
    the_newest_at_or_below_a_revision_is_found,
    a_belief_is_found_with_its_table_only,
    other_versions_are_listed_and_never_found,
    one_at_the_same_revision_is_replaced,
    tables_that_nobody_stands_on_are_dropped,
    other_streams_and_other_logs_are_never_touched,
    bytes_come_back_as_they_were_put,
    nothing_is_put_for_a_game_that_is_erased_or_was_never_opened,
}

const VERSIONS: Versions = Versions { schema: 3, model: 7 };

/// The highest revision that a database can hold.
const LAST: u64 = i64::MAX as u64;

/// A snapshot whose content follows from what it belongs to.
fn of(observer: &str, revision: u64) -> Snapshot {
    let belief_hash = if observer == TABLE { String::new() } else { format!("hash of {observer} at {revision}") };
    Snapshot {
        observer: observer.to_owned(),
        revision,
        schema: VERSIONS.schema,
        model: VERSIONS.model,
        belief_hash,
        state: state(observer, revision),
    }
}

fn state(observer: &str, revision: u64) -> Vec<u8> {
    format!("{observer} at {revision}").into_bytes()
}

/// A belief and its table.
fn pair(observer: &str, revision: u64) -> [Snapshot; 2] {
    [of(TABLE, revision), of(observer, revision)]
}

async fn put(store: &dyn Store, snapshots: &[Snapshot]) {
    put_of(store, LOG, &game("g"), snapshots).await;
}

/// The same of any stream; it is begun where it does not exist.
async fn put_of(store: &dyn Store, log: LogId, stream: &StreamId, snapshots: &[Snapshot]) {
    if store.head(log, stream).await.expect("looked up").is_none() {
        let first = Append { log, ..one(stream.clone(), Expected::NoStream, "first") };
        store.append(vec![first]).await.expect("the group").remove(0).expect("it is taken");
    }
    store.put_snapshots(log, stream, snapshots).await.expect("they are taken");
}

async fn drop_of(store: &dyn Store, observer: &str, revisions: &[u64]) {
    store.drop_snapshots(LOG, &game("g"), observer, VERSIONS.model, revisions).await.expect("they are dropped");
}

/// Observers and revisions of all snapshots of a stream.
async fn listed(store: &dyn Store, log: LogId, stream: &StreamId) -> Vec<(String, u64)> {
    let rows = store.snapshots(log, stream).await.expect("the list");
    rows.into_iter().map(|row| (row.observer, row.revision)).collect()
}

async fn all(store: &dyn Store) -> Vec<(String, u64)> {
    listed(store, LOG, &game("g")).await
}

fn names(expected: &[(&str, u64)]) -> Vec<(String, u64)> {
    expected.iter().map(|(observer, revision)| ((*observer).to_owned(), *revision)).collect()
}

/// The newest of an observer of the game `g`.
async fn newest(store: &dyn Store, observer: &str, versions: Versions, at_most: u64) -> Option<SnapshotPair> {
    store.snapshot(LOG, &game("g"), observer, versions, at_most).await.expect("the snapshot is looked up")
}

fn expected(observer: &str, revision: u64) -> Option<SnapshotPair> {
    Some(SnapshotPair { revision, table: state(TABLE, revision), belief: state(observer, revision) })
}

async fn the_newest_at_or_below_a_revision_is_found(place: Place) {
    let store = place.open().await;
    assert_eq!(newest(&*store, "public", VERSIONS, LAST).await, None, "there is none yet");
    assert!(all(&*store).await.is_empty());
    // In no order, and several at once.
    put(&*store, &pair("public", 2_000)).await;
    put(&*store, &[pair("public", 100), pair("public", 1_000)].concat()).await;
    put(&*store, &pair("seat:1", 1_500)).await;
    put(&*store, &[]).await;
    let store = reopened(store, &place).await;
    for (at_most, found) in [
        (0, None),
        (99, None),
        (100, Some(100)),
        (999, Some(100)),
        (1_000, Some(1_000)),
        (1_999, Some(1_000)),
        (2_000, Some(2_000)),
        (LAST, Some(2_000)),
    ] {
        let expected = found.and_then(|revision| expected("public", revision));
        assert_eq!(newest(&*store, "public", VERSIONS, at_most).await, expected, "at most {at_most}");
    }
    assert_eq!(newest(&*store, "seat:1", VERSIONS, LAST).await, expected("seat:1", 1_500));
    for nobody in ["seat:11", "seat:", "referee", "Public", ""] {
        assert_eq!(newest(&*store, nobody, VERSIONS, LAST).await, None, "{nobody:?}");
    }
    store.close().await;
}

/// Closes a store, and opens another on the same data.
async fn reopened(store: std::sync::Arc<dyn Store>, place: &Place) -> std::sync::Arc<dyn Store> {
    store.close().await;
    place.open().await
}

async fn a_belief_is_found_with_its_table_only(place: Place) {
    let store = place.open().await;
    put(&*store, &pair("public", 100)).await;
    // A belief without a table, and a table without that belief.
    put(&*store, &[of("public", 200), of(TABLE, 300)]).await;
    assert_eq!(newest(&*store, "public", VERSIONS, LAST).await, expected("public", 100));
    assert_eq!(newest(&*store, "public", VERSIONS, 99).await, None);
    // Tables of another model, and of another schema, are not that belief's.
    let [other_model, other_schema] = [(8, 3), (7, 4)].map(|(model, schema)| Snapshot { model, schema, ..of(TABLE, 200) });
    put(&*store, &[other_model, other_schema]).await;
    assert_eq!(newest(&*store, "public", VERSIONS, LAST).await, expected("public", 100));
    put(&*store, &[of(TABLE, 200)]).await;
    assert_eq!(newest(&*store, "public", VERSIONS, LAST).await, expected("public", 200));
    // One table serves all who stand on it.
    put(&*store, &[of("seat:0", 200), of("referee", 200)]).await;
    for observer in ["public", "seat:0", "referee"] {
        assert_eq!(newest(&*store, observer, VERSIONS, LAST).await, expected(observer, 200));
    }
    store.close().await;
}

async fn other_versions_are_listed_and_never_found(place: Place) {
    let store = place.open().await;
    put(&*store, &pair("public", 100)).await;
    let versions = [(3, 6), (3, 8), (2, 7), (4, 7)];
    for (revision, (schema, model)) in (200..).zip(versions) {
        put(&*store, &pair("public", revision).map(|snapshot| Snapshot { schema, model, ..snapshot })).await;
    }
    // The same revision in another model is a row of its own.
    put(&*store, &pair("public", 100).map(|snapshot| Snapshot { model: 8, belief_hash: "of model 8".to_owned(), ..snapshot }))
        .await;
    assert_eq!(newest(&*store, "public", VERSIONS, LAST).await, expected("public", 100));
    for (revision, (schema, model)) in (200..).zip(versions) {
        let found = newest(&*store, "public", Versions { schema, model }, LAST).await;
        assert_eq!(found, expected("public", revision), "schema {schema}, model {model}");
    }
    assert_eq!(newest(&*store, "public", Versions { schema: 3, model: 8 }, 200).await, expected("public", 100));
    assert_eq!(newest(&*store, "public", Versions { schema: 4, model: 8 }, LAST).await, None);
    let rows = store.snapshots(LOG, &game("g")).await.expect("the list");
    let row = |observer: &str, revision, schema, model, belief_hash: &str| SnapshotRow {
        observer: observer.to_owned(),
        revision,
        schema,
        model,
        belief_hash: belief_hash.to_owned(),
        bytes: state(observer, revision).len() as u64,
    };
    let hash = |revision: u64| format!("hash of public at {revision}");
    let public = [row("public", 100, 3, 7, &hash(100)), row("public", 100, 3, 8, "of model 8")];
    let others = (200..).zip(versions).map(|(revision, (schema, model))| row("public", revision, schema, model, &hash(revision)));
    assert_eq!(rows[..6], public.into_iter().chain(others).collect::<Vec<_>>());
    assert!(rows.len() == 12 && rows[6..].iter().all(|row| row.observer == TABLE), "{rows:?}");
    // What is dropped is of one model.
    drop_of(&*store, "public", &[100, 200, 201]).await;
    let left = store.snapshots(LOG, &game("g")).await.expect("the list");
    let gone = |row: &&SnapshotRow| row.revision == 100 && row.model == 7;
    assert_eq!(left, rows.iter().filter(|row| !gone(row)).cloned().collect::<Vec<_>>());
    store.close().await;
}

async fn one_at_the_same_revision_is_replaced(place: Place) {
    let store = place.open().await;
    put(&*store, &[pair("public", 100), pair("public", 200)].concat()).await;
    let again = Snapshot { belief_hash: "another".to_owned(), state: b"another belief".to_vec(), ..of("public", 200) };
    put(&*store, std::slice::from_ref(&again)).await;
    let found = newest(&*store, "public", VERSIONS, LAST).await.expect("a snapshot");
    assert_eq!((found.table, found.belief), (state(TABLE, 200), again.state.clone()));
    // With another schema too: then it is no snapshot of this one any more.
    put(&*store, &[Snapshot { schema: 4, ..again }]).await;
    assert_eq!(newest(&*store, "public", VERSIONS, LAST).await, expected("public", 100));
    assert_eq!(all(&*store).await, names(&[("public", 100), ("public", 200), (TABLE, 100), (TABLE, 200)]));
    let rows = store.snapshots(LOG, &game("g")).await.expect("the list");
    assert_eq!((rows[1].schema, rows[1].belief_hash.as_str(), rows[1].bytes), (4, "another", 14));
    // Twice in one request: the last one stays.
    put(&*store, &[Snapshot { state: b"first".to_vec(), ..of("public", 200) }, of("public", 200)]).await;
    assert_eq!(newest(&*store, "public", VERSIONS, LAST).await, expected("public", 200));
    store.close().await;
}

async fn tables_that_nobody_stands_on_are_dropped(place: Place) {
    let store = place.open().await;
    put(&*store, &[pair("public", 100), pair("public", 200), pair("public", 300)].concat()).await;
    put(&*store, &[of("seat:10", 200), of("seat:2", 200), of("referee", 300)]).await;
    let before = [
        ("public", 100),
        ("public", 200),
        ("public", 300),
        ("referee", 300),
        ("seat:10", 200),
        ("seat:2", 200),
        (TABLE, 100),
        (TABLE, 200),
        (TABLE, 300),
    ];
    assert_eq!(all(&*store).await, names(&before), "in the order of observers, byte by byte, and revisions");
    // Neither an observer who has none, nor a revision that is none.
    drop_of(&*store, "seat:1", &[100, 200, 300]).await;
    drop_of(&*store, "public", &[101, 0, LAST]).await;
    drop_of(&*store, "public", &[]).await;
    assert_eq!(all(&*store).await, names(&before));
    drop_of(&*store, "public", &[100, 200]).await;
    let after = [("public", 300), ("referee", 300), ("seat:10", 200), ("seat:2", 200), (TABLE, 200), (TABLE, 300)];
    assert_eq!(all(&*store).await, names(&after), "seats stand on the table of 200, and nobody on that of 100");
    assert_eq!(newest(&*store, "seat:2", VERSIONS, LAST).await, expected("seat:2", 200));
    drop_of(&*store, "seat:2", &[200]).await;
    drop_of(&*store, "seat:10", &[200]).await;
    assert_eq!(all(&*store).await, names(&[("public", 300), ("referee", 300), (TABLE, 300)]));
    // A belief of another model holds no table of this one.
    put(&*store, &[Snapshot { model: 8, ..of("public", 300) }]).await;
    drop_of(&*store, "public", &[300]).await;
    drop_of(&*store, "referee", &[300]).await;
    let rows = store.snapshots(LOG, &game("g")).await.expect("the list");
    assert_eq!(rows.iter().map(|row| (row.observer.as_str(), row.model)).collect::<Vec<_>>(), [("public", 8)]);
    store.close().await;
}

async fn other_streams_and_other_logs_are_never_touched(place: Place) {
    let store = place.open().await;
    let places = [(LOG, game("g")), (LOG, game("h")), (LOG, game("g2")), (LOG, player("g")), (OTHER_LOG, game("g"))];
    let marked = |mark: usize, revision: u64| {
        let marked = move |snapshot: Snapshot| Snapshot { state: [snapshot.state, vec![mark as u8]].concat(), ..snapshot };
        pair("public", revision).map(marked)
    };
    for (mark, (log, stream)) in places.iter().enumerate() {
        let both = [marked(mark, 100), marked(mark, 200 + mark as u64)].concat();
        put_of(&*store, *log, stream, &both).await;
    }
    for (mark, (log, stream)) in places.iter().enumerate() {
        let newest = 200 + mark as u64;
        let found = store.snapshot(*log, stream, "public", VERSIONS, LAST).await.expect("looked up").expect("one");
        let [table, belief] = marked(mark, newest).map(|snapshot| snapshot.state);
        assert_eq!(found, SnapshotPair { revision: newest, table, belief });
        let all = names(&[("public", 100), ("public", newest), (TABLE, 100), (TABLE, newest)]);
        assert_eq!(listed(&*store, *log, stream).await, all);
    }
    assert!(listed(&*store, OTHER_LOG, &game("h")).await.is_empty());
    // Neither a put, nor a drop with its sweep, reaches another: not even a table that nobody stands on.
    put_of(&*store, LOG, &game("h"), &[of(TABLE, 50)]).await;
    put_of(&*store, OTHER_LOG, &game("g"), &[of(TABLE, 50)]).await;
    let mut before = Vec::new();
    for (log, stream) in &places[1..] {
        before.push(store.snapshots(*log, stream).await.expect("the list"));
    }
    put(&*store, &[of("public", 100), of("public", 999)]).await;
    drop_of(&*store, "public", &[100, 200, 201, 202, 203, 204, 999]).await;
    assert!(all(&*store).await.is_empty());
    for ((log, stream), before) in places[1..].iter().zip(before) {
        assert_eq!(store.snapshots(*log, stream).await.expect("the list"), before, "{log:?} {stream:?}");
    }
    store.close().await;
}

async fn bytes_come_back_as_they_were_put(place: Place) {
    let store = place.open().await;
    let every_byte: Vec<u8> = (0..=255).collect();
    let mut large = vec![0; 3 << 20];
    blake3::Hasher::new().update(b"a large state").finalize_xof().fill(&mut large);
    let states = [Vec::new(), vec![0], vec![0, 0, 0], every_byte, b"'; DROP TABLE snapshots; --".to_vec(), large];
    for (revision, bytes) in (0..).zip(&states) {
        let table: Vec<u8> = bytes.iter().rev().copied().collect();
        let [of_table, of_public] = pair("public", revision);
        put(&*store, &[Snapshot { state: table, ..of_table }, Snapshot { state: bytes.clone(), ..of_public }]).await;
    }
    let numbers = Snapshot { schema: u32::MAX, model: u32::MAX, belief_hash: "ü\\x00'".to_owned(), ..of("ö 'b'", LAST) };
    put(&*store, std::slice::from_ref(&numbers)).await;
    let store = reopened(store, &place).await;
    for (revision, bytes) in (0..).zip(&states) {
        let found = newest(&*store, "public", VERSIONS, revision).await.expect("a snapshot");
        assert_eq!(found.revision, revision);
        assert!(found.belief == *bytes && found.table.iter().eq(bytes.iter().rev()), "the state of {} bytes", bytes.len());
    }
    let rows = store.snapshots(LOG, &game("g")).await.expect("the list");
    let sizes: Vec<u64> = rows.iter().filter(|row| row.observer == "public").map(|row| row.bytes).collect();
    assert_eq!(sizes, states.iter().map(|state| state.len() as u64).collect::<Vec<_>>());
    let last = rows.last().expect("the last row");
    assert_eq!((&last.observer, last.revision, last.schema, last.model), (&numbers.observer, LAST, u32::MAX, u32::MAX));
    assert_eq!((&last.belief_hash, last.bytes), (&numbers.belief_hash, numbers.state.len() as u64));
    store.close().await;
}

/// A snapshot is made in the background, and may come after the erasure of its game: it would bring back what was erased.
async fn nothing_is_put_for_a_game_that_is_erased_or_was_never_opened(place: Place) {
    let store = place.open().await;
    store.put_snapshots(LOG, &game("nobody"), &pair("public", 3)).await.expect("nothing is wrong");
    assert!(listed(&*store, LOG, &game("nobody")).await.is_empty());
    put(&*store, &pair("public", 3)).await;
    let erased =
        Append { catalog: vec![CatalogChange::Erased { game: "g".to_owned() }], ..one(game("g"), Expected::Any, "erased") };
    store.append(vec![erased]).await.expect("the group").remove(0).expect("it is taken");
    assert!(all(&*store).await.is_empty());
    store.put_snapshots(LOG, &game("g"), &pair("public", 3)).await.expect("nothing is wrong");
    assert!(all(&*store).await.is_empty());
    store.close().await;
}
