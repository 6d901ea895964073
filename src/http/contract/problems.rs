//! Problem answers in the document: one component, its kinds, and one response a status.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::schemas::{Schemas, pascal, reference, told_apart};
use crate::http::problem::{KINDS, Kind};

/// What every problem has, whatever its kind.
const FIELDS: &str = "ProblemFields";

/// Makes one component a kind of the component that all problems have.
pub fn add(schemas: &mut Schemas) {
    let mut fields = schemas.get("Problem");
    let description = fields["description"].as_str().unwrap_or_default().to_owned();
    // These two say which kind it is.
    for name in ["type", "status"] {
        fields["properties"].as_object_mut().map(|properties| properties.remove(name));
        fields["required"].as_array_mut().into_iter().for_each(|required| required.retain(|field| field != name));
    }
    let mut members = BTreeMap::new();
    for kind in KINDS {
        let name = format!("{}Problem", pascal(kind.name));
        schemas.put(&name, of_kind(kind, &fields));
        members.insert(kind.path(), name);
    }
    schemas.put(FIELDS, fields);
    schemas.put("Problem", told_apart(&description, "type", &members));
}

fn of_kind(kind: &Kind, fields: &Value) -> Value {
    let mut properties = json!({
        "type": {"type": "string", "const": kind.path()},
        "status": {"type": "integer", "const": kind.status.as_u16()}
    });
    for name in kind.always {
        properties[*name] = fields["properties"][*name].clone();
    }
    let required: Vec<&str> = ["type", "status"].iter().chain(kind.always).copied().collect();
    json!({
        "description": kind.explanation,
        "allOf": [reference(FIELDS), {"type": "object", "properties": properties, "required": required}]
    })
}

/// The name of the response of a status.
pub fn response(status: u16) -> String {
    format!("Problem{status}")
}

/// One response a status, which names every kind of problem that has it.
pub fn responses() -> Map<String, Value> {
    let mut by_status: BTreeMap<u16, Vec<&Kind>> = BTreeMap::new();
    for kind in KINDS {
        by_status.entry(kind.status.as_u16()).or_default().push(kind);
    }
    let explained = |kind: &&Kind| format!("`{}`: {}.", kind.name, kind.title);
    by_status
        .into_iter()
        .map(|(status, kinds)| {
            let description = kinds.iter().map(explained).collect::<Vec<_>>().join(" ");
            let content = json!({"application/problem+json": {"schema": reference("Problem")}});
            (response(status), json!({"description": description, "content": content}))
        })
        .collect()
}
