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

/// What a retraction took back has no point, and the points after it are of what is left.
#[tokio::test]
async fn a_retracted_event_has_no_point() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", crate::harness::app::first_session()).await;
    app.append("g1", json!({"type": "retract", "data": {"revision": 4, "reason": "it was another table"}})).await;
    let curve = app.get("/v1/games/g1/curve").await.expect(200);
    let revisions: Vec<u64> = items(&curve).iter().filter_map(|point| point["revision"].as_u64()).collect();
    assert!(!revisions.contains(&4), "{revisions:?}");
    for point in items(&curve).iter().filter(|point| point["revision"].as_u64() > Some(4)) {
        let belief = app.get(&format!("/v1/games/g1/belief?revision={}", point["revision"])).await.expect(200);
        assert_eq!(point["entropy_bits"], belief["entropy_bits"]);
    }
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
