//! Persons' streams lie in parts beside the games. Whatever the order in which games are opened and settle, what is remembered is the fold of the parts
//! in the order of the games; and who is forgotten is forgotten in all parts.

use credence::belief::seeded;
use credence::store::{Append, Expected, LogId, NewEvent, Part, StreamId};
use rand::RngExt;
use reqwest::Method;
use serde_json::{Value, json};

use super::partitioned;
use crate::harness::app::TestApp;
use crate::harness::{Place, history};
use crate::operations::{run, verify};
use crate::players::{an_offer, counted, refusal_rate, refuses};

crate::store_contract::laws! {
    overlapping_games_are_folded_in_the_order_in_which_they_were_opened,
    populations_are_carried_on_from_what_is_in_memory,
    a_part_is_read_in_pages,
    a_seat_is_numbered_once,
    games_that_an_earlier_build_numbered_come_first,
    a_game_that_is_opened_again_comes_last,
    new_games_come_after_old_ones_when_a_stream_was_set_aside,
    where_somebody_sat_is_read_once,
    games_that_settle_nothing_count_for_what_is_kept,
    forgetting_reaches_every_partition,
}

async fn open(app: &TestApp, game: &str) -> Value {
    let seats: Vec<Value> = ["ann", "bob", "cid", "dan"].iter().map(|player| json!({"player": player})).collect();
    app.put(&format!("/v1/games/{game}"), json!({"ruleset": "catan", "seats": seats})).await.expect(201)
}

/// Another offer of the same: the first brought the cards.
fn offered_again() -> Value {
    json!({"type": "offer", "data": {"seat": 1, "give": {"wood": 1}, "get": {"ore": 1}, "to": [2, 3]}})
}

/// Games of the same players that overlap, and settle something in an order of their own. Answers name the games by the order of opening, whatever
/// settled first; what is kept, carried on and folded again from nothing are one.
async fn overlapping_games_are_folded_in_the_order_in_which_they_were_opened(place: Place) {
    let app = partitioned(&place, 4).await;
    let mut rng = seeded(0, 7);
    let games: Vec<String> = (0..12).map(|game| format!("g{game}")).collect();
    let mut running: Vec<(usize, u32)> = Vec::new();
    let mut opened = 0;
    let (mut step, mut compared) = (0, 0);
    while opened < games.len() || !running.is_empty() {
        step += 1;
        if opened < games.len() && (running.is_empty() || running.len() < 5 && rng.random_bool(0.3)) {
            open(&app, &games[opened]).await;
            app.append(&games[opened], an_offer()).await;
            running.push((opened, 0));
            opened += 1;
            continue;
        }
        let place = rng.random_range(0..running.len());
        let (game, settled) = running[place];
        // The first game rests until all others have ended: what it settles then stands before hundreds of others.
        if game == 0 && settled == 10 && (opened < games.len() || running.len() > 1) {
            continue;
        }
        // An offer is refused by one; the next one is made.
        app.append(&games[game], json!([refuses(&format!("no {step}"), 2)])).await;
        app.append(&games[game], offered_again()).await;
        if settled == 19 {
            running.remove(place);
        } else {
            running[place].1 += 1;
        }
        if step % 7 == 0 {
            // Read in between, so that something is in memory, kept, and carried on; as of its revision it is folded from the start.
            let now = app.get("/v1/players/cid").await.expect(200);
            if let Some(revision) = now["revision"].as_u64() {
                let folded = app.get(&format!("/v1/players/cid?revision={revision}")).await.expect(200);
                assert_eq!(refusal_rate(&now)["opportunities"], refusal_rate(&folded)["opportunities"], "at step {step}");
                compared += 1;
            }
        }
    }
    let entries = history(&app, "cid", 17).await;
    let mut order: Vec<&str> = entries.iter().rev().filter_map(|entry| entry["game"].as_str()).collect();
    assert!(compared >= 20, "{compared}");
    assert_eq!(order.len(), 240, "each refusal once");
    order.dedup();
    assert_eq!(order, games, "newest first, a game at a time, in the order of their openings");
    let numbered: Vec<u64> = entries.iter().rev().filter_map(|entry| entry["player_revision"].as_u64()).collect();
    assert_eq!(numbered, (0..240).collect::<Vec<u64>>());
    // Whatever is asked for at once, and from wherever, it is the same history.
    for limit in [1, 7, 100, 240] {
        assert_eq!(history(&app, "cid", limit).await, entries, "pages of {limit}");
    }
    let of_g0 = app.get("/v1/players/cid/history?game=g0&limit=7").await.expect(200);
    assert_eq!((of_g0["items"].as_array().map(Vec::len), &of_g0["next"]), (Some(7), &json!("13")));
    assert_eq!(of_g0["items"].as_array(), Some(&entries[220..227].to_vec()));
    app.get("/v1/players/cid/history?cursor=241").await.problem(400, "parameter");
    // By hand: 20 of 20 in each game, and a game weighs .98 for each later one. 20 (1 - .98^12) / .02 = 215.28…
    let weighed = 20.0 * (1.0 - libm::pow(0.98, 12.0)) / 0.02;
    let [successes, opportunities] = counted(&app, "cid").await;
    assert!(
        (opportunities - weighed).abs() < 1e-9 && (successes - weighed).abs() < 1e-9,
        "{successes} of {opportunities}, {weighed}"
    );
    let now = app.get("/v1/players/cid").await.expect(200);
    assert_eq!(now["revision"], 239);
    let then = app.get("/v1/players/cid?revision=19").await.expect(200);
    assert_eq!(then["rulesets"][0]["games"], 1, "the first twenty are those of the first game");
    app.get("/v1/players/cid?revision=240").await.problem(404, "not-found");
    app.stop().await;
    let verified = verify(&place).await.json(0);
    assert_eq!(verified["damages"], json!([]));
    assert!(verified["verified"]["profiles"].as_u64() >= Some(1), "{verified}");
    // Folded again from nothing, it is the same bit for bit.
    let log = place.open().await;
    let home = log.find_tenant("default").await.expect("read").expect("there");
    let writer = credence::store::LogWriter::spawn(std::sync::Arc::clone(&log));
    let entropy = credence::clock::Entropy::from_system().expect("randomness");
    let clock = std::sync::Arc::new(credence::clock::SystemClock);
    let service =
        credence::service::Service::new(std::sync::Arc::clone(&log), writer.clone(), clock, entropy, Default::default());
    let mut rebuilt = Vec::new();
    service.rebuild(home, |player| rebuilt.push(player)).await.expect("rebuilt");
    let cid = rebuilt.iter().find(|rebuilt| rebuilt.player == "cid").expect("cid");
    assert_eq!((&cid.different, cid.revision), (&Vec::new(), Some(239)));
    assert!(cid.equal.contains(&"catan".to_owned()), "{cid:?}");
    assert!(service.rebuild_populations(home).await.expect("rebuilt").values().all(|equal| *equal));
    writer.close().await;
    log.close().await;
}

/// What all players taught is folded again as the log grows. What a game settles that was opened before another one settled something stands before that: the
/// streams are carried on all the same, and their starts, which are damaged here, are not read again.
async fn populations_are_carried_on_from_what_is_in_memory(place: Place) {
    let app = partitioned(&place, 4).await;
    for game in ["early", "late", "other"] {
        open(&app, game).await;
        app.append(game, an_offer()).await;
    }
    let players = async |round: &str| {
        let notes = (0..200).map(|at| json!({"id": format!("{round}-{at}"), "type": "note", "data": {"text": "."}}));
        app.append("other", notes.collect()).await;
        app.get("/v1/rulesets/catan").await.expect(200)["population"]["players"].as_u64().expect("a number")
    };
    app.append("late", json!([refuses("no", 2)])).await;
    let before = players("before").await;
    assert!(before > 0, "somebody has taught something");
    let first = "stream LIKE 'player%' AND revision = 0";
    place.tamper(&format!("UPDATE events SET payload = {} WHERE {first}", place.bytes("7b7d"))).await;
    for round in ["one", "two"] {
        app.append("early", json!([refuses(round, 2)])).await;
        assert_eq!(players(round).await, before, "{round}");
        app.append("early", offered_again()).await;
    }
    app.stop().await;
}

/// More stands in one part than is read at once: two whole pages and a bit.
async fn a_part_is_read_in_pages(place: Place) {
    let app = partitioned(&place, 4).await;
    open(&app, "g").await;
    app.append("g", an_offer()).await;
    app.append("g", json!([refuses("no", 2)])).await;
    app.stop().await;

    let log = place.open().await;
    let home = log.find_tenant("default").await.expect("read").expect("there");
    let cid = log.find_player(home, "cid").await.expect("read").expect("a player").person;
    let (part, stream) = (home.of_game("g"), StreamId::player(&cid));
    let settled = log.read(part, &stream, 0, 10).await.expect("read").pop().expect("the refusal");
    let again = |number: usize| NewEvent {
        id: format!("again {number}"),
        kind: settled.kind.clone(),
        schema: settled.schema,
        time_us: settled.time_us,
        payload: settled.payload.clone().expect("nothing is erased"),
        salt: [0; 32],
        reporter: None,
    };
    let parts = vec![Part { stream, expected: Expected::Any, events: (0..4_100).map(again).collect() }];
    let answers = log.append(vec![Append { log: part, parts, catalog: Vec::new() }]).await.expect("the group");
    assert!(answers[0].is_ok(), "{:?}", answers[0]);
    log.close().await;

    let app = TestApp::on(&place.url()).await;
    assert_eq!(app.get("/v1/players/cid").await.expect(200)["revision"], 4_100);
    assert_eq!(counted(&app, "cid").await, [4_101.0, 4_101.0]);
    app.stop().await;
}

/// Two that open the same game at once, and one that comes again, take one number for each seat's person.
async fn a_seat_is_numbered_once(place: Place) {
    let app = partitioned(&place, 4).await;
    for game in ["g1", "g2", "g3"] {
        let seats = json!([{"player": "ann"}, {"player": "bob"}, {"player": "ann"}]);
        let (path, body) = (format!("/v1/games/{game}"), json!({"ruleset": "catan", "seats": seats}));
        let opened = futures::future::join_all((0..4).map(|_| app.put(&path, body.clone()))).await;
        let mut statuses: Vec<u16> = opened.iter().map(|answer| answer.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 200, 200, 201]);
    }
    let mut numbers = Vec::new();
    for game in ["g1", "g2", "g3"] {
        let log = app.get(&format!("/v1/games/{game}/events?observer=referee&limit=1")).await.expect(200);
        numbers.push(log["items"][0]["data"]["numbers"].clone());
    }
    assert!(numbers.iter().all(|numbers| numbers[0] == numbers[2]), "one player in two seats plays one game: {numbers:?}");
    let of_ann: Vec<u64> = numbers.iter().filter_map(|numbers| numbers[0].as_u64()).collect();
    assert!(of_ann.len() == 3 && of_ann.is_sorted_by(|one, other| one < other), "{numbers:?}");
    app.stop().await;
}

/// The numbers that a game was opened with, one a seat.
async fn numbers(app: &TestApp, game: &str) -> Vec<u64> {
    let log = app.get(&format!("/v1/games/{game}/events?observer=referee&limit=1")).await.expect(200);
    let numbers = log["items"][0]["data"]["numbers"].as_array().expect("numbers").clone();
    numbers.iter().map(|number| number.as_u64().expect("a number")).collect()
}

/// An earlier build numbered games by the revisions of their events. Games that are opened now come after those.
async fn games_that_an_earlier_build_numbered_come_first(place: Place) {
    let app = partitioned(&place, 4).await;
    for game in ["g1", "g2", "g3"] {
        open(&app, game).await;
    }
    app.stop().await;

    let log = place.open().await;
    let home = log.find_tenant("default").await.expect("read").expect("there");
    let ann = log.find_player(home, "ann").await.expect("read").expect("a player").person;
    let seated = NewEvent {
        id: "old".to_owned(),
        kind: "seated".to_owned(),
        schema: 1,
        time_us: 0,
        payload: br#"{"game":"old"}"#.to_vec(),
        salt: [0; 32],
        reporter: None,
    };
    let parts = vec![Part { stream: StreamId::player(&ann), expected: Expected::Any, events: vec![seated] }];
    let answers = log.append(vec![Append { log: home, parts, catalog: Vec::new() }]).await.expect("the group");
    let event = answers.into_iter().next().expect("an answer").expect("taken").parts[0][0].clone();
    assert!(event.revision < event.position, "{event:?}");
    log.close().await;

    let app = TestApp::on(&place.url()).await;
    open(&app, "new").await;
    let new = numbers(&app, "new").await;
    assert!(new[0] > event.position && new[0] > event.revision, "{event:?} {new:?}");
    app.stop().await;
}

/// A game is set aside after others of the same player, and opened again under its id: it comes last, as in a log of one partition.
async fn a_game_that_is_opened_again_comes_last(place: Place) {
    let app = partitioned(&place, 4).await;
    for game in ["g1", "g2", "g3"] {
        open(&app, game).await;
        app.append(game, an_offer()).await;
        app.append(game, json!([refuses("no", 2)])).await;
    }
    let old = numbers(&app, "g1").await;
    app.stop().await;
    let nothing = place.bytes("7b7d");
    place.tamper(&format!("UPDATE events SET payload = {nothing} WHERE stream = 'game/g1' AND revision = 1")).await;
    let log = LogId::of_tenant(1, 4).of_game("g1").0.to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("aside").display().to_string();
    run(&place, &["repair", "--json", "--yes", "--stream", "game/g1", "--log", &log, "--aside", &file]).await.json(0);

    let app = TestApp::on(&place.url()).await;
    open(&app, "g1").await;
    let (new, others) = (numbers(&app, "g1").await, numbers(&app, "g3").await);
    assert!(new.iter().zip(&old).all(|(new, old)| new > old), "{new:?} {old:?}");
    assert!(new.iter().zip(&others).all(|(new, other)| new > other), "{new:?} {others:?}");
    app.append("g1", an_offer()).await;
    app.append("g1", json!([refuses("no", 2)])).await;
    let newest = history(&app, "cid", 5).await;
    let games: Vec<&str> = newest.iter().filter_map(|entry| entry["game"].as_str()).collect();
    assert_eq!(games, ["g1", "g3", "g2", "g1"]);
    app.stop().await;
    assert_eq!(verify(&place).await.json(0)["damages"], json!([]));
    assert_eq!(run(&place, &["rebuild"]).await.code, Some(0));
}

/// The part of a person's stream that gives the numbers is set aside: games that are opened then come after those that were.
async fn new_games_come_after_old_ones_when_a_stream_was_set_aside(place: Place) {
    let app = partitioned(&place, 4).await;
    let games = |from: usize| -> Vec<String> { (from..from + 8).map(|game| format!("g{game}")).collect() };
    let play = async |app: &TestApp, game: &str| {
        open(app, game).await;
        app.append(game, an_offer()).await;
        app.append(game, json!([refuses("no", 2)])).await;
    };
    for game in games(0) {
        play(&app, &game).await;
    }
    app.stop().await;

    let home = LogId::of_tenant(1, 4);
    let log = place.open().await;
    let cid = log.find_player(home, "cid").await.expect("read").expect("a player").person;
    log.close().await;
    let (stream, number) = (format!("player/{cid}"), home.0.to_string());
    let of = format!("log_id = {number} AND stream = '{stream}' AND revision = 1");
    place.tamper(&format!("UPDATE events SET payload = {} WHERE {of}", place.bytes("7b7d"))).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("aside").display().to_string();
    run(&place, &["repair", "--json", "--yes", "--stream", &stream, "--log", &number, "--aside", &file]).await.json(0);

    let app = TestApp::on(&place.url()).await;
    for game in games(8) {
        play(&app, &game).await;
    }
    let entries = history(&app, "cid", 5).await;
    let order: Vec<&str> = entries.iter().rev().filter_map(|entry| entry["game"].as_str()).collect();
    // What had been settled in the first partition went with the part that was set aside.
    let mut expected: Vec<String> = games(0).into_iter().filter(|game| home.of_game(game).partition() != 0).collect();
    assert!(expected.len() >= 2, "{expected:?}");
    expected.extend(games(8));
    assert_eq!(order, expected);
    app.stop().await;
    assert_eq!(verify(&place).await.json(0)["damages"], json!([]));
    assert_eq!(run(&place, &["rebuild"]).await.code, Some(0));
}

/// Nothing was settled about anybody. What was read of where they sat is not read again, so that what befalls it afterwards stays unnoticed until
/// the server starts again.
async fn where_somebody_sat_is_read_once(place: Place) {
    let app = partitioned(&place, 4).await;
    for game in ["g0", "g1", "g2"] {
        open(&app, game).await;
    }
    let first = "type = 'seated' AND revision = 0";
    place.tamper(&format!("UPDATE events SET payload = {} WHERE {first}", place.bytes("7b7d"))).await;
    open(&app, "g3").await;
    let app = app.restart().await;
    let seats = json!([{"player": "ann"}, {"player": "bob"}, {"player": "cid"}, {"player": "dan"}]);
    app.put("/v1/games/g4", json!({"ruleset": "catan", "seats": seats})).await.problem(500, "damaged");
    app.stop().await;
}

async fn games_that_settle_nothing_count_for_what_is_kept(place: Place) {
    let app = partitioned(&place, 4).await;
    open(&app, "g").await;
    app.append("g", an_offer()).await;
    app.append("g", json!([refuses("no", 2)])).await;
    for game in 0..70 {
        open(&app, &format!("quiet-{game}")).await;
    }
    assert_eq!(counted(&app, "cid").await, [1.0, 1.0]);
    app.stop().await;
    assert_eq!(place.count("SELECT count(*) FROM profiles").await, 1, "of the one player of whom something was settled");
    let verified = verify(&place).await.json(0);
    assert_eq!((&verified["damages"], &verified["verified"]["profiles"]), (&json!([]), &json!(1)), "{verified}");
    assert_eq!(run(&place, &["rebuild"]).await.code, Some(0));
}

async fn forgetting_reaches_every_partition(place: Place) {
    let app = partitioned(&place, 4).await;
    for game in 0..8 {
        let game = format!("g{game}");
        open(&app, &game).await;
        app.append(&game, an_offer()).await;
        app.append(&game, json!([refuses("no", 2)])).await;
    }
    assert_eq!(history(&app, "cid", 50).await.len(), 8);
    let forget = || app.ask(Method::DELETE, "/v1/players/cid", &[], None);
    assert_eq!(forget().await.status, 204);
    forget().await.problem(410, "player-forgotten");
    app.get("/v1/players/cid").await.problem(410, "player-forgotten");
    // Games go on, and what they settle about who was forgotten is nobody's.
    app.append("g0", offered_again()).await;
    app.append("g0", json!([refuses("no again", 2), refuses("nor I", 3)])).await;
    assert_eq!(counted(&app, "dan").await[1], 1.0);
    app.stop().await;
    // In every partition the part of the stream is closed, and nothing can be read in it.
    // Truth is a number in SQLite, and no number in Postgres.
    let closed = "SELECT stream FROM streams WHERE CAST(closed AS integer) = 1 AND stream LIKE 'player/%'";
    assert_eq!(place.count(&format!("SELECT count(*) FROM ({closed}) AS closed")).await, 4);
    let left = format!("SELECT count(*) FROM events WHERE stream IN ({closed}) AND type <> 'forgotten' AND payload IS NOT NULL");
    assert_eq!(place.count(&left).await, 0);
    assert_eq!(verify(&place).await.json(0)["damages"], json!([]));
}
