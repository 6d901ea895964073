//! Which player a person is.

use std::collections::BTreeMap;

use futures::future::join_all;

use crate::harness::{LOG, Place, name};

super::laws! {
    a_player_becomes_the_person_proposed_first,
    of_racing_proposals_one_wins_for_all,
    players_of_persons_are_found,
    a_person_cannot_be_two_players,
    names_that_no_database_takes_are_refused,
}

fn pair(player: &str, person: &str) -> (String, String) {
    (player.to_owned(), person.to_owned())
}

async fn a_player_becomes_the_person_proposed_first(place: Place) {
    let store = place.open().await;
    assert_eq!(store.find_player(LOG, "ada").await, Ok(None));
    let players = [pair("ada", "p1"), pair("bob", "p2"), pair("ada", "p3")];
    let persons = store.persons(LOG, &players).await.expect("the persons");
    assert_eq!(persons, ["p1", "p2", "p1"], "the first proposal counts, in the order asked");
    let again = store.persons(LOG, &[pair("bob", "p8"), pair("cyd", "p9"), pair("ada", "p7")]).await.expect("the persons");
    assert_eq!(again, ["p2", "p9", "p1"]);
    assert_eq!(store.find_player(LOG, "ada").await.expect("the player").expect("it is there").person, "p1");
    assert_eq!(store.persons(LOG, &[]).await, Ok(Vec::new()));
    store.close().await;
    let store = place.open().await;
    assert_eq!(store.find_player(LOG, "cyd").await.expect("the player").expect("it is there").person, "p9");
    store.close().await;
}

async fn of_racing_proposals_one_wins_for_all(place: Place) {
    let store = place.open().await;
    let racers = (0..32).map(|racer| {
        let store = &store;
        async move {
            // Every racer names the players in another order.
            let mut players: Vec<_> = (0..6).map(|seat| (name("player", seat), format!("person-{racer}-{seat}"))).collect();
            players.rotate_left(racer % 6);
            let persons = store.persons(LOG, &players).await.expect("the persons");
            players.into_iter().map(|(player, _)| player).zip(persons).collect::<BTreeMap<_, _>>()
        }
    });
    let answers = join_all(racers).await;
    assert!(answers.iter().all(|answer| answer == &answers[0]), "all were told the same");
    store.close().await;
}

async fn players_of_persons_are_found(place: Place) {
    let store = place.open().await;
    let everybody: Vec<_> = (0..100).map(|number| (name("player", number), name("person", number))).collect();
    store.persons(LOG, &everybody).await.expect("the persons");
    let mut asked: Vec<String> = everybody.iter().map(|(_, person)| person.clone()).collect();
    asked.push("never seen".to_owned());
    let players = store.players(LOG, &asked).await.expect("the players");
    let expected: BTreeMap<String, String> = everybody.into_iter().map(|(player, person)| (person, player)).collect();
    assert_eq!(players, expected);
    place.tamper("DELETE FROM players WHERE player = 'player-7'").await;
    let players = store.players(LOG, &asked).await.expect("the players");
    assert!(players.len() == 99 && !players.contains_key("person-7"), "a forgotten person is absent");
    store.close().await;
}

async fn a_person_cannot_be_two_players(place: Place) {
    let store = place.open().await;
    store.persons(LOG, &[pair("ada", "p1")]).await.expect("the person");
    assert!(store.persons(LOG, &[pair("bob", "p1")]).await.is_err());
    assert_eq!(store.find_player(LOG, "bob").await, Ok(None));
    store.close().await;
}

async fn names_that_no_database_takes_are_refused(place: Place) {
    let store = place.open().await;
    assert!(store.persons(LOG, &[pair("nul\0", "p1")]).await.is_err());
    assert!(store.persons(LOG, &[pair("ada", "")]).await.is_err());
    assert_eq!(store.find_player(LOG, "nul\0").await, Ok(None));
    assert_eq!(store.players(LOG, &["nul\0".to_owned()]).await, Ok(BTreeMap::new()));
    store.close().await;
}
