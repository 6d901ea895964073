//! The documents of this release, to be read where the server is: as pages by who asks for pages, as browsers do, and as Markdown by
//! everybody else.

use std::fmt::Write;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::markdown::{escaped, led, markup};
use super::page;
use super::parameters::{Media, Name, negotiate};
use super::problem::{NOT_FOUND, Problem};
use crate::guide;

const MARKDOWN: &str = "text/markdown; charset=utf-8";

/// Browsers show plain text, and would put other texts into a file.
const TEXT: &str = "text/plain; charset=utf-8";

/// Lists the documents.
pub async fn list(headers: HeaderMap) -> Response {
    let mut text = "# The documents of this release\n\n".to_owned();
    for topic in guide::topics() {
        let _ = writeln!(text, "- [{}]({})", guide::title(&topic), guide::address(&topic));
    }
    document(&headers, "docs/", &text)
}

/// What newcomers read first, where the links of other pages look for it.
pub async fn readme(headers: HeaderMap) -> Result<Response, Problem> {
    read(headers, Name("README".to_owned())).await
}

/// One document, by its topic, or a file that documents lead to.
pub async fn read(headers: HeaderMap, Name(topic): Name) -> Result<Response, Problem> {
    let text = guide::page(&topic)
        .ok_or_else(|| Problem::new(&NOT_FOUND, format!("there is no document {topic:?}; /docs/guide lists them")))?;
    let source = guide::located(&topic);
    if !source.ends_with(".md") {
        return Ok(([(header::CONTENT_TYPE, TEXT)], text).into_response());
    }
    Ok(document(&headers, &source, &text))
}

/// How a client is used, with its examples, where the links of other pages look for it.
pub async fn client(headers: HeaderMap, Name(path): Name) -> Result<Response, Problem> {
    let topic = path.strip_suffix("/README.md").unwrap_or(&path);
    read(headers, Name(format!("clients/{topic}"))).await
}

/// A document in the form that is asked for; where neither is, as Markdown. `source` is where it stands below the root of the project.
fn document(headers: &HeaderMap, source: &str, text: &str) -> Response {
    let text = led(source, text);
    let media = negotiate(headers, &[Media::Markdown, Media::Html]).unwrap_or(Media::Markdown);
    let mut response = if media == Media::Html {
        let title = format!("{} · Credence", escaped(guide::title_of(&text)));
        // It has no script: a document is whole as it comes.
        page::sent(page::framed(&title, "", &format!("<article class=\"guide\">\n{}</article>", markup(&text))))
    } else {
        ([(header::CONTENT_TYPE, MARKDOWN)], text).into_response()
    };
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    response
}
