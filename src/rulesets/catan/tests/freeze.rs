//! A table and a belief that were frozen and thawed carry on to the same bits; what cannot have been frozen does no harm.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Watch, event, opening};
use crate::belief::{Draws, Evidence, Method, seeded};
use crate::rulesets::catan::{Belief, Catan, Style, Table, simulate};
use crate::rulesets::{self, Change, Observer, Opening, Posterior, PublicTable};

/// Through a format and back. Numbers of JSON are read to the bit here, as a snapshot's are.
fn stored<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_slice(&serde_json::to_vec(value).unwrap()).unwrap()
}

fn thawed(watch: &rulesets::Watch<'static, Catan>) -> rulesets::Watch<'static, Catan> {
    let table = Table::thaw(watch.opening, stored(&watch.table.freeze()));
    let belief = Belief::thaw(watch.opening, watch.observer, 1, stored(&watch.belief.freeze()));
    rulesets::Watch { table, belief, ..watch.clone() }
}

/// Everything that is served or stored of a belief, with the bits of its numbers.
fn bits(watch: &rulesets::Watch<'static, Catan>) -> (Vec<u64>, String, String) {
    let marginals = watch.marginals();
    let mut bits: Vec<u64> =
        marginals.variables.iter().flat_map(|m| m.distribution.iter().map(|outcome| outcome.p.to_bits())).collect();
    bits.extend(marginals.joint_entropy_bits.map(f64::to_bits));
    for (ln, world) in watch.sample(Draws { seed: 3, count: 5 }).worlds {
        bits.extend([ln.to_bits(), watch.ln_probability(&world).to_bits()]);
    }
    let frozen = serde_json::to_string(&(watch.table.freeze(), watch.belief.freeze())).unwrap();
    (bits, format!("{marginals:?}"), frozen)
}

fn carries_on(opening: Opening<Catan>, style: Style, turns: u32, seed: u64) {
    let game = simulate(&opening, Some(turns), style, &mut seeded(seed, 9));
    let opening: &'static Opening<Catan> = Box::leak(Box::new(opening));
    for observer in (0..opening.seats.len() as u8).map(Observer::Seat).chain([Observer::Public, Observer::Referee]) {
        let mut never = rulesets::Watch::new(opening, observer);
        let mut often = never.clone();
        for (at, event) in game.events.iter().enumerate() {
            let (mut one, mut other) = (Evidence::on(), Evidence::on());
            let results = (never.see(event, &mut one), often.see(event, &mut other));
            assert_eq!(results.0, results.1, "{observer} at {at}");
            assert_eq!(one.into_pieces(), other.into_pieces(), "{observer} at {at}");
            if at % 3 == 0 {
                often = thawed(&often);
                assert_eq!(bits(&never), bits(&often), "{observer} at {at}, after {event:?}");
            }
        }
        assert_eq!(bits(&never), bits(&often));
    }
}

#[test]
fn games_carry_on_to_the_same_bits() {
    let setups = [json!({}), json!({"discards": "hidden"}), json!({"bank": "unlimited"}), json!({"bank": "hidden"})];
    for (seed, setup) in setups.into_iter().enumerate() {
        let style = if seed % 2 == 0 { Style::Robbers } else { Style::Usual };
        carries_on(opening(3 + seed % 3, setup, json!({})), style, if seed == 1 { 15 } else { 30 }, seed as u64);
    }
    carries_on(opening(6, json!({}), json!({"max_worlds": 40, "prune_threshold": 0.001})), Style::Robbers, 30, 7);
    carries_on(opening(2, json!({}), json!({})), Style::Usual, 30, 8);
}

/// Keys of every width, drawn worlds, and offers.
#[test]
fn wide_worlds_and_offers_are_kept() {
    let setup = json!({"bank": "unlimited", "discards": "hidden"});
    let mut watch = Watch::new(opening(6, setup, json!({"max_worlds": 500})), Observer::Public);
    for (sizes, offers) in [(json!({"0": 40, "1": 3}), true), (json!({}), false)] {
        if offers {
            watch.post("start", json!({"hand_sizes": sizes}));
            watch.post("steal", json!({"thief": 5, "victim": 0})).post("steal", json!({"thief": 5, "victim": 1}));
            watch.post("offer", json!({"seat": 0, "give": {"wood": 1}, "get": {"ore": 2}, "to": [1, 5]}));
        } else {
            watch.post("refuse", json!({"seat": 5}));
        }
        assert_eq!(watch.quality().method, Method::Sampled);
        let again = thawed(&watch);
        assert_eq!(bits(&watch), bits(&again));
        assert!(again.table.offers_of(None).eq(watch.table.offers_of(None)));
        assert_eq!(again.table.last_victim, watch.table.last_victim);
    }
    let mut huge = Watch::new(opening(2, json!({"bank": "unlimited"}), json!({"max_worlds": 50})), Observer::Public);
    huge.post("start", json!({"hand_sizes": {"0": 1000, "1": 1000}}));
    assert_eq!(bits(&huge), bits(&thawed(&huge)));
}

/// A monopoly of two ore that was told in total leaves the sizes of three hands open: of 26 cards seat 1 has nine, and the others have five, seven and seven at
/// most, of which 17 are there. A belief that begins again guesses them, and guesses the same to the bit where it and its table were frozen before.
#[test]
fn open_sizes_are_guessed_alike_after_thawing() {
    let mut watch = Watch::new(opening(4, json!({}), json!({"max_worlds": 200})), Observer::Seat(0));
    let sizes = json!({"0": 5, "1": 7, "2": 7, "3": 7});
    watch.post("start", json!({"hand_sizes": sizes, "hands": {"0": {"ore": 2, "wood": 3}}, "dev_cards": {"1": 2}}));
    watch.post("monopoly", json!({"seat": 1, "resource": "ore", "total": 2}));
    assert_eq!(watch.table.counts.sizes.map(|size| size.vague)[..4], [true, false, true, true]);
    let trade = event("player_trade", json!({"seat": 2, "give": {"wheat": 7}, "partner": 3, "get": {"sheep": 6}}));
    let again = |watch: &rulesets::Watch<'static, Catan>| {
        let (after, at) = (watch.table.clone().advance(&trade).0, watch.at + 1);
        let belief = watch.belief.restart(&Change { view: &trade, at, before: &watch.table, after: &after }).unwrap();
        rulesets::Watch { belief, table: after, at, ..watch.clone() }
    };
    let kept = thawed(&watch.watch);
    assert_eq!(bits(&watch.watch), bits(&kept));
    let (never, once) = (again(&watch.watch), again(&kept));
    assert_eq!(never.quality().method, Method::Restarted);
    assert_eq!(bits(&never), bits(&once));
    assert_eq!(bits(&once), bits(&thawed(&once)));
}

/// Whatever is read of a belief can be read.
fn reads(watch: &rulesets::Watch<'static, Catan>) {
    assert_eq!(watch.marginals().variables.len(), 30);
    assert_eq!(watch.sample(Draws { seed: 1, count: 3 }).worlds.len(), 3);
}

/// A snapshot that decodes but cannot have been frozen gives a belief that says what it lost, and takes events.
#[test]
fn spoilt_snapshots_do_no_harm() {
    let mut watch = Watch::spectator(3);
    watch.post("production", json!({"gains": {"1": {"wood": 2, "brick": 1}}})).post("steal", json!({"thief": 0, "victim": 1}));
    let sound = serde_json::to_value(watch.belief.freeze()).unwrap();
    let spoilt = |pointer: &str, value: Value| {
        let mut frozen = sound.clone();
        *frozen.pointer_mut(pointer).unwrap() = value;
        let frozen = serde_json::from_value(frozen).unwrap();
        let mut watch =
            rulesets::Watch { belief: Belief::thaw(watch.opening, Observer::Public, 1, frozen), ..watch.watch.clone() };
        let quality = watch.quality();
        for event in [
            event("production", json!({"gains": {"0": {"wood": 1}, "2": {"ore": 3}}})),
            event("steal", json!({"thief": 2, "victim": 0})),
            event("steal", json!({"thief": 0, "victim": 2, "resource": "ore"})),
            event("build", json!({"seat": 1, "piece": "road"})),
        ] {
            if watch.see(&event, &mut Evidence::on()).is_err() {
                let change = Change { view: &event, at: 9, before: &watch.table, after: &watch.table };
                watch.belief = watch.belief.restart(&change).unwrap();
            }
            reads(&watch);
        }
        quality.method
    };
    assert_eq!(spoilt("/totals/0/0", json!(2)), Method::Exact, "a snapshot that is sound");
    for (pointer, value) in [
        ("/hands/worlds", json!({"Narrow": []})),
        ("/hands/worlds", json!({"Narrow": [[5, 0.5], [0, 0.5]]})),
        ("/hands/worlds", json!({"Narrow": [[1, 0.5], [u64::MAX, 0.5]]})),
        ("/hands/worlds", json!({"Narrow": [[1, 1e300]]})),
        ("/hands/worlds", json!({"Narrow": [[1, 2.0], [1, -1.0]]})),
        ("/hands/worlds", json!({"Wide": [[[0, 0, 0, 0, 0, u64::MAX], 1.0]]})),
        ("/hands/base/0", json!(-9)),
        ("/hands/base/29", json!(1)),
        ("/hands/base/3", json!(i32::MAX)),
    ] {
        assert_eq!(spoilt(pointer, value.clone()), Method::Restarted, "{pointer}: {value}");
    }
    for (pointer, value) in [
        ("/hands/low/5", json!(i32::MAX)),
        ("/hands/spread/5", json!(i32::MIN)),
        ("/hands/spread/6", json!(i32::MAX)),
        ("/totals/1", json!([i32::MAX, i32::MIN, 0, 0, 0])),
        ("/dev_cards/known/1", json!([255, 255, 255, 255, 255])),
    ] {
        spoilt(pointer, value);
    }
}

#[test]
fn spoilt_tables_do_no_harm() {
    let watch = Watch::spectator(3);
    let mut frozen = serde_json::to_value(watch.table.freeze()).unwrap();
    frozen["counts"]["sizes"][0]["most"] = json!(i32::MAX);
    frozen["counts"]["at_most"] = json!([i32::MIN, i32::MAX, 0, 0, 0]);
    frozen["held"] = json!([9, 0, 0, 0, 0, u16::MAX]);
    frozen["played"] = json!([u16::MAX, 0, 0, 0, 0]);
    frozen["last_victim"][0] = json!(200);
    frozen["turn"]["seat"] = json!(200);
    frozen["fresh"] = json!([u16::MAX, 0, 1, 0, 0, 0]);
    frozen["unread"] = json!([0, u16::MAX, 1, 0, 0, 0]);
    frozen["steps"][0] = json!([{"Chosen": "knight"}, {"Played": "knight"}, {"Passed": u16::MAX}, {"Passed": u16::MAX}]);
    frozen["steps"][1] = json!(vec![json!({"Bought": u16::MAX}); 3_000]);
    frozen["offers"] = json!([[7, [1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [9], [true, false, false, false, false, false]]]);
    let table = Table::thaw(watch.opening, serde_json::from_value(frozen).unwrap());
    assert_eq!((table.last_victim[0], table.offers_of(None).next().is_none()), (None, true));
    let mut watch = rulesets::Watch { table, ..watch.watch.clone() };
    for event in [
        event("production", json!({"gains": {"0": {"brick": 3}}})),
        event("steal", json!({"thief": 2, "victim": 0})),
        event("year_of_plenty", json!({"seat": 0, "resources": {"ore": 2}})),
        event("turn", json!({"seat": 1})),
        event("turn", json!({"seat": 2})),
        event("play_dev_card", json!({"seat": 0, "card": "knight"})),
    ] {
        let _ = watch.check(&event);
        let _ = watch.see(&event, &mut Evidence::on());
        reads(&watch);
    }
    let turn = event("turn", json!({"seat": 0}));
    let change = Change { view: &turn, at: 9, before: &watch.table, after: &watch.table };
    watch.belief = watch.belief.restart(&change).unwrap();
    reads(&watch);
}

/// A belief that left an event out goes on with a table that took it: its worlds stay worlds, of its own hands.
#[test]
fn a_table_that_moved_on_leaves_a_belief_that_holds() {
    let mut seat = Watch::new(opening(3, json!({}), json!({})), Observer::Seat(0));
    seat.post("production", json!({"gains": {"1": {"wood": 2}, "2": {"ore": 1}}}));
    let mut spectator = Watch::spectator(3);
    spectator.post("production", json!({"gains": {"1": {"wood": 2}, "2": {"ore": 1}}}));
    // An event that the seat's belief is taken to have left out; the table took it.
    let paid = event("production", json!({"gains": {"0": {"wheat": 4}}}));
    let before = spectator.table.clone();
    spectator.try_event(&paid).unwrap();
    let mut seat = rulesets::Watch { table: spectator.table.clone(), ..seat.watch.clone() };
    seat.belief.left_out(&Change { view: &paid, at: 2, before: &before, after: &spectator.table });
    assert_eq!(seat.marginals().detail["hand_sizes"]["0"], json!(4));
    let again = thawed(&seat);
    assert_eq!(bits(&seat), bits(&again));
    seat.see(&event("steal", json!({"thief": 1, "victim": 0, "resource": "wheat"})), &mut Evidence::on()).unwrap();
    seat.see(&event("steal", json!({"thief": 0, "victim": 1, "resource": "wood"})), &mut Evidence::on()).unwrap();
    for variable in seat.marginals().variables {
        let sum: f64 = variable.distribution.iter().map(|outcome| outcome.p).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{} sums to {sum}", variable.id);
    }
}

/// What a cache counts of a belief: at least its lists, and no more than a steal from the largest set so far makes room for.
#[test]
fn weights_are_those_of_the_lists() {
    let opening = opening(4, json!({}), json!({}));
    let game = simulate(&opening, Some(60), Style::Robbers, &mut seeded(4, 9));
    let mut watch = Watch::new(opening, Observer::Public);
    let mut most = 0;
    for event in &game.events {
        watch.try_event(event).unwrap();
        most = most.max(watch.belief.worlds());
        let (least, most) = (16 * watch.belief.worlds(), 32 * most);
        let weight = watch.belief.weigh(&watch.table);
        assert!((least..=most + 4096).contains(&weight), "{weight} for {} worlds", watch.belief.worlds());
        assert!((200..2000).contains(&watch.table.weigh()), "{}", watch.table.weigh());
    }
}
