//! What is believed after an event that moved the table was left out.

use serde_json::json;

use super::facts::{dealt, hold, leads_to};
use super::{Watcher, card, cards, game};
use crate::belief::{Draws, Evidence, chance, seeded};
use crate::rulesets::hearts::dealt::dealt as write_dealt;
use crate::rulesets::hearts::event::view;
use crate::rulesets::hearts::table::Phase;
use crate::rulesets::hearts::{CardSet, Style};
use crate::rulesets::{Observer, Posterior, PublicTable};

/// Seat 2 played a card of seat 0's own hand: the other eleven stay known, and the twelfth is any that is unseen.
#[test]
fn a_play_that_cannot_be_leaves_the_rest_of_the_own_hand_known() {
    let mut watcher = Watcher::new(Observer::Seat(0), hold(), 0.0);
    dealt(&mut watcher, "hold", json!({"0": cards("2C 3C 4C 5D 6D 7D 8H 9H TH JS QS KS AC")}));
    watcher.plays("0:2C 1:5C");
    watcher.leaves_out("2:AC");
    let own = cards("3C 4C 5D 6D 7D 8H 9H TH JS QS KS");
    for play in [None, Some("3:7C")] {
        play.into_iter().for_each(|play| watcher.plays(play));
        assert_eq!(watcher.certain(0), own);
        let others = CardSet::FULL.without(own);
        let twelfth: f64 = others.iter().map(|card| watcher.holds(0, card)).sum();
        assert!((twelfth - 1.0).abs() < 1e-9, "{twelfth}");
    }
}

/// Seat 2 is said to play, on a diamond, a club that seat 0 passed to seat 1. That the sizes of the hands allow it makes it no truer: seat 2 may hold diamonds
/// as before, and seat 1, which lost no card to the table, holds one more of those that nobody has seen.
#[test]
fn what_a_play_shows_that_was_left_out_is_not_believed() {
    let mut watcher = Watcher::new(Observer::Seat(0), json!({"pass": ["left"]}), 0.0);
    let hand = cards("3C 5C 7C 8C 9C TC JC QC KC AC 2D 3D 4H");
    watcher.report("deal", json!({"deal": 0, "direction": "left", "hands": {"0": hand}}));
    watcher.report("pass", json!({"seat": 0, "to": 1, "cards": ["3C", "2D", "3D"]}));
    for seat in 1..4 {
        watcher.report("pass", json!({"seat": seat, "to": (seat + 1) % 4}));
    }
    watcher.report("receive", json!({"seat": 0, "from": 3, "cards": ["QS", "KS", "AS"]}));
    watcher.plays("2:2C 3:4C 0:5C 1:6C 1:2D");
    watcher.leaves_out("2:3C");
    // 33 cards are unseen: 10 of seat 1, which holds 3D beside them, 11 of seat 2, and 12 of seat 3.
    assert_eq!((watcher.holds(1, card("3D")), watcher.holds(0, card("QS"))), (1.0, 1.0));
    for (seat, unseen) in [(1, 10.0), (2, 11.0), (3, 12.0)] {
        let p = watcher.holds(seat, card("4D"));
        assert!((p - unseen / 33.0).abs() < 1e-9, "seat {seat}: {p}");
    }
}

/// What a play would show of the rest of a hand is as false as the play, where the hand is known otherwise: hearts that may not be led yet, a suit that is not
/// followed, a card that the seat does not hold.
#[test]
fn a_play_that_the_own_hand_rules_out_leaves_the_own_hand_known() {
    let own = "2C AD AH KH 3S 4S 5S 6S 7S 8S 9S TS JS";
    for (before, play, gone) in
        [("0:2C 1:AC 2:3C 3:4C 1:2D 2:3D 3:4D 0:AD", "AH", "2C AD AH"), ("0:2C 1:AC 2:3C 3:4C 1:2D 2:3D 3:4D", "3S", "2C 3S")]
    {
        let mut watcher = Watcher::new(Observer::Seat(0), hold(), 0.0);
        dealt(&mut watcher, "hold", json!({"0": cards(own)}));
        watcher.plays(before);
        watcher.leaves_out(&format!("0:{play}"));
        assert_eq!(watcher.certain(0), cards(own).without(cards(gone)), "{play}");
    }
    // A card of another hand is said to be its own: one of the thirteen has gone, and nobody knows which.
    let mut watcher = Watcher::new(Observer::Seat(0), hold(), 0.0);
    dealt(&mut watcher, "hold", json!({"0": cards(own)}));
    watcher.plays("0:2C 1:AC 2:3C 3:4C 1:2D 2:3D 3:4D");
    watcher.leaves_out("0:KD");
    let held: f64 = cards("AD AH KH 3S 4S 5S 6S 7S 8S 9S TS JS").iter().map(|card| watcher.holds(0, card)).sum();
    assert!((held - 11.0).abs() < 1e-9, "{held}");
    assert!(cards("3S JS").iter().all(|card| watcher.holds(0, card) > 0.5));
}

/// Sampled deals are whole deals, also where plays, passes and receipts were left out at random.
#[test]
fn deals_are_deals_whatever_was_left_out() {
    let mut written = 0;
    for seed in 0..60 {
        let mut rng = seeded(seed, 6);
        let styles: [Style; 4] = std::array::from_fn(|_| Style::draw(&mut rng));
        let played = game(json!({"pass": ["left"]}), Some(40), &styles, seed);
        let mut watcher = Watcher::new(Observer::Seat(0), json!({"pass": ["left"]}), 0.0);
        for (at, event) in (0..).zip(&played.events) {
            let seen = chance(0.85, &mut rng);
            if !(seen && watcher.see(event, &mut Evidence::off()).is_ok()) {
                watcher.table = watcher.table.clone().advance(&view(event, Observer::Public)).0;
                watcher.belief.table_moved();
            }
            if watcher.table.phase == Phase::Playing && at % 5 == 0 {
                for (_, world) in watcher.sample(Draws { seed: at, count: 3 }).worlds {
                    leads_to(&write_dealt(&watcher.belief, &watcher.table, &world, &mut rng), &watcher, &world);
                    written += 1;
                }
            }
        }
    }
    assert!(written > 1_000, "{written}");
}
