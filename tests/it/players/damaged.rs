//! A player's stream that is not what was written: nothing is served of it, nobody is seated with what is left of it, and all else goes on.

use credence::store::{Append, Expected, NewEvent, Part, StreamId};
use reqwest::Method;
use serde_json::{Value, json};

use super::{an_offer, counted, offers, refuses};
use crate::harness::app::TestApp;
use crate::harness::{Place, Process, history, home, on_sqlite, player};
use crate::operations::{run, verify};

crate::store_contract::laws! {
    a_damaged_stream_is_named_and_not_served,
    what_is_kept_is_not_taken_for_the_stream,
    a_past_that_cannot_be_read_is_counted,
    a_kept_row_that_cannot_be_read_stops_nobody,
    what_a_damaged_stream_taught_nobody_is_not_asked_of_the_population,
    nothing_kept_is_judged_while_somebody_is_being_forgotten,
    what_memory_holds_is_not_what_the_database_lost,
    a_running_game_goes_on_without_a_damaged_player,
    a_game_that_is_begun_again_settles_other_things,
    an_entry_that_does_not_decode_ends_no_learning,
}

/// Opens a game of the players `NAME-0` to `NAME-3`.
async fn open(app: &TestApp, game: &str, name: &str) -> crate::harness::app::Answered {
    let seats: Vec<Value> = (0..4).map(|seat| json!({"player": format!("{name}-{seat}")})).collect();
    app.put(&format!("/v1/games/{game}"), json!({"ruleset": "catan", "seats": seats})).await
}

/// A game in which `NAME-2` turns down so many offers, and `NAME-3` one. Last comes an event that settles nothing.
async fn with_refusals(app: &TestApp, game: &str, name: &str, refusals: usize) {
    open(app, game, name).await.expect(201);
    app.append(game, an_offer()).await;
    app.append(game, refuses("other", 3)).await;
    let turned_down = |number| [refuses(&format!("no {number}"), 2), offers(&format!("offer {number}"))];
    let events: Vec<Value> = (0..refusals).flat_map(turned_down).collect();
    app.append(game, json!(events)).await;
    app.append(game, json!({"type": "note", "data": {"text": "the last event of the log is no player's"}})).await;
}

/// Where the conduct of a game's player stands, as SQL says it.
async fn conduct(place: &Place, game: &str, of: &str) -> String {
    let store = place.open().await;
    let person = store.find_player(home(), of).await.expect("read").expect("a player").person;
    store.close().await;
    format!("log_id = {} AND stream = '{}'", home().of_game(game).0, player(&person))
}

/// What can befall the ten events of a stream or more, and the revision that is named.
fn damages(place: &Place, of: &str, last: i64) -> Vec<(&'static str, String, i64)> {
    let zeros = place.bytes(&"00".repeat(32));
    let end = format!("{of} AND revision");
    vec![
        ("a gap", format!("DELETE FROM events WHERE {end} IN (3, 4)"), 3),
        ("a tail", format!("DELETE FROM events WHERE {end} >= 7"), 7),
        ("the-last", format!("DELETE FROM events WHERE {end} = {last}"), last),
        ("a payload", format!("UPDATE events SET payload = {} WHERE {end} = 5", place.bytes("7b7d")), 5),
        ("a hash", format!("UPDATE events SET hash = {zeros} WHERE {end} = 6"), 6),
        ("half a hash", format!("UPDATE events SET hash = {} WHERE {end} = 6", place.bytes("00")), 6),
        ("the head", format!("UPDATE streams SET hash = {zeros} WHERE {of}"), last),
        ("a head behind", format!("UPDATE streams SET revision = revision - 2 WHERE {of}"), last - 1),
        ("no head", format!("DELETE FROM streams WHERE {of}"), 0),
        (
            "a person of many events who was half forgotten",
            format!("UPDATE events SET payload = NULL, salt = NULL WHERE {end} < 2"),
            0,
        ),
    ]
}

async fn a_damaged_stream_is_named_and_not_served(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let count = damages(&place, "", 0).len();
    for number in 0..count {
        with_refusals(&app, &format!("g{number}"), &format!("n{number}"), 10).await;
    }
    with_refusals(&app, "sound", "sound", 10).await;
    let sound = app.get("/v1/players/sound-2").await.expect(200);
    app.stop().await;
    let mut revisions = Vec::new();
    for number in 0..count {
        let of = conduct(&place, &format!("g{number}"), &format!("n{number}-2")).await;
        let last = place.count(&format!("SELECT max(revision) FROM events WHERE {of}")).await;
        assert!(last >= 9, "{last}");
        let (what, statement, revision) = damages(&place, &of, last).swap_remove(number);
        place.tamper(&statement).await;
        revisions.push((what, revision));
    }

    let app = TestApp::on(&place.url()).await;
    for (number, (what, revision)) in revisions.iter().enumerate() {
        let damaged = format!("n{number}-2");
        for path in ["", "?revision=8", "/history", "/history?limit=1", "/history?cursor=2", "/history?ruleset=catan"] {
            let problem = app.get(&format!("/v1/players/{damaged}{path}")).await.problem(500, "damaged");
            assert_eq!(problem["revision"], *revision, "{what}: {path}: {problem}");
            let detail = problem["detail"].as_str().expect("text");
            assert!(detail.contains(&format!("{damaged:?}")) && !detail.contains("player/"), "{what}: {problem}");
        }
        // Nobody sits down with a shorter or other profile.
        let problem = open(&app, &format!("new{number}"), &format!("n{number}")).await.problem(500, "damaged");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(&damaged)), "{what}: {problem}");
        app.get(&format!("/v1/games/new{number}")).await.problem(404, "not-found");
        // All others go on: who sat at the table, and the game.
        assert_eq!(counted(&app, &format!("n{number}-3")).await, [1.0, 1.0], "{what}");
        assert_eq!(app.get(&format!("/v1/games/g{number}/belief")).await.expect(200)["revision"], 24, "{what}");
    }
    assert_eq!(app.get("/v1/players/sound-2").await.expect(200)["revision"], sound["revision"]);
    open(&app, "again", "sound").await.expect(201);
    // Forgetting does not ask what stands in a stream.
    for number in 0..count {
        let path = format!("/v1/players/n{number}-2");
        app.ask(Method::DELETE, &path, &[], None).await.expect(204);
        app.get(&path).await.problem(410, "player-forgotten");
        app.put(&path, json!({})).await.expect(201);
        open(&app, &format!("new{number}"), &format!("n{number}")).await.expect(201);
    }
    app.stop().await;
    let of = conduct(&place, "sound", "sound-2").await;
    let left = "SELECT count(*) FROM events WHERE stream LIKE 'player/%' AND payload IS NOT NULL";
    assert!(place.count(&format!("{left} AND {of}")).await >= 10);
    // Of each game the one refusal by seat 3 is left, and whoever is seated in a log of several partitions.
    let settled = place.count(&format!("{left} AND type = 'conduct' AND NOT ({of})")).await;
    assert_eq!(settled, count as i64 + 1, "what was settled about the others");
}

/// The row of another player in a player's place: the stream is folded again, and what it says is served.
async fn what_is_kept_is_not_taken_for_the_stream(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_refusals(&app, "g1", "one", 70).await;
    with_refusals(&app, "g2", "two", 80).await;
    // What was read is kept, where it is enough.
    let served = app.get("/v1/players/one-2").await.bytes;
    app.get("/v1/players/two-2").await.expect(200);
    app.stop().await;
    let store = place.open().await;
    let person = async |player: &str| store.find_player(home(), player).await.expect("read").expect("a player").person;
    let (one, two) = (person("one-2").await, person("two-2").await);
    store.close().await;
    let other = format!("(SELECT {{}} FROM profiles p WHERE p.person = '{two}' AND p.ruleset = profiles.ruleset)");
    let (revision, state) = (other.replace("{}", "revision"), other.replace("{}", "state"));
    place.tamper(&format!("UPDATE profiles SET revision = {revision}, state = {state} WHERE person = '{one}'")).await;
    let app = TestApp::on(&place.url()).await;
    assert_eq!(app.get("/v1/players/one-2").await.bytes, served);
    assert_eq!(history(&app, "one-2", 50).await.len(), 70);
    app.stop().await;
    assert_eq!(verify(&place).await.code, Some(0), "what was kept is what the stream gives again");
}

/// The profile that is kept is whole, and the events that it was folded from are not. The count is of the whole process.
async fn a_past_that_cannot_be_read_is_counted(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_refusals(&app, "g1", "one", 70).await;
    app.get("/v1/players/one-2").await.expect(200);
    app.stop().await;
    let of = conduct(&place, "g1", "one-2").await;
    place.tamper(&format!("UPDATE events SET payload = {} WHERE {of} AND revision = 5", place.bytes("7b7d"))).await;
    let server = tokio::task::block_in_place(|| Process::serve(&place.url()));
    let ask = async |path: &str| {
        let answer = reqwest::get(format!("{}{path}", server.url)).await.expect("an answer");
        (answer.status().as_u16(), answer.text().await.expect("text"))
    };
    let counted = async || {
        let (_, metrics) = ask("/metrics").await;
        metrics.lines().find_map(|line| line.strip_prefix("credence_damaged_total ").map(str::to_owned)).expect("it is counted")
    };
    assert_eq!((ask("/v1/players/one-2").await.0, counted().await.as_str()), (200, "0"), "what is kept is served");
    for times in ["1", "2"] {
        let (status, problem) = ask("/v1/players/one-2/history").await;
        assert!(status == 500 && problem.contains("one-2"), "{problem}");
        assert_eq!((ask("/v1/players/one-2").await.0, counted().await.as_str()), (200, times));
    }
}

/// What is kept beside the log is a cache of it: a row that cannot be read is named and stops nobody, a rebuild puts it right, and the stream stays where it
/// is.
async fn a_kept_row_that_cannot_be_read_stops_nobody(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_refusals(&app, "g1", "one", 70).await;
    // What was read is kept, where it is enough, and so is what all players taught.
    let served = app.get("/v1/players/one-2").await.bytes;
    app.stop().await;
    let store = place.open().await;
    let person = store.find_player(home(), "one-2").await.expect("read").expect("a player").person;
    store.close().await;
    let break_rows = async || {
        place.tamper(&format!("UPDATE profiles SET revision = -1 WHERE person = '{person}'")).await;
        place.tamper("UPDATE populations SET forgotten = -1 WHERE ruleset = 'catan'").await;
    };
    break_rows().await;
    let named = crate::operations::verify(&place).await.json(1)["damages"].as_array().expect("a list").clone();
    let is_named = |stream: &Value, what: &str| {
        named.iter().any(|damage| damage["stream"] == *stream && damage["what"].as_str().is_some_and(|said| said.contains(what)))
    };
    let stream = player(&person).to_string();
    assert!(is_named(&json!(stream), "what is kept of it cannot be read"), "{named:?}");
    assert!(is_named(&Value::Null, "what is kept of the population cannot be read"), "{named:?}");
    assert_eq!(named.len(), 2, "and nothing else: {named:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let (log, aside) = (home().0.to_string(), folder.path().join("aside").display().to_string());
    let repair = ["repair", "--json", "--yes", "--stream", &stream, "--log", &log, "--aside", &aside];
    let refused = crate::operations::run(&place, &repair).await.json(1);
    assert!(refused["error"].as_str().is_some_and(|error| error.contains("verifies")), "{refused}");
    let rebuilt = crate::operations::run(&place, &["rebuild"]).await;
    assert_eq!(rebuilt.code, Some(0), "{}", rebuilt.complaint);
    crate::operations::verify(&place).await.json(0);

    // Whoever reads first folds anew what cannot be read, and keeps that.
    let are_gone = async || {
        let profiles = place.count("SELECT count(*) FROM profiles WHERE revision < 0").await;
        (profiles, place.count("SELECT count(*) FROM populations WHERE forgotten < 0").await) == (0, 0)
    };
    break_rows().await;
    let app = TestApp::on(&place.url()).await;
    assert_eq!(app.get("/v1/players/one-2").await.bytes, served);
    app.stop().await;
    assert!(are_gone().await);
    break_rows().await;
    let app = TestApp::on(&place.url()).await;
    open(&app, "again", "one").await.expect(201);
    // Catan reads no population.
    app.put("/v1/games/now", json!({"ruleset": "liars_dice", "seats": [{}, {}]})).await.expect(201);
    app.stop().await;
    assert!(are_gone().await);
    break_rows().await;
    let learned = crate::operations::run(&place, &["learn", "catan"]).await;
    assert_eq!(learned.code, Some(0), "{}", learned.complaint);
    crate::operations::run(&place, &["rebuild"]).await;
    crate::operations::verify(&place).await.json(0);
}

/// Of each damage that `verify` names, what it says.
async fn said(place: &Place) -> Vec<String> {
    let answer = crate::operations::verify(place).await.json(1);
    let damages = answer["damages"].as_array().expect("a list").iter();
    damages.map(|damage| damage["what"].as_str().expect("text").to_owned()).collect()
}

/// A server leaves a damaged stream out of the population, and so does who compares with it.
async fn what_a_damaged_stream_taught_nobody_is_not_asked_of_the_population(place: Place) {
    let app = TestApp::on(&place.url()).await;
    for (game, name) in [("g1", "one"), ("g2", "two")] {
        with_refusals(&app, game, name, 10).await;
    }
    app.stop().await;
    let of = conduct(&place, "g1", "one-2").await;
    place.tamper(&format!("UPDATE events SET payload = {} WHERE {of} AND revision = 5", place.bytes("7b7d"))).await;
    let app = TestApp::on(&place.url()).await;
    app.get("/v1/players/two-2").await.expect(200);
    app.stop().await;
    let kept = place.count("SELECT count(*) FROM populations").await;
    assert!(kept > 0);
    let said = said(&place).await;
    assert!(!said.is_empty() && !said.iter().any(|what| what.contains("population")), "{said:?}");
}

/// A player of many entries is erased step by step, before the commit that forgets who it was: that is no damage, and is listed. No step leaves a stream whose
/// last event is erased.
async fn nothing_kept_is_judged_while_somebody_is_being_forgotten(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_refusals(&app, "g1", "one", 70).await;
    app.get("/v1/players/one-2").await.expect(200);
    app.stop().await;
    let of = conduct(&place, "g1", "one-2").await;
    let erase = async |which: &str| {
        place.tamper(&format!("UPDATE events SET payload = NULL, salt = NULL WHERE {of} AND revision {which}")).await;
    };
    erase("< 5").await;
    let verified = crate::operations::verify(&place).await.json(0);
    let listed = &verified["verified"]["being_erased"];
    assert_eq!((listed.as_array().map(Vec::len), &listed[0]["events"]), (Some(1), &json!(5)), "{verified}");
    let told = String::from_utf8(crate::operations::run(&place, &["verify"]).await.printed).expect("text");
    assert!(told.contains("it is being erased, and 5 events of it are gone"), "{told}");
    let last = place.count(&format!("SELECT max(revision) FROM events WHERE {of}")).await;
    erase(&format!("= {last}")).await;
    let said = said(&place).await;
    assert!(said.len() == 6 && said.iter().all(|what| what.starts_with("the payload is gone")), "{said:?}");
    let app = TestApp::on(&place.url()).await;
    app.ask(Method::DELETE, "/v1/players/one-2", &[], None).await.expect(204);
    app.stop().await;
    crate::operations::verify(&place).await.json(0);
}

/// A database that lost the end of a stream, and says so: memory, and what is kept, were of a stream that is no more.
async fn what_memory_holds_is_not_what_the_database_lost(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_refusals(&app, "g1", "one", 70).await;
    assert_eq!(counted(&app, "one-2").await, [70.0, 70.0]);
    // A SQLite file is one server's, so that its store is not opened beside it.
    let opening = app.get("/v1/games/g1/events?limit=1").await.expect(200);
    let person = opening["items"][0]["data"]["seats"][2]["person"].as_str().expect("a person").to_owned();
    let of = format!("log_id = {} AND stream = '{}'", home().of_game("g1").0, player(&person));
    let last = place.count(&format!("SELECT max(revision) FROM events WHERE {of}")).await;
    let kept = last - 10;
    let hash = format!("(SELECT hash FROM events WHERE {of} AND revision = {kept})");
    place.tamper(&format!("UPDATE streams SET revision = {kept}, hash = {hash} WHERE {of}")).await;
    place.tamper(&format!("DELETE FROM events WHERE {of} AND revision > {kept}")).await;
    assert_eq!(counted(&app, "one-2").await, [60.0, 60.0]);
    assert_eq!(history(&app, "one-2", 50).await.len(), 60);
    let app = app.restart().await;
    assert_eq!(counted(&app, "one-2").await, [60.0, 60.0]);
    app.stop().await;
}

async fn a_running_game_goes_on_without_a_damaged_player(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_refusals(&app, "g1", "one", 10).await;
    app.stop().await;
    let of = conduct(&place, "g1", "one-2").await;
    let last = place.count(&format!("SELECT max(revision) FROM events WHERE {of}")).await;
    place.tamper(&format!("DELETE FROM events WHERE {of} AND revision = {last}")).await;
    let app = TestApp::on(&place.url()).await;
    for turn in 0..3 {
        let events = [offers(&format!("more {turn}")), refuses(&format!("a {turn}"), 2), refuses(&format!("b {turn}"), 3)];
        app.append("g1", json!(events)).await;
        let settled = f64::from(turn + 2);
        assert_eq!(counted(&app, "one-3").await, [settled, settled]);
    }
    assert_eq!(app.revision("g1").await, 33);
    app.get("/v1/players/one-2").await.problem(500, "damaged");
    assert_eq!(place.count(&format!("SELECT max(revision) FROM events WHERE {of}")).await, last - 1, "nothing is added to it");
    let metrics = app.get("/metrics").await;
    let text = String::from_utf8_lossy(&metrics.bytes).into_owned();
    assert!(text.lines().any(|line| line.starts_with("credence_damaged_total") && !line.ends_with(" 0")), "{text}");
    app.ask(Method::DELETE, "/v1/players/one-2", &[], None).await.expect(204);
    app.append("g1", json!([offers("last"), refuses("a", 2), refuses("b", 3)])).await;
    assert_eq!(counted(&app, "one-3").await, [5.0, 5.0]);
    app.stop().await;
    assert_eq!(place.count(&format!("SELECT count(*) FROM events WHERE {of} AND payload IS NOT NULL")).await, 0);
}

/// Damages a game of which something was settled, and sets it aside.
async fn set_aside(place: &Place, game: &str) {
    let log = home().of_game(game).0.to_string();
    let stream = format!("game/{game}");
    let nothing = place.bytes("7b7d");
    place.tamper(&format!("UPDATE events SET payload = {nothing} WHERE stream = '{stream}' AND revision = 1")).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("aside").display().to_string();
    run(place, &["repair", "--json", "--yes", "--stream", &stream, "--log", &log, "--aside", &file]).await.json(0);
}

/// A game was set aside, and its conduct stands: opened again under its id, it settles something else with the same event.
async fn a_game_that_is_begun_again_settles_other_things(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_refusals(&app, "g1", "one", 1).await;
    let before = history(&app, "one-2", 10).await;
    assert_eq!(before.len(), 1);
    app.stop().await;
    set_aside(&place, "g1").await;

    let app = TestApp::on(&place.url()).await;
    open(&app, "g1", "one").await.expect(201);
    app.append("g1", an_offer()).await;
    app.append("g1", refuses("other", 3)).await;
    // Where seat 2 had turned the offer down, it takes it.
    assert_eq!(before[0]["revision"], 4);
    let trade = json!({"seat": 1, "give": {"wood": 1}, "partner": 2, "get": {"ore": 1}});
    app.append("g1", json!({"id": "yes", "type": "player_trade", "data": trade})).await;
    assert_eq!(counted(&app, "one-2").await, [1.0, 2.0], "what both games of that id settled");
    // Taken back, it takes nothing away that the other settled.
    app.append("g1", json!({"type": "retract", "data": {"revision": 4, "reason": "misread"}})).await;
    assert_eq!(counted(&app, "one-2").await, [1.0, 1.0]);
    app.append("g1", json!([offers("more"), refuses("no", 2)])).await;
    assert_eq!(counted(&app, "one-2").await, [2.0, 2.0]);
    app.stop().await;
    assert_eq!(verify(&place).await.json(0)["damages"], json!([]));
}

/// An entry that another program wrote, in a stream whose chain is whole.
async fn an_entry_that_does_not_decode_ends_no_learning(place: Place) {
    let app = TestApp::on(&place.url()).await;
    for (game, name) in [("g1", "one"), ("g2", "two")] {
        with_refusals(&app, game, name, 5).await;
    }
    app.stop().await;
    let players = async || {
        let ran = run(&place, &["learn", "catan", "--json"]).await;
        assert_eq!(ran.code, Some(0), "{}", ran.complaint);
        serde_json::from_slice::<Value>(&ran.printed).expect("JSON")["players"].clone()
    };
    assert_eq!(players().await, 4);
    let store = place.open().await;
    let person = store.find_player(home(), "one-2").await.expect("read").expect("a player").person;
    let unreadable = NewEvent {
        id: "unreadable".to_owned(),
        kind: "conduct".to_owned(),
        schema: 1,
        time_us: 0,
        payload: b"{}".to_vec(),
        salt: [0; 32],
        reporter: None,
    };
    let parts = vec![Part { stream: StreamId::player(&person), expected: Expected::Any, events: vec![unreadable] }];
    let answers = store.append(vec![Append { log: home().of_game("g1"), parts, catalog: Vec::new() }]).await.expect("the group");
    assert!(answers[0].is_ok(), "{:?}", answers[0]);
    store.close().await;
    assert_eq!(players().await, 3, "all but one");
}

/// How many players taught the log's population of Catan.
async fn taught(app: &TestApp) -> u64 {
    app.get("/v1/rulesets/catan").await.expect(200)["population"]["players"].as_u64().expect("a count")
}

/// A game without players of so many notes, which settle nothing and move the log on.
async fn notes(app: &TestApp, game: &str, count: usize) {
    app.put(&format!("/v1/games/{game}"), json!({"ruleset": "catan", "seats": [{}, {}, {}]})).await.expect(201);
    let note = |at: usize| json!({"id": format!("n{at}"), "type": "note", "data": {"text": "x".repeat(100)}});
    app.append(game, json!((0..count).map(note).collect::<Vec<_>>())).await;
}

/// A page of the file that cannot be read, in which the events of one game lie: all others teach the population, and games are opened.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_cannot_be_read_leaves_its_players_out_alone() {
    on_sqlite(|place| async move {
        let Place::Sqlite(path) = &place else { unreachable!("it is SQLite") };
        let app = TestApp::on(&place.url()).await;
        with_refusals(&app, "g1", "one", 70).await;
        assert_eq!(counted(&app, "one-2").await, [70.0, 70.0], "and enough was read that it is kept");
        // No page holds events of both games.
        notes(&app, "between", 100).await;
        with_refusals(&app, "g2", "two", 70).await;
        notes(&app, "after", 400).await;
        let whole = taught(&app).await;
        assert!(whole >= 4, "{whole}");
        // What is kept is of a moment that has passed: the next one who asks folds anew.
        notes(&app, "later", 400).await;
        app.stop().await;
        assert!(place.count("SELECT count(*) FROM profiles").await > 0);
        place.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)").await;
        let mut bytes = std::fs::read(path).expect("the file");
        let mut damaged = 0;
        for page in bytes.chunks_mut(4_096).skip(1) {
            let of_g1 = br#""game":"g1""#;
            // A leaf of a table: an inner page, in whose free space older rows may stand, leads to the leaves of others, too.
            if page[0] == 0x0d && page.windows(of_g1.len()).any(|some| some == of_g1) {
                page.fill(0xff);
                damaged += 1;
            }
        }
        assert!(damaged > 0);
        let copy = Place::Sqlite(path.with_file_name("page.db"));
        let Place::Sqlite(into) = &copy else { unreachable!("it is SQLite") };
        std::fs::write(into, bytes).expect("a copy");

        let app = TestApp::on(&copy.url()).await;
        // A game that reads the population.
        app.put("/v1/games/now", json!({"ruleset": "liars_dice", "seats": [{}, {}]})).await.expect(201);
        open(&app, "again", "two").await.expect(201);
        // In a log of several partitions what is kept says where it ended, and what stands before that is not read again.
        let is_kept = home().partitions() > 1;
        assert_eq!(taught(&app).await, whole / 2 + u64::from(is_kept), "both games taught the same of as many");
        if !is_kept {
            app.get("/v1/players/one-2").await.problem(500, "damaged");
        }
        app.stop().await;
    })
    .await;
}
