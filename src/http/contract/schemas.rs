//! The component schemas of the document while it is made: named, referred to, and made plain for programs that generate clients.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Where a component stands in the document.
const COMPONENTS: &str = "#/components/schemas/";

/// Component schemas by name.
pub struct Schemas(pub Map<String, Value>);

/// A reference to a component.
pub fn reference(name: &str) -> Value {
    json!({"$ref": format!("{COMPONENTS}{name}")})
}

/// The name of the component that a reference is to.
pub fn referred(reference: &Value) -> Option<&str> {
    reference["$ref"].as_str()?.strip_prefix(COMPONENTS)
}

/// A key in capitals: `liars_dice` as `LiarsDice`.
pub fn pascal(key: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    key.split(['_', '-']).map(word).collect()
}

/// One of several components, which a property tells apart. `members` are its values, each with the component's name.
pub fn told_apart(description: &str, property: &str, members: &BTreeMap<String, String>) -> Value {
    let mapping: Map<String, Value> =
        members.iter().map(|(value, name)| (value.clone(), format!("{COMPONENTS}{name}").into())).collect();
    json!({
        "description": description,
        "oneOf": members.values().map(|name| reference(name)).collect::<Vec<_>>(),
        "discriminator": {"propertyName": property, "mapping": mapping},
    })
}

/// Any of several components. More than one may fit: games share names of events.
pub fn any_of(description: &str, names: &[String]) -> Value {
    json!({"description": description, "anyOf": names.iter().map(|name| reference(name)).collect::<Vec<_>>()})
}

impl Schemas {
    /// A component; null where there is none.
    pub fn get(&self, name: &str) -> Value {
        self.0.get(name).cloned().unwrap_or_default()
    }

    /// Adds a component, or replaces one.
    pub fn put(&mut self, name: impl Into<String>, schema: Value) {
        self.0.insert(name.into(), schema);
    }

    /// Adds a component under a name that no other has.
    ///
    /// # Panics
    /// Where another has it: a type of a ruleset is called as a part of the contract is (`Answer`, `Setup`, or one of its events with `Event`
    /// after it), and would vanish behind it. It must be called otherwise; the tests of the contract find that.
    pub fn add(&mut self, name: impl Into<String>, schema: Value) {
        let name = name.into();
        let taken = self.0.insert(name.clone(), schema);
        assert!(
            taken.is_none_or(|taken| taken == self.0[&name]),
            "two components of the contract are called {name}: call the ruleset's type otherwise"
        );
    }

    /// Takes in a schema of a ruleset: its definitions become components, named after the game (and the part of it, where two parts
    /// define one name differently). What is returned refers to those.
    pub fn take_in(&mut self, game: &str, part: &str, schema: &Value) -> Value {
        let mut schema = plain(schema);
        let Some(Value::Object(definitions)) = schema.as_object_mut().and_then(|schema| schema.remove("$defs")) else {
            return schema;
        };
        let mut names: BTreeMap<String, String> =
            definitions.keys().map(|name| (name.clone(), format!("{game}{}", pascal(name)))).collect();
        // A name that changes may change what others refer to: until none does. Each name changes once at most.
        loop {
            let clashes = |(name, definition): (&String, &Value)| {
                let stands = self.0.get(&names[name]);
                let clash = stands.is_some_and(|stands| *stands != renamed(definition, &names));
                let longer = format!("{game}{}{}", pascal(part), pascal(name));
                (clash && names[name] != longer).then(|| (name.clone(), longer))
            };
            let longer: Vec<(String, String)> = definitions.iter().filter_map(clashes).collect();
            if longer.is_empty() {
                break;
            }
            names.extend(longer);
        }
        for (name, definition) in &definitions {
            self.put(&names[name], renamed(definition, &names));
        }
        renamed(&schema, &names)
    }
}

/// The same schema with references to definitions made references to components.
fn renamed(schema: &Value, names: &BTreeMap<String, String>) -> Value {
    map_objects(schema, &|mut object| {
        let name = object.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix("#/$defs/"));
        if let Some(name) = name.and_then(|name| names.get(name)) {
            object.insert("$ref".to_owned(), format!("{COMPONENTS}{name}").into());
        }
        object
    })
}

/// The same JSON with every object in it changed, inner ones first.
pub fn map_objects(value: &Value, change: &impl Fn(Map<String, Value>) -> Map<String, Value>) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(|item| map_objects(item, change)).collect()),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), map_objects(value, change))).collect();
            Value::Object(change(fields))
        }
        other => other.clone(),
    }
}

/// A schema as schemars makes it, in the words that generators of clients read.
fn plain(schema: &Value) -> Value {
    map_objects(schema, &|mut object| {
        object.remove("$schema");
        // A title names a class in some generators, where the component's name is meant; but a property may be called so.
        if object.get("title").is_some_and(Value::is_string) {
            object.remove("title");
        }
        if object.get("default").is_some_and(Value::is_null) {
            object.remove("default");
        }
        if object.get("format").and_then(Value::as_str).is_some_and(|format| format.starts_with("uint")) {
            object.remove("format");
        }
        // Maps by seat: generators know maps, and no patterns of keys.
        if let Some(Value::Object(patterns)) = object.remove("patternProperties")
            && let Some((pattern, entry)) = patterns.into_iter().next()
        {
            object.insert("additionalProperties".to_owned(), entry);
            object.insert("propertyNames".to_owned(), json!({"type": "string", "pattern": pattern}));
        }
        words_of(object)
    })
}

/// A choice of words, each with its explanation, as one enumeration.
fn words_of(mut object: Map<String, Value>) -> Map<String, Value> {
    let Some(choices) = object.get("oneOf").and_then(Value::as_array) else { return object };
    let words: Vec<&str> = choices.iter().filter_map(|choice| choice["const"].as_str()).collect();
    if words.is_empty() || words.len() < choices.len() {
        return object;
    }
    let explained = choices
        .iter()
        .zip(&words)
        .filter_map(|(choice, word)| choice["description"].as_str().map(|explanation| format!("`{word}`: {explanation}")));
    let own = object.get("description").and_then(Value::as_str).map(str::to_owned);
    let description = own.into_iter().chain(explained).collect::<Vec<_>>().join(" ");
    let words = json!(words);
    object.remove("oneOf");
    object.insert("type".to_owned(), "string".into());
    object.insert("enum".to_owned(), words);
    object.insert("description".to_owned(), description.into());
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_clash_are_told_apart_by_their_part() {
        let mut schemas = Schemas(Map::new());
        let of = |kind: &str| json!({"$ref": "#/$defs/card", "$defs": {"card": {"type": kind, "title": "Card"}}});
        assert_eq!(schemas.take_in("Hearts", "event", &of("string")), reference("HeartsCard"));
        assert_eq!(schemas.take_in("Hearts", "world", &of("string")), reference("HeartsCard"));
        assert_eq!(schemas.take_in("Hearts", "query", &of("integer")), reference("HeartsQueryCard"));
        assert_eq!(schemas.get("HeartsCard"), json!({"type": "string"}));
    }

    #[test]
    fn maps_by_seat_and_choices_of_words_are_made_plain() {
        let map = json!({"type": "object", "additionalProperties": false, "patternProperties": {"^\\d+$": {"type": "string"}}});
        assert_eq!(plain(&map)["additionalProperties"]["type"], "string");
        let choice =
            json!({"description": "A bank.", "oneOf": [{"const": "hidden", "description": "Not seen."}, {"const": "open"}]});
        let expected = json!({"type": "string", "enum": ["hidden", "open"], "description": "A bank. `hidden`: Not seen."});
        assert_eq!(plain(&choice), expected);
    }
}
