//! Whole battles played by Showdown's own simulator: every line is taken, the truth stays possible, and what was shown is certain.

use std::io::Read;
use std::path::PathBuf;

use serde_json::Value;

use super::lines::Reader;
use super::*;
use crate::rulesets::pokemon_randbats::world::{role_named, unpack};

pub fn recorded(name: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pokemon_randbats").join(name);
    let packed = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).expect("gzip");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("text").to_owned()).collect()
}

/// The chance that a belief gives to what every shown member truly is.
fn check_truth(belief: &Watching, battle: &Value, place: &str) {
    let prior = &belief.terms.prior;
    for side in Side::BOTH {
        let team = unpack(prior, battle["teams"][side.name()].as_str().expect("a team")).expect("a packed team");
        let roles = texts(&battle["roles"][side.name()]);
        for (slot, shown) in belief.battle().side(side).members.iter().enumerate() {
            let Some(at) = team.iter().position(|packed| packed.name == shown.name) else {
                panic!("{place}: {} is in no team", shown.name)
            };
            let mut member = team[at].member.clone();
            member.role = role_named(prior, &roles[at]);
            let of = belief.side(side);
            let p: f64 = of
                .hypotheses
                .iter()
                .map(|hypothesis| hypothesis.weight * hypothesis.slots[slot].p(&member))
                .fold(0.0, |a, b| a + b);
            assert!(p > 0.0, "{place}: {} truly is {member:?}", shown.name);
        }
    }
}

/// Everything that lines say, as a reader of its own finds it, is true, and has probability 1 but for the chance of a Zoroark in
/// disguise. Where one was shown or is in the team, what was seen may be its own. Returns how many facts were checked.
fn check_facts(belief: &Watching, reader: &Reader, battle: &Value, place: &str) -> usize {
    let variables = marginals::variables(belief);
    let prior = &belief.terms.prior;
    let mut checked = 0;
    for (side, of) in belief.sides.iter().enumerate() {
        let team = unpack(prior, battle["teams"][Side::BOTH[side].name()].as_str().expect("a team")).expect("a packed team");
        let illusion = prior::dex().ability_named("Illusion");
        if team.iter().any(|packed| packed.member.ability == illusion) {
            continue;
        }
        let hidden = of.hypotheses.iter().filter(|one| one.hidden.is_some()).fold(0.0, |sum, one| sum + one.weight);
        for fact in reader.facts.iter().filter(|fact| fact.side == side) {
            let member = &team.iter().find(|packed| packed.name == fact.name).expect("a member").member;
            let truth = match fact.what.as_str() {
                "item" => world::item_name(member.item).to_owned(),
                "ability" => member.ability.map_or(String::new(), |ability| prior::dex()[ability].name.clone()),
                "tera" => member.tera.map_or(String::new(), |tera| tera.name().to_owned()),
                what => {
                    let knows = member.moves.iter().any(|id| world::move_variable(*id) == what);
                    if knows { "yes".to_owned() } else { format!("none of {:?}", member.moves) }
                }
            };
            assert_eq!(truth, fact.value, "{place}: the reader of the test is wrong about {fact:?}");
            let slot = reader.order[side].iter().position(|name| *name == fact.name).expect("it was shown");
            let id = world::variable(side as u8, slot, &fact.what);
            let p = variables.iter().find(|variable| variable.id == id).map_or(0.0, |variable| variable.p(&fact.value));
            assert!(p >= 1.0 - hidden - 1e-9, "{place}: {id} is {} with {p}, hidden {hidden}: {}", fact.value, fact.line);
            checked += 1;
        }
    }
    checked
}

fn follow(battle: &Value, number: usize, channel: Channel, observer: Observer) -> (Watching, usize) {
    let mut belief = Watching::new(opening(&[channel]), observer);
    let mut from_line = 0;
    let (mut reader, mut checked) = (Reader::default(), 0);
    for (at, step) in battle["steps"].as_array().expect("steps").iter().enumerate() {
        let place = format!("battle {number}, {}, {observer}, step {at}", channel.name());
        let mut events = Vec::new();
        for side in Side::BOTH {
            if let Some(request) = step["requests"].get(side.name()) {
                events.push(Event::Request(Request { side: Some(side), request: request.clone() }));
            }
        }
        let lines = texts(&step[channel.name()]);
        let count = lines.len() as u32;
        lines.iter().for_each(|line| reader.read(line));
        events.push(Event::Protocol(Protocol { channel, from_line, lines: Some(lines), count: None, resync: false }));
        from_line += count;
        for event in events {
            if let Err(refusal) = belief.watch.check(&event) {
                panic!("{place}: {refusal}");
            }
            belief = belief.after(&event, &mut Evidence::off()).unwrap_or_else(|error| panic!("{place}: {error:?}"));
        }
        check_truth(&belief, battle, &place);
        if at % 5 == 0 {
            checked += check_facts(&belief, &reader, battle, &place);
        }
    }
    checked += check_facts(&belief, &reader, battle, &format!("battle {number}, {}, {observer}, at its end", channel.name()));
    (belief, checked)
}

#[test]
fn real_battles_are_taken_line_by_line() {
    let battles = recorded("battles.jsonl.gz");
    assert!(battles.len() >= 30, "{} battles", battles.len());
    let (mut unknown, mut unlisted, mut lines, mut facts) = (0, Vec::new(), 0, 0);
    for (number, battle) in battles.iter().enumerate() {
        for (channel, observer) in
            [(Channel::Spectator, Observer::Public), (Channel::P1, Observer::Seat(0)), (Channel::P2, Observer::Seat(1))]
        {
            let (belief, checked) = follow(battle, number, channel, observer);
            facts += checked;
            unknown += belief.notes.unknown + belief.notes.names;
            lines += belief.lines();
            for side in &belief.sides {
                for slot in 0..side.shown() {
                    let of = side.hypotheses.iter().map(|hypothesis| (hypothesis.weight, &hypothesis.slots[slot]));
                    let (name, reported) = (&side.hypotheses[0].slots[slot].name, side.reported.is_some());
                    let p = of.map(|(weight, slot)| weight * slot.unlisted).fold(0.0, |sum, p| sum + p);
                    if p > 0.5 && !reported {
                        unlisted.push(format!("battle {number}, {observer}: {name}: {p}"));
                    }
                }
            }
        }
    }
    assert!(facts > 10_000, "{facts} facts were checked");
    assert_eq!(unknown, 0, "every line of {lines} is understood");
    // Teams are of the generator that the table was counted from.
    assert!(unlisted.is_empty(), "taken for unlisted:\n{}", unlisted.join("\n"));
}

/// The staged battles, from Showdown's simulator, of members whose sets no table holds: the items, abilities and tera types that they show
/// are whose they are. Moves that no set of a species has are no variables. The last is a doubles battle, for Hospitality: it is taken.
#[test]
fn staged_battles_are_read_right() {
    let mut checked = 0;
    for (number, battle) in recorded("staged.jsonl.gz").iter().enumerate() {
        let mut belief = Watching::new(opening(&[Channel::Spectator]), Observer::Public);
        let mut reader = Reader::default();
        for step in battle["steps"].as_array().expect("steps") {
            let lines = texts(&step["spectator"]);
            lines.iter().for_each(|line| reader.read(line));
            reader.facts.retain(|fact| !fact.what.starts_with("move:"));
            belief = more(&belief, &lines.iter().map(String::as_str).collect::<Vec<_>>());
            if battle["shows"][0] != "hospitality" {
                checked += check_facts(&belief, &reader, battle, &format!("staged battle {number}"));
            }
        }
        assert!(belief.battle().turn > 0, "battle {number}");
    }
    assert!(checked > 100, "{checked} facts were checked");
}
