//! Answers as lines: newline-delimited JSON, for those who read while it arrives.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;

/// First what is said once, then a line each.
pub fn respond<T: Serialize>(head: &impl Serialize, items: &[T]) -> Response {
    let mut text = line(head).to_vec();
    for item in items {
        text.extend_from_slice(&line(item));
    }
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from(text)).into_response()
}

/// One line.
pub fn line(value: &impl Serialize) -> Bytes {
    let mut text = serde_json::to_vec(value).expect("an answer is plain data with text keys");
    text.push(b'\n');
    text.into()
}

/// Adds the link to the next page, where there is one.
pub fn with_link(mut response: Response, link: Option<String>) -> Response {
    if let Some(value) = link.and_then(|link| HeaderValue::try_from(link).ok()) {
        response.headers_mut().insert(header::LINK, value);
    }
    response
}
