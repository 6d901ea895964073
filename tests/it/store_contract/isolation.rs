//! No method of the store reaches another tenant's rows.

use credence::store::{Append, AppendError, CatalogChange, CatalogFilter, Expected, Store, StoreError};

use crate::harness::{LOG, OTHER_LOG, Place, append, game, one, opening, part, player, read_all};

super::laws! { rows_of_one_log_are_never_reached_through_another, the_damage_of_one_log_is_not_another_ones_trouble }

/// Everything that can be read of [`LOG`].
async fn all_of_it(store: &dyn Store) -> String {
    let streams = (read_all(store, LOG, &game("g")).await, read_all(store, LOG, &player("p1")).await);
    let heads = (store.head(LOG, &game("g")).await, store.head(LOG, &player("p1")).await);
    let games = store.games(LOG, &CatalogFilter::default(), 100).await;
    let players = (store.players(LOG, &["p1".to_owned()]).await, store.find_player(LOG, "ada").await);
    format!("{streams:?} {heads:?} {games:?} {players:?}")
}

async fn rows_of_one_log_are_never_reached_through_another(place: Place) {
    let store = place.open().await;
    let group = vec![opening(LOG, "g", "hearts", 1, &["p1"]), append(vec![part(player("p1"), Expected::NoStream, &["met"])])];
    for answer in store.append(group).await.expect("the group is taken") {
        answer.expect("each append is taken");
    }
    store.persons(LOG, &[("ada".to_owned(), "p1".to_owned())]).await.expect("the person");
    let before = all_of_it(&*store).await;

    // The other log is empty, whatever is asked.
    assert_eq!(store.read(OTHER_LOG, &game("g"), 0, 10).await, Ok(Vec::new()));
    assert_eq!(store.head(OTHER_LOG, &game("g")).await, Ok(None));
    for person in [None, Some("p1".to_owned())] {
        let filter = CatalogFilter { person, ..CatalogFilter::default() };
        assert_eq!(store.games(OTHER_LOG, &filter, 10).await, Ok(Vec::new()));
    }
    assert!(store.players(OTHER_LOG, &["p1".to_owned()]).await.expect("the players").is_empty());
    assert_eq!(store.find_player(OTHER_LOG, "ada").await, Ok(None));

    // Its writes meet nothing of the first log, and change nothing there.
    let elsewhere = |append: Append| Append { log: OTHER_LOG, ..append };
    let marks = vec![CatalogChange::Finished { game: "g".to_owned(), finished: true }];
    let group = vec![
        elsewhere(one(game("g"), Expected::At(0), "opened")),
        Append { catalog: marks, ..elsewhere(one(player("p1"), Expected::NoStream, "met")) },
        opening(OTHER_LOG, "g", "catan", 2, &["p1"]),
    ];
    let answers = store.append(group).await.expect("the group is taken");
    assert_eq!(answers[0], Err(AppendError::WrongRevision { stream: game("g"), actual: None }));
    assert_eq!(answers[1].as_ref().expect("a new stream").parts[0][0].position, 1);
    assert!(answers[2].is_ok());
    let persons = store.persons(OTHER_LOG, &[("ada".to_owned(), "p1".to_owned())]).await.expect("the same names are free there");
    assert_eq!(persons, ["p1"]);
    assert_eq!(all_of_it(&*store).await, before);
    store.close().await;

    // Nor does a server meet them that knows nothing yet.
    let store = place.open().await;
    assert_eq!(all_of_it(&*store).await, before);
    let taken = elsewhere(one(game("g"), Expected::Any, "opened"));
    let answers = store.append(vec![taken, elsewhere(one(game("g"), Expected::Any, "met"))]).await.expect("the group is taken");
    assert!(matches!(&answers[0], Err(AppendError::IdTaken { revision: 0, .. })));
    assert!(answers[1].is_ok());
    assert_eq!(all_of_it(&*store).await, before);
    store.close().await;
}

async fn the_damage_of_one_log_is_not_another_ones_trouble(place: Place) {
    let store = place.open().await;
    let elsewhere = |append: Append| Append { log: OTHER_LOG, ..append };
    for id in ["a", "b"] {
        let group = vec![one(game("g"), Expected::Any, id), elsewhere(one(game("g"), Expected::Any, id))];
        assert!(store.append(group).await.expect("the group is taken").iter().all(Result::is_ok));
    }
    store.close().await;
    place.tamper(&format!("UPDATE log_head SET position = 1 WHERE log_id = {}", LOG.0)).await;
    let store = place.open().await;
    for id in ["c", "d"] {
        let of_both = vec![
            elsewhere(one(game("g"), Expected::Any, id)),
            one(game("g"), Expected::Any, id),
            elsewhere(one(game("h"), Expected::Any, id)),
        ];
        let answers = store.append(of_both).await.expect("each log is answered for itself");
        assert!(answers[0].is_ok() && answers[2].is_ok(), "{answers:?}");
        let Err(AppendError::Store(error @ StoreError::Damaged { .. })) = &answers[1] else { panic!("{answers:?}") };
        assert!(!error.to_string().contains("constraint"), "{error}");
    }
    assert_eq!(read_all(&*store, LOG, &game("g")).await.len(), 2);
    assert_eq!(read_all(&*store, OTHER_LOG, &game("g")).await.len(), 4);
    store.close().await;
}
