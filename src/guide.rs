//! The documents of this release and of its clients, as `credence docs` prints them and `/docs` serves them.

use std::borrow::Cow;

use rust_embed::Embed;

/// What stands in `docs/`.
#[derive(Embed)]
#[folder = "docs/"]
#[exclude = "*.png"]
struct Documents;

/// What stands in `clients/`, as far as people read it: how each client is used, with the examples that its page leads to.
#[derive(Embed)]
#[folder = "clients/"]
#[include = "python/README.md"]
#[include = "rust/README.md"]
#[include = "typescript/README.md"]
#[include = "python/examples/*.py"]
#[exclude = "python/examples/*/*"]
#[include = "rust/Cargo.toml"]
#[include = "rust/src/*.rs"]
struct Clients;

/// What newcomers read first.
const README: &str = include_str!("../README.md");

/// Where it stands below the root of the project.
const OF_PROJECT: &str = "README.md";

/// What the topics of clients begin with.
const CLIENTS: &str = "clients/";

/// The page of a client's folder.
const OF_CLIENT: &str = "/README.md";

/// The topics, in order: `README`, each page of `docs/` by its path there without its ending, and each client by its folder, as `clients/python`.
#[must_use]
pub fn topics() -> Vec<String> {
    let documents = Documents::iter().filter_map(|path| Some(path.strip_suffix(".md")?.to_owned()));
    let clients = Clients::iter().filter_map(|path| Some(format!("{CLIENTS}{}", path.strip_suffix(OF_CLIENT)?)));
    let mut topics: Vec<String> = documents.chain(clients).chain(["README".to_owned()]).collect();
    topics.sort();
    topics
}

/// Where a topic's page is served.
#[must_use]
pub fn address(topic: &str) -> String {
    addressed(&source(topic))
}

/// Where a topic's page stands, below the root of the project.
#[must_use]
pub fn source(topic: &str) -> String {
    match topic {
        "README" => OF_PROJECT.to_owned(),
        client if client.starts_with(CLIENTS) => format!("{client}{OF_CLIENT}"),
        document => format!("docs/{document}.md"),
    }
}

/// Where what stands at a path below the root of the project is served; `None` where it is not.
#[must_use]
pub fn served(path: &str) -> Option<String> {
    file(path).map(|_| addressed(path))
}

fn addressed(path: &str) -> String {
    path.strip_prefix("docs/").map_or_else(|| format!("/docs/{path}"), |path| format!("/docs/guide/{path}"))
}

/// Where what is asked for stands below the root of the project, whether it is there or not: the page of a topic, or of the last part of one (`catan`
/// for `games/catan`), or else a file of `docs/` or of a client by its path.
#[must_use]
pub fn located(topic: &str) -> String {
    let asked = topic.strip_suffix(".md").unwrap_or(topic);
    let is_asked = |known: &String| known == asked || known.rsplit('/').next() == Some(topic);
    let as_file = || if topic.starts_with(CLIENTS) { topic.to_owned() } else { format!("docs/{topic}") };
    topics().into_iter().find(is_asked).map_or_else(as_file, |topic| source(&topic))
}

/// The text of what is asked for, as `located` finds it. `None` where there is none.
#[must_use]
pub fn page(topic: &str) -> Option<String> {
    String::from_utf8(file(&located(topic))?.into_owned()).ok()
}

/// What stands at a path below the root of the project, as far as it is among the documents.
fn file(path: &str) -> Option<Cow<'static, [u8]>> {
    match path.split_once('/') {
        None => (path == OF_PROJECT).then_some(Cow::Borrowed(README.as_bytes())),
        Some(("docs", path)) => Documents::get(path).map(|file| file.data),
        Some(("clients", path)) => Clients::get(path).map(|file| file.data),
        Some(_) => None,
    }
}

/// The first line of a page, which is its title.
#[must_use]
pub fn title(topic: &str) -> String {
    title_of(&page(topic).unwrap_or_default()).to_owned()
}

/// The title of a page of this text.
#[must_use]
pub fn title_of(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim_start_matches('#').trim()
}
