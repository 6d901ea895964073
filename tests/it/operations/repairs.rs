//! One damaged game is set aside; all others are what they were.

use std::io::Read;

use serde_json::json;

use super::{beliefs, fill, run, text, verify};
use crate::harness::Place;
use crate::harness::app::TestApp;
use crate::store_contract::laws;

laws![a_damaged_game_is_set_aside_and_the_others_go_on];

async fn a_damaged_game_is_set_aside_and_the_others_go_on(place: Place) {
    fill(&place).await;
    let before = beliefs(&place).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let repair = async |stream: &str, name: &str, more: &[&str]| {
        let path = file(name);
        let arguments = [&["repair", "--json", "--stream", stream, "--aside", text(&path)], more].concat();
        run(&place, &arguments).await
    };
    // What is sound stays.
    let refused = repair("game/demo-catan", "refused", &["--yes"]).await.json(1);
    assert!(refused["error"].as_str().is_some_and(|error| error.contains("verifies")), "{refused}");
    repair("game/nobody", "refused", &["--yes"]).await.json(1);
    repair("nonsense", "refused", &["--yes"]).await.json(1);

    let of = "stream = 'game/demo-catan' AND revision";
    place.tamper(&format!("DELETE FROM events WHERE {of} = 5")).await;
    let last = "(SELECT revision FROM streams WHERE stream = 'game/demo-catan')";
    place.tamper(&format!("DELETE FROM events WHERE {of} > {last} - 5")).await;
    let damaged = verify(&place).await.json(1);
    assert!(damaged["damages"].as_array().expect("a list").len() >= 4, "{damaged}");
    // Nobody said yes.
    let refused = repair("game/demo-catan", "refused", &[]).await;
    assert!(refused.complaint.contains("This will write"), "{}", refused.complaint);
    refused.json(1);
    if matches!(place, Place::Sqlite(_)) {
        let app = TestApp::on(&place.url()).await;
        let refused = repair("game/demo-catan", "refused", &["--yes"]).await.json(1);
        assert!(refused["error"].as_str().is_some_and(|error| error.contains("in use")), "{refused}");
        app.stop().await;
    }
    assert!(!file("refused").exists());
    assert_eq!(verify(&place).await.json(1)["damages"], damaged["damages"], "nothing was changed");

    let done = repair("game/demo-catan", "aside", &["--yes"]).await.json(0);
    assert_eq!(done["repair"]["aside"], "aside/game/demo-catan");
    let mut remains = String::new();
    let packed = std::fs::File::open(file("aside")).expect("the remains");
    flate2::read::MultiGzDecoder::new(packed).read_to_string(&mut remains).expect("gzip");
    assert_eq!(remains.matches(r#"{"event":"#).count() as u64, done["repair"]["events"].as_u64().expect("a count"));
    run(&place, &["import", "--json", text(&file("aside"))]).await.json(1);

    let answer = verify(&place).await.json(0);
    assert_eq!(answer["verified"]["set_aside"][0]["was"], "game/demo-catan", "{answer}");
    let told = run(&place, &["verify"]).await;
    assert_eq!(told.code, Some(0));
    assert!(String::from_utf8_lossy(&told.printed).contains("game/demo-catan: set aside as aside/game/demo-catan"));

    let after = beliefs(&place).await;
    assert!(!after.keys().any(|path| path.contains("demo-catan")), "it is not listed");
    for (path, body) in before.iter().filter(|(path, _)| !path.contains("demo-catan")) {
        assert!(after[path] == *body, "{path}");
    }
    let app = TestApp::on(&place.url()).await;
    app.get("/v1/games/demo-catan/belief").await.problem(404, "not-found");
    app.open_catan("afterwards", 3, json!({})).await;
    app.stop().await;
    verify(&place).await.json(0);

    // What was set aside is not lost on the way to another database.
    let (other_folder, other) = crate::harness::fresh_sqlite();
    let archive = other_folder.path().join("archive");
    run(&place, &["export", "--json", text(&archive)]).await.json(0);
    run(&other, &["import", "--json", text(&archive)]).await.json(0);
    let there = verify(&other).await.json(0);
    assert_eq!(there["verified"]["set_aside"], verify(&place).await.json(0)["verified"]["set_aside"]);

    // Events that are missing are explained by what was set aside, and by nothing else.
    other.tamper("UPDATE missing_positions SET stream = 'aside/game/another'").await;
    let damages = verify(&other).await.json(1)["damages"].to_string();
    assert!(damages.contains("aside/game/another, which was never set aside"), "{damages}");
}
