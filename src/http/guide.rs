//! The documents of this release, to be read where the server is.

use std::fmt::Write;

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::problem::{NOT_FOUND, Problem};
use crate::guide;

/// Browsers show plain text, and would put other texts into a file.
const TEXT: &str = "text/plain; charset=utf-8";

/// Lists the documents.
pub async fn list() -> Response {
    let mut text = "# The documents of this release\n\n".to_owned();
    for topic in guide::topics() {
        let _ = writeln!(text, "- [{}]({})", guide::title(&topic), guide::address(&topic));
    }
    ([(header::CONTENT_TYPE, TEXT)], text).into_response()
}

/// One document, by its path below `docs/` with or without `.md`.
pub async fn read(Path(topic): Path<String>) -> Result<Response, Problem> {
    let text = guide::page(&topic)
        .ok_or_else(|| Problem::new(&NOT_FOUND, format!("there is no document {topic:?}; /docs/guide lists them")))?;
    Ok(([(header::CONTENT_TYPE, TEXT)], text).into_response())
}

/// How a client is used, where the links of other pages look for it.
pub async fn client(Path(client): Path<String>) -> Result<Response, Problem> {
    read(Path(format!("clients/{client}"))).await
}
