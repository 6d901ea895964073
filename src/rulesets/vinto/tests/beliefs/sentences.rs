//! What evidence says to people: the sentence, and the two rates after it.

use serde_json::json;

use super::*;
use crate::belief::seeded;
use crate::rulesets::vinto::likelihood::{LIKELIHOODS, TENDENCIES, TOSSES_BY_LOT};
use crate::rulesets::vinto::play;

/// Seat 1 knows two of its five cards, draws a 3, which has no action, and gives a 9 up for it. By lot it moves one of two times in six; else it
/// gives a known one up in 9.6 of 20 where that is worse, and in .67 of 10.02 where it is not. Careless is one seat in five: .2 / 3 + .8 x .48
/// = .451, and .2 / 3 + .8 x .0669 = .120.
#[test]
fn a_sentence_that_says_what_holds_has_the_rate_where_it_holds_last() {
    let mut watcher = Watcher::new(opening(json!({}), json!({}), 2), Observer::Seat(0));
    watcher.report("round", json!({"first": 1}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 0}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 1}));
    watcher.report("draw", json!({"seat": 1, "card": "3"}));
    watcher.report("swap", json!({"seat": 1, "position": 0, "out": "9"}));
    let piece = watcher.pieces.iter().find(|piece| piece.summary.contains("as if that were worse than this"));
    let summary = &piece.expect("a piece").summary;
    assert!(summary.contains("Seat 1 would do so with 12 % if that is wrong, and with 45 % if it is right."), "{summary}");
    assert!(summary.ends_with("With no such occasion of its own on record, the two are 6.7 % and 48 %."), "{summary}");
}

/// By the shipped rates each sentence speaks for what makes its choice likelier: the rate where it is right is the greater one, whichever choice of
/// whichever clue is read. And none has a hole in it.
#[test]
fn every_sentence_is_likelier_right() {
    let (mut read, mut switched, mut silent) = (0, 0, 0);
    for seed in 0..12 {
        let draws = ["public", "private"][seed as usize % 2];
        let opening = opening(json!({"draws": draws}), json!({}), 3);
        let game = play(&opening.setup, 3, Some(20), &mut seeded(seed, 31));
        let mut watch = Watch::new(&opening, Observer::Public);
        for event in &game.events {
            let mut evidence = Evidence::on();
            watch.see(event, &mut evidence).expect("a true event");
            for summary in evidence.into_pieces().iter().map(|piece| &piece.summary) {
                assert!(!summary.contains("  "), "{summary}");
                silent += u32::from(summary.contains("which says nothing of its cards"));
                let Some((_, rates)) = summary.split_once(" would do so with ") else { continue };
                let number = |text: &str| text.split(' ').next().and_then(|text| text.parse::<f64>().ok()).expect("a number");
                let (wrong, right) = rates.split_once(" % if that is wrong, and with ").expect("two rates");
                assert!(number(wrong) <= number(right), "{summary}");
                read += 1;
                switched += u32::from(summary.contains("switched two cards"));
            }
        }
    }
    assert!(read > 200 && switched > 3 && silent > 0, "{read} read, {switched} of switches, {silent} of the seat alone");
}

/// A King lies on the discards, and seat 1 does not toss in. It knows two cards: who moves by lot leaves each with .98, and others leave one that
/// does not match with 1 - .14 / 20 = .993. Of the cards themselves nothing is said.
#[test]
fn where_nothing_is_worth_tossing_in_only_the_seat_is_spoken_of() {
    let mut watcher = Watcher::new(opening(json!({}), json!({}), 2), Observer::Seat(0));
    watcher.report("round", json!({"first": 0}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 0}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 1}));
    watcher.passes(0, "K", &[1]);
    let (lot, other) = (0.2 * 0.98 * 0.98, 0.8 * 0.993 * 0.993);
    assert!((watcher.belief.way(1)[0] - lot / (lot + other)).abs() < 1e-9, "{:?}", watcher.belief.way(1));
    assert!((TOSSES_BY_LOT.value - 0.02).abs() < 1e-12);
    for position in 0..5 {
        close(watcher.p(1, position, "K"), 3.0 / 53.0);
    }
    assert!(watcher.belief.hints.values().all(|hint| hint.said.is_none()));
}

/// A text that sends its reader to a tendency sends them to one that there is.
#[test]
fn tendencies_that_texts_name_are_there() {
    let is_there = |name: &str| TENDENCIES.iter().any(|tendency| tendency.name == name);
    for number in LIKELIHOODS {
        assert!(!number.reason.contains("the tendency of this name") || is_there(number.name), "{}", number.name);
        let named = number.reason.split('`').skip(1).step_by(2);
        named.for_each(|name| assert!(is_there(name), "{}: {name}", number.name));
    }
}
