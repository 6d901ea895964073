//! Forgetting a player while games are opened with the same one: one of the two wins, and says so.

use serde_json::json;

use crate::harness::Place;
use crate::harness::app::TestApp;
use crate::store_contract::laws;

laws! {
    a_game_that_races_a_forgotten_player_is_opened_or_told_so,
    a_player_that_is_being_forgotten_is_never_unknown,
}

/// Rounds of the race, between one in which the game is opened first and one in which the player is forgotten first.
const ROUNDS: i32 = 60;

async fn a_game_that_races_a_forgotten_player_is_opened_or_told_so(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let (mut opened, mut gone) = (0, 0);
    for round in 0..=ROUNDS {
        let player = format!("ann-{round}");
        app.put(&format!("/v1/players/{player}"), json!({})).await;
        let seats = json!([{"player": player}, {"player": "bob"}, {"player": "cid"}]);
        let (game, path) = (json!({"ruleset": "catan", "seats": seats}), format!("/v1/games/g-{round}"));
        let open = || app.put(&path, game.clone());
        let forget = async || app.ask(reqwest::Method::DELETE, &format!("/v1/players/{player}"), &[], None).await;
        // So that the two meet at different places of their ways.
        let late = async |turns: i32| {
            for _ in 0..turns {
                tokio::task::yield_now().await;
            }
        };
        let (put, deleted) = match round {
            0 => (open().await, forget().await),
            ..ROUNDS => tokio::join!(
                async {
                    late(round - ROUNDS / 2).await;
                    open().await
                },
                async {
                    late(ROUNDS / 2 - round).await;
                    forget().await
                }
            ),
            _ => {
                let deleted = forget().await;
                (open().await, deleted)
            }
        };
        assert_eq!(deleted.status, 204, "{deleted:?}");
        match put.status.as_u16() {
            201 => opened += 1,
            410 => gone += 1,
            other => panic!("round {round}: {other}: {}", String::from_utf8_lossy(&put.bytes)),
        }
        // Whoever won, the player is forgotten, and no row of it is left.
        app.get(&format!("/v1/players/{player}")).await.problem(410, "player-forgotten");
        let listed = app.get("/v1/players?limit=200").await.expect(200);
        let left = listed["items"].as_array().expect("a list").iter().any(|entry| entry["player"] == player);
        assert!(!left, "round {round}");
    }
    assert!(opened > 0 && gone > 0, "{opened} opened, {gone} gone: the first and the last round are no race");
    app.stop().await;
}

async fn a_player_that_is_being_forgotten_is_never_unknown(place: Place) {
    let app = TestApp::on(&place.url()).await;
    for round in 0..40 {
        let path = format!("/v1/players/ann-{round}");
        app.put(&path, json!({})).await.expect(201);
        let forget = || app.ask(reqwest::Method::DELETE, &path, &[], None);
        let (one, other, read) = tokio::join!(forget(), forget(), app.get(&path));
        let mut deleted = [one.status.as_u16(), other.status.as_u16()];
        deleted.sort_unstable();
        assert_eq!(deleted, [204, 410], "round {round}");
        assert!([200, 410].contains(&read.status.as_u16()), "round {round}: {read:?}");
    }
    app.stop().await;
}
