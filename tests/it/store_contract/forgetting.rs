//! Forgetting: what is erased, what stays, and what cannot come back.

use std::collections::BTreeSet;

use credence::store::chain::{GENESIS, verify};
use credence::store::{Append, AppendError, CatalogChange, Expected, PlayerRow, Store, StoredPopulation, StoredProfile};

use crate::harness::{LOG, OTHER_LOG, Place, append, game, one, part, player, read_all};

super::laws! {
    a_forgotten_person_leaves_a_chain_and_nothing_else,
    a_closed_stream_takes_no_more_events,
    a_group_sees_who_was_forgotten_in_it,
    another_server_learns_of_it,
    a_name_brings_a_forgotten_id_back_as_somebody_else,
    what_was_learned_before_somebody_was_forgotten_cannot_be_kept,
    forgetting_needs_its_part,
    who_was_made_again_in_a_race_can_be_taken_out,
    a_person_of_many_events_is_forgotten,
}

fn named(player: &str, person: &str, name: Option<&str>) -> PlayerRow {
    PlayerRow { player: player.to_owned(), person: person.to_owned(), display_name: name.map(str::to_owned) }
}

fn forgotten(player_id: &str, person: &str) -> Append {
    let change = CatalogChange::Forgotten {
        player: player_id.to_owned(),
        person: person.to_owned(),
        mark: format!("mark of {player_id}"),
    };
    Append { catalog: vec![change], ..one(player(person), Expected::Any, "forgotten") }
}

async fn answer(store: &dyn Store, append: Append) -> Result<credence::store::Appended, AppendError> {
    store.append(vec![append]).await.expect("the database takes the group").pop().expect("one answer an append")
}

/// Ada, who is the person p1, with three events and a kept profile; and Bob, who is p2.
async fn with_ada(place: &Place) -> std::sync::Arc<dyn Store> {
    let store = place.open().await;
    store.name_player(LOG, &named("ada", "p1", Some("Ada")), "mark of ada").await.expect("named");
    store.name_player(LOG, &named("bob", "p2", None), "mark of bob").await.expect("named");
    for person in ["p1", "p2"] {
        let events = part(player(person), Expected::NoStream, &["a", "b", "c"]);
        answer(&*store, append(vec![events])).await.expect("taken");
        let kept = StoredProfile { ruleset: "hearts".to_owned(), revision: 2, state: b"state".to_vec() };
        store.keep_profiles(LOG, &[(person, vec![kept])]).await.expect("kept");
    }
    store
}

async fn a_forgotten_person_leaves_a_chain_and_nothing_else(place: Place) {
    let store = with_ada(&place).await;
    assert_eq!(store.forgotten(LOG, &["mark of ada"]).await, Ok(BTreeSet::new()));
    answer(&*store, forgotten("ada", "p1")).await.expect("forgotten");
    store.close().await;
    let store = place.open().await;
    assert_eq!(store.forgotten(LOG, &["mark of ada"]).await, Ok(BTreeSet::from(["mark of ada".to_owned()])));
    assert_eq!(store.forgotten(OTHER_LOG, &["mark of ada"]).await, Ok(BTreeSet::new()));
    assert_eq!(store.find_player(LOG, "ada").await, Ok(None));
    assert_eq!(store.players(LOG, &["p1".to_owned()]).await.expect("the players").len(), 0);
    assert_eq!(store.profiles(LOG, &["p1"]).await, Ok(vec![Vec::new()]));
    let events = read_all(&*store, LOG, &player("p1")).await;
    assert_eq!(events.iter().map(|event| event.id.as_str()).collect::<Vec<_>>(), ["a", "b", "c", "forgotten"]);
    let mut hash = GENESIS;
    for (revision, event) in (0..).zip(&events) {
        assert_eq!((&event.payload, &event.salt), (&None, &None));
        verify(&hash, &player("p1"), revision, event).expect("the chain is whole");
        hash = event.hash;
    }
    assert!(read_all(&*store, LOG, &player("p2")).await.iter().all(|event| event.payload.is_some()), "others stay");
    assert_eq!(store.profiles(LOG, &["p2"]).await.expect("the profiles")[0].len(), 1);
    store.close().await;
}

async fn a_closed_stream_takes_no_more_events(place: Place) {
    let store = with_ada(&place).await;
    answer(&*store, forgotten("ada", "p1")).await.expect("forgotten");
    let closed = Err(AppendError::Closed { stream: player("p1") });
    let both = append(vec![part(game("g"), Expected::Any, &["x"]), part(player("p1"), Expected::Any, &["x"])]);
    assert_eq!(answer(&*store, both.clone()).await, closed);
    assert_eq!(read_all(&*store, LOG, &game("g")).await, [], "an append is atomic");
    assert_eq!(answer(&*store, forgotten("ada", "p1")).await, closed, "a second time changes nothing");
    store.close().await;
    let store = place.open().await;
    assert_eq!(answer(&*store, both).await, closed, "a server that starts knows it");
    // Whoever folded the stream before it was erased cannot keep what it came to.
    let kept = StoredProfile { ruleset: "hearts".to_owned(), revision: 9, state: b"late".to_vec() };
    store.keep_profiles(LOG, &[("p1", vec![kept])]).await.expect("taken, and not kept");
    assert_eq!(store.profiles(LOG, &["p1"]).await, Ok(vec![Vec::new()]));
    store.close().await;
}

async fn a_group_sees_who_was_forgotten_in_it(place: Place) {
    let store = with_ada(&place).await;
    let before = one(player("p1"), Expected::At(2), "before");
    let behind = one(player("p1"), Expected::Any, "behind");
    let answers = store.append(vec![before, forgotten("ada", "p1"), behind]).await.expect("the group is taken");
    assert!(answers[0].is_ok() && answers[1].is_ok(), "{answers:?}");
    assert_eq!(answers[2], Err(AppendError::Closed { stream: player("p1") }));
    assert!(read_all(&*store, LOG, &player("p1")).await.iter().all(|event| event.payload.is_none()));
    store.close().await;
}

async fn another_server_learns_of_it(place: Place) {
    let Place::Postgres(_) = &place else { return };
    let (one_server, other) = (with_ada(&place).await, place.open().await);
    answer(&*other, one(player("p1"), Expected::Any, "d")).await.expect("the other server knows the stream");
    answer(&*one_server, forgotten("ada", "p1")).await.expect("forgotten");
    let late = answer(&*other, one(player("p1"), Expected::Any, "e")).await;
    assert_eq!(late, Err(AppendError::Closed { stream: player("p1") }));
    one_server.close().await;
    other.close().await;
}

async fn a_name_brings_a_forgotten_id_back_as_somebody_else(place: Place) {
    let store = with_ada(&place).await;
    answer(&*store, forgotten("ada", "p1")).await.expect("forgotten");
    let person = store.name_player(LOG, &named("ada", "p3", None), "mark of ada").await.expect("named");
    assert_eq!((person.as_str(), store.forgotten(LOG, &["mark of ada"]).await), ("p3", Ok(BTreeSet::new())));
    answer(&*store, one(player("p3"), Expected::NoStream, "x")).await.expect("a stream of her own");
    // Forgotten as the person that she was is forgotten already; the new one stays.
    assert_eq!(answer(&*store, forgotten("ada", "p1")).await, Err(AppendError::Closed { stream: player("p1") }));
    assert_eq!(store.find_player(LOG, "ada").await, Ok(Some(named("ada", "p3", None))));
    store.close().await;
}

/// Whoever folds a population while somebody is forgotten, and starts anew under the same id, folded it with what was forgotten.
async fn what_was_learned_before_somebody_was_forgotten_cannot_be_kept(place: Place) {
    let store = with_ada(&place).await;
    let learned = |forgotten| StoredPopulation { ruleset: "hearts".to_owned(), position: 6, forgotten, state: b"state".to_vec() };
    assert_eq!(store.count_forgotten(LOG).await, Ok(0));
    store.keep_populations(LOG, &[learned(0)]).await.expect("kept");
    assert_eq!(store.populations(LOG).await, Ok(vec![learned(0)]));
    // Of the same id again and again: each time counts.
    let mut person = "p1".to_owned();
    for times in 1..=3 {
        answer(&*store, forgotten("ada", &person)).await.expect("forgotten");
        assert_eq!(store.populations(LOG).await, Ok(Vec::new()));
        person = store.name_player(LOG, &named("ada", &format!("again {times}"), None), "mark of ada").await.expect("named");
        assert_eq!(
            (person.as_str(), store.forgotten(LOG, &["mark of ada"]).await),
            (&*format!("again {times}"), Ok(BTreeSet::new()))
        );
        assert_eq!(store.count_forgotten(LOG).await, Ok(times));
        store.keep_populations(LOG, &[learned(times - 1)]).await.expect("taken, and not kept");
        assert_eq!(store.populations(LOG).await, Ok(Vec::new()), "{times}");
        store.keep_populations(LOG, &[learned(times)]).await.expect("kept");
        assert_eq!(store.populations(LOG).await, Ok(vec![learned(times)]));
    }
    // To be named changes nothing for whoever was not forgotten, nor for another's log.
    store.name_player(LOG, &named("bob", "p9", None), "mark of bob").await.expect("named");
    assert_eq!((store.count_forgotten(LOG).await, store.count_forgotten(OTHER_LOG).await), (Ok(3), Ok(0)));
    store.close().await;
}

async fn forgetting_needs_its_part(place: Place) {
    let store = with_ada(&place).await;
    let elsewhere = Append { parts: one(player("p2"), Expected::Any, "x").parts, ..forgotten("ada", "p1") };
    assert!(matches!(answer(&*store, elsewhere).await, Err(AppendError::Malformed { .. })));
    assert!(store.find_player(LOG, "ada").await.expect("an answer").is_some());
    store.close().await;
}

async fn who_was_made_again_in_a_race_can_be_taken_out(place: Place) {
    let store = with_ada(&place).await;
    answer(&*store, forgotten("ada", "p1")).await.expect("forgotten");
    let again = [("ada".to_owned(), "p3".to_owned())];
    assert_eq!(store.persons(LOG, &again).await.expect("made"), ["p3"]);
    store.drop_forgotten(LOG, "ada", "mark of ada").await.expect("dropped");
    assert_eq!(store.find_player(LOG, "ada").await, Ok(None));
    // Who was not forgotten, or has been named since, stays.
    store.drop_forgotten(LOG, "bob", "mark of bob").await.expect("nothing to do");
    assert!(store.find_player(LOG, "bob").await.expect("found").is_some());
    store.name_player(LOG, &named("ada", "p4", None), "mark of ada").await.expect("named");
    store.drop_forgotten(LOG, "ada", "mark of ada").await.expect("nothing to do");
    assert_eq!(store.find_player(LOG, "ada").await.expect("found").expect("a player").person, "p4");
    store.close().await;
}

/// More events than one statement erases in Postgres.
async fn a_person_of_many_events_is_forgotten(place: Place) {
    let store = place.open().await;
    store.name_player(LOG, &named("ada", "p1", None), "mark of ada").await.expect("named");
    for from in [0, 8_000] {
        let ids: Vec<String> = (from..from + 8_000).map(|id| format!("e{id}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        answer(&*store, append(vec![part(player("p1"), Expected::Any, &ids)])).await.expect("taken");
    }
    // As many were set aside under the same name.
    let ids: Vec<String> = (0..8_000).map(|id| format!("e{id}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    answer(&*store, append(vec![part(player("aside"), Expected::NoStream, &ids)])).await.expect("taken");
    place.tamper("INSERT INTO set_aside VALUES (1, 'player/aside', 'player/p1', 0, 8000, 'damaged')").await;
    let aside = "SELECT count(*) FROM events WHERE stream = 'player/aside' AND payload IS NOT NULL";
    let left = "SELECT count(*) FROM events WHERE stream = 'player/p1' AND payload IS NOT NULL";
    store.erase_ahead(LOG, &player("p1")).await.expect("erased");
    let ahead = place.count(left).await;
    assert!(if store.shared() { (1..=5_000).contains(&ahead) } else { ahead == 16_000 }, "{ahead}");
    let ahead = place.count(aside).await;
    assert!(if store.shared() { (1..=5_000).contains(&ahead) } else { ahead == 8_000 }, "{ahead}");
    answer(&*store, forgotten("ada", "p1")).await.expect("forgotten");
    assert_eq!((place.count(left).await, place.count(aside).await), (0, 0));
    assert_eq!(store.was_set_aside(LOG, &player("p1")).await, Ok(true));
    assert_eq!(store.was_set_aside(LOG, &player("nul\0")).await, Ok(false));
    store.close().await;
}
