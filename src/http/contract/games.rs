//! What the games read and answer, as unions over all of them: events, setups, parameters, questions, answers and worlds. They are
//! made from the schemas that `/v1/rulesets/{ruleset}` serves.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::schemas::{Schemas, any_of, pascal, reference, referred, told_apart};
use crate::http::every_game;
use crate::rulesets::{ALL, AnyRuleset};

/// Names of events, each with its component's.
type Members = BTreeMap<String, String>;

/// The forms that an event has on the wire: as it is sent, as an observer sees it in its game and in the feed, and as it stands in a
/// retraction.
const FORMS: [&str; 4] = ["Event", "View", "Entry", "Instead"];

/// What is said of a boolean that stands for something by being there. A constant would say it as well; but openapi-generator compares a constant boolean
/// with the text `true`, so that clients made by it (in Python, Java and Rust) read no such object.
const ALWAYS_TRUE: &str = "Always true.";

/// Adds the unions, and puts them where the document has free objects.
pub fn add(schemas: &mut Schemas) {
    for ruleset in ALL {
        add_game(schemas, *ruleset);
    }
    add_every_games_events(schemas);
    let of_all = |form: &str| ALL.iter().map(|ruleset| format!("{}{form}", pascal(ruleset.key()))).collect::<Vec<_>>();
    let with = |form: &str, more: &[&str]| {
        let more = more.iter().map(|name| (*name).to_owned());
        more.chain(of_all(form)).collect::<Vec<_>>()
    };
    schemas.put("EventRequest", any_of("An event as a client sends it.", &with("Event", &["EveryGameEvent"])));
    // What is hidden has no type and stands last: generated clients that try one member after the other come to it where nothing else fits.
    let mut views = with("View", &["EveryGameView"]);
    views.push("HiddenEvent".to_owned());
    schemas.put("EventView", any_of("An event as an observer sees it.", &views));
    let mut entries = with("Entry", &["EveryGameEntry"]);
    entries.push("HiddenEntry".to_owned());
    schemas.put("FeedEntry", any_of("An event of the feed, as the observer sees it.", &entries));
    let mut reset = schemas.get("StreamReset");
    reset["properties"]["reset"]["description"] = ALWAYS_TRUE.into();
    reset["additionalProperties"] = false.into();
    schemas.put("StreamReset", reset);
    schemas.put("Instead", any_of("The event that is right, of the game's ruleset.", &of_all("Instead")));
    schemas.put("Query", any_of("A question of the game's ruleset.", &of_all("Query")));
    schemas.put("Answer", any_of("An answer, with the type of its question.", &of_all("Answer")));
    schemas.put("Parameters", any_of("Parameters of the model of the game's ruleset.", &of_all("Parameters")));
    by_ruleset(schemas, "OpenRequest", |game, open| {
        open["properties"]["setup"] = reference(&format!("{game}Setup"));
        open["properties"]["parameters"] = reference(&format!("{game}Parameters"));
    });
    by_ruleset(schemas, "GameAnswer", |game, answer| {
        answer["properties"]["setup"] = reference(&format!("{game}Setup"));
        answer["properties"]["parameters"] = reference(&format!("{game}Parameters"));
    });
    by_ruleset(schemas, "GameOpening", |game, opening| {
        opening["properties"]["setup"] = reference(&format!("{game}Setup"));
        opening["properties"]["parameters"] = reference(&format!("{game}Parameters"));
    });
    by_ruleset(schemas, "QueriesAnswer", |game, answer| {
        answer["properties"]["answers"]["items"] = reference(&format!("{game}Answer"));
    });
    let drawn = schemas.get("WorldAnswer");
    for ruleset in ALL {
        let (game, mut drawn) = (pascal(ruleset.key()), drawn.clone());
        drawn["properties"]["world"] = world(ruleset.describe().schemas["forms"].as_object(), &game);
        schemas.put(format!("{game}WorldAnswer"), drawn);
    }
    by_ruleset(schemas, "WorldsAnswer", |game, answer| {
        answer["properties"]["worlds"]["items"] = reference(&format!("{game}WorldAnswer"));
    });
    add_no_answer(schemas);
    by_ruleset(schemas, "TurnAnswer", |game, answer| {
        answer["properties"]["answers"]["items"] = reference(&format!("{game}MaybeAnswer"));
        answer["properties"]["worlds"] = reference(&format!("{game}WorldsAnswer"));
    });
    for (place, item) in [("QueriesRequest", "Query"), ("TurnRequest", "Query")] {
        let mut request = schemas.get(place);
        request["properties"]["queries"]["items"] = reference(item);
        schemas.put(place, request);
    }
    let mut what_if = schemas.get("WhatIfRequest");
    let description = what_if["properties"]["parameters"]["description"].clone();
    what_if["properties"]["parameters"] =
        json!({"description": description, "anyOf": [reference("Parameters"), {"type": "null"}]});
    schemas.put("WhatIfRequest", what_if);
}

/// Adds null as an answer, for a turn whose events stand although its question could not be answered. It is a component of its own, whose type is
/// written as a list, because oas3-gen leaves out a null that stands in a list or is the one type of a member, and then cannot read the turn.
/// openapi-generator takes a union of one thing and null for that thing, and then loses all answers: so one kind of answer stands in the union beside all of
/// them, and says nothing new.
fn add_no_answer(schemas: &mut Schemas) {
    let name = "Unanswered".to_owned();
    schemas.add(&name, json!({"type": ["null"], "description": "The table had no answer; `refused` says why."}));
    for ruleset in ALL {
        let game = pascal(ruleset.key());
        let all = format!("{game}Answer");
        let answers = schemas.get(&all);
        let one = referred(&answers["oneOf"][0]).map(str::to_owned);
        let members: Vec<String> = std::iter::once(all).chain(one).chain([name.clone()]).collect();
        schemas.add(format!("{game}MaybeAnswer"), any_of("An answer, or null where the table had none.", &members));
    }
}

/// A world in any of the forms that a ruleset has. The usual form stands last: it may be a part of another, as hands are of a whole deal, and
/// generated clients take the first that fits.
fn world(forms: Option<&serde_json::Map<String, Value>>, game: &str) -> Value {
    let usual = format!("{game}World");
    let others = forms.into_iter().flatten().map(|(form, _)| format!("{game}{}World", pascal(form)));
    let names: Vec<String> = others.chain([usual.clone()]).collect();
    if names.len() == 1 { reference(&usual) } else { any_of("A world, in the form that was asked for.", &names) }
}

/// One game's components.
fn add_game(schemas: &mut Schemas, ruleset: &dyn AnyRuleset) {
    let (game, described) = (pascal(ruleset.key()), ruleset.describe().schemas);
    for part in ["setup", "parameters", "world"] {
        let schema = schemas.take_in(&game, part, &described[part]);
        schemas.add(format!("{game}{}", pascal(part)), schema);
    }
    for (form, schema) in described["forms"].as_object().into_iter().flatten() {
        let schema = schemas.take_in(&game, form, schema);
        schemas.add(format!("{game}{}World", pascal(form)), schema);
    }
    let events = schemas.take_in(&game, "event", &described["event"]);
    let mut names = Members::new();
    for event in events["oneOf"].as_array().into_iter().flatten() {
        let (kind, name) = kind_of(event, &game);
        add_event(schemas, &name, event, &FORMS, &[ruleset.key()]);
        names.insert(kind, name);
    }
    for form in FORMS {
        let members = names.iter().map(|(kind, name)| (kind.clone(), format!("{name}{form}"))).collect();
        schemas.add(format!("{game}{form}"), told_apart(ruleset.describe().description, "type", &members));
    }
    for part in ["query", "answer"] {
        let union = schemas.take_in(&game, part, &described[part]);
        let mut members = Members::new();
        for variant in union["oneOf"].as_array().into_iter().flatten() {
            let (kind, name) = kind_of(variant, &game);
            let name = format!("{name}{}", pascal(part));
            schemas.add(&name, variant.clone());
            members.insert(kind, name);
        }
        let description = if part == "query" { "A question of this game." } else { "An answer, with the type of its question." };
        schemas.add(format!("{game}{}", pascal(part)), told_apart(description, "type", &members));
    }
}

/// The type of a variant, and what its components are called.
fn kind_of(variant: &Value, game: &str) -> (String, String) {
    let kind = variant["properties"]["type"]["const"].as_str().unwrap_or_default();
    (kind.to_owned(), format!("{game}{}", pascal(kind)))
}

/// An event in its forms on the wire. `rulesets` are the keys of those that know it.
fn add_event(schemas: &mut Schemas, name: &str, event: &Value, forms: &[&str], rulesets: &[&str]) {
    let (kind, data) = (&event["properties"]["type"], &event["properties"]["data"]);
    // Where nothing in it is required, it may be left out.
    let content = referred(data).map_or_else(|| data.clone(), |name| schemas.get(name));
    let is_empty = |required: &Value| required.as_array().is_none_or(Vec::is_empty);
    let may_lack_data = content["properties"].is_object() && is_empty(&content["required"]);
    let id = json!({"type": ["string", "null"], "minLength": 1, "maxLength": 128, "description": "Makes retrying safe. Minted if absent."});
    let time = json!({"type": ["string", "null"], "format": "date-time", "description": "When it happened; the time of recording if absent."});
    let reporter =
        json!({"type": "string", "description": "Id of the key that reported it: to the referee alone, and where a key did."});
    for form in forms {
        let mut schema = match *form {
            "Event" => json!({
                "properties": {"id": id, "type": kind, "time": time, "data": data},
                "required": if may_lack_data { json!(["type"]) } else { json!(["type", "data"]) }, "additionalProperties": false
            }),
            "View" | "Entry" => json!({
                "properties": {"revision": revision(), "id": {"type": "string"}, "type": kind, "time": {"type": "string", "format": "date-time"}, "data": data, "reporter": reporter},
                "required": ["revision", "id", "type", "time", "data"]
            }),
            _ => json!({"properties": {"type": kind, "data": data}, "required": ["type", "data"], "additionalProperties": false}),
        };
        schema["type"] = "object".into();
        schema["description"] = event["description"].clone();
        if *form == "View" {
            let taken_back = "Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.";
            schema["properties"]["retracted_by"] =
                json!({"type": "integer", "format": "int64", "minimum": 0, "description": taken_back});
        }
        if *form == "Entry" {
            in_feed(&mut schema);
            let ruleset = if let [only] = rulesets { json!({"const": only}) } else { json!({"enum": rulesets}) };
            schema["properties"]["ruleset"] = ruleset;
            schema["properties"]["ruleset"]["type"] = "string".into();
            schema["required"].as_array_mut().into_iter().for_each(|required| required.push("ruleset".into()));
        }
        schemas.add(format!("{name}{form}"), schema);
    }
}

/// What an event has in the feed, beside itself.
fn in_feed(event: &mut Value) {
    let cursor =
        "Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice.";
    event["properties"]["cursor"] = json!({"type": "string", "description": cursor});
    event["properties"]["game"] = json!({"type": "string", "description": "The game."});
    event["required"].as_array_mut().into_iter().for_each(|required| required.extend(["cursor".into(), "game".into()]));
}

fn revision() -> Value {
    json!({"type": "integer", "format": "int64", "minimum": 0, "description": "Its revision."})
}

/// The events that every ruleset knows, and those that nobody sends: the opening, and one that is hidden.
fn add_every_games_events(schemas: &mut Schemas) {
    let rulesets: Vec<&str> = ALL.iter().map(|ruleset| ruleset.key()).collect();
    let mut names = Members::new();
    for mut event in every_game::events() {
        if event["properties"]["data"]["properties"].get("instead").is_some() {
            event["properties"]["data"]["properties"]["instead"] = reference("Instead");
        }
        let (kind, name) = kind_of(&event, "");
        add_event(schemas, &name, &event, &["Event"], &rulesets);
        // The reason of a retraction is read by the referee alone.
        let required = event["properties"]["data"]["required"].as_array_mut();
        required.into_iter().for_each(|required| required.retain(|name| name != "reason"));
        add_event(schemas, &name, &event, &["View", "Entry"], &rulesets);
        names.insert(kind, name);
    }
    let opening = json!({
        "description": "What the game was opened with.",
        "properties": {"type": {"type": "string", "const": "opening"}, "data": reference("GameOpening")}
    });
    add_event(schemas, "Opening", &opening, &["View", "Entry"], &rulesets);
    for form in ["Event", "View", "Entry"] {
        let mut members: Members = names.iter().map(|(kind, name)| (kind.clone(), format!("{name}{form}"))).collect();
        if form != "Event" {
            members.insert("opening".to_owned(), format!("Opening{form}"));
        }
        schemas.put(format!("EveryGame{form}"), told_apart("An event that every game knows.", "type", &members));
    }
    let mut hidden = json!({
        "type": "object", "description": "There is an event, and nothing of it may be seen.",
        "properties": {"revision": revision(), "hidden": {"type": "boolean", "description": ALWAYS_TRUE}},
        "required": ["revision", "hidden"],
        // Nothing else may ever be seen of it. This keeps clients from taking another event for it.
        "additionalProperties": false
    });
    schemas.put("HiddenEvent", hidden.clone());
    in_feed(&mut hidden);
    hidden["properties"]["ruleset"] =
        json!({"type": "string", "enum": rulesets, "description": "Absent where the game cannot be read."});
    schemas.put("HiddenEntry", hidden);
    schemas.put(
        "GameOpening",
        json!({
            "type": "object", "description": "Revision 0: everything that the game's beliefs depend on.",
            "properties": {
                "ruleset": {}, "setup": {}, "parameters": {},
                "seats": {"type": "array", "items": {"type": "object"}, "description": "Who sits where, each with what past games said."},
                "on_contradiction": reference("OnContradiction")
            },
            "required": ["ruleset", "setup", "parameters", "seats", "on_contradiction"]
        }),
    );
}

/// Makes one component of each ruleset of one that all have, and a union of those, which `ruleset` tells apart.
fn by_ruleset(schemas: &mut Schemas, name: &str, narrow: impl Fn(&str, &mut Value)) {
    let whole = schemas.get(name);
    let mut members = Members::new();
    for ruleset in ALL {
        let (game, mut one) = (pascal(ruleset.key()), whole.clone());
        one["properties"]["ruleset"] = json!({"type": "string", "const": ruleset.key(), "description": "The ruleset."});
        narrow(&game, &mut one);
        schemas.put(format!("{game}{name}"), one);
        members.insert(ruleset.key().to_owned(), format!("{game}{name}"));
    }
    schemas.put(name, told_apart(whole["description"].as_str().unwrap_or_default(), "ruleset", &members));
}
