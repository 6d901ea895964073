//! What a ruleset reads and answers, as JSON Schemas of the shapes on the wire.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::rulesets::{Ruleset, WorldForm};

/// The schemas of `setup`, `parameters`, `event`, `query`, `answer` and `world`, and under `forms` of further forms of worlds.
pub fn of<R: Ruleset>() -> Value {
    let mut schemas = json!({
        "setup": read::<R::Setup>(),
        "parameters": read::<R::Parameters>(),
        "event": tag_apart(read::<R::Event>(), true),
        "query": tag_apart(read::<R::Query>(), false),
        "answer": tag_apart(written::<R::Answer>(), false),
        "world": written::<R::World>(),
    });
    if !R::FORMS.is_empty() {
        let form = |form: &WorldForm<R>| (form.name.to_owned(), Value::from((form.schema)()));
        schemas["forms"] = Value::Object(R::FORMS.iter().map(form).collect());
    }
    tidy_texts(&mut schemas);
    schemas
}

/// The schema of what clients send.
fn read<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().into()
}

/// The schema of what they are answered: what is always there is required.
fn written<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>().into()
}

/// Turns the schema of an externally tagged enum into the shape on the wire: `{type, data}`, or `{type, ...fields}`.
fn tag_apart(mut schema: Value, data: bool) -> Value {
    let defs = schema["$defs"].clone();
    if let Some(variants) = schema.get_mut("oneOf").and_then(Value::as_array_mut) {
        for variant in variants {
            if let Some(tagged) = tagged(variant, &defs, data) {
                *variant = tagged;
            }
        }
    }
    if defs.is_null() {
        schema.as_object_mut().map(|schema| schema.remove("$defs"));
    }
    schema
}

/// One variant in the shape on the wire. A variant without content is a text in serde's form.
fn tagged(variant: &Value, defs: &Value, data: bool) -> Option<Value> {
    let without_content = json!({"type": "object", "additionalProperties": false});
    let (kind, content) = match variant["const"].as_str() {
        Some(kind) => (kind, &without_content),
        None => variant["properties"].as_object()?.iter().next().map(|(kind, content)| (kind.as_str(), content))?,
    };
    let tag = json!({"type": "string", "const": kind});
    let mut object = if data {
        json!({"type": "object", "properties": {"type": tag, "data": content}, "required": ["type", "data"]})
    } else {
        // Fields stand beside the tag, so that a schema that allows no others has to know of the tag.
        let mut content = content["$ref"].as_str().map_or(content, |name| &defs[last(name)]).clone();
        content["properties"]["type"] = tag;
        match content["required"].as_array_mut() {
            Some(required) => required.push(json!("type")),
            None => content["required"] = json!(["type"]),
        }
        content
    };
    if let Some(description) = variant.get("description") {
        object["description"] = description.clone();
    }
    Some(object)
}

fn last(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or_default()
}

/// Descriptions are written for readers of the code too: links to its names become the names on the wire, and lines run on.
fn tidy_texts(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(tidy_texts),
        Value::Object(fields) => tidy_fields(fields),
        _ => {}
    }
}

fn tidy_fields(fields: &mut Map<String, Value>) {
    for (name, value) in fields {
        match value {
            Value::String(text) if name == "description" => *text = plain(text),
            value => tidy_texts(value),
        }
    }
}

fn plain(text: &str) -> String {
    let mut plain = String::new();
    let text = text.replace('\n', " ");
    let mut rest = text.as_str();
    while let Some((before, link)) = rest.split_once("[`") {
        let Some((name, after)) = link.split_once("`]") else { break };
        plain.push_str(before);
        plain.push('`');
        plain.push_str(&snake(name.rsplit("::").next().unwrap_or(name)));
        plain.push('`');
        rest = after;
    }
    plain + rest
}

/// `CanAfford` as it stands on the wire: `can_afford`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Of {
        /// Whose.
        seat: u8,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Query {
        /// To [`Query::CanAfford`],
        /// and no other.
        CanAfford(Of),
        /// Of all.
        Entropy,
    }

    #[test]
    fn a_tag_stands_beside_the_fields() {
        let mut schema = tag_apart(read::<Query>(), false);
        tidy_texts(&mut schema);
        let [first, second] = schema["oneOf"].as_array().expect("variants").as_slice() else { panic!("{schema}") };
        assert_eq!(first["properties"]["type"]["const"], "can_afford");
        assert_eq!(first["properties"]["seat"]["type"], "integer", "the fields are here, and not behind a reference: {first}");
        assert_eq!((&first["additionalProperties"], &first["required"]), (&json!(false), &json!(["seat", "type"])));
        assert_eq!(first["description"], "To `can_afford`, and no other.");
        assert_eq!(second["properties"]["type"]["const"], "entropy");
    }

    #[test]
    fn an_events_data_stand_apart() {
        let schema = tag_apart(read::<Query>(), true);
        assert_eq!(schema["oneOf"][0]["properties"]["data"]["$ref"], "#/$defs/Of");
        assert_eq!(schema["oneOf"][0]["required"], json!(["type", "data"]));
    }
}
