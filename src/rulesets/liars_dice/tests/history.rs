//! What history teaches, and what it may not.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Watch, close, opening};
use crate::belief::seeded;
use crate::rulesets::liars_dice::behaviour::Rates;
use crate::rulesets::liars_dice::likelihood::CALLS;
use crate::rulesets::liars_dice::simulator::simulate;
use crate::rulesets::liars_dice::tendencies::{BACKED_RATE, BID_CONTEXTS, BLUFF_RATE, CALL_THRESHOLD, DICE_FIT, FACE_PREFERENCE};
use crate::rulesets::liars_dice::{Event, LiarsDice};
use crate::rulesets::{Conduct, Counts, Observer, Profile, Ruleset, Trust};

/// A profile that says the same in every context of each tendency.
fn profile(said: &[(&str, &[&str], f64, f64)]) -> Profile {
    let counts = |contexts: &[&str], successes: f64, opportunities: f64| -> BTreeMap<String, Counts> {
        contexts.iter().map(|context| ((*context).to_owned(), Counts { successes, opportunities })).collect()
    };
    let tendencies = said.iter().map(|(name, contexts, done, of)| ((*name).to_owned(), counts(contexts, *done, *of)));
    Profile { games: 20, tendencies: tendencies.collect(), ..Profile::default() }
}

/// P(seat 1 holds at least two dice that count as fives) after it raised four threes to five fives.
fn supports(known: Profile, parameters: Value) -> f64 {
    let mut opening = opening(3, json!({}), parameters);
    opening.seats[1].profile = known;
    let mut watch = Watch::new(opening, Observer::Seat(0));
    watch.report("round", json!({"dice": {"0": 5, "1": 5, "2": 5}, "starter": 0}));
    watch.report("roll", json!({"seat": 0, "dice": [2, 2, 3, 3, 4]})).bid(0, 4, 3).bid(1, 6, 5);
    // Its own dice show neither ones nor fives: the rest is of seats 1 and 2.
    let hands = watch.answer(json!({"hand": {"seat": 1}}));
    let counts = |hand: &str| hand.chars().filter(|die| "15".contains(*die)).count() >= 2;
    hands["hands"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|c| counts(c["hand"].as_str().unwrap()))
        .map(|c| c["p"].as_f64().unwrap())
        .sum()
}

#[test]
fn a_bid_speaks_louder_for_an_honest_player() {
    let honest = profile(&[(BLUFF_RATE, &BID_CONTEXTS, 2.0, 100.0), (BACKED_RATE, &BID_CONTEXTS, 60.0, 100.0)]);
    let bluffing = profile(&[(BLUFF_RATE, &BID_CONTEXTS, 60.0, 100.0), (BACKED_RATE, &BID_CONTEXTS, 30.0, 100.0)]);
    let [honest_p, unknown_p, bluffing_p] =
        [honest.clone(), Profile::default(), bluffing].map(|known| supports(known, json!({})));
    // Unseen dice alone: 1 - (2/3)^5 - 5 (1/3) (2/3)^4 = 131/243.
    assert!(
        honest_p > unknown_p + 0.02 && unknown_p > bluffing_p + 0.02 && bluffing_p > 131.0 / 243.0,
        "{honest_p} {unknown_p} {bluffing_p}"
    );
    // The switches decide what is used, one by one.
    let off = json!({"player_trust_enabled": false});
    close(supports(honest.clone(), off), unknown_p, 1e-12);
    close(supports(honest.clone(), json!({"bayesian_sampling": false})), 131.0 / 243.0, 1e-12);
    close(supports(honest, json!({"preset": "seed"})), 131.0 / 243.0, 1e-12);
    let loving = profile(&[(FACE_PREFERENCE, &["5"], 80.0, 100.0)]);
    assert!(supports(loving.clone(), json!({})) < unknown_p - 0.02);
    close(supports(loving, json!({"betting_history_enabled": false})), unknown_p, 1e-12);
}

/// A player that seldom calls says little by not calling; one that calls what is unlikely, and is known to look at its dice, says that it found
/// the bid likely. A stranger says less: as likely as not its words have nothing to do with its dice.
#[test]
fn not_calling_tells() {
    let after = |known: Profile| {
        let mut opening = opening(2, json!({}), json!({}));
        opening.seats[1].profile = known;
        let mut watch = Watch::new(opening, Observer::Public);
        watch.report("round", json!({"dice": {"0": 5, "1": 5}, "starter": 0})).bid(0, 5, 5).bid(1, 6, 5);
        let fact = watch.pieces.iter().find(|piece| piece.kind == "no_call").map(|piece| piece.information_gain_bits);
        fact.unwrap()
    };
    let never = profile(&[(CALL_THRESHOLD, &["0-10", "10-25", "25-40", "40-60", "60-80", "80-100"], 0.0, 400.0)]);
    let looks = profile(&[(DICE_FIT, &["200-400"], 20.0, 20.0)]);
    let [never, looks, stranger] = [never, looks, Profile::default()].map(after);
    assert!(never < 0.01 && looks > 0.1 && never < stranger && stranger < looks, "{never} {looks} {stranger}");
}

/// The seed's weighing of dice, by hand: trust 0.5, two bids on fives, one of them a round ago: fives 1/6 + 0.05 (0.9 + 1) and
/// others 1/6 - 0.01 (0.9 + 1).
#[test]
fn the_seeds_weighing_by_hand() {
    let parameters = json!({"preset": "seed", "bayesian_sampling": true, "betting_history_enabled": true});
    let mut watch = Watch::new(opening(2, json!({"exact_call": false}), parameters), Observer::Public);
    watch.report("round", json!({"dice": {"0": 1, "1": 1}, "starter": 0})).bid(0, 1, 5).report("call", json!({"seat": 1}));
    watch
        .report("reveal", json!({"hands": {"0": [5], "1": [2]}}))
        .report("dice_change", json!({"seat": 1, "delta": -1, "left": 0}));
    // The loser is out; the log goes on as if it were not, to see what an earlier roll's bid does to today's dice.
    watch.follow(&super::event("round", json!({"dice": {"0": 1, "1": 1}, "starter": 0}))).unwrap();
    let fives = |watch: &Watch| {
        let marginals = watch.marginals();
        marginals.variables.iter().find(|m| m.id == "seat:0/face:5").unwrap().p("1")
    };
    close(fives(&watch), 1.0 / 6.0 + 0.05 * 0.9, 1e-12);
    watch.bid(0, 1, 5);
    close(fives(&watch), 1.0 / 6.0 + 0.05 * 1.9, 1e-12);
}

/// Bids of the round that is being played count without `betting_history_enabled`, and those of earlier rounds do not: a seat that has
/// bid fives once has each of its two dice a five with 1/6 + 0.05, so that none is one with (1 - 13/60)^2.
#[test]
fn the_seeds_weighing_without_history() {
    let parameters = json!({"preset": "seed", "bayesian_sampling": true});
    let mut watch = Watch::new(opening(2, json!({"maputa": false}), parameters), Observer::Public);
    let fives =
        |watch: &Watch| watch.marginals().variables.iter().find(|variable| variable.id == "seat:0/face:5").unwrap().p("0");
    for dice in [[3, 3], [2, 3]] {
        watch.report("round", json!({"dice": {"0": dice[0], "1": dice[1]}, "starter": 0}));
        let all = i32::from(dice[0] as u8);
        close(fives(&watch), (5.0_f64 / 6.0).powi(all), 1e-12);
        watch.bid(0, 2, 5);
        close(fives(&watch), (47.0_f64 / 60.0).powi(all), 1e-12);
        watch.report("call", json!({"seat": 1}));
        if dice[0] == 3 {
            watch.report("reveal", json!({"hands": {"0": [5, 2, 3], "1": [2, 3, 4]}}));
            watch.report("dice_change", json!({"seat": 0, "delta": -1, "left": 2}));
        }
    }
}

/// A belief without memory keeps the trust of the opening; with a memory of one round, all rounds move it: each of seat 0's two bids of
/// twos was backed by no die, accuracy 0, so trust is 0.5 - 2 x 0.1 x 0.5.
#[test]
fn trust_needs_a_memory() {
    for (memory, trust) in [(0, 0.5), (1, 0.4)] {
        let parameters = json!({"history_memory_rounds": memory});
        let mut watch = Watch::new(opening(2, json!({"dice_lost": false}), parameters), Observer::Public);
        for _ in 0..2 {
            watch.report("round", json!({"dice": {"0": 2, "1": 2}, "starter": 0})).bid(0, 2, 2);
            watch.report("call", json!({"seat": 1})).report("reveal", json!({"hands": {"0": [3, 4], "1": [5, 6]}}));
        }
        close(watch.answer(json!({"trust": {"seat": 0}}))["value"].as_f64().unwrap(), trust, 1e-12);
    }
}

/// The seed's weighing with trust: one bid on fives moves them by 0.1 x trust, which is the profile's 0.8 where trust is used, and the
/// start of 0.5 where it is not. So it is in its plausibility: of bids on fives, one was of accuracy 1 and one of 0.
#[test]
fn the_seeds_trust_is_a_switch() {
    let watch = |trust: bool| {
        let parameters = json!({"preset": "seed", "bayesian_sampling": true, "betting_history_enabled": true,
            "player_trust_enabled": trust});
        let mut opening = opening(2, json!({"exact_call": false, "maputa": false}), parameters);
        opening.seats[0].profile.trust = Some(Trust { value: 0.8, rounds: 9, ..Trust::default() });
        Watch::new(opening, Observer::Public)
    };
    let fives = |watch: &Watch| {
        let marginals = watch.marginals();
        marginals.variables.iter().find(|m| m.id == "seat:0/face:5").unwrap().p("1")
    };
    for (trusted, trust) in [(true, 0.8), (false, 0.5)] {
        let mut watch = watch(trusted);
        watch.report("round", json!({"dice": {"0": 1, "1": 2}, "starter": 0})).bid(0, 1, 5);
        close(fives(&watch), 1.0 / 6.0 + 0.1 * trust, 1e-12);
        watch.bid(1, 2, 5).report("call", json!({"seat": 0}));
        watch.report("reveal", json!({"hands": {"0": [5], "1": [2, 2]}}));
        // Seat 0: 0.8 + 0.1 (1 - 0.5) = 0.85. Seat 1: 0.5 + 0.1 (0 - 0.5) = 0.45.
        let answer = watch.answer(json!({"plausibility": {"quantity": 1, "face": 5}}));
        let accuracy = if trusted { 0.85 / (0.85 + 0.45) } else { 0.5 };
        close(answer["seed"]["accuracy"].as_f64().unwrap(), accuracy, 1e-12);
        // Trust itself is answered whatever is used.
        close(watch.answer(json!({"trust": {"seat": 0}}))["value"].as_f64().unwrap(), 0.85, 1e-12);
    }
}

/// The round that is being bid is no memory: with none, its bids are all that count; asked for the bids of no round, nobody bid.
#[test]
fn no_memory_leaves_this_round() {
    let parameters = json!({"preset": "seed", "betting_history_enabled": true, "history_memory_rounds": 0});
    let mut watch = Watch::new(opening(2, json!({}), parameters), Observer::Public);
    watch
        .report("round", json!({"dice": {"0": 2, "1": 2}, "starter": 0}))
        .bid(0, 1, 5)
        .bid(1, 2, 5)
        .report("call", json!({"seat": 0}));
    watch
        .report("reveal", json!({"hands": {"0": [5, 2], "1": [2, 2]}}))
        .report("dice_change", json!({"seat": 1, "delta": -1, "left": 1}));
    let terms = |watch: &Watch| watch.answer(json!({"plausibility": {"quantity": 1, "face": 5}}))["seed"].clone();
    assert_eq!((&terms(&watch)["popularity"], &terms(&watch)["accuracy"]), (&json!(null), &json!(null)));
    watch.report("round", json!({"dice": {"0": 2, "1": 1}, "starter": 0})).bid(0, 1, 4);
    assert_eq!((&terms(&watch)["popularity"], &terms(&watch)["accuracy"]), (&json!(0.0), &json!(null)));
    let popularity = |rounds: u32| watch.answer(json!({"face_popularity": {"face": 5, "recent_rounds": rounds}}));
    assert_eq!(popularity(0), json!({"share": null, "bids": 0, "of": 0}));
    assert_eq!(popularity(1), json!({"share": 0.0, "bids": 0, "of": 1}));
    assert_eq!(popularity(2)["bids"], 2);
}

/// Only reveals settle conduct, and what they settle does not depend on who saw which dice.
#[test]
fn conduct_is_settled_at_reveals_from_what_is_public() {
    for seed in 0..20 {
        let opening = opening(4, json!({}), json!({}));
        let game = simulate(&opening, Some(60), &mut seeded(seed, 3));
        let mut blind = Watch::of(4, Observer::Public);
        let mut seated = Watch::of(4, Observer::Seat(2));
        for event in &game.events {
            let before = blind.conduct.len();
            blind.try_event(event).unwrap();
            seated.try_event(event).unwrap();
            let settled = &blind.conduct[before..];
            assert!(settled.is_empty() != matches!(event, Event::Reveal(_)), "{event:?}: {settled:?}");
            for conduct in settled {
                match conduct {
                    Conduct::Count { tendency, context, successes, opportunities, .. } => {
                        let known = LiarsDice::TENDENCIES.iter().find(|known| known.name == *tendency).unwrap();
                        assert!(
                            known.contexts.iter().any(|known| known.name == context)
                                || known.contexts.is_empty() && context.is_empty()
                        );
                        assert!(successes <= opportunities && *opportunities > 0);
                    }
                    Conduct::Accuracy { value, .. } => assert!((0.0..=1.0).contains(value)),
                }
            }
        }
        assert_eq!(blind.conduct, seated.conduct);
    }
}

/// A game begins with the trust of its opening, and moves by its own reveals alone.
#[test]
fn trust_moves_by_the_reveals_of_its_own_game() {
    let mut opening = opening(2, json!({}), json!({"trust_learning_rate": 0.2}));
    opening.seats[0].profile.trust = Some(Trust { value: 0.65, rounds: 40, recent: vec![0.7, 0.9], before: 0.59, drift: 0.9 });
    // At a rate of 0.2: 0.5 + 0.2 (0.9 + (0.7 - 0.5) + (0.9 - 0.5)) = 0.8.
    let mut watch = Watch::new(opening, Observer::Seat(1));
    let value = |watch: &Watch| watch.answer(json!({"trust": {"seat": 0}}));
    watch.report("round", json!({"dice": {"0": 5, "1": 5}, "starter": 0}));
    watch.report("roll", json!({"seat": 1, "dice": [2, 2, 2, 2, 6]})).bid(0, 3, 5).report("call", json!({"seat": 1}));
    // Seat 1 sees no five, and still trust waits for the reveal.
    assert_eq!(value(&watch), json!({"value": 0.8, "accuracies": [0.7, 0.9], "rounds": 40}));
    watch.report("reveal", json!({"hands": {"0": [5, 4, 3, 3, 3], "1": [2, 2, 2, 2, 6]}}));
    // One five of five: accuracy 0.4, trust 0.8 + 0.2 (0.4 - 0.5) = 0.78.
    let moved = value(&watch);
    close(moved["value"].as_f64().unwrap(), 0.78, 1e-12);
    assert_eq!((&moved["accuracies"], &moved["rounds"]), (&json!([0.7, 0.9, 0.4]), &json!(41)));
}

/// Where no round of the game is remembered, trust rests on those of earlier games alone, and names no others.
#[test]
fn trust_names_the_rounds_that_it_rests_on() {
    let mut opening = opening(2, json!({}), json!({"history_memory_rounds": 0}));
    opening.seats[0].profile.trust = Some(Trust { value: 0.65, rounds: 40, recent: vec![0.7, 0.9], before: 0.59, drift: 0.9 });
    let mut watch = Watch::new(opening, Observer::Public);
    let before = watch.answer(json!({"trust": {"seat": 0}}));
    assert_eq!((&before["accuracies"], &before["rounds"]), (&json!([0.7, 0.9]), &json!(40)));
    watch.report("round", json!({"dice": {"0": 5, "1": 5}, "starter": 0})).bid(0, 3, 5).report("call", json!({"seat": 1}));
    watch.report("reveal", json!({"hands": {"0": [5, 4, 3, 3, 3], "1": [2, 2, 2, 2, 6]}}));
    assert_eq!(watch.answer(json!({"trust": {"seat": 0}})), before);
}

/// Only the latest rounds are used, as many as the parameters say: with none, a game teaches the belief nothing of its players.
#[test]
fn memory_is_as_long_as_the_parameters_say() {
    let rates = |memory: u32| {
        let opening = opening(3, json!({}), json!({"history_memory_rounds": memory}));
        let game = simulate(&opening, Some(120), &mut seeded(8, 3));
        let mut watch = Watch::new(opening, Observer::Public);
        game.events.iter().for_each(|event| watch.try_event(event).unwrap());
        let moved = |rates: &Rates| -> f64 { rates.calls.iter().zip(CALLS).map(|(own, usual)| (own - usual).abs()).sum() };
        watch.table.own_rates().iter().map(moved).sum::<f64>()
    };
    let (none, one, all) = (rates(0), rates(1), rates(100));
    assert!(none < 1e-12 && one > 0.01 && all > 2.0 * one, "{none} {one} {all}");
}
