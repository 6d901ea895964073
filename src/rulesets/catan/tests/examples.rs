//! Worked out by hand.

use serde_json::{Value, json};

use super::{Watch, close, event, opening, stranger};
use crate::belief::Strength;
use crate::rulesets::catan::check::MISSED;
use crate::rulesets::catan::players::Kind;
use crate::rulesets::{Observer, PublicTable};

fn robbed(hand: serde_json::Value) -> Watch {
    let mut watch = Watch::spectator(3);
    watch.post("production", json!({"gains": {"1": hand}})).post("steal", json!({"thief": 0, "victim": 1}));
    watch
}

#[test]
fn a_robbery_goes_by_counts() {
    // One card of {2 wood, 1 brick}: wood 2/3, brick 1/3.
    let watch = robbed(json!({"wood": 2, "brick": 1}));
    close(watch.p("seat:0/wood", 1), 2.0 / 3.0);
    close(watch.p("seat:0/brick", 1), 1.0 / 3.0);
    close(watch.marginals().joint_entropy_bits.unwrap(), 0.918_295_834_054_489_6);
    assert!(watch.pieces.iter().all(|piece| piece.strength == Strength::Transition && piece.likelihood.is_none()));
    // The thief has one card, so wood and brick each allow 0 or 1: one bit each, of which H(1/3) = 0.918 is left.
    let wood = &watch.marginals().variables[0];
    assert_eq!((wood.id.as_str(), wood.allowed), ("seat:0/wood", 2));
}

#[test]
fn two_roads_prove_what_was_stolen() {
    // {2 wood, 2 brick, 1 ore} loses one; two roads need all wood and brick: it was the ore, of probability 1/5.
    let mut watch = robbed(json!({"wood": 2, "brick": 2, "ore": 1}));
    watch.post("build", json!({"seat": 1, "piece": "road"}));
    assert_eq!(watch.pieces[0].strength, Strength::Transition, "one road can be paid in every world");
    watch.post("build", json!({"seat": 1, "piece": "road"}));
    close(watch.p("seat:0/ore", 1), 1.0);
    let hard = &watch.pieces[0];
    assert_eq!(hard.strength, Strength::Hard);
    close(hard.surprisal_bits, 5.0_f64.log2());
    close(hard.information_gain_bits, 5.0_f64.log2());
    close(hard.before["seat:0/ore"]["1"], 0.2);
    close(hard.after["seat:0/ore"]["1"], 1.0);
    assert!(hard.summary.contains("Seat 1") && hard.summary.contains("1 wood and 1 brick"), "{}", hard.summary);
}

#[test]
fn three_wood_leave_two_answers() {
    // Wood 3/6, brick 2/6, ore 1/6; two roads strike brick: 3/4 and 1/4.
    let mut watch = robbed(json!({"wood": 3, "brick": 2, "ore": 1}));
    watch.post("build", json!({"seat": 1, "piece": "road"})).post("build", json!({"seat": 1, "piece": "road"}));
    close(watch.p("seat:0/wood", 1), 0.75);
    close(watch.p("seat:0/ore", 1), 0.25);
}

#[test]
fn a_seen_robbery_is_certain_to_the_two() {
    let mut watch = Watch::new(opening(3, json!({}), json!({})), Observer::Seat(0));
    watch.post("production", json!({"gains": {"1": {"wood": 2, "brick": 1}}}));
    watch.post("steal", json!({"thief": 0, "victim": 1, "resource": "brick"}));
    close(watch.p("seat:0/brick", 1), 1.0);
    assert_eq!(watch.pieces.len(), 2, "it moved, and was seen");
    close(watch.pieces[1].surprisal_bits, 3.0_f64.log2());
    close(watch.pieces[0].after["seat:0/brick"]["1"], 1.0 / 3.0);
    let contradiction = watch.contradiction("steal", json!({"thief": 0, "victim": 1, "resource": "ore"}));
    assert_eq!(contradiction.variables, ["seat:1/ore"]);
}

#[test]
fn a_hidden_discard_is_hypergeometric() {
    // Four of {6 wood, 2 brick}: C(6,4)/C(8,4) = 15/70 all wood, C(6,3) C(2,1) = 40/70 one brick, C(6,2) = 15/70 both.
    let mut watch = Watch::new(opening(2, json!({"discards": "hidden"}), json!({})), Observer::Public);
    watch.post("production", json!({"gains": {"0": {"wood": 6, "brick": 2}}}));
    watch.post("discard", json!({"seat": 0, "count": 4, "cards": {"wood": 4}}));
    close(watch.p("seat:0/wood", 2), 15.0 / 70.0);
    close(watch.p("seat:0/wood", 3), 40.0 / 70.0);
    close(watch.p("seat:0/brick", 0), 15.0 / 70.0);
    // The bank shows 18 brick: one is left in hand.
    watch.post("bank_stock", json!({"bundle": {"brick": 18}}));
    close(watch.p("seat:0/wood", 3), 1.0);
    close(watch.pieces[0].surprisal_bits, -(40.0_f64 / 70.0).log2());
}

#[test]
fn a_monopoly_is_equality() {
    let mut watch = Watch::spectator(3);
    watch.post("production", json!({"gains": {"1": {"wood": 2, "ore": 2}, "0": {"sheep": 1, "wheat": 1, "ore": 1}}}));
    watch.post("steal", json!({"thief": 2, "victim": 1})).post("build", json!({"seat": 0, "piece": "dev_card"}));
    // Half: seat 2 has the wood and seat 1 two ore; half: each has one ore. Taking one each strikes the first half.
    watch.post("monopoly", json!({"seat": 0, "resource": "ore", "taken": {"1": 1, "2": 1}}));
    close(watch.p("seat:0/ore", 2), 1.0);
    close(watch.p("seat:2/ore", 0), 1.0);
    let strengths: Vec<_> = watch.pieces.iter().map(|piece| (piece.kind, piece.strength)).collect();
    assert_eq!(
        strengths,
        [
            ("dev_card", Strength::Hard),
            ("dev_card", Strength::Soft),
            ("dev_card", Strength::Transition),
            ("monopoly", Strength::Hard),
            ("monopoly", Strength::Transition)
        ]
    );
    // P(the one card bought is a monopoly) = 2/25.
    close(watch.pieces[0].surprisal_bits, -(2.0_f64 / 25.0).log2());
    // P(it plays it in this turn | it holds it): a quarter, in the mean over players.
    close(watch.pieces[1].surprisal_bits, -stranger().mean(Kind::Other).log2());
    assert!((watch.pieces[1].surprisal_bits - 2.0).abs() < 1e-3);
    close(watch.pieces[3].surprisal_bits, 1.0);
}

#[test]
fn a_monopoly_that_tells_the_total_only() {
    let mut watch = Watch::spectator(3);
    watch.post("production", json!({"gains": {"1": {"wood": 2, "ore": 2}, "0": {"sheep": 1, "wheat": 1, "ore": 1}}}));
    watch.post("steal", json!({"thief": 2, "victim": 1})).post("build", json!({"seat": 0, "piece": "dev_card"}));
    watch.post("monopoly", json!({"seat": 0, "resource": "ore", "total": 2}));
    close(watch.p("seat:0/ore", 2), 1.0);
    close(watch.p("seat:1/wood", 2), 0.5);
    assert_eq!(watch.marginals().detail["hand_sizes"]["1"], json!(null), "two cards, or one");
    // Robbing seat 2 proves that it still has a card, the wood: so it had not drawn an ore.
    watch.post("steal", json!({"thief": 0, "victim": 2}));
    close(watch.p("seat:0/wood", 1), 1.0);
    close(watch.p("seat:1/wood", 1), 1.0);
}

#[test]
fn a_monopoly_cannot_take_fewer_than_are_held() {
    let mut watch = Watch::spectator(2);
    watch.post("production", json!({"gains": {"1": {"ore": 2}, "0": {"sheep": 1, "wheat": 1, "ore": 1}}}));
    watch.post("build", json!({"seat": 0, "piece": "dev_card"}));
    watch.contradiction("monopoly", json!({"seat": 0, "resource": "ore", "taken": {"1": 1}}));
    watch.contradiction("monopoly", json!({"seat": 0, "resource": "ore", "taken": {}}));
}

#[test]
fn a_twentieth_ore_is_a_contradiction() {
    let mut watch = Watch::spectator(2);
    watch.post("production", json!({"gains": {"0": {"ore": 10}, "1": {"ore": 9}}}));
    let contradiction = watch.contradiction("production", json!({"gains": {"0": {"ore": 1}}}));
    assert_eq!(contradiction.variables, ["seat:0/ore", "seat:1/ore"]);
    let mut endless = Watch::new(opening(2, json!({"bank": "unlimited"}), json!({})), Observer::Public);
    endless.post("production", json!({"gains": {"0": {"ore": 20}}}));
    assert_eq!(endless.check("bank_stock", json!({"bundle": {"ore": 1}})).unwrap_err().rule, "bank_not_visible");
}

#[test]
fn a_payment_that_cannot_be_names_what_lacks() {
    let mut watch = Watch::spectator(3);
    watch.post("production", json!({"gains": {"2": {"wheat": 1, "ore": 1}}}));
    let contradiction = watch.contradiction("build", json!({"seat": 2, "piece": "city"}));
    assert_eq!(contradiction.detail, "seat 2 cannot pay 2 wheat and 3 ore: in every world it holds at most 1 wheat and 1 ore");
    assert_eq!(contradiction.variables, ["seat:2/wheat", "seat:2/ore"]);
}

#[test]
fn an_offer_leans() {
    // Wood stolen with 2/3: L = 1 there, 0.05 elsewhere. E[L] = 2/3 + 0.05/3 = 0.68333; after: 0.97561 and 0.02439.
    let mut watch = robbed(json!({"wood": 2, "brick": 1}));
    watch.post("offer", json!({"seat": 0, "give": {"wood": 1}, "get": {"ore": 1}}));
    let expected = 2.0 / 3.0 + 0.05 / 3.0;
    close(watch.p("seat:0/wood", 1), 2.0 / 3.0 / expected);
    let soft = &watch.pieces[0];
    close(soft.surprisal_bits, -expected.log2());
    let after = 0.05 / 3.0 / expected;
    close(soft.information_gain_bits, -expected.log2() + after * 0.05_f64.log2());
    close(soft.likelihood.as_ref().unwrap()["seat:0/wood"]["0"], 0.05);
    // Seat 1 refuses to give an ore, which it cannot hold: no information.
    watch.post("refuse", json!({"seat": 1}));
    close(watch.p("seat:0/wood", 1), 2.0 / 3.0 / expected);
    assert!(watch.pieces.is_empty());
}

#[test]
fn a_refusal_leans_the_other_way_and_weights_turn_it_off() {
    // Seat 0 holds the brick with 1/3: after the refusal 0.7/3 of (0.7/3 + 2/3).
    let tell = |parameters| {
        let mut watch = Watch::new(opening(3, json!({}), parameters), Observer::Public);
        watch.post("production", json!({"gains": {"1": {"wood": 2, "brick": 1}}}));
        watch.post("steal", json!({"thief": 0, "victim": 1}));
        watch.post("offer", json!({"seat": 2, "give": {"ore": 1}, "get": {"brick": 1}})).post("refuse", json!({"seat": 0}));
        watch.p("seat:0/brick", 1)
    };
    close(tell(json!({})), 0.7 / 2.7);
    close(tell(json!({"soft_weight": 0})), 1.0 / 3.0);
}

/// The same offer and the same refusal, said once more, are no new evidence; after cards have moved they are.
#[test]
fn what_is_said_again_says_nothing_new() {
    let offer = json!({"seat": 2, "give": {"ore": 1}, "get": {"brick": 1}});
    let mut watch = robbed(json!({"wood": 2, "brick": 1}));
    watch.post("offer", offer.clone()).post("refuse", json!({"seat": 0}));
    let (brick, ore) = (watch.p("seat:0/brick", 1), watch.p("seat:2/ore", 0));
    close(brick, 0.7 / 2.7);
    for _ in 0..2 {
        for (kind, data) in [("offer", offer.clone()), ("refuse", json!({"seat": 0}))] {
            watch.post(kind, data);
            assert!(watch.pieces.is_empty());
        }
    }
    assert_eq!((watch.p("seat:0/brick", 1), watch.p("seat:2/ore", 0)), (brick, ore));
    // Nor does another offer between them, the same cards for others, or the next turn.
    for (kind, data) in [
        ("offer", json!({"seat": 2, "give": {"ore": 1}, "get": {"wheat": 1}})),
        ("offer", offer.clone()),
        ("turn", json!({"seat": 1})),
        ("offer", offer.clone()),
        ("refuse", json!({"seat": 0})),
    ] {
        watch.post(kind, data);
    }
    assert_eq!((watch.p("seat:0/brick", 1), watch.p("seat:2/ore", 0)), (brick, ore));
    // Cards moved: 0.7 * 0.7 against 1.
    watch.post("production", json!({"gains": {"1": {"wheat": 1}}})).post("refuse", json!({"seat": 0}));
    close(watch.p("seat:0/brick", 1), 0.49 / 2.49);
}

#[test]
fn questions_by_hand() {
    let mut watch = robbed(json!({"wood": 2, "brick": 1}));
    // Seat 1 keeps {1 wood, 1 brick} with 2/3 and {2 wood} with 1/3.
    let p = |watch: &Watch, query| watch.answer(query)["can_afford"]["p"].as_f64().unwrap();
    close(p(&watch, json!({"can_afford": {"seat": 1, "piece": "road"}})), 2.0 / 3.0);
    close(p(&watch, json!({"can_afford": {"seat": 1, "bundle": {"wood": 2}}})), 1.0 / 3.0);
    close(watch.answer(json!({"at_least": {"seat": 1, "resource": "wood", "count": 1}}))["at_least"]["p"].as_f64().unwrap(), 1.0);
    let haul = watch.answer(json!({"monopoly_haul": {"seat": 0, "resource": "wood"}}));
    close(haul["monopoly_haul"]["expected"].as_f64().unwrap(), 2.0 / 3.0 + 2.0 / 3.0);
    // Stealing back: wood with 2/3 * 1/2 + 1/3 = 2/3.
    let outcome = watch.answer(json!({"steal_outcome": {"thief": 2, "victim": 1}}));
    close(outcome["steal_outcome"]["distribution"]["wood"].as_f64().unwrap(), 2.0 / 3.0);
    watch.post("production", json!({"gains": {"2": {"sheep": 1, "wheat": 1, "ore": 1}}}));
    watch.post("build", json!({"seat": 2, "piece": "dev_card"}));
    let cards = watch.answer(json!({"dev_cards": {"seat": 2}}));
    close(cards["dev_cards"]["cards"]["knight"]["at_least_one"].as_f64().unwrap(), 14.0 / 25.0);
    let sure = watch.answer(json!({"confidence": {"seat": 2}}));
    close(sure["confidence"]["confidence"].as_f64().unwrap(), 1.0);
}

#[test]
fn rules_are_named() {
    let mut watch = Watch::spectator(3);
    let rule = |watch: &Watch, kind, data| watch.check(kind, data).unwrap_err().rule;
    assert_eq!(rule(&watch, "steal", json!({"thief": 1, "victim": 1})), "same_seat");
    assert_eq!(rule(&watch, "steal", json!({"thief": 1, "victim": 7})), "unknown_seat");
    assert_eq!(rule(&watch, "steal", json!({"thief": 1, "victim": 0})), "victim_has_no_cards");
    assert_eq!(rule(&watch, "refuse", json!({"seat": 1})), "no_open_offer");
    assert_eq!(
        rule(&watch, "bank_trade", json!({"seat": 1, "give": {"wood": 4}, "get": {"wood": 1}})),
        "same_resource_both_ways"
    );
    assert_eq!(rule(&watch, "play_dev_card", json!({"seat": 1, "card": "knight"})), "no_dev_card_held");
    watch.post("production", json!({"gains": {"0": {"ore": 9}}}));
    assert_eq!(rule(&watch, "discard", json!({"seat": 0, "count": 5, "cards": {"ore": 5}})), "discard_half");
    assert_eq!(rule(&watch, "discard", json!({"seat": 0, "count": 4, "cards": {"ore": 5}})), "discard_count_differs");
    assert!(serde_json::from_value::<super::Event>(json!({"steal": {"thief": 0, "victim": 1, "loot": 1}})).is_err());
}

/// A refusal says which seat, which card and how many, so that nobody must look for them.
#[test]
fn refusals_name_seats_cards_and_numbers() {
    let mut watch = Watch::spectator(3);
    let start = |more: Value| {
        let mut data = json!({"hand_sizes": {"0": 5}});
        data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        data
    };
    let said = |watch: &Watch, kind: &str, data: Value, expected: &str| {
        assert_eq!(watch.check(kind, data).unwrap_err().detail, expected);
    };
    said(&watch, "start", start(json!({"hands": {"0": {"ore": 4}}})), "seat 0 holds 5 cards by `hand_sizes`, and 4 by `hands`");
    said(&watch, "start", start(json!({"bank": {"ore": 20}})), "the bank cannot hold 20 ore: there are 19");
    said(
        &watch,
        "start",
        start(json!({"bank": {"ore": 19}})),
        "the bank's 19 cards and the hands' 5 are not the 95 that there are",
    );
    said(&watch, "start", json!({"hand_sizes": {"0": 90, "1": 6}}), "the hands hold 96 cards together, and there are 95");
    let held = json!({"dev_cards": {"1": 1}, "dev_cards_held": {"1": {"knight": 2}}});
    said(&watch, "start", start(held), "seat 1 holds 1 development cards, and 2 are named");
    let played = json!({"dev_cards_played": {"monopoly": 3}});
    said(&watch, "start", start(played), "3 monopoly cards are held and played, and the deck has 2");
    watch.post("production", json!({"gains": {"0": {"ore": 9}, "1": {"wood": 1}}}));
    let trade = json!({"seat": 1, "give": {"wood": 4}, "get": {"wood": 1}});
    said(&watch, "bank_trade", trade, "wood cannot be given and got in one trade");
    said(&watch, "steal", json!({"thief": 1, "victim": 2}), &format!("seat 2 holds no card, and cannot be robbed{MISSED}"));
    said(&watch, "discard", json!({"seat": 0, "count": 4, "cards": {"ore": 5}}), "`count` is 4, and 5 cards are named");
    said(&watch, "play_dev_card", json!({"seat": 1, "card": "knight"}), &format!("seat 1 holds no development card{MISSED}"));
    watch.post("offer", json!({"seat": 0, "give": {"ore": 1}, "get": {"wood": 1}, "to": [1]}));
    said(&watch, "refuse", json!({"seat": 2}), "the open offer of seat 0 was not made to seat 2");
}

/// After a monopoly that is told in total nobody knows the sizes of hands by counting; a discard of 4 is of a hand of 8 or 9 all the same. By hand: seat 1
/// lost a wood or an ore to the steal, and the monopoly's one ore was seat 1's (then it has 6 wood or 7 and no ore) or seat 2's, who stole it.
#[test]
fn a_discard_tells_the_size_of_a_hand() {
    let robbed = |seats_own: Value| {
        let mut watch = Watch::new(opening(3, seats_own, json!({"soft_weight": 0})), Observer::Public);
        let gains = json!({"0": {"sheep": 1, "wheat": 1, "ore": 1}, "1": {"wood": 7, "ore": 1}, "2": {"wood": 1}});
        watch.post("production", json!({ "gains": gains })).post("build", json!({"seat": 0, "piece": "dev_card"}));
        watch.post("steal", json!({"thief": 2, "victim": 1})).post("monopoly", json!({"seat": 0, "resource": "ore", "total": 1}));
        watch.post("production", json!({"gains": {"1": {"sheep": 1}}}));
        // 7 of 8 times a wood was stolen: then 6 wood and a sheep are 7 cards, which do not discard.
        close(watch.p("seat:1/wood", 6), 7.0 / 8.0);
        // The others gave one card together, and nobody saw which of them.
        assert_eq!(watch.marginals().detail["hand_sizes"], json!({"0": 1, "1": null, "2": null}));
        watch
    };
    let mut seen = robbed(json!({}));
    seen.post("discard", json!({"seat": 1, "count": 4, "cards": {"wood": 4}}));
    close(seen.p("seat:1/wood", 3), 1.0);
    // Seat 1 held 8 cards, so the ore was stolen from it, and then taken from seat 2: seat 2 holds its own wood alone.
    assert_eq!(seen.marginals().detail["hand_sizes"], json!({"0": 1, "1": 4, "2": 1}));
    assert!(seen.pieces.iter().any(|piece| piece.summary == "Seat 1 held 8 or 9 cards, more than 7: it discarded 4."));
    // Of 7 wood and a sheep, four cards that nobody sees hold the sheep half of the time.
    let mut hidden = robbed(json!({"discards": "hidden"}));
    hidden.post("discard", json!({"seat": 1, "count": 4}));
    close(hidden.p("seat:1/wood", 4), 0.5);
    close(hidden.p("seat:1/sheep", 0), 0.5);
    let none = robbed(json!({})).contradiction("discard", json!({"seat": 1, "count": 5, "cards": {"wood": 5}}));
    assert_eq!(none.detail, "seat 1 cannot discard 5 cards: in no world does it hold 10 or 11 cards, more than 7");
}

/// Seat 0 discards a wood or a brick that nobody sees, so that the bank is short of one or two wood. Then it pays a wood and a brick: the brick was still there, a
/// wood was discarded, and the bank is full. By counting alone it could still be short of a wood.
#[test]
fn the_bank_is_bounded_by_the_worlds() {
    let opening = opening(2, json!({"discards": "hidden", "discard_limit": 2}), json!({"soft_weight": 0}));
    let mut watch = Watch::new(opening, Observer::Public);
    watch.post("production", json!({"gains": {"0": {"wood": 2, "brick": 1}}})).post("discard", json!({"seat": 0, "count": 1}));
    let bank = |watch: &Watch| watch.marginals().detail["bank"].clone();
    assert_eq!(bank(&watch)["wood"], json!({"min": 17, "max": 18}));
    assert_eq!(bank(&watch)["ore"], json!({"min": 19, "max": 19}), "nobody ever had any");
    watch.post("build", json!({"seat": 0, "piece": "road"}));
    assert_eq!(
        bank(&watch),
        json!({
            "wood": {"min": 19, "max": 19}, "brick": {"min": 19, "max": 19}, "sheep": {"min": 19, "max": 19},
            "wheat": {"min": 19, "max": 19}, "ore": {"min": 19, "max": 19}
        })
    );
}

#[test]
fn robberies_settle_conduct() {
    let mut watch = Watch::spectator(3);
    watch.post("production", json!({"gains": {"1": {"wood": 3}, "2": {"wood": 5}}}));
    let conduct = |watch: &Watch| watch.table.clone().advance(&event("steal", json!({"thief": 0, "victim": 2}))).1.len();
    assert_eq!(conduct(&watch), 1, "the largest hand; nobody was robbed before");
    watch.post("steal", json!({"thief": 0, "victim": 2}));
    assert_eq!(conduct(&watch), 2, "the same victim as well");
}

/// Of a monopoly only the total was told: seat 1 may hold five cards or none, so that nobody knows whom seat 0 could have robbed.
#[test]
fn a_robbery_among_hands_of_open_sizes_settles_nothing() {
    let mut watch = Watch::spectator(4);
    let gains = json!({"0": {"sheep": 1, "wheat": 1, "ore": 1}, "1": {"ore": 5}, "2": {"wood": 3}, "3": {"wood": 2}});
    watch.post("production", json!({ "gains": gains }));
    watch.post("build", json!({"seat": 0, "piece": "dev_card", "card": "monopoly"}));
    watch.post("monopoly", json!({"seat": 0, "resource": "ore", "total": 5}));
    let settled =
        |watch: &Watch, victim| watch.table.clone().advance(&event("steal", json!({"thief": 0, "victim": victim}))).1.len();
    assert_eq!(settled(&watch, 2), 0);
    // Once seat 1's hand is counted, the ten cards of the game leave seats 2 and 3 the three and two that they had at most.
    watch.post("hand_size", json!({"seat": 1, "count": 0}));
    assert_eq!(settled(&watch, 2), 1);
}

/// A seat answers an offer once, however often its answer is posted, and whatever it answers later.
#[test]
fn an_offer_is_answered_once() {
    let mut watch = Watch::spectator(3);
    watch.post("production", json!({"gains": {"0": {"wood": 2}, "1": {"ore": 2}, "2": {"ore": 1}}}));
    let offer = json!({"seat": 0, "give": {"wood": 1}, "get": {"ore": 1}});
    let answers = |watch: &mut Watch, kind: &str, data: Value| {
        let settled = watch.table.clone().advance(&event(kind, data.clone())).1;
        watch.post(kind, data);
        settled.len()
    };
    let refuse = |seat: u8| json!({"seat": seat});
    watch.post("offer", offer.clone());
    let posted: Vec<usize> = (0..3).map(|_| answers(&mut watch, "refuse", refuse(1))).collect();
    assert_eq!(posted, [1, 0, 0]);
    assert_eq!(answers(&mut watch, "refuse", refuse(2)), 1, "another seat");
    watch.post("offer", offer.clone());
    assert_eq!(answers(&mut watch, "refuse", refuse(1)), 1, "the same is offered again");
    let trade = json!({"seat": 0, "give": {"wood": 1}, "partner": 1, "get": {"ore": 1}});
    assert_eq!(answers(&mut watch, "player_trade", trade.clone()), 0, "it has answered");
    watch.post("offer", offer);
    assert_eq!(answers(&mut watch, "player_trade", trade), 1, "another offer");
}

/// Production, half of it discarded unseen, over and over: all hands hold some 20 cards, and no limit stands in the way of more.
#[test]
fn what_was_discarded_unseen_counts_no_more() {
    let setup = json!({"bank": "unlimited", "discards": "hidden"});
    let mut watch = Watch::new(opening(2, setup, json!({"max_worlds": 10})), Observer::Public);
    for _ in 0..60 {
        watch.post("production", json!({"gains": {"0": {"wood": 20}}}));
        let size = watch.table.counts.sizes[0].most;
        watch.post("discard", json!({"seat": 0, "count": size / 2}));
        let counts = watch.table.counts;
        assert_eq!((counts.at_least[0], counts.at_most[0]), (counts.all, counts.all), "there is nothing but wood");
    }
    assert!(watch.table.counts.all <= 21);
}

/// A contradiction says what is known instead, and a refusal which seat it is about.
#[test]
fn mistakes_are_named_with_their_cure() {
    let mut watch = Watch::spectator(3);
    let empty = json!({"gains": {"1": {"wood": 1}, "2": {}}});
    assert_eq!(watch.check("production", empty).unwrap_err().detail, "seat 2 got no card: leave it out of `gains`");
    let mut referee = Watch::new(opening(3, json!({}), json!({})), Observer::Referee);
    let start = referee.contradiction("start", json!({"hands": {"0": {"ore": 12}, "1": {"ore": 13}}}));
    assert_eq!(start.detail, "the hands named hold 25 ore together, and there are 19");
    let bank = json!({"wood": 19, "brick": 19, "sheep": 19, "wheat": 17, "ore": 18});
    let start = referee.contradiction("start", json!({"hands": {"0": {"ore": 1}, "1": {"ore": 2}}, "bank": bank}));
    assert_eq!(start.detail, "the hands named hold 3 ore together, and the bank leaves 1");
    watch.post("production", json!({"gains": {"1": {"wood": 2, "brick": 1}}}));
    let size = watch.contradiction("hand_size", json!({"seat": 1, "count": 4}));
    assert_eq!(size.detail, format!("seat 1 cannot hold 4 cards: it holds 3{MISSED}"));
    let bank = watch.contradiction("bank_stock", json!({"bundle": {"wood": 18, "ore": 19}}));
    assert_eq!(bank.detail, format!("the bank cannot hold 18 wood, 19 ore: it holds 17 wood{MISSED}"));
}
