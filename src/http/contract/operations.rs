//! The operations of the document: their names, what they answer, and how their parameters are written.

use serde_json::{Value, json};

use super::problems;
use super::schemas::{Schemas, referred};
use super::texts;

/// A name that says route and verb, so that none stands twice: `get_game_events`.
pub fn name(method: &str, path: &str) -> String {
    let mut words: Vec<String> = vec![method.to_owned()];
    for part in path.split('/').filter(|part| !part.is_empty() && *part != "v1") {
        if part.starts_with('{') {
            // One of them: the list's name without its ending.
            if let Some(list) = words.pop() {
                words.push(list.strip_suffix('s').unwrap_or(&list).to_owned());
            }
        } else {
            words.push(part.replace('-', "_"));
        }
    }
    words.join("_")
}

/// Completes every operation.
pub fn complete(paths: &mut Value, schemas: &Schemas) {
    for (path, methods) in paths.as_object_mut().into_iter().flatten() {
        for (method, operation) in methods.as_object_mut().into_iter().flatten() {
            operation["operationId"] = name(method, path).into();
            if let Some(parameters) = operation.get_mut("parameters").and_then(Value::as_array_mut) {
                texts::shape_parameters(path, parameters);
            }
            for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
                // A parameter that is left out is not null.
                if parameter["schema"]["type"].is_array() {
                    parameter["schema"]["type"] = parameter["schema"]["type"][0].clone();
                }
            }
            let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
            for (status, response) in responses.into_iter().flatten() {
                match status.parse() {
                    Ok(status) if status >= 400 => {
                        *response = json!({"$ref": format!("#/components/responses/{}", problems::response(status))});
                    }
                    _ => complete_success(response, schemas),
                }
            }
        }
    }
}

/// A success says what it is; answers in lines are described, and given no type of their own: a program that asks for JSON gets JSON.
fn complete_success(response: &mut Value, schemas: &Schemas) {
    let schema = response["content"].as_object().and_then(|content| content.values().next()).map(|media| &media["schema"]);
    let described = schema.and_then(referred).map(|name| schemas.get(name)["description"].clone());
    if response["description"].as_str().is_none_or(str::is_empty) {
        response["description"] = described.filter(Value::is_string).unwrap_or_else(|| "Done.".into());
    }
    let Some(content) = response.get_mut("content").and_then(Value::as_object_mut) else { return };
    let is_stream = content.contains_key(EVENTS);
    let before = content.len();
    if content.contains_key(JSON) {
        content.retain(|media, _| media == JSON);
    }
    content.remove(LINES);
    let otherwise = content.len() < before;
    // Of server-sent events the schema is that of the JSON in each event's data.
    for (_, described) in content.iter_mut().filter(|(media, _)| media.starts_with("text/") && *media != EVENTS) {
        *described = json!({"schema": {"type": "string"}});
    }
    for (name, header) in response.get_mut("headers").and_then(Value::as_object_mut).into_iter().flatten() {
        header["schema"] = json!({"type": "string"});
        if let Some(text) = texts::header(name) {
            header["description"] = text.into();
        }
    }
    if otherwise {
        let first = if is_stream { "what is followed and from where" } else { "the answer without its list" };
        let note = format!("With `Accept: application/x-ndjson` the same as lines: first {first}, then an entry each.");
        response["description"] = format!("{} {note}", response["description"].as_str().unwrap_or_default()).into();
    }
}

/// What most answers are.
const JSON: &str = "application/json";

/// Server-sent events.
const EVENTS: &str = "text/event-stream";

/// Newline-delimited JSON.
const LINES: &str = "application/x-ndjson";

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_name_says_route_and_verb() {
        assert_eq!(name("get", "/v1/games"), "get_games");
        assert_eq!(name("post", "/v1/games/{game}/what-if"), "post_game_what_if");
        assert_eq!(name("get", "/v1/games/{game}/events/stream"), "get_game_events_stream");
        assert_eq!(name("get", "/problems/{kind}"), "get_problem");
    }
}
