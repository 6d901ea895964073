//! Documents as they are served: with links that lead on, and as pages.
//!
//! The documents are written for the repository, where links lead from file to file. Here those of them lead on that the server has, to where it
//! has them; what the others were about is still read. No markup of a document's own gets through to a page, and nothing that the page's policy
//! would not let a browser show: no style of a cell, and no picture.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html};

use crate::guide;

const EXTENSIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);

/// A document, of which each link leads to where this server has what it leads to. Of a link to what the server does not have, and of a picture,
/// the words are left. Links are written as `[words](place)`, which a test holds the documents to; others stay as they are. `source` is where the
/// document stands below the root of the project, from where its links lead.
pub fn led(source: &str, text: &str) -> String {
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    for (event, place) in Parser::new_ext(text, EXTENSIONS).into_offset_iter() {
        let Some(middle) = text[place.clone()].rfind("](").map(|middle| place.start + middle) else { continue };
        match event {
            Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, .. }) => match target(source, &dest_url) {
                Some(target) if text[middle + 2..].starts_with(&*dest_url) => {
                    changes.push((middle + 2..middle + 2 + dest_url.len(), target));
                }
                Some(_) => {}
                None => changes.extend([(place.start..place.start + 1, String::new()), (middle..place.end, String::new())]),
            },
            Event::Start(Tag::Image { link_type: LinkType::Inline, .. }) => {
                changes.extend([(place.start..place.start + 2, "*".to_owned()), (middle..place.end, "*".to_owned())]);
            }
            _ => {}
        }
    }
    changes.sort_by_key(|(place, _)| place.start);
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for (place, change) in changes {
        out.push_str(&text[at..place.start]);
        out.push_str(&change);
        at = place.end;
    }
    out + &text[at..]
}

/// The markup of a document.
pub fn markup(text: &str) -> String {
    let events: Vec<Event<'_>> = named(Parser::new_ext(text, EXTENSIONS).collect()).into_iter().flat_map(shown).collect();
    let mut out = String::with_capacity(text.len() * 3 / 2);
    html::push_html(&mut out, events.into_iter());
    out
}

/// A text as it stands in markup.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// What stands for a part of a document.
fn shown(event: Event<'_>) -> Vec<Event<'_>> {
    match event {
        // What may be wider than the window is scrolled with the keyboard, too.
        Event::Start(Tag::Table(_)) => {
            vec![markup_of(r#"<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="plain">"#)]
        }
        Event::Start(Tag::CodeBlock(_)) => {
            vec![markup_of(r#"<pre tabindex="0" role="group" aria-label="Text as it is typed"><code>"#)]
        }
        Event::End(TagEnd::CodeBlock) => vec![markup_of("</code></pre>\n")],
        Event::End(TagEnd::Table) => vec![Event::End(TagEnd::Table), markup_of("</div>")],
        Event::Html(text) | Event::InlineHtml(text) => vec![Event::Text(text)],
        other => vec![other],
    }
}

const fn markup_of(text: &'static str) -> Event<'static> {
    Event::Html(CowStr::Borrowed(text))
}

/// Where a link of a document leads to on this server; `None` where the repository alone has it.
fn target(source: &str, link: &str) -> Option<String> {
    if link.starts_with('/') || link.starts_with('#') || link.contains("://") || link.starts_with("mailto:") {
        return Some(link.to_owned());
    }
    let (file, anchor) = link.find('#').map_or((link, ""), |place| link.split_at(place));
    let mut path: Vec<&str> = source.split('/').collect();
    path.pop();
    for part in file.split('/') {
        match part {
            "." => {}
            ".." => drop(path.pop()),
            part => path.push(part),
        }
    }
    Some(guide::served(&path.join("/"))? + anchor)
}

/// The same with a name for each title, by which links lead to it: as where the documents are written, its letters in small, spaces as hyphens, and
/// no other signs; a number tells titles of one name apart.
fn named(mut events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let is_title = |event: &Event<'_>| matches!(event, Event::Start(Tag::Heading { .. }));
    let titles: Vec<usize> = (0..events.len()).filter(|place| is_title(&events[*place])).collect();
    for place in titles {
        let title: String =
            events[place..].iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_)))).map(words).collect();
        let kept =
            title.to_lowercase().chars().filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign)).collect::<String>();
        let name = kept.trim().replace(' ', "-");
        let times = known.entry(name.clone()).or_default();
        let name = if *times == 0 { name } else { format!("{name}-{times}") };
        *times += 1;
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[place] {
            *id = Some(CowStr::from(name));
        }
    }
    events
}

/// What is read of a part of a title.
fn words<'e>(event: &'e Event<'_>) -> &'e str {
    match event {
        Event::Text(text) | Event::Code(text) => text,
        Event::SoftBreak => " ",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_what_the_server_has_and_others_are_read() {
        let from = |link: &str| led("docs/games/catan.md", &format!("see [*so* `[`]({link}), or not"));
        let leads = |link: &str, address: &str| assert_eq!(from(link), format!("see [*so* `[`]({address}), or not"));
        leads("hearts.md", "/docs/guide/games/hearts.md");
        leads("../bots.md#errors", "/docs/guide/bots.md#errors");
        leads("../../README.md", "/docs/README.md");
        leads("../../clients/python/README.md", "/docs/clients/python/README.md");
        leads("../../clients/python/examples/vinto_table.py", "/docs/clients/python/examples/vinto_table.py");
        leads("../operating/alerts.yml", "/docs/guide/operating/alerts.yml");
        leads("#events", "#events");
        leads("https://example.org/a?b=1", "https://example.org/a?b=1");
        for elsewhere in ["../../LICENSE-MIT", "../../CONTRIBUTING.md#releases", "../page/catan.png", "../../../../etc/passwd"] {
            assert_eq!(from(elsewhere), "see *so* `[`, or not", "{elsewhere}");
        }
        for kept in ["[a][r]\n\n[r]: LICENSE", "![x][r]\n\n[r]: p.png", "[a](mailto:a@b.c)"] {
            assert_eq!(led("README.md", kept), kept);
        }
        assert_eq!(led("README.md", "[![x](p.png)][r]\n\n[r]: LICENSE"), "[*x*][r]\n\n[r]: LICENSE");
        assert_eq!(
            led("README.md", "[![a view](docs/page/x.png)](docs/page.md), `[a](b)`"),
            "[*a view*](/docs/guide/page.md), `[a](b)`"
        );
    }

    #[test]
    fn the_documents_write_their_links_so_that_they_lead_on() {
        let mut found = 0;
        for topic in guide::topics() {
            let text = guide::page(&topic).expect("a document");
            for (event, place) in Parser::new_ext(&text, EXTENSIONS).into_offset_iter() {
                let (Event::Start(Tag::Link { link_type, dest_url, .. }) | Event::Start(Tag::Image { link_type, dest_url, .. })) =
                    event
                else {
                    continue;
                };
                let written = &text[place];
                let is_plain = link_type == LinkType::Inline && written.ends_with(&format!("]({dest_url})"));
                assert!(is_plain || link_type == LinkType::Autolink, "{topic}: {written}");
                found += 1;
            }
        }
        assert!(found > 100, "{found} links");
    }

    #[test]
    fn titles_have_names_and_tables_no_style() {
        let out = markup("## What `turn` is, in *short*\n\n## A\n\n## A\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n");
        assert!(out.contains(r#"<h2 id="what-turn-is-in-short">"#), "{out}");
        assert!(out.contains(r#"<h2 id="a">"#) && out.contains(r#"<h2 id="a-1">"#), "{out}");
        assert!(out.contains(r#"role="group" aria-label="Table"><table class="plain"><thead><tr><th>a</th>"#), "{out}");
        assert!(!out.contains("style="), "{out}");
    }

    #[test]
    fn no_markup_of_a_document_gets_through() {
        let out = markup("a <b onclick=x>c</b>\n\n<script>\nalert(1)\n</script>\n\n`<i>`\n");
        assert!(!out.contains("<b") && !out.contains("<script") && !out.contains("<i>"), "{out}");
        assert!(out.contains("&lt;script&gt;"), "{out}");
        assert_eq!(escaped("a<b> & \"c\""), "a&lt;b> &amp; &quot;c&quot;");
    }
}
