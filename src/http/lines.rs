//! Answers as lines: newline-delimited JSON, for those who read while it arrives.

use axum::http::{HeaderValue, Uri, header};
use axum::response::Response;
use bytes::Bytes;
use serde::Serialize;

/// The media type of lines.
pub const MEDIA: &str = "application/x-ndjson";

/// First what is said once, then a line each.
pub fn text<T: Serialize>(head: &impl Serialize, items: &[T]) -> Vec<u8> {
    let mut text = line(head).to_vec();
    for item in items {
        text.extend_from_slice(&line(item));
    }
    text
}

/// One line.
pub fn line(value: &impl Serialize) -> Bytes {
    let mut text = serde_json::to_vec(value).expect("an answer is plain data with text keys");
    text.push(b'\n');
    text.into()
}

/// Adds the link to the next page, where there is one: the same request with another cursor.
pub fn with_next(mut response: Response, uri: &Uri, next: Option<&String>) -> Response {
    let Some(cursor) = next else { return response };
    let asked = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(asked.filter(|(name, _)| name != "cursor")).append_pair("cursor", cursor);
    if let Ok(link) = HeaderValue::try_from(format!("<{}?{}>; rel=\"next\"", uri.path(), query.finish())) {
        response.headers_mut().insert(header::LINK, link);
    }
    response
}
