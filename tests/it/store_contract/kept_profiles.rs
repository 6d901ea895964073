//! Lists of players, and what is kept of the folds of their streams.

use credence::store::{Expected, PlayerRow, StoredProfile};

use crate::harness::{LOG, OTHER_LOG, Place, game, name, one};

super::laws! {
    players_are_listed_in_the_order_of_their_ids,
    a_name_is_put_and_replaced,
    the_newer_state_stays,
    what_is_kept_can_be_dropped,
    the_position_is_that_of_the_last_event,
}

fn row(player: &str, person: &str, name: Option<&str>) -> PlayerRow {
    PlayerRow { player: player.to_owned(), person: person.to_owned(), display_name: name.map(str::to_owned) }
}

fn kept(ruleset: &str, revision: u64, state: &str) -> StoredProfile {
    StoredProfile { ruleset: ruleset.to_owned(), revision, state: state.as_bytes().to_vec() }
}

async fn players_are_listed_in_the_order_of_their_ids(place: Place) {
    let store = place.open().await;
    let everybody: Vec<_> =
        ["b", "B", "a-1", "a", "Z", "a.1"].iter().map(|id| ((*id).to_owned(), format!("person {id}"))).collect();
    store.persons(LOG, &everybody).await.expect("the persons");
    store.persons(OTHER_LOG, &[("c".to_owned(), "person c".to_owned())]).await.expect("the person");
    let list = async |behind, limit| -> Vec<String> {
        let rows = store.list_players(LOG, behind, limit).await.expect("the list");
        rows.into_iter().map(|row| row.player).collect()
    };
    assert_eq!(list(None, 10).await, ["B", "Z", "a", "a-1", "a.1", "b"], "byte by byte, in both databases");
    assert_eq!(list(None, 2).await, ["B", "Z"]);
    assert_eq!(list(Some("Z"), 2).await, ["a", "a-1"]);
    assert_eq!(list(Some("b"), 2).await, [""; 0]);
    store.close().await;
}

async fn a_name_is_put_and_replaced(place: Place) {
    let store = place.open().await;
    assert_eq!(store.name_player(LOG, &row("ada", "p1", Some("Ada")), "mark").await, Ok("p1".to_owned()));
    assert_eq!(store.name_player(LOG, &row("ada", "p2", Some("Ada L.")), "mark").await, Ok("p1".to_owned()));
    assert_eq!(store.find_player(LOG, "ada").await, Ok(Some(row("ada", "p1", Some("Ada L.")))));
    store.persons(LOG, &[("ada".to_owned(), "p3".to_owned())]).await.expect("the person");
    assert_eq!(store.find_player(LOG, "ada").await, Ok(Some(row("ada", "p1", Some("Ada L.")))), "sitting down changes no name");
    store.name_player(LOG, &row("ada", "p4", None), "mark").await.expect("named");
    assert_eq!(store.find_player(LOG, "ada").await, Ok(Some(row("ada", "p1", None))));
    assert!(store.name_player(LOG, &row("nul\0", "p5", None), "mark").await.is_err());
    assert!(store.name_player(LOG, &row("bob", "p6", Some("nul\0")), "mark").await.is_err());
    store.close().await;
}

async fn the_newer_state_stays(place: Place) {
    let store = place.open().await;
    store.persons(LOG, &[("ada".to_owned(), "p1".to_owned())]).await.expect("the person");
    assert_eq!(store.profiles(LOG, &["p1"]).await, Ok(vec![Vec::new()]));
    let newer = [kept("catan", 7, "c7"), kept("hearts", 7, "h7")];
    store.keep_profiles(LOG, &[("p1", vec![kept("catan", 5, "c5")])]).await.expect("kept");
    store.keep_profiles(LOG, &[("p1", newer.to_vec())]).await.expect("kept");
    store.keep_profiles(LOG, &[("p1", vec![kept("catan", 6, "c6")])]).await.expect("too late");
    assert_eq!(store.profiles(LOG, &["p1"]).await, Ok(vec![newer.to_vec()]));
    // Another release folds the same stream otherwise: what it keeps stands in the place of the older one's.
    let other = newer.clone().map(|profile| StoredProfile { state: b"other".to_vec(), ..profile });
    store.keep_profiles(LOG, &[("p1", other.to_vec())]).await.expect("kept");
    assert_eq!(store.profiles(LOG, &["p1"]).await, Ok(vec![other.to_vec()]));
    let of_all = store.profiles(LOG, &["nobody", "p1", "p1"]).await;
    assert_eq!(of_all, Ok(vec![Vec::new(), other.to_vec(), other.to_vec()]), "of several persons, in their order");
    store.keep_profiles(LOG, &[("never seen", newer.to_vec())]).await.expect("for nobody");
    assert_eq!(store.profiles(LOG, &["never seen"]).await, Ok(vec![Vec::new()]));
    assert_eq!(store.profiles(OTHER_LOG, &["p1"]).await, Ok(vec![Vec::new()]));
    store.close().await;
}

async fn what_is_kept_can_be_dropped(place: Place) {
    let store = place.open().await;
    for log in [LOG, OTHER_LOG] {
        store.persons(log, &[("ada".to_owned(), "p1".to_owned())]).await.expect("the person");
        store.keep_profiles(log, &[("p1", vec![kept("catan", 5, "c5")])]).await.expect("kept");
    }
    store.drop_profiles(LOG, "p1").await.expect("dropped");
    assert_eq!(store.profiles(LOG, &["p1"]).await, Ok(vec![Vec::new()]));
    assert_eq!(store.profiles(OTHER_LOG, &["p1"]).await.expect("another tenant's")[0].len(), 1);
    store.close().await;
}

async fn the_position_is_that_of_the_last_event(place: Place) {
    let store = place.open().await;
    assert_eq!(store.position(LOG).await, Ok(0));
    for number in 0..3 {
        let append = one(game(&name("g", number)), Expected::NoStream, "x");
        let appended = store.append(vec![append]).await.expect("the group is taken").remove(0).expect("taken");
        assert_eq!(store.position(LOG).await, Ok(appended.parts[0][0].position));
    }
    assert_eq!(store.position(OTHER_LOG).await, Ok(0));
    store.close().await;
}
