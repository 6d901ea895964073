//! How many sit at a table of a game where nobody says how many.

use serde_json::json;

use super::{AnyRuleset, SeatOpening};

/// Four, where the game has such a table under its default rules, and else the first of 2, 3, 5 and 6 that it has.
#[must_use]
pub fn usual_seats(ruleset: &dyn AnyRuleset) -> usize {
    let stranger = || SeatOpening { person: String::new(), profile: Default::default() };
    let opens = |seats: &usize| ruleset.open(json!({}), json!({}), (0..*seats).map(|_| stranger()).collect()).is_ok();
    [4, 2, 3, 5, 6].into_iter().find(opens).unwrap_or(4)
}
