//! The curve of an observer's uncertainty, and the truth that it can be held against.

use std::collections::BTreeMap;

use credence::rulesets::{ALL, Observer};
use serde_json::{Value, json};

use crate::access::{guarded, seat_key};
use crate::harness::app::{TestApp, first_session};
use crate::harness::observed::play;
use crate::harness::{Played, tables};
use crate::http_privacy::whole;

/// A short game of a ruleset, played whole: `g`.
async fn with_game(ruleset: &'static dyn credence::rulesets::AnyRuleset) -> (TestApp, usize) {
    let seats = tables(ruleset)[0];
    let game = Played::simulate(ruleset, seats, Some(24), 3);
    let app = TestApp::fresh().await;
    let players: Vec<Value> = (0..seats).map(|seat| json!({"player": format!("p{seat}")})).collect();
    app.put("/v1/games/g", json!({"ruleset": ruleset.key(), "seats": players})).await.expect(201);
    play(&app, "g", &whole(&game)).await;
    (app, seats)
}

fn items(answer: &Value) -> &Vec<Value> {
    answer["items"].as_array().expect("a list")
}

/// Each point says in short what the belief and the evidence of its revision say at length, in every game.
#[tokio::test]
async fn a_point_says_what_belief_and_evidence_say() {
    for ruleset in ALL {
        let (app, _) = with_game(*ruleset).await;
        for observer in [Observer::Public, Observer::Seat(1), Observer::Referee] {
            let curve = app.get(&format!("/v1/games/g/curve?observer={observer}&limit=1000")).await.expect(200);
            let head = app.revision("g").await;
            assert_eq!(items(&curve).len() as u64, head + 1, "a point for each event, the opening among them");
            for point in items(&curve) {
                let at = &point["revision"];
                let belief = app.get(&format!("/v1/games/g/belief?observer={observer}&revision={at}")).await.expect(200);
                for name in ["entropy_bits", "joint_entropy_bits", "confidence"] {
                    assert_eq!(point[name], belief[name], "{} {observer} {at} {name}", ruleset.key());
                }
                let evidence = app.get(&format!("/v1/games/g/evidence?observer={observer}&from={at}&to={at}")).await.expect(200);
                let short = |piece: &Value| {
                    let names = ["type", "strength", "source", "summary", "information_gain_bits", "surprisal_bits"];
                    names.map(|name| piece[name].clone())
                };
                let (said, known): (Vec<_>, Vec<_>) = (
                    point["evidence"].as_array().expect("a list").iter().map(short).collect(),
                    items(&evidence).iter().map(short).collect(),
                );
                assert_eq!(said, known, "{} {observer} {at}", ruleset.key());
            }
        }
    }
}

#[tokio::test]
async fn pages_and_parts_of_a_curve_are_parts_of_the_whole() {
    let (app, _) = with_game(ALL[1]).await;
    let path = "/v1/games/g/curve?observer=seat:0";
    let whole = app.get(&format!("{path}&limit=1000")).await.expect(200);
    let (mut pages, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = app.get(&format!("{path}&limit=7{cursor}")).await.expect(200);
        assert!(items(&page).len() <= 7);
        pages.extend(items(&page).clone());
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(&pages, items(&whole));
    let rest = app.get(&format!("{path}&limit=1000&from=9")).await.expect(200);
    assert_eq!(items(&rest)[..], items(&whole)[9..]);
    app.get(&format!("{path}&from=100000")).await.expect(200);
    app.get(&format!("{path}&truth=perhaps")).await.problem(400, "parameter");
    app.get(&format!("{path}&cursor=7")).await.problem(400, "parameter");
    // Asked again with its tag it is not sent again.
    let tag = app.get(path).await.headers["etag"].to_str().expect("text").to_owned();
    let again = app.ask(reqwest::Method::GET, path, &[("if-none-match", &tag)], None).await;
    assert_eq!(again.status, 304);
}

/// At a revision where nothing is played a belief stands as it was: what a retraction took back, and the retraction itself.
#[tokio::test]
async fn what_plays_nothing_has_a_point_too() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", first_session()).await;
    app.append("g1", json!({"type": "retract", "data": {"revision": 4, "reason": "it was another table"}})).await;
    app.append("g1", json!({"type": "note", "data": {"text": "tea"}})).await;
    let curve = app.get("/v1/games/g1/curve").await.expect(200);
    let points = items(&curve);
    let revisions: Vec<u64> = points.iter().filter_map(|point| point["revision"].as_u64()).collect();
    assert_eq!(revisions, [0, 1, 2, 3, 4, 5, 6]);
    for point in &points[4..] {
        assert_eq!((&point["entropy_bits"], &point["evidence"]), (&points[3]["entropy_bits"], &json!([])), "{point}");
    }
    let belief = app.get("/v1/games/g1/belief").await.expect(200);
    assert_eq!(points[6]["entropy_bits"], belief["entropy_bits"]);
    let last = app.get("/v1/games/g1/curve?from=6&limit=1").await.expect(200);
    assert_eq!(items(&last)[..], points[6..]);
}

/// A game of its own server, and what an observer is told of its beliefs there, byte by byte: whole, and by pages of two.
async fn told(opening: &Value, events: &[&Value], observer: &str) -> Vec<String> {
    let app = TestApp::fresh().await;
    app.put("/v1/games/g", opening.clone()).await.expect(201);
    for event in events {
        app.append("g", (*event).clone()).await;
    }
    let mut told = Vec::new();
    for path in ["curve", "curve?from=3", "evidence"] {
        let joined = if path.contains('?') { '&' } else { '?' };
        let path = format!("/v1/games/g/{path}{joined}observer={observer}");
        let answer = app.get(&path).await;
        answer.expect(200);
        told.push(format!("{path}: {}", String::from_utf8_lossy(&answer.bytes)));
        let mut next = Some(String::new());
        while let Some(cursor) = next {
            let page = app.get(&format!("{path}&limit=2{cursor}")).await;
            next = page.expect(200)["next"].as_str().map(|next| format!("&cursor={next}"));
            told.push(format!("{path}{cursor}: {}", String::from_utf8_lossy(&page.bytes)));
        }
    }
    told
}

/// Plays a game to its last event, which is one of several that all are hidden from these observers, and fails where they can tell which it was.
async fn ends_look_alike(opening: &Value, events: &[Value], ends: &[Value], observers: &[&str]) {
    let whole = |end| -> Vec<&Value> { events.iter().chain([end]).collect() };
    let first = &ends[0];
    for end in &ends[1..] {
        for observer in observers {
            let (one, other) = (told(opening, &whole(first), observer).await, told(opening, &whole(end), observer).await);
            assert_eq!(one, other, "{observer} is told whether {first} or {end} happened");
        }
        // The law would hold of a server that plays neither.
        let (one, other) = (told(opening, &whole(first), "referee").await, told(opening, &whole(end), "referee").await);
        assert_ne!(one, other, "{first} and {end} are the same even to the referee");
    }
}

/// Which hidden event was taken back, what was put in its place, and whether a hidden event is a retraction at all, shows in no point and in no page.
#[tokio::test]
async fn the_points_of_a_curve_say_nothing_of_what_is_hidden() {
    let retract = |revision: u64, instead: Value| {
        let mut data = json!({"revision": revision, "reason": "a slip"});
        if !instead.is_null() {
            data["instead"] = instead;
        }
        json!({"type": "retract", "data": data})
    };
    let roll = |seat: u8, dice: [u8; 5]| json!({"type": "roll", "data": {"seat": seat, "dice": dice}});
    let dice = [
        json!({"type": "round", "data": {"dice": {"0": 5, "1": 5, "2": 5}, "starter": 0}}),
        roll(1, [2, 2, 3, 4, 5]),
        roll(2, [1, 2, 3, 4, 5]),
        json!({"type": "bid", "data": {"seat": 0, "quantity": 2, "face": 3}}),
    ];
    let ends = [retract(2, Value::Null), retract(3, Value::Null), retract(2, roll(1, [6, 6, 6, 4, 5]))];
    let opening = json!({"ruleset": "liars_dice", "seats": [{}, {}, {}]});
    ends_look_alike(&opening, &dice, &ends, &["seat:0", "public"]).await;

    let hand = |resource: &str| json!({"type": "hand", "data": {"seat": 1, "bundle": {resource: 1}}});
    let cards = [
        json!({"type": "production", "data": {"gains": {"1": {"wood": 1, "ore": 1}}}}),
        json!({"type": "steal", "data": {"thief": 2, "victim": 1}}),
        hand("ore"),
    ];
    let ends = [retract(3, Value::Null), hand("ore"), retract(3, hand("wood"))];
    let opening = json!({"ruleset": "catan", "seats": [{}, {}, {}]});
    ends_look_alike(&opening, &cards, &ends, &["seat:0", "public"]).await;
}

/// The truth, written as changes, is what the referee knew; and a point's surprise is the sum over what the belief gave to it.
#[tokio::test]
async fn beliefs_are_held_against_the_truth() {
    for ruleset in ALL {
        let (app, _) = with_game(*ruleset).await;
        let truth = app.get("/v1/games/g/truth").await.expect(200);
        let curve = app.get("/v1/games/g/curve?observer=seat:1&truth=true&limit=1000").await.expect(200);
        let mut now: BTreeMap<String, String> = BTreeMap::new();
        let mut changes = items(&truth).iter().peekable();
        let mut compared = 0;
        for point in &items(&curve)[1..] {
            let at = point["revision"].as_u64().expect("a revision");
            while let Some(change) = changes.next_if(|change| change["revision"].as_u64() <= Some(at)) {
                for gone in change["gone"].as_array().into_iter().flatten() {
                    now.remove(gone.as_str().expect("an id"));
                }
                let values = change["values"].as_object().expect("values").iter();
                now.extend(values.map(|(id, value)| (id.clone(), value.as_str().expect("text").to_owned())));
            }
            let referee = app.get(&format!("/v1/games/g/belief?observer=referee&revision={at}")).await.expect(200);
            for variable in referee["variables"].as_array().expect("a list").iter().filter(|variable| variable["known"] == true) {
                let known = now.get(variable["id"].as_str().expect("an id"));
                assert_eq!(
                    known.map(String::as_str),
                    variable["distribution"][0]["value"].as_str(),
                    "{} {at} {}",
                    ruleset.key(),
                    variable["id"]
                );
            }
            let belief = app.get(&format!("/v1/games/g/belief?observer=seat:1&revision={at}")).await.expect(200);
            let mut bits = 0.0;
            for variable in belief["variables"].as_array().expect("a list").iter().filter(|variable| variable["derived"] != true)
            {
                let Some(value) = now.get(variable["id"].as_str().expect("an id")) else { continue };
                let given =
                    variable["distribution"].as_array().expect("a list").iter().find(|outcome| outcome["value"] == *value);
                let p = given.and_then(|outcome| outcome["p"].as_f64()).unwrap_or(0.0);
                bits += if p > 0.0 { -libm::log2(p) } else { 20.0 };
                compared += 1;
            }
            let said = point["truth_bits"].as_f64().expect("it was asked for");
            assert!((said - bits).abs() < 1e-9, "{} {at}: {said} and {bits}", ruleset.key());
        }
        assert!(compared > 0, "{}: no truth was compared", ruleset.key());
    }
}

/// A note changes nothing on the table, nor does the end, nor what was taken back: what was true before them is true after them.
#[tokio::test]
async fn what_is_true_stays_true_at_a_note() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", first_session()).await;
    let note = json!({"type": "note", "data": {"text": "tea"}});
    app.append("g1", json!([note, {"type": "production", "data": {"gains": {"2": {"ore": 1}}}}])).await;
    let taken_back = json!({"type": "retract", "data": {"revision": 6, "reason": "the die lay askew"}});
    app.append("g1", json!([taken_back, {"type": "finish", "data": {}}])).await;
    let truth = app.get("/v1/games/g1/truth").await.expect(200);
    let changed: Vec<u64> =
        truth["items"].as_array().expect("a list").iter().map(|item| item["revision"].as_u64().expect("a revision")).collect();
    assert_eq!(changed, [1, 2, 4], "what is held, what the robbery hid, and what the second road showed");
}

/// A game is kept in memory from its newest events on. Where a belief leaves one of them out, or begins again, it is folded from the start of the game.
#[tokio::test]
async fn a_curve_goes_on_where_an_event_is_left_out() {
    let app = TestApp::fresh().await;
    app.put("/v1/games/g1", json!({"ruleset": "catan", "seats": [{}, {}, {}], "on_contradiction": "quarantine"}))
        .await
        .expect(201);
    app.append("g1", json!([{"type": "production", "data": {"gains": {"0": {"ore": 1}, "1": {"wood": 1, "ore": 2}}}}])).await;
    for turn in 0..70 {
        app.append("g1", json!([{"type": "turn", "data": {"seat": turn % 3}}])).await;
    }
    app.append("g1", json!([{"type": "hand", "data": {"seat": 0, "bundle": {"wood": 1}}}])).await;
    let head = app.revision("g1").await;
    let newest = app.get(&format!("/v1/games/g1/curve?observer=seat:0&from={head}")).await.expect(200);
    assert_eq!((items(&newest).len(), &items(&newest)[0]["left_out"]), (1, &json!(true)), "{newest}");
    let whole = app.get("/v1/games/g1/curve?observer=seat:0&limit=1000").await.expect(200);
    assert_eq!(items(&whole).last(), items(&newest).first());
}

/// The truth is for who may look as the referee.
#[tokio::test]
async fn a_seat_is_not_told_the_truth() {
    let (app, admin) = guarded().await;
    app.open_catan("g1", 3, json!({})).await;
    let (seat, _) = seat_key(&app, "g1", 0).await;
    app.hold(Some(&seat));
    app.get("/v1/games/g1/truth").await.problem(403, "not-allowed");
    app.get("/v1/games/g1/curve?truth=true").await.problem(403, "not-allowed");
    app.get("/v1/games/g1/curve?truth=false").await.expect(200);
    let caller = app.get("/v1/caller").await.expect(200);
    assert_eq!((&caller["role"], &caller["game"], &caller["seat"]), (&json!("seat"), &json!("g1"), &json!(0)));
    app.hold(Some(&admin));
    app.get("/v1/games/g1/truth").await.expect(200);
    assert_eq!(app.get("/v1/caller").await.expect(200)["role"], "admin");
}
