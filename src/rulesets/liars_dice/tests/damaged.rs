//! Nothing that a stored log may hold panics, rules or no rules.

use serde_json::{Value, json};

use super::{Watch, event, opening};
use crate::rulesets::liars_dice::{Event, Query};
use crate::rulesets::{Observer, Posterior, PublicTable};

/// How far a round got.
const STAGES: usize = 5;

fn at(stage: usize, parameters: &Value) -> Watch {
    let mut watch = Watch::new(opening(3, json!({}), parameters.clone()), Observer::Referee);
    let events = [
        ("round", json!({"dice": {"0": 2, "1": 2, "2": 3}, "starter": 0})),
        ("bid", json!({"seat": 0, "quantity": 1, "face": 3})),
        ("call", json!({"seat": 1})),
        ("reveal", json!({"hands": {"0": [3, 5], "1": [1, 1], "2": [2, 2, 2]}})),
    ];
    for (kind, data) in events.into_iter().take(stage) {
        watch.report(kind, data);
    }
    watch
}

/// Everything that can be asked is answered or refused.
fn ask(watch: &Watch) {
    assert_eq!(watch.marginals().variables.len(), 24);
    let mut questions = vec![json!({"best_response": {}})];
    for number in [0, 1, 6, 7, 200] {
        questions.push(json!({"plausibility": {"quantity": number, "face": 3}}));
        questions.push(json!({"face_total": {"face": number}}));
        questions.push(json!({"face_popularity": {"face": number, "recent_rounds": number}}));
        for kind in ["hand", "accuracy", "trust", "bids"] {
            questions.push(json!({ kind: {"seat": number} }));
        }
    }
    for question in questions {
        let query: Query = serde_json::from_value(question).unwrap();
        let _ = watch.watch.answer(&query);
    }
}

/// Follows the event, and some true ones after it, and asks.
fn survives(mut watch: Watch, damaged: &Event) {
    if watch.follow(damaged).is_err() {
        watch.table = watch.table.clone().advance(damaged).0;
        watch.belief.table_moved();
    }
    goes_on(&mut watch);
}

/// Follows some true events, whatever happened before, and asks.
pub(super) fn goes_on(watch: &mut Watch) {
    ask(watch);
    let after = [
        event("bid", json!({"seat": 1, "quantity": 2, "face": 3})),
        event("call", json!({"seat": 2})),
        event("reveal", json!({"hands": {"0": [3, 5], "1": [1, 1], "2": [2, 2, 2]}})),
        event("dice_change", json!({"seat": 2, "delta": -1, "left": 2})),
        event("round", json!({"dice": {"0": 2, "1": 2, "2": 2}, "starter": 2})),
        event("bid", json!({"seat": 2, "quantity": 2, "face": 3})),
    ];
    for event in &after {
        let _ = watch.follow(event);
        ask(watch);
    }
}

fn models() -> [Value; 2] {
    [
        json!({}),
        json!({"preset": "seed", "bayesian_sampling": true, "betting_history_enabled": true, "player_trust_enabled": true}),
    ]
}

/// A seat that is not at the table did nothing: its event contradicts every belief, by name, and leaves the table as it was.
#[test]
fn seats_that_are_not_there() {
    for (seat, parameters) in [3_u8, 7, 8, 200, 255].into_iter().flat_map(|seat| models().map(|model| (seat, model))) {
        for (kind, data) in [
            ("round", json!({"dice": {"0": 2, "1": 2}, "starter": seat})),
            ("round", json!({"dice": {"0": 2, seat.to_string(): 2}, "starter": 0})),
            ("roll", json!({"seat": seat, "dice": [1, 2]})),
            ("bid", json!({"seat": seat, "quantity": 2, "face": 3})),
            ("call", json!({"seat": seat})),
            ("exact", json!({"seat": seat})),
            ("reveal", json!({"hands": {"0": [3, 5], seat.to_string(): [1]}})),
            ("dice_change", json!({"seat": seat, "delta": -1, "left": 2})),
        ] {
            let event = event(kind, data);
            for stage in 0..STAGES {
                let mut watch = at(stage, &parameters);
                let contradiction = watch.follow(&event).expect_err("a contradiction");
                assert_eq!(contradiction.detail, format!("there is no seat {seat}"));
                let (table, conduct) = watch.table.clone().advance(&event);
                assert_eq!(format!("{table:?}"), format!("{:?}", watch.table));
                assert!(conduct.is_empty());
                survives(watch, &event);
            }
        }
    }
}

/// Numbers that no rule allows: too many dice, faces that are none, bids beyond the table, and all of it out of order.
#[test]
fn numbers_that_cannot_be() {
    let many: Vec<u8> = vec![1; 300];
    for parameters in models() {
        for (kind, data) in [
            ("round", json!({"dice": {}, "starter": 0})),
            ("round", json!({"dice": {"0": 200, "1": 255, "2": 255}, "starter": 0})),
            ("round", json!({"dice": {"1": 0, "2": 11}, "starter": 0})),
            ("roll", json!({"seat": 1, "dice": [9, 0]})),
            ("roll", json!({"seat": 1, "dice": many})),
            ("bid", json!({"seat": 1, "quantity": 200, "face": 9})),
            ("bid", json!({"seat": 2, "quantity": 0, "face": 0})),
            ("call", json!({"seat": 2})),
            ("exact", json!({"seat": 0})),
            ("reveal", json!({"hands": {}})),
            ("reveal", json!({"hands": {"0": many, "1": many, "2": vec![6_u8; 200]}})),
            ("reveal", json!({"hands": {"0": [3, 5], "1": [1, 1], "2": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]}})),
            ("dice_change", json!({"seat": 1, "delta": 100, "left": 200})),
            ("dice_change", json!({"seat": 1, "delta": -128, "left": 0})),
        ] {
            (0..STAGES).for_each(|stage| survives(at(stage, &parameters), &event(kind, data.clone())));
        }
    }
}
