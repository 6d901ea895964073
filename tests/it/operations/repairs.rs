//! One damaged game is set aside; all others are what they were.

use std::collections::BTreeSet;
use std::io::Read;

use reqwest::Method;
use serde_json::{Value, json};

use super::{beliefs, fill, run, text, verify};
use crate::access::seat_key;
use crate::harness::Place;
use crate::harness::app::{TestApp, partition};
use crate::players::{an_offer, refuses};
use crate::store_contract::laws;

laws![
    a_damaged_game_is_set_aside_and_the_others_go_on,
    a_key_for_a_seat_does_not_open_the_next_game_of_its_name,
    what_was_set_aside_is_erased_and_forgotten_too,
    what_was_set_aside_and_cannot_be_read_stops_no_export,
    a_list_of_snapshots_that_cannot_be_read_is_no_damage_of_the_game,
];

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
    // A server would go on from what it holds in memory.
    let app = TestApp::on(&place.url()).await;
    let refused = repair("game/demo-catan", "refused", &["--yes"]).await.json(1);
    let why = match place {
        Place::Sqlite(_) => "in use",
        Place::Postgres(_) => "stop all servers first",
    };
    assert!(refused["error"].as_str().is_some_and(|error| error.contains(why)), "{refused}");
    app.stop().await;
    assert!(!file("refused").exists());
    assert_eq!(verify(&place).await.json(1)["damages"], damaged["damages"], "nothing was changed");

    let done = repair("game/demo-catan", "aside", &["--yes"]).await.json(0);
    if let Place::Sqlite(file) = &place {
        for beside in ["wal", "shm"] {
            assert!(!file.with_extension(format!("db-{beside}")).exists(), "the file is whole alone, and {beside} is there");
        }
    }
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

/// The players of a game that was set aside see nothing of a game that others play under its name. Keys for other games stay good.
async fn a_key_for_a_seat_does_not_open_the_next_game_of_its_name(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let (admin, _) = app.make_key(json!({"role": "admin"})).await;
    app.hold(Some(&admin));
    let mut keys = Vec::new();
    for game in ["g1", "g2"] {
        app.open_catan(game, 3, json!({})).await;
        keys.push(seat_key(&app, game, 2).await);
    }
    app.stop().await;
    place.tamper(&format!("UPDATE events SET payload = {} WHERE stream = 'game/g1'", place.bytes("7b7d"))).await;
    let log = verify(&place).await.json(1)["damages"][0]["log"].to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let aside = folder.path().join("aside");
    let repair = ["repair", "--yes", "--stream", "game/g1", "--log", &log, "--aside", text(&aside)];
    let repaired = run(&place, &repair).await;
    assert_eq!(repaired.code, Some(0), "{}", repaired.complaint);
    assert!(repaired.complaint.contains("revoke the keys for its seats"), "{}", repaired.complaint);

    let app = TestApp::on(&place.url()).await;
    app.hold(Some(&admin));
    app.open_catan("g1", 3, json!({})).await;
    let trail = app.get("/v1/access").await.expect(200);
    let [(of_g1, revoked), (of_g2, _)] = &keys[..] else { panic!("two keys") };
    let last = &trail["items"][0];
    assert_eq!(
        (&last["what"], &last["id"], &last["detail"]),
        (&json!("revoked"), &json!(revoked), &json!("game/g1 was set aside"))
    );
    app.hold(Some(of_g1));
    app.get("/v1/games/g1/belief").await.problem(401, "unauthenticated");
    app.hold(Some(of_g2));
    app.get("/v1/games/g2/belief").await.expect(200);
}

async fn what_was_set_aside_is_erased_and_forgotten_too(place: Place) {
    let app = TestApp::on(&place.url()).await;
    for game in ["g1", "g2"] {
        app.open_catan(game, 4, json!({})).await;
        app.append(game, an_offer()).await;
        app.append(game, json!([refuses("no", 2), refuses("no too", 3)])).await;
    }
    app.stop().await;
    let nothing = place.bytes("7b7d");
    place.tamper(&format!("UPDATE events SET payload = {nothing} WHERE stream = 'game/g1' AND revision = 1")).await;
    let of_p3 = "stream = (SELECT 'player/' || person FROM players WHERE player = 'p3')";
    place.tamper(&format!("UPDATE events SET payload = {nothing} WHERE {of_p3} AND revision = 0")).await;
    let folder = tempfile::tempdir().expect("a folder");
    let damages = verify(&place).await.json(1)["damages"].as_array().expect("a list").clone();
    let named: BTreeSet<(&str, String)> = damages
        .iter()
        .filter(|damage| damage["revision"].is_u64())
        .map(|damage| (damage["stream"].as_str().expect("a stream"), damage["log"].to_string()))
        .collect();
    assert!(named.len() >= 2, "{damages:?}");
    for (number, (stream, log)) in named.iter().enumerate() {
        let file = folder.path().join(number.to_string());
        run(&place, &["repair", "--json", "--yes", "--stream", stream, "--log", log, "--aside", text(&file)]).await.json(0);
    }
    let left = async |of: &str| {
        let aside = format!("SELECT count(*) FROM events WHERE stream LIKE 'aside/{of}/%' AND payload IS NOT NULL");
        place.count(&aside).await
    };
    assert!(left("game").await > 1 && left("player").await > 0);

    let app = TestApp::on(&place.url()).await;
    app.get("/v1/games/g1").await.problem(404, "not-found");
    let delete = async |path: &str| app.ask(Method::DELETE, path, &[], None).await;
    assert_eq!(delete("/v1/players/p3").await.expect(204), Value::Null);
    assert_eq!((left("player").await, left("game").await > 1), (0, true), "and nothing else");
    assert_eq!(delete("/v1/games/g1").await.expect(204), Value::Null);
    assert_eq!(left("game").await, 0);
    delete("/v1/games/g1").await.problem(410, "game-erased");
    app.get("/v1/games/g1").await.problem(410, "game-erased");
    delete("/v1/games/nobody").await.problem(404, "not-found");
    app.get("/v1/games/g2/belief").await.expect(200);
    app.stop().await;
    let verified = verify(&place).await.json(0);
    assert_eq!(verified["verified"]["set_aside"].as_array().map(Vec::len), Some(named.len()), "{verified}");
}

/// Events whose hashes have not 32 bytes, in the middle of a game and at its end, which is the end of a log. Those that follow each other are one row of what
/// is missing, and all of a stream are one damage where nobody has set it aside.
async fn what_was_set_aside_and_cannot_be_read_stops_no_export(place: Place) {
    let app = TestApp::on(&place.url()).await;
    for game in ["g1", "g2"] {
        app.open_catan(game, 4, json!({})).await;
        app.append(game, super::turns(1..6)).await;
    }
    app.stop().await;
    let before = verify(&place).await.json(0)["verified"]["events"].as_u64().expect("a count");
    let short = place.bytes(&"ab".repeat(31));
    place.tamper(&format!("UPDATE events SET hash = {short} WHERE stream = 'game/g2' AND revision IN (2, 3, 5)")).await;
    let log = verify(&place).await.json(1)["damages"][0]["log"].to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    run(&place, &["export", "--json", text(&file("damaged"))]).await.json(1);
    let aside = file("aside");
    let repair = ["repair", "--json", "--yes", "--stream", "game/g2", "--log", &log, "--aside", text(&aside)];
    let repaired = run(&place, &repair).await.json(0);
    assert_eq!(repaired["repair"]["events"], 3, "{repaired}");
    let here = verify(&place).await.json(0);

    let exported = run(&place, &["export", "--json", text(&file("archive"))]).await.json(0);
    assert_eq!(exported["exported"]["events"], before - 3, "all that can be read: {exported}");
    let other = Place::Sqlite(file("other.db"));
    partition(&other.url()).await;
    run(&other, &["import", "--json", text(&file("archive"))]).await.json(0);
    let there = verify(&other).await.json(0);
    assert_eq!(there["verified"]["set_aside"], here["verified"]["set_aside"]);
    assert_eq!(other.count("SELECT count(*) FROM missing_positions WHERE stream = 'aside/game/g2'").await, 2);
    // A server opens it, and the positions fit.
    let app = TestApp::on(&other.url()).await;
    app.append("g1", super::turns(6..8)).await;
    app.stop().await;
    verify(&other).await.json(0);
    other.tamper("UPDATE missing_positions SET stream = 'aside/game/another'").await;
    let damages = verify(&other).await.json(1)["damages"].clone();
    assert_eq!(damages.as_array().map(Vec::len), Some(1), "{damages}");
    assert!(damages[0]["what"].as_str().is_some_and(|what| what.starts_with("3 of the events")), "{damages}");
}

/// The log gives the snapshots of a game again: the game stays where it is, and whoever looks at the list next drops them.
async fn a_list_of_snapshots_that_cannot_be_read_is_no_damage_of_the_game(place: Place) {
    fill(&place).await;
    place.tamper("UPDATE snapshots SET revision = -1 - revision WHERE stream = 'game/long'").await;
    let damages = verify(&place).await.json(1)["damages"].clone();
    assert_eq!((damages.as_array().map(Vec::len), &damages[0]["stream"]), (Some(1), &json!("game/long")), "{damages}");
    assert!(
        damages[0]["what"].as_str().is_some_and(|what| what.starts_with("the list of its snapshots cannot be read")),
        "{damages}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let aside = folder.path().join("aside");
    let refused = run(&place, &["repair", "--json", "--yes", "--stream", "game/long", "--aside", text(&aside)]).await.json(1);
    assert!(refused["error"].as_str().is_some_and(|error| error.contains("verifies")), "{refused}");
    let app = TestApp::on(&place.url()).await;
    app.get("/v1/games/long/audit").await.expect(200);
    app.stop().await;
    verify(&place).await.json(0);
}
