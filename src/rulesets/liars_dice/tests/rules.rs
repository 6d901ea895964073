//! Rules by example: what may follow what, and what each refusal is called.

use serde_json::json;

use super::{Watch, opening};
use crate::rulesets::liars_dice::order::{Claim, Rules};
use crate::rulesets::liars_dice::setup::Bidding;
use crate::rulesets::liars_dice::{LiarsDice, Parameters, Setup};
use crate::rulesets::{Observer, Ruleset};

fn least(bidding: Bidding, wild: Option<usize>, maputa: bool, quantity: u8, face: u8) -> [Option<u8>; 6] {
    let rules = Rules { bidding, wild, maputa, changed_with_one: false, open_wild: true };
    rules.least(Some(Claim { quantity, face: usize::from(face) - 1 }), 5, 20)
}

#[test]
fn bids_that_may_follow() {
    let of = |list: [u8; 6]| list.map(|least| (least > 0).then_some(least));
    // Five fours: more of a lower face or the same, as many of a higher; half as many ones, rounded up.
    assert_eq!(least(Bidding::Perudo, Some(0), false, 5, 4), of([3, 6, 6, 6, 5, 5]));
    // Three ones: four ones, or seven of another.
    assert_eq!(least(Bidding::Perudo, Some(0), false, 3, 1), of([4, 7, 7, 7, 7, 7]));
    // Without a wild face ones are a face like others; the wild face may be the highest.
    assert_eq!(least(Bidding::Perudo, None, false, 3, 1), of([4, 3, 3, 3, 3, 3]));
    assert_eq!(least(Bidding::Perudo, Some(5), false, 5, 4), of([6, 6, 6, 6, 5, 3]));
    assert_eq!(least(Bidding::ResetFace, Some(0), false, 5, 4), of([6, 6, 6, 6, 5, 5]));
    assert_eq!(least(Bidding::ResetQuantity, Some(0), false, 5, 4), of([0, 0, 0, 6, 1, 1]));
    assert_eq!(least(Bidding::Perudo, None, true, 5, 4), of([0, 0, 0, 6, 0, 0]));
    // Twenty of the highest face: nothing is left to bid, but half as many ones.
    assert_eq!(least(Bidding::Perudo, Some(0), false, 20, 6), of([10, 0, 0, 0, 0, 0]));
}

#[test]
fn bids_and_calls_out_of_order_are_refused_by_name() {
    let mut watch = Watch::of(3, Observer::Public);
    assert_eq!(watch.refused("bid", json!({"seat": 0, "quantity": 1, "face": 2})), "no_round");
    assert_eq!(watch.refused("round", json!({"dice": {"0": 5}, "starter": 0})), "players");
    assert_eq!(watch.refused("round", json!({"dice": {"0": 5, "1": 9}, "starter": 0})), "dice");
    assert_eq!(watch.refused("round", json!({"dice": {"0": 5, "7": 5}, "starter": 0})), "unknown_seat");
    assert_eq!(watch.refused("round", json!({"dice": {"0": 5, "1": 5}, "starter": 2})), "starter");
    watch.report("round", json!({"dice": {"0": 5, "1": 5, "2": 5}, "starter": 1}));
    assert_eq!(watch.refused("round", json!({"dice": {"0": 5, "1": 5, "2": 5}, "starter": 1})), "round_open");
    assert_eq!(watch.refused("roll", json!({"seat": 0, "dice": [1, 2, 3, 4]})), "dice_count");
    assert_eq!(watch.refused("roll", json!({"seat": 0, "dice": [1, 2, 3, 4, 7]})), "face");
    assert_eq!(watch.refused("call", json!({"seat": 1})), "no_bid");
    assert_eq!(watch.refused("exact", json!({"seat": 1})), "no_bid");
    assert_eq!(watch.refused("bid", json!({"seat": 0, "quantity": 1, "face": 2})), "out_of_turn");
    assert_eq!(watch.refused("bid", json!({"seat": 1, "quantity": 1, "face": 0})), "face");
    assert_eq!(watch.refused("bid", json!({"seat": 1, "quantity": 16, "face": 2})), "quantity");
    watch.bid(1, 4, 3);
    assert_eq!(watch.refused("bid", json!({"seat": 2, "quantity": 4, "face": 2})), "bid_order");
    assert_eq!(watch.refused("call", json!({"seat": 1})), "out_of_turn");
    assert_eq!(watch.refused("reveal", json!({"hands": {}})), "no_call");
    watch.report("call", json!({"seat": 2}));
    assert_eq!(watch.refused("bid", json!({"seat": 0, "quantity": 5, "face": 3})), "bidding_over");
}

#[test]
fn reveals_and_dice_that_disagree_are_refused_by_name() {
    let mut watch = Watch::of(2, Observer::Public);
    watch.report("round", json!({"dice": {"0": 2, "1": 3}, "starter": 0})).bid(0, 2, 5).report("call", json!({"seat": 1}));
    let early = watch.check("dice_change", json!({"seat": 1, "delta": -1, "left": 2})).expect_err("a refusal");
    assert!(early.detail.ends_with("due: none before the cups are lifted (`reveal`)"), "{early}");
    assert_eq!(watch.refused("reveal", json!({"hands": {"0": [5, 5]}})), "reveal_all");
    assert_eq!(watch.refused("reveal", json!({"hands": {"0": [5, 5], "1": [1, 2]}})), "dice_count");
    assert_eq!(watch.refused("reveal", json!({"hands": {"0": [5, 5], "1": [1, 2, 8]}})), "face");
    watch.report("reveal", json!({"hands": {"0": [5, 3], "1": [1, 2, 2]}}));
    // A five and a one: the bid of two fives was true, so the caller loses a die.
    assert_eq!(watch.table.owed, [(1, -1)]);
    assert_eq!(watch.refused("round", json!({"dice": {"0": 2, "1": 3}, "starter": 1})), "dice_change_missing");
    assert_eq!(watch.refused("dice_change", json!({"seat": 0, "delta": -1, "left": 1})), "dice_change");
    assert_eq!(watch.refused("dice_change", json!({"seat": 1, "delta": -1, "left": 1})), "dice_left");
    watch.report("dice_change", json!({"seat": 1, "delta": -1, "left": 2}));
    assert_eq!(watch.refused("round", json!({"dice": {"0": 2, "1": 3}, "starter": 1})), "dice_disagree");
    watch.report("round", json!({"dice": {"0": 2, "1": 2}, "starter": 1}));
}

/// A right exact call takes a die from the bidder and gives the caller one, up to the table's limit; a wrong one costs the caller.
#[test]
fn exact_calls() {
    for (dice, hands, owed) in [
        ([5, 5], json!({"0": [5, 5, 2, 2, 2], "1": [3, 3, 3, 3, 3]}), vec![(0, -1), (1, 1)]),
        ([5, 5], json!({"0": [5, 5, 1, 2, 2], "1": [3, 3, 3, 3, 3]}), vec![(1, -1)]),
        ([1, 8], json!({"0": [5], "1": [5, 3, 3, 3, 3, 3, 3, 3]}), vec![(0, -1)]),
    ] {
        let mut watch = Watch::of(2, Observer::Public);
        watch.report("round", json!({"dice": {"0": dice[0], "1": dice[1]}, "starter": 0})).bid(0, 2, 5);
        watch.report("exact", json!({"seat": 1})).report("reveal", json!({"hands": hands}));
        assert_eq!(watch.table.owed, owed);
    }
    let mut watch = Watch::new(opening(2, json!({"exact_call": false}), json!({})), Observer::Public);
    watch.report("round", json!({"dice": {"0": 5, "1": 5}, "starter": 0})).bid(0, 2, 5);
    assert_eq!(watch.refused("exact", json!({"seat": 1})), "exact_call");
}

/// The starter has one die: no face is wild, and the first face is kept.
#[test]
fn maputa() {
    let mut watch = Watch::of(3, Observer::Seat(1));
    watch.report("round", json!({"dice": {"0": 1, "1": 2, "2": 3}, "starter": 0}));
    watch.report("roll", json!({"seat": 1, "dice": [1, 4]})).bid(0, 1, 4);
    assert_eq!(watch.refused("bid", json!({"seat": 1, "quantity": 2, "face": 5})), "maputa_face");
    assert_eq!(watch.refused("bid", json!({"seat": 1, "quantity": 1, "face": 4})), "bid_order");
    // Its own one is no four: exactly one die of its own counts.
    let total = watch.answer(json!({"face_total": {"face": 4}}));
    assert_eq!(total["distribution"][0]["count"], 1);
    // A table that knows no maputa plays on with wild ones.
    let mut plain = Watch::new(opening(3, json!({"maputa": false}), json!({})), Observer::Public);
    plain.report("round", json!({"dice": {"0": 1, "1": 2, "2": 3}, "starter": 0})).bid(0, 1, 4).bid(1, 1, 5);
}

#[test]
fn tables_that_cannot_be_are_refused_by_name() {
    let refused = |setup: serde_json::Value, parameters: serde_json::Value, seats: usize| {
        let setup: Setup = serde_json::from_value(setup).unwrap();
        let parameters: Parameters = serde_json::from_value(parameters).unwrap();
        LiarsDice::resolve(setup, parameters, seats).expect_err("a refusal").rule
    };
    assert_eq!(refused(json!({}), json!({}), 1), "seats");
    assert_eq!(refused(json!({}), json!({}), 9), "seats");
    assert_eq!(refused(json!({"dice": 0}), json!({}), 4), "dice");
    assert_eq!(refused(json!({"dice": 5, "most_dice": 4}), json!({}), 4), "most_dice");
    assert_eq!(refused(json!({"exact_costs": 6}), json!({}), 4), "exact_costs");
    assert_eq!(refused(json!({"dice_lost": false, "exact_wins": 1}), json!({}), 4), "dice_lost");
    assert_eq!(refused(json!({}), json!({"trust_learning_rate": 1.5}), 4), "trust_learning_rate");
    assert_eq!(refused(json!({}), json!({"history_memory_rounds": 1001}), 4), "history_memory_rounds");
}

/// What was seen cannot be otherwise: a second roll, or a reveal that differs from the own dice.
#[test]
fn contradictions() {
    let mut watch = Watch::of(2, Observer::Seat(0));
    watch.report("round", json!({"dice": {"0": 2, "1": 2}, "starter": 0})).report("roll", json!({"seat": 0, "dice": [3, 5]}));
    watch.report("roll", json!({"seat": 0, "dice": [5, 3]}));
    let again = watch.try_event(&super::event("roll", json!({"seat": 0, "dice": [3, 4]}))).expect_err("a contradiction");
    assert_eq!(again.detail, "seat 0 cannot hold 3 4: it holds 3 5");
    watch.bid(0, 1, 3).report("call", json!({"seat": 1}));
    watch.try_event(&super::event("reveal", json!({"hands": {"0": [3, 3], "1": [1, 1]}}))).expect_err("a contradiction");
}
