//! How the worlds of each ruleset read: which value each variable of the belief has in one.
//!
//! A world is the ruleset's own JSON; laws that compare worlds with marginals need this bridge, and nothing else does.

use std::collections::BTreeMap;

use serde_json::Value;

/// The value of every hidden variable in a world, by the variable's id, in the words of the marginals.
///
/// # Panics
/// For a ruleset that nobody has told this file about.
pub fn values(ruleset: &str, world: &Value) -> BTreeMap<String, String> {
    match ruleset {
        "catan" => catan(world),
        other => panic!("say in tests/it/harness/reading.rs how a world of {other} reads"),
    }
}

/// Hands and development cards by seat; kinds that a world leaves out are none.
fn catan(world: &Value) -> BTreeMap<String, String> {
    const RESOURCES: [&str; 5] = ["wood", "brick", "sheep", "wheat", "ore"];
    const CARDS: [&str; 5] = ["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"];
    let mut values = BTreeMap::new();
    let seats = |field: &str| world[field].as_object().unwrap_or_else(|| panic!("{field} by seat in {world}")).clone();
    for (seat, hand) in seats("hands") {
        for resource in RESOURCES {
            values.insert(format!("seat:{seat}/{resource}"), hand[resource].as_u64().unwrap_or(0).to_string());
        }
    }
    for (seat, cards) in seats("dev_cards") {
        for card in CARDS {
            values.insert(format!("seat:{seat}/dev_cards/{card}"), cards[card].as_u64().unwrap_or(0).to_string());
        }
    }
    values
}
