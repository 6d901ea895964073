//! The types that events have, for those who ask for events of one type.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde_json::Value;

use super::every_game;
use super::problem::{PARAMETER, Problem};
use crate::rulesets::ALL;

/// By ruleset, each with those that every game knows.
static TYPES: LazyLock<BTreeMap<&str, BTreeSet<String>>> = LazyLock::new(|| {
    let of = |event: &Value| event["properties"]["type"]["const"].as_str().map(str::to_owned);
    let every_game: Vec<String> = every_game::events().iter().filter_map(of).chain(["opening".to_owned()]).collect();
    let types = ALL.iter().map(|ruleset| {
        let described = ruleset.describe().schemas;
        let own = described["event"]["oneOf"].as_array().into_iter().flatten().filter_map(of);
        (ruleset.key(), own.chain(every_game.iter().cloned()).collect())
    });
    types.collect()
});

/// Refuses a type that no event of the ruleset can have, or of any ruleset where none is named: a list of such events is empty for ever. A ruleset that does
/// not exist is refused by whoever looks it up.
///
/// # Errors
/// Names the types that there are.
pub fn check(asked: &str, ruleset: Option<&str>) -> Result<(), Problem> {
    let chosen = TYPES.iter().filter(|(key, _)| ruleset.is_none_or(|ruleset| ruleset == **key));
    let known: BTreeSet<&str> = chosen.flat_map(|(_, types)| types).map(String::as_str).collect();
    if known.is_empty() || known.contains(asked) {
        return Ok(());
    }
    let known = known.into_iter().collect::<Vec<_>>().join(", ");
    let of = ruleset.map_or(String::new(), |ruleset| format!(" of {ruleset}"));
    Err(Problem::new(&PARAMETER, format!("type is {asked:?}, which no event{of} is; there are {known}")).of("type"))
}
