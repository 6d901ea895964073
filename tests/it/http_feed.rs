//! The feed: all games in the order of their positions, once each, also while others write, after a break, and for whom they are meant.

use std::collections::BTreeMap;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::{TestApp, first_session, partitions, whole_events};
use crate::harness::{on_postgres, on_sqlite};

fn note(id: &str) -> Value {
    json!({"id": id, "type": "note", "data": {"text": id}})
}

fn items(page: &Value) -> Vec<Value> {
    page["items"].as_array().expect("a list").clone()
}

/// Game and revision of an entry.
fn place_of(entry: &Value) -> (String, u64) {
    (entry["game"].as_str().expect("a game").to_owned(), entry["revision"].as_u64().expect("a revision"))
}

/// All pages from a cursor on, and the cursor at the end.
async fn read(app: &TestApp, query: &str, limit: usize) -> (Vec<Value>, String) {
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let from = if cursor.is_empty() { String::new() } else { format!("&cursor={cursor}") };
        let page = app.get(&format!("/v1/events?{query}&limit={limit}{from}")).await.expect(200);
        assert!(items(&page).len() <= limit);
        all.extend(items(&page));
        cursor = page["cursor"].as_str().expect("a cursor").to_owned();
        if page["next"].is_null() {
            return (all, cursor);
        }
        assert_eq!(page["next"], page["cursor"]);
    }
}

async fn two_games(app: &TestApp) {
    app.open_catan("g1", 3, json!({})).await;
    let players = json!([{"player": "p1"}, {"player": "q1"}, {"player": "q2"}, {"player": "q3"}]);
    app.put("/v1/games/g2", json!({"ruleset": "hearts", "seats": players})).await.expect(201);
    let mut events = first_session();
    events[1]["data"]["resource"] = json!("wood");
    app.append("g1", events).await;
    app.append("g2", note("a")).await;
    app.append("g1", note("b")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_give_every_event_once_in_the_order_of_the_log() {
    let test = async |place: crate::harness::Place| {
        let app = TestApp::on(&place.url()).await;
        two_games(&app).await;
        let (all, end) = read(&app, "observer=referee", 1_000).await;
        let places: Vec<(String, u64)> = all.iter().map(place_of).collect();
        let expected = [("g1", 0), ("g2", 0), ("g1", 1), ("g1", 2), ("g1", 3), ("g1", 4), ("g2", 1), ("g1", 5)]
            .map(|(game, revision)| (game.to_owned(), revision));
        assert_eq!(places, expected);
        assert_eq!(all[3]["data"]["resource"], "wood", "the referee sees all");
        for limit in [1, 2, 3] {
            assert_eq!(read(&app, "observer=referee", limit).await.0, all, "in pages of {limit}");
        }
        // Each entry is what the game itself shows.
        for entry in &all {
            let (game, revision) = place_of(entry);
            let list = app.get(&format!("/v1/games/{game}/events?observer=referee&limit=100")).await.expect(200);
            let alone = list["items"][revision as usize].clone();
            assert!(alone.as_object().expect("an object").iter().all(|(name, value)| entry[name] == *value), "{entry} {alone}");
        }
        // Whoever comes back later, from wherever, gets the rest.
        for (at, entry) in all.iter().enumerate() {
            let rest = app.get(&format!("/v1/events?observer=referee&cursor={}", entry["cursor"].as_str().expect("text"))).await;
            assert_eq!(items(&rest.expect(200)), all[at + 1..]);
        }
        let later = app.get(&format!("/v1/events?cursor={end}")).await.expect(200);
        assert_eq!((items(&later).len(), &later["cursor"], &later["next"]), (0, &json!(end), &Value::Null));
        app.append("g2", note("c")).await;
        let later = app.get(&format!("/v1/events?cursor={end}")).await.expect(200);
        assert_eq!(items(&later).iter().map(place_of).collect::<Vec<_>>(), [("g2".to_owned(), 2)]);
        app.stop().await;
    };
    on_sqlite(test).await;
    on_postgres(test).await;
}

/// Large events make shorter pages, which leave nothing out, whatever games they are of and in whichever partition these lie.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_bounded_by_what_their_events_hold() {
    let app = TestApp::fresh().await;
    two_games(&app).await;
    let text = "x".repeat(200 << 10);
    for number in 0..10 {
        let large = json!({"id": format!("large-{number}"), "type": "note", "data": {"text": text}});
        app.append(if number % 2 == 0 { "g1" } else { "g2" }, large).await;
    }
    let (all, _) = read(&app, "observer=referee", 3).await;
    let (mut paged, mut pages, mut path) = (Vec::new(), Vec::new(), "/v1/events?observer=referee&limit=1000".to_owned());
    loop {
        let page = app.get(&path).await.expect(200);
        pages.push(items(&page).len());
        paged.extend(items(&page));
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/v1/events?observer=referee&limit=1000&cursor={next}");
    }
    let places = |list: &[Value]| {
        let mut places: Vec<_> = list.iter().map(place_of).collect();
        places.sort();
        places
    };
    assert_eq!((all.len(), places(&paged)), (18, places(&all)));
    let bytes = |list: &[Value]| list.iter().map(|entry| entry.to_string().len()).sum::<usize>();
    assert!(
        bytes(&paged) > 2_000_000 && (2..=4).contains(&pages.len()),
        "pages are filled, whatever games follow each other: {pages:?}"
    );
    let mut left = &paged[..];
    for count in pages {
        let (page, rest) = left.split_at(count);
        assert!(bytes(page) < 1_100_000, "a page of {count} holds {} bytes", bytes(page));
        left = rest;
    }
}

#[tokio::test]
async fn filters_choose_and_what_is_hidden_has_neither_type_nor_time() {
    let app = TestApp::fresh().await;
    two_games(&app).await;
    let count = async |query: &str| read(&app, query, 3).await.0.len();
    assert_eq!(count("ruleset=hearts").await, 2);
    assert_eq!(count("player=p1").await, 8, "p1 sits in both");
    assert_eq!(count("player=q1").await, 2);
    assert_eq!(count("player=nobody").await, 0);
    assert_eq!(count("type=note").await, 2);
    assert_eq!(count("type=note&ruleset=catan&player=p2").await, 1);
    assert_eq!(count("since=2999-01-01T00:00:00Z").await, 0);
    assert_eq!(count("since=2000-01-01T00:00:00Z").await, 8);
    // A card that is dealt unseen is an event of which the spectator sees nothing.
    app.put("/v1/games/g3", json!({"ruleset": "vinto", "seats": [{}, {}]})).await;
    for (query, parameter) in [
        ("observer=seat:0", "observer"),
        ("cursor=x", "cursor"),
        ("limit=0", "limit"),
        ("since=now", "since"),
        ("game=g1", "game"),
        ("type=steel", "type"),
        ("type=steal&ruleset=hearts", "type"),
    ] {
        assert_eq!(app.get(&format!("/v1/events?{query}")).await.problem(400, "parameter")["parameter"], parameter, "{query}");
    }
    app.get("/v1/events?ruleset=whist&type=steel").await.problem(404, "not-found");
    assert_eq!((count("type=steal").await, count("type=monopoly").await), (1, 0));
    assert_eq!(count("type=opening&ruleset=hearts").await, 1);
    let lines = app.ask(Method::GET, "/v1/events?limit=2", &[("accept", "application/x-ndjson")], None).await;
    let lines: Vec<Value> =
        String::from_utf8(lines.bytes).expect("text").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), &lines[0]["cursor"], lines[1]["game"].as_str()), (3, &lines[2]["cursor"], Some("g1")));
}

/// Reads so many events of a stream: kind, id and data.
async fn follow(response: &mut reqwest::Response, events: usize) -> Vec<(String, String, Value)> {
    let mut text = String::new();
    while whole_events(&text).len() < events {
        let chunk = tokio::time::timeout(Duration::from_secs(60), response.chunk()).await.expect("in time").expect("readable");
        text.push_str(std::str::from_utf8(&chunk.expect("the stream goes on")).expect("text"));
    }
    let field = |event: &str, name: &str| {
        event.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim_start_matches(':').trim().to_owned()
    };
    whole_events(&text)
        .into_iter()
        .map(|event| (field(event, "event"), field(event, "id"), serde_json::from_str(&field(event, "data")).expect("JSON")))
        .collect()
}

async fn open(app: &TestApp, query: &str, last: Option<&str>) -> reqwest::Response {
    let mut request = app.http.get(format!("{}/v1/events/stream?{query}", app.base));
    if let Some(last) = last {
        request = request.header("last-event-id", last);
    }
    let response = request.send().await.expect("a stream");
    assert_eq!(response.status(), 200);
    response
}

/// Eight writers on two servers write to twelve games, while one client follows, breaks off in the middle and comes back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_follows_while_others_write_misses_nothing_and_gets_nothing_twice() {
    on_postgres(|place| async move {
        let apps = [TestApp::on(&place.url()).await, TestApp::on(&place.url()).await];
        let mut live = open(&apps[0], "observer=referee", None).await;
        for game in 0..12 {
            apps[game % 2].open_catan(&format!("g{game}"), 3, json!({})).await;
        }
        let write = async |writer: usize| {
            for round in 0..12 {
                let game = format!("g{}", (writer + 5 * round) % 12);
                apps[(writer + round) % 2]
                    .append(&game, json!([note(&format!("{writer}-{round}")), note(&format!("{writer}-{round}b"))]))
                    .await;
            }
        };
        let follow_all = async {
            let mut seen = follow(&mut live, 60).await;
            drop(live);
            let mut again = open(&apps[1], "observer=referee", Some(&seen.last().expect("some").1)).await;
            seen.extend(follow(&mut again, 12 + 8 * 12 * 2 - seen.len()).await);
            seen
        };
        let (seen, _) = tokio::join!(follow_all, futures::future::join_all((0..8).map(write)));
        let mut next: BTreeMap<String, u64> = BTreeMap::new();
        for (_, _, entry) in &seen {
            let (game, revision) = place_of(entry);
            let expected = next.entry(game.clone()).or_default();
            assert_eq!(*expected, revision, "{game}: in order, without gap or repeat");
            *expected += 1;
        }
        assert_eq!(next.values().sum::<u64>(), 12 + 8 * 12 * 2);
        let (mut all, _) = read(&apps[0], "observer=referee", 50).await;
        let mut streamed: Vec<Value> = seen.into_iter().map(|(_, _, entry)| entry).collect();
        if partitions().is_some_and(|partitions| partitions > 1) {
            // The order is that of each partition.
            all.sort_by_key(place_of);
            streamed.sort_by_key(place_of);
            let cursorless = |entry: &mut Value| drop(entry.as_object_mut().expect("an entry").remove("cursor"));
            all.iter_mut().chain(&mut streamed).for_each(cursorless);
        }
        assert_eq!(all, streamed, "the stream is the list");
        for app in apps {
            app.stop().await;
        }
    })
    .await;
}

/// Who follows the whole log is told of an erased game at once, and not with the next event of another.
#[tokio::test]
async fn who_follows_sees_that_a_game_was_erased() {
    let app = TestApp::fresh().await;
    let mut live = open(&app, "observer=referee", None).await;
    app.open_catan("g1", 3, json!({})).await;
    assert_eq!(follow(&mut live, 1).await.len(), 1);
    app.ask(reqwest::Method::DELETE, "/v1/games/g1", &[], None).await.expect(204);
    let seen = follow(&mut live, 1).await;
    assert_eq!(place_of(&seen[0].2), ("g1".to_owned(), 1));
    app.stop().await;
}

/// A game is brought into memory here while another server writes to it: events that come between two questions to the database are not
/// missing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_grows_while_it_is_read_is_not_damaged() {
    on_postgres(|place| async move {
        let apps = [TestApp::on(&place.url()).await, TestApp::on(&place.url()).await];
        for number in 0..60 {
            let game = format!("g{number}");
            apps[0].open_catan(&game, 3, json!({})).await;
            let write = async {
                for id in ["a", "b", "c", "d"] {
                    apps[0].append(&game, note(id)).await;
                }
            };
            let read = async {
                for _ in 0..4 {
                    apps[1].get(&format!("/v1/games/{game}")).await.expect(200);
                }
            };
            tokio::join!(write, read);
        }
        for app in apps {
            app.stop().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_log_is_noticed() {
    on_postgres(|place| async move {
        let app = TestApp::on(&place.url()).await;
        app.open_catan("g1", 3, json!({})).await;
        app.append("g1", json!([note("a"), note("b")])).await;
        let (_, end) = read(&app, "observer=public", 100).await;
        let mut live = open(&app, "", None).await;
        // All at once, as a restored copy comes: who follows reads whenever it wakes.
        let stream = "log_id = 1 AND stream = 'game/g1'";
        let first = format!("(SELECT hash FROM events WHERE {stream} AND revision = 1)");
        place
            .tamper(&format!(
                "BEGIN; DELETE FROM events WHERE {stream} AND revision > 1; \
                 UPDATE streams SET revision = 1, hash = {first} WHERE {stream}; \
                 UPDATE log_head SET position = (SELECT max(position) FROM events); COMMIT"
            ))
            .await;
        app.get(&format!("/v1/events?cursor={end}")).await.problem(410, "log-restored");
        let sent = follow(&mut live, 3).await;
        assert_eq!((sent[0].0.as_str(), &sent[0].2["reset"]), ("reset", &json!(true)));
        assert_eq!(sent[1..].iter().map(|(_, _, entry)| place_of(entry).1).collect::<Vec<_>>(), [0, 1]);
        // Who heard of the reset and nothing more comes back to the start.
        let mut again = open(&app, "", Some(&sent[0].1)).await;
        assert_eq!(follow(&mut again, 2).await, sent[1..]);
        // What stands at that position now is another event: the old cursor is not of it.
        app.append("g1", note("other")).await;
        app.get(&format!("/v1/events?cursor={end}")).await.problem(410, "log-restored");
        app.stop().await;
    })
    .await;
}
