//! Answers worked by hand.

use serde_json::json;

use super::*;
use crate::belief::{Method, seeded};
use crate::rulesets::vinto::{Answer, Query, play};

fn ask(watcher: &Watcher, query: Value) -> Answer {
    let query: Query = serde_json::from_value(query).expect("a question");
    watcher.answer(&query).expect("an answer")
}

/// Rows of one, two seats. Seat 0 looked at its own 6; 53 cards are unseen.
fn start() -> Watcher {
    let mut watcher = Watcher::new(opening(json!({"row": 1, "peeks": 1}), json!({}), 2), Observer::Seat(0));
    watcher.report("round", json!({"first": 0}));
    watcher.report("peek", json!({"seat": 0, "target": 0, "position": 0, "card": "6"}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 0}));
    watcher
}

#[test]
fn ranks_and_totals() {
    let watcher = start();
    let Answer::Rank(chances) = ask(&watcher, json!({"rank": {"seat": 1, "position": 0}})) else { panic!("a rank") };
    close(chances.ranks["Joker"], 2.0 / 53.0);
    // 298 points in the deck, less the 6.
    close(chances.expected, 292.0 / 53.0);
    let Answer::RowTotal(total) = ask(&watcher, json!({"row_total": {"seat": 1}})) else { panic!("a total") };
    close(total.totals[&10], 12.0 / 53.0);
    close(total.totals[&6], 3.0 / 53.0);
    assert!((total.expected - 292.0 / 53.0).abs() < 1e-9);
    let Answer::RowTotal(own) = ask(&watcher, json!({"row_total": {"seat": 0}})) else { panic!("a total") };
    assert_eq!(own.totals.into_iter().collect::<Vec<_>>(), [(6, 1.0)]);
}

/// Seat 0's 6 is lowest where seat 1 holds 6 or more: three of 6, four each of 7, 8 and 9, twelve of value 10, 27 of 53; more in 24 of 53.
#[test]
fn who_wins() {
    let Answer::WinsIfCalled(chance) = ask(&start(), json!({"wins_if_called": {"seat": 0}})) else { panic!("a chance") };
    assert!(chance.standard_error > 0.0 && chance.standard_error < 0.01);
    assert!((chance.p - 27.0 / 53.0).abs() < 4.0 * chance.standard_error, "{chance:?}");
    assert!((chance.alone - 24.0 / 53.0).abs() < 4.0 * chance.standard_error, "{chance:?}");
}

/// Readiness of a single card: 1 at ten points and below.
#[test]
fn who_knows_what() {
    let watcher = start();
    let Answer::Knows(knows) = ask(&watcher, json!({"knows": {"seat": 1, "position": 0}})) else { panic!("knowledge") };
    assert!(knows.knows && !knows.shown);
    let Answer::HoldsKnown(holds) = ask(&watcher, json!({"holds_known": {"seat": 1, "rank": "6"}})) else { panic!("a chance") };
    close(holds.p, 3.0 / 53.0);
    let Answer::HoldsKnown(own) = ask(&watcher, json!({"holds_known": {"seat": 0, "rank": "6"}})) else { panic!("a chance") };
    close(own.p, 1.0);
    let Answer::Readiness(ready) = ask(&watcher, json!({"readiness": {"seat": 1}})) else { panic!("readiness") };
    assert!((ready.readiness - 1.0).abs() < 1e-9 && (ready.at_most_ten - 1.0).abs() < 1e-9);
}

/// Rows of five, two known to seat 1: P(it holds a 9 that it knows) = 1 - (50 x 49) / (54 x 53).
#[test]
fn one_of_two_known_cards() {
    let mut watcher = Watcher::new(opening(json!({}), json!({}), 2), Observer::Public);
    watcher.report("round", json!({"first": 0}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 0}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 4}));
    let Answer::HoldsKnown(holds) = ask(&watcher, json!({"holds_known": {"seat": 1, "rank": "9"}})) else { panic!("a chance") };
    close(holds.p, 1.0 - 50.0 * 49.0 / (54.0 * 53.0));
}

#[test]
fn nobody_sits_there() {
    let watcher = start();
    let refused = |query: Value| {
        let query: Query = serde_json::from_value(query).expect("a question");
        watcher.answer(&query).expect_err("a refusal").rule
    };
    assert_eq!(refused(json!({"row_total": {"seat": 2}})), "unknown_seat");
    assert_eq!(refused(json!({"wins_if_called": {"seat": 2}})), "unknown_seat");
    assert_eq!(refused(json!({"rank": {"seat": 1, "position": 1}})), "unknown_position");
    assert_eq!(refused(json!({"knows": {"seat": 2, "position": 0}})), "unknown_seat");
}

/// Before the first round no card is dealt: the total of no cards is no answer. After a round its cards lie there for all to see.
#[test]
fn nothing_is_dealt_yet() {
    let mut watcher = Watcher::new(opening(json!({"row": 1}), json!({}), 2), Observer::Public);
    for query in
        [json!({"readiness": {"seat": 0}}), json!({"wins_if_called": {"seat": 0}}), json!({"knows": {"seat": 0, "position": 0}})]
    {
        let query: Query = serde_json::from_value(query).expect("a question");
        assert_eq!(watcher.answer(&query).expect_err("a refusal").rule, "no_round");
    }
    watcher.report("round", json!({"first": 0}));
    watcher.passes(0, "9", &[]);
    watcher.report("vinto", json!({"seat": 0}));
    watcher.passes(1, "8", &[]);
    watcher.report("reveal", json!({"hands": {"0": ["2"], "1": ["3"]}}));
    let Answer::WinsIfCalled(chance) = ask(&watcher, json!({"wins_if_called": {"seat": 0}})) else { panic!("a chance") };
    close(chance.p, 1.0);
}

/// Where a total is estimated, the answer says so: its expectation is then within five standard errors of the sum of the cards' own, which are
/// exact; elsewhere it is equal to it. Both occur, and so do posteriors that are drawn.
#[test]
fn totals_say_how_they_were_worked_out() {
    let (mut exact, mut estimated, mut drawn) = (0, 0, 0);
    for (cards, seed) in [(14, 3), (14, 4), (1, 3)] {
        let opening = opening(json!({"draws": "private"}), json!({"exact_cards": cards}), 5);
        let game = play(&opening.setup, 5, Some(40), &mut seeded(seed, 11));
        let mut watch = Watch::new(&opening, Observer::Public);
        for (at, event) in game.events.iter().enumerate() {
            watch.see(event, &mut Evidence::off()).expect("a true event");
            let (belief, table) = (&watch.belief, &watch.table);
            if at % 9 != 0 || !table.playing {
                continue;
            }
            let seat = (at % 5) as Seat;
            let query = serde_json::from_value(json!({"row_total": {"seat": seat}})).expect("a question");
            let Ok(Answer::RowTotal(total)) = watch.answer(&query) else { panic!("a total") };
            let mean =
                |card: &_| belief.ranks(table, *card).iter().zip(Rank::ALL).map(|(p, r)| p * f64::from(r.value())).sum::<f64>();
            let cards: f64 = table.row(seat).iter().map(mean).sum();
            let variance: f64 = total.totals.iter().map(|(t, p)| p * (f64::from(*t) - cards) * (f64::from(*t) - cards)).sum();
            let off = (total.expected - cards).abs();
            match (total.worked.method, watch.quality().method) {
                (Method::Exact, Method::Exact) => {
                    assert!(total.worked.effective_sample_size.is_none() && off < 1e-9, "{off}");
                    exact += 1;
                }
                (Method::Sampled, method) => {
                    let worth = total.worked.effective_sample_size.expect("stated");
                    assert!(off <= 5.0 * libm::sqrt(variance / worth) + 1e-9, "{off} with {worth} draws");
                    if method == Method::Exact { estimated += 1 } else { drawn += 1 }
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(exact > 5 && estimated > 0 && drawn > 5, "{exact} exact, {estimated} estimated, {drawn} drawn");
}
