//! Play-outs: players in them act as the belief takes them to act, and what comes of it is counted right.

use serde_json::{Value, json};

use super::{Watch, close, opening};
use crate::belief::seeded;
use crate::rulesets::liars_dice::behaviour::{Rates, Record};
use crate::rulesets::liars_dice::bidding::{bids, draw};
use crate::rulesets::liars_dice::hands::{Counts, FACES, Hands};
use crate::rulesets::liars_dice::order::{Claim, Spot};
use crate::rulesets::liars_dice::{LiarsDice, Parameters, Query};
use crate::rulesets::{Observer, Ruleset};

const DRAWS: u32 = 20_000;

/// Bids are drawn as often as the likelihood of bids says.
#[test]
fn bids_are_drawn_by_their_likelihood() {
    let rates = Rates::of(&Record::default(), &Parameters::default());
    let rules = LiarsDice::resolve(Default::default(), Default::default(), 4).unwrap().0.rules(5);
    let hand: Counts = [1, 0, 2, 0, 1, 0];
    let place = Hands::of(4).place(&hand).unwrap();
    for last in [None, Some(Claim { quantity: 4, face: 2 }), Some(Claim { quantity: 7, face: 4 })] {
        let spot = Spot::new(rules, 4, 8, last, true);
        let mut rng = seeded(3, 17);
        let mut drawn = std::collections::BTreeMap::new();
        for _ in 0..DRAWS {
            let claim = draw(&spot, &rates, &hand, &mut rng).unwrap();
            *drawn.entry((claim.face, claim.quantity)).or_insert(0_u32) += 1;
        }
        for face in 0..FACES {
            for quantity in spot.least[face].into_iter().flat_map(|least| least..=spot.total()) {
                let p = bids(&spot, &rates, Claim { quantity, face })[place];
                let share = f64::from(drawn.get(&(face, quantity)).copied().unwrap_or(0)) / f64::from(DRAWS);
                close(share, p, 5.0 * (p * (1.0 - p) / f64::from(DRAWS)).sqrt() + 2e-4);
            }
        }
    }
}

fn chance(answer: &Value, quantity: u8, face: u8) -> &Value {
    let bids = answer["bids"].as_array().unwrap();
    bids.iter().find(|bid| bid["quantity"] == quantity && bid["face"] == face).unwrap()
}

/// Two dice, and nothing above two sixes: the next seat calls or says that it is exact. With seat 0's six, the bid is true, and exactly
/// right, where seat 1 holds a six or a one (1/3). Then the six needs one of one at 1/3 to seat 1, which says exact with 0.17; else it
/// needs what cannot be, and says exact with 0.003. Seat 0 loses where a false bid is called, or a right one is said to be exact:
/// 2/3 (1 - 0.003) + 1/3 x 0.17 = 0.7213.
#[test]
fn the_end_of_a_round_by_hand() {
    let setup = json!({"bidding": "reset_quantity", "maputa": false});
    let mut watch = Watch::new(opening(2, setup, json!({})), Observer::Seat(0));
    watch.tell("round", json!({"dice": {"0": 1, "1": 1}, "starter": 0})).tell("roll", json!({"seat": 0, "dice": [6]}));
    let answer = watch.answer(json!({"best_response": {"worlds": 256}}));
    // The worlds are drawn, the answers in them are not: three standard errors of a share of 1/3.
    close(chance(&answer, 2, 6)["p_loses"].as_f64().unwrap(), 0.7213, 3.0 * (2.0_f64 / 9.0 / 256.0).sqrt());
    // Asked again it is the same; asked without, and of bids out of reach, it is not played out.
    assert_eq!(answer, watch.answer(json!({"best_response": {"worlds": 256}})));
    assert_eq!(chance(&watch.answer(json!({"best_response": {}})), 2, 6)["p_loses"], json!(null));
    let error = LiarsDice::answer(&watch.belief, &watch.table, &Query::BestResponse { worlds: 257 }).unwrap_err();
    assert_eq!(error.rule, "worlds");
    let mut watch = Watch::of(3, Observer::Seat(0));
    watch.tell("round", json!({"dice": {"0": 5, "1": 5, "2": 5}, "starter": 0}));
    watch.tell("roll", json!({"seat": 0, "dice": [6, 6, 6, 1, 1]}));
    let answer = watch.answer(json!({"best_response": {"worlds": 64}}));
    assert_eq!(chance(&answer, 4, 6)["p_loses"], json!(null));
    // Three sixes, five of which are in the own cup, cost nothing at once; whoever bids on may lose.
    close(chance(&answer, 3, 6)["p_caught"].as_f64().unwrap(), 0.0, 1e-12);
    let loses = chance(&answer, 3, 6)["p_loses"].as_f64().unwrap();
    assert!((0.0..0.5).contains(&loses), "{loses}");
}
