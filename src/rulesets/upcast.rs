//! Openings of older schemas, as today's rulesets read them.

use serde_json::Value;

use super::UpcastError;

/// Reads what schema 1 stored, where all that has changed since is that more of a table's rules can be chosen. `rules` are those that held
/// before: an opening that lacks one gets it by name, so that its table stays what it was.
///
/// # Errors
/// Where the schema is another one.
pub fn with_rules(schema: u32, kind: &str, mut data: Value, rules: &[(&str, Value)]) -> Result<Value, UpcastError> {
    if schema != 1 {
        return Err(UpcastError { kind: kind.to_owned(), schema, reason: "no release ever wrote this schema".to_owned() });
    }
    if kind == "opening"
        && let Some(Value::Object(setup)) = data.get_mut("setup")
    {
        for (name, rule) in rules {
            setup.entry(*name).or_insert_with(|| rule.clone());
        }
    }
    Ok(data)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_opening_gets_the_rules_that_held_before_they_could_be_chosen() {
        let rules = [("aces", json!("others")), ("kings", json!(false))];
        let stored = json!({"setup": {"draws": "shown", "kings": true}, "seats": []});
        let read = with_rules(1, "opening", stored, &rules).expect("schema 1");
        assert_eq!(read, json!({"setup": {"draws": "shown", "kings": true, "aces": "others"}, "seats": []}));
        let event = json!({"setup": {}});
        assert_eq!(with_rules(1, "draw", event.clone(), &rules), Ok(event), "events are as they were");
        assert_eq!(with_rules(0, "opening", json!({}), &rules).expect_err("never written").schema, 0);
    }
}
