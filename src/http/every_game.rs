//! The events that every ruleset knows, as JSON Schemas: retractions, remarks and the end.

use serde_json::{Value, json};

/// The schemas of these events, each as `{type, data}`.
pub fn events() -> [Value; 3] {
    let event = |kind: &str, description: &str, properties: Value, required: &[&str]| {
        json!({
            "type": "object",
            "description": description,
            "properties": {
                "type": {"type": "string", "const": kind},
                "data": {"type": "object", "properties": properties, "required": required, "additionalProperties": false}
            },
            "required": if required.is_empty() { vec!["type"] } else { vec!["type", "data"] }
        })
    };
    let instead = json!({
        "type": "object",
        "description": "The event that is right, of the ruleset",
        "properties": {"type": {"type": "string"}, "data": {"type": "object"}},
        "required": ["type", "data"]
    });
    let retracted = json!({"type": "integer", "minimum": 1, "description": "The event that was wrong"});
    [
        event(
            "retract",
            "From here on folds leave an event out, or take another in its place. Who saw the event sees this; the reason is read by the referee alone.",
            json!({"revision": retracted, "reason": {"type": "string"}, "instead": instead}),
            &["revision", "reason"],
        ),
        event("note", "A remark, which everyone may read.", json!({"text": {"type": "string"}}), &["text"]),
        event("finish", "The end: only retract and note may follow.", json!({}), &[]),
    ]
}
