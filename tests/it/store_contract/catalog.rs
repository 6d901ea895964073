//! The catalog of games.

use credence::store::{Append, CatalogChange, CatalogFilter, CatalogGame, Expected, LogId, Store};

use crate::harness::{LOG, OTHER_LOG, Place, game, name, one, opening};

super::laws! {
    games_are_listed_newest_first,
    every_filter_filters,
    the_cursor_walks_the_whole_list,
    a_game_can_finish_and_be_taken_up_again,
    many_games_are_opened_in_one_group,
    a_row_without_a_place_is_left_out_of_the_list,
}

async fn write(store: &dyn Store, appends: Vec<Append>) {
    for answer in store.append(appends).await.expect("the group is taken") {
        answer.expect("each append is taken");
    }
}

async fn list(store: &dyn Store, log: LogId, filter: CatalogFilter) -> Vec<String> {
    store.games(log, &filter, 100).await.expect("the list").into_iter().map(|row| row.game).collect()
}

fn finished(id: &str, event: &str, finished: bool) -> Append {
    let catalog = vec![CatalogChange::Finished { game: id.to_owned(), finished }];
    Append { catalog, ..one(game(id), Expected::Any, event) }
}

async fn games_are_listed_newest_first(place: Place) {
    let store = place.open().await;
    write(&*store, vec![opening(LOG, "one", "hearts", 10, &["ada", "bob", "ada"]), opening(LOG, "two", "catan", 5, &[])]).await;
    write(&*store, vec![one(game("one"), Expected::At(0), "dealt")]).await;
    let games = store.games(LOG, &CatalogFilter::default(), 10).await.expect("the list");
    let row = |game: &str, ruleset: &str, revision, opened_us, position, persons: &[&str]| CatalogGame {
        game: game.to_owned(),
        ruleset: ruleset.to_owned(),
        revision: Some(revision),
        finished: false,
        opened_us,
        position,
        persons: persons.iter().map(|person| (*person).to_owned()).collect(),
    };
    assert_eq!(games, [row("two", "catan", 0, 5, 2, &[]), row("one", "hearts", 1, 10, 1, &["ada", "bob", "ada"])]);
    store.close().await;
}

async fn every_filter_filters(place: Place) {
    let store = place.open().await;
    let games = vec![
        opening(LOG, "a", "hearts", 10, &["ada", "bob"]),
        opening(LOG, "b", "catan", 20, &["ada"]),
        opening(LOG, "c", "hearts", 30, &["bob", "ada"]),
        opening(OTHER_LOG, "d", "hearts", 40, &["ada"]),
    ];
    write(&*store, games).await;
    write(&*store, vec![finished("a", "end", true)]).await;
    let text = |text: &str| Some(text.to_owned());
    let all = CatalogFilter::default;
    let cases: [(CatalogFilter, &[&str]); 14] = [
        (all(), &["c", "b", "a"]),
        (CatalogFilter { ruleset: text("hearts"), ..all() }, &["c", "a"]),
        (CatalogFilter { person: text("bob"), ..all() }, &["c", "a"]),
        (CatalogFilter { person: text("ada"), ruleset: text("catan"), ..all() }, &["b"]),
        (CatalogFilter { finished: Some(true), ..all() }, &["a"]),
        (CatalogFilter { finished: Some(false), ..all() }, &["c", "b"]),
        (CatalogFilter { finished: Some(false), ruleset: text("catan"), before: Some(3), ..all() }, &["b"]),
        (CatalogFilter { finished: Some(false), person: text("bob"), ..all() }, &["c"]),
        (CatalogFilter { since_us: Some(20), ..all() }, &["c", "b"]),
        (CatalogFilter { before: Some(3), ..all() }, &["b", "a"]),
        // No position is so great: the list is given from its newest.
        (CatalogFilter { before: Some(9_223_372_036_854_775_807), ..all() }, &["c", "b", "a"]),
        (CatalogFilter { before: Some(u64::MAX), ..all() }, &["c", "b", "a"]),
        (CatalogFilter { before: Some(3), person: text("bob"), since_us: Some(10), ..all() }, &["a"]),
        (CatalogFilter { person: text("no\0body"), ..all() }, &[]),
    ];
    for (filter, expected) in cases {
        assert_eq!(list(&*store, LOG, filter.clone()).await, expected, "{filter:?}");
    }
    store.close().await;
}

async fn the_cursor_walks_the_whole_list(place: Place) {
    let store = place.open().await;
    for number in 0..23 {
        let who = if number % 2 == 0 { "even" } else { "odd" };
        write(&*store, vec![opening(LOG, &name("g", number), "hearts", 0, &[who, "all", who])]).await;
    }
    for (person, expected) in [(None, 23), (Some("all"), 23), (Some("odd"), 11), (Some("nobody"), 0)] {
        let mut filter = CatalogFilter { person: person.map(str::to_owned), ..CatalogFilter::default() };
        let mut seen = Vec::new();
        loop {
            let page = store.games(LOG, &filter, 4).await.expect("the page");
            assert!(page.len() <= 4 && page.iter().all(|row| row.persons.len() == 3));
            let Some(last) = page.last() else { break };
            filter.before = Some(last.position);
            seen.extend(page.into_iter().map(|row| row.position));
        }
        assert!(seen.is_sorted_by(|newer, older| newer > older));
        assert_eq!(seen.len(), expected);
    }
    store.close().await;
}

async fn a_game_can_finish_and_be_taken_up_again(place: Place) {
    let store = place.open().await;
    let only_finished = || CatalogFilter { finished: Some(true), ..CatalogFilter::default() };
    write(&*store, vec![opening(LOG, "g", "hearts", 1, &["ada"]), finished("g", "end", true)]).await;
    assert_eq!(list(&*store, LOG, only_finished()).await, ["g"], "opened and finished in one group");
    write(&*store, vec![finished("g", "retracted", false)]).await;
    assert_eq!(list(&*store, LOG, only_finished()).await, [""; 0]);
    write(&*store, vec![finished("g", "end again", true), finished("g", "retracted again", false)]).await;
    assert_eq!(list(&*store, LOG, only_finished()).await, [""; 0], "the last word counts");
    store.close().await;
}

async fn many_games_are_opened_in_one_group(place: Place) {
    let store = place.open().await;
    let persons = ["ada", "bob", "cyd", "dan"];
    write(&*store, (0..500).map(|number| opening(LOG, &name("g", number), "catan", 0, &persons)).collect()).await;
    let games = store.games(LOG, &CatalogFilter::default(), 1_000).await.expect("the list");
    assert_eq!(games.len(), 500);
    assert!(games.iter().all(|row| row.persons == persons));
    store.close().await;
}

async fn a_row_without_a_place_is_left_out_of_the_list(place: Place) {
    let store = place.open().await;
    write(&*store, Vec::from(["a", "b", "c"].map(|id| opening(LOG, id, "hearts", 0, &["ada"])))).await;
    place.tamper("UPDATE games SET position = -position WHERE game = 'b'").await;
    assert_eq!(list(&*store, LOG, CatalogFilter::default()).await, ["c", "a"]);
    store.close().await;
}

/// SQLite alone gives out text that is none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_do_not_decode_hide_no_other() {
    crate::harness::on_sqlite(|place| async move {
        let store = place.open().await;
        let games = ["a", "b", "c", "d"].map(|id| opening(LOG, id, "hearts", 7, &["ada", "bob"]));
        write(&*store, Vec::from(games)).await;
        let none = "CAST(x'ff' AS TEXT)";
        place.tamper(&format!("UPDATE games SET ruleset = {none} WHERE game = 'b'")).await;
        let of_c = "position = (SELECT position FROM games WHERE game = 'c')";
        place.tamper(&format!("UPDATE seats SET person = {none} WHERE seat = 1 AND {of_c}")).await;
        let (mut filter, mut seen) = (CatalogFilter::default(), Vec::new());
        loop {
            let page = store.games(LOG, &filter, 1).await.expect("the page");
            let Some(game) = page.into_iter().next() else { break };
            filter.before = Some(game.position);
            seen.push((game.game, game.revision, game.opened_us));
        }
        let row = |game: &str, revision| (game.to_owned(), revision, 7);
        assert_eq!(seen, [row("d", Some(0)), row("c", None), row("", None), row("a", Some(0))]);
        store.close().await;
    })
    .await;
}
