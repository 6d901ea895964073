//! Lists and feeds that go over all partitions miss nothing and double nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::partitioned;
use crate::harness::Place;
use crate::harness::app::TestApp;

crate::store_contract::laws! {
    pages_of_games_go_over_all_partitions,
    a_feed_has_each_game_in_its_order,
    a_feed_of_the_most_partitions_is_read_in_pages,
}

/// A list to its end. `path` ends where parameters go on.
async fn pages(app: &TestApp, path: &str, limit: usize) -> Vec<Value> {
    pages_from(app, path, limit, None).await
}

async fn pages_from(app: &TestApp, path: &str, limit: usize, cursor: Option<&str>) -> Vec<Value> {
    let mut items = Vec::new();
    let mut cursor = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
    loop {
        let page = app.get(&format!("{path}limit={limit}{cursor}")).await.expect(200);
        let of_page = page["items"].as_array().expect("items");
        assert!(of_page.len() <= limit);
        items.extend(of_page.clone());
        let Some(next) = page["next"].as_str() else { return items };
        cursor = format!("&cursor={next}");
    }
}

async fn pages_of_games_go_over_all_partitions(place: Place) {
    let app = partitioned(&place, 4).await;
    for game in 0..23 {
        app.open_catan(&format!("g{game}"), 3 + game % 2, json!({})).await;
    }
    let all: Vec<String> = (0..23).rev().map(|game| format!("g{game}")).collect();
    for limit in [1, 4, 7, 50] {
        let listed = pages(&app, "/v1/games?", limit).await;
        let names: Vec<&str> = listed.iter().filter_map(|game| game["game"].as_str()).collect();
        assert_eq!(names, all, "pages of {limit}");
    }
    let of_p3 = pages(&app, "/v1/games?player=p3&", 3).await;
    assert_eq!(of_p3.len(), 11);
    app.get("/v1/games?cursor=7").await.problem(400, "parameter");
    app.get("/v1/games?cursor=1.2.x.4").await.problem(400, "parameter");
    app.stop().await;
}

async fn a_feed_has_each_game_in_its_order(place: Place) {
    let app = partitioned(&place, 4).await;
    let mut expected = BTreeMap::new();
    for round in 0..5_u64 {
        for game in 0..9 {
            let id = format!("g{game}");
            if round == 0 {
                app.open_catan(&id, 3, json!({})).await;
            } else {
                app.append(&id, json!([{"type": "note", "data": {"text": "a"}}, {"type": "note", "data": {"text": "b"}}])).await;
            }
            expected.insert(id, 2 * round);
        }
    }
    for limit in [1, 3, 10, 500] {
        let mut next: BTreeMap<String, u64> = BTreeMap::new();
        for entry in pages(&app, "/v1/events?", limit).await {
            let game = entry["game"].as_str().expect("a game").to_owned();
            let revision = next.entry(game).or_default();
            assert_eq!(entry["revision"].as_u64(), Some(*revision), "{entry}");
            *revision += 1;
        }
        next.values_mut().for_each(|count| *count -= 1);
        assert_eq!(next, expected, "pages of {limit}");
    }
    // Whoever goes on from any entry gets what it has not seen, and nothing else.
    let all = pages(&app, "/v1/events?", 500).await;
    let place_of = |entry: &Value| format!("{} {}", entry["game"], entry["revision"]);
    for (at, entry) in all.iter().enumerate().step_by(11) {
        let cursor = entry["cursor"].as_str().expect("a cursor");
        let rest = pages_from(&app, "/v1/events?", 4, Some(cursor)).await.iter().map(place_of).collect::<BTreeSet<_>>();
        assert_eq!(rest, all[at + 1..].iter().map(place_of).collect::<BTreeSet<_>>());
    }
    app.stop().await;
}

/// A cursor names each partition, so that those of a log of 1,024 are long: fewer of them stand on a page, and each is taken as a parameter.
async fn a_feed_of_the_most_partitions_is_read_in_pages(place: Place) {
    let app = partitioned(&place, 1_024).await;
    for game in 0..3 {
        app.open_catan(&format!("g{game}"), 3, json!({})).await;
    }
    let notes: Vec<Value> = (0..100).map(|id| json!({"id": format!("n{id}"), "type": "note", "data": {"text": ""}})).collect();
    app.append("g1", json!(notes)).await;
    let first = app.get("/v1/events?limit=500").await;
    assert!(first.bytes.len() < 2 << 20, "{}", first.bytes.len());
    assert_eq!(pages(&app, "/v1/events?", 500).await.len(), 103);
    app.stop().await;
}
