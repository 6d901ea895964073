//! The documents of this release and of its clients, as `credence docs` prints them and `/docs/guide` serves them.

use std::borrow::Cow;

use rust_embed::Embed;

/// What stands in `docs/`.
#[derive(Embed)]
#[folder = "docs/"]
#[exclude = "*.png"]
struct Documents;

/// What stands in `clients/`, as far as people read it: how each client is used.
#[derive(Embed)]
#[folder = "clients/"]
#[include = "python/README.md"]
#[include = "rust/README.md"]
#[include = "typescript/README.md"]
struct Clients;

/// What the topics of clients begin with.
const CLIENTS: &str = "clients/";

/// The page of a client's folder.
const OF_CLIENT: &str = "/README.md";

/// The topics, in order: each page of `docs/` by its path there without its ending, and each client by its folder, as `clients/python`.
#[must_use]
pub fn topics() -> Vec<String> {
    let documents = Documents::iter().filter_map(|path| Some(path.strip_suffix(".md")?.to_owned()));
    let clients = Clients::iter().filter_map(|path| Some(format!("{CLIENTS}{}", path.strip_suffix(OF_CLIENT)?)));
    let mut topics: Vec<String> = documents.chain(clients).collect();
    topics.sort();
    topics
}

/// Where a topic's page is served: links between the pages lead there too.
#[must_use]
pub fn address(topic: &str) -> String {
    if topic.starts_with(CLIENTS) { format!("/docs/{topic}{OF_CLIENT}") } else { format!("/docs/guide/{topic}.md") }
}

/// Where a topic's page stands, below the root of the project.
#[must_use]
pub fn source(topic: &str) -> String {
    if topic.starts_with(CLIENTS) { format!("{topic}{OF_CLIENT}") } else { format!("docs/{topic}.md") }
}

/// Where what stands at a path below the root of the project is served; `None` where it is not.
#[must_use]
pub fn served(path: &str) -> Option<String> {
    if let Some(topic) = topics().iter().find(|topic| source(topic) == path) {
        return Some(address(topic));
    }
    let path = path.strip_prefix("docs/")?;
    Documents::get(path).map(|_| format!("/docs/guide/{path}"))
}

/// Where what is asked for stands below the root of the project, whether it is there or not: the page of a topic, or of the last part of one (`catan`
/// for `games/catan`), or else a file of `docs/` by its path.
#[must_use]
pub fn located(topic: &str) -> String {
    let asked = topic.strip_suffix(".md").unwrap_or(topic);
    let is_asked = |known: &String| known == asked || known.rsplit('/').next() == Some(topic);
    topics().into_iter().find(is_asked).map_or_else(|| format!("docs/{topic}"), |topic| source(&topic))
}

/// The text of what is asked for, as `located` finds it. `None` where there is none.
#[must_use]
pub fn page(topic: &str) -> Option<String> {
    let found = located(topic);
    let (folder, path) = found.split_once('/')?;
    let file = if folder == "docs" { Documents::get(path) } else { Clients::get(path) };
    text(file?.data)
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

fn text(data: Cow<'static, [u8]>) -> Option<String> {
    String::from_utf8(data.into_owned()).ok()
}
