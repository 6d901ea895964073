//! A table grows old: how likely sets that it does not hold are in a battle that is played months later, worked by hand.

use super::*;
use crate::rulesets::pokemon_randbats::prior::{Type, dex, embedded};
use std::collections::BTreeSet;

/// Noon of the 5th of July 2026: five times thirty days, and four, after the embedded table.
const JULY: &str = "|t:|1783252800";
const START: [&str; 2] = ["|start", "|switch|p2a: Gholdengo|Gholdengo, L77|100/100"];
/// Five months of 3.7e-3.
const NEWER: f64 = 0.0185;
/// Together with sets that are of the table's own generator, and only rare.
const UNLISTED: f64 = 1e-4 + NEWER;

/// Without the chance that a Zoroark stands there.
fn played(parameters: Parameters, lines: &[&str]) -> Watching {
    let parameters = Parameters { without: Some(vec![Inference::Illusion]), ..parameters };
    let (setup, parameters) = setup::resolve(Setup::default(), parameters, 2).expect("a table");
    let opening = Opening { setup, parameters, seats: Vec::new(), population: Population::default() };
    more(&Watching::new(opening, Observer::Public), lines)
}

fn unlisted(belief: &Watching) -> f64 {
    belief.marginals().detail["sides"][1]["members"][0]["unlisted"].as_f64().expect("a chance")
}

fn months(belief: &Watching) -> Option<u64> {
    belief.marginals().detail["table_months"].as_u64()
}

#[test]
fn an_older_table_misses_more() {
    let lines = [JULY, START[0], START[1]];
    let belief = played(Parameters::default(), &lines);
    assert_eq!(months(&belief), Some(5));
    near(unlisted(&belief), UNLISTED, 1e-12);
    // The moment counts that comes before anybody is shown; a server that is not Showdown's own may say how old the table is.
    near(unlisted(&watching(&START)), 1e-4, 1e-15);
    near(unlisted(&more(&watching(&START), &[JULY])), 1e-4, 1e-15);
    near(unlisted(&played(Parameters { table_months: Some(0), ..Parameters::default() }, &lines)), 1e-4, 1e-15);
    near(unlisted(&played(Parameters { table_months: Some(2), ..Parameters::default() }, &lines)), 0.0075, 1e-12);
    let seed = Parameters { preset: Some(Preset::Seed), table_months: Some(9), ..Parameters::default() };
    near(unlisted(&played(seed, &lines)), 1e-4, 1e-15);
    // Whoever was not shown yet is drawn from what may be unlisted, too.
    assert!(!std::ptr::eq(belief.terms.fresh(Some(0), false), watching(&START).terms.fresh(Some(0), false)));
    near(belief.terms.fresh(Some(0), false).unlisted, UNLISTED, 1e-12);
}

/// A player's own team may be known before the battle says when it is played: its foes' sets may be newer all the same.
#[test]
fn a_request_may_come_first() {
    let own = serde_json::json!({"side": {"name": "p1", "id": "p1", "pokemon": [{
        "ident": "p1: Venusaur", "details": "Venusaur, L84", "condition": "272/272", "baseAbility": "chlorophyll", "item": "leftovers",
        "teraType": "Dark", "moves": ["knockoff", "sludgebomb", "synthesis", "toxic"],
    }]}});
    let lines = [format!("|request|{own}"), JULY.to_owned(), START[0].to_owned(), START[1].to_owned()];
    let frame = Protocol { channel: Channel::P1, from_line: 0, lines: Some(lines.to_vec()), count: None, resync: false };
    let start = Watching::new(opening(&[Channel::P1]), Observer::Seat(0));
    let belief = start.after(&Event::Protocol(frame), &mut Evidence::off()).expect("it is taken");
    assert!(belief.side(Side::P1).reported.is_some());
    assert_eq!(months(&belief), Some(5));
    near(unlisted(&belief), UNLISTED, 1e-12);
}

#[test]
fn types_and_abilities_that_were_never_counted_are_possible() {
    let belief = played(Parameters::default(), &[JULY, START[0], START[1]]);
    let species = dex().species_named("Gholdengo").expect("a species");
    let sets = &embedded().entry(species).expect("an entry").sets;
    let counted: BTreeSet<Type> = sets.iter().map(|set| set.tera).collect();
    let others: Vec<&Type> = Type::ALL.iter().filter(|tera| **tera != Type::Stellar && !counted.contains(tera)).collect();
    assert!(counted.len() + others.len() == 18 && others.contains(&&Type::Ice), "{counted:?}");
    for tera in &others {
        near(p(&belief, 1, 0, "tera", tera.name()), NEWER * 0.28 / others.len() as f64, 1e-12);
    }
    let all = counted.iter().fold(0.0, |sum, tera| sum + p(&belief, 1, 0, "tera", tera.name()));
    near(all, 1.0 - NEWER * 0.28, 1e-12);
    // A set that a table of the day misses is rare, and of what was counted.
    near(p(&watching(&START), 1, 0, "tera", "Ice"), 0.0, 1e-15);
    let shown = more(&belief, &["|turn|1", "|-terastallize|p2a: Gholdengo|Ice"]);
    near(unlisted(&shown), 1.0, 1e-12);
    // Of two abilities that it has by nature, the table knows one.
    let weavile = played(Parameters::default(), &[JULY, START[0], "|switch|p2a: Weavile|Weavile, L79, M|100/100"]);
    near(p(&weavile, 1, 0, "ability", "Pickpocket"), 1.0 - NEWER * 0.06, 1e-12);
    near(p(&weavile, 1, 0, "ability", "Pressure"), NEWER * 0.06, 1e-12);
}

/// A snapshot of a battle with an old table carries on with its age.
#[test]
fn a_snapshot_keeps_the_age() {
    let before = played(Parameters::default(), &[JULY, "|start"]);
    let mut thawed = before.clone();
    let (opening, observer) = (thawed.watch.opening, thawed.watch.observer);
    thawed.watch.belief = Belief::thaw(opening, observer, 1, before.watch.belief.freeze());
    let shown = [START[1]];
    assert_eq!(unlisted(&more(&thawed, &shown)).to_bits(), unlisted(&more(&before, &shown)).to_bits());
    near(unlisted(&more(&thawed, &shown)), UNLISTED, 1e-12);
}
