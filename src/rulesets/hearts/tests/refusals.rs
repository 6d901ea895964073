//! Every rule of the table is named when it is broken.

use serde_json::{Value, json};

use super::{Watcher, event, opening};
use crate::rulesets::Ruleset;
use crate::rulesets::hearts::{Hearts, Parameters, Setup};

/// The deal of the examples in `conduct`: 52 plays in their order.
use super::conduct::DEAL;

fn dealt() -> Watcher {
    let mut watch = Watcher::public(json!({}));
    watch.report("deal", json!({"deal": 0, "direction": "left"}));
    watch
}

fn passed() -> Watcher {
    let mut watch = dealt();
    watch.pass(|seat| seat + 1);
    watch
}

/// A deal in which nothing is passed.
fn held() -> Watcher {
    let mut watch = Watcher::public(json!({"pass": ["hold"]}));
    watch.report("deal", json!({"deal": 0, "direction": "hold"}));
    watch
}

fn played() -> Watcher {
    let mut watch = passed();
    watch.plays(DEAL);
    watch
}

#[track_caller]
fn refused(watch: &Watcher, kind: &str, data: Value, rule: &str) {
    let refusal = watch.refusal(kind, data);
    assert_eq!(refusal.rule, rule, "{refusal}");
    assert!(!refusal.detail.is_empty());
}

#[test]
fn deals() {
    let fresh = Watcher::public(json!({}));
    refused(&dealt(), "deal", json!({"deal": 1, "direction": "right"}), "deal_running");
    let said = |deal: u32| dealt().refusal("deal", json!({"deal": deal, "direction": "left"})).detail;
    assert!(said(0).starts_with("deal 0 is dealt already"), "{}", said(0));
    assert_eq!(said(1), "deal 0 is not over: post its deal_end first");
    refused(&fresh, "deal", json!({"deal": 1, "direction": "left"}), "deal_number");
    refused(&fresh, "deal", json!({"deal": 0, "direction": "right"}), "direction");
    let hand = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"];
    let with = |hands: Value| json!({"deal": 0, "direction": "left", "hands": hands});
    refused(&fresh, "deal", with(json!({"4": hand})), "unknown_seat");
    refused(&fresh, "deal", with(json!({"0": hand[..12]})), "hand_size");
    refused(&fresh, "deal", with(json!({"0": hand, "3": hand})), "dealt_twice");
    let mut next = played();
    next.report("deal_end", json!({"points": {"0": 1, "1": 4, "2": 2, "3": 19}}));
    refused(&next, "deal", json!({"deal": 0, "direction": "left"}), "deal_number");
    refused(&next, "deal", json!({"deal": 1, "direction": "left"}), "direction");
    next.report("deal", json!({"deal": 1, "direction": "right"}));
}

#[test]
fn passes() {
    refused(&Watcher::public(json!({})), "pass", json!({"seat": 0, "to": 1}), "no_deal");
    refused(&held(), "pass", json!({"seat": 0, "to": 1}), "hold");
    refused(&dealt(), "pass", json!({"seat": 4, "to": 1}), "unknown_seat");
    refused(&dealt(), "pass", json!({"seat": 3, "to": 4}), "unknown_seat");
    refused(&dealt(), "pass", json!({"seat": 0, "to": 3}), "pass_to");
    refused(&dealt(), "pass", json!({"seat": 0, "to": 1, "cards": ["2C", "3C"]}), "pass_size");
    let mut once = dealt();
    once.report("pass", json!({"seat": 0, "to": 1, "cards": ["2C", "3C", "4C"]}));
    refused(&once, "pass", json!({"seat": 0, "to": 1}), "passed_twice");
    refused(&passed(), "pass", json!({"seat": 2, "to": 3}), "passed_twice");
}

#[test]
fn received_cards() {
    refused(&Watcher::public(json!({})), "receive", json!({"seat": 0, "from": 3}), "no_deal");
    refused(&dealt(), "receive", json!({"seat": 0, "from": 3}), "passes_missing");
    refused(&held(), "receive", json!({"seat": 0, "from": 3}), "hold");
    refused(&passed(), "receive", json!({"seat": 0, "from": 9}), "unknown_seat");
    refused(&passed(), "receive", json!({"seat": 0, "from": 1}), "received_from");
    refused(&passed(), "receive", json!({"seat": 0, "from": 3, "cards": ["2C"]}), "pass_size");
    let mut once = passed();
    once.report("receive", json!({"seat": 0, "from": 3}));
    refused(&once, "receive", json!({"seat": 0, "from": 3}), "received_twice");
    once.report("play", json!({"seat": 1, "card": "2C"}));
    refused(&once, "receive", json!({"seat": 1, "from": 0}), "received_late");
    once.report("receive", json!({"seat": 2, "from": 1}));
}

#[test]
fn plays() {
    refused(&Watcher::public(json!({})), "play", json!({"seat": 0, "card": "2C"}), "no_deal");
    refused(&dealt(), "play", json!({"seat": 0, "card": "2C"}), "passes_missing");
    refused(&passed(), "play", json!({"seat": 7, "card": "2C"}), "unknown_seat");
    refused(&passed(), "play", json!({"seat": 0, "card": "3C"}), "first_lead");
    let mut begun = passed();
    begun.report("play", json!({"seat": 1, "card": "2C"}));
    refused(&begun, "play", json!({"seat": 2, "card": "2C"}), "played_twice");
    refused(&begun, "play", json!({"seat": 3, "card": "5C"}), "turn");
    begun.plays("2:KC 3:AC 0:9C");
    // Seat 3 has won.
    refused(&begun, "play", json!({"seat": 1, "card": "5C"}), "turn");
    refused(&played(), "play", json!({"seat": 1, "card": "2C"}), "deal_over");
}

#[test]
fn ends() {
    let points = json!({"0": 1, "1": 4, "2": 2, "3": 19});
    refused(&Watcher::public(json!({})), "deal_end", json!({"points": points}), "no_deal");
    refused(&played(), "deal_end", json!({"points": {"0": 1, "1": 4, "2": 2, "5": 19}}), "unknown_seat");
    refused(&played(), "deal_end", json!({"points": {"0": 1, "1": 4, "2": 2}}), "points");
    refused(&played(), "deal_end", json!({"points": {"0": 1, "1": 4, "2": 3, "3": 18}}), "points");
    refused(&played(), "deal_end", json!({"points": points, "passes": {"6": ["QS", "2H", "3H"]}}), "unknown_seat");
    refused(&played(), "deal_end", json!({"points": points, "passes": {"3": ["QS", "2H"]}}), "pass_size");
    // Seat 3 passed to seat 0, and seat 1 played the ace.
    refused(&played(), "deal_end", json!({"points": points, "passes": {"3": ["QS", "2H", "AS"]}}), "passes_shown");
    let twice = json!({"0": ["AS", "AD", "KD"], "1": ["AS", "3D", "4D"]});
    refused(&dealt(), "deal_end", json!({"points": points, "passes": twice}), "passes_shown");
    refused(&held(), "deal_end", json!({"points": points, "passes": {"0": ["AS", "AD", "KD"]}}), "hold");
}

/// A deal may be thrown in, with points that no trick shows yet; but all of them are given out, and none that a trick holds is lost.
#[test]
fn conceded_deals() {
    let of = |points: [i32; 4]| json!({"points": {"0": points[0], "1": points[1], "2": points[2], "3": points[3]}});
    let accepted = |watch: &Watcher, points| watch.check(&event("deal_end", of(points))).is_ok();
    let fresh = passed();
    for points in [[1, 4, 2, 19], [26, 0, 0, 0], [0, 26, 26, 26], [0, -26, 0, 0]] {
        assert!(accepted(&fresh, points), "{points:?}");
    }
    for points in [[1, 4, 2, 18], [1, 4, 2, 20], [0, 0, 0, 0], [-26, 0, 0, 52], [26, 26, 0, 0], [i32::MAX, i32::MAX, 28, 0]] {
        refused(&fresh, "deal_end", of(points), "points");
    }
    // Ten tricks, in which three seats took hearts.
    let mut begun = passed();
    let tricks: Vec<&str> = DEAL.split_whitespace().take(40).collect();
    begun.plays(&tricks.join(" "));
    let taken = begun.table.taken();
    let rest = 26 - taken.iter().sum::<i32>();
    assert!(rest > 0 && taken.iter().filter(|taken| **taken > 0).count() > 1, "{taken:?}");
    for seat in 0..4 {
        let mut points = taken;
        points[seat] += rest;
        assert!(accepted(&begun, points), "{points:?}");
        // Somebody else took points: nobody can have shot the moon.
        refused(&begun, "deal_end", of(std::array::from_fn(|at| if at == seat { 0 } else { 26 })), "points");
    }
    // 26 in all, but one point fewer than the tricks of a seat hold.
    let short = (0..4).find(|seat| taken[*seat] > 0).unwrap();
    let mut points = taken;
    points[short] -= 1;
    points[(short + 1) % 4] += rest + 1;
    refused(&begun, "deal_end", of(points), "points");
    // A table that scores such deals in another way says so.
    let mut free = Watcher::public(json!({"conceded_points": "unchecked"}));
    free.report("deal", json!({"deal": 0, "direction": "left"}));
    assert!(accepted(&free, [0, 0, 0, 0]) && accepted(&free, [1, 4, 2, 18]));
    // An opening of a release that did not know the rule asks nothing, either.
    let old: Setup = serde_json::from_value(json!({"pass": ["left"], "jack_of_diamonds": false})).unwrap();
    assert!(!old.checks_conceded());
}

/// A seat took all 26 points, and the table scores 52: the refusal says which points are accepted.
#[test]
fn points_of_a_shot_moon_are_named() {
    let of = |points: [i32; 4]| json!({"points": {"0": points[0], "1": points[1], "2": points[2], "3": points[3]}});
    let moon = (0..200).find_map(|seed| {
        let mut watch = Watcher::public(json!({}));
        for event in super::game(json!({}), Some(52), &[super::Style::usual(); 4], seed).events {
            if matches!(event, super::Event::DealEnd(_)) {
                break;
            }
            watch.take(&event).unwrap();
        }
        let shooter = watch.table.taken().iter().position(|taken| *taken == 26)?;
        Some((watch, shooter))
    });
    let (watch, shooter) = moon.expect("one of 200 deals");
    let with = |own, others| std::array::from_fn(|seat| if seat == shooter { own } else { others });
    let (raw, sun): ([i32; 4], [i32; 4]) = (with(26, 0), with(0, 52));
    let (give, take): ([i32; 4], [i32; 4]) = (with(0, 26), with(-26, 0));
    let refusal = watch.refusal("deal_end", of(sun));
    assert_eq!(
        refusal.detail,
        format!(
            "the tricks give {raw:?} by seat, not {sun:?}: report {raw:?}, also where the table scores otherwise; as seat {shooter} shot the \
             moon, {give:?} and {take:?} are accepted too"
        )
    );
    assert!([raw, give, take].into_iter().all(|points| watch.check(&event("deal_end", of(points))).is_ok()));
}

/// Ten points less for one seat, where the jack of diamonds counts: for who took it, or for anyone while nobody has.
#[test]
fn conceded_deals_with_the_jack() {
    let of = |points: [i32; 4]| json!({"points": {"0": points[0], "1": points[1], "2": points[2], "3": points[3]}});
    let mut watch = Watcher::public(json!({"pass": ["hold"], "jack_of_diamonds": true}));
    watch.report("deal", json!({"deal": 0, "direction": "hold"}));
    for points in [[-10, 26, 0, 0], [16, 0, 0, 0], [20, 6, 0, 0], [0, 26, 26, 16], [0, 0, -36, 0]] {
        assert!(watch.check(&event("deal_end", of(points))).is_ok(), "{points:?}");
    }
    for points in [[-10, -10, 46, 0], [10, 5, 0, 0], [26, -5, 0, 0]] {
        refused(&watch, "deal_end", of(points), "points");
    }
}

#[test]
fn tables() {
    let rule = |setup: Value, parameters: Value, seats| {
        let setup: Setup = serde_json::from_value(setup).unwrap();
        let parameters: Parameters = serde_json::from_value(parameters).unwrap();
        Hearts::resolve(setup, parameters, seats).expect_err("a refusal").rule
    };
    assert_eq!(rule(json!({}), json!({}), 3), "seats");
    assert_eq!(rule(json!({"pass": []}), json!({}), 4), "pass");
    assert_eq!(rule(json!({}), json!({"soft_weight": 4.5}), 4), "soft_weight");
    assert_eq!(opening(json!({})).setup.jack_of_diamonds, Some(false));
}
