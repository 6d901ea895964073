//! A log that is sound is called sound, also while a server writes to it; and looking leaves no trace.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::{fill, turns, verify};
use crate::harness::Place;
use crate::harness::app::TestApp;
use crate::store_contract::laws;

laws![all_games_with_retractions_and_a_forgotten_player_are_sound, a_log_is_sound_while_a_server_appends];

/// Names of what stands beside a file.
fn beside(place: &Place) -> Vec<String> {
    let Place::Sqlite(path) = place else { return Vec::new() };
    let folder = std::fs::read_dir(path.parent().expect("a folder")).expect("a folder");
    let mut names: Vec<String> =
        folder.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

async fn all_games_with_retractions_and_a_forgotten_player_are_sound(place: Place) {
    fill(&place).await;
    let before = beside(&place);
    let answer = verify(&place).await.json(0);
    assert_eq!(beside(&place), before, "looking makes no file");
    assert_eq!(answer["damages"], json!([]));
    let verified = &answer["verified"];
    let count = |name: &str| verified[name].as_u64().expect("a count");
    assert_eq!(count("erased"), 1, "{verified}");
    assert!(count("events") > 2_000 && count("streams") > 10, "{verified}");
    assert!(count("snapshots") >= 3 && count("profiles") >= 5, "{verified}");
}

async fn a_log_is_sound_while_a_server_appends(place: Place) {
    let app = Arc::new(TestApp::on(&place.url()).await);
    for game in ["g0", "g1"] {
        app.open_catan(game, 4, json!({})).await;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let load = {
        let (app, stop) = (Arc::clone(&app), Arc::clone(&stop));
        tokio::spawn(async move {
            let mut step = 1;
            while !stop.load(Ordering::Relaxed) {
                app.append("g0", turns(step..step + 3)).await;
                app.append("g1", turns(step..step + 3)).await;
                app.open_catan(&format!("new-{step}"), 3, json!({})).await;
                app.get("/v1/games/g0/belief").await.expect(200);
                step += 3;
            }
            step
        })
    };
    let mut events = 0;
    for _ in 0..6 {
        let answer = verify(&place).await.json(0);
        let now = answer["verified"]["events"].as_u64().expect("a count");
        assert!(now >= events, "{answer}");
        events = now;
    }
    stop.store(true, Ordering::Relaxed);
    assert!(load.await.expect("the load ends") > 3);
    let app = Arc::into_inner(app).expect("nobody else holds it");
    app.stop().await;
    let answer = verify(&place).await.json(0);
    assert_eq!(answer["damages"], Value::Array(Vec::new()));
    assert!(answer["verified"]["events"].as_u64().expect("a count") >= events);
}
