//! Further forms in which a game's worlds are served: what an engine is set up from, where that is not what is hidden now.

use serde_json::Value;

use super::Ruleset;
use crate::belief::WorldRng;

/// A form of a world, beside the usual one. Everything in it that the world leaves open is drawn, or follows from the table.
pub struct WorldForm<R: Ruleset> {
    /// What a request asks for it by.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub description: &'static str,
    /// Its JSON Schema.
    pub schema: fn() -> schemars::Schema,
    /// The world in this form. The belief and the table are those that the world was drawn from; the generator is the world's own, so
    /// that the same seed gives the same form.
    pub write: fn(&R::Belief, &R::Table, &R::World, &mut WorldRng) -> Value,
}
