//! Which stored openings this release may fold.

use serde_json::{Value, json};

use crate::rulesets::pokemon_randbats::prior::{Imported, embedded, import};
use crate::rulesets::{AnyRuleset, SeatOpening, find};

fn ruleset() -> &'static dyn AnyRuleset {
    find("pokemon_randbats").expect("it is hosted")
}

fn opening(parameters: Value) -> Value {
    let seats = (0..2).map(|seat| SeatOpening { person: format!("p{seat}"), profile: Default::default() }).collect();
    ruleset().open(json!({}), parameters, seats).expect("an opening")
}

fn reason(opening: Value) -> String {
    match ruleset().game(1, opening) {
        Ok(_) => panic!("it was opened"),
        Err(unreadable) => unreadable.to_string(),
    }
}

/// A game that was opened under a release with another embedded table is refused, not folded with today's.
#[test]
fn a_game_is_never_folded_with_another_embedded_table() {
    let mut stored = opening(json!({}));
    assert_eq!(stored["parameters"]["priors"], embedded().hash());
    assert!(ruleset().game(1, stored.clone()).is_ok());
    let other = "0123456789abcdef".repeat(4);
    stored["parameters"]["priors"] = json!(other);
    let reason = reason(stored);
    assert!(reason.starts_with("stored opening cannot be read: the game was opened with the prior table"), "{reason}");
    assert!(reason.contains(&other) && reason.contains(embedded().hash()), "{reason}");
}

#[test]
fn a_table_by_value_is_the_one_that_is_named() {
    let sets = r#"{"gholdengo": {"77,leftovers,goodasgold,focusblast,makeitrain,nastyplot,shadowball,steel": 1}}"#;
    let (table, text) = import(sets.as_bytes(), None).expect("whole sets");
    let by_value = Imported::new(&text).expect("a table");
    let mut stored = opening(json!({"table": by_value}));
    assert_eq!(stored["parameters"]["priors"], table.hash());
    assert!(ruleset().game(1, stored.clone()).is_ok());
    stored["parameters"]["priors"] = json!(embedded().hash());
    let reason = reason(stored);
    assert!(reason.contains("the one that it holds is") && reason.contains(table.hash()), "{reason}");
}
