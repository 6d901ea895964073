//! The design's examples, with their arithmetic.

use serde_json::json;

use super::{Watch, close, opening};
use crate::rulesets::{Conduct, Observer};

const EXACT: f64 = 1e-12;

fn p(watch: &Watch, quantity: u8, face: u8) -> f64 {
    watch.answer(json!({"plausibility": {"quantity": quantity, "face": face}}))["at_least"].as_f64().unwrap()
}

/// Five unknown dice, ones wild: P(at least 2) = 1 - (2/3)^5 - 5 (1/3) (2/3)^4 = 1 - 32/243 - 80/243 = 131/243 = 0.5391.
#[test]
fn two_of_five_unknown_dice() {
    let mut watch = Watch::of(2, Observer::Seat(0));
    watch.report("round", json!({"dice": {"0": 5, "1": 5}, "starter": 0}));
    watch.report("roll", json!({"seat": 0, "dice": [6, 6, 6, 6, 6]}));
    close(p(&watch, 2, 4), 131.0 / 243.0, EXACT);
    assert!(format!("{:.4}", p(&watch, 2, 4)) == "0.5391");
    // Of ones, only ones count: P(at least 1) = 1 - (5/6)^5. Sixes: five own, and so at least five for certain.
    close(p(&watch, 1, 1), 1.0 - 3125.0 / 7776.0, EXACT);
    close(p(&watch, 5, 6), 1.0, EXACT);
}

/// Without wilds: P(at least 1 of 5) = 1 - (5/6)^5 = 4651/7776 = 0.5981.
#[test]
fn one_of_five_without_wilds() {
    let mut watch = Watch::new(opening(2, json!({"ones_wild": false}), json!({})), Observer::Seat(0));
    watch.report("round", json!({"dice": {"0": 5, "1": 5}, "starter": 0}));
    watch.report("roll", json!({"seat": 0, "dice": [1, 6, 6, 6, 6]}));
    close(p(&watch, 1, 4), 4651.0 / 7776.0, EXACT);
    assert!(format!("{:.4}", p(&watch, 1, 4)) == "0.5981");
}

/// Own 1 4 4 2 6 support fours with three dice; five fours need two of ten others' dice at 1/3 each:
/// 1 - (2/3)^10 - 10 (1/3) (2/3)^9 = 1 - (2/3)^10 - (10/3) (2/3)^9 = 0.8960.
#[test]
fn five_fours_with_ten_other_dice() {
    let mut watch = Watch::of(3, Observer::Seat(0));
    watch.report("round", json!({"dice": {"0": 5, "1": 5, "2": 5}, "starter": 0}));
    watch.report("roll", json!({"seat": 0, "dice": [1, 4, 4, 2, 6]}));
    let by_hand = 1.0 - 1024.0 / 59049.0 - 10.0 / 3.0 * (512.0 / 19683.0);
    close(p(&watch, 5, 4), by_hand, EXACT);
    assert!(format!("{:.4}", p(&watch, 5, 4)) == "0.8960");
    // The seed's figure knows no bids yet, so it is the base probability, and not the inverse that one release returned.
    let answer = watch.answer(json!({"plausibility": {"quantity": 5, "face": 4}}));
    close(answer["models"]["seed"].as_f64().unwrap(), by_hand, EXACT);
    close(answer["models"]["bayes"].as_f64().unwrap(), by_hand, EXACT);
    // Exactly two of ten: 45 (1/9) (2/3)^8.
    close(answer["exactly"].as_f64().unwrap(), 5.0 * 256.0 / 6561.0, EXACT);
}

/// Plays a round of two seats in which seat 0 makes these bids and seat 1 calls at the end, and reveals.
fn round(watch: &mut Watch, dice: [u8; 2], hands: [&[u8]; 2], starter: u8, bids: &[(u8, u8, u8)]) {
    watch.report("round", json!({"dice": {"0": dice[0], "1": dice[1]}, "starter": starter}));
    for (seat, quantity, face) in bids {
        watch.bid(*seat, *quantity, *face);
    }
    let caller = 1 - bids.last().unwrap().0;
    watch.report("call", json!({"seat": caller}));
    watch.report("reveal", json!({"hands": {"0": hands[0], "1": hands[1]}}));
    for (seat, delta) in watch.table.owed.clone() {
        let left = watch.table.dice[usize::from(seat)].saturating_add_signed(delta);
        watch.report("dice_change", json!({"seat": seat, "delta": delta, "left": left}));
    }
}

fn trust(watch: &Watch, seat: u8) -> f64 {
    watch.answer(json!({"trust": {"seat": seat}}))["value"].as_f64().unwrap()
}

/// Three rounds of seat 0, by hand, at rate 0.1. Round 1: holds 4 4 5 5 5, bids fours (2 x 2/5 = 0.8) and fives (2 x 3/5, at most 1):
/// mean 0.9, trust 0.5 + 0.1 (0.9 - 0.5) = 0.54. Round 2: holds one three of five, bids threes: 0.4, trust 0.53. Round 3: holds
/// no six, bids sixes: 0, trust 0.48. Ones do not count for other faces.
#[test]
fn trust_over_three_rounds() {
    let mut watch = Watch::of(2, Observer::Public);
    close(trust(&watch, 0), 0.5, EXACT);
    round(&mut watch, [5, 5], [&[4, 4, 5, 5, 5], &[2, 2, 2, 2, 6]], 0, &[(0, 1, 4), (1, 1, 5), (0, 3, 5)]);
    close(trust(&watch, 0), 0.54, EXACT);
    // Seat 1 bid fives and held none: 0.5 + 0.1 (0 - 0.5).
    close(trust(&watch, 1), 0.45, EXACT);
    assert!(watch.conduct.contains(&Conduct::Accuracy { seat: 0, value: 0.9 }), "{:?}", watch.conduct);
    round(&mut watch, [5, 4], [&[1, 1, 3, 5, 6], &[2, 2, 2, 2]], 0, &[(0, 3, 3)]);
    close(trust(&watch, 0), 0.53, EXACT);
    let dice = watch.table.dice;
    round(&mut watch, [dice[0], dice[1]], [&[1, 1, 2, 2, 3], &[2, 2, 6]], 0, &[(0, 2, 6)]);
    close(trust(&watch, 0), 0.48, EXACT);
    let answer = watch.answer(json!({"trust": {"seat": 0}}));
    assert_eq!(answer["accuracies"], json!([0.9, 0.4, 0.0]));
    assert_eq!(answer["rounds"], 3);
}

/// The seed's three ways to look back: bids of a player, how often a face is bid, how a player's bids fitted its dice.
#[test]
fn the_seeds_history_can_be_asked() {
    let mut watch = Watch::of(2, Observer::Public);
    round(&mut watch, [5, 5], [&[4, 4, 5, 5, 5], &[2, 2, 2, 2, 6]], 0, &[(0, 1, 4), (1, 1, 5), (0, 3, 5)]);
    watch.report("round", json!({"dice": {"0": 5, "1": 4}, "starter": 1}));
    watch.bid(1, 2, 4);
    let bids = watch.answer(json!({"bids": {"seat": 0, "face": 5}}));
    assert_eq!(
        bids["bids"],
        json!([{"round": 1, "seat": 0, "quantity": 3, "face": 5, "dice": 5, "hand": "44555", "truth": true}])
    );
    assert_eq!(watch.answer(json!({"bids": {"round": 2}}))["bids"][0]["hand"], json!(null));
    assert_eq!(watch.answer(json!({"face_popularity": {"face": 4}})), json!({"share": 0.5, "bids": 2, "of": 4}));
    assert_eq!(
        watch.answer(json!({"face_popularity": {"face": 4, "recent_rounds": 1}})),
        json!({"share": 1.0, "bids": 1, "of": 1})
    );
    let accuracy = watch.answer(json!({"accuracy": {"seat": 0}}));
    assert_eq!((&accuracy["bids"], &accuracy["truthful"]), (&json!(2), &json!(1.0)));
    close(accuracy["accuracy"].as_f64().unwrap(), 0.9, EXACT);
    // An opening bid of one four and a raise to three fives on 4 4 5 5 5: 2 + 5/3 and 3 + 5/3 dice are expected. No bluffs.
    assert_eq!(accuracy["bluff_rate"]["opening/4+"]["opportunities"], 1.0);
    assert_eq!(accuracy["bluff_rate"]["raise/4+"]["successes"], 0.0);
}

/// base x (1 + (popularity - 0.167) / 2) x (0.8 + 0.4 accuracy), by hand, after the round above: of four bids two are fives, of which
/// seat 0's has accuracy 1 at trust 0.54, and seat 1's 0 at 0.45.
#[test]
fn collective_plausibility_by_hand() {
    let mut watch = Watch::of(2, Observer::Public);
    round(&mut watch, [5, 5], [&[4, 4, 5, 5, 5], &[2, 2, 2, 2, 6]], 0, &[(0, 1, 4), (1, 1, 5), (0, 3, 5)]);
    watch.report("round", json!({"dice": {"0": 5, "1": 4}, "starter": 1}));
    watch.bid(1, 2, 4);
    let answer = watch.answer(json!({"plausibility": {"quantity": 1, "face": 5}}));
    let base = 1.0 - (2.0_f64 / 3.0).powi(9);
    let by_hand = base * (1.0 + (0.5 - 0.167) * 0.5) * (0.8 + 0.4 * (0.54 / 0.99));
    close(answer["seed"]["base"].as_f64().unwrap(), base, EXACT);
    close(answer["seed"]["accuracy"].as_f64().unwrap(), 0.54 / 0.99, EXACT);
    close(answer["models"]["seed"].as_f64().unwrap(), by_hand.min(1.0), EXACT);
}

/// Two seats, one die each, no wilds; seat 0 holds a three and opens. Seat 1 sees seat 0's die as uniform and calls by the population's
/// rates. Of two threes: without a three of its own that is impossible to it, and it calls with 0.90; with one it is true with 1/6, which
/// lies 14/15 of the way from 0.05, called with 0.90, to 0.175, called with 0.74: the log odds are 2.1972 / 15 + 1.0460 x 14 / 15 = 1.1227,
/// which is 0.7545. One three it takes for true with 1/6, or for certain, called with 0.03. If it is careless it calls one time in four
/// (three other bids are legal), or in ten. If it looks at its die it is right about two threes where it has none; if it does not, or is
/// careless, five times in six.
#[test]
fn who_calls_a_bid_and_who_is_caught() {
    let setup = json!({"ones_wild": false, "maputa": false, "exact_call": false});
    let mut watch = Watch::new(opening(2, setup, json!({})), Observer::Seat(0));
    watch.report("round", json!({"dice": {"0": 1, "1": 1}, "starter": 0}));
    watch.report("roll", json!({"seat": 0, "dice": [3]}));
    let answer = watch.answer(json!({"best_response": {}}));
    let chance = |quantity: u8, field: &str| {
        let bids = answer["bids"].as_array().unwrap();
        bids.iter().find(|bid| bid["quantity"] == quantity && bid["face"] == 3).unwrap()[field].as_f64().unwrap()
    };
    close(chance(2, "p_true"), 1.0 / 6.0, EXACT);
    let careless = 0.05;
    let blind = watch.table.readings.players().population.blind;
    let sixth = 1.0 / (1.0 + (-(9.0_f64.ln() + 14.0 * (0.74_f64 / 0.26).ln()) / 15.0).exp());
    close(sixth, 0.7545, 1e-4);
    let calls = 5.0 / 6.0 * 0.90 + 1.0 / 6.0 * sixth;
    close(chance(2, "p_called"), careless / 4.0 + (1.0 - careless) * calls, EXACT);
    let caught = (1.0 - blind) * 5.0 / 6.0 * 0.90 + blind * calls * 5.0 / 6.0;
    close(chance(2, "p_caught"), careless / 4.0 * 5.0 / 6.0 + (1.0 - careless) * caught, EXACT);
    close(chance(1, "p_true"), 1.0, EXACT);
    let calls = 5.0 / 6.0 * sixth + 1.0 / 6.0 * 0.03;
    close(chance(1, "p_called"), careless / 10.0 + (1.0 - careless) * calls, EXACT);
    close(chance(1, "p_caught"), 0.0, EXACT);
}

/// Two seats with two dice each; seat 1 calls two fours. Without a four or a one of its own, as it most likely holds them then, both of the other two
/// must count: 1/9, which lies 22/45 of the way from 0.05, called with 0.90, to 0.175, called with 0.74: the log odds are 2.1972 x 23 / 45 +
/// 1.0460 x 22 / 45 = 1.6344, which is 0.8368. Of two sixes without wild ones, one die each, nothing may be bid: that it calls says only that
/// it did not call them exactly right, which it does with 0.003 where it has no six.
#[test]
fn evidence_names_the_rate_that_was_used() {
    let mut watch = Watch::new(opening(2, json!({"dice": 2, "maputa": false}), json!({})), Observer::Public);
    watch.report("round", json!({"dice": {"0": 2, "1": 2}, "starter": 0})).bid(0, 2, 4).report("call", json!({"seat": 1}));
    let used = 1.0 / (1.0 + (-(23.0 * 9.0_f64.ln() + 22.0 * (0.74_f64 / 0.26).ln()) / 45.0).exp());
    let [piece] = &watch.pieces[..] else { panic!("{:?}", watch.pieces) };
    let named = piece.parameters.unwrap();
    assert_eq!(named.name, "call_10_25");
    close(named.value, used, EXACT);
    assert!(piece.summary.contains("Of bids that are as likely, it is believed to call 84 %;"), "{}", piece.summary);

    let setup = json!({"dice": 1, "maputa": false, "ones_wild": false});
    let mut watch = Watch::new(opening(2, setup, json!({})), Observer::Public);
    watch.report("round", json!({"dice": {"0": 1, "1": 1}, "starter": 0})).bid(0, 2, 6).report("call", json!({"seat": 1}));
    let [piece] = &watch.pieces[..] else { panic!("{:?}", watch.pieces) };
    let named = piece.parameters.unwrap();
    assert_eq!((piece.kind, named.name), ("call", "exact_0_10"));
    close(named.value, 0.003, EXACT);
    assert!(piece.summary.contains("can only call 2 x 6, and does not say that it is exactly right."), "{}", piece.summary);
}
