//! What was frozen and thawed carries on to the same bits, and what is cached never outlives its table.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::damaged::goes_on;
use super::{Watch, event, opening};
use crate::belief::{Draws, seeded};
use crate::rulesets::liars_dice::cup::FrozenCup;
use crate::rulesets::liars_dice::simulator::simulate;
use crate::rulesets::liars_dice::table::FrozenTable;
use crate::rulesets::liars_dice::{Belief, Query, Table};
use crate::rulesets::{Observer, Posterior, PublicTable, Trust};

fn stored<T: Serialize + DeserializeOwned>(frozen: &T) -> T {
    serde_json::from_slice(&serde_json::to_vec(frozen).unwrap()).unwrap()
}

/// The table and the belief are written, dropped, and read.
fn freeze(watch: &mut Watch) {
    let (opening, observer) = (watch.opening, watch.observer);
    watch.table = Table::thaw(opening, stored(&watch.table.freeze()));
    watch.belief = Belief::thaw(opening, observer, 1, stored(&watch.belief.freeze()));
}

/// Everything that a table holds, but for its memory: what grew by and by has room to spare.
pub(super) fn state(table: &Table) -> String {
    let rounds: Vec<_> = table.history.iter().collect();
    let now = (table.dice, table.rounds, &table.round, &table.owed);
    let ways = (table.readings.ways, (0..table.seats).map(|seat| table.readings.shown(seat)).collect::<Vec<_>>());
    format!("{:?} {} {now:?} {rounds:?} {:?} {ways:?}", table.setup, table.seats, table.trust)
}

/// Everything that is served.
fn served(watch: &Watch) -> String {
    let mut questions = vec![json!({"best_response": {}}), json!({"bids": {}})];
    for face in [1, 5] {
        questions.push(json!({"plausibility": {"quantity": 3, "face": face}}));
        questions.push(json!({"face_popularity": {"face": face}}));
    }
    for seat in 0..watch.table.seats {
        questions.extend(["hand", "accuracy", "trust"].map(|kind| json!({ kind: {"seat": seat} })));
    }
    let answer = |question: &Value| {
        let query: Query = serde_json::from_value(question.clone()).unwrap();
        format!("{:?}", watch.watch.answer(&query))
    };
    let answers: Vec<String> = questions.iter().map(answer).collect();
    let worlds = watch.sample(Draws { seed: 7, count: 3 }).worlds;
    let evidence = serde_json::to_string(&watch.pieces).unwrap();
    format!("{:?} {worlds:?} {answers:?} {evidence} {}", watch.marginals(), state(&watch.table))
}

fn models() -> [Value; 3] {
    [
        json!({}),
        json!({"preset": "seed", "bayesian_sampling": true, "betting_history_enabled": true, "player_trust_enabled": true}),
        json!({"history_memory_rounds": 2, "trust_learning_rate": 0.3}),
    ]
}

#[test]
fn thawed_it_carries_on_to_the_same_bits() {
    for (number, parameters) in (0..).zip(models()) {
        for (seats, every) in [(2_u8, 3), (3, 4), (5, 7)] {
            let mut opening = opening(usize::from(seats), json!({"dice": 4}), parameters.clone());
            opening.seats[0].profile.trust = Some(Trust { value: 0.61, rounds: 3, recent: vec![0.7, 0.9], ..Trust::default() });
            let game = simulate(&opening, Some(50), &mut seeded(number, u64::from(seats)));
            let observers = [Observer::Public, Observer::Referee].into_iter().chain((0..seats).map(Observer::Seat));
            for observer in observers {
                let (mut never, mut often) = (Watch::new(opening.clone(), observer), Watch::new(opening.clone(), observer));
                for (at, (event, truth)) in game.events.iter().zip(&game.truth[1..]).enumerate() {
                    never.try_event(event).unwrap();
                    often.try_event(event).unwrap();
                    if at % every == 0 {
                        freeze(&mut often);
                        assert_eq!(often.belief.freeze(), never.belief.freeze());
                        assert_eq!(often.table.freeze(), never.table.freeze());
                    }
                    assert!(served(&often) == served(&never), "{observer}, after event {at}: {event:?}");
                    assert_eq!(often.ln_probability(truth).to_bits(), never.ln_probability(truth).to_bits());
                }
                assert_eq!(often.conduct, never.conduct);
                assert!(!never.table.history.is_empty());
            }
        }
    }
}

/// What could have been written by nobody is read as something that can be, and the game goes on.
#[test]
fn what_is_damaged_is_brought_into_bounds() {
    let most = u8::MAX;
    let bids = [[9, most, most], [1, 0, 77]];
    let round = json!({"number": u32::MAX, "starter": 200, "dice": vec![most; 8], "bids": bids, "ending": [99, true]});
    let lifted: Vec<Value> = (0..8).map(|seat| json!({"fit": 7 + seat, "careless": true})).collect();
    let revealed = json!([round, vec![vec![most; 6]; 8], lifted]);
    for open in [json!(null), round.clone()] {
        let frozen: FrozenTable = serde_json::from_value(json!({
            "dice": vec![most; 8], "rounds": u32::MAX, "round": open, "owed": [[9, -128], [1, 127]], "history": [revealed, revealed],
            "ways": vec![[3.0, -1.0, -1.0]; 8],
        }))
        .unwrap();
        for parameters in models() {
            let mut watch = Watch::new(opening(3, json!({}), parameters), Observer::Referee);
            watch.table = Table::thaw(watch.opening, frozen.clone());
            assert_eq!(watch.table.dice, [10, 10, 10, 0, 0, 0, 0, 0]);
            let cups = [
                vec![FrozenCup::Known([most; 6]), FrozenCup::Rolled(most), FrozenCup::Weighed(5, vec![1.0])],
                vec![
                    FrozenCup::Weighed(1, vec![f64::NAN; 6]),
                    FrozenCup::Weighed(1, vec![-1.0, 2.0, 0.0, 0.0, 0.0, 0.0]),
                    FrozenCup::Weighed(most, vec![0.0; 3003]),
                    FrozenCup::Rolled(1),
                ],
                vec![FrozenCup::Weighed(1, vec![f64::INFINITY; 6]), FrozenCup::Weighed(0, vec![1.0])],
            ];
            for frozen in cups {
                let mut watch = Watch { watch: watch.watch.clone(), pieces: Vec::new(), conduct: Vec::new() };
                watch.belief = Belief::thaw(watch.opening, watch.observer, 1, frozen);
                assert_eq!(watch.belief.cups.len(), 3);
                goes_on(&mut watch);
            }
        }
    }
}

/// What players taught belongs to the table that it was worked out with.
#[test]
fn a_table_that_moves_takes_its_rates_along() {
    let mut watch = Watch::of(2, Observer::Seat(0));
    watch.report("round", json!({"dice": {"0": 2, "1": 2}, "starter": 0})).report("roll", json!({"seat": 0, "dice": [3, 5]}));
    watch.bid(0, 1, 3).bid(1, 3, 5).report("call", json!({"seat": 0}));
    let before = watch.watch.clone();
    let learned = before.table.own_rates().to_vec();
    // A reveal that is taken.
    watch.report("reveal", json!({"hands": {"0": [3, 5], "1": [2, 2]}}));
    let taken = watch.table.own_rates().to_vec();
    assert_ne!(taken, learned);
    assert_eq!(before.table.own_rates(), learned);
    // A reveal that the observer's own dice contradict, and that moves the table all the same.
    let mut watch = before;
    let reveal = event("reveal", json!({"hands": {"0": [3, 3], "1": [2, 2]}}));
    watch.see(&reveal, &mut crate::belief::Evidence::off()).expect_err("a contradiction");
    watch.table = watch.table.advance(&reveal).0;
    watch.belief.table_moved();
    let thawed = Table::thaw(watch.opening, watch.table.freeze());
    assert_ne!(watch.table.own_rates(), learned);
    assert_eq!(watch.table.own_rates(), thawed.own_rates());
}
