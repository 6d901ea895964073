//! Many writers at once.

use std::collections::BTreeSet;
use std::sync::Arc;

use credence::store::{AppendError, Expected, LogWriter};
use futures::future::join_all;

use crate::harness::{LOG, Place, game, name, one, read_all};

super::laws! {
    of_writers_that_expect_the_same_revision_one_wins,
    an_acknowledged_event_is_seen_by_every_later_read,
    a_write_that_is_interrupted_does_no_harm,
}

async fn of_writers_that_expect_the_same_revision_one_wins(place: Place) {
    let store = place.open().await;
    let writer = LogWriter::spawn(Arc::clone(&store));
    for round in 0..20_u64 {
        let expected = round.checked_sub(1).map_or(Expected::NoStream, Expected::At);
        let racers = (0..64).map(|racer| {
            let (store, writer, append) = (&store, &writer, one(game("g"), expected, &format!("{round}-{racer}")));
            async move {
                // Half through the queue, half past it.
                if racer % 2 == 0 {
                    writer.append(append).await
                } else {
                    store.append(vec![append]).await.expect("the group is taken").remove(0)
                }
            }
        });
        let answers = join_all(racers).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "round {round}");
        let lost = |answer: &Result<_, AppendError>| matches!(answer, Err(AppendError::WrongRevision { actual, .. }) if *actual == Some(round));
        assert_eq!(answers.iter().filter(|answer| lost(answer)).count(), 63, "round {round}");
    }
    let events = read_all(&*store, LOG, &game("g")).await;
    let places: Vec<_> = events.iter().map(|event| (event.revision, event.position)).collect();
    assert_eq!(places, (0..20).map(|revision| (revision, revision + 1)).collect::<Vec<_>>());
    writer.close().await;
    store.close().await;
}

async fn an_acknowledged_event_is_seen_by_every_later_read(place: Place) {
    let store = place.open().await;
    let writer = LogWriter::spawn(Arc::clone(&store));
    let games = (0..16).map(|number| {
        let (store, writer, stream) = (Arc::clone(&store), writer.clone(), game(&name("g", number)));
        async move {
            for round in 0..40 {
                let appended = writer.append(one(stream.clone(), Expected::Any, &name("id", round))).await.expect("taken");
                let recorded = &appended.parts[0][0];
                let read = store.read(LOG, &stream, recorded.revision, 5).await.expect("the event");
                assert_eq!(&read, std::slice::from_ref(recorded));
                let head = store.head(LOG, &stream).await.expect("the head").expect("the stream exists");
                assert_eq!((head.revision, head.hash), (recorded.revision, recorded.hash));
            }
        }
    });
    let tasks: Vec<_> = games.map(tokio::spawn).collect();
    for task in tasks {
        task.await.expect("every read saw its event");
    }
    writer.close().await;
    store.close().await;
}

async fn a_write_that_is_interrupted_does_no_harm(place: Place) {
    let store = place.open().await;
    for round in 0..60_u64 {
        let append = store.append(vec![one(game("g"), Expected::Any, &name("cut", usize::try_from(round).expect("small")))]);
        // Dropped after a few steps, wherever it stands then.
        let mut append = Box::pin(append);
        for _ in 0..round {
            if futures::poll!(append.as_mut()).is_ready() {
                break;
            }
            tokio::task::yield_now().await;
        }
        drop(append);
        let whole = one(game("g"), Expected::Any, &name("whole", usize::try_from(round).expect("small")));
        store.append(vec![whole]).await.expect("the group is taken").remove(0).expect("taken");
    }
    let events = read_all(&*store, LOG, &game("g")).await;
    let places: Vec<_> = events.iter().map(|event| (event.revision, event.position)).collect();
    assert_eq!(places, (0..events.len() as u64).map(|revision| (revision, revision + 1)).collect::<Vec<_>>());
    let ids: BTreeSet<&str> = events.iter().map(|event| event.id.as_str()).collect();
    assert!((0..60).all(|round| ids.contains(name("whole", round).as_str())), "nothing acknowledged is missing");
    store.close().await;
}
