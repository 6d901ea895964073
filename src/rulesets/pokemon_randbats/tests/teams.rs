//! The unseen rest of a team and whole teams, against enumeration.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::belief::{Draws, seeded};
use crate::rulesets::pokemon_randbats::belief::{Bases, Unseen};
use crate::rulesets::pokemon_randbats::prior::{Prior, embedded};
use crate::rulesets::pokemon_randbats::world::{item_name, role_named, unpack};
use serde_json::json;

/// A table of six species, two of them of one base.
fn small() -> Arc<Prior> {
    let names = ["Ditto", "Ninetales", "Ninetales-Alola", "Weavile", "Gholdengo", "Dondozo"];
    let one = |(at, name): (usize, &&str)| {
        let set = |moves: &[u8], count: u32| json!([0, 80, 0, 0, moves, 0, 85, 85, 85, 1, count]);
        json!({"name": name, "draw": null, "formes": [[name, 20 + 7 * at]], "sets": [set(&[0, 1, 2, 3], 9), set(&[0, 1, 2, 4], 10 + 7 * at as u32)]})
    };
    let species: Vec<_> = names.iter().enumerate().map(one).collect();
    let table = json!({
        "format": "credence-pokemon-randbats-prior/1", "battle_format": "gen9randombattle", "generator": "by hand", "seed": [1], "teams": 10,
        "roles": ["Any"], "items": ["leftovers"], "abilities": ["pressure"],
        "moves": ["knockoff", "surf", "rest", "flamethrower", "icebeam"], "types": ["Water"], "species": species,
    });
    Arc::new(Prior::read(table.to_string().as_bytes()).expect("a table"))
}

/// Every ordered rest of two, with the product of the weights that the model gives.
fn enumerated(unseen: &Unseen, entries: usize) -> BTreeMap<Vec<Option<usize>>, f64> {
    let all: Vec<Option<usize>> = (0..entries).map(Some).chain([None]).collect();
    let mut list = BTreeMap::new();
    for one in &all {
        for other in &all {
            let rest = vec![*one, *other];
            let p = unseen.p(&rest);
            if p > 0.0 {
                list.insert(rest, p);
            }
        }
    }
    list
}

/// The probabilities of all rests sum to 1, in either order alike, and give the chances that are published.
#[test]
fn the_rest_agrees_with_enumeration() {
    let prior = small();
    let bases = Arc::new(Bases::of(&prior));
    let unseen = Unseen::of(&prior, &bases, &[5], 2);
    let all = enumerated(&unseen, 6);
    near(all.values().sum(), 1.0, 1e-12);
    assert!(!all.contains_key(&vec![Some(1), Some(2)]), "a team has one of a base");
    assert!(!all.keys().any(|rest| rest.contains(&Some(5))), "it is in the team already");
    for (rest, p) in &all {
        near(all[&vec![rest[1], rest[0]]], *p, 1e-15);
    }
    let next = unseen.next();
    for (entry, published) in next.iter().enumerate() {
        let value = (entry < 6).then_some(entry);
        let first: f64 = all.iter().filter(|(rest, _)| rest[0] == value).map(|(_, p)| p).fold(0.0, |sum, p| sum + p);
        near(first, *published, 1e-12);
        if let Some(entry) = value {
            let within: f64 =
                all.iter().filter(|(rest, _)| rest.contains(&Some(entry))).map(|(_, p)| p).fold(0.0, |sum, p| sum + p);
            near(within, unseen.includes(entry), 1e-12);
        }
    }
}

/// By hand: weights 1, 2 and 3 of three bases, two places. e2 = 1*2 + 1*3 + 2*3 = 11: the first is in it with (2 + 3) / 11.
#[test]
fn the_rest_by_hand() {
    let prior = small();
    let bases = Arc::new(Bases::of(&prior));
    let unseen = Unseen::of(&prior, &bases, &[1, 3], 2);
    // Left are Ditto 20, Gholdengo 48 and Dondozo 55 (counts with leads), and Ninetales' base is taken.
    let (a, b, c) = (21.0_f64, 49.0, 56.0);
    let all = a * b + a * c + b * c;
    let admitted = unseen.includes(0) / (1.0 - unseen.includes(0)) > 0.0;
    assert!(admitted);
    near(unseen.includes(0), a * (b + c) / all, 2e-3);
    near(unseen.includes(4), b * (a + c) / all, 2e-3);
    assert!(unseen.includes(2) < 1e-12);
}

#[test]
fn draws_of_the_rest_follow_their_probabilities() {
    let prior = small();
    let bases = Arc::new(Bases::of(&prior));
    let unseen = Unseen::of(&prior, &bases, &[5], 2);
    let mut counted: BTreeMap<Vec<Option<usize>>, u32> = BTreeMap::new();
    let mut rng = seeded(5, 0);
    for _ in 0..20_000 {
        *counted.entry(unseen.draw(&mut rng)).or_insert(0) += 1;
    }
    for (rest, p) in enumerated(&unseen, 6) {
        // Five standard errors of a binomial.
        let seen = f64::from(counted.get(&rest).copied().unwrap_or(0)) / 20_000.0;
        near(seen, p, 5.0 * (p / 20_000.0).sqrt() + 1e-9);
    }
}

/// The set of a member by Bayes' rule over the table: two sets of weights 9.01 and 10.01 differ in one move.
#[test]
fn a_slot_agrees_with_bayes_rule() {
    use crate::rulesets::pokemon_randbats::belief::{Counting, Fact, Pool, Slot};
    let prior = small();
    let mut slot = Slot::new("Ditto", "Ditto", Arc::new(Pool::of(&prior, &[(0, 1.0)], Counting::Other, 0.0)), 1e-4);
    let unlisted = 1e-4;
    let first = 9.01 / 19.02 * (1.0 - unlisted);
    let of = |slot: &Slot| slot.listed().map(|(_, p)| p).collect::<Vec<_>>();
    near(of(&slot)[0], first, 1e-12);
    let reweighed = slot.lean(
        &|candidate| if candidate.set.knows(prior::dex().move_named("Flamethrower").expect("a move")) { 0.5 } else { 1.0 },
        None,
    );
    let second = 1.0 - unlisted - first;
    let listed = 0.5 * first + second;
    // What is in no table takes what the listed are expected to.
    let expected = listed + unlisted * listed / (1.0 - unlisted);
    near(reweighed.expected, expected, 1e-12);
    near(of(&slot)[0], 0.5 * first / expected, 1e-12);
    let flames = prior::dex().move_named("Flamethrower").expect("a move");
    let p = slot.learn(Fact::Move(flames));
    assert!(p > 0.5 * first / expected && p < 0.5 * first / expected + unlisted);
    near(of(&slot)[0] + slot.unlisted, 1.0, 1e-12);
    near(of(&slot)[1], 0.0, 1e-15);
}

/// The entropy of a slot against the sum over everything that it can be: two entries, each of which the draft mixes with the other.
#[test]
fn the_entropy_of_a_slot_agrees_with_enumeration() {
    use crate::rulesets::pokemon_randbats::belief::{Counting, DrawnMember, Fact, Pool, Slot};
    let prior = small();
    let mut slot = Slot::new("Ditto", "Ditto", Arc::new(Pool::of(&prior, &[(0, 1.0), (3, 2.0)], Counting::Other, 0.5)), 1e-4);
    let knows = |name: &str| prior::dex().move_named(name).expect("a move");
    let all: Vec<_> = ["knockoff", "surf", "rest", "flamethrower", "icebeam"].map(knows).to_vec();
    let abilities = ["Pressure", "Limber", "Imposter", "Pickpocket"].map(|name| prior::dex().ability_named(name));
    let check = |slot: &Slot| {
        let set = &prior.entries()[0].sets[0];
        let (mut total, mut entropy) = (0.0, 0.0);
        for entry in [0, 3] {
            for without in &all {
                let mut moves: Vec<_> = all.iter().copied().filter(|id| id != without).collect();
                moves.sort_unstable();
                // Abilities that Ditto and Weavile have by nature, and all types but Stellar, are possible of a set that is in no table.
                let types = prior::Type::ALL.iter().filter(|tera| **tera != prior::Type::Stellar);
                for (ability, tera) in types.flat_map(|tera| abilities.map(|ability| (ability, *tera))) {
                    let (entry, role, item) = (Some(entry), Some(set.role), set.item);
                    let p = slot.p(&DrawnMember { entry, role, item, ability, tera: Some(tera), moves: moves.clone() });
                    total += p;
                    entropy -= if p > 0.0 { p * libm::log(p) } else { 0.0 };
                }
            }
        }
        near(total, 1.0, 1e-12);
        near(slot.entropy(), entropy, 1e-12);
        entropy
    };
    let before = check(&slot);
    // After Flamethrower one set of each entry is left.
    slot.learn(Fact::Move(knows("flamethrower")));
    assert!(check(&slot) < before);
}

const PACKED: &str = "Raichu|RaichuAlola|LifeOrb|SurgeSurfer|grassknot,psyshock,thunderbolt,nastyplot||85,,85,85,85,85|F|,0,,,,||87|,,,,,Grass]Dugtrio||LifeOrb|ArenaTrap|swordsdance,stoneedge,earthquake,suckerpunch||85,85,85,85,85,85|F|||84|,,,,,Ground";

#[test]
fn packed_teams_are_read_and_written() {
    let prior = embedded();
    let team = unpack(prior, PACKED).expect("a packed team");
    assert_eq!((team[0].name.as_str(), team[0].written.as_str()), ("Raichu", "RaichuAlola"));
    let entry = team[0].member.entry.expect("an entry");
    assert_eq!(prior::dex()[prior.entries()[entry].species].name, "Raichu-Alola");
    let again: Vec<String> = team.iter().map(|packed| world::pack(prior, &packed.member, "", None)).collect();
    // Effort follows from the set; gender and the order of moves are not kept.
    assert_eq!(
        again[0],
        "Raichu|RaichuAlola|LifeOrb|SurgeSurfer|grassknot,nastyplot,psyshock,thunderbolt||85,,85,85,85,85||,0,,,,||87|,,,,,Grass"
    );
    let twice = unpack(prior, &again.join("]")).expect("its own text");
    assert_eq!(
        twice.iter().map(|packed| packed.member.clone()).collect::<Vec<_>>(),
        team.iter().map(|packed| packed.member.clone()).collect::<Vec<_>>()
    );
}

/// A team that its player reported is known; what was drawn of it before was possible.
#[test]
fn told_teams_are_known() {
    let prior = embedded();
    // The referee sees what a side reports.
    let start = Watching::new(opening(&[Channel::Spectator]), Observer::Referee);
    let belief = more(&start, &["|switch|p1a: Dondozo|Dondozo, L80, M|100/100", "|switch|p2a: Heatran|Heatran, L78, M|100/100"]);
    let sampled = belief.sample(Draws { seed: 3, count: 20 });
    for (weight, world) in &sampled.worlds {
        assert!(weight.is_finite() && (belief.ln_probability(world) - weight).abs() < 1e-12);
        let team = unpack(prior, &world.teams[&1]).expect("a packed team");
        assert_eq!((team.len(), team[0].name.as_str()), (6, "Heatran"));
        let event = Event::Team(Team { side: Side::P2, packed: world.teams[&1].clone() });
        let later = belief.after(&event, &mut Evidence::off()).expect("it is taken");
        let item = item_name(team[0].member.item);
        assert_eq!(p(&later, 1, 0, "item", item), 1.0);
        let next = marginals::next_species(&later, Side::P2);
        assert_eq!(next.len(), 5);
        near(next[0].1, 0.2, 1e-12);
        assert!(role_named(prior, &world.roles[&1][0]).is_some());
    }
}

/// A species that the table does not hold: its fields are those of the whole table, and a simulator can play its worlds.
#[test]
fn strangers_are_believed_in() {
    let belief = watching(&[
        "|switch|p1a: Caterpie|Caterpie, L90, M|100/100",
        "|switch|p2a: Heatran|Heatran, L78, M|100/100",
        "|move|p1a: Caterpie|Tackle|p2a: Heatran",
    ]);
    assert_eq!(p(&belief, 0, 0, "species", "Caterpie"), 1.0);
    let table: f64 = embedded().entries().iter().flat_map(|entry| &entry.sets).map(|set| f64::from(set.count())).sum();
    let leftovers = prior::dex().item_named("Leftovers");
    let with = |set: &&prior::Set| set.item == leftovers;
    let counted: f64 =
        embedded().entries().iter().flat_map(|entry| &entry.sets).filter(with).map(|set| f64::from(set.count())).sum();
    // But for the few items that would have shown themselves.
    near(p(&belief, 0, 0, "item", "Leftovers"), counted / table, 5e-3);
    for (ln, world) in belief.sample(Draws { seed: 4, count: 20 }).worlds {
        near(belief.ln_probability(&world), ln, 1e-9);
        assert!(world.teams[&0].starts_with("Caterpie||") && world.teams[&0].contains("|tackle|"), "{}", world.teams[&0]);
    }
    let nothing = belief::DrawnMember { entry: None, role: None, item: None, ability: None, tera: None, moves: Vec::new() };
    let unknown = world::pack(embedded(), &nothing, "unknown", None);
    let read = unpack(embedded(), &unknown).expect("its own text");
    assert_eq!((read[0].written.as_str(), read[0].member.entry, read[0].member.moves.len()), ("unknown", None, 0));
}
