//! What texts look like: patterns for ids, observers, cursors and conditions, so that a generated client refuses what the server would; and headers that
//! several answers have.

use serde_json::{Map, Value, json};

use super::schemas::map_objects;
use crate::rulesets::Seat;

/// Ids of games and players.
const ID: &str = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";
/// Observers; a table has far fewer seats than the pattern allows.
const OBSERVER: &str = "^(public|referee|seat:(0|[1-9][0-9]?))$";
/// A list of revisions as entity tags, or any.
const TAGS: &str = "^(\\*|\"[0-9]{1,15}\"(, \"[0-9]{1,15}\")*)$";
/// Cursors of lists that are counted.
const PLACE: &str = "^(0|[1-9][0-9]{0,14})$";
/// Cursors of evidence and of the curve: of which revision it is, how far it was read, and what was taken of that event.
const TIMELINE: &str = "^[0-9]{1,15}\\.[0-9]{1,15}\\.[0-9]{1,15}$";
/// Cursors of the list of games: a place in each partition of the log, of which a tenant has one or several.
const GAMES: &str = "^[0-9]{0,15}(\\.[0-9]{0,15})*$";
/// Cursors of the keys: an id of a key.
const KEY: &str = "^[0-9a-f]{32}$";
/// Cursors of what happened to keys: a UUID.
const UUID: &str = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
/// Cursors of the feed: sixteen bytes for each partition, in base64 without padding.
const FEED: &str = "^([A-Za-z0-9_-]{64})*([A-Za-z0-9_-]{21}[AQgw]|[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]|[A-Za-z0-9_-]{64})$";
/// Ids of events: no control characters, and no separators of lines.
const EVENT: &str = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]{1,128}$";

/// What a header of answers says that stands under several operations.
pub fn header(name: &str) -> Option<&'static str> {
    (name == "credence-server").then_some(
        "URL of the server that is preferred for the game, where that is another one: it answers faster. Any server answers; sent where that one \
         is advertised",
    )
}

/// Writes patterns into the parameters of an operation.
pub fn shape_parameters(path: &str, parameters: &mut [Value]) {
    for parameter in parameters {
        let pattern = match (parameter["name"].as_str(), parameter["in"].as_str()) {
            (Some("game" | "player"), Some("path")) => ID,
            (Some("observer"), _) if path.starts_with("/v1/events") => "^(public|referee)$",
            (Some("observer"), _) => OBSERVER,
            (Some("If-Match"), _) => TAGS,
            (Some("cursor"), _) if path.starts_with("/v1/events") => FEED,
            (Some("Last-Event-ID"), _) if path.starts_with("/v1/events") => FEED,
            (Some("cursor"), _) if path == "/v1/games" => GAMES,
            (Some("cursor"), _) if path == "/v1/players" => ID,
            (Some("cursor"), _) if path == "/v1/keys" => KEY,
            (Some("cursor"), _) if path == "/v1/access" => UUID,
            (Some("cursor"), _) if path.ends_with("/evidence") || path.ends_with("/curve") => TIMELINE,
            (Some("cursor"), _) => PLACE,
            (Some("seat"), _) => {
                parameter["schema"]["maximum"] = Seat::MAX.into();
                continue;
            }
            (Some("limit"), _) => {
                parameter["schema"]["minimum"] = 1.into();
                continue;
            }
            _ => continue,
        };
        parameter["schema"]["pattern"] = pattern.into();
        // Some generators judge the empty text by its length alone.
        parameter["schema"]["minLength"] = 1.into();
    }
}

/// Writes patterns into the components of requests and answers.
pub fn shape(document: &Value) -> Value {
    map_objects(document, &|mut object| {
        if let Some(Value::Object(properties)) = object.get_mut("properties") {
            shape_property(properties, "observer", OBSERVER);
        }
        object
    })
}

/// Writes a pattern into a property that is a text.
pub fn shape_property(properties: &mut Map<String, Value>, name: &str, pattern: &str) {
    let Some(property) = properties.get_mut(name) else { return };
    let is_text = property["type"] == "string" || property["type"] == json!(["string", "null"]);
    if is_text && property.get("pattern").is_none() {
        property["pattern"] = pattern.into();
    }
}

/// Ids that clients choose, by the component that holds them.
pub const IDS: [(&str, &str, &str); 2] = [("EventRequest", "id", EVENT), ("SeatRequest", "player", ID)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_and_properties_get_their_patterns() {
        let mut parameters = [
            json!({"name": "observer", "in": "query", "schema": {"type": "string"}}),
            json!({"name": "limit", "schema": {"minimum": 0}}),
        ];
        shape_parameters("/v1/games", &mut parameters);
        assert_eq!((&parameters[0]["schema"]["pattern"], &parameters[1]["schema"]["minimum"]), (&json!(OBSERVER), &json!(1)));
        let document = json!({"a": {"properties": {"observer": {"type": "string"}, "other": {"type": "string"}}}});
        let shaped = shape(&document);
        assert_eq!(shaped["a"]["properties"]["observer"]["pattern"], OBSERVER);
        assert!(shaped["a"]["properties"]["other"]["pattern"].is_null());
    }
}
