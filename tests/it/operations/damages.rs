//! Every kind of damage is named, with its place.

use reqwest::Method;
use serde_json::{Value, json};

use super::{fill, verify};
use crate::harness::app::TestApp;
use crate::harness::{Place, on_postgres};
use crate::store_contract::laws;

laws![every_damage_is_named_with_its_place, a_game_that_is_being_erased_is_no_damage];

/// Stream, revision, and the beginning of what is said.
fn named(damages: &Value) -> Vec<(String, Option<u64>, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let of = |damage: &Value| (text(&damage["stream"]), damage["revision"].as_u64(), text(&damage["what"]));
    damages.as_array().expect("a list").iter().map(of).collect()
}

async fn every_damage_is_named_with_its_place(place: Place) {
    fill(&place).await;
    let event = |game: &str, revision: &str| format!("stream = 'game/{game}' AND revision = {revision}");
    let last = "(SELECT revision FROM streams WHERE stream = 'game/demo-hearts')";
    place.tamper(&format!("DELETE FROM events WHERE {}", event("demo-catan", "5"))).await;
    place.tamper(&format!("DELETE FROM events WHERE {}", event("demo-hearts", last))).await;
    let (nothing, zeros) = (place.bytes("7b7d"), place.bytes(&"00".repeat(32)));
    place.tamper(&format!("UPDATE events SET payload = {nothing} WHERE {}", event("demo-liars_dice", "7"))).await;
    place.tamper(&format!("UPDATE streams SET hash = {zeros} WHERE stream = 'game/demo-vinto'")).await;
    place.tamper("UPDATE streams SET revision = revision - 1 WHERE stream = 'game/demo-pokemon_randbats'").await;
    place.tamper("UPDATE log_head SET position = position - 3").await;
    place.tamper("UPDATE games SET finished = NOT finished WHERE game = 'short'").await;
    place.tamper("UPDATE games SET game = 'nobody-knows' WHERE game = 'long'").await;
    place.tamper(&format!("UPDATE snapshots SET state = {nothing} WHERE observer = 'seat:1'")).await;
    let first = "person = (SELECT min(person) FROM profiles) AND ruleset = (SELECT min(ruleset) FROM profiles p WHERE p.person = profiles.person)";
    place.tamper(&format!("UPDATE profiles SET state = {nothing} WHERE {first}")).await;

    let ran = verify(&place).await;
    assert!(ran.complaint.contains("the log is damaged"), "{}", ran.complaint);
    let answer = ran.json(1);
    let found = named(&answer["damages"]);
    let is_there = |stream: &str, revision: Option<u64>, what: &str| {
        found.iter().any(|(of, at, said)| of == stream && (revision.is_none() || *at == revision) && said.contains(what))
    };
    let expected = [
        ("game/demo-catan", Some(5), "missing"),
        ("game/demo-hearts", None, "missing"),
        ("game/demo-liars_dice", Some(7), "has a payload that was changed"),
        ("game/demo-vinto", None, "the hash of the head"),
        ("game/demo-pokemon_randbats", None, "beyond the head"),
        ("game/short", Some(0), "the catalog says that the game is open"),
        ("game/long", Some(0), "the catalog does not list the game"),
        ("game/nobody-knows", None, "no stream"),
        ("game/long", None, "the snapshot of seat:1 does not thaw"),
        ("", None, "the counter stands at"),
        ("", None, "no event stands at this position"),
    ];
    for (stream, revision, what) in expected {
        assert!(is_there(stream, revision, what), "{stream} {revision:?} {what}: {found:#?}");
    }
    assert!(found.iter().any(|(stream, _, what)| stream.starts_with("player/") && what.contains("the profile of")), "{found:#?}");
    let positions = answer["damages"].as_array().expect("a list").iter();
    let gaps = positions.filter(|damage| damage["what"].as_str().is_some_and(|what| what.starts_with("no event"))).count();
    assert_eq!(gaps, 2, "one for each row that is gone: {found:#?}");
    // Each named stream is one that was touched.
    let untouched = found.iter().filter(|(stream, _, _)| !stream.is_empty() && !stream.starts_with("player/"));
    assert!(untouched.clone().all(|(stream, _, _)| expected.iter().any(|(touched, _, _)| touched == stream)), "{found:#?}");
    assert_eq!(answer["verified"]["set_aside"], json!([]));
}

/// Damaged pages: what cannot be read is named, and all the rest is checked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_page_hides_no_other() {
    crate::harness::on_sqlite(|place| async move {
        fill(&place).await;
        // A page that is free holds nothing that could be damaged.
        place.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)").await;
        let Place::Sqlite(path) = &place else { unreachable!("it is SQLite") };
        let whole = std::fs::read(path).expect("the file");
        let mut named = 0;
        for page in (4_096..whole.len()).step_by(4_096 * 23) {
            let mut bytes = whole.clone();
            bytes[page..page + 4_096].fill(0xff);
            let copy = path.with_file_name("page.db");
            std::fs::write(&copy, bytes).expect("a copy");
            let answer = verify(&Place::Sqlite(copy)).await.json(1);
            // Some pages hold what is needed to open the file at all.
            named += usize::from(answer["damages"].as_array().is_some_and(|damages| !damages.is_empty()));
        }
        assert!(named > 2, "{named}");
    })
    .await;
}

/// One bit of a stream's name, wherever it stands in the file: in the rows of its events, in their index, in the head.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flipped_bit_of_a_name_is_found_wherever_it_stands() {
    crate::harness::on_sqlite(|place| async move {
        fill(&place).await;
        place.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)").await;
        let Place::Sqlite(path) = &place else { unreachable!("it is SQLite") };
        let whole = std::fs::read(path).expect("the file");
        let name = b"game/short";
        let places: Vec<usize> = (0..whole.len() - name.len()).filter(|at| whole[*at..].starts_with(name)).collect();
        assert!(places.len() > 4, "{places:?}");
        let copy = path.with_file_name("name.db");
        for at in places {
            let mut bytes = whole.clone();
            bytes[at + name.len() - 1] ^= 1;
            std::fs::write(&copy, bytes).expect("a copy");
            let answer = verify(&Place::Sqlite(copy.clone())).await.json(1);
            assert!(!named(&answer["damages"]).is_empty(), "at {at}: {answer}");
        }
    })
    .await;
}

/// A head whose name is no text any more, and a list of heads that breaks off: all other streams are checked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_that_cannot_be_read_hides_no_other() {
    crate::harness::on_sqlite(|place| async move {
        fill(&place).await;
        place.tamper("UPDATE events SET payload = x'7b7d' WHERE stream = 'game/short' AND revision = 1").await;
        let is_there = |answer: &Value, stream: &str, what: &str| {
            let found = named(&answer["damages"]);
            assert!(found.iter().any(|(of, _, said)| of == stream && said.contains(what)), "{stream} {what}: {found:#?}");
        };
        let whole = verify(&place).await.json(1);
        is_there(&whole, "game/short", "has a payload that was changed");
        place.tamper("UPDATE streams SET stream = CAST(x'67616d652f64656d6fff' AS TEXT) WHERE stream = 'game/demo-catan'").await;
        let answer = verify(&place).await.json(1);
        is_there(&answer, "", "game/demo\\xff");
        is_there(&answer, "game/demo-catan", "without a head");
        is_there(&answer, "game/short", "has a payload that was changed");
        assert_eq!(answer["verified"]["events"], whole["verified"]["events"], "{answer}");

        // So many heads that they stand on several pages, of which the first is damaged.
        let numbers = "WITH RECURSIVE numbers(n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM numbers WHERE n < 400)";
        let heads = "INSERT INTO streams (log_id, stream, revision, hash) SELECT 1, 'a/' || n, 0, zeroblob(32) FROM numbers";
        place.tamper(&format!("{numbers} {heads}")).await;
        place.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)").await;
        let root = place.count("SELECT rootpage FROM sqlite_schema WHERE name = 'streams'").await;
        let Place::Sqlite(path) = &place else { unreachable!("it is SQLite") };
        let mut bytes = std::fs::read(path).expect("the file");
        let start = |page: usize| (page - 1) * 4_096;
        let root = start(usize::try_from(root).expect("a page"));
        assert_eq!(bytes[root], 2, "the root of a tree of keys that has leaves below it");
        let number = |at: usize, length: usize| bytes[at..at + length].iter().fold(0, |sum, byte| sum * 256 + usize::from(*byte));
        let leaf = start(number(root + number(root + 12, 2), 4));
        bytes[leaf..leaf + 4_096].fill(0xff);
        let copy = path.with_file_name("leaf.db");
        std::fs::write(&copy, bytes).expect("a copy");
        let answer = verify(&Place::Sqlite(copy)).await.json(1);
        is_there(&answer, "", "the list of Heads after");
        is_there(&answer, "game/short", "has a payload that was changed");
    })
    .await;
}

/// A long game is erased from its front on, in steps. Where that was interrupted it is not served, is listed, and can be erased again.
async fn a_game_that_is_being_erased_is_no_damage(place: Place) {
    let app = TestApp::on(&place.url()).await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", super::turns(1..20)).await;
    app.stop().await;
    place.tamper("UPDATE events SET payload = NULL, salt = NULL WHERE stream = 'game/g1' AND revision < 5").await;
    let verified = verify(&place).await.json(0);
    let listed = &verified["verified"]["being_erased"];
    assert_eq!((listed.as_array().map(Vec::len), &listed[0]["events"]), (Some(1), &json!(5)), "{verified}");
    let refused = super::run(&place, &["export", "-"]).await;
    assert!(refused.code == Some(1) && refused.complaint.contains("erase the game, again"), "{}", refused.complaint);
    let app = TestApp::on(&place.url()).await;
    app.get("/v1/games/g1/belief").await.problem(500, "damaged");
    app.ask(Method::DELETE, "/v1/games/g1", &[], None).await.expect(204);
    app.stop().await;
    assert_eq!(verify(&place).await.json(0)["verified"]["being_erased"], json!([]));
    assert_eq!(super::run(&place, &["export", "-"]).await.code, Some(0));
}

/// The second step of erasing a long game fails. What is left is served from nowhere, memory included, and takes no event; erasing it again goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_was_erased_in_part_is_served_no_more() {
    on_postgres(|place| async move {
        let app = TestApp::on(&place.url()).await;
        app.open_catan("g1", 3, json!({})).await;
        for first in (1..12_001).step_by(1_000) {
            app.append("g1", super::turns(first..first + 1_000)).await;
        }
        app.get("/v1/games/g1/belief").await.expect(200);
        let fails = "CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$; \
             CREATE TRIGGER fails BEFORE UPDATE ON events FOR EACH ROW WHEN (OLD.revision >= 5000) EXECUTE FUNCTION fails()";
        place.run(fails).await;
        let erase = async || app.ask(Method::DELETE, "/v1/games/g1", &[], None).await;
        erase().await.problem(503, "unavailable");
        app.get("/v1/games/g1/belief").await.problem(500, "damaged");
        app.post("/v1/games/g1/events", super::turns(12_001..12_002)).await.problem(500, "damaged");
        let verified = verify(&place).await.json(0);
        assert_eq!(verified["verified"]["being_erased"][0]["events"], 5_000, "{verified}");
        place.run("DROP TRIGGER fails ON events").await;
        erase().await.expect(204);
        app.get("/v1/games/g1/belief").await.problem(410, "game-erased");
        app.stop().await;
        super::sound_after_erasing(&place).await;
    })
    .await;
}
