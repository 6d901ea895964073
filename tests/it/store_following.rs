//! Following streams, which many callers do at once, and appending to the end that was found so.

use std::sync::Arc;
use std::time::Duration;

use credence::store::chain::{GENESIS, verify};
use credence::store::{AppendError, Expected, Followed, Head, RecordedEvent, Store, StoreError, StreamId};
use futures::future::join_all;
use sqlx::{Connection, PgConnection};
use tokio::task::JoinHandle;

use crate::harness::{LOG, Place, append, game, name, on_postgres, one, part, read_all};

crate::store_contract::laws! {
    everybody_is_given_what_was_asked_for,
    an_end_that_was_found_is_appended_to_where_it_is_the_end,
}

/// Callers who follow at once.
const CALLERS: usize = 32;

/// Questions that do not come to wait for a lock by then are none.
const LONGEST: Duration = Duration::from_secs(30);

/// Games of 1, 2, 3 … events.
async fn games(store: &dyn Store) {
    let ids: Vec<String> = (0..8).map(|number| name("id", number)).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let parts = (0..ids.len()).map(|which| part(game(&name("g", which)), Expected::NoStream, &ids[..=which]));
    store.append(vec![append(parts.collect())]).await.expect("the group")[0].as_ref().expect("new streams");
}

/// Everybody is given what the one stream holds that was asked for, whoever else asks meanwhile.
async fn everybody_is_given_what_was_asked_for(place: Place) {
    let store = place.open().await;
    games(&*store).await;
    for _ in 0..8 {
        let callers = (0..CALLERS).map(|caller| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let (stream, from) = (game(&name("g", caller % 10)), (caller / 10) as u64);
                (store.follow(LOG, &stream, from).await.expect("an answer"), stream, from)
            })
        });
        for caller in join_all(callers).await {
            let (followed, stream, from) = caller.expect("the caller ends");
            let events = read_all(&*store, LOG, &stream).await;
            let Some(Followed { head, events: newer }) = followed else {
                assert!(events.is_empty(), "{stream:?} is there");
                continue;
            };
            let last = events.last().expect("a stream has events");
            assert_eq!((head.revision, head.hash, head.closed), (last.revision, last.hash, false));
            assert_eq!(newer, events.into_iter().filter(|event| event.revision >= from).collect::<Vec<_>>());
        }
    }
    assert!(store.follow(LOG, &game("nul\0"), 0).await.expect("an answer").is_none());
    store.close().await;
}

/// One stream that is damaged is nobody else's trouble; and of a long one the first events are given.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_stream_is_told_to_those_who_follow_it() {
    on_postgres(|place| async move {
        let store = place.open().await;
        games(&*store).await;
        let ids: Vec<String> = (0..600).map(|number| name("id", number)).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let long = append(vec![part(game("long"), Expected::NoStream, &ids)]);
        store.append(vec![long]).await.expect("the group")[0].as_ref().expect("a new stream");
        place.tamper("DELETE FROM events WHERE log_id = 1 AND stream = 'game/g-3' AND revision = 3").await;
        let callers = (0..CALLERS).map(|caller| {
            let stream = if caller % 9 == 8 { game("long") } else { game(&name("g", caller % 9)) };
            let store = Arc::clone(&store);
            tokio::spawn(async move { (caller, store.follow(LOG, &stream, 0).await) })
        });
        for caller in join_all(callers).await {
            match caller.expect("the caller ends") {
                (caller, Err(StoreError::DamagedStream { stream, what })) => {
                    assert_eq!((caller % 9, stream, what.revision), (3, game("g-3"), Some(3)));
                }
                (caller, followed) => {
                    let Followed { head, events, .. } = followed.expect("an answer").expect("a stream");
                    let (length, given) = if caller % 9 == 8 { (600, 256) } else { (caller % 9 + 1, caller % 9 + 1) };
                    assert!(caller % 9 != 3 && head.revision + 1 == length as u64 && events.len() == given);
                }
            }
        }
        store.close().await;
    })
    .await;
}

/// A page that Postgres cannot read fails each statement that comes to it. The view fails as such a page does, with the code of Postgres for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_cannot_be_read_is_the_trouble_of_those_alone_who_ask_for_it() {
    on_postgres(|place| async move {
        let store = place.open().await;
        games(&*store).await;
        let page = "CREATE FUNCTION unreadable() RETURNS boolean LANGUAGE plpgsql AS \
                    $$ BEGIN RAISE EXCEPTION 'invalid page' USING ERRCODE = 'data_corrupted'; END $$; \
                    ALTER TABLE events RENAME TO pages; \
                    CREATE VIEW events AS SELECT * FROM pages WHERE CASE stream WHEN 'game/g-3' THEN unreadable() ELSE true END";
        place.run(page).await;
        let callers = (0..CALLERS).map(|caller| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { (caller % 8, store.follow(LOG, &game(&name("g", caller % 8)), 0).await) })
        });
        for caller in join_all(callers).await {
            let (which, followed) = caller.expect("the caller ends");
            match followed {
                Err(StoreError::Damaged { .. }) => assert_eq!(which, 3),
                followed => {
                    let events = followed.expect("an answer").expect("a stream").events;
                    assert!(which != 3 && events.len() == which + 1, "{which}: {}", events.len());
                }
            }
        }
        store.close().await;
    })
    .await;
}

/// So many sessions wait for a lock.
async fn waiting(place: &Place, count: i64) {
    let asked = "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND application_name = 'credence' \
                 AND datname = current_database()";
    let look = async { while place.count(asked).await != count {} };
    tokio::time::timeout(LONGEST, look).await.unwrap_or_else(|_| panic!("there are never {count} that wait"));
}

/// Callers who ask for others as well go away while the database is silent; the others are answered all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_goes_away_takes_nobodys_answer_along() {
    on_postgres(|place| async move {
        let store = place.open().await;
        games(&*store).await;
        let follow = |which: usize| -> JoinHandle<Followed> {
            let store = Arc::clone(&store);
            tokio::spawn(
                async move { store.follow(LOG, &game(&name("g", which)), 0).await.expect("an answer").expect("a stream") },
            )
        };
        let mut owner = PgConnection::connect(&place.url()).await.expect("the database answers");
        sqlx::raw_sql("BEGIN; LOCK TABLE streams IN ACCESS EXCLUSIVE MODE").execute(&mut owner).await.expect("the lock");
        // Two statements are under way, and everybody else waits for one of them to end.
        let mut first: Vec<_> = Vec::new();
        for which in 0..2 {
            first.push(follow(which));
            waiting(&place, which as i64 + 1).await;
        }
        let others: Vec<_> = (0..8).map(follow).collect();
        let gone = first.pop().expect("the second");
        gone.abort();
        assert!(gone.await.expect_err("it was stopped").is_cancelled());
        // One of the others asks for all of them now, and goes away as well; the session of the one that went still waits. Which one it is, is not known: all
        // but one go.
        waiting(&place, 3).await;
        let mut others = others.into_iter();
        let stays = others.next_back().expect("the last of them");
        for other in others {
            other.abort();
        }
        sqlx::raw_sql("ROLLBACK").execute(&mut owner).await.expect("the lock is given up");
        let answered = tokio::time::timeout(LONGEST, stays).await.expect("in time").expect("the caller ends");
        assert_eq!((answered.head.revision, answered.events.len()), (7, 8));
        for (which, first) in first.into_iter().enumerate() {
            assert_eq!(first.await.expect("the caller ends").events.len(), which + 1);
        }
        owner.close().await.expect("the connection closes");
        store.close().await;
    })
    .await;
}

async fn append_to(store: &dyn Store, stream: &StreamId, expected: Expected, id: &str) -> Result<u64, AppendError> {
    let answers = store.append(vec![one(stream.clone(), expected, id)]).await.expect("the group is taken");
    answers.into_iter().next().expect("an answer").map(|appended| appended.parts[0][0].revision)
}

/// The end of a stream, as a server reads it.
async fn find(store: &dyn Store, stream: &StreamId) -> Head {
    store.follow(LOG, stream, u64::MAX >> 1).await.expect("an answer").expect("the stream").head
}

/// What is found at the end of a stream stands for looking it up, and is never taken for true where it is not.
async fn an_end_that_was_found_is_appended_to_where_it_is_the_end(place: Place) {
    let servers = if matches!(place, Place::Sqlite(_)) { 1 } else { 2 };
    let stores = join_all((0..servers).map(|_| place.open())).await;
    let stream = game("g");
    append_to(&*stores[0], &stream, Expected::NoStream, "opened").await.expect("a new stream");
    for round in 0..20_usize {
        // Each server writes what the other one finds.
        let [ours, theirs] = [&stores[round % servers], &stores[(round + 1) % servers]];
        let found = find(&**ours, &stream).await;
        assert_eq!(append_to(&**ours, &stream, Expected::Found(found), &name("ours", round)).await, Ok(round as u64 + 1));
        let lost = Err(AppendError::WrongRevision { stream: stream.clone(), actual: Some(round as u64 + 1) });
        // One that was the end before it, and three that never were.
        assert_eq!(append_to(&**theirs, &stream, Expected::Found(found), &name("late", round)).await, lost);
        let now = find(&**ours, &stream).await;
        for never in [Head { hash: found.hash, ..now }, Head { revision: now.revision + 1, ..now }, Head { closed: true, ..now }]
        {
            assert_eq!(append_to(&**ours, &stream, Expected::Found(never), &name("never", round)).await, lost);
        }
        let nowhere = append_to(&**ours, &game("nowhere"), Expected::Found(now), "nowhere").await;
        assert_eq!(nowhere, Err(AppendError::WrongRevision { stream: game("nowhere"), actual: None }));
    }
    let events = read_all(&*stores[0], LOG, &stream).await;
    assert_eq!(events.len(), 21);
    check_chain(&stream, &events);
    join_all(stores.iter().map(|store| store.close())).await;
}

fn check_chain(stream: &StreamId, events: &[RecordedEvent]) {
    let mut previous = GENESIS;
    for (revision, event) in (0..).zip(events) {
        verify(&previous, stream, revision, event).expect("the chain holds");
        previous = event.hash;
    }
}

/// An older copy of the log is put in the place of the newer one after the end was found there, and others write to it until its counter is further on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_that_is_gone_is_not_appended_to() {
    on_postgres(|place| async move {
        let (stores, stream) = ([place.open().await, place.open().await], game("g"));
        append_to(&*stores[0], &stream, Expected::NoStream, "opened").await.expect("a new stream");
        for event in 0..8 {
            append_to(&*stores[1], &stream, Expected::Any, &name("lost", event)).await.expect("taken");
        }
        let found = find(&*stores[0], &stream).await;
        for statement in [
            "DELETE FROM events WHERE log_id = 1 AND revision > 4",
            "UPDATE streams SET revision = 4, hash = (SELECT hash FROM events WHERE log_id = 1 AND revision = 4) WHERE log_id = 1",
            "UPDATE log_head SET position = (SELECT max(position) FROM events)",
        ] {
            place.tamper(statement).await;
        }
        for event in 0..8 {
            append_to(&*stores[1], &game("other"), Expected::Any, &name("new", event)).await.expect("taken");
        }
        let gone = append_to(&*stores[0], &stream, Expected::Found(found), "after").await;
        assert_eq!(gone, Err(AppendError::WrongRevision { stream: stream.clone(), actual: Some(4) }));
        assert_eq!(append_to(&*stores[0], &stream, Expected::At(4), "after").await, Ok(5));
        check_chain(&stream, &read_all(&*stores[0], LOG, &stream).await);
        join_all(stores.iter().map(|store| store.close())).await;
    })
    .await;
}
