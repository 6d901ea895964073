//! What is sent has bounds: members of a side, lines of an event, sets of a table.

use std::sync::Arc;

use super::*;
use crate::belief::Draws;
use crate::rulesets::pokemon_randbats::battle::TEAM;
use crate::rulesets::pokemon_randbats::check::MOST_LINES;

const FOES: &str = "|switch|p2a: Heatran|Heatran, L78, M|100/100";

/// Nicknames make members: the seventh of a side and all after it are passed over, in the battle and in the belief.
#[test]
fn a_seventh_member_is_passed_over_and_counted() {
    let lines: Vec<String> = (0..40).map(|at| format!("|switch|p1a: a{at}|Mew|1/1")).collect();
    let mut text: Vec<&str> = vec![FOES];
    text.extend(lines.iter().map(String::as_str));
    text.push("|replace|p1a: another|Zoroark, L80, M");
    let belief = watching(&text);
    assert_eq!((belief.battle().side(Side::P1).members.len(), belief.side(Side::P1).shown()), (TEAM, TEAM));
    assert_eq!(belief.battle().active(Side::P1).map(|shown| shown.name.as_str()), Some("a5"));
    assert_eq!(belief.marginals().detail["notes"]["beyond_team"], 35);
    for (ln, world) in belief.sample(Draws { seed: 3, count: 20 }).worlds {
        near(belief.ln_probability(&world), ln, 1e-9);
    }
    // Who is known still comes and goes.
    let back = more(&belief, &["|switch|p1a: a1|Mew|1/1"]);
    assert_eq!(back.battle().side(Side::P1).out, Some(1));
}

/// A reported team whose members have other names than those shown: worlds stay teams of six.
#[test]
fn told_and_shown_together_are_six() {
    let belief = watching(&["|switch|p1a: A|Mew, L82|100/100", "|switch|p1a: B|Heatran, L78, M|100/100", FOES]);
    let prior = &belief.terms.prior;
    let of = |name: &str| {
        let entry = prior.place(prior::dex().species_named(name).expect("a species")).expect("an entry");
        (name.into(), name.into(), belief::drawn(entry, &prior.entries()[entry].sets[0]).into())
    };
    let names = ["Weavile", "Gholdengo", "Dondozo", "Ditto", "Spiritomb", "Mandibuzz"];
    let mut next = belief.clone();
    let terms = Arc::clone(&next.terms);
    next.watch.belief.side_mut(Side::P1).report(&terms, names.map(of).to_vec());
    for (ln, world) in next.sample(Draws { seed: 3, count: 20 }).worlds {
        assert_eq!(world.teams[&0].split(']').count(), TEAM);
        near(next.ln_probability(&world), ln, 1e-9);
    }
}

/// Five were shown, and a Zoroark for sure: a sixth leaves no room for it, and slots stay in step with the battle.
#[test]
fn slots_stay_in_step_where_no_hypothesis_has_room() {
    let names = ["Mew", "Heatran", "Dondozo", "Mandibuzz", "Weavile"];
    let lines = names.map(|name| format!("|switch|p1a: {name}|{name}, L80|100/100"));
    let mut text: Vec<&str> = vec![FOES];
    text.extend(lines.iter().map(String::as_str));
    let belief = watching(&text);
    let mut sure = belief.clone();
    sure.watch.belief.side_mut(Side::P1).hypotheses.retain(|hypothesis| hypothesis.hidden.is_some());
    assert!(!sure.side(Side::P1).hypotheses.is_empty(), "a Zoroark is thought of");
    let next = more(&sure, &["|switch|p1a: Ditto|Ditto, L87|100/100"]);
    assert_eq!(next.side(Side::P1).shown(), next.battle().side(Side::P1).members.len());
    assert!(next.side(Side::P1).hypotheses.iter().all(|hypothesis| hypothesis.slots.len() == TEAM));
}

#[test]
fn too_many_lines_of_one_event_are_refused_by_name() {
    let table = Table::new(&opening(&[Channel::Spectator]));
    PokemonRandbats::check(&table, &batch(0, &["|"; MOST_LINES])).expect("as many as may be");
    let refusal = PokemonRandbats::check(&table, &batch(0, &["|"; MOST_LINES + 1])).expect_err("one more");
    assert_eq!(refusal.rule, "lines_many");
}

/// Two species of which so little is known that a hit would be worked out for 40,000 pairs: it says nothing.
#[test]
fn hits_between_too_many_kinds_say_nothing() {
    let items: Vec<&str> = prior::dex().items().map(|(_, item)| item.id.as_str()).collect();
    let line = |item: &&str| format!("\"80,{item},pressure,fireblast,dark\": 1");
    let one = |name: &str| format!("\"{name}\": {{{}}}", items[..200].iter().map(line).collect::<Vec<_>>().join(","));
    let (_, text) = prior::import(format!("{{{}, {}}}", one("mew"), one("scizor")).as_bytes(), None).expect("a table");
    let table = prior::Imported::new(&text).expect("a table");
    let parameters = Parameters { table: Some(table), ..Parameters::default() };
    let (setup, parameters) = setup::resolve(Setup::default(), parameters, 2).expect("a table");
    let wide =
        Watching::new(Opening { setup, parameters, seats: Vec::new(), population: Population::default() }, Observer::Public);
    let hits = |belief: Watching| {
        let start = ["|switch|p1a: Mew|Mew, L80|100/100", "|switch|p2a: Scizor|Scizor, L79, M|100/100", "|turn|1", "|"];
        let after = more(&more(&belief, &start), &["|move|p1a: Mew|Fire Blast|p2a: Scizor", "|-damage|p2a: Scizor|20/100"]);
        (after.notes.hits, after.notes.hits_left_out)
    };
    assert_eq!(hits(wide), (1, 1));
    assert_eq!(hits(watching(&[])), (1, 0));
}
