//! The OpenAPI document says what the server does: complete, without contradictions, and the same as what rulesets and problems say.

use std::collections::BTreeSet;

use credence::http::openapi;
use credence::rulesets::ALL;
use serde_json::{Value, json};

use crate::harness::app::TestApp;

/// Most bytes of the document without the games' own schemas.
const MOST: usize = 175_000;

/// Every operation, with its method and path.
fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().expect("paths");
    paths
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().expect("methods").iter().map(move |(method, operation)| (format!("{method} {path}"), operation))
        })
        .collect()
}

/// A ruleset's key as its components begin.
fn pascal(key: &str) -> String {
    key.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// The tags of a union in a ruleset's own schema.
fn tags(union: &Value) -> BTreeSet<String> {
    let variants = union["oneOf"].as_array().expect("variants");
    variants.iter().map(|variant| variant["properties"]["type"]["const"].as_str().expect("a tag").to_owned()).collect()
}

/// The values that a component's discriminator knows.
fn mapped(document: &Value, component: &str) -> BTreeSet<String> {
    let mapping = document["components"]["schemas"][component]["discriminator"]["mapping"].as_object();
    mapping.unwrap_or_else(|| panic!("{component} has no discriminator")).keys().cloned().collect()
}

#[test]
fn every_operation_is_named_once_and_says_what_it_answers() {
    let document = openapi();
    let mut names = BTreeSet::new();
    for (place, operation) in operations(&document) {
        let name = operation["operationId"].as_str().expect("a name").to_owned();
        assert!(names.insert(name.clone()), "{name} stands twice");
        assert!(name.starts_with(&place[..place.find(' ').expect("a method")]), "{name} does not say the verb of {place}");
        for (status, response) in operation["responses"].as_object().expect("responses") {
            let described = response["description"].as_str().or(response["$ref"].as_str());
            assert!(described.is_some_and(|text| !text.is_empty()), "{place} does not describe {status}");
        }
    }
    assert!(names.contains("post_game_turn") && names.contains("get_games"), "{names:?}");
}

#[test]
fn every_reference_leads_somewhere_and_nothing_is_left_over() {
    let document = openapi();
    let text = document.to_string();
    let named = |section: &str| -> BTreeSet<String> {
        let start = format!("\"#/components/{section}/");
        text.split(start.as_str()).skip(1).map(|rest| rest.split('"').next().expect("a name").to_owned()).collect()
    };
    for section in ["schemas", "responses"] {
        let there: BTreeSet<String> = document["components"][section].as_object().expect("components").keys().cloned().collect();
        let missing: Vec<_> = named(section).difference(&there).cloned().collect();
        assert!(missing.is_empty(), "{section} that are referred to and not there: {missing:?}");
    }
    let schemas: BTreeSet<String> = document["components"]["schemas"].as_object().expect("schemas").keys().cloned().collect();
    let unused: Vec<_> = schemas.difference(&named("schemas")).cloned().collect();
    assert!(unused.is_empty(), "nothing refers to {unused:?}");
    // Names that only Rust knows.
    for word in ["u64\"", "u8\"", "BTreeMap", "[`", "`::", "Query::"] {
        assert!(!text.contains(word), "the document says {word}");
    }
}

#[tokio::test]
async fn every_kind_of_problem_is_in_the_one_component() {
    let app = TestApp::fresh().await;
    let document = app.get("/openapi.json").await.expect(200);
    assert_eq!(document, openapi(), "what is served is what is printed");
    let kinds = app.get("/problems").await.expect(200)["items"].as_array().expect("kinds").clone();
    let paths: BTreeSet<String> = kinds.iter().map(|kind| kind["type"].as_str().expect("a path").to_owned()).collect();
    assert_eq!(mapped(&document, "Problem"), paths);
    for kind in &kinds {
        let response = &document["components"]["responses"][format!("Problem{}", kind["status"])];
        let name = kind["type"].as_str().expect("a path").trim_start_matches("/problems/");
        assert!(response["description"].as_str().expect("a text").contains(&format!("`{name}`")), "{name}");
    }
    let contradiction = &document["components"]["schemas"]["ContradictionProblem"]["allOf"][1];
    assert_eq!(contradiction["required"], json!(["type", "status", "evidence", "revision", "pointer"]));
}

#[tokio::test]
async fn unions_hold_what_the_rulesets_say() {
    let app = TestApp::fresh().await;
    let document = openapi();
    let every_game = mapped(&document, "EveryGameEvent");
    for ruleset in ALL {
        let (key, game) = (ruleset.key(), pascal(ruleset.key()));
        let schemas = app.get(&format!("/v1/rulesets/{key}")).await.expect(200)["schemas"].clone();
        let events: BTreeSet<String> = mapped(&document, &format!("{game}Event")).union(&every_game).cloned().collect();
        assert_eq!(events, tags(&schemas["event"]), "events of {key}");
        assert_eq!(mapped(&document, &format!("{game}Query")), tags(&schemas["query"]), "questions of {key}");
        assert_eq!(mapped(&document, &format!("{game}Answer")), tags(&schemas["answer"]), "answers of {key}");
        for union in ["OpenRequest", "GameAnswer", "WorldsAnswer", "QueriesAnswer", "TurnAnswer"] {
            assert!(mapped(&document, union).contains(key), "{union} knows {key}");
        }
        let setup = &document["components"]["schemas"][format!("{game}Setup")]["properties"];
        let own = schemas["setup"]["properties"].as_object().expect("a setup");
        assert_eq!(
            setup.as_object().expect("a setup").keys().collect::<Vec<_>>(),
            own.keys().collect::<Vec<_>>(),
            "setup of {key}"
        );
    }
}

#[test]
fn the_document_is_small_without_the_games() {
    let mut document = openapi();
    let games: Vec<String> = ALL.iter().map(|ruleset| pascal(ruleset.key())).collect();
    let schemas = document["components"]["schemas"].as_object_mut().expect("schemas");
    let before = schemas.len();
    schemas.retain(|name, _| !games.iter().any(|game| name.starts_with(game)));
    assert!(schemas.len() < before);
    let size = document.to_string().len();
    assert!(size < MOST, "{size} bytes");
}

/// Somebody who tries the page's examples, game by game, from the first to the last.
#[tokio::test]
async fn the_examples_can_be_posted_as_they_stand() {
    let app = TestApp::fresh().await;
    let document = openapi();
    let body = |method: &str, path: &str, key: &str| {
        let examples = &document["paths"][path][method]["requestBody"]["content"]["application/json"]["examples"];
        let value = examples[key]["value"].clone();
        assert!(value.is_object() || value.is_array(), "{method} {path} has no example of {key}");
        value
    };
    for ruleset in ALL {
        let key = ruleset.key();
        let parameters = document["paths"]["/v1/games/{game}/events"]["post"]["parameters"].as_array().expect("parameters");
        let game =
            parameters.iter().find(|parameter| parameter["name"] == "game").expect("a game")["examples"][key]["value"].clone();
        let base = format!("/v1/games/{}", game.as_str().expect("an id"));
        app.put(&base, body("put", "/v1/games/{game}", key)).await.expect(201);
        app.post("/v1/games", body("post", "/v1/games", key)).await.expect(201);
        let appended = app.post(&format!("{base}/events"), body("post", "/v1/games/{game}/events", key)).await.expect(201);
        assert_eq!(appended["revision"], 3, "{key}: three events");
        let answers = app.post(&format!("{base}/queries"), body("post", "/v1/games/{game}/queries", key)).await.expect(200);
        assert!(!answers["answers"].as_array().expect("answers").is_empty(), "{key}: nothing is asked");
        let worlds = app.post(&format!("{base}/worlds"), body("post", "/v1/games/{game}/worlds", key)).await.expect(200);
        let turn = app.post(&format!("{base}/turn"), body("post", "/v1/games/{game}/turn", key)).await.expect(200);
        assert_eq!((&turn["worlds"], &turn["answers"]), (&worlds, &answers["answers"]), "{key}");
    }
}
