//! The documents: short where they must be, whole where they may be, and every link leads somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use credence::guide;
use credence::rulesets::{ALL, AnyRuleset, SeatOpening};
use reqwest::{Method, Url};
use serde_json::{Value, json};

use crate::harness::app::TestApp;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every page, by its path below the root of the project.
fn pages() -> Vec<(String, String)> {
    let mut paths: Vec<String> = ["CONTRIBUTING.md", "CHANGELOG.md"].map(str::to_owned).to_vec();
    paths.extend(guide::topics().iter().map(|topic| guide::source(topic)));
    let read = |path: String| {
        let text = std::fs::read_to_string(root().join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// The text without its blocks of code.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// What the links of a page lead to, those to elsewhere aside.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let ends = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(link, _)| link.to_owned()));
    ends.filter(|link| !link.starts_with("http")).collect()
}

/// The anchors of a page, as they are made of its titles: small letters, spaces as hyphens, and no other signs.
fn anchors(text: &str) -> BTreeSet<String> {
    let titles = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let anchor =
        |title: String| title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>().replace(' ', "-");
    titles.map(anchor).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut followed = 0;
    for (path, text) in pages() {
        for link in links(&text) {
            let (file, anchor) = link.split_once('#').map_or((link.as_str(), None), |(file, anchor)| (file, Some(anchor)));
            let target: PathBuf =
                if file.is_empty() { root().join(&path) } else { root().join(&path).parent().expect("a folder").join(file) };
            assert!(target.exists(), "{path}: {link} leads nowhere");
            if let Some(anchor) = anchor {
                let text = std::fs::read_to_string(&target).expect("a page");
                assert!(anchors(&text).contains(anchor), "{path}: {link}: there is no such title");
            }
            followed += 1;
        }
    }
    assert!(followed > 30, "{followed} links");
}

#[test]
fn no_place_was_left_to_fill_in() {
    for (path, text) in pages() {
        for mark in ["@@", "TBD", "<<<<<<<"] {
            assert!(!text.contains(mark), "{path}: {mark}");
        }
    }
}

#[test]
fn the_readme_is_short() {
    let readme = guide::page("README").expect("the README");
    let lines = readme.lines().count();
    assert!(lines <= 150, "{lines} lines; a newcomer needs 150");
    for topic in guide::topics().into_iter().filter(|topic| topic != "README") {
        let source = guide::source(&topic);
        assert!(readme.contains(&source), "the README does not lead to {source}");
    }
}

/// Every setting and every limit stands on the page of settings with its default.
#[test]
fn settings_and_limits_are_listed_with_their_defaults() {
    let page = guide::page("settings").expect("a page");
    let Value::Object(mut settings) = json!(credence::config::Config::default()) else { panic!("settings are an object") };
    let Some(Value::Object(limits)) = settings.remove("limits") else { panic!("limits are an object") };
    for (name, default) in settings {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |"))).unwrap_or_else(|| panic!("{name}"));
        let shown = match &default {
            Value::Null => "none".to_owned(),
            Value::String(text) => format!("`{text}`"),
            other => format!("`{other}`"),
        };
        assert_eq!(row.split(" | ").nth(2), Some(shown.as_str()), "{name}");
    }
    for (name, default) in limits {
        assert!(page.contains(&format!("| `{name}` | {default} | ")), "{name}");
    }
}

/// Whoever reads of a metric on `/metrics` finds what to make of it.
#[test]
fn every_metric_is_listed() {
    let described = std::fs::read_to_string(root().join("src/service/gauges.rs")).expect("a source file");
    let page = guide::page("operating").expect("a page");
    let names: Vec<&str> = described.split("\"credence_").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        let listed = |end: &str| page.contains(&format!("`credence_{name}{end}"));
        assert!(listed("`") || listed("{"), "docs/operating.md says nothing of credence_{name}");
    }
}

fn variants(schema: &Value) -> impl Iterator<Item = &str> {
    let variants = schema["oneOf"].as_array().expect("variants").iter();
    variants.map(|variant| variant["properties"]["type"]["const"].as_str().expect("a type"))
}

/// A game's page has every event, every question with an answer, every house rule and parameter, and every tendency.
#[test]
fn a_page_for_each_game() {
    for ruleset in ALL {
        let key = ruleset.key();
        let page = guide::page(&format!("games/{key}")).unwrap_or_else(|| panic!("docs/games/{key}.md is missing"));
        let about = ruleset.describe();
        for event in variants(&about.schemas["event"]) {
            let shown =
                page.lines().any(|line| line.split([' ', ',']).next() == Some(event) || line.contains(&format!(", {event} ")));
            assert!(shown, "{key}: no example of the event {event}");
        }
        let questions: Vec<&str> = page.lines().filter(|line| line.starts_with(r#"{"type": ""#)).collect();
        for question in variants(&about.schemas["query"]) {
            let asked = |line: &&str| line.starts_with(&format!(r#"{{"type": "{question}""#));
            assert!(questions.iter().any(asked), "{key}: the question {question} is not asked");
        }
        for line in questions {
            let mut values = serde_json::Deserializer::from_str(line).into_iter::<Value>();
            let question = values.next().and_then(Result::ok).unwrap_or_else(|| panic!("{key}: {line} is no JSON"));
            assert!(line.trim_end().len() > question.to_string().len() + 8, "{key}: {line} has no answer");
            is_read(*ruleset, &question);
        }
        for part in ["setup", "parameters"] {
            // A ruleset without house rules has no fields there.
            for (field, _) in about.schemas[part]["properties"].as_object().into_iter().flatten() {
                assert!(page.contains(&format!("`{field}`")), "{key}: {part} {field} is not explained");
            }
        }
        for tendency in about.tendencies {
            assert!(page.contains(&format!("| `{}` |", tendency.name)), "{key}: {} is not explained", tendency.name);
        }
    }
}

/// A question of a page has the shape that the game reads, whatever it would be answered now.
fn is_read(ruleset: &dyn AnyRuleset, question: &Value) {
    let stranger = || SeatOpening { person: String::new(), profile: Default::default() };
    let sizes = 2..=6;
    let opened = sizes.filter_map(|seats| ruleset.open(json!({}), json!({}), (0..seats).map(|_| stranger()).collect()).ok());
    let opening = opened.last().expect("a table");
    let game = ruleset.game(ruleset.schema(), opening).expect("a game");
    let (belief, table) = (game.prior(credence::rulesets::Observer::Public, 1), game.table());
    if let Err(credence::rulesets::Rejection::Malformed(malformed)) = game.answer(&belief, &table, question.clone()) {
        panic!("{question}: {malformed}");
    }
}

#[tokio::test]
async fn the_guide_is_served() {
    let app = TestApp::fresh().await;
    let list = app.get("/docs/guide").await;
    let text = String::from_utf8(list.bytes).expect("text");
    assert_eq!((list.status.as_u16(), links(&text).len()), (200, guide::topics().len()));
    assert_eq!(list.headers["content-type"], "text/markdown; charset=utf-8");
    let mut followed = 0;
    for link in links(&text) {
        let page = app.get(&link).await;
        assert_eq!((page.status.as_u16(), &page.headers["content-type"]), (200, &list.headers["content-type"]), "{link}");
        let text = String::from_utf8(page.bytes).expect("text");
        for next in links(&text) {
            let base = Url::parse(&format!("{}{link}", app.base)).expect("a URL");
            let target = base.join(&next).expect("a link");
            assert_eq!(app.get(target.path()).await.status.as_u16(), 200, "{link}: {next}");
            followed += 1;
        }
    }
    assert!(followed > 100, "{followed} links");
    assert_eq!(app.get("/docs/guide/python").await.bytes, app.get("/docs/guide/clients/python.md").await.bytes);
    assert_eq!(app.get("/docs/guide/catan").await.bytes, app.get("/docs/guide/games/catan.md").await.bytes);
    for missing in ["/docs/guide/chess", "/docs/clients/python/pyproject.toml", "/docs/LICENSE-MIT"] {
        app.get(missing).await.problem(404, "not-found");
    }
    assert_eq!(app.get("/docs").await.status.as_u16(), 200, "the contract's page stays");
    app.stop().await;
}

/// What a browser asks for.
const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/// In a browser the guide is pages, from which every link leads to something that this server has, and to a title that stands there.
#[tokio::test]
async fn every_link_of_the_guide_leads_somewhere_in_a_browser() {
    let app = TestApp::fresh().await;
    let base = Url::parse(&app.base).expect("a URL");
    let (mut left, mut read, mut anchored) = (vec!["/docs/guide".to_owned()], BTreeMap::new(), Vec::new());
    while let Some(address) = left.pop() {
        if read.contains_key(&address) {
            continue;
        }
        let answer = app.ask(Method::GET, &address, &[("accept", BROWSER)], None).await;
        assert_eq!(answer.status.as_u16(), 200, "{address}");
        let text = String::from_utf8(answer.bytes).expect("text");
        let is_document = address == "/docs/guide" || address.starts_with("/docs/") && address.ends_with(".md");
        if is_document {
            assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8", "{address}");
            assert_eq!(answer.headers["content-security-policy"], app.get("/").await.headers["content-security-policy"]);
            assert!(!text.contains("<script") && !text.contains(" style=") && text.contains("/style.css"), "{address}: {text}");
        }
        let here = base.join(&address).expect("a URL");
        for link in text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).filter(|_| is_document) {
            let target = here.join(&link.replace("&amp;", "&")).expect("a link");
            if target.origin() != base.origin() {
                continue;
            }
            if let Some((_, title)) = link.split_once('#') {
                let title = percent_encoding::percent_decode_str(title).decode_utf8().expect("text").into_owned();
                anchored.push((address.clone(), target.path().to_owned(), title));
            }
            left.push(target.path().to_owned());
        }
        read.insert(address, text);
    }
    for (address, target, title) in &anchored {
        assert!(read[target].contains(&format!("id=\"{title}\"")), "{address}: {target} has no title {title}");
    }
    for topic in guide::topics() {
        assert!(read.contains_key(&guide::address(&topic)), "no link leads to {topic}");
    }
    assert!(read.contains_key("/docs/clients/python/examples/vinto_table.py"), "examples are read too");
    assert!(read.contains_key("/docs/guide/operating/alerts.yml") && anchored.len() > 20, "{} links to titles", anchored.len());
    // The same as Markdown is had by everybody else.
    for accept in ["*/*", "text/markdown", "text/plain", "application/json"] {
        let answer = app.ask(Method::GET, "/docs/guide/bots.md", &[("accept", accept)], None).await;
        let varies = answer.headers.get_all("vary").iter().any(|header| header == "accept");
        assert_eq!((answer.status.as_u16(), varies), (200, true), "{accept}");
        assert!(answer.bytes.starts_with(b"# What a bot should know"), "{accept}");
    }
    app.stop().await;
}
