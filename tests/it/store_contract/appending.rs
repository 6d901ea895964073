//! What one group of appends does.

use credence::store::{Append, AppendError, CatalogFilter, Expected, NewEvent, Part, Store, StoreError};

use crate::harness::{LOG, OTHER_LOG, Place, append, event, game, name, one, opening, part, player, read_all};

super::laws! {
    an_append_is_atomic_over_its_parts_and_the_catalog,
    a_recorded_event_is_what_was_appended,
    revisions_and_positions_have_no_gaps,
    each_append_of_a_group_gets_its_own_answer,
    appends_of_a_group_follow_each_other_in_a_stream,
    an_id_stands_once_in_a_stream_even_if_the_server_forgot_it,
    an_id_may_stand_in_two_streams,
    the_expected_revision_is_held_to,
    a_group_may_be_for_many_logs,
    groups_of_every_size_are_written_whole,
    a_malformed_append_is_refused_alone,
    a_closed_store_opens_again_as_it_was,
    ping_sees_a_schema_of_another_release,
}

async fn answer(store: &dyn Store, append: Append) -> Result<credence::store::Appended, AppendError> {
    store.append(vec![append]).await.expect("the database takes the group").pop().expect("one answer an append")
}

async fn an_append_is_atomic_over_its_parts_and_the_catalog(place: Place) {
    let store = place.open().await;
    answer(&*store, one(player("ada"), Expected::NoStream, "met")).await.expect("a new stream");
    let mut half_right = opening(LOG, "g", "hearts", 5, &["ada"]);
    half_right.parts.push(part(player("ada"), Expected::At(7), &["conduct"]));
    let refused = answer(&*store, half_right).await;
    assert_eq!(refused, Err(AppendError::WrongRevision { stream: player("ada"), actual: Some(0) }));
    assert_eq!(store.read(LOG, &game("g"), 0, 10).await, Ok(Vec::new()));
    assert_eq!(store.head(LOG, &game("g")).await, Ok(None));
    assert_eq!(store.games(LOG, &CatalogFilter::default(), 10).await, Ok(Vec::new()));

    let mut right = opening(LOG, "g", "hearts", 5, &["ada"]);
    right.parts.push(part(player("ada"), Expected::At(0), &["conduct"]));
    let appended = answer(&*store, right).await.expect("both parts fit");
    assert_eq!(appended.parts.iter().map(|part| part[0].revision).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(appended.parts[0][0].position, 2, "the refused append took no position");
    assert_eq!(store.games(LOG, &CatalogFilter::default(), 10).await.expect("the list").len(), 1);
    store.close().await;
}

async fn a_recorded_event_is_what_was_appended(place: Place) {
    let store = place.open().await;
    let odd = NewEvent {
        id: "ünïcode 'quoted' \"id\"".to_owned(),
        kind: "k".to_owned(),
        schema: u32::MAX,
        time_us: i64::MIN,
        payload: vec![0, 255, 13, 10, 34],
        salt: [255; 32],
        reporter: None,
    };
    let empty = NewEvent { payload: Vec::new(), time_us: i64::MAX, ..event("empty") };
    let events = vec![odd.clone(), empty];
    let appended = answer(&*store, append(vec![Part { stream: game("g"), expected: Expected::NoStream, events }])).await;
    let recorded = &appended.expect("a new stream").parts[0];
    assert_eq!(recorded[0].payload.as_deref(), Some(odd.payload.as_slice()));
    assert_eq!((&recorded[0].id, recorded[0].schema, recorded[0].time_us), (&odd.id, odd.schema, odd.time_us));
    assert_eq!(&read_all(&*store, LOG, &game("g")).await, recorded, "the answer and the log say the same");
    let head = store.head(LOG, &game("g")).await.expect("the head").expect("the stream exists");
    assert_eq!((head.revision, head.hash), (1, recorded[1].hash));
    store.close().await;
}

async fn revisions_and_positions_have_no_gaps(place: Place) {
    let store = place.open().await;
    let mut positions = Vec::new();
    for round in 0..5 {
        let appends = (0..7).map(|stream| {
            let ids = [name("a", round), name("b", round)];
            append(vec![part(game(&name("g", stream)), Expected::Any, &[&ids[0], &ids[1]])])
        });
        for answer in store.append(appends.collect()).await.expect("the group is taken") {
            positions.extend(answer.expect("any revision will do").parts[0].iter().map(|event| event.position));
        }
    }
    assert_eq!(positions, (1..=70).collect::<Vec<u64>>());
    for stream in 0..7 {
        let events = read_all(&*store, LOG, &game(&name("g", stream))).await;
        assert_eq!(events.iter().map(|event| event.revision).collect::<Vec<_>>(), (0..10).collect::<Vec<u64>>());
    }
    store.close().await;
}

async fn each_append_of_a_group_gets_its_own_answer(place: Place) {
    let store = place.open().await;
    answer(&*store, one(game("a"), Expected::NoStream, "first")).await.expect("a new stream");
    let group = vec![
        one(game("b"), Expected::NoStream, "x"),
        one(game("a"), Expected::At(9), "y"),
        one(game("a"), Expected::At(0), "first"),
        one(game("none"), Expected::At(0), "z"),
        one(game("a"), Expected::NoStream, "y"),
        one(game("a"), Expected::At(0), "second"),
    ];
    let answers = store.append(group).await.expect("the group is taken");
    let wrong = |stream, actual| Err(AppendError::WrongRevision { stream, actual });
    let position = |index: usize| answers[index].as_ref().expect("taken").parts[0][0].position;
    assert_eq!(position(0), 2);
    assert_eq!(answers[1], wrong(game("a"), Some(0)));
    assert_eq!(answers[2], Err(AppendError::IdTaken { stream: game("a"), id: "first".to_owned(), revision: 0 }));
    assert_eq!(answers[3], wrong(game("none"), None));
    assert_eq!(answers[4], wrong(game("a"), Some(0)));
    assert_eq!(position(5), 3);
    store.close().await;
}

async fn appends_of_a_group_follow_each_other_in_a_stream(place: Place) {
    let store = place.open().await;
    let group = vec![
        one(game("a"), Expected::NoStream, "0"),
        one(game("a"), Expected::At(0), "1"),
        one(game("a"), Expected::At(0), "late"),
        one(game("a"), Expected::Any, "1"),
        one(game("a"), Expected::Any, "2"),
    ];
    let answers = store.append(group).await.expect("the group is taken");
    assert_eq!(answers[2], Err(AppendError::WrongRevision { stream: game("a"), actual: Some(1) }));
    assert_eq!(answers[3], Err(AppendError::IdTaken { stream: game("a"), id: "1".to_owned(), revision: 1 }));
    let ids: Vec<String> = read_all(&*store, LOG, &game("a")).await.into_iter().map(|event| event.id).collect();
    assert_eq!(ids, ["0", "1", "2"]);
    store.close().await;
}

async fn an_id_stands_once_in_a_stream_even_if_the_server_forgot_it(place: Place) {
    let store = place.open().await;
    let ids: Vec<String> = (0..300).map(|number| name("id", number)).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    answer(&*store, append(vec![part(game("a"), Expected::NoStream, &ids)])).await.expect("a new stream");
    store.close().await;

    let store = place.open().await;
    let mut group: Vec<Append> = (0..100).map(|number| one(game(&name("new", number)), Expected::NoStream, "id-0")).collect();
    group.insert(50, one(game("a"), Expected::Any, "id-123"));
    group.insert(60, one(game("a"), Expected::At(299), "next"));
    group.push(append(vec![part(game("b"), Expected::NoStream, &["b"]), part(game("a"), Expected::Any, &["free", "id-299"])]));
    let answers = store.append(group).await.expect("the group is taken");
    let taken = |id: &str, revision| Err(AppendError::IdTaken { stream: game("a"), id: id.to_owned(), revision });
    assert_eq!(answers[50], taken("id-123", 123));
    assert_eq!(answers[60].as_ref().expect("the neighbour goes through").parts[0][0].revision, 300);
    assert_eq!(answers[102], taken("id-299", 299));
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 101);
    assert_eq!(store.head(LOG, &game("b")).await, Ok(None));
    assert_eq!(answer(&*store, one(game("a"), Expected::Any, "id-7")).await, taken("id-7", 7));
    store.close().await;
}

async fn an_id_may_stand_in_two_streams(place: Place) {
    let store = place.open().await;
    for stream in [game("a"), game("b"), player("a")] {
        answer(&*store, one(stream, Expected::NoStream, "same")).await.expect("ids are a stream's own");
    }
    store.close().await;
}

async fn the_expected_revision_is_held_to(place: Place) {
    let store = place.open().await;
    let wrong = |actual| Err(AppendError::WrongRevision { stream: game("a"), actual });
    assert_eq!(answer(&*store, one(game("a"), Expected::At(0), "0")).await, wrong(None));
    answer(&*store, one(game("a"), Expected::Any, "0")).await.expect("any: the stream need not exist");
    assert_eq!(answer(&*store, one(game("a"), Expected::NoStream, "1")).await, wrong(Some(0)));
    assert_eq!(answer(&*store, one(game("a"), Expected::At(1), "1")).await, wrong(Some(0)));
    assert_eq!(answer(&*store, one(game("a"), Expected::At(u64::MAX), "1")).await, wrong(Some(0)));
    answer(&*store, one(game("a"), Expected::At(0), "1")).await.expect("as expected");
    answer(&*store, one(game("a"), Expected::Any, "2")).await.expect("any: the stream may exist");
    store.close().await;
}

async fn a_group_may_be_for_many_logs(place: Place) {
    let store = place.open().await;
    let group = (0..40).map(|number: usize| {
        let log = if number.is_multiple_of(2) { OTHER_LOG } else { LOG };
        Append { log, ..one(game(&name("g", number)), Expected::NoStream, "x") }
    });
    let answers = store.append(group.collect()).await.expect("the group is taken");
    for (number, answer) in answers.into_iter().enumerate() {
        let position = answer.expect("a new stream").parts[0][0].position;
        assert_eq!(position, number as u64 / 2 + 1, "each log counts for itself");
    }
    store.close().await;
}

async fn groups_of_every_size_are_written_whole(place: Place) {
    let store = place.open().await;
    let mut written = 0;
    for size in [1, 2, 5, 63, 64, 65, 300, 1_111] {
        let appends = (0..size).map(|number| one(game(&name("g", number)), Expected::Any, &name("at", written + number)));
        let answers = store.append(appends.collect()).await.expect("the group is taken");
        assert!(answers.iter().all(Result::is_ok));
        written += size;
    }
    let mut positions = Vec::new();
    for number in 0..1_111 {
        positions.extend(read_all(&*store, LOG, &game(&name("g", number))).await.iter().map(|event| event.position));
    }
    positions.sort_unstable();
    assert_eq!(positions, (1..=written as u64).collect::<Vec<_>>());
    store.close().await;
}

async fn a_malformed_append_is_refused_alone(place: Place) {
    let store = place.open().await;
    let mut not_its_stream = opening(LOG, "h", "hearts", 1, &["ada"]);
    not_its_stream.parts = one(game("other"), Expected::NoStream, "x").parts;
    let long = "x".repeat(600);
    let malformed = vec![
        append(Vec::new()),
        append(vec![part(game("g"), Expected::Any, &[])]),
        append(vec![part(game("g"), Expected::Any, &["a"]), part(game("g"), Expected::Any, &["b"])]),
        append(vec![part(game("g"), Expected::Any, &["a", "a"])]),
        one(game("nul\0"), Expected::Any, "a"),
        one(game("g"), Expected::Any, "nul\0"),
        one(game("g"), Expected::Any, &long),
        one(game("g"), Expected::Any, ""),
        opening(LOG, "g", "hearts", 1, &["nul\0"]),
        not_its_stream,
    ];
    let count = malformed.len();
    let group = malformed.into_iter().chain([one(game("good"), Expected::NoStream, &"x".repeat(512))]);
    let answers = store.append(group.collect()).await.expect("the group is taken");
    let refused = answers.iter().filter(|answer| matches!(answer, Err(AppendError::Malformed { .. }))).count();
    assert_eq!(refused, count);
    assert!(answers[count].is_ok());
    // Nor does it reach the database when ids are looked up.
    let group = vec![one(game("g"), Expected::Any, "nul\0"), Append { log: OTHER_LOG, ..one(game("g"), Expected::Any, "a") }];
    assert!(store.append(group.clone()).await.expect("the group is taken")[1].is_ok());
    let answers = store.append(group).await.expect("the group is taken");
    assert!(matches!(&answers[0], Err(AppendError::Malformed { .. })));
    assert!(matches!(&answers[1], Err(AppendError::IdTaken { revision: 0, .. })));
    assert_eq!(store.read(LOG, &game("nul\0"), 0, 1).await, Ok(Vec::new()));
    store.close().await;
}

async fn a_closed_store_opens_again_as_it_was(place: Place) {
    let store = place.open().await;
    answer(&*store, one(game("a"), Expected::NoStream, "0")).await.expect("a new stream");
    let before = read_all(&*store, LOG, &game("a")).await;
    store.close().await;
    assert!(matches!(store.read(LOG, &game("a"), 0, 1).await, Err(StoreError::Unavailable { .. })), "closed is closed");
    drop(store);

    let store = place.open().await;
    assert_eq!(read_all(&*store, LOG, &game("a")).await, before);
    let next = answer(&*store, one(game("a"), Expected::At(0), "1")).await.expect("it goes on where it was");
    assert_eq!(next.parts[0][0].position, 2);
    store.close().await;
}

async fn ping_sees_a_schema_of_another_release(place: Place) {
    let store = place.open().await;
    assert_eq!(store.ping().await, Ok(()));
    place.tamper("UPDATE _sqlx_migrations SET version = 9999 WHERE version = 3").await;
    assert!(matches!(store.ping().await, Err(StoreError::Unusable(_))));
    store.close().await;
    let refused = credence::store::connect(&place.url()).await.err();
    assert!(matches!(&refused, Some(StoreError::Unusable(why)) if why.contains("newer release")), "{refused:?}");
}
