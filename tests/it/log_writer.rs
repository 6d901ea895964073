//! The writer of a log: its queue, its groups, and its end.

use std::sync::Arc;

use credence::store::{AppendError, Expected, LogWriter};
use futures::FutureExt;
use futures::future::join_all;

use crate::harness::{LOG, append, fresh_sqlite, game, name, one, part, read_all};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_writes_what_is_in_the_queue() {
    let (_directory, place) = fresh_sqlite();
    let store = place.open().await;
    let writer = LogWriter::spawn(Arc::clone(&store));
    let mut appends: Vec<_> =
        (0..2_000).map(|number| Box::pin(writer.append(one(game(&name("g", number)), Expected::NoStream, "x")))).collect();
    for append in &mut appends {
        // The first poll puts it into the queue.
        assert!(append.now_or_never().is_none());
    }
    writer.close().await;
    let late = writer.append(one(game("late"), Expected::NoStream, "x")).await;
    assert!(matches!(late, Err(AppendError::Store(_))), "{late:?}");
    for number in 0..2_000 {
        assert_eq!(read_all(&*store, LOG, &game(&name("g", number))).await.len(), 1);
    }
    store.close().await;
}

#[tokio::test]
async fn a_full_queue_answers_at_once() {
    let (_directory, place) = fresh_sqlite();
    let store = place.open().await;
    let writer = LogWriter::spawn(Arc::clone(&store));
    // On one thread, the writer's task cannot run before this one waits.
    let mut appends: Vec<_> =
        (0..5_000).map(|number| Box::pin(writer.append(one(game(&name("g", number)), Expected::NoStream, "x")))).collect();
    let refused = appends.iter_mut().filter_map(|append| append.now_or_never()).collect::<Vec<_>>();
    assert_eq!(refused.len(), 5_000 - 4_096);
    assert!(refused.iter().all(|answer| answer == &Err(AppendError::Overloaded)));
    drop(appends);
    // Nobody waits for the others any more; they are written all the same.
    writer.close().await;
    assert_eq!(read_all(&*store, LOG, &game("g-4095")).await.len(), 1);
    assert_eq!(read_all(&*store, LOG, &game("g-4096")).await.len(), 0);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_larger_than_a_group_is_written_alone() {
    let (_directory, place) = fresh_sqlite();
    let store = place.open().await;
    let writer = LogWriter::spawn(Arc::clone(&store));
    let appends = (0..8).map(|stream| {
        let mut large = part(game(&name("g", stream)), Expected::NoStream, &["a", "b"]);
        for event in &mut large.events {
            event.payload = vec![7; 3 << 20];
        }
        writer.append(append(vec![large]))
    });
    for answer in join_all(appends).await {
        assert_eq!(answer.expect("taken").parts[0].len(), 2);
    }
    writer.close().await;
    store.close().await;
}
