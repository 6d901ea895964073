//! Offers and who turns them down.

use serde_json::{Value, json};

use super::{Watch, close, event, opening};
use crate::rulesets::{Conduct, Observer, PublicTable};

/// Seat 2 stole a wood or an ore from seat 1. Seat 0 offers a sheep for an ore, and seat 3 a sheep for a wood, to the seats in `to`.
fn two_offers(to: Value) -> Watch {
    let mut watch = Watch::new(opening(4, json!({}), json!({})), Observer::Public);
    watch.post("production", json!({"gains": {"0": {"sheep": 2}, "1": {"wood": 1, "ore": 1}, "3": {"sheep": 2}}}));
    watch.post("steal", json!({"thief": 2, "victim": 1}));
    watch.post("offer", json!({"seat": 0, "give": {"sheep": 1}, "get": {"ore": 1}}));
    watch.post("offer", json!({"seat": 3, "give": {"sheep": 1}, "get": {"wood": 1}, "to": to}));
    close(watch.p("seat:2/ore", 1), 0.5);
    watch
}

/// A refusal is of the offer whose maker it names: .7 where the card is held, against 1. Where it names none and two want different cards it says nothing.
#[test]
fn a_refusal_is_of_the_offer_that_it_names() {
    let refused = |to: Value, refusal: Value| {
        let mut watch = two_offers(to);
        watch.post("refuse", refusal);
        (watch.p("seat:2/ore", 1), watch.pieces.len())
    };
    let (ore, wood) = (0.7 / 1.7, 1.0 / 1.7);
    for (to, refusal, expected, pieces) in [
        (json!([]), json!({"seat": 2, "maker": 0}), ore, 1),
        (json!([]), json!({"seat": 2, "maker": 3}), wood, 1),
        (json!([]), json!({"seat": 2}), 0.5, 0),
        (json!([1]), json!({"seat": 2}), ore, 1),
        (json!([1, 2]), json!({"seat": 2, "maker": 3}), wood, 1),
    ] {
        let (p, said) = refused(to.clone(), refusal.clone());
        close(p, expected);
        assert_eq!(said, pieces, "{to} {refusal}");
    }
}

/// Seat 1 holds wood in 1 of 1.05 worlds once it offered some. Saying so again after a piece that costs nothing, or a monopoly that takes nothing, adds nothing.
#[test]
fn what_moves_no_card_makes_nothing_new_of_what_is_said_again() {
    let mut watch = Watch::new(opening(3, json!({}), json!({})), Observer::Public);
    let offer = json!({"seat": 1, "give": {"wood": 1}, "get": {"ore": 1}});
    watch.post("production", json!({"gains": {"1": {"wood": 1, "brick": 1}, "2": {"sheep": 1, "wheat": 1, "ore": 1}}}));
    watch.post("build", json!({"seat": 2, "piece": "dev_card"}));
    watch.post("steal", json!({"thief": 0, "victim": 1})).post("offer", offer.clone());
    close(watch.p("seat:1/wood", 1), 1.0 / 1.05);
    for (kind, data) in [
        ("build", json!({"seat": 2, "piece": "road", "free": true})),
        ("monopoly", json!({"seat": 2, "resource": "sheep", "taken": {}})),
    ] {
        watch.post(kind, data).post("offer", offer.clone());
        close(watch.p("seat:1/wood", 1), 1.0 / 1.05);
    }
}

/// What a seat has turned down it does not turn down once more while another offer waits: the refusal that names none is of that.
#[test]
fn a_refusal_is_of_what_was_not_turned_down_yet() {
    let mut watch = two_offers(json!([]));
    watch.post("refuse", json!({"seat": 2, "maker": 3}));
    close(watch.p("seat:2/ore", 1), 1.0 / 1.7);
    watch.post("refuse", json!({"seat": 2}));
    close(watch.p("seat:2/ore", 1), 0.5);
    assert_eq!(watch.pieces.len(), 1);
    // It has turned both down.
    watch.post("refuse", json!({"seat": 2}));
    assert!(watch.pieces.is_empty());
}

#[test]
fn a_refusal_of_no_offer_is_named() {
    let watch = two_offers(json!([1]));
    let rule = |data: Value| watch.check("refuse", data).unwrap_err().rule;
    assert_eq!(rule(json!({"seat": 2, "maker": 3})), "offer_not_made_to_seat");
    assert_eq!(rule(json!({"seat": 2, "maker": 1})), "no_open_offer");
    assert_eq!(rule(json!({"seat": 2, "maker": 2})), "own_offer");
    assert_eq!(rule(json!({"seat": 2, "maker": 4})), "unknown_seat");
    // The maker of one offer may turn the other down.
    assert!(watch.check("refuse", json!({"seat": 3})).is_ok());
    assert_eq!(watch.check("refuse", json!({"seat": 0})).unwrap_err().rule, "offer_not_made_to_seat");
}

/// Each answer is counted for one offer: by what it names, by the cards of the trade, and else for the last of them.
#[test]
fn answers_are_counted_offer_by_offer() {
    let settled = |watch: &mut Watch, kind: &str, data: Value| {
        let conduct = watch.table.clone().advance(&event(kind, data.clone())).1;
        watch.post(kind, data);
        conduct
    };
    let answers = |seat, refuses| vec![Conduct::once(seat, "refuses_trades", "", refuses)];
    let refuses = |seat| answers(seat, true);
    let accepts = |seat| answers(seat, false);
    let mut watch = two_offers(json!([]));
    assert_eq!(settled(&mut watch, "refuse", json!({"seat": 2})), refuses(2));
    assert_eq!(settled(&mut watch, "refuse", json!({"seat": 2})), refuses(2), "there are two offers");
    assert_eq!(settled(&mut watch, "refuse", json!({"seat": 2})), Vec::new(), "it has answered both");
    // The trade takes up the first offer, though another was made after it. The second is open still.
    let mut watch = two_offers(json!([]));
    let trade = json!({"seat": 0, "give": {"sheep": 1}, "partner": 1, "get": {"ore": 1}});
    assert_eq!(settled(&mut watch, "player_trade", trade), accepts(1));
    assert_eq!(watch.check("refuse", json!({"seat": 2, "maker": 0})).unwrap_err().rule, "no_open_offer");
    assert_eq!(settled(&mut watch, "refuse", json!({"seat": 2})), refuses(2));
    // Seat 3 answers the offer of seat 0 with another one, and they trade by it: seat 0 has answered, and seat 3 has not.
    let mut watch = two_offers(json!([0]));
    let trade = json!({"seat": 3, "give": {"sheep": 1}, "partner": 0, "get": {"wood": 1}});
    assert_eq!(watch.table.clone().advance(&event("player_trade", trade)).1, accepts(0));
    watch.post("turn", json!({"seat": 1}));
    assert_eq!(watch.check("refuse", json!({"seat": 2, "maker": 3})).unwrap_err().rule, "no_open_offer");
}

/// A gift is offered as it is given. Everybody holds what it asks for, so that turning it down says nothing.
#[test]
fn a_gift_may_be_offered() {
    let mut watch = two_offers(json!([1]));
    watch.post("turn", json!({"seat": 0}));
    watch.post("offer", json!({"seat": 0, "give": {"sheep": 1}, "get": {}})).post("refuse", json!({"seat": 2}));
    assert!(watch.pieces.is_empty());
    close(watch.p("seat:2/ore", 1), 0.5);
    let nothing = json!({"seat": 0, "give": {}, "get": {}});
    assert_eq!(watch.check("offer", nothing).unwrap_err().rule, "trade_empty");
}
