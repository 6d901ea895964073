//! Facts of the game that are the same in every battle: species, moves, items, abilities and the type chart.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Index;
use std::sync::LazyLock;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::moves::Move;
use super::stats::Stats;
use super::types::{Effect, Type};
use super::unpack::{FILE, Unusable, unpack};

static PACKED: &[u8] = include_bytes!("dex.json.gz");

static DEX: LazyLock<Dex> = LazyLock::new(|| Dex::read(PACKED).expect("the embedded facts are read by a test"));

/// The embedded facts of generation 9. Unpacked once, at first use.
#[must_use]
pub fn dex() -> &'static Dex {
    &DEX
}

/// A name as Showdown compares names: letters and digits, in lower case. `King's Rock` is `kingsrock`, `Arceus-*` `arceus`.
#[must_use]
pub fn to_id(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $thing:ty, $list:ident, $find:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u16);

        impl $name {
            /// Its place among all of its kind, which are in alphabetical order. Of this release only: what is stored is the name.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl Index<$name> for Dex {
            type Output = $thing;

            fn index(&self, id: $name) -> &$thing {
                &self.$list[id.index()]
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&dex()[*self].id)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Named(|name| dex().$find(name)))
            }
        }
    };
}

/// Reads what has a name. One that this release does not know is refused, so that every id has its place.
struct Named<T>(fn(&str) -> Option<T>);

impl<T> Visitor<'_> for Named<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name that this release knows")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<T, E> {
        (self.0)(name).ok_or_else(|| E::invalid_value(de::Unexpected::Str(name), &self))
    }
}

id!(
    /// A species or forme of the [`Dex`].
    SpeciesId, Species, species, species_named
);
id!(
    /// A move of the [`Dex`].
    MoveId, Move, moves, move_named
);
id!(
    /// An item of the [`Dex`].
    ItemId, Item, items, item_named
);
id!(
    /// An ability of the [`Dex`].
    AbilityId, Ability, abilities, ability_named
);

/// A species, or a forme that has stats, types or abilities of its own.
#[derive(Clone, Debug)]
pub struct Species {
    /// Lower case, without spaces and signs.
    pub id: String,
    /// As Showdown writes it.
    pub name: String,
    /// The species that it is a forme of; its own name where it is none. No team holds two of one base.
    pub base: String,
    /// One or two.
    pub types: Vec<Type>,
    /// In the order of [`Stat`](super::stats::Stat).
    pub base_stats: Stats,
    /// Those that the game gives it; a set of this format may have another.
    pub abilities: Vec<AbilityId>,
    /// In tenths of a kilogram.
    pub weight_hg: u32,
    /// `M`, `F` or `N` where it has only one; empty where either is drawn evenly.
    pub gender: String,
    /// It can still evolve, so Eviolite works.
    pub nfe: bool,
    /// Names of what it was before it changed in battle; empty where it can be sent out so.
    pub battle_only: Vec<String>,
    /// Names of what it changes from, in battle or before.
    pub changes_from: Vec<String>,
    /// Items without which it does not exist.
    pub required_items: Vec<ItemId>,
}

/// An item.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Lower case, without spaces and signs.
    pub id: String,
    /// As Showdown writes it.
    pub name: String,
    /// A berry, eaten.
    #[serde(default)]
    pub berry: bool,
    /// Locks its holder into one move.
    #[serde(default)]
    pub choice: bool,
    /// A gem, used up.
    #[serde(default)]
    pub gem: bool,
    /// Names of the species that it is made for.
    #[serde(default)]
    pub users: Vec<String>,
    /// The forme that it gives.
    pub forced_forme: Option<String>,
    /// From some holders it cannot be taken: those in `users`, and Paradox Pokémon's Booster Energy.
    #[serde(default)]
    pub fixed: bool,
    /// Power of Fling with it.
    pub fling: Option<u16>,
    /// Power of Natural Gift with it.
    pub natural_gift: Option<u16>,
}

/// An ability.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// Lower case, without spaces and signs.
    pub id: String,
    /// As Showdown writes it.
    pub name: String,
    /// Showdown's flags: `breakable` by Mold Breaker, `cantsuppress`, `notrace`...
    #[serde(default)]
    pub flags: Vec<String>,
}

/// The facts together. `dex[id]` is the thing with an id.
#[derive(Debug)]
pub struct Dex {
    source: String,
    species: Vec<Species>,
    moves: Vec<Move>,
    items: Vec<Item>,
    abilities: Vec<Ability>,
    species_by: BTreeMap<String, SpeciesId>,
    /// Doublings of damage by attacking type, a row for each defending type; `None` where there is no damage.
    chart: [[Option<i8>; 19]; 19],
}

macro_rules! lookups {
    ($one:ident, $all:ident, $id:ident, $thing:ty) => {
        /// The one with a name or id, however it is written.
        #[must_use]
        pub fn $one(&self, name: &str) -> Option<$id> {
            let id = to_id(name);
            let place = self.$all.binary_search_by(|thing| thing.id.as_str().cmp(&id)).ok()?;
            Some($id(place as u16))
        }

        /// All of them, in alphabetical order of id.
        pub fn $all(&self) -> impl ExactSizeIterator<Item = ($id, &$thing)> {
            self.$all.iter().enumerate().map(|(at, thing)| ($id(at as u16), thing))
        }
    };
}

impl Dex {
    /// What the facts were taken from, with its version.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    lookups!(move_named, moves, MoveId, Move);
    lookups!(item_named, items, ItemId, Item);
    lookups!(ability_named, abilities, AbilityId, Ability);

    /// The species or forme with a name, however it is written. Formes that differ in looks only are their species.
    #[must_use]
    pub fn species_named(&self, name: &str) -> Option<SpeciesId> {
        self.species_by.get(&to_id(name)).copied()
    }

    /// All species and formes, in alphabetical order of id.
    pub fn species(&self) -> impl ExactSizeIterator<Item = (SpeciesId, &Species)> {
        self.species.iter().enumerate().map(|(at, thing)| (SpeciesId(at as u16), thing))
    }

    /// What a move's type does to types together. Stellar hits all alike.
    #[must_use]
    pub fn effect(&self, attacking: Type, defending: &[Type]) -> Effect {
        let parts = defending.iter().map(|kind| self.chart[*kind as usize][attacking as usize]);
        parts.sum::<Option<i8>>().map_or(Effect::None, Effect::Doublings)
    }

    /// Reads the facts that `data/pokemon_randbats/dex.mjs` wrote.
    ///
    /// # Errors
    /// Where the bytes are not what the script writes.
    pub(super) fn read(packed: &[u8]) -> Result<Self, Unusable> {
        let text = unpack(packed, FILE)?;
        let written: Written = serde_json::from_slice(&text).map_err(|error| Unusable::Form(error.to_string()))?;
        if written.format != "credence-pokemon-randbats-dex/1" {
            return Err(Unusable::Form(format!("its format is {:?}", written.format)));
        }
        let mut dex = Self {
            source: written.source,
            species: Vec::new(),
            moves: written.moves,
            items: written.items,
            abilities: written.abilities,
            species_by: BTreeMap::new(),
            chart: chart(&written.types),
        };
        for (place, species) in written.species.into_iter().enumerate() {
            let id = SpeciesId(place as u16);
            let looks = species.cosmetic.iter().map(|name| to_id(name));
            dex.species_by.extend(looks.map(|name| (name, id)));
            dex.species_by.insert(species.id.clone(), id);
            let species = species.resolve(&dex)?;
            dex.species.push(species);
        }
        Ok(dex)
    }
}

fn chart(types: &[WrittenType]) -> [[Option<i8>; 19]; 19] {
    let mut chart = [[Some(0); 19]; 19];
    for kind in types {
        for (from, how) in &kind.takes {
            chart[kind.name as usize][*from as usize] = match how {
                Takes::Normal => Some(0),
                Takes::Double => Some(1),
                Takes::Half => Some(-1),
                Takes::None => None,
            };
        }
    }
    chart
}

/// The file that the script writes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: String,
    source: String,
    types: Vec<WrittenType>,
    abilities: Vec<Ability>,
    items: Vec<Item>,
    moves: Vec<Move>,
    species: Vec<WrittenSpecies>,
}

#[derive(Deserialize)]
struct WrittenType {
    name: Type,
    takes: BTreeMap<Type, Takes>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Takes {
    Normal,
    Double,
    Half,
    None,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSpecies {
    id: String,
    name: String,
    base: Option<String>,
    types: Vec<Type>,
    stats: [u16; 6],
    #[serde(default)]
    abilities: Vec<String>,
    #[serde(default)]
    weight_hg: u32,
    #[serde(default)]
    gender: String,
    #[serde(default)]
    nfe: bool,
    #[serde(default)]
    battle_only: Vec<String>,
    #[serde(default)]
    changes_from: Vec<String>,
    #[serde(default)]
    cosmetic: Vec<String>,
    #[serde(default)]
    required_items: Vec<String>,
}

impl WrittenSpecies {
    fn resolve(self, dex: &Dex) -> Result<Species, Unusable> {
        let ability = |name: String| dex.ability_named(&name).ok_or(Unusable::Unknown { kind: "ability", name });
        // What made Pokémon mega is not of this generation.
        let items = self.required_items.iter().filter_map(|name| dex.item_named(name));
        Ok(Species {
            base: self.base.unwrap_or_else(|| self.name.clone()),
            id: self.id,
            name: self.name,
            types: self.types,
            base_stats: Stats(self.stats),
            abilities: self.abilities.into_iter().map(ability).collect::<Result<_, _>>()?,
            weight_hg: self.weight_hg,
            gender: self.gender,
            nfe: self.nfe,
            battle_only: self.battle_only,
            changes_from: self.changes_from,
            required_items: items.collect(),
        })
    }
}
