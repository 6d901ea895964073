//! Tables of others: the option, frequency and whole-set files that pkmn/randbats publishes as `gen9randombattle.json`.
//!
//! Whole sets are taken as they were counted; they do not name a role, which is looked up in the embedded table. Of options and
//! frequencies only the fields apart are known: every four of a role's moves, with every item, ability and tera type, become a set, its
//! weight the product of its parts. That is the independence that the joint table is there to mend: import whole sets where you can.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::dex::{MoveId, dex, to_id};
use super::moves::Category;
use super::table::{BATTLE_FORMAT, Entry, FORMAT, MOST, MOVES, Prior, Written, WrittenEntry, WrittenSet, embedded};
use super::types::Type;
use super::unpack::{FILE, Unusable, unpack};

/// The role of a set that no role is known of.
const UNLABELLED: &str = "Unlabelled";
/// What the sets of a species weigh together, where only frequencies are known.
const SCALE: f64 = 1e6;

/// Names of a table under construction, each with its place.
#[derive(Default)]
struct Names(BTreeMap<String, usize>);

impl Names {
    fn place(&mut self, name: &str) -> usize {
        let next = self.0.len();
        *self.0.entry(name.to_owned()).or_insert(next)
    }

    fn listed(self) -> Vec<String> {
        let mut names: Vec<(usize, String)> = self.0.into_iter().map(|(name, place)| (place, name)).collect();
        names.sort_unstable();
        names.into_iter().map(|(_, name)| name).collect()
    }
}

/// Collects sets into the form in which a table is written.
#[derive(Default)]
struct Table {
    roles: Names,
    items: Names,
    abilities: Names,
    moves: Names,
    species: Vec<WrittenEntry>,
    sets: usize,
}

/// A set by its names.
struct Named<'a> {
    role: &'a str,
    level: u8,
    item: &'a str,
    ability: &'a str,
    moves: Vec<&'a str>,
    tera: &'a str,
    count: u32,
}

fn form(text: impl Into<String>) -> Unusable {
    Unusable::Form(text.into())
}

/// Effort in attack and speed by the generator's rule: none in attack without a move that uses it, none in speed with a move that
/// is the better for being slow. The fine print of Tera Blast and Shell Side Arm is left out.
fn efforts(moves: &[MoveId]) -> (u8, u8) {
    let without = |id: &MoveId| {
        let it = &dex()[*id];
        let other = it.offensive_stat.is_some() || it.offensive_from.is_some() || it.fixed_damage.is_some();
        (it.category != Category::Physical || other) && !["transform", "shellsidearm"].contains(&it.id.as_str())
    };
    let slow = |id: &MoveId| ["gyroball", "trickroom"].contains(&dex()[*id].id.as_str());
    (if moves.iter().all(without) { 0 } else { 85 }, if moves.iter().any(slow) { 0 } else { 85 })
}

impl Table {
    fn add(&mut self, entry: Option<&Entry>, species: &str, set: &Named<'_>) -> Result<WrittenSet, Unusable> {
        if !(1..=100).contains(&set.level) {
            let cure = "leave it out, or take a file of 2024 or later";
            return Err(form(format!("{species} has level {}, and levels are 1 to 100; {cure}", set.level)));
        }
        self.sets += 1;
        if self.sets > MOST {
            return Err(Unusable::Many { whose: "the file".to_owned(), count: self.sets, most: MOST });
        }
        let find =
            |name: &&str| dex().move_named(name).ok_or_else(|| Unusable::Unknown { kind: "move", name: (*name).to_owned() });
        let mut ids = set.moves.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        ids.sort_unstable();
        let tera = Type::named(set.tera).ok_or_else(|| Unusable::Unknown { kind: "type", name: set.tera.to_owned() })?;
        let same = |one: &&super::table::Set| {
            one.moves == ids && one.tera == tera && one.item.map_or("", |item| &dex()[item].id) == to_id(set.item)
        };
        // Effort in hit points depends on the level, so it is taken over from a set of the same level only.
        let like = entry.and_then(|entry| entry.sets.iter().filter(same).max_by_key(|one| one.count()));
        let (atk, spe) = efforts(&ids);
        let hp = like.filter(|one| one.level == set.level).map_or(85, |one| one.spread.hp);
        let label = like.map_or(UNLABELLED, |one| embedded().role(one.role));
        let role = self.roles.place(if set.role.is_empty() { label } else { set.role });
        Ok((
            u8::try_from(role).map_err(|_| form("it holds more than 256 roles"))?,
            set.level,
            if set.item.is_empty() { -1 } else { i32::try_from(self.items.place(&to_id(set.item))).unwrap_or(i32::MAX) },
            self.abilities.place(&to_id(set.ability)),
            set.moves.iter().map(|name| self.moves.place(&to_id(name))).collect(),
            tera as usize,
            hp,
            atk,
            spe,
            0,
            set.count,
        ))
    }

    fn species(&mut self, name: &str, sets: Vec<WrittenSet>) {
        let count = sets.iter().fold(0, |sum: u32, set| sum.saturating_add(set.10));
        let name = dex().species_named(name).map_or_else(|| name.to_owned(), |id| dex()[id].name.clone());
        self.species.push(WrittenEntry { formes: vec![(name.clone(), count)], name, draw: None, sets });
    }

    fn written(self, generator: &str, date: Option<Date>) -> Written {
        let counts = self.species.iter().flat_map(|entry| &entry.sets).map(|set| u64::from(set.10));
        Written {
            format: FORMAT.to_owned(),
            battle_format: BATTLE_FORMAT.to_owned(),
            generator: generator.to_owned(),
            date,
            seed: Vec::new(),
            teams: counts.sum::<u64>() / 6,
            roles: self.roles.listed(),
            items: self.items.listed(),
            abilities: self.abilities.listed(),
            moves: self.moves.listed(),
            types: Type::ALL.to_vec(),
            species: self.species,
        }
    }
}

fn entry_of(name: &str) -> Option<&'static Entry> {
    dex().species_named(name).and_then(|id| embedded().entry(id))
}

/// `{"abomasnow": {"84,lightclay,snowwarning,auroraveil,blizzard,earthquake,woodhammer,water": 230}}`
fn whole(table: &mut Table, species: &Map<String, Value>) -> Result<(), Unusable> {
    for (name, sets) in species {
        let sets = sets.as_object().ok_or_else(|| form(format!("{name} is no object")))?;
        let mut written = Vec::with_capacity(sets.len());
        for (line, count) in sets {
            let bad = || form(format!("{name}: {line:?} is not level, item, ability, moves and tera type, with a count"));
            let parts: Vec<&str> = line.split(',').collect();
            let [level, item, ability, moves @ .., tera] = parts.as_slice() else { return Err(bad()) };
            let count = count.as_u64().and_then(|count| u32::try_from(count).ok()).ok_or_else(bad)?;
            let level = level.parse().map_err(|_| bad())?;
            let named = Named { role: "", level, item, ability, moves: moves.to_vec(), tera, count };
            written.push(table.add(entry_of(name), name, &named)?);
        }
        table.species(name, written);
    }
    Ok(())
}

/// Names with a frequency each; options are alike.
#[derive(Deserialize)]
#[serde(untagged)]
enum Choices {
    Options(Vec<String>),
    Frequencies(BTreeMap<String, f64>),
}

impl Choices {
    /// # Errors
    /// Where a name stands twice, however it is written, or a frequency is none.
    fn weighted(&self) -> Result<Vec<(&str, f64)>, String> {
        let weighted: Vec<(&str, f64)> = match self {
            Self::Options(names) => names.iter().map(|name| (name.as_str(), 1.0 / names.len() as f64)).collect(),
            Self::Frequencies(names) => names.iter().map(|(name, share)| (name.as_str(), *share)).collect(),
        };
        let mut ids = BTreeSet::new();
        for (name, share) in &weighted {
            if !ids.insert(to_id(name)) {
                return Err(format!("{name} is listed twice"));
            }
            check_share(name, *share)?;
        }
        Ok(weighted)
    }
}

fn check_share(name: &str, share: f64) -> Result<(), String> {
    let is_share = (0.0..=1.0).contains(&share);
    is_share.then_some(()).ok_or_else(|| format!("{name} has the frequency {share}, and frequencies are 0 to 1"))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PublishedRole {
    weight: Option<f64>,
    abilities: Choices,
    #[serde(default = "nothing")]
    items: Choices,
    tera_types: Choices,
    moves: Choices,
}

fn nothing() -> Choices {
    Choices::Options(Vec::new())
}

#[derive(Deserialize)]
struct PublishedSpecies {
    level: u8,
    roles: BTreeMap<String, PublishedRole>,
}

/// Rounds in which the odds of moves are brought to their frequencies; each about halves what is left to mend.
const ROUNDS: usize = 40;

/// Every choice of four of a role's moves, with its weight: of all distributions in which each move has its stated frequency, the
/// one of greatest entropy. The weight of a choice is then a product of odds, one a move, which are found by iteration.
fn choices<'a>(moves: &[(&'a str, f64)], all_alike: bool) -> Vec<(Vec<&'a str>, f64)> {
    let size = MOVES.min(moves.len());
    let always = |share: f64| !all_alike && share >= 1.0;
    let stands = |chosen: &u32| {
        let misses = |(at, (_, share)): (usize, &(&str, f64))| always(*share) && chosen & (1 << at) == 0;
        chosen.count_ones() as usize == size && !moves.iter().enumerate().any(misses)
    };
    let chosen: Vec<u32> = (0..1_u32 << moves.len()).filter(stands).collect();
    let names = |set: u32| moves.iter().enumerate().filter(|(at, _)| set & (1 << at) != 0).map(|(_, (name, _))| *name).collect();
    let mut odds = vec![1.0; moves.len()];
    let weigh = |odds: &[f64]| -> Vec<f64> {
        let product =
            |set: &u32| odds.iter().enumerate().filter(|(at, _)| set & (1 << at) != 0).fold(1.0, |p, (_, odds)| p * odds);
        let weights: Vec<f64> = chosen.iter().map(product).collect();
        let total = weights.iter().fold(0.0, |sum, weight| sum + weight);
        weights.into_iter().map(|weight| weight / total).collect()
    };
    let ratio = |p: f64| p.max(1e-9) / (1.0 - p).max(1e-9);
    let mut weights = weigh(&odds);
    let rounds = if all_alike { 0 } else { ROUNDS };
    for _ in 0..rounds {
        for (at, (_, share)) in moves.iter().enumerate().filter(|(_, (_, share))| !always(*share)) {
            let in_set = chosen.iter().zip(&weights).filter(|(set, _)| *set & (1 << at) != 0);
            let p = in_set.fold(0.0, |sum, (_, weight)| sum + weight);
            odds[at] = (odds[at] * ratio(*share) / ratio(p)).clamp(1e-9, 1e9);
            weights = weigh(&odds);
        }
    }
    chosen.iter().map(|set| names(*set)).zip(weights).collect()
}

/// `{"Abomasnow": {"level": 84, "roles": {"Bulky Support": {"abilities": [..], "items": [..], "teraTypes": [..], "moves": [..]}}}}`, or the
/// same with frequencies.
fn parts(table: &mut Table, species: &Map<String, Value>) -> Result<(), Unusable> {
    for (name, published) in species {
        let published = PublishedSpecies::deserialize(published).map_err(|error| form(format!("{name}: {error}")))?;
        let roles = published.roles.len() as f64;
        let mut written = Vec::new();
        for (role, of) in &published.roles {
            let wrong = |error: String| form(format!("{name} as {role}: {error}"));
            let of_role = of.weight.unwrap_or(1.0 / roles);
            check_share("the role", of_role).map_err(wrong)?;
            let moves = of.moves.weighted().map_err(wrong)?;
            let mut items = of.items.weighted().map_err(wrong)?;
            let abilities = of.abilities.weighted().map_err(wrong)?;
            let teras = of.tera_types.weighted().map_err(wrong)?;
            if moves.is_empty() || moves.len() > 16 {
                return Err(form(format!("{name} as {role} has {} moves; one to sixteen are read", moves.len())));
            }
            let chosen = choices(&moves, matches!(of.moves, Choices::Options(_)));
            if items.is_empty() {
                items.push(("", 1.0));
            }
            for (moves, weight) in &chosen {
                for (item, of_item) in &items {
                    for (ability, of_ability) in &abilities {
                        for (tera, of_tera) in &teras {
                            let share = of_role * weight * of_item * of_ability * of_tera;
                            let count = (share * SCALE).round().clamp(1.0, SCALE) as u32;
                            let level = published.level;
                            let named = Named { role, level, item, ability, moves: moves.clone(), tera, count };
                            written.push(table.add(entry_of(name), name, &named)?);
                        }
                    }
                }
            }
        }
        table.species(name, written);
    }
    Ok(())
}

/// Reads a table of this project, or makes one of a published file, of which `date` is the day that its sets are of; the second part is its text, whose
/// hash is the table's.
///
/// # Errors
/// Where the file is neither, or names what this release does not know.
pub fn import(file: &[u8], date: Option<Date>) -> Result<(Prior, Vec<u8>), Unusable> {
    let text = unpack(file, FILE)?;
    let value: Value = serde_json::from_slice(&text).map_err(|error| form(error.to_string()))?;
    let species = value.as_object().filter(|species| !species.is_empty()).ok_or_else(|| form("it is no object of species"))?;
    if species.contains_key("format") {
        return Ok((Prior::read(&text)?, text));
    }
    let mut table = Table::default();
    let levels = |sets: &Value| sets.get("roles").is_some();
    let kinds: BTreeSet<bool> = species.values().map(levels).collect();
    let generator = match kinds.first() {
        Some(true) if kinds.len() == 1 => {
            parts(&mut table, species)?;
            "imported: fields of pkmn/randbats, taken as independent"
        }
        Some(false) if kinds.len() == 1 => {
            whole(&mut table, species)?;
            "imported: whole sets of pkmn/randbats"
        }
        _ => return Err(form("some species have roles and some have none")),
    };
    let text = serde_json::to_vec(&table.written(generator, date)).map_err(|error| form(error.to_string()))?;
    Ok((Prior::read(&text)?, text))
}
