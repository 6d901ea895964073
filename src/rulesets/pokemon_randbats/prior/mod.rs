//! What was known before the battle: the joint table of whole sets, and the facts of the game that reading a battle needs.
//!
//! Both are made by the scripts in `data/pokemon_randbats/`, embedded compressed, and unpacked on first use. The table is
//! joint on purpose: moves, item, ability and tera type of a set depend on each other, and their product says far less.
//! Files: `dex` facts of species, moves (`moves`), items and abilities; `types` the type chart; `table` the counted sets; `marginals`
//! the fields of a species one by one; `team` which species go together; `stats` the formula of a stat; `unpack` the
//! compressed form, `listed` the bounds of its lists; `import` tables of others, `imported` a table by value.

mod age;
mod dex;
mod import;
mod imported;
mod listed;
mod marginals;
mod moves;
mod stats;
mod table;
mod team;
#[cfg(test)]
mod tests;
mod types;
mod unpack;

pub use age::OLDEST;
pub use dex::{Ability, AbilityId, Dex, Item, ItemId, MoveId, Species, SpeciesId, dex, to_id};
pub use import::import;
pub use imported::{Imported, chosen};
pub use marginals::Fields;
pub use moves::{Category, Move};
pub use stats::{Spread, Stat, Stats, stats};
pub use table::{Entry, MOVES, Prior, Role, Set, embedded};
pub use team::Team;
pub use types::{Effect, Type};
pub use unpack::Unusable;
