//! Every rule variant: brute force, conservation, what may follow what, stakes.

use serde_json::{Value, json};

use super::brute::compare;
use super::{Watch, close, opening};
use crate::belief::seeded;
use crate::rulesets::liars_dice::hands::FACES;
use crate::rulesets::liars_dice::simulator::simulate;
use crate::rulesets::liars_dice::{Event, Rules, Table};
use crate::rulesets::{Conduct, Observer, PublicTable};

fn variants() -> Vec<Value> {
    let mut list = Vec::new();
    for bidding in ["perudo", "reset_face", "reset_quantity"] {
        for wild in [json!({}), json!({"ones_wild": false}), json!({"wild_face": "highest"}), json!({"maputa": false})] {
            let mut setup = wild;
            setup["bidding"] = json!(bidding);
            list.push(setup);
        }
    }
    list.extend([json!({"open_wild": false}), json!({"maputa_face": "one_die"}), json!({"exact_by": "others"})]);
    list
}

/// Bids on through the round, a face after the other and now and then higher than need be, and asks `each` after every action.
fn bid_on(watch: &mut Watch, bids: usize, each: fn(&Watch)) {
    for step in 0..bids {
        let round = watch.table.round.as_ref().unwrap();
        let spot = round.spot(round.turn(), round.standing().map(|(_, claim)| claim));
        let Some(face) = (0..FACES).map(|face| (face + 2 * step) % FACES).find(|face| spot.least[*face].is_some()) else { break };
        let quantity = (spot.least[face].unwrap() + u8::from(step == 1)).min(spot.total());
        let seat = round.turn();
        watch.bid(seat, quantity, face as u8 + 1);
        each(watch);
    }
    let caller = watch.table.round.as_ref().unwrap().turn();
    watch.report("call", json!({"seat": caller}));
    each(watch);
}

#[test]
fn brute_force_in_every_variant() {
    for setup in variants() {
        // One die of the starter makes a maputa round, where the table has it.
        for dice in [[2, 2], [1, 3]] {
            let mut watch = Watch::new(opening(2, setup.clone(), json!({})), Observer::Public);
            watch.report("round", json!({"dice": {"0": dice[0], "1": dice[1]}, "starter": 0}));
            compare(&watch);
            bid_on(&mut watch, 3, compare);
        }
    }
}

/// Simulated games of every variant keep its rules; every cup's dice stay as many as are public, and truth stays possible.
#[test]
fn simulated_games_of_every_variant() {
    for (number, setup) in (0..).zip(variants()) {
        let opening = opening(3, setup, json!({}));
        let game = simulate(&opening, Some(80), &mut seeded(number, 21));
        let mut watch = Watch::new(opening, Observer::Public);
        let (mut bids, mut maputa) = (0, 0);
        for (event, truth) in game.events.iter().zip(&game.truth[1..]) {
            watch.try_event(event).unwrap();
            bids += u32::from(matches!(event, Event::Bid(_)));
            maputa += u32::from(matches!(event, Event::Round(_)) && watch.table.rules().maputa);
            if !matches!(event, Event::Bid(_) | Event::Reveal(_)) {
                continue;
            }
            assert!(watch.ln_probability(truth).is_finite());
            let marginals = watch.marginals();
            let expected = |of: Option<u8>| -> f64 {
                let of_seat = marginals.variables.iter().filter(|variable| variable.seat == of);
                of_seat.map(|variable| variable.range().unwrap().0).sum()
            };
            let dice = watch.table.round.as_ref().map_or(watch.table.dice, |round| round.dice);
            if matches!(event, Event::Bid(_)) {
                (0..3_u8).for_each(|seat| close(expected(Some(seat)), f64::from(dice[usize::from(seat)]), 1e-9));
                close(expected(None), f64::from(dice.iter().sum::<u8>()), 1e-9);
            }
        }
        assert!(bids > 20, "{bids} bids and {maputa} maputa rounds");
    }
}

/// What each order lets follow 5 x 4, and 3 x the wild face, among 15 dice.
#[test]
fn what_each_order_refuses() {
    let of = |setup: Value, standing: (u8, u8), bid: (u8, u8)| {
        let mut watch = Watch::new(opening(3, setup, json!({})), Observer::Public);
        watch.report("round", json!({"dice": {"0": 5, "1": 5, "2": 5}, "starter": 0})).bid(0, standing.0, standing.1);
        let checked = watch.check("bid", json!({"seat": 1, "quantity": bid.0, "face": bid.1}));
        checked.map_err(|refusal| refusal.rule)
    };
    let order = |bidding: &str| json!({"bidding": bidding});
    for (setup, standing, refused, allowed) in [
        (order("perudo"), (5, 4), [(5, 3), (5, 4), (4, 5), (2, 1)], [(6, 3), (6, 4), (5, 5), (3, 1)]),
        (order("perudo"), (3, 1), [(3, 1), (6, 2), (6, 6), (3, 6)], [(4, 1), (7, 2), (7, 6), (15, 1)]),
        (order("reset_face"), (5, 4), [(5, 3), (5, 4), (4, 5), (5, 1)], [(6, 3), (6, 4), (5, 5), (6, 1)]),
        (order("reset_face"), (3, 1), [(3, 1), (2, 2), (2, 6), (1, 1)], [(4, 1), (3, 2), (3, 6), (15, 2)]),
        (order("reset_quantity"), (5, 4), [(15, 3), (5, 4), (15, 1), (4, 4)], [(1, 5), (1, 6), (6, 4), (15, 6)]),
        (
            json!({"bidding": "perudo", "ones_wild": false}),
            (5, 4),
            [(5, 3), (3, 1), (4, 5), (5, 1)],
            [(6, 3), (6, 1), (5, 5), (5, 6)],
        ),
        (
            json!({"bidding": "perudo", "wild_face": "highest"}),
            (5, 4),
            [(5, 3), (3, 1), (2, 6), (4, 5)],
            [(6, 3), (6, 1), (3, 6), (5, 5)],
        ),
        (
            json!({"bidding": "perudo", "wild_face": "highest"}),
            (3, 6),
            [(3, 6), (6, 1), (6, 5), (4, 1)],
            [(4, 6), (7, 1), (7, 5), (15, 1)],
        ),
    ] {
        for bid in refused {
            assert_eq!(of(setup.clone(), standing, bid), Err("bid_order"), "{setup} {standing:?} {bid:?}");
        }
        for bid in allowed {
            assert_eq!(of(setup.clone(), standing, bid), Ok(()), "{setup} {standing:?} {bid:?}");
        }
    }
}

/// Where a round is not opened with the wild face, it may still be gone to.
#[test]
fn a_round_is_not_opened_with_the_wild_face() {
    let of = |setup: Value, face: u8| {
        let mut watch = Watch::new(opening(2, setup, json!({})), Observer::Public);
        watch.report("round", json!({"dice": {"0": 3, "1": 3}, "starter": 0}));
        watch.check("bid", json!({"seat": 0, "quantity": 1, "face": face}))
    };
    let refusal = of(json!({"open_wild": false}), 1).expect_err("a refusal");
    assert!(refusal.rule == "bid_order" && refusal.detail.contains("`open_wild`"), "{refusal}");
    assert_eq!(of(json!({"open_wild": false, "wild_face": "highest"}), 6).expect_err("a refusal").rule, "bid_order");
    for (setup, face) in [(json!({"open_wild": false}), 2), (json!({"open_wild": false, "ones_wild": false}), 1), (json!({}), 1)]
    {
        of(setup, face).unwrap();
    }
    let mut watch = Watch::new(opening(2, json!({"open_wild": false}), json!({})), Observer::Public);
    watch.report("round", json!({"dice": {"0": 3, "1": 3}, "starter": 0})).bid(0, 2, 4).bid(1, 1, 1);
    compare(&watch);
}

/// A maputa round in which a seat with one die may change the face, begun with 1 x 4: seat 1 has one die and may bid 1 x 5 or 2 x 2, seat 2
/// has three and keeps the fives.
#[test]
fn a_seat_with_one_die_changes_the_face() {
    let mut watch = Watch::new(opening(3, json!({"maputa_face": "one_die"}), json!({})), Observer::Public);
    watch.report("round", json!({"dice": {"0": 1, "1": 1, "2": 3}, "starter": 0})).bid(0, 1, 4);
    let refused = |watch: &Watch, seat: u8, quantity: u8, face: u8| {
        watch.check("bid", json!({"seat": seat, "quantity": quantity, "face": face})).map_err(|refusal| refusal.rule)
    };
    assert_eq!([(1, 5), (2, 2), (2, 4)].map(|(quantity, face)| refused(&watch, 1, quantity, face)), [Ok(()); 3]);
    assert_eq!([(1, 2), (1, 4)].map(|(quantity, face)| refused(&watch, 1, quantity, face)), [Err("bid_order"); 2]);
    compare(&watch);
    watch.bid(1, 1, 5);
    assert_eq!([(2, 6), (2, 4)].map(|(quantity, face)| refused(&watch, 2, quantity, face)), [Err("maputa_face"); 2]);
    watch.bid(2, 2, 5);
    compare(&watch);
    snapshot_has_its_rules(&watch);
    // By the usual rule nobody changes it.
    let mut kept = Watch::of(3, Observer::Public);
    kept.report("round", json!({"dice": {"0": 1, "1": 1, "2": 3}, "starter": 0})).bid(0, 1, 4);
    assert_eq!(refused(&kept, 1, 1, 5), Err("maputa_face"));
}

/// Seat 2 of three says of seat 0's bid that it is exactly right, though seat 1 is to act. That is read as nothing; what it wins and
/// costs is due as usual, and of how seats play it settles alone whether the call was right.
#[test]
fn an_exact_call_out_of_turn() {
    let begun = |by: &str| {
        let mut watch = Watch::new(opening(3, json!({"exact_by": by}), json!({})), Observer::Public);
        watch.report("round", json!({"dice": {"0": 2, "1": 2, "2": 2}, "starter": 0}));
        assert_eq!(watch.refused("exact", json!({"seat": 2})), if by == "turn" { "out_of_turn" } else { "no_bid" });
        watch.bid(0, 1, 4);
        watch
    };
    let refused =
        |by: &str| [0, 1, 2, 3].map(|seat| begun(by).check("exact", json!({"seat": seat})).map_err(|refusal| refusal.rule));
    assert_eq!(refused("turn"), [Err("out_of_turn"), Ok(()), Err("out_of_turn"), Err("unknown_seat")]);
    assert_eq!(refused("others"), [Err("exact_by"), Err("exact_by"), Ok(()), Err("unknown_seat")]);
    assert_eq!(refused("anyone"), [Err("exact_by"), Ok(()), Ok(()), Err("unknown_seat")]);
    for by in ["others", "anyone"] {
        let mut watch = begun(by);
        let before = watch.marginals();
        watch.report("exact", json!({"seat": 2}));
        assert_eq!(watch.marginals().variables, before.variables);
        assert!(watch.pieces.is_empty());
        compare(&watch);
        assert_eq!(watch.refused("exact", json!({"seat": 1})), "bidding_over");
        snapshot_has_its_rules(&watch);
        watch.report("reveal", json!({"hands": {"0": [4, 2], "1": [2, 3], "2": [5, 6]}}));
        // The caller is right: the bidder loses a die, and the caller gains one.
        assert_eq!(watch.table.owed, [(0, -1), (2, 1)]);
        let of_caller = |tendency: &str| {
            let counts = watch
                .conduct
                .iter()
                .filter(|conduct| matches!(conduct, Conduct::Count { seat: 2, tendency: of, .. } if *of == tendency));
            counts.count()
        };
        assert_eq!(["exact_success", "exact_threshold", "careless"].map(of_caller), [1, 0, 0]);
    }
}

/// What an exact call wins, takes and costs is the table's to say; never more dice than there are, nor than a seat may hold.
#[test]
fn stakes_of_exact_calls() {
    let owed = |stakes: [u8; 3], dice: [u8; 2], right: bool| {
        let [wins, takes, costs] = stakes;
        let setup = json!({"exact_wins": wins, "exact_takes": takes, "exact_costs": costs, "maputa": false});
        let mut watch = Watch::new(opening(2, setup, json!({})), Observer::Public);
        watch.report("round", json!({"dice": {"0": dice[0], "1": dice[1]}, "starter": 0})).bid(0, 1, 5);
        watch.report("exact", json!({"seat": 1}));
        let mut hands = [vec![2; usize::from(dice[0])], vec![3; usize::from(dice[1])]];
        hands[0][0] = if right { 5 } else { 2 };
        watch.report("reveal", json!({"hands": {"0": hands[0], "1": hands[1]}}));
        watch.table.owed.clone()
    };
    assert_eq!(owed([2, 0, 3], [5, 4], true), [(1, 2)]);
    assert_eq!(owed([2, 0, 3], [5, 4], false), [(1, -3)]);
    assert_eq!(owed([0, 2, 1], [5, 4], true), [(0, -2)]);
    assert!(owed([0, 0, 0], [5, 4], true).is_empty() && owed([0, 0, 0], [5, 4], false).is_empty());
    // One die is all that the bidder has; two are all that the caller has; eight are as many as it may hold.
    assert_eq!(owed([5, 5, 5], [1, 6], true), [(0, -1), (1, 2)]);
    assert_eq!(owed([5, 5, 5], [1, 2], false), [(1, -2)]);
}

/// Tables differ in who begins: any seat with dice may, and none without.
#[test]
fn whoever_has_dice_may_begin() {
    let mut watch = Watch::of(3, Observer::Public);
    watch
        .report("round", json!({"dice": {"0": 1, "1": 2, "2": 2}, "starter": 1}))
        .bid(1, 2, 2)
        .report("call", json!({"seat": 2}));
    watch.report("reveal", json!({"hands": {"0": [3], "1": [3, 4], "2": [4, 5]}}));
    watch.report("dice_change", json!({"seat": 1, "delta": -1, "left": 1}));
    for starter in 0..3 {
        watch.check("round", json!({"dice": {"0": 1, "1": 1, "2": 2}, "starter": starter})).unwrap();
    }
    assert_eq!(watch.refused("round", json!({"dice": {"0": 1, "1": 1, "2": 2}, "starter": 3})), "starter");
}

/// A maputa round only for a seat that has just dropped to one die, while more than two are in: then the starter's second round with
/// one die is a round like others.
#[test]
fn a_maputa_round_only_after_a_drop() {
    let setup = json!({"maputa_when": "just_dropped", "exact_call": false});
    // What earlier rounds would teach of the players is left out.
    let mut watch = Watch::new(opening(3, setup, json!({"history_memory_rounds": 0})), Observer::Public);
    // The first round of the log: nobody is known to have dropped.
    watch.report("round", json!({"dice": {"0": 1, "1": 2, "2": 2}, "starter": 0}));
    assert!(!watch.table.rules().maputa);
    compare(&watch);
    watch.bid(0, 1, 4).bid(1, 2, 3).report("call", json!({"seat": 2}));
    watch.report("reveal", json!({"hands": {"0": [4], "1": [4, 6], "2": [3, 5]}}));
    watch.report("dice_change", json!({"seat": 1, "delta": -1, "left": 1}));
    // Seat 1 has just dropped. The snapshot of the table says so, too: it is worked out from the rounds before.
    let drops = json!({"dice": {"0": 1, "1": 1, "2": 2}, "starter": 1});
    watch.report("round", drops);
    assert!(watch.table.rules().maputa);
    snapshot_has_its_rules(&watch);
    compare(&watch);
    watch.bid(1, 1, 4);
    assert_eq!(watch.refused("bid", json!({"seat": 2, "quantity": 2, "face": 5})), "maputa_face");
    compare(&watch);
    watch.bid(2, 2, 4).report("call", json!({"seat": 0}));
    watch.report("reveal", json!({"hands": {"0": [2], "1": [2], "2": [4, 4]}}));
    watch.report("dice_change", json!({"seat": 0, "delta": -1, "left": 0}));
    // Two are left: seat 1 has had its round, and nobody has another.
    watch.report("round", json!({"dice": {"1": 1, "2": 2}, "starter": 1}));
    assert!(!watch.table.rules().maputa);
    watch.bid(1, 1, 4).bid(2, 1, 5);
    compare(&watch);
    snapshot_has_its_rules(&watch);
}

/// A table that comes back from a snapshot has the rules of every round.
fn snapshot_has_its_rules(watch: &Watch) {
    let thawed = Table::thaw(watch.opening, watch.table.freeze());
    let rules = |table: &Table| -> Vec<Rules> {
        table.history.iter().map(|revealed| revealed.round.rules).chain([table.rules()]).collect()
    };
    assert_eq!(rules(&thawed), rules(&watch.table));
}

/// With two seats left, a drop to one die makes no maputa round either.
#[test]
fn no_maputa_round_between_two() {
    let begun = |when: &str| {
        let mut watch = Watch::new(opening(2, json!({"maputa_when": when}), json!({})), Observer::Public);
        watch.report("round", json!({"dice": {"0": 2, "1": 2}, "starter": 0})).bid(0, 2, 4).report("call", json!({"seat": 1}));
        watch.report("reveal", json!({"hands": {"0": [4, 2], "1": [2, 3]}}));
        watch.report("dice_change", json!({"seat": 0, "delta": -1, "left": 1}));
        watch.report("round", json!({"dice": {"0": 1, "1": 2}, "starter": 0}));
        compare(&watch);
        watch.table.rules().maputa
    };
    assert!(begun("one_die") && !begun("just_dropped"));
}

/// One round a game, as OpenSpiel plays it: no call costs a die, and none is to be reported.
#[test]
fn no_dice_are_lost() {
    let setup = json!({"dice": 1, "dice_lost": false, "maputa": false, "exact_call": false, "wild_face": "highest",
        "bidding": "reset_face"});
    let opening = opening(2, setup, json!({}));
    let game = simulate(&opening, None, &mut seeded(4, 3));
    assert_eq!(game.events.iter().filter(|event| matches!(event, Event::Reveal(_))).count(), 1);
    let mut watch = Watch::new(opening, Observer::Public);
    watch.report("round", json!({"dice": {"0": 1, "1": 1}, "starter": 0})).bid(0, 1, 4).bid(1, 1, 6);
    compare(&watch);
    watch.report("call", json!({"seat": 0})).report("reveal", json!({"hands": {"0": [4], "1": [2]}}));
    assert!(watch.table.owed.is_empty());
    let refusal = watch.check("dice_change", json!({"seat": 1, "delta": -1, "left": 0})).expect_err("a refusal");
    assert_eq!(refusal.rule, "dice_change");
    assert!(refusal.detail.contains("`dice_lost`"), "{}", refusal.detail);
    assert_eq!(watch.refused("round", json!({"dice": {"0": 1}, "starter": 0})), "players");
    watch.report("round", json!({"dice": {"0": 1, "1": 1}, "starter": 1}));
}
