//! One Pokémon as a feed shows it.

use serde::{Deserialize, Serialize};

use crate::rulesets::pokemon_randbats::prior::{AbilityId, MoveId, SpeciesId, Type, dex};
use crate::rulesets::pokemon_randbats::protocol::{Condition, Details, id};

/// A Pokémon as it is shown, which an Illusion may make untrue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// Its nickname: with the side, its identity.
    pub name: String,
    /// Its species as it was first shown; `None` where this release does not know it.
    pub species: Option<SpeciesId>,
    /// That name as the line wrote it.
    pub written: String,
    /// Its forme now.
    pub forme: Option<SpeciesId>,
    /// Its level.
    pub level: u8,
    /// Hit points and status.
    pub condition: Condition,
    /// The type it has terastallized into.
    pub tera: Option<Type>,
    /// What ends when it leaves.
    pub entry: Entry,
}

/// What is true of a Pokémon from when it came out until it leaves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Stages, -6 to 6, by [`crate::rulesets::pokemon_randbats::protocol::Stat`].
    pub boosts: [i8; 7],
    /// It came out, and the lines of what happens at once have not all been read.
    pub arriving: bool,
    /// Hazards and announcements seen while it arrived.
    pub seen: Seen,
    /// It has another's shape and moves.
    pub transformed: bool,
    /// Whose: a member of the other side, by its place there.
    pub copied: Option<usize>,
    /// Its ability is not the one it came with, or is switched off.
    pub ability_changed: bool,
    /// The ability that it has in the place of the one it came with, where a line named it.
    pub new_ability: Option<AbilityId>,
    /// Its types are others than its species'.
    pub types_changed: bool,
    /// A line that shows nothing gave it other types than its species has. They belong to whom it looks like: of one in disguise they say nothing.
    pub types_shown: bool,
    /// Its item is not the one that it came out with.
    pub item_changed: bool,
    /// The item was used up or taken while it was out: Unburden.
    pub item_lost: bool,
    /// Moves that it chose since it came out: the last, and whether there were different ones.
    pub chosen: Option<MoveId>,
    /// It has chosen different moves.
    pub varied: bool,
    /// How often it chose the move that it had made last.
    pub repeats: u8,
    /// It made another's move by Dancer. A Choice item locks it into that one, and then what it chooses fails, by lines that a move without success has, too.
    pub danced: bool,
    /// It is made to repeat its move: Encore, or a move of several turns.
    pub bound: bool,
    /// A substitute stands before it.
    pub substitute: bool,
    /// Protosynthesis or Quark Drive raises a stat: its name as lines end with (`atk`, `spe`).
    pub surge: Option<String>,
    /// It cannot be healed.
    pub heal_block: bool,
    /// Its item does nothing: Embargo.
    pub embargo: bool,
    /// It is slow to start.
    pub slow_start: bool,
    /// Glaive Rush left it open: hits on it are doubled until it moves again.
    pub exposed: bool,
    /// Flash Fire is lit.
    pub flash_fire: bool,
    /// Electricity is stored.
    pub charged: bool,
    /// It was hit by a move since it came out, and shown to be nobody else: no Illusion.
    pub true_shape: bool,
    /// It was hit, and the next line would be the end of an Illusion.
    pub struck: bool,
    /// Hit points when the end of the turn began.
    pub before_residual: Option<Condition>,
    /// Leftovers or Black Sludge healed it at this end of a turn.
    pub leftovers: bool,
    /// At this end of a turn Leftovers had nothing to heal when their turn came, or could not: something else had healed it to the full,
    /// or what kept it from being healed ended only afterwards.
    pub sated: bool,
    /// It had less than half of its hit points when the turn began.
    pub low: bool,
    /// It protected itself last turn.
    pub protected_last: bool,
    /// It protects itself in this turn.
    pub protected: bool,
    /// How it was before it seemed to come out, which is true of it where it was somebody else; `None` where it had not been shown.
    pub before: Option<Before>,
}

impl Entry {
    /// It has another ability from here on: this one, or one that no line names, or none.
    pub fn ability_becomes(&mut self, ability: Option<AbilityId>) {
        self.ability_changed = true;
        self.new_ability = ability;
    }

    /// Its item changed hands: what it chose before locks it into nothing, for a Choice item locks by the next move.
    pub fn item_moved(&mut self) {
        self.item_changed = true;
        self.chosen = None;
        self.varied = false;
    }
}

/// What a Pokémon keeps while it is not out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Before {
    /// Hit points and status.
    pub condition: Condition,
    /// The type it had terastallized into.
    pub tera: Option<Type>,
    /// Its forme.
    pub forme: Option<SpeciesId>,
}

/// What was seen on arrival.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// The conditions before and after the damage from Stealth Rock, where it took some.
    pub stones: Option<(Condition, Condition)>,
    /// Damage from Spikes.
    pub spikes: bool,
    /// An ability announced itself.
    pub ability: bool,
    /// An item announced itself.
    pub item: bool,
    /// Whether it came out with hazards on its side: stones, spikes.
    pub laid: (bool, bool),
    /// Whether it came out over Sticky Web, and was caught in it.
    pub web: (bool, bool),
    /// Whether it came out over Toxic Spikes, with nothing in the field that keeps a status off, and was poisoned.
    pub toxic: (bool, bool),
    /// It was dragged out: by a move, whose user may have an ability that makes others' do nothing.
    pub dragged: bool,
}

impl Shown {
    /// Somebody who is shown for the first time.
    #[must_use]
    pub fn new(name: &str, details: &Details<'_>, condition: Condition) -> Self {
        let species = dex().species_named(details.species);
        Self {
            name: name.to_owned(),
            species,
            written: details.species.to_owned(),
            forme: species,
            level: details.level,
            condition,
            tera: details.tera.and_then(Type::named),
            entry: Entry::default(),
        }
    }

    /// As it may be used, whatever was stored.
    #[must_use]
    pub fn sound(mut self) -> Self {
        self.level = self.level.clamp(1, 100);
        self.condition = self.condition.sound();
        self.entry.boosts.iter_mut().for_each(|stage| *stage = (*stage).clamp(-6, 6));
        self.entry.before_residual = self.entry.before_residual.map(Condition::sound);
        self.entry.seen.stones = self.entry.seen.stones.map(|(before, after)| (before.sound(), after.sound()));
        if let Some(before) = &mut self.entry.before {
            before.condition = before.condition.sound();
        }
        self
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self) -> usize {
        let texts = self.name.capacity() + self.written.capacity() + self.entry.surge.as_ref().map_or(0, String::capacity);
        size_of::<Self>() + 16 + texts
    }

    /// Whether a hard fact about its ability is one about the ability that it has by its set.
    #[must_use]
    pub fn has_own_ability(&self) -> bool {
        !self.entry.ability_changed && !self.entry.transformed
    }

    /// The ability that it has now, where that of its set is `own`; `None` where it has none, or one that no line named.
    #[must_use]
    pub fn ability_now(&self, own: Option<AbilityId>) -> Option<AbilityId> {
        if self.entry.ability_changed { self.entry.new_ability } else { own }
    }

    /// Whether one of this species would look like a member of another.
    #[must_use]
    pub fn hides(&self, species: SpeciesId) -> bool {
        self.forme.is_some_and(|forme| dex()[forme].base != dex()[species].base)
    }

    /// The type that it has terastallized into, if it is really of this species: one that is disguised has what came while it stood there, and not what it
    /// is shown with, as whom it looks like has terastallized.
    #[must_use]
    pub fn tera_of(&self, species: SpeciesId) -> Option<Type> {
        let of_likeness = self.entry.before.and_then(|before| before.tera).filter(|_| self.hides(species));
        self.tera.filter(|tera| of_likeness != Some(*tera))
    }

    /// Whether its types are others than its species', if it is really of this one.
    #[must_use]
    pub fn types_changed_of(&self, species: SpeciesId) -> bool {
        self.entry.types_changed || self.entry.types_shown && !self.hides(species)
    }

    /// Its types now, if it is really of this species: one that is disguised has those of its own.
    #[must_use]
    pub fn types_of(&self, species: SpeciesId) -> Option<Vec<Type>> {
        if !self.hides(species) {
            return self.types();
        }
        match self.tera_of(species).filter(|tera| *tera != Type::Stellar) {
            Some(tera) => Some(vec![tera]),
            None if self.types_changed_of(species) || self.entry.transformed => None,
            None => Some(dex()[species].types.clone()),
        }
    }

    /// Its types now, by its forme and terastallization; `None` where something changed them.
    #[must_use]
    pub fn types(&self) -> Option<Vec<Type>> {
        if let Some(tera) = self.tera.filter(|tera| *tera != Type::Stellar) {
            return Some(vec![tera]);
        }
        if self.entry.types_changed || self.entry.types_shown || self.entry.transformed {
            return None;
        }
        self.forme.map(|forme| dex()[forme].types.clone())
    }

    /// Whether it has a type by its species, where nothing says otherwise.
    #[must_use]
    pub fn is_of(&self, kind: Type) -> bool {
        self.types().is_some_and(|types| types.contains(&kind))
    }

    /// Whether an id is that of its nickname: lines about Illusion name the disguise.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || id(&self.name) == id(name)
    }
}
