//! What only SQLite promises.

use credence::store::{Expected, StoreError, connect};

use crate::harness::{LOG, Place, fresh_sqlite, game, one};

#[tokio::test]
async fn a_second_server_on_the_same_file_is_refused() {
    let (_directory, place) = fresh_sqlite();
    let store = place.open().await;
    let refused = connect(&place.url()).await.err();
    let Some(StoreError::Unusable(why)) = refused else { panic!("{refused:?}") };
    assert!(why.contains("in use by another server"), "{why}");
    store.close().await;
    let store = place.open().await;
    store.close().await;
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let (_directory, place) = fresh_sqlite();
    let Place::Sqlite(path) = &place else { unreachable!("fresh_sqlite makes files") };
    std::fs::write(path, "this is a letter to my aunt, and not a database at all").expect("the file is written");
    assert!(matches!(connect(&place.url()).await.err(), Some(StoreError::Unusable(_))));
    for url in ["sqlite:", "sqlite:/no/such/directory/log.db", "mysql://somewhere/log"] {
        assert!(matches!(connect(url).await.err(), Some(StoreError::Unusable(_))), "{url}");
    }
}

#[tokio::test]
async fn closing_leaves_one_whole_file() {
    let (_directory, place) = fresh_sqlite();
    let Place::Sqlite(path) = &place else { unreachable!("fresh_sqlite makes files") };
    let store = place.open().await;
    store.append(vec![one(game("g"), Expected::NoStream, "x")]).await.expect("taken").remove(0).expect("taken");
    store.close().await;
    let copy = path.with_extension("copy");
    std::fs::copy(path, &copy).expect("the file is copied, without its log");
    let store = Place::Sqlite(copy).open().await;
    assert_eq!(store.read(LOG, &game("g"), 0, 10).await.expect("the events").len(), 1);
    let durability = store.durability();
    assert!(durability.synced && durability.database.starts_with("SQLite 3.") && !store.shared());
    store.close().await;
}

/// A log for throwaway use serves as any other, and is gone when it is closed.
#[tokio::test]
async fn a_log_for_throwaway_use() {
    let (one_log, other) =
        (connect("sqlite::memory:").await.expect("a log"), connect("sqlite://:memory:").await.expect("another"));
    one_log.append(vec![one(game("g"), Expected::NoStream, "x")]).await.expect("taken").remove(0).expect("taken");
    assert_eq!(one_log.read(LOG, &game("g"), 0, 10).await.expect("the events").len(), 1);
    assert!(other.read(LOG, &game("g"), 0, 10).await.expect("no events").is_empty(), "each is one of its own");
    let durability = one_log.durability();
    assert!(!durability.kept && !durability.synced, "{durability:?}");
    one_log.ping().await.expect("it takes writes");
    one_log.close().await;
    other.close().await;
}
