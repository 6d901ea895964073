//! Checking and repairing a log of several partitions: what is kept of a person's stream lies in the first, and parts of the stream in the others.

use credence::store::LogId;
use reqwest::Method;
use serde_json::{Value, json};

use super::partitioned;
use crate::harness::app::TestApp;
use crate::harness::{Place, player};
use crate::operations::{run, verify};
use crate::players::{an_offer, counted, offers, refuses};

crate::store_contract::laws! {
    a_part_that_is_set_aside_takes_what_is_kept_with_it,
    nothing_kept_is_judged_while_parts_are_erased,
}

/// A log of four partitions in which something is kept of the player `p2`, and of all players. Gives the person, and the partition in which what was
/// settled about it lies, which is not the first.
async fn kept_and_settled_apart(place: &Place) -> (String, LogId) {
    let app = partitioned(place, 4).await;
    let log = LogId::of_tenant(1, 4);
    let game = (0..100).map(|number| format!("g{number}")).find(|game| log.of_game(game) != log).expect("most are elsewhere");
    app.open_catan(&game, 4, json!({})).await;
    app.append(&game, an_offer()).await;
    let turned_down = |number| [refuses(&format!("no {number}"), 2), offers(&format!("offer {number}"))];
    let events: Vec<Value> = (0..70).flat_map(turned_down).collect();
    app.append(&game, json!(events)).await;
    // What was read is kept, and so is what all players taught.
    app.get("/v1/players/p2").await.expect(200);
    app.stop().await;
    let store = place.open().await;
    let person = store.find_player(log, "p2").await.expect("read").expect("a player").person;
    store.close().await;
    for table in ["profiles", "populations"] {
        assert!(place.count(&format!("SELECT count(*) FROM {table}")).await > 0, "{table}");
    }
    (person, log.of_game(&game))
}

async fn a_part_that_is_set_aside_takes_what_is_kept_with_it(place: Place) {
    let (person, LogId(part)) = kept_and_settled_apart(&place).await;
    let stream = player(&person).to_string();
    let of = format!("log_id = {part} AND stream = '{stream}' AND revision = 5");
    place.tamper(&format!("UPDATE events SET payload = {} WHERE {of}", place.bytes("7b7d"))).await;
    verify(&place).await.json(1);

    let folder = tempfile::tempdir().expect("a folder");
    let (part, aside) = (part.to_string(), folder.path().join("aside").display().to_string());
    run(&place, &["repair", "--json", "--yes", "--stream", &stream, "--log", &part, "--aside", &aside]).await.json(0);
    assert_eq!(place.count(&format!("SELECT count(*) FROM profiles WHERE person = '{person}'")).await, 0);
    let verified = verify(&place).await.json(0);
    assert_eq!(verified["verified"]["set_aside"][0]["was"], json!(stream), "{verified}");
    let app = TestApp::on(&place.url()).await;
    assert_eq!(counted(&app, "p2").await, [0.0, 0.0], "nothing of what was set aside is served");
    app.stop().await;
    verify(&place).await.json(0);
}

/// Forgetting erases and closes the parts of a stream one after the other, and comes to what is kept last.
async fn nothing_kept_is_judged_while_parts_are_erased(place: Place) {
    let (person, LogId(part)) = kept_and_settled_apart(&place).await;
    verify(&place).await.json(0);
    let of = format!("log_id = {part} AND stream = '{}'", player(&person));
    place.tamper(&format!("UPDATE events SET payload = NULL, salt = NULL WHERE {of}")).await;
    place.tamper(&format!("UPDATE streams SET closed = (1 = 1) WHERE {of}")).await;
    let verified = verify(&place).await.json(0);
    assert_eq!(verified["verified"]["erased"], 1, "{verified}");
    let app = TestApp::on(&place.url()).await;
    app.ask(Method::DELETE, "/v1/players/p2", &[], None).await.expect(204);
    app.stop().await;
    verify(&place).await.json(0);
}
