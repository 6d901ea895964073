//! What lines show of a member for certain.

use serde::{Deserialize, Serialize};

use crate::rulesets::pokemon_randbats::prior::{AbilityId, ItemId, MoveId, Type};

/// A hard fact about a member's set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fact {
    /// It knows a move.
    Move(MoveId),
    /// Its item.
    Item(Option<ItemId>),
    /// Its ability.
    Ability(AbilityId),
    /// Its tera type.
    Tera(Type),
}
