//! Tables and beliefs from snapshots: they carry on to the same bits, and whatever is stored of them, nothing panics.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::*;
use crate::belief::{Draws, seeded};
use crate::rulesets::vinto::{Simulation, play};

/// Events between two snapshots.
const APART: usize = 5;

fn setups() -> [(Value, Value); 4] {
    [
        (json!({}), json!({})),
        (json!({"draws": "private"}), json!({})),
        (json!({"draws": "private", "discards": "private", "failures_shown": false}), json!({"exact_cards": 2, "samples": 100})),
        (json!({"failures_shown": false, "initial_discard": true, "one_try": false}), json!({"preset": "seed"})),
    ]
}

fn game(seed: u64) -> (Opening<Vinto>, Simulation) {
    let (setup, parameters) = setups()[seed as usize % 4].clone();
    let mut opening = opening(setup, parameters, 3);
    // Of one player it is known that it seldom tosses in.
    let counts = json!({"games": 3, "tendencies": {"tosses_known": {"": {"successes": 1.0, "opportunities": 30.0}}}});
    opening.seats[1].profile = serde_json::from_value(counts).expect("a profile");
    let game = play(&opening.setup, 3, Some(14), &mut seeded(seed, 21));
    (opening, game)
}

/// As it comes back from where it was stored.
fn stored<F: Serialize + DeserializeOwned>(frozen: &F) -> F {
    serde_json::from_slice(&serde_json::to_vec(frozen).expect("plain data")).expect("its own data")
}

fn thawed<'a>(watch: &Watch<'a, Vinto>) -> Watch<'a, Vinto> {
    let Watch { opening, observer, at, .. } = *watch;
    let table = Table::thaw(opening, stored(&PublicTable::freeze(&watch.table)));
    let belief = Belief::thaw(opening, observer, 1, stored(&Posterior::freeze(&watch.belief)));
    Watch { opening, observer, table, belief, at }
}

fn bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("plain data")
}

/// All that can be read of a watch.
fn read(watch: &Watch<'_, Vinto>) -> Vec<Vec<u8>> {
    let sampled = watch.sample(Draws { seed: 3, count: 4 });
    let lns: Vec<u64> =
        sampled.worlds.iter().flat_map(|(ln, world)| [ln.to_bits(), watch.ln_probability(world).to_bits()]).collect();
    let worlds: Vec<_> = sampled.worlds.iter().map(|(_, world)| world).collect();
    vec![bytes(&format!("{:?}", watch.marginals())), bytes(&worlds), bytes(&lns), bytes(&format!("{:?}", watch.table))]
}

/// What was frozen every few events, and thawed, carries on as what never was.
#[test]
fn what_is_thawed_carries_on() {
    let mut compared = 0;
    for seed in 0..8 {
        let (opening, game) = game(seed);
        for observer in [Observer::Public, Observer::Seat(0), Observer::Seat(1), Observer::Seat(2), Observer::Referee] {
            let (mut stood, mut carried) = (Watch::new(&opening, observer), Watch::new(&opening, observer));
            for (at, event) in game.events.iter().enumerate() {
                let evidence = || if at % APART == 0 { Evidence::on() } else { Evidence::off() };
                if at % APART == 0 {
                    carried = thawed(&carried);
                    assert_eq!(read(&stood), read(&carried), "seed {seed}, {observer}, before event {at}");
                    compared += 1;
                }
                let (mut of_stood, mut of_carried) = (evidence(), evidence());
                let settled = stood.see(event, &mut of_stood).expect("a true event");
                assert_eq!(settled, carried.see(event, &mut of_carried).expect("a true event"));
                let (of_stood, of_carried) = (bytes(&of_stood.into_pieces()), bytes(&of_carried.into_pieces()));
                assert_eq!(of_stood, of_carried, "seed {seed}, {observer}, event {at}");
            }
            assert_eq!(read(&stood), read(&carried), "seed {seed}, {observer}, at the end");
        }
    }
    assert!(compared > 400, "{compared}");
}

/// Takes an event, if it can be taken, and reads.
fn play_on(mut watch: Watch<'_, Vinto>, events: &[Event]) {
    for event in events {
        let _ = watch.check(event);
        let _ = watch.see(event, &mut Evidence::off());
    }
    watch.belief.table_moved();
    let marginals = watch.marginals();
    assert_eq!(marginals.variables.len(), watch.table.rows().map(|(_, row)| row.len()).sum::<usize>());
    let _ = (watch.quality(), watch.belief.weigh(&watch.table), watch.table.weigh());
    for (_, world) in watch.sample(Draws { seed: 1, count: 2 }).worlds {
        let _ = watch.ln_probability(&world);
    }
}

/// A belief on the table of another game says something, and goes on.
#[test]
fn a_belief_on_a_strange_table_does_not_panic() {
    let ((opening, first), (_, second)) = (game(0), game(4));
    let mut beliefs = Watch::new(&opening, Observer::Referee);
    for event in first.events.iter().take(60) {
        beliefs.see(event, &mut Evidence::off()).expect("a true event");
    }
    let mut tables = Watch::new(&opening, Observer::Public);
    for (at, event) in second.events.iter().enumerate() {
        tables.see(event, &mut Evidence::off()).expect("a true event");
        if at % 4 == 0 {
            let watch = Watch { belief: beliefs.belief.clone(), ..tables.clone() };
            play_on(watch, &second.events[at + 1..second.events.len().min(at + 4)]);
        }
    }
}

/// Calls `look` with every text that differs from a stored one in one number or one truth value.
fn damaged(value: &Value, root: &mut Value, pointer: &str, look: &mut impl FnMut(&Value)) {
    let mut set = |other: Value| {
        let place = root.pointer_mut(pointer).expect("it stands there");
        let stood = std::mem::replace(place, other);
        look(root);
        *root.pointer_mut(pointer).expect("it stands there") = stood;
    };
    match value {
        Value::Number(_) => [0_u32, 7, 250, u32::MAX].into_iter().for_each(|number| set(json!(number))),
        Value::Bool(other) => set(json!(!other)),
        Value::Array(values) => {
            set(json!([]));
            for (at, value) in values.iter().enumerate() {
                damaged(value, root, &format!("{pointer}/{at}"), look);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                damaged(value, root, &format!("{pointer}/{name}"), look);
            }
        }
        _ => {}
    }
}

/// A stored table or belief in which something is wrong that can be decoded panics nowhere.
#[test]
fn damaged_snapshots_do_not_panic() {
    let (opening, game) = game(2);
    let mut watch = Watch::new(&opening, Observer::Public);
    let end = game.events.iter().position(|event| matches!(event, Event::Vinto(_))).map_or(70, |call| call + 3);
    for event in &game.events[..end.min(game.events.len() - 2)] {
        watch.see(event, &mut Evidence::off()).expect("a true event");
    }
    let events = &game.events[end.min(game.events.len() - 2)..][..2];
    let mut decoded = 0;
    let mut table = serde_json::to_value(PublicTable::freeze(&watch.table)).expect("plain data");
    damaged(&table.clone(), &mut table, "", &mut |other| {
        if let Ok(frozen) = serde_json::from_value(other.clone()) {
            play_on(Watch { table: Table::thaw(&opening, frozen), ..watch.clone() }, events);
            decoded += 1;
        }
    });
    let mut belief = serde_json::to_value(Posterior::freeze(&watch.belief)).expect("plain data");
    damaged(&belief.clone(), &mut belief, "", &mut |other| {
        if let Ok(frozen) = serde_json::from_value(other.clone()) {
            let belief = Belief::thaw(&opening, Observer::Public, 1, frozen);
            play_on(Watch { belief, ..watch.clone() }, events);
            decoded += 1;
        }
    });
    assert!(decoded > 1_000, "{decoded}");
}
