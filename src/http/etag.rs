//! Entity tags: what a client names a version by.

use axum::http::HeaderValue;

/// A strong entity tag. `tag` must hold visible ASCII only, and no quote.
#[must_use]
pub fn etag(tag: &str) -> HeaderValue {
    HeaderValue::from_str(&format!("\"{tag}\"")).unwrap_or_else(|_| HeaderValue::from_static("\"\""))
}
