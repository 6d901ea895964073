//! Any event that the rules let through is folded or contradicted; nothing panics, and beliefs stay beliefs.

use serde_json::{Value, json};

use super::opening;
use crate::belief::{Evidence, WorldRng, seeded, unit};
use crate::rulesets::catan::lanes::{size, total};
use crate::rulesets::catan::{Belief, Catan, Event, Table};
use crate::rulesets::{Change, Observer, Posterior, PublicTable, Ruleset};

fn number(rng: &mut WorldRng, below: u32) -> u32 {
    (unit(rng) * f64::from(below)) as u32
}

fn bundle(rng: &mut WorldRng, most: u32) -> Value {
    let resource = |rng: &mut WorldRng| ["wood", "brick", "sheep", "wheat", "ore"][number(rng, 5) as usize];
    let (one, other) = (resource(rng), resource(rng));
    let mut bundle = json!({});
    bundle[one] = json!(number(rng, most));
    bundle[other] = json!(number(rng, most));
    bundle
}

fn any_event(rng: &mut WorldRng) -> Event {
    let (a, b) = (number(rng, 5), number(rng, 5));
    let most = if number(rng, 8) == 0 { 101 } else { 4 };
    let resource = ["wood", "ore"][number(rng, 2) as usize];
    let count = number(rng, 5);
    let event = match number(rng, 20) {
        0 => json!({"start": {"hand_sizes": {"0": number(rng, 9), "2": number(rng, 200)}, "hands": {"1": bundle(rng, 5)}}}),
        1..=3 => json!({"production": {"gains": {a.to_string(): bundle(rng, most)}}}),
        4 => json!({"build": {"seat": a, "piece": "dev_card"}}),
        5 => json!({"build": {"seat": a, "piece": "dev_card", "card": "monopoly"}}),
        6 => json!({"bank_trade": {"seat": a, "give": bundle(rng, most), "get": bundle(rng, most)}}),
        7 => json!({"player_trade": {"seat": a, "give": bundle(rng, 3), "partner": b, "get": bundle(rng, 3)}}),
        8 | 9 => json!({"steal": {"thief": a, "victim": b}}),
        10 => json!({"steal": {"thief": a, "victim": b, "resource": resource}}),
        11 => json!({"discard": {"seat": a, "count": count}}),
        12 => json!({"monopoly": {"seat": a, "resource": resource, "total": count}}),
        13 => json!({"monopoly": {"seat": a, "resource": resource, "taken": {b.to_string(): count}}}),
        14 => json!({"hand_size": {"seat": a, "count": count}}),
        15 => json!({"bank_stock": {"bundle": {resource: number(rng, 20)}}}),
        16 => json!({"turn": {"seat": a}}),
        17 => json!({"play_dev_card": {"seat": a, "card": (["knight", "victory_point"][number(rng, 2) as usize])}}),
        18 => json!({"year_of_plenty": {"seat": a, "resources": {resource: 2}}}),
        _ => json!({"offer": {"seat": a, "give": bundle(rng, 3), "get": bundle(rng, 3)}}),
    };
    serde_json::from_value(event).unwrap()
}

/// The belief once it left an event out.
fn stepped(belief: &Belief, change: &Change<'_, Catan>) -> Belief {
    let mut belief = belief.clone();
    belief.left_out(change);
    belief
}

/// Every world has the sizes and the totals that the public counts allow: what they rule out, no belief can take.
fn fits(belief: &Belief, table: &Table, event: &Event) {
    let counts = &table.counts;
    belief.hands.visit(|row, _| {
        for (seat, held) in (0..4).map(|seat| (seat, size(row, seat))) {
            assert!(counts.allows_size(seat, held), "seat {seat} holds {held} by {row:?} after {event:?}, where {counts:?}");
        }
        for kind in 0..5 {
            let held = total(row, kind);
            assert!((counts.at_least[kind]..=counts.at_most[kind]).contains(&held), "{row:?} after {event:?}, where {counts:?}");
        }
    });
}

#[test]
fn whatever_the_rules_let_through_leaves_a_belief() {
    let setups = [
        json!({"bank": "unlimited", "discards": "hidden", "discard_limit": 0}),
        json!({"discards": "hidden", "discard_limit": 1}),
        json!({"bank": "hidden", "bank_size": 4, "dev_cards": {"monopoly": 3}}),
    ];
    let (mut folded, mut contradicted) = (0, 0);
    for seed in 0..60 {
        let mut rng = seeded(seed, 3);
        let opening = opening(4, setups[seed as usize % 3].clone(), json!({"max_worlds": 300}));
        let observer = [Observer::Public, Observer::Seat(1), Observer::Referee][seed as usize / 3 % 3];
        let (mut table, mut belief) = (Table::new(&opening), Belief::prior(&opening, observer, 1));
        for at in 1..120 {
            let event = any_event(&mut rng);
            if Catan::check(&table, &event).is_err() {
                continue;
            }
            let public = Catan::view(&opening, &event, Observer::Public).unwrap();
            let next = table.clone().advance(&public).0;
            let view = Catan::view(&opening, &event, observer).unwrap();
            let change = Change { view: &*view, at, before: &table, after: &next };
            match Catan::update(&belief, &change, &mut Evidence::on()) {
                Ok(after) => (belief, folded) = (after, folded + 1),
                Err(found) => {
                    contradicted += 1;
                    if table.counts.refute(&opening.setup, &event) {
                        assert!(found.certain);
                        continue;
                    }
                    let seen = Change { view: &*public, ..change };
                    belief = if at % 5 == 0 { belief.restart(&change).unwrap() } else { stepped(&belief, &seen) };
                }
            }
            table = next;
            fits(&belief, &table, &event);
            for variable in Catan::marginals(&belief, &table).variables {
                let sum: f64 = variable.distribution.iter().map(|outcome| outcome.p).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{} sums to {sum} after {event:?}", variable.id);
            }
        }
    }
    assert!(folded > 500 && contradicted > 100, "{folded} {contradicted}");
}
