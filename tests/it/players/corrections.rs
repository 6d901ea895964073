//! A retraction that changes what was settled puts the players' streams right, in the same append.

use serde_json::{Value, json};

use super::{counted, lengths, offers, refuses, with_a_refusal};
use crate::harness::app::TestApp;
use crate::harness::{Place, history};

crate::store_contract::laws! {
    what_was_retracted_does_not_hold_any_more,
    what_stands_instead_holds,
    a_correction_may_concern_several_players,
    a_retraction_in_a_batch_corrects_what_the_batch_settled,
    a_retraction_that_changes_nothing_settled_says_nothing,
    a_bid_that_was_misread_moves_trust_where_it_was_settled,
    what_was_corrected_is_foretold_as_it_was_corrected,
}

fn retract(revision: u64, instead: Value) -> Value {
    let mut data = json!({"revision": revision, "reason": "misread"});
    if !instead.is_null() {
        data["instead"] = instead;
    }
    json!({"id": format!("retract-{revision}"), "type": "retract", "data": data})
}

fn trade() -> Value {
    json!({"type": "player_trade", "data": {"seat": 1, "give": {"wood": 1}, "partner": 2, "get": {"ore": 1}}})
}

fn refusal(successes: u32) -> Value {
    json!([{"count": {"tendency": "refuses_trades", "context": "", "successes": successes, "opportunities": 1}}])
}

async fn what_was_retracted_does_not_hold_any_more(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_a_refusal(&app, "g1").await;
    assert_eq!(counted(&app, "p2").await, [1.0, 1.0]);
    for status in [201, 200] {
        app.post("/v1/games/g1/events", retract(3, Value::Null)).await.expect(status);
        assert_eq!(counted(&app, "p2").await, [0.0, 0.0]);
    }
    let items = history(&app, "p2", 10).await;
    assert_eq!(items.len(), 2);
    let correction = &items[0];
    assert_eq!([&correction["game"], &correction["revision"], &correction["corrects"]], [&json!("g1"), &json!(4), &json!(3)]);
    assert_eq!([&correction["was"], &correction["now"]], [&refusal(1), &json!([])]);
    let then = app.get("/v1/players/p2?revision=0").await.expect(200);
    assert_eq!(super::refusal_rate(&then)["successes"], 1.0, "what was known before stays what was known");
    // Taken back a second time, now in favour of another event: it holds again, as a correction.
    app.append("g1", json!({"type": "retract", "data": {"revision": 3, "reason": "no", "instead": trade()}})).await;
    let again = &history(&app, "p2", 10).await[0];
    assert_eq!([&again["was"], &again["now"]], [&json!([]), &refusal(0)]);
    assert_eq!(counted(&app, "p2").await, [0.0, 1.0]);
    app.stop().await;
}

async fn what_stands_instead_holds(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_a_refusal(&app, "g1").await;
    app.append("g1", retract(3, trade())).await;
    assert_eq!(counted(&app, "p2").await, [0.0, 1.0]);
    let correction = &history(&app, "p2", 10).await[0];
    assert_eq!([&correction["was"], &correction["now"]], [&refusal(1), &refusal(0)]);
    // The profile is the one that the right event would have left.
    app.open_catan("g2", 4, json!({})).await;
    let right = app.put(
        "/v1/games/right",
        json!({"ruleset": "catan", "seats": (0..4).map(|seat| json!({"player": format!("q{seat}")})).collect::<Vec<_>>()}),
    );
    right.await.expect(201);
    app.append("right", super::an_offer()).await;
    app.append("right", trade()).await;
    let rates = async |player: &str| app.get(&format!("/v1/players/{player}")).await.expect(200)["rulesets"].clone();
    assert_eq!(rates("p2").await, rates("q2").await);
    app.stop().await;
}

async fn a_correction_may_concern_several_players(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_a_refusal(&app, "g1").await;
    app.append("g1", retract(3, json!({"type": "refuse", "data": {"seat": 3}}))).await;
    assert_eq!((counted(&app, "p2").await, counted(&app, "p3").await), ([0.0, 0.0], [1.0, 1.0]));
    assert_eq!(lengths(&app).await, [0, 0, 2, 1]);
    let theirs = &history(&app, "p3", 10).await[0];
    assert_eq!([&theirs["was"], &theirs["now"], &theirs["seat"]], [&json!([]), &refusal(1), &json!(3)]);
    app.stop().await;
}

async fn a_retraction_in_a_batch_corrects_what_the_batch_settled(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_a_refusal(&app, "g1").await;
    let batch = json!([offers("o-2"), refuses("second", 2), retract(3, Value::Null), offers("o-3"), refuses("third", 2)]);
    app.append("g1", batch).await;
    assert_eq!((counted(&app, "p2").await, lengths(&app).await), ([2.0, 2.0], [0, 0, 4, 0]));
    let kinds: Vec<bool> = history(&app, "p2", 10).await.iter().map(|item| item.get("corrects").is_some()).collect();
    assert_eq!(kinds, [false, true, false, false], "in the order of the game");
    app.stop().await;
}

async fn a_retraction_that_changes_nothing_settled_says_nothing(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_a_refusal(&app, "g1").await;
    app.append("g1", json!([{"type": "note", "data": {"text": "hm"}}, {"type": "hand_size", "data": {"seat": 1, "count": 2}}]))
        .await;
    app.append("g1", retract(4, Value::Null)).await;
    app.append("g1", retract(5, Value::Null)).await;
    // Without the offer nothing could have been refused.
    app.post("/v1/games/g1/events", retract(2, Value::Null)).await.problem(422, "refusal");
    assert_eq!((lengths(&app).await, counted(&app, "p2").await), ([0, 0, 1, 0], [1.0, 1.0]));
    app.stop().await;
}

/// Two rounds, of which the first bid of seat 0 was misread.
fn two_rounds(first_face: u8) -> Value {
    json!([
        {"type": "round", "data": {"dice": {"0": 2, "1": 2}, "starter": 0}},
        {"id": "first", "type": "bid", "data": {"seat": 0, "quantity": 1, "face": first_face}},
        {"type": "call", "data": {"seat": 1}},
        {"type": "reveal", "data": {"hands": {"0": [4, 3], "1": [1, 6]}}},
        {"type": "dice_change", "data": {"seat": 1, "delta": -1, "left": 1}},
        {"type": "round", "data": {"dice": {"0": 2, "1": 1}, "starter": 1}},
        {"type": "bid", "data": {"seat": 1, "quantity": 1, "face": 1}},
        {"type": "bid", "data": {"seat": 0, "quantity": 2, "face": 6}},
        {"type": "call", "data": {"seat": 1}},
        {"type": "reveal", "data": {"hands": {"0": [1, 6], "1": [5]}}},
    ])
}

/// Seat 0 shows 4 3 and 1 6. As recorded it bid sixes in both rounds: accuracies 0 and min(1, 2 x 1/2) = 1, so trust goes 0.5, 0.45, 0.5.
/// It had bid a four in the first: accuracies 1 and 1, trust 0.55 and 0.6. By the careless bid that it did not make, its dice of the second round
/// fitted better what it said with them than they do now, so that what this round settled is corrected too.
async fn a_bid_that_was_misread_moves_trust_where_it_was_settled(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let open = async |game: &str, player: &str| {
        let seats = json!([{"player": player}, {"player": format!("other-{player}")}]);
        let setup = json!({"dice": 2, "ones_wild": false, "maputa": false});
        app.put(&format!("/v1/games/{game}"), json!({"ruleset": "liars_dice", "setup": setup, "seats": seats})).await.expect(201);
    };
    let trust = async |player: &str| {
        let answer = app.get(&format!("/v1/players/{player}")).await.expect(200);
        let rulesets = answer["rulesets"].as_array().expect("rulesets").clone();
        rulesets.into_iter().find(|ruleset| ruleset["ruleset"] == "liars_dice").expect("it is hosted")
    };
    let near = |value: &Value, expected: f64| (value.as_f64().expect("a number") - expected).abs() < 1e-12;
    open("misread", "ann").await;
    app.append("misread", two_rounds(6)).await;
    let before = trust("ann").await;
    assert!(near(&before["trust"]["value"], 0.5), "{before}");
    let curve: Vec<f64> = history(&app, "ann", 50).await.iter().filter_map(|item| item["trust"].as_f64()).collect();
    assert!(curve.len() == 2 && (curve[1] - 0.45).abs() < 1e-12 && (curve[0] - 0.5).abs() < 1e-12, "{curve:?}");
    let right = json!({"type": "bid", "data": {"seat": 0, "quantity": 1, "face": 4}});
    app.append("misread", retract(2, right)).await;
    open("right", "bob").await;
    app.append("right", two_rounds(4)).await;
    let (corrected, expected) = (trust("ann").await, trust("bob").await);
    assert_eq!(corrected, expected);
    assert!(near(&corrected["trust"]["value"], 0.6), "{corrected}");
    let items = history(&app, "ann", 50).await;
    // What was settled is named by the reveal that settled it; the newest comes first.
    let corrected: Vec<[&Value; 2]> = items.iter().map(|item| [&item["corrects"], &item["revision"]]).take(3).collect();
    assert_eq!(corrected, [[&json!(10), &json!(11)], [&json!(4), &json!(11)], [&Value::Null, &json!(10)]]);
    assert!(items[2..].iter().all(|item| item.get("corrects").is_none()), "{items:?}");
    let accuracy = |observed: &Value| {
        let all = observed.as_array().expect("a list").clone();
        all.into_iter().find_map(|observed| observed["accuracy"]["value"].as_f64()).expect("an accuracy")
    };
    for (correction, accuracies) in items.iter().zip([[1.0, 1.0], [0.0, 1.0]]) {
        assert!(near(&correction["trust"], 0.6), "{correction}");
        assert_eq!([accuracy(&correction["was"]), accuracy(&correction["now"])], accuracies);
    }
    let fitted = |count: &Value| count["count"]["tendency"] == "dice_fit";
    let differs = |item: &Value| {
        let of = |field: &str| item[field].as_array().expect("a list").clone();
        of("was").into_iter().zip(of("now")).filter(|(was, now)| was != now).map(|(was, _)| was).collect::<Vec<_>>()
    };
    assert_eq!(differs(&items[0]).iter().filter(|was| fitted(was)).count(), 2, "one band in place of another: {}", items[0]);
    app.stop().await;
}

/// Two trades that were first misread as refusals, and then a refusal that nothing stands in the place of: `credence learn` says what it says of the
/// two trades alone.
async fn what_was_corrected_is_foretold_as_it_was_corrected(place: Place) {
    let learned = async |place: &Place| {
        let ran = crate::operations::run(place, &["learn", "catan", "--json"]).await;
        assert_eq!(ran.code, Some(0), "{}", ran.complaint);
        serde_json::from_slice::<Value>(&ran.printed).expect("JSON")
    };
    let (_keep, right) = crate::harness::fresh_sqlite();
    let app = TestApp::on(&right.url()).await;
    for game in ["g1", "g2"] {
        app.open_catan(game, 4, json!({})).await;
        app.append(game, super::an_offer()).await;
        app.append(game, trade()).await;
    }
    app.stop().await;
    let app = TestApp::on(&place.url()).await;
    for game in ["g1", "g2"] {
        with_a_refusal(&app, game).await;
        app.append(game, retract(3, trade())).await;
    }
    app.stop().await;
    let corrected = learned(&place).await;
    let rate = &corrected["rates"][0];
    let seen = ["tendency", "successes", "opportunities"].map(|field| rate[field].clone());
    assert_eq!(seen, [json!("refuses_trades"), json!(0), json!(2)], "{corrected}");
    assert_eq!(corrected, learned(&right).await, "as if it had been reported rightly");
    let app = TestApp::on(&place.url()).await;
    app.open_catan("g3", 4, json!({})).await;
    app.append("g3", super::an_offer()).await;
    app.append("g3", refuses("no", 3)).await;
    app.stop().await;
    let with_another = learned(&place).await;
    assert_eq!([&with_another["players"], &with_another["games"]], [&json!(2), &json!(3)], "{with_another}");
    let app = TestApp::on(&place.url()).await;
    app.append("g3", retract(3, Value::Null)).await;
    app.stop().await;
    assert_eq!(learned(&place).await, corrected, "nothing is left of the third game, nor of its player");
}
