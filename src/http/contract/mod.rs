//! The contract in the words of OpenAPI: what the routes say of themselves, completed by what the games and the kinds of problems say.
//!
//! It is made for programs first. Every free object of a game is a union over the games that are hosted, so that a generated client
//! knows what a `steal` holds; every refusal is one component that its `type` tells apart; operations have names of their own.

mod examples;
mod games;
mod operations;
mod problems;
mod schemas;
mod texts;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::belief::DOMAINS;
use crate::http::guard;
use schemas::{Schemas, map_objects, reference};

/// Completes what utoipa gathered of the routes.
pub fn complete(mut document: Value) -> Value {
    let info = json!({
        "title": "Credence",
        "version": env!("CARGO_PKG_VERSION"),
        "description": document["info"]["description"],
    });
    document["info"] = info;
    let gathered = document["components"]["schemas"].take();
    let Value::Object(gathered) = gathered else { return document };
    let mut schemas = Schemas(gathered.into_iter().map(|(name, schema)| (name.clone(), answered(&name, &schema))).collect());
    flatten(&mut schemas);
    for (component, property, pattern) in texts::IDS {
        let mut schema = schemas.get(component);
        if let Some(properties) = schema["properties"].as_object_mut() {
            texts::shape_property(properties, property, pattern);
        }
        schemas.put(component, schema);
    }
    let mut events = schemas.get("OneOrMany");
    events["oneOf"][1]["minItems"] = 1.into();
    schemas.put("OneOrMany", events);
    games::add(&mut schemas);
    problems::add(&mut schemas);
    let distributions = schemas.0.remove(DISTRIBUTIONS.0).unwrap_or_default();
    schemas.put(DISTRIBUTIONS.1, distributions);
    let mut variable = schemas.get("VariableAnswer");
    variable["properties"]["domain"]["enum"] = json!(DOMAINS);
    schemas.put("VariableAnswer", variable);
    for number in NUMBERS {
        schemas.0.remove(number.0);
    }
    operations::complete(&mut document["paths"], &schemas);
    examples::add(&mut document["paths"]);
    let key = json!({"type": "http", "scheme": "bearer", "description": "A key, as `credence keys create` prints it. Needed once a first key was made."});
    document["components"] = json!({"schemas": schemas.0, "responses": problems::responses(), "securitySchemes": {"key": key}});
    // Where no key was made, none is needed.
    document["security"] = json!([{}, {"key": []}]);
    for (path, operations) in document["paths"].as_object_mut().into_iter().flatten() {
        if guard::is_open(path) {
            operations.as_object_mut().into_iter().flatten().for_each(|(_, operation)| operation["security"] = json!([]));
        }
    }
    texts::shape(&without_unused(map_objects(&document, &|object| opened(bounded(numbered(object))))))
}

/// Leaves out components that nothing refers to, as those are whose fields stand beside a tag now.
fn without_unused(mut document: Value) -> Value {
    loop {
        let mut used = BTreeSet::new();
        referred_in(&document, &mut used);
        let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return document };
        let before = schemas.len();
        schemas.retain(|name, _| used.contains(name));
        if schemas.len() == before {
            return document;
        }
    }
}

/// Names of all components that something in a document refers to.
fn referred_in(value: &Value, used: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| referred_in(item, used)),
        Value::Object(fields) => {
            used.extend(schemas::referred(value).map(str::to_owned));
            fields.values().for_each(|value| referred_in(value, used));
        }
        _ => {}
    }
}

/// The name that utoipa gives to distributions by variable, and what they are called.
const DISTRIBUTIONS: (&str, &str) = ("BTreeMap", "Distributions");

/// Names that utoipa gives to aliases of numbers, each with its greatest value.
const NUMBERS: [(&str, u64); 2] = [("u64", (1 << 53) - 1), ("u8", u8::MAX as u64)];

/// An alias of a number as the number that it is.
fn numbered(mut object: Map<String, Value>) -> Map<String, Value> {
    let to = object.get("$ref").and_then(Value::as_str).and_then(|to| to.rsplit('/').next()).unwrap_or_default();
    let number = NUMBERS.into_iter().find(|(name, _)| *name == to);
    if to == DISTRIBUTIONS.0 {
        object.extend(reference(DISTRIBUTIONS.1).as_object().cloned().unwrap_or_default());
    }
    if let Some((name, most)) = number {
        object.remove("$ref");
        object.insert("type".to_owned(), "integer".into());
        object.insert("minimum".to_owned(), 0.into());
        object.insert("maximum".to_owned(), most.into());
        if name == "u64" {
            object.insert("format".to_owned(), "int64".into());
        }
    }
    object
}

/// Numbers beyond 2^53 - 1 are no JSON that all readers read alike; and what is said to have 32 bits has no more.
fn bounded(mut object: Map<String, Value>) -> Map<String, Value> {
    let is_number = |kind: &Value| kind == "integer" || kind == "number";
    let kinds = object.get("type").map(|kind| kind.as_array().cloned().unwrap_or_else(|| vec![kind.clone()]));
    let is_one_of_few = object.contains_key("const") || object.contains_key("enum");
    if kinds.is_some_and(|kinds| kinds.iter().any(is_number)) && !is_one_of_few {
        let is_short = object.get("format").is_some_and(|format| format == "int32");
        let most = if is_short { i64::from(i32::MAX) } else { NUMBERS[0].1.cast_signed() };
        let least = if is_short { i64::from(i32::MIN) } else { -most };
        object.entry("minimum").or_insert_with(|| json!(least));
        // Without a format, generators for some languages choose 32 bits.
        if object.get("type").is_some_and(|kind| *kind == "integer") && !object.contains_key("maximum") {
            object.entry("format").or_insert_with(|| "int64".into());
        }
        object.entry("maximum").or_insert_with(|| json!(most));
    }
    object
}

/// An object of which nothing more is said may hold anything: without this, generators take it to be empty.
fn opened(mut object: Map<String, Value>) -> Map<String, Value> {
    let is_object = match object.get("type") {
        Some(Value::String(kind)) => kind == "object",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "object"),
        _ => false,
    };
    if is_object
        && !["properties", "additionalProperties", "allOf", "anyOf", "oneOf"].iter().any(|word| object.contains_key(*word))
    {
        object.insert("additionalProperties".to_owned(), true.into());
    }
    object
}

/// What an answer does not always hold is left out there, and never null; a request may say null where it says nothing.
fn answered(name: &str, schema: &Value) -> Value {
    if name.ends_with("Request") {
        return schema.clone();
    }
    map_objects(schema, &|mut object| {
        let required: Vec<Value> = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        for (name, property) in object.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
            if !required.iter().any(|required| required == name) {
                without_null(property);
            }
        }
        object
    })
}

fn without_null(property: &mut Value) {
    let first = property["type"][0].clone();
    if first.is_string() {
        property["type"] = first;
    }
    let choices = property["oneOf"].as_array();
    if let Some([only, null]) = choices.map(Vec::as_slice)
        && null["type"] == "null"
    {
        *property = only.clone();
    }
}

/// An answer whose head is written beside its list stands as one object, so that its parts can be narrowed.
fn flatten(schemas: &mut Schemas) {
    for (name, head) in [("WorldsAnswer", "WorldsHead")] {
        let whole = schemas.get(name);
        let Some(parts) = whole["allOf"].as_array() else { continue };
        let mut flat = json!({"type": "object", "description": whole["description"], "properties": {}, "required": []});
        for part in parts {
            let part = if schemas::referred(part) == Some(head) { schemas.get(head) } else { part.clone() };
            for (name, property) in part["properties"].as_object().into_iter().flatten() {
                flat["properties"][name] = property.clone();
            }
            let more = part["required"].as_array().cloned().unwrap_or_default();
            flat["required"].as_array_mut().into_iter().for_each(|required| required.extend(more.clone()));
        }
        schemas.put(name, flat);
        schemas.0.remove(head);
    }
}
