//! The fields of sets one by one, for a set that no table holds.

use std::collections::BTreeMap;

use super::dex::{AbilityId, ItemId, MoveId};
use super::stats::Spread;
use super::table::{Entry, Role};
use super::types::Type;

/// How often each value of each field was counted. A set that no table holds is thought of as drawn field by field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// Sets counted.
    pub sets: u64,
    /// Roles.
    pub roles: BTreeMap<Role, u64>,
    /// Items; `None` is no item.
    pub items: BTreeMap<Option<ItemId>, u64>,
    /// Abilities.
    pub abilities: BTreeMap<AbilityId, u64>,
    /// Moves; a set counts once for each of its moves.
    pub moves: BTreeMap<MoveId, u64>,
    /// Tera types.
    pub teras: BTreeMap<Type, u64>,
    /// Effort and individual values.
    pub spreads: BTreeMap<Spread, u64>,
}

impl Fields {
    /// Of one species.
    #[must_use]
    pub fn of(entry: &Entry) -> Self {
        Self::over([entry])
    }

    /// Of several, such as a whole table: what any Pokémon of the format may have.
    pub fn over<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self {
        let mut fields = Self::default();
        for set in entries.into_iter().flat_map(|entry| &entry.sets) {
            let count = u64::from(set.count());
            fields.sets += count;
            *fields.roles.entry(set.role).or_default() += count;
            *fields.items.entry(set.item).or_default() += count;
            *fields.abilities.entry(set.ability).or_default() += count;
            *fields.teras.entry(set.tera).or_default() += count;
            *fields.spreads.entry(set.spread).or_default() += count;
            for id in &set.moves {
                *fields.moves.entry(*id).or_default() += count;
            }
        }
        fields
    }
}
