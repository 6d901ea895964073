//! The answers that the pages of the games print are those that the demo gives, and those of the README's first session those of a server.

use credence::guide;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::{fresh_sqlite, program};

/// A question of a page: where it is asked, and what the page says that it is answered.
struct Asked {
    game: String,
    observer: String,
    revision: u64,
    query: Value,
    stated: Value,
}

/// The JSON of a text in which `…` stands for entries that are left out.
fn with_gaps(text: &str) -> Value {
    let (mut json, mut open, mut quoted) = (String::new(), Vec::new(), false);
    for sign in text.chars() {
        match sign {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => open.push(sign),
            ']' | '}' if !quoted => drop(open.pop()),
            '…' => {
                json.push_str(if open.last() == Some(&'{') { "\"…\":null" } else { "\"…\"" });
                continue;
            }
            _ => {}
        }
        json.push(sign);
    }
    // Words for people may follow.
    let mut values = serde_json::Deserializer::from_str(&json).into_iter();
    values.next().and_then(Result::ok).unwrap_or_else(|| panic!("no JSON: {text}"))
}

/// Whether an answer is what is stated of it: numbers to four decimals, and all entries but those that are left out.
fn is(answer: &Value, stated: &Value) -> bool {
    match (answer, stated) {
        (Value::Number(answer), Value::Number(stated)) => {
            let number = |number: &serde_json::Number| number.as_f64().expect("a number");
            (number(answer) - number(stated)).abs() < 0.000_051
        }
        (Value::Array(answer), Value::Array(stated)) => {
            let named = stated.iter().position(|entry| entry == "…").unwrap_or(stated.len());
            let is_whole = named == stated.len();
            (!is_whole || answer.len() == stated.len())
                && answer.len() >= named
                && answer.iter().zip(&stated[..named]).all(|(a, s)| is(a, s))
        }
        (Value::Object(answer), Value::Object(stated)) => {
            let named = || stated.iter().filter(|(name, _)| *name != "…");
            let is_whole = stated.get("…").is_none();
            (!is_whole || answer.len() == stated.len())
                && named().all(|(name, value)| answer.get(name).is_some_and(|answer| is(answer, value)))
        }
        _ => answer == stated,
    }
}

/// The questions of a page, in its blocks below `Revision N, observer`.
fn questions(topic: &str, text: &str) -> Vec<Asked> {
    let (game, mut observer, mut revision, mut asked) = (topic.replace("games/", "demo-"), String::new(), None, Vec::new());
    for line in text.lines() {
        if let Some(place) = line.strip_prefix("Revision ") {
            let (number, rest) = place.split_at(place.find(|sign: char| !sign.is_ascii_digit()).expect("a colon"));
            revision = Some(number.parse().expect("a revision"));
            if let Some((named, _)) = rest.strip_prefix(", `").and_then(|rest| rest.split_once('`')) {
                named.clone_into(&mut observer);
            }
        } else if line.starts_with('#') {
            revision = None;
        } else if let (Some(revision), true) = (revision, line.starts_with("{\"type\"")) {
            let (query, stated) = line.split_once("}  ").unwrap_or_else(|| panic!("{topic}: no answer in {line}"));
            let query = serde_json::from_str(&format!("{query}}}")).unwrap_or_else(|error| panic!("{topic}: {error}: {line}"));
            asked.push(Asked {
                game: game.clone(),
                observer: observer.clone(),
                revision,
                query,
                stated: with_gaps(stated.trim()),
            });
        }
    }
    asked
}

#[tokio::test]
async fn the_pages_of_the_games_say_what_the_demo_answers() {
    let (_folder, place) = fresh_sqlite();
    let url = place.url();
    let mut demo = program(&["demo", "--exit", "--listen", "127.0.0.1:0", "--database-url", &url]);
    demo.current_dir(std::env::temp_dir());
    let played = tokio::task::spawn_blocking(move || demo.output().expect("the program starts")).await.expect("it ends");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let app = TestApp::on(&url).await;
    let (mut checked, mut wrong) = (0, Vec::new());
    for topic in guide::topics().into_iter().filter(|topic| topic.starts_with("games/")) {
        let asked = questions(&topic, &guide::page(&topic).expect("a page"));
        assert!(asked.len() > 5, "{topic} prints {} answers", asked.len());
        for Asked { game, observer, revision, query, stated } in asked {
            let body = json!({"observer": observer, "revision": revision, "queries": [query]});
            let answer = app.ask(Method::POST, &format!("/v1/games/{game}/queries"), &[], Some(body)).await.expect(200);
            let mut answer = answer["answers"][0].clone();
            answer.as_object_mut().expect("an object").remove("type");
            checked += 1;
            if !is(&answer, &stated) {
                wrong.push(format!("{topic}, revision {revision}: {query}\n    says     {stated}\n    answered {answer}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {checked} answers are others:\n{}", wrong.len(), wrong.join("\n"));
    app.stop().await;
}

/// What the README calls by `curl`, each with what it says that is answered: nothing, where it shows no answer.
fn calls(readme: &str) -> Vec<(String, String)> {
    let blocks = readme.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut calls: Vec<(String, String)> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        if let Some(command) = line.strip_prefix("$ ") {
            calls.push((command.to_owned(), String::new()));
        } else if let Some((command, answer)) = calls.last_mut() {
            let is_whole = command.matches('\'').count() % 2 == 0;
            (if is_whole { answer } else { command }).push_str(line.trim_start());
        }
    }
    calls.retain(|(command, _)| command.starts_with("curl "));
    calls
}

/// Whether an answer has the parts that are shown of it, in this order: `…` stands for what is left out.
fn shows(answer: &str, shown: &str) -> bool {
    let mut rest = answer;
    for part in shown.split('…') {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    true
}

#[tokio::test]
async fn the_first_session_of_the_readme_is_answered_as_it_says() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README");
    let calls = calls(&readme);
    let app = TestApp::fresh().await;
    let mut compared = 0;
    for (command, shown) in &calls {
        let method = command.split("-sX ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a method");
        let path = command.split("localhost:7420").nth(1).and_then(|rest| rest.split([' ', '\'']).next()).expect("an address");
        let body = command.split_once(" -d '").map(|(_, body)| body.trim_end_matches('\''));
        let body = body.map(|body| serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}")));
        let answer = app.ask(method.parse().expect("a method"), path, &[], body).await;
        let text = String::from_utf8_lossy(&answer.bytes);
        assert!(answer.status.is_success() || !shown.is_empty(), "{command}\n{text}");
        assert!(shows(&text, shown), "{command}\n    says     {shown}\n    answered {text}");
        compared += usize::from(!shown.is_empty());
    }
    assert!(calls.len() >= 5 && compared >= 2, "{} calls, {compared} with answers", calls.len());
    app.stop().await;
}
