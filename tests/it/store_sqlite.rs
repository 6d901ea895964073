//! What only SQLite promises.

use std::path::{Path, PathBuf};
use std::time::Duration;

use credence::store::{Append, AppendError, CatalogChange, Expected, LogId, PlayerRow, Store, StoreError, connect};
use sqlx::{Connection, Executor, SqliteConnection};

use crate::harness::{LOG, Place, fresh_sqlite, game, one, player, read_all};

fn file(place: &Place) -> &Path {
    let Place::Sqlite(path) = place else { unreachable!("fresh_sqlite makes files") };
    path
}

/// The write-ahead log of a file.
fn wal(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}-wal", path.display()))
}

fn holds(path: &Path, text: &str) -> bool {
    let bytes = std::fs::read(path).expect("the file is read");
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

async fn append(store: &dyn Store, id: &str) -> Result<(), AppendError> {
    store.append(vec![one(game("g"), Expected::Any, id)]).await.map_err(AppendError::Store)?.remove(0).map(|_| ())
}

/// Whoever deletes the write-ahead log under a server takes nothing that it has acknowledged, and the server acknowledges nothing more.
#[tokio::test]
async fn a_write_ahead_log_that_was_deleted_is_noticed() {
    let (_directory, place) = fresh_sqlite();
    let store = place.open().await;
    append(&*store, "before").await.expect("taken");
    std::fs::remove_file(wal(file(&place))).expect("it is deleted");
    append(&*store, "into what is gone").await.expect("taken, and moved into the database at once");
    assert!(matches!(append(&*store, "after").await, Err(AppendError::Store(StoreError::Replaced(_)))));
    assert!(matches!(store.ping().await, Err(StoreError::Replaced(_))));
    // What a crash would leave.
    let copy = file(&place).with_extension("copy");
    std::fs::copy(file(&place), &copy).expect("the file is copied");
    store.close().await;
    let store = Place::Sqlite(copy).open().await;
    let ids: Vec<String> = read_all(&*store, LOG, &game("g")).await.into_iter().map(|event| event.id).collect();
    assert_eq!(ids, ["before", "into what is gone"]);
    store.close().await;
}

const NAME: &str = "Ada, Countess of Lovelace";

/// A server that has forgotten somebody while a reader kept the write-ahead log from being emptied; and the reader.
async fn forgotten_beside_a_reader(place: &Place) -> (std::sync::Arc<dyn Store>, SqliteConnection) {
    let store = place.open().await;
    let ada = PlayerRow { player: "ada".to_owned(), person: "p1".to_owned(), display_name: Some(NAME.to_owned()) };
    store.name_player(LOG, &ada, "mark of ada").await.expect("named");
    let mut reader = SqliteConnection::connect(&place.url()).await.expect("the file opens");
    reader.execute("BEGIN; SELECT count(*) FROM players").await.expect("it reads");
    let change = CatalogChange::Forgotten { player: "ada".to_owned(), person: "p1".to_owned(), mark: "mark of ada".to_owned() };
    let forgotten = Append { catalog: vec![change], ..one(player("p1"), Expected::Any, "forgotten") };
    store.append(vec![forgotten]).await.expect("the group is taken").remove(0).expect("forgotten");
    assert!(holds(&wal(file(place)), NAME), "the reader is in the way");
    (store, reader)
}

#[tokio::test]
async fn what_was_erased_leaves_the_write_ahead_log_when_the_reader_has_gone() {
    let (_directory, place) = fresh_sqlite();
    let (store, reader) = forgotten_beside_a_reader(&place).await;
    reader.close().await.expect("it goes");
    // A little later it is tried again.
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(6)).await;
    tokio::time::resume();
    store.ping().await.expect("it takes writes");
    assert_eq!(std::fs::metadata(wal(file(&place))).map(|wal| wal.len()).ok(), Some(0));
    assert!(!holds(file(&place), NAME));
    store.close().await;
}

#[tokio::test]
async fn what_a_killed_server_had_erased_leaves_the_write_ahead_log_at_the_next_start() {
    let (directory, place) = fresh_sqlite();
    let (store, reader) = forgotten_beside_a_reader(&place).await;
    // What a kill leaves on the disk.
    let left = directory.path().join("left.db");
    std::fs::copy(file(&place), &left).expect("the file is copied");
    std::fs::copy(wal(file(&place)), wal(&left)).expect("its write-ahead log is copied");
    let after = Place::Sqlite(left.clone()).open().await;
    assert!(!holds(&wal(&left), NAME) && !holds(&left, NAME));
    for open in [after, store] {
        open.close().await;
    }
    drop(reader);
}

/// Where the counter of a log is wrong nothing is appended to it: an event would stand twice, or a gap would stay for ever.
#[tokio::test]
async fn a_log_with_a_wrong_counter_takes_no_appends() {
    let position = |position: i64| format!("UPDATE log_head SET position = {position}");
    let wrong = ["DELETE FROM log_head".to_owned(), position(1), position(7), position(i64::MAX)];
    for change in wrong {
        let (_directory, place) = fresh_sqlite();
        let store = place.open().await;
        for id in ["a", "b"] {
            append(&*store, id).await.expect("taken");
        }
        store.close().await;
        place.tamper(&change).await;
        let store = place.open().await;
        for tried in ["c", "d"] {
            let refused = append(&*store, tried).await;
            assert!(matches!(refused, Err(AppendError::Store(StoreError::Damaged { .. }))), "{change}: {refused:?}");
            assert!(matches!(store.ping().await, Err(StoreError::Damaged { .. })), "{change}");
        }
        assert_eq!(read_all(&*store, LOG, &game("g")).await.len(), 2, "{change}");
        store.close().await;
    }
}

/// Commits that stand in the write-ahead log: its frames that say how large the database is after them.
fn commits(path: &Path) -> usize {
    let log = std::fs::read(wal(path)).expect("the write-ahead log is read");
    log[32..].chunks_exact(24 + 4_096).filter(|frame| frame[4..8] != [0; 4]).count()
}

/// A log that was found damaged costs the others no commit more, and is committed with them again once it is put right.
#[tokio::test]
async fn a_damaged_log_is_committed_apart() {
    let (_directory, place) = fresh_sqlite();
    let logs = [LogId(1), LogId(2), LogId(3), LogId(4)];
    let group = |id: &str| Vec::from(logs.map(|log| Append { log, ..one(game("g"), Expected::Any, id) }));
    let store = place.open().await;
    let counted = async |id: &str| {
        let before = commits(file(&place));
        let answers = store.append(group(id)).await.expect("each log is answered for itself");
        let taken = answers.iter().map(Result::is_ok).collect::<Vec<bool>>();
        (commits(file(&place)) - before, taken)
    };
    store.append(group("a")).await.expect("the group is taken");
    assert_eq!(counted("b").await, (1, vec![true; 4]));
    place.tamper("UPDATE log_head SET position = 1 WHERE log_id = 2").await;
    let others = vec![true, false, true, true];
    assert_eq!(counted("c").await, (3, others.clone()), "whose damage it is, is found out");
    assert_eq!(counted("d").await, (1, others.clone()));
    assert_eq!(counted("e").await, (1, others));
    place.tamper("UPDATE log_head SET position = 2 WHERE log_id = 2").await;
    assert_eq!(counted("f").await, (2, vec![true; 4]));
    assert_eq!(counted("g").await, (1, vec![true; 4]));
    for log in logs {
        let expected = if log == LogId(2) { 4 } else { 7 };
        assert_eq!(read_all(&*store, log, &game("g")).await.len(), expected, "{log:?}");
    }
    store.close().await;
}

/// Another program that has locked the file is waited for once, and nobody asks half a minute long what became of a commit that never began.
#[tokio::test]
async fn a_locked_file_is_waited_for_once() {
    let (_directory, place) = fresh_sqlite();
    let store = place.open().await;
    append(&*store, "before").await.expect("taken");
    let mut other = SqliteConnection::connect(&place.url()).await.expect("the file opens");
    other.execute("BEGIN EXCLUSIVE").await.expect("it is locked");
    let refused = tokio::time::timeout(Duration::from_secs(20), append(&*store, "meanwhile")).await.expect("it is answered");
    assert!(matches!(refused, Err(AppendError::Store(StoreError::Unavailable { .. }))), "{refused:?}");
    other.execute("ROLLBACK").await.expect("it is free again");
    append(&*store, "after").await.expect("taken");
    store.ping().await.expect("it takes writes");
    let ids: Vec<String> = read_all(&*store, LOG, &game("g")).await.into_iter().map(|event| event.id).collect();
    assert_eq!(ids, ["before", "after"]);
    store.close().await;
}

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

/// Whether a copy is needed cannot be read: then nothing is changed without one.
#[tokio::test]
async fn a_file_whose_schema_cannot_be_read_is_not_upgraded() {
    let (_directory, place) = fresh_sqlite();
    place.open().await.close().await;
    place.run("ALTER TABLE _sqlx_migrations RENAME COLUMN version TO number").await;
    let tables = place.count("SELECT count(*) FROM sqlite_schema").await;
    let refused = connect(&place.url()).await.err();
    assert!(matches!(&refused, Some(StoreError::Unusable(why)) if why.contains("nothing was changed")), "{refused:?}");
    assert_eq!(place.count("SELECT count(*) FROM sqlite_schema").await, tables);
}

#[tokio::test]
async fn closing_leaves_one_whole_file() {
    let (_directory, place) = fresh_sqlite();
    let Place::Sqlite(path) = &place else { unreachable!("fresh_sqlite makes files") };
    let store = place.open().await;
    store.append(vec![one(game("g"), Expected::NoStream, "x")]).await.expect("taken").remove(0).expect("taken");
    store.close().await;
    let late = store.append(vec![one(game("g"), Expected::Any, "y")]).await;
    assert!(matches!(late, Err(StoreError::Unavailable { .. })), "nothing is written past the claim on the file: {late:?}");
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
