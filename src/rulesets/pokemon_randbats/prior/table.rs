//! The joint table of whole sets, counted over generated teams.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};

use super::dex::{AbilityId, Dex, ItemId, MoveId, SpeciesId, dex};
use super::listed;
use super::stats::Spread;
use super::types::Type;
use super::unpack::{TABLE, Unusable, unpack};

static PACKED: &[u8] = include_bytes!("sets.json.gz");

static EMBEDDED: LazyLock<Arc<Prior>> =
    LazyLock::new(|| Arc::new(Prior::read(PACKED).expect("the embedded table is read by a test")));

/// Tables that were embedded before files said their date, by their hash: the sets of this one are those that pkmn/randbats published on that day, and no
/// others.
const DATED: [(&str, Date); 1] = [("ecd836e295a12b423faeeb711e2fc35dd11ac28081632180c9c5461c595a6d2f", date(2026, 2, 1))];

/// The table of this release. Unpacked once, at first use.
#[must_use]
pub fn embedded() -> &'static Arc<Prior> {
    &EMBEDDED
}

/// Formes that a battle shows as another, so that it does not tell of their ability: what is shown, and what it may be.
const SHOWN_AS: [(&str, &str); 1] = [("Greninja", "Greninja-Bond")];

/// Most moves of a set.
pub const MOVES: usize = 4;

/// Most sets of a table. Published files have some 6,000 whole sets, or 32,000 made of their parts.
pub const MOST: usize = 100_000;
/// Most sets of one species: the embedded table has 178 of Mew. Each piece of evidence goes over all of them.
pub const MOST_OF_SPECIES: usize = 5_000;
/// Most sets of all species that can disguise themselves, together: a Zoroark not shown yet may be any of them.
pub const MOST_OF_ILLUSION: usize = 5_000;

/// Bytes that a piece of memory costs beside what it holds.
const SMALL: usize = 16;
/// Bytes of an entry in the maps that find it, by species, by look and by base.
const PLACED: usize = 200;

/// A role of the generator, by its place in [`Prior::roles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Role(pub u8);

/// One whole set of a species, as the generator makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The generator's label for what the set is for.
    pub role: Role,
    /// 1 to 100.
    pub level: u8,
    /// `None` where it holds nothing.
    pub item: Option<ItemId>,
    /// The ability that it starts with.
    pub ability: AbilityId,
    /// One to four different moves, ascending.
    pub moves: Vec<MoveId>,
    /// The type that it takes when it terastallizes.
    pub tera: Type,
    /// Effort and individual values.
    pub spread: Spread,
    /// Among the first of their teams: the generator has rules for a lead, so these are counted by themselves.
    pub lead: u32,
    /// Among all others.
    pub other: u32,
}

impl Set {
    /// How often the generator made it, leads and others.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.lead.saturating_add(self.other)
    }

    /// Whether the move is one of the set's.
    #[must_use]
    pub fn knows(&self, id: MoveId) -> bool {
        self.moves.binary_search(&id).is_ok()
    }
}

/// The sets of one entry of the generator's list.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its species or forme.
    pub species: SpeciesId,
    /// Names that its packed sets carry, with counts: looks drawn afterwards, and `Zacian` for what becomes
    /// `Zacian-Crowned` when the battle starts.
    pub formes: Vec<(String, u32)>,
    /// How often the generator comes upon it first: a base species stands in its pool so many times, and so many entries
    /// share that. `None` in tables that do not say.
    pub draw: Option<(u32, u32)>,
    /// In a fixed order.
    pub sets: Vec<Set>,
}

impl Entry {
    /// The level of its sets; they all have the same in every table that was ever published.
    #[must_use]
    pub fn level(&self) -> u8 {
        self.sets.first().map_or(100, |set| set.level)
    }

    /// Members counted, leads and others.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.sets.iter().map(|set| u64::from(set.count())).sum()
    }

    /// Leads counted.
    #[must_use]
    pub fn leads(&self) -> u64 {
        self.sets.iter().map(|set| u64::from(set.lead)).sum()
    }

    /// How often the generator comes upon it first, on a scale of its own; by count where the table does not say.
    #[must_use]
    pub fn weight(&self) -> f64 {
        match self.draw {
            Some((times, sharing)) if sharing > 0 => f64::from(times) / f64::from(sharing),
            _ => self.count() as f64,
        }
    }
}

/// A prior table. Immutable; known by the hash of what it says.
#[derive(Debug)]
pub struct Prior {
    hash: String,
    generator: String,
    date: Option<Date>,
    seed: Vec<u64>,
    teams: u64,
    roles: Vec<String>,
    entries: Vec<Entry>,
    by_species: BTreeMap<SpeciesId, usize>,
    /// Entries whose members look like a species or forme.
    by_look: BTreeMap<SpeciesId, Vec<usize>>,
    /// Entries of one base species.
    by_base: BTreeMap<&'static str, Vec<usize>>,
}

impl Prior {
    /// BLAKE3 of the table's JSON, in hexadecimal.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// What made the teams, with its version.
    #[must_use]
    pub fn generator(&self) -> &str {
        &self.generator
    }

    /// The day on which its sets were those of the format; `None` where nobody said.
    #[must_use]
    pub const fn date(&self) -> Option<Date> {
        self.date
    }

    /// Where the generator's randomness began.
    #[must_use]
    pub fn seed(&self) -> &[u64] {
        &self.seed
    }

    /// How many teams were counted.
    #[must_use]
    pub const fn teams(&self) -> u64 {
        self.teams
    }

    /// The generator's roles, in the table's order.
    #[must_use]
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// Name of a role of this table; empty for one of another.
    #[must_use]
    pub fn role(&self, role: Role) -> &str {
        self.roles.get(usize::from(role.0)).map_or("", String::as_str)
    }

    /// Every entry, in a fixed order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of exactly this species or forme.
    #[must_use]
    pub fn entry(&self, species: SpeciesId) -> Option<&Entry> {
        self.place(species).and_then(|at| self.entries.get(at))
    }

    /// Place of the entry of exactly this species or forme.
    #[must_use]
    pub fn place(&self, species: SpeciesId) -> Option<usize> {
        self.by_species.get(&species).copied()
    }

    /// Places of the entries some of whose members look like this, in order.
    #[must_use]
    pub fn looking_like(&self, species: SpeciesId) -> &[usize] {
        self.by_look.get(&species).map_or(&[], Vec::as_slice)
    }

    /// Places of the entries of the same base species, itself among them.
    #[must_use]
    pub fn kin(&self, entry: usize) -> &[usize] {
        let base = self.entries.get(entry).map_or("", |entry| dex()[entry.species].base.as_str());
        self.by_base.get(base).map_or(&[], Vec::as_slice)
    }

    /// Places of the entries that a Pokémon seen as this species or forme may be of: exactly this, else what it changes from
    /// in battle, else its base species. Several where a forme is reached from several; none where no entry is of its kind.
    #[must_use]
    pub fn seen_as(&self, species: SpeciesId) -> Vec<usize> {
        let seen = &dex()[species];
        let hidden = SHOWN_AS.iter().filter(|(shown, _)| *shown == seen.name).filter_map(|(_, own)| dex().species_named(own));
        let exactly: Vec<usize> = std::iter::once(species).chain(hidden).filter_map(|id| self.place(id)).collect();
        if !exactly.is_empty() {
            return exactly;
        }
        let named = |names: &[String]| -> Vec<usize> {
            let ids: BTreeSet<SpeciesId> = names.iter().filter_map(|name| dex().species_named(name)).collect();
            ids.into_iter().filter_map(|id| self.place(id)).collect()
        };
        let looks = || self.looking_like(species).to_vec();
        let changes = || named(&[seen.battle_only.as_slice(), seen.changes_from.as_slice()].concat());
        let base = || named(std::slice::from_ref(&seen.base));
        [looks(), changes(), base()].into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self) -> usize {
        let entry = |entry: &Entry| {
            let formes: usize = entry.formes.iter().map(|(name, _)| size_of::<(String, u32)>() + name.len()).sum();
            size_of::<Entry>() + PLACED + formes + entry.sets.len() * (size_of::<Set>() + SMALL + MOVES * size_of::<MoveId>())
        };
        let roles: usize = self.roles.iter().map(|role| size_of::<String>() + SMALL + role.len()).sum();
        size_of::<Self>() + self.generator.len() + roles + self.entries.iter().map(entry).sum::<usize>()
    }

    /// Reads a table, packed or not.
    ///
    /// # Errors
    /// Where it is damaged, larger than any table needs to be, or names what this release does not know.
    pub fn read(bytes: &[u8]) -> Result<Self, Unusable> {
        let text = unpack(bytes, TABLE)?;
        let written: Written = serde_json::from_slice(&text).map_err(|error| Unusable::Form(error.to_string()))?;
        if written.format != FORMAT {
            return Err(Unusable::Form(format!("its format is {:?}, not {FORMAT:?}", written.format)));
        }
        if written.battle_format != BATTLE_FORMAT {
            return Err(Unusable::Form(format!("it is of {:?}, not {BATTLE_FORMAT:?}", written.battle_format)));
        }
        written.resolve(blake3::hash(&text).to_hex().to_string())
    }
}

/// What a table calls itself.
pub(super) const FORMAT: &str = "credence-pokemon-randbats-prior/1";

/// The battles that it is of.
pub(super) const BATTLE_FORMAT: &str = "gen9randombattle";

/// The file that `data/pokemon_randbats/table.mjs` writes.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    pub(super) format: String,
    pub(super) battle_format: String,
    pub(super) generator: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) date: Option<Date>,
    #[serde(deserialize_with = "listed::seeds")]
    pub(super) seed: Vec<u64>,
    pub(super) teams: u64,
    #[serde(deserialize_with = "listed::roles")]
    pub(super) roles: Vec<String>,
    #[serde(deserialize_with = "listed::names")]
    pub(super) items: Vec<String>,
    #[serde(deserialize_with = "listed::names")]
    pub(super) abilities: Vec<String>,
    #[serde(deserialize_with = "listed::names")]
    pub(super) moves: Vec<String>,
    #[serde(deserialize_with = "listed::types")]
    pub(super) types: Vec<Type>,
    #[serde(deserialize_with = "listed::species")]
    pub(super) species: Vec<WrittenEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenEntry {
    pub(super) name: String,
    pub(super) draw: Option<(u32, u32)>,
    #[serde(deserialize_with = "listed::formes")]
    pub(super) formes: Vec<(String, u32)>,
    pub(super) sets: Vec<WrittenSet>,
}

/// Role, level, item (-1: none), ability, moves, tera type; effort in hit points, attack and speed; leads, others.
pub(super) type WrittenSet = (u8, u8, i32, usize, Vec<usize>, usize, u8, u8, u8, u32, u32);

/// The names of a table as ids of this release.
struct Names {
    items: Vec<ItemId>,
    abilities: Vec<AbilityId>,
    moves: Vec<MoveId>,
    types: Vec<Type>,
    roles: usize,
}

fn known<T>(kind: &'static str, names: &[String], find: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, Unusable> {
    names.iter().map(|name| find(name).ok_or_else(|| Unusable::Unknown { kind, name: name.clone() })).collect()
}

fn at_most(whose: &str, count: usize, most: usize) -> Result<(), Unusable> {
    if count > most { Err(Unusable::Many { whose: whose.to_owned(), count, most }) } else { Ok(()) }
}

impl Written {
    fn within_limits(&self) -> Result<(), Unusable> {
        for entry in &self.species {
            at_most(&entry.name, entry.sets.len(), MOST_OF_SPECIES)?;
        }
        at_most("the table", self.species.iter().map(|entry| entry.sets.len()).sum(), MOST)
    }

    fn resolve(self, hash: String) -> Result<Prior, Unusable> {
        let dex: &Dex = dex();
        self.within_limits()?;
        let names = Names {
            items: known("item", &self.items, |name| dex.item_named(name))?,
            abilities: known("ability", &self.abilities, |name| dex.ability_named(name))?,
            moves: known("move", &self.moves, |name| dex.move_named(name))?,
            types: self.types,
            roles: self.roles.len(),
        };
        let mut entries = Vec::with_capacity(self.species.len());
        let mut by_species = BTreeMap::new();
        for written in self.species {
            let Some(species) = dex.species_named(&written.name) else {
                return Err(Unusable::Unknown { kind: "species", name: written.name });
            };
            let set = |set: &WrittenSet| {
                names.set(set).ok_or_else(|| Unusable::Form(format!("a set of {} is not well formed: {set:?}", written.name)))
            };
            let sets = written.sets.iter().map(set).collect::<Result<Vec<_>, _>>()?;
            if sets.iter().all(|set| set.count() == 0) {
                return Err(Unusable::Form(format!("{} has no set that was counted", written.name)));
            }
            if by_species.insert(species, entries.len()).is_some() {
                return Err(Unusable::Form(format!("{} stands in it twice", written.name)));
            }
            entries.push(Entry { species, formes: written.formes, draw: written.draw, sets });
        }
        if entries.is_empty() {
            return Err(Unusable::Form("it holds no species".to_owned()));
        }
        let illusion = dex.ability_named("Illusion");
        let disguises = |entry: &&Entry| entry.sets.iter().any(|set| Some(set.ability) == illusion);
        let of_illusion = entries.iter().filter(disguises).map(|entry| entry.sets.len()).sum();
        at_most("those with Illusion together", of_illusion, MOST_OF_ILLUSION)?;
        let known = || DATED.iter().find(|(of, _)| *of == hash).map(|(_, date)| *date);
        let date = self.date.or_else(known);
        let (generator, seed, teams, roles) = (self.generator, self.seed, self.teams, self.roles);
        let (by_look, by_base) = (by_look(&entries), by_base(&entries));
        Ok(Prior { hash, generator, date, seed, teams, roles, entries, by_species, by_look, by_base })
    }
}

fn by_look(entries: &[Entry]) -> BTreeMap<SpeciesId, Vec<usize>> {
    let mut places: BTreeMap<SpeciesId, Vec<usize>> = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate() {
        let looks = entry.formes.iter().filter_map(|(name, _)| dex().species_named(name)).chain([entry.species]);
        for species in looks.collect::<BTreeSet<_>>() {
            places.entry(species).or_default().push(at);
        }
    }
    places
}

fn by_base(entries: &[Entry]) -> BTreeMap<&'static str, Vec<usize>> {
    let mut places: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate() {
        places.entry(dex()[entry.species].base.as_str()).or_default().push(at);
    }
    places
}

impl Names {
    fn set(&self, written: &WrittenSet) -> Option<Set> {
        let (role, level, item, ability, moves, tera, hp, atk, spe, lead, other) = written;
        let mut moves = moves.iter().map(|at| self.moves.get(*at).copied()).collect::<Option<Vec<_>>>()?;
        moves.sort_unstable();
        let different = moves.windows(2).all(|pair| pair[0] != pair[1]);
        let sound =
            (1..=MOVES).contains(&moves.len()) && different && usize::from(*role) < self.roles && (1..=100).contains(level);
        let plain = [*atk, *spe].iter().all(|effort| [0, 85].contains(effort)) && *hp <= 85;
        (sound && plain).then_some(())?;
        Some(Set {
            role: Role(*role),
            level: *level,
            item: if *item < 0 { None } else { Some(*self.items.get(usize::try_from(*item).ok()?)?) },
            ability: *self.abilities.get(*ability)?,
            moves,
            tera: *self.types.get(*tera)?,
            spread: Spread { hp: *hp, no_attack: *atk == 0, no_speed: *spe == 0 },
            lead: *lead,
            other: *other,
        })
    }
}
