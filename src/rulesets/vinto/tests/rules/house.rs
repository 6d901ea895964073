//! House rules that tables differ in: the Ace on oneself, the looks of those who did not call, and what Kings do to windows and piles.

use serde_json::{Value, json};

use super::{after, refusal, table};
use crate::rulesets::vinto::rank::Rank;
use crate::rulesets::vinto::setup::Setup;
use crate::rulesets::vinto::table::Table;

fn draw(seat: u8, card: &str) -> Value {
    json!({"draw": {"seat": seat, "card": card}})
}

fn turn(seat: u8, card: &str) -> [Value; 2] {
    [draw(seat, card), json!({"discard": {"seat": seat, "card": card}})]
}

fn used(seat: u8, card: &str, from: &str) -> Value {
    json!({"use_action": {"seat": seat, "card": card, "from": from}})
}

fn peek(seat: u8, target: u8, position: u8) -> Value {
    json!({"peek": {"seat": seat, "target": target, "position": position}})
}

fn declare(seat: u8, target: u8, rank: &str, actual: &str) -> Value {
    json!({"declare": {"seat": seat, "target": target, "position": 0, "rank": rank, "actual": actual}})
}

fn toss(seat: u8, card: &str) -> Value {
    json!({"toss_in": {"seat": seat, "positions": [0], "cards": [card], "success": true}})
}

fn round() -> Value {
    json!({"round": {"first": 0}})
}

fn window(table: &Table) -> Vec<Rank> {
    table.window.expect("a window").ranks.iter().collect()
}

fn ranks(names: &[&str]) -> Vec<Rank> {
    Rank::ALL.into_iter().filter(|rank| names.contains(&rank.name())).collect()
}

#[test]
fn an_ace_on_its_own_player() {
    let ace = [round(), draw(0, "A"), used(0, "A", "drawn")];
    let forced = json!({"force_draw": {"seat": 0, "target": 0}});
    let mut events = ace.to_vec();
    events.push(forced.clone());
    assert_eq!(after(table(&json!({}), 3), &events).row(0).len(), 6);
    let refused = refusal(&after(table(&json!({"ace_on_self": false}), 3), &ace), &forced);
    assert!(refused.rule == "own_target" && refused.detail.contains("`ace_on_self`"), "{refused}");
    // An opening that was written before the rule could be chosen keeps what it meant.
    let old: Setup = serde_json::from_value(json!({"row": 5, "peeks": 2})).expect("a setup");
    assert!(!old.aces_reach_self());
}

/// Once the round is called, the others look at each other's cards, and at nobody else's.
#[test]
fn looks_of_the_coalition() {
    let called: Vec<Value> = [&[round()][..], &turn(0, "3"), &[json!({"vinto": {"seat": 0}})]].concat();
    let looking = after(table(&json!({"coalition_looks": true}), 3), &called);
    let looked = after(looking.clone(), &[peek(1, 2, 0), peek(2, 1, 4), peek(2, 1, 3)]);
    let card = looked.at(2, 0).expect("a card");
    assert!(looked.has_seen(1, card) && !looked.has_seen(0, card));
    for look in [peek(1, 1, 0), peek(0, 1, 0)] {
        assert_eq!(refusal(&looking, &look).rule, "no_action_played", "{look}");
    }
    assert_eq!(refusal(&looking, &peek(1, 0, 0)).rule, "caller_protected");
    assert_eq!(refusal(&after(table(&json!({}), 3), &called), &peek(1, 2, 0)).rule, "no_action_played");
    // Before the call there is no coalition.
    let early = after(table(&json!({"coalition_looks": true}), 3), &[&[round()][..], &turn(0, "3")].concat());
    assert_eq!(refusal(&early, &peek(1, 2, 0)).rule, "no_action_played");
    // A look leaves the action that was played as it is; the look that the action gives is the action's.
    let seven = after(looking, &[draw(1, "7"), used(1, "7", "drawn"), peek(1, 2, 0), peek(1, 1, 0)]);
    assert!(seven.pending.is_none());
    let queen = after(looked, &[draw(1, "Q"), used(1, "Q", "drawn"), peek(1, 2, 1), peek(1, 1, 0), peek(1, 2, 3)]);
    let switch =
        json!({"switch": {"seat": 1, "a": {"seat": 2, "position": 1}, "b": {"seat": 1, "position": 0}, "executed": true}});
    assert!(after(queen, &[switch]).pending.is_none());
}

/// A King named a 7, so that Kings and 7s may be tossed in; a King that is tossed in then names a 4.
#[test]
fn a_tossed_in_king() {
    let named = [&[round(), draw(0, "K"), used(0, "K", "drawn"), declare(0, 1, "7", "7"), toss(2, "K")][..]].concat();
    let close = json!({"toss_window": {"ranks": ["K", "7"], "eligible": [0, 1, 2]}});
    for (widens, closed, then) in [
        (false, false, &["4", "K"][..]),
        (true, false, &["4", "7", "K"]),
        // Whether the time was said to be over in between or not.
        (false, true, &["4", "K"]),
        (true, true, &["4", "7", "K"]),
    ] {
        let mut events = named.clone();
        events.extend(closed.then(|| close.clone()));
        events.extend([used(2, "K", "toss_in"), declare(2, 0, "4", "4")]);
        let widened = after(table(&json!({"tossed_king_widens": widens}), 3), &events);
        assert_eq!(window(&widened), ranks(then), "widens {widens}, closed {closed}");
        assert_eq!(after(widened.clone(), &[toss(1, "4")]).row(1).len(), 3);
        if !widens {
            let seven = refusal(&widened, &toss(1, "7"));
            assert_eq!(seven.rule, "toss_result");
        }
    }
    // A wrong name adds nothing; who tossed in wrongly before stays out.
    let failed = json!({"toss_in": {"seat": 1, "positions": [1], "cards": ["2"], "success": false}});
    let mut events = named.clone();
    events.extend([failed, used(2, "K", "toss_in"), declare(2, 0, "4", "5")]);
    let wrong = after(table(&json!({"tossed_king_widens": true}), 3), &events);
    assert_eq!(window(&wrong), ranks(&["7", "K"]));
    assert_eq!(refusal(&wrong, &toss(1, "7")).rule, "one_try");
    // A King of the next turn begins anew.
    let mut events = named;
    events.extend([draw(1, "K"), used(1, "K", "drawn"), declare(1, 0, "5", "5")]);
    assert_eq!(window(&after(table(&json!({"tossed_king_widens": true}), 3), &events)), ranks(&["5", "K"]));
}

/// A King is taken from the discards, where a card lies under him, and names a card: which of the two ends on top is the table's to say.
#[test]
fn a_king_from_the_discards() {
    let events: Vec<Value> = [
        &[round()][..],
        &turn(0, "3"),
        &turn(1, "K"),
        &[json!({"take_discard": {"seat": 2, "card": "K"}}), used(2, "K", "discard"), declare(2, 0, "7", "7")],
    ]
    .concat();
    let tops = |on_top: bool| {
        let table = after(table(&json!({"king_on_top": on_top}), 3), &events);
        let pile: Vec<&str> = table.discards().iter().filter_map(|card| card.rank).map(Rank::name).collect();
        // Either way the card that was named may be played.
        let played = after(table.clone(), &[used(2, "7", "declared"), peek(2, 2, 0)]);
        assert!(played.discards().iter().all(|card| card.used || card.rank.is_some_and(|rank| rank.action().is_none())));
        // What is tossed in lies under the top.
        let tossed = after(table, &[toss(1, "K")]);
        let second = tossed.discards().iter().rev().nth(1).and_then(|card| card.rank);
        assert_eq!(second, Some(Rank::King));
        pile.join(" ")
    };
    assert_eq!(tops(false), "3 K 7");
    assert_eq!(tops(true), "3 7 K");
    // A King that was drawn is played before the card that he names leaves its row.
    let drawn = [round(), draw(0, "K"), used(0, "K", "drawn"), declare(0, 1, "7", "7")];
    let drawn = after(table(&json!({"king_on_top": true}), 3), &drawn);
    assert_eq!(drawn.discards().last().and_then(|card| card.rank), Rank::parse("7"));
    // On top of the pile he is spent: nobody takes him, nor the card under him.
    let spent = after(table(&json!({"king_on_top": true}), 3), &events);
    for card in ["K", "7"] {
        let taken = json!({"take_discard": {"seat": 0, "card": card}});
        assert!(["spent_discard", "top_discard"].contains(&refusal(&spent, &taken).rule));
    }
}
