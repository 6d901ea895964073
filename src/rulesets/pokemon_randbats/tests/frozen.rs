//! A belief and a table that were frozen and thawed carry on to the same bits.

use super::battles::recorded;
use super::*;
use crate::belief::seeded;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What a snapshot holds, written and read in the format that the service stores it in.
fn through<T: Serialize + DeserializeOwned>(frozen: &T) -> T {
    let bytes = postcard::to_stdvec(frozen).expect("plain data");
    postcard::from_bytes(&bytes).expect("what was written")
}

fn thawed(watching: &Watching) -> Watching {
    let mut next = watching.clone();
    let (opening, observer) = (next.watch.opening, next.watch.observer);
    next.watch.table = Table::thaw(opening, through(&watching.watch.table.freeze()));
    next.watch.belief = Belief::thaw(opening, observer, 1, through(&watching.watch.belief.freeze()));
    next
}

/// Everything that is served of a belief.
fn served(of: &Watching, seed: u64) -> String {
    let (table, belief) = (&of.watch.table, &of.watch.belief);
    let worlds = of.sample(Draws { seed, count: 3 }).worlds;
    let again: Vec<u64> = worlds.iter().map(|(_, world)| of.ln_probability(world).to_bits()).collect();
    let worlds: Vec<_> = worlds.iter().map(|(ln, world)| (ln.to_bits(), world)).collect();
    format!("{:?}{worlds:?}{again:?}{:?}{:?}", of.marginals(), belief.quality(table), of.battle())
}

/// Carries on with one that is frozen and thawed at every few events, and one that never is.
fn carries_on(opening: &Opening<PokemonRandbats>, observer: Observer, events: &[Event], every: usize) {
    let mut kept = Watching::new(opening.clone(), observer);
    let mut other = kept.clone();
    for (at, event) in events.iter().enumerate() {
        if at % every == 0 {
            other = thawed(&other);
            assert_eq!(served(&kept, at as u64), served(&other, at as u64), "{observer}, event {at}");
        }
        let record = |from: &Watching| {
            let mut evidence = Evidence::on();
            let mut next = from.clone();
            let settled = next.watch.see(event, &mut evidence).expect("it is taken");
            (next, format!("{:?}{settled:?}", evidence.into_pieces()))
        };
        let (next_kept, evidence_kept) = record(&kept);
        let (next_other, evidence_other) = record(&other);
        assert_eq!(evidence_kept, evidence_other, "{observer}, event {at}");
        (kept, other) = (next_kept, next_other);
    }
    assert_eq!(served(&kept, 0), served(&thawed(&other), 0), "{observer}, at the end");
}

const OBSERVERS: [Observer; 4] = [Observer::Public, Observer::Seat(0), Observer::Seat(1), Observer::Referee];

#[test]
fn simulated_battles_carry_on_to_the_same_bits() {
    for (seed, channels) in [&[Channel::Spectator][..], &[Channel::P1], &[Channel::P2, Channel::Spectator]].iter().enumerate() {
        let opening = opening(channels);
        let transcript = simulator::simulate(&opening, Some(25), &mut seeded(seed as u64, 11));
        for observer in OBSERVERS {
            carries_on(&opening, observer, &transcript.events, 3);
        }
    }
}

/// Recorded battles have an Illusion, exact hit points on the players' feeds, and feeds that are seen and not read.
#[test]
fn recorded_battles_carry_on_to_the_same_bits() {
    let battles = recorded("battles.jsonl.gz");
    let names = [Channel::P1, Channel::P2, Channel::Spectator];
    let opening = opening(&names);
    for battle in battles.iter().take(2) {
        let mut events = Vec::new();
        let mut from = [0; 3];
        for step in battle["steps"].as_array().expect("steps") {
            for channel in names {
                let lines: Vec<String> = serde_json::from_value(step[channel.name()].clone()).expect("lines");
                let count = lines.len() as u32;
                let from_line = from[channel.index()];
                events.push(Event::Protocol(Protocol { channel, from_line, lines: Some(lines), count: None, resync: false }));
                from[channel.index()] += count;
            }
        }
        for observer in OBSERVERS {
            carries_on(&opening, observer, &events, 7);
        }
    }
}

/// Every name of an id that is stored is found again.
#[test]
fn ids_are_stored_by_name() {
    let dex = prior::dex();
    let kept = |value: Value, of: Value| assert_eq!(value, of);
    for (id, item) in dex.items() {
        assert_eq!(through(&id), id);
        kept(serde_json::to_value(id).expect("text"), Value::from(item.id.clone()));
    }
    for entry in prior::embedded().entries() {
        assert_eq!(through(&entry.species), entry.species);
        for set in &entry.sets {
            assert_eq!(through(&set.ability), set.ability);
            assert_eq!(through(&set.moves), set.moves);
        }
    }
    assert!(serde_json::from_value::<prior::MoveId>(Value::from("a move of next year")).is_err());
}

/// Whatever numbers a snapshot holds, what is thawed from it can be read and carried on.
#[test]
fn spoiled_numbers_do_not_panic() {
    let opening = opening(&[Channel::P1]);
    let transcript = simulator::simulate(&opening, Some(12), &mut seeded(5, 11));
    let mut watching = Watching::new(opening, Observer::Referee);
    // Of a team that was reported nothing is uncertain.
    let lines: Vec<Event> = transcript.events.into_iter().filter(|event| matches!(event, Event::Protocol(_))).collect();
    let (last, before) = lines.split_last().expect("events");
    for event in before {
        watching = watching.after(event, &mut Evidence::off()).expect("it is taken");
    }
    let whole = serde_json::to_value(watching.watch.belief.freeze()).expect("plain data");
    let mut places = Vec::new();
    numbers(&whole, String::new(), &mut places);
    let (mut taken, mut refused) = (0, 0);
    for (at, place) in places.iter().enumerate() {
        let mut spoiled = whole.clone();
        let put = [Value::from(0), Value::from(250), Value::from(4_000_000_000_u32), Value::from(-1.0), Value::from(1e300)];
        *spoiled.pointer_mut(place).expect("a place") = put[at % put.len()].clone();
        // What does not fit a field is refused when it is read.
        let Ok(frozen) = serde_json::from_value::<FrozenBelief>(spoiled) else {
            refused += 1;
            continue;
        };
        let mut other = watching.clone();
        other.watch.belief = Belief::thaw(other.watch.opening, Observer::Referee, 1, frozen);
        other.marginals();
        other.sample(Draws { seed: 1, count: 2 });
        other.after(last, &mut Evidence::on()).expect("it is taken");
        taken += 1;
    }
    assert!(taken > 100 && refused > 10, "{taken} taken, {refused} refused");
}

fn numbers(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::Number(_) => places.push(place),
        Value::Array(list) => list.iter().enumerate().for_each(|(at, one)| numbers(one, format!("{place}/{at}"), places)),
        Value::Object(map) => map.iter().for_each(|(key, one)| numbers(one, format!("{place}/{key}"), places)),
        _ => {}
    }
}
