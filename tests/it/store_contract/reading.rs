//! Reading events: in pages, and of several streams at once.

use credence::store::{Append, Expected, Store, Stretch};

use crate::harness::{LOG, OTHER_LOG, Place, append, game, name, part, player};

super::laws! {
    reads_come_in_pages,
    several_streams_are_read_at_once,
}

async fn reads_come_in_pages(place: Place) {
    let store = place.open().await;
    let ids: Vec<String> = (0..10).map(|number| name("id", number)).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    store.append(vec![append(vec![part(game("a"), Expected::NoStream, &ids)])]).await.expect("the group")[0]
        .as_ref()
        .expect("a new stream");
    for (from, limit, expected) in
        [(0, 4, 0..4), (4, 4, 4..8), (8, 4, 8..10), (10, 4, 0..0), (3, 0, 0..0), (u64::MAX >> 1, 1, 0..0)]
    {
        let page = store.read(LOG, &game("a"), from, limit).await.expect("the page");
        assert_eq!(page.iter().map(|event| event.revision).collect::<Vec<_>>(), expected.collect::<Vec<u64>>());
    }
    store.close().await;
}

/// Two persons' streams of three events and one, in two logs.
async fn two_persons(store: &dyn Store) {
    let parts = || vec![part(player("p1"), Expected::NoStream, &["a", "b", "c"]), part(player("p2"), Expected::NoStream, &["d"])];
    let other = Append { log: OTHER_LOG, ..append(parts().split_off(1)) };
    for answer in store.append(vec![append(parts()), other]).await.expect("the group") {
        answer.expect("new streams");
    }
}

pub async fn several_streams_are_read_at_once(place: Place) {
    let store = place.open().await;
    two_persons(&*store).await;
    // One stream is asked for twice, one does not exist, one has no such name, and one has nothing more.
    let asked = [
        (LOG, "p1", 1),
        (OTHER_LOG, "p2", 0),
        (LOG, "nobody", 0),
        (LOG, "p1", 0),
        (LOG, "nul\0", 0),
        (LOG, "p2", 1),
        (OTHER_LOG, "p1", 0),
    ];
    let asked: Vec<_> = asked.into_iter().map(|(log, person, from)| (log, player(person), from)).collect();
    let ids = |stretch: &Stretch| stretch.events.iter().map(|event| event.id.clone()).collect::<Vec<_>>();
    let read = store.read_each(&asked, 2).await.expect("the events");
    let read: Vec<Stretch> = read.into_iter().map(|stretch| stretch.expect("no damage")).collect();
    assert_eq!(
        read.iter().map(ids).collect::<Vec<_>>(),
        [vec!["b", "c"], vec!["d"], vec![], vec!["a", "b"], vec![], vec![], vec![]]
    );
    assert_eq!(read[0].events, store.read(LOG, &player("p1"), 1, 2).await.expect("the same"));
    // The end of a stream is told whether or not events of it are.
    for ((log, stream, _), stretch) in asked.iter().zip(&read) {
        assert_eq!(stretch.head, store.head(*log, stream).await.expect("the same"), "{stream}");
    }
    assert_eq!(store.read_each(&[], 2).await, Ok(Vec::new()));
    store.close().await;
}
