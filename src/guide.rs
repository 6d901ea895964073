//! The documents of this release, as `credence docs` prints them and `/docs/guide` serves them.

use std::borrow::Cow;

use rust_embed::Embed;

/// What stands in `docs/`.
#[derive(Embed)]
#[folder = "docs/"]
#[exclude = "*.png"]
struct Documents;

/// The topics, each the path of a page below `docs/` without its ending, in order.
#[must_use]
pub fn topics() -> Vec<String> {
    let mut topics: Vec<String> = Documents::iter().filter_map(|path| Some(path.strip_suffix(".md")?.to_owned())).collect();
    topics.sort();
    topics
}

/// The text of a page: by its topic, by the last part of it (`catan` for `games/catan`), or of any file by its path. `None` where there is none.
#[must_use]
pub fn page(topic: &str) -> Option<String> {
    let of = |path: &str| Documents::get(path).and_then(|file| text(file.data));
    let named = || topics().into_iter().find(|path| path.rsplit('/').next() == Some(topic));
    of(topic).or_else(|| of(&format!("{topic}.md"))).or_else(|| of(&format!("{}.md", named()?)))
}

/// The first line of a page, which is its title.
#[must_use]
pub fn title(topic: &str) -> String {
    let text = page(topic).unwrap_or_default();
    text.lines().next().unwrap_or_default().trim_start_matches('#').trim().to_owned()
}

fn text(data: Cow<'static, [u8]>) -> Option<String> {
    String::from_utf8(data.into_owned()).ok()
}
